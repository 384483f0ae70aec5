"""What a host may choose about the program itself; what goes on in the house stands in `live/settings.py`."""

import os
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tablee.live.settings import DEFAULT_PORT

Seconds = Annotated[float, Meta(ge=0, le=3600)]


class Serving(msgspec.Struct, frozen=True):
    """How `tablee serve` runs."""

    host: str = "127.0.0.1"
    """Address to listen on. `0.0.0.0` is every address of this machine; behind a proxy on the same one, leave it."""
    port: Annotated[int, Meta(ge=0, le=65535)] = DEFAULT_PORT
    """Port to listen on; 0 takes any free one."""
    processes: Annotated[int, Meta(ge=0, le=256)] = 0
    """Processes that serve; 0 means as many as there are cores. On SQLite there is one, whatever is said here."""
    games: list[str] = []
    """Only these games; all that are installed, if none is named."""
    metrics_address: str = ""
    """Where Prometheus may ask for `/metrics`, as `address:port`; empty means nowhere. Keep it from strangers."""
    log_format: Literal["lines", "json"] = "lines"
    """How the log is written to standard error: `lines` for people, `json` for programs."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """What is worth a line: `info` tells of every request that is no picture, script or style."""
    log_addresses: bool = False
    """Write down from which address a request came. Addresses are personal data: know why you keep them."""
    stop_notice: Seconds = 0.0
    """Seconds in which a server that is to stop serves on while `/ready` says no, so that proxies send nobody more."""
    stop_spread: Seconds = 2.0
    """Seconds over which open tables are hung up at a stop, so that not all pages come to the others at once."""
    stop_patience: Annotated[float, Meta(gt=0, le=3600)] = 30.0
    """Seconds after which a process that was told to stop is killed."""


def process_count(wished: int, *, on_sqlite: bool) -> int:
    """How many processes serve."""
    return 1 if on_sqlite else wished or os.cpu_count() or 1


def bots_of_each(processes: int) -> int:
    """Bots that think at the same time in each process, if nobody says: all cores but one between them."""
    return max(1, ((os.cpu_count() or 2) - 1) // processes)
