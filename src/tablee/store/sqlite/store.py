"""The store on SQLite: one thread writes, others read."""

import asyncio
import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from tablee.people import Pass, Person, Session
from tablee.people.persons import new_person_id
from tablee.store import rows
from tablee.store.bells import Bells
from tablee.store.coming_back import ComingBack
from tablee.store.deals import Deals
from tablee.store.finished import Finished
from tablee.store.hall import Hall
from tablee.store.interface import AN_HOUR, PATIENCE, Later, Lease, News, NotSaved, StoredTable, Unavailable
from tablee.store.own_games import OwnGames
from tablee.store.programs import Programs
from tablee.store.ratings import Ratings
from tablee.store.reports import Reports
from tablee.store.shared_sql import Statements
from tablee.store.sqlite import clocks, queries
from tablee.store.sqlite.forgetting import forgetting, unseen_since
from tablee.store.sqlite.migrations import migrate
from tablee.store.sqlite.transacting import transacting
from tablee.store.sqlite.writer import Statement, Writer
from tablee.store.stories import Stories
from tablee.store.talk import Talk
from tablee.table.directory import Entry
from tablee.table.events import Event, Opening, Rise
from tablee.table.log import write_event

MIGRATION_PATIENCE = 60.0
"""Seconds that another program may take to bring the file up to date."""

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
_END_SESSION = "DELETE FROM sessions WHERE id = ? AND person = ?"
_WITHDRAW_PASSES = "DELETE FROM passes WHERE person = ? OR until <= ?"
_GIVE_PASS = "INSERT OR IGNORE INTO passes (digest, person, back, until) VALUES (?, ?, ?, ?)"
# If a lease ends later than one that is taken now, the clock has been put back since: it is as good as over.
_NOW = "((julianday('now') - 2440587.5) * 86400)"
_END_LEASE = f"""
    DELETE FROM leases WHERE table_id = :table
    AND (until <= {_NOW} OR (until > {_NOW} + :lifetime AND server <> :server))
"""
_TAKE_LEASE = "INSERT OR IGNORE INTO leases (table_id, server, until) VALUES (:table, :server, 0)"
_PROLONG_LEASE = f"""
    UPDATE leases SET until = {_NOW} + :lifetime WHERE table_id = :table AND server = :server
"""
_KEEP_LEASE = f"UPDATE leases SET until = {_NOW} + ? WHERE table_id = ? AND token = ?"


def connect(path: Path, patience: float) -> sqlite3.Connection:
    """A connection to a file, on which every commit waits for the disk; nobody waits longer for another who writes."""
    connection = sqlite3.connect(
        path, timeout=patience, isolation_level=None, check_same_thread=False, cached_statements=32
    )
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def prepare(connection: sqlite3.Connection) -> None:
    """Bring a file up to date; another program may be doing that just now, and is waited for."""
    (patience,) = connection.execute("PRAGMA busy_timeout").fetchone()
    connection.execute(f"PRAGMA busy_timeout = {int(MIGRATION_PATIENCE * 1000)}")
    migrate(connection)
    connection.execute(f"PRAGMA busy_timeout = {patience}")


