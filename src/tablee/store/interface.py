"""What the house asks of a database, and nothing more."""

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec

from tablee.table.events import Event, Opening


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
    """Why the log cannot be read beyond these events, if it cannot."""
    snapshot: bytes = b""
    """What was kept last by `keep_snapshot`."""


class Store(Protocol):
    """Whatever returns from a writing function here is on disk for good."""

    async def open_table(self, opening: Opening, seed: bytes) -> None:
        """Store a new table without events."""

    async def append(self, table: str, events: Sequence[Event], people: Mapping[int, str] | None = None) -> None:
        """Store events, all or none, and which persons the sitters among them are; raises `Conflict` or `NotSaved`."""

    async def load(self, table: str) -> StoredTable | None:
        """All of a table, or None if there is none of that id."""

    async def saw(self, table: str, sitter: int, number: int) -> None:
        """Remember up to which event a sitter has seen the table."""

    async def keep_snapshot(self, table: str, number: int, body: bytes) -> None:
        """Keep what a log amounts to at an event, in the place of what was kept at an earlier one."""

    async def name_of(self, person: str) -> str:
        """The name a person has taken, or an empty text."""

    async def rename(self, person: str, name: str) -> None:
        """Remember the name of a person."""

    async def unfinished_tables(self, person: str) -> list[str]:
        """The ids of the tables that a person sits at and that are not over, latest first."""

    async def close(self) -> None:
        """Finish what has been asked for, and let go of the database."""
