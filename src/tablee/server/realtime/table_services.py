"""What every live table of a server needs."""

from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # these modules import this one
    from tablee.bots.requests import Bots
    from tablee.server.features.moderation.model import ModerationState
    from tablee.server.realtime.clock_watch import ClockWatch
    from tablee.server.realtime.connection import Connection
    from tablee.server.realtime.live_table import LiveTable
    from tablee.server.realtime.peers.leases import Leases
    from tablee.server.realtime.peers.pubsub import Peers
    from tablee.server.realtime.rate_limits import Asker
    from tablee.server.storage import Store


@dataclass(frozen=True)
class TableServices:
    """The hub makes one and hands it to all tables."""

    store: "Store"
    bots: "Bots"
    clock: Callable[[], int]
    """Returns the milliseconds since 1970."""
    patience: float
    """Seconds after which somebody away counts as absent."""
    leases: "Leases"
    clock_watch: "ClockWatch"
    peers: "Peers"
    moderation: "ModerationState"
    open_again: Callable[["LiveTable", "Asker"], Coroutine[Any, Any, None]]
    """Opens the next table like this one, for its participants."""
    introduce: Callable[["Connection"], Awaitable[None]]
    """Stores a new person for an anonymous visitor."""
    when_idle: Callable[["LiveTable"], None]
    """Called when nobody visits a table and nothing goes on there."""
