"""What the parent and the processes that serve say to each other: a line of JSON each, over a pair of sockets."""

import msgspec

from tablee.host.choices import Choices
from tablee.measures import Family


class Begin(msgspec.Struct, frozen=True, tag="begin"):
    """Get everything ready, but do not serve yet."""

    choices: Choices
    number: int
    """Which of the processes it is, from 1."""


class Go(msgspec.Struct, frozen=True, tag="go"):
    """Serve."""


class Stop(msgspec.Struct, frozen=True, tag="stop"):
    """Finish, and end."""

    notice: float
    """Seconds in which to serve on while saying that one is not ready."""


class Count(msgspec.Struct, frozen=True, tag="count"):
    """Say what has been counted."""

    ask: int


class Prepared(msgspec.Struct, frozen=True, tag="prepared"):
    """Everything is loaded."""


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """People are served."""


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """It cannot be."""

    why: str


class Counted(msgspec.Struct, frozen=True, tag="counted"):
    """What has been counted."""

    ask: int
    families: list[Family]


Order = Begin | Go | Stop | Count
Report = Prepared | Ready | Failed | Counted

LONGEST = 8 * 1024 * 1024
"""Bytes of a line."""
_encode = msgspec.json.Encoder().encode
read_order = msgspec.json.Decoder(Order).decode
read_report = msgspec.json.Decoder(Report).decode


def line(message: Order | Report) -> bytes:
    """A message, to be sent."""
    return _encode(message) + b"\n"
