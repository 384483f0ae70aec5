"""What callers and both databases share: errors, leases, messages between servers, stored tables, jobs to be stored."""

import asyncio
import sqlite3
from collections.abc import Callable, Mapping, Sequence

import msgspec

from tablee.server.table.directory import Entry
from tablee.server.table.events import Event, Opening

AN_HOUR = 3_600_000
"""Milliseconds: the precision of `Session.seen`."""
PATIENCE = 5.0
"""Seconds after which callers are told that the database does not answer."""
KEPT_HOURS = 60 * 24 * AN_HOUR
"""Milliseconds for which the hours of servers are remembered."""
LONGEST_ANNOUNCEMENT = 4000
"""Bytes of JSON that `announce` takes at most."""


class Conflict(Exception):
    """An event of that number is there already: somebody else was faster."""


class NotSaved(Exception):
    """The database could not store something; it has not happened."""


class Unsure(NotSaved):
    """The connection was lost during a commit, and the database does not answer: it may have happened or not.

    Callers that hold stored state in memory must read it again before deciding anything else.
    """


class Fenced(Exception):
    """The lease under which something should be stored is another server's by now; it has not happened."""


class Unavailable(Exception):
    """The database does not answer just now, so something could not be read."""


class Lease(msgspec.Struct, frozen=True):
    """One server's right to act for a table, for a while. The token grows whenever the holder changes."""

    table: str
    server: str
    token: int


class EventsStored(msgspec.Struct, frozen=True):
    """Other servers have stored events: tables, and the latest event of each."""

    numbers: dict[str, int]
    lines: dict[str, list[bytes]] = {}
    """The lines of the latest events, of tables where nothing but moves has happened and that is not too much."""


class Announcement(msgspec.Struct, frozen=True):
    """Another server has announced something that is not stored."""

    kind: str
    payload: str


class MessagesMissed(msgspec.Struct, frozen=True):
    """Something may have been missed: compare numbers."""


PubSubMessage = EventsStored | Announcement | MessagesMissed


class LaterEvents(msgspec.Struct, frozen=True):
    """What a log has after some event, and who sits at the table and has seen what by now; see `StoredTable`."""

    events: list[Event]
    people: dict[int, str]
    seen: dict[int, int]
    fault: str = ""


class StoredTable(msgspec.Struct, frozen=True):
    """A table as it was stored: `people` maps participants to persons, `seen` to the latest event each has seen."""

    opening: Opening
    seed: bytes
    events: list[Event]
    people: dict[int, str]
    seen: dict[int, int]
    fault: str = ""
    """Why the log cannot be read any further than `events`, if there is more of it."""
    snapshot: bytes = b""
    """What was kept last by `keep_snapshot`."""


class WriteJob:
    """What is stored together or not at all, and who waits for it."""

    fence: Lease | None = None
    """The lease that must hold, or nothing is stored."""
    opening: tuple[str, bytes, bytes] | None = None
    """A new table: its id, opening and seed."""
    lines: Sequence[tuple[str, int, bytes]] = ()
    """Events of one table: its id, their numbers and bodies."""
    entry: Entry | None = None
    """The directory's entry of the table after these events."""
    just_moves = False
    """Do the events change nothing in the entry but its latest event, whose turn it is, and when?"""
    is_told = True
    """Are other servers told at once?"""
    people: Mapping[int, str] | None = None
    """The persons of new participants."""
    risen: Sequence[int] = ()
    """Participants who have stood up."""
    saw: tuple[str, int, int] | None = None
    """A table, one of its participants, and the latest event that they have seen."""
    work: Callable[[sqlite3.Connection], None] | None = None
    """A transaction that SQLite's writer runs between the others."""

    def __init__(self, done: "asyncio.Future[None]", deadline: float) -> None:
        self.done = done
        self.deadline = deadline
        """Of `time.monotonic`: afterwards the caller is told that nothing was stored."""
