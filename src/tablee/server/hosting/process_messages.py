"""Messages between the supervisor and server processes: lines of JSON over a socket pair."""

import msgspec

from tablee.bots.metrics import Family
from tablee.server.hosting.configuration import Configuration


class Begin(msgspec.Struct, frozen=True, tag="begin"):
    """Prepare, but do not serve yet."""

    configuration: Configuration
    number: int
    """Number of the process, from 1."""
    replaces: bool = False
    """Does another process serve until this one is prepared?"""


class Go(msgspec.Struct, frozen=True, tag="go"):
    """Start serving."""


class Stop(msgspec.Struct, frozen=True, tag="stop"):
    """Finish what is under way, and exit."""

    notice: float
    """Seconds to serve on while `/ready` says no."""


class CountRequest(msgspec.Struct, frozen=True, tag="count"):
    """Send your metrics."""

    ask: int


class Prepared(msgspec.Struct, frozen=True, tag="prepared"):
    """Everything is loaded and, for a process that replaces another, compiled."""


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """The process serves."""


class SignOfLife(msgspec.Struct, frozen=True, tag="sign_of_life"):
    """The event loop of the process runs; sent every `BEAT` seconds while it serves."""


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """The process cannot serve."""

    why: str
    code: int
    """The exit code of `tablee serve`, if it is to start."""


class Counted(msgspec.Struct, frozen=True, tag="counted"):
    """The metrics of the process."""

    ask: int
    families: list[Family]


Order = Begin | Go | Stop | CountRequest
Report = Prepared | Ready | SignOfLife | Failed | Counted

BEAT = 0.25
"""Seconds between two signs of life."""
LONGEST = 8 * 1024 * 1024
"""Longest line in bytes."""
_encode = msgspec.json.Encoder().encode
read_order = msgspec.json.Decoder(Order).decode
read_report = msgspec.json.Decoder(Report).decode


def line(message: Order | Report) -> bytes:
    """Encode a message as a line."""
    return _encode(message) + b"\n"
