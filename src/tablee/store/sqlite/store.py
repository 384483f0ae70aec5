"""The store on SQLite: one thread writes, others read."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from tablee.people import Person, Session
from tablee.people.persons import new_person_id
from tablee.store import rows
from tablee.store.interface import AN_HOUR, NotSaved, StoredTable
from tablee.store.sqlite import queries
from tablee.store.sqlite.migrations import migrate
from tablee.store.sqlite.writer import Statement, Writer
from tablee.table.directory import Entry
from tablee.table.events import Act, Back, Chance, Event, Opening, Rise
from tablee.table.log import write_event

BUSY_SECONDS = 60.0
"""How long to wait for another process that is writing to the same file."""
JUST_MOVES = (Act, Chance, Back)
"""Kinds of events that change nothing in an entry but its latest event, whose turn it is, and since when."""

Answer = TypeVar("Answer")

_encode = msgspec.json.Encoder().encode

_OPEN = "INSERT INTO tables (id, opening, seed) VALUES (?, ?, ?)"
_ENTER = "INSERT OR REPLACE INTO directory (table_id, body, status, number, turn, moved) VALUES (?, ?, ?, ?, ?, ?)"
_ADD_SITTER = "INSERT INTO sitters (table_id, sitter, person) VALUES (?, ?, ?)"
_REMOVE_SITTER = "DELETE FROM sitters WHERE table_id = ? AND sitter = ?"
_SAW = "UPDATE sitters SET seen = max(seen, ?) WHERE table_id = ? AND sitter = ?"
_KEEP_SNAPSHOT = """
    INSERT INTO snapshots VALUES (?, ?, ?)
    ON CONFLICT (table_id) DO UPDATE SET number = excluded.number, body = excluded.body WHERE excluded.number > number
"""
_NEW_PERSON = "INSERT INTO persons SELECT ?, '', ? WHERE NOT EXISTS (SELECT 1 FROM sessions WHERE id = ?)"
_BEGIN_SESSION = """
    INSERT OR IGNORE INTO sessions (id, person, since, seen, device)
    SELECT ?, id, ?, ?, ? FROM persons WHERE id = ?
"""
_IS_OVERDUE = "SELECT 1 FROM sessions WHERE id = ? AND seen <= ?"
_SAW_SESSION = "UPDATE sessions SET seen = max(seen, ?) WHERE id = ?"
_RENAME = "INSERT INTO persons (id, name, since) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name"


class SqliteStore:
    """See `Store` for what the functions promise."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path = path
        self._reader = self._connect()
        migrate(self._reader)
        self._reading = threading.Lock()
        self.writer = Writer(self._connect)

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self._path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False, cached_statements=32
        )
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        return connection

    async def _read(self, query: Callable[..., Answer], *values: Any) -> Answer:
        def locked() -> Answer:
            with self._reading:
                return query(self._reader, *values)

        return await asyncio.to_thread(locked)

    async def close(self) -> None:
        """Finish what has been asked for."""
        await self.writer.close()
        self._reader.close()

    # ---- tables --------------------------------------------------------------------------------------------

    async def open_table(self, opening: Opening, seed: bytes, entry: Entry) -> None:
        """Store a new table without events."""
        await self.writer.write([(_OPEN, (opening.table, _encode(opening).decode(), seed)), _enter(entry)])

    async def append(
        self, table: str, events: Sequence[Event], entry: Entry, people: Mapping[int, str] | None = None
    ) -> None:
        """Store events and what the directory says after them, all or none."""
        moves = [(table, event.number, write_event(event), entry.turn, entry.moved) for event in events]
        statements: list[Statement] = [
            (_ADD_SITTER, (table, sitter, person)) for sitter, person in (people or {}).items()
        ]
        statements += [(_REMOVE_SITTER, (table, event.sitter)) for event in events if isinstance(event, Rise)]
        if any(not isinstance(event, JUST_MOVES) for event in events):
            statements.append(_enter(entry))
        await self.writer.write(statements, moves)

    async def load(self, table: str) -> StoredTable | None:
        """All of a table, read in a thread: a log may be long."""

        def load() -> StoredTable | None:
            with self._reading:
                found = queries.table_rows(self._reader, table)
            return rows.stored_table(found) if found else None

        return await asyncio.to_thread(load)

    async def saw(self, table: str, sitter: int, number: int) -> None:
        """Remember up to which event a sitter has seen the table."""
        await self.writer.write([(_SAW, (number, table, sitter))])

    async def keep_snapshot(self, table: str, number: int, body: bytes) -> None:
        """Keep what a log amounts to at an event."""
        await self.writer.write([(_KEEP_SNAPSHOT, (table, number, body))])

    # ---- the directory -------------------------------------------------------------------------------------

    async def entry(self, table: str) -> Entry | None:
        """What the directory says of a table."""
        return await self._read(queries.one_entry, table)

    async def entries_of(self, person: str, *, unfinished: bool, most: int) -> list[tuple[Entry, list[int]]]:
        """The tables that a person sits at, with the sitters that the person is."""
        return rows.own_entries(await self._read(queries.entries_of, person, unfinished, most))

    # ---- people --------------------------------------------------------------------------------------------

    async def person_of(self, session: str) -> Person | None:
        """Whose session that is."""
        return await self._read(queries.person_of, session)

    async def begin_session(self, session: str, person: Person | None, now: int, device: str) -> Person:
        """Make a session one of that person, or of somebody new."""
        person_id = person.id if person else new_person_id()
        new: list[Statement] = [] if person else [(_NEW_PERSON, (person_id, now, session))]
        await self.writer.write([*new, (_BEGIN_SESSION, (session, now, now, device, person_id))])
        found = await self.person_of(session)
        if found is None:
            raise NotSaved("the session has ended already")
        return found

    async def saw_session(self, session: str, now: int) -> None:
        """Remember that a session was there, unless it was within the last hour."""
        due = await self._read(lambda reader: reader.execute(_IS_OVERDUE, (session, now - AN_HOUR)).fetchone())
        if due:
            await self.writer.write([(_SAW_SESSION, (now, session))])

    async def sessions_of(self, person: str) -> list[Session]:
        """All sessions of a person."""
        return await self._read(queries.sessions_of, person)

    async def end_session(self, person: str, session: str) -> bool:
        """End a session, if it is one of that person."""
        theirs = any(one.id == session for one in await self.sessions_of(person))
        if theirs:
            await self.writer.write([("DELETE FROM sessions WHERE id = ? AND person = ?", (session, person))])
        return theirs

    async def name_of(self, person: str) -> str:
        """The name a person has taken."""
        query = "SELECT name FROM persons WHERE id = ?"
        row = await self._read(lambda reader: reader.execute(query, (person,)).fetchone())
        return row[0] if row else ""

    async def rename(self, person: str, name: str, now: int) -> None:
        """Remember the name of a person."""
        await self.writer.write([(_RENAME, (person, name, now))])


def _enter(entry: Entry) -> Statement:
    """Write a whole entry into the directory."""
    body = _encode(entry).decode()
    return _ENTER, (entry.table, body, entry.status, entry.number, entry.turn, entry.moved)
