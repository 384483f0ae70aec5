"""What the house asks of a database, and nothing more."""

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec

from tablee.people import Person, Session
from tablee.table.directory import Entry
from tablee.table.events import Event, Opening

AN_HOUR = 3_600_000
"""In milliseconds: how exactly it is known when a session was last there."""


class Conflict(Exception):
    """An event of that number is there already: somebody else was faster."""


class NotSaved(Exception):
    """The database could not store something; it has not happened."""


class StoredTable(msgspec.Struct, frozen=True):
    """A table as it was stored: `people` maps sitters to persons, `seen` to the latest event each has seen."""

    opening: Opening
    seed: bytes
    events: list[Event]
    people: dict[int, str]
    seen: dict[int, int]
    fault: str = ""
    """Why the log cannot be read any further than `events`, if there is more of it."""
    snapshot: bytes = b""
    """What was kept last by `keep_snapshot`."""


class Store(Protocol):
    """Whatever returns from a writing function here is on disk for good. Times are in milliseconds since 1970."""

    # ---- tables --------------------------------------------------------------------------------------------

    async def open_table(self, opening: Opening, seed: bytes, entry: Entry) -> None:
        """Store a new table without events, and enter it in the directory."""

    async def append(
        self, table: str, events: Sequence[Event], entry: Entry, people: Mapping[int, str] | None = None
    ) -> None:
        """Store events, what the directory says of the table after them, and which persons the sitters among them are.

        All of it is stored, or nothing: then it raises `Conflict` or `NotSaved`.
        """

    async def load(self, table: str) -> StoredTable | None:
        """All of a table, or None if there is none of that id. Nothing in a log makes this fail: see `fault`."""

    async def saw(self, table: str, sitter: int, number: int) -> None:
        """Remember up to which event a sitter has seen the table."""

    async def keep_snapshot(self, table: str, number: int, body: bytes) -> None:
        """Keep what a log amounts to at an event, in the place of what was kept at an earlier one."""

    # ---- the directory -------------------------------------------------------------------------------------

    async def entry(self, table: str) -> Entry | None:
        """What the directory says of a table."""

    async def entries_of(self, person: str, *, unfinished: bool, most: int) -> list[tuple[Entry, list[int]]]:
        """The tables that a person sits at, with the sitters that the person is; where something last happened first.

        `unfinished` leaves out those that are over or closed.
        """

    # ---- people --------------------------------------------------------------------------------------------

    async def person_of(self, session: str) -> Person | None:
        """Whose session that is, or None if it is nobody's (any more)."""

    async def begin_session(self, session: str, person: Person | None, now: int, device: str) -> Person:
        """Make a session one of that person, or of somebody new; one that has begun already stays whose it is."""

    async def saw_session(self, session: str, now: int) -> None:
        """Remember that a session was there; once an hour is enough."""

    async def sessions_of(self, person: str) -> list[Session]:
        """All sessions of a person, the one that was there last first."""

    async def end_session(self, person: str, session: str) -> bool:
        """End a session, if it is one of that person."""

    async def name_of(self, person: str) -> str:
        """The name a person has taken, or an empty text."""

    async def rename(self, person: str, name: str, now: int) -> None:
        """Remember the name of a person."""

    async def close(self) -> None:
        """Finish what has been asked for, and let go of the database."""