class SqliteStore(ComingBack, OwnGames):
    """See `Store` for what the functions promise."""

    body_as_bytes = "CAST(body AS BLOB)"  # SQLite would rather fail than hand out a text that is none

    def __init__(self, path: Path, patience: float = PATIENCE) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.server = secrets.token_urlsafe(9)
        self.is_shared = False
        self._path = path
        self._patience = patience
        self._reader = connect(path, patience)
        prepare(self._reader)
        self._reading = threading.Lock()
        self.writer = Writer(self._connect, patience)
        transact = transacting(self.writer, self._read)
        self.rows = Statements(transact)
        self.talk, self.reports, self.programs = Talk(self.rows), Reports(self.rows), Programs(self.rows)
        self.hall, self.ratings = Hall(transact, self.body_as_bytes), Ratings(transact)
        self.bells, self.stories = Bells(self.rows, self.body_as_bytes), Stories(transact)
        self.deals = Deals(transact, self.body_as_bytes)
        self.finished = Finished(transact)

    def _connect(self) -> sqlite3.Connection:
        return connect(self._path, self._patience)

    async def _read(self, query: Callable[..., Answer], *values: Any) -> Answer:
        return await asyncio.to_thread(self._read_here, query, *values)

    def _read_here(self, query: Callable[..., Answer], *values: Any) -> Answer:
        try:
            with self._reading:
                return query(self._reader, *values)
        except sqlite3.OperationalError as error:
            raise Unavailable(str(error)) from None

    async def close(self) -> None:
        """Finish what has been asked for."""
        await self.writer.close()
        self._reader.close()

    # ---- tables --------------------------------------------------------------------------------------------

    async def open_table(self, opening: Opening, seed: bytes, entry: Entry) -> None:
        """Store a new table without events."""
        opened: Statement = (_OPEN, (opening.table, _encode(opening).decode(), seed))
        await self.writer.write([opened, _enter(entry), *clocks.expecting(entry)])

    async def append(
        self,
        table: str,
        events: Sequence[Event],
        entry: Entry,
        people: Mapping[int, str] | None = None,
        fence: Lease | None = None,
        *,
        tell: bool = True,
    ) -> None:
        """Store events and what the directory says after them, all or none."""
        del tell  # there is nobody to be told
        moves = [(table, event.number, write_event(event), entry.turn, entry.moved) for event in events]
        statements: list[Statement] = [
            (_ADD_SITTER, (table, sitter, person)) for sitter, person in (people or {}).items()
        ]
        statements += [(_REMOVE_SITTER, (table, event.sitter)) for event in events if isinstance(event, Rise)]
        if any(not isinstance(event, rows.JUST_MOVES) for event in events):
            statements.append(_enter(entry))
        statements += clocks.expecting(entry)
        await self.writer.write(statements, moves, fence)

    def tell_number(self, table: str, number: int) -> None:
        """There is nobody to be told."""

    async def load(self, table: str) -> StoredTable | None:
        """All of a table, read in a thread: a log may be long."""

        def load() -> StoredTable | None:
            found = self._read_here(queries.table_rows, table)
            return rows.stored_table(found) if found else None

        return await asyncio.to_thread(load)

    async def events_after(self, table: str, number: int) -> Later:
        """What a log has after an event."""
        return rows.later(*await self._read(queries.later_rows, table, number), number)

    async def numbers(self, tables: Iterable[str]) -> dict[str, int]:
        """The latest event of each of those tables."""
        return await self._read(queries.numbers, tables)

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

    async def due(self, most: int) -> list[tuple[str, int]]:
        """Tables at which something must happen by itself, the soonest first."""
        return await self._read(clocks.due, most)

    async def note_hours(self, since: int, until: int) -> None:
        """Remember that this server has been open."""
        await self.writer.write(clocks.noting_hours(self.server, since, until))

    async def hours(self, after: int) -> list[tuple[int, int]]:
        """From when to when the house was open."""
        return await self._read(clocks.hours, after)

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
            await self.writer.write([(_END_SESSION, (session, person)), (_WITHDRAW_PASSES, (person, 0))])
        return theirs

    async def name_of(self, person: str) -> str:
        """The name a person has taken."""
        query = "SELECT name FROM persons WHERE id = ?"
        row = await self._read(lambda reader: reader.execute(query, (person,)).fetchone())
        return row[0] if row else ""

    async def rename(self, person: str, name: str, now: int) -> None:
        """Remember the name of a person."""
        await self.writer.write([(_RENAME, (person, name, now))])

    async def unseen_since(self, before: int, most: int) -> list[str]:
        """Persons who were last there before that time."""
        return await self._read(unseen_since, before, most)

    async def forget_person(self, person: str, now: int) -> list[str]:
        """Delete a person, and their names."""
        tables: list[str] = []
        await self.writer.write([forgetting(person, now, tables)])
        return tables

    # ---- passes to another device --------------------------------------------------------------------------

    async def give_pass(self, given: Pass, now: int) -> None:
        """Keep a pass, in the place of an earlier one."""
        await self.writer.write(
            [
                (_WITHDRAW_PASSES, (given.person, now)),
                (_GIVE_PASS, (given.digest, given.person, given.back, given.until)),
            ]
        )

    async def find_pass(self, digest: str, now: int) -> Pass | None:
        """The pass with that digest, if it still holds."""
        return await self._read(queries.find_pass, digest, now)

    async def use_pass(self, digest: str, now: int) -> Pass | None:
        """The same, and it holds no longer."""
        found = await self.find_pass(digest, now)
        used = found and await self.writer.write([("DELETE FROM passes WHERE digest = ?", (digest,))])
        return found if used else None

    # ---- several servers: there is one alone, but what asks for leases need not know ----------------------

    async def take_lease(self, table: str, server: str, lifetime: float) -> Lease | None:
        """Take or prolong the lease of a table, unless it is another server's."""
        values = {"table": table, "server": server, "lifetime": lifetime}
        await self.writer.write([(_END_LEASE, values), (_TAKE_LEASE, values), (_PROLONG_LEASE, values)])
        token = await self._read(queries.lease_token, table, server)
        return None if token is None else Lease(table, server, token)

    async def keep_leases(self, leases: Sequence[Lease], lifetime: float) -> set[str]:
        """Prolong leases, all at once."""
        statements = [(_KEEP_LEASE, (lifetime, lease.table, lease.token)) for lease in leases]
        kept = await asyncio.gather(*(self.writer.write([statement]) for statement in statements))
        return {lease.table for lease, is_held in zip(leases, kept, strict=True) if is_held}

    async def release_leases(self, leases: Sequence[Lease]) -> None:
        """Let others have these leases."""
        query = "DELETE FROM leases WHERE table_id = ? AND token = ?"
        await self.writer.write([(query, (lease.table, lease.token)) for lease in leases])

    async def listen(self, callback: Callable[[News], None]) -> None:
        """There is nobody else who could tell anything."""

    def announce(self, kind: str, payload: str) -> None:
        """There is nobody else who could be told."""


def _enter(entry: Entry) -> Statement:
    """Write a whole entry into the directory."""
    body = _encode(entry).decode()
    return _ENTER, (entry.table, body, entry.status, entry.number, entry.turn, entry.moved)
