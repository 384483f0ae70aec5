"""The store on SQLite: one thread writes, and commits together whatever has gathered meanwhile."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

import msgspec

from tablee.store.interface import Conflict, NotSaved, StoredTable
from tablee.store.migrations import migrate
from tablee.table.events import Event, Opening, Over, Rise
from tablee.table.log import read_log, write_event

BUSY_SECONDS = 60.0
"""How long to wait for another process that is writing to the same file."""

Statement = tuple[str, tuple[Any, ...]]
EventRow = tuple[str, int, str]
"""Table, number, body."""
Answer = TypeVar("Answer")

_decode_opening = msgspec.json.Decoder(Opening).decode
_encode = msgspec.json.Encoder().encode

_OPEN = "INSERT INTO tables (id, opening, seed, opened) VALUES (?, ?, ?, ?)"
_ADD_EVENTS = """
    INSERT INTO events
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]') FROM json_each(?)
"""
_ADD_SITTER = "INSERT INTO sitters (table_id, sitter, person) VALUES (?, ?, ?)"
_REMOVE_SITTER = "DELETE FROM sitters WHERE table_id = ? AND sitter = ?"
_END = "UPDATE tables SET ended = 1 WHERE id = ?"
_SAW = "UPDATE sitters SET seen = max(seen, ?) WHERE table_id = ? AND sitter = ?"
_KEEP = """
    INSERT INTO snapshots VALUES (?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET number = excluded.number,
    body = excluded.body WHERE excluded.number > number
"""
_UNFINISHED = """
    SELECT id FROM tables WHERE id IN (SELECT table_id FROM sitters WHERE person = ?) AND NOT ended
    ORDER BY coalesce(
        (SELECT json_extract(body, '$.at') FROM events WHERE table_id = id ORDER BY number DESC LIMIT 1), opened
    ) DESC LIMIT 12
"""


class _Job:
    """What is stored together or not at all, and who waits for it."""

    __slots__ = ("done", "events", "statements")

    def __init__(
        self, events: Sequence[EventRow], statements: Sequence[Statement], done: "asyncio.Future[None]"
    ) -> None:
        self.events = events
        self.statements = statements
        self.done = done


class SqliteStore:
    """See `Store` for what the functions promise."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.commits = 0
        """How often the disk was waited for; with many tables far fewer than there are events."""
        self._path = path
        self._reader = self._connect()
        migrate(self._reader)
        self._reading = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._writer.start()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self._path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False, cached_statements=32
        )
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        return connection

    # ---- the interface -------------------------------------------------------------------------------------

    async def open_table(self, opening: Opening, seed: bytes) -> None:
        """Store a new table without events."""
        await self._write([(_OPEN, (opening.table, _encode(opening).decode(), seed, int(time.time())))])

    async def append(self, table: str, events: Sequence[Event], people: Mapping[int, str] | None = None) -> None:
        """Store events, all or none."""
        rows = [(table, event.number, write_event(event)) for event in events]
        statements: list[Statement] = [
            (_ADD_SITTER, (table, sitter, person)) for sitter, person in (people or {}).items()
        ]
        for event in events:
            if isinstance(event, Over):
                statements.append((_END, (table,)))
            elif isinstance(event, Rise):
                statements.append((_REMOVE_SITTER, (table, event.sitter)))
        await self._write(statements, rows)

    async def saw(self, table: str, sitter: int, number: int) -> None:
        """Remember up to which event a sitter has seen the table."""
        await self._write([(_SAW, (number, table, sitter))])

    async def keep_snapshot(self, table: str, number: int, body: bytes) -> None:
        """Keep what a log amounts to at an event."""
        await self._write([(_KEEP, (table, number, body))])

    async def rename(self, person: str, name: str) -> None:
        """Remember the name of a person."""
        await self._write([("INSERT OR REPLACE INTO people VALUES (?, ?)", (person, name))])

    async def load(self, table: str) -> StoredTable | None:
        """All of a table."""
        return await self._read(lambda connection: _load(connection, table))

    async def name_of(self, person: str) -> str:
        """The name a person has taken."""
        query = "SELECT name FROM people WHERE person = ?"
        row = await self._read(lambda connection: connection.execute(query, (person,)).fetchone())
        return row[0] if row else ""

    async def unfinished_tables(self, person: str) -> list[str]:
        """The ids of the tables that a person sits at and that are not over, where something last happened first."""
        rows = await self._read(lambda connection: connection.execute(_UNFINISHED, (person,)).fetchall())
        return [table for (table,) in rows]

    async def close(self) -> None:
        """Finish what has been asked for."""
        self._jobs.put(None)
        await asyncio.to_thread(self._writer.join)
        self._reader.close()

    # ---- reading and writing -------------------------------------------------------------------------------

    async def _read(self, query: Callable[[sqlite3.Connection], Answer]) -> Answer:
        def locked() -> Answer:
            with self._reading:
                return query(self._reader)

        return await asyncio.to_thread(locked)

    async def _write(self, statements: Sequence[Statement], events: Sequence[EventRow] = ()) -> None:
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
        done = self._loop.create_future()
        self._jobs.put(_Job(events, statements, done))
        await done

    def _write_all(self) -> None:
        """The writer thread: take what has gathered, commit it, tell who waits, until told to stop."""
        connection = self._connect()
        going_on = True
        while going_on:
            jobs, going_on = self._gathered()
            if jobs:
                self._tell(self._commit(connection, jobs))
        connection.close()

    def _tell(self, answers: list[tuple[_Job, Exception | None]]) -> None:
        """Wake those who wait, all in one call of the event loop."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(_resolve, answers)

    def _gathered(self) -> tuple[list[_Job], bool]:
        jobs = []
        job = self._jobs.get()
        while job is not None:
            jobs.append(job)
            if self._jobs.empty():
                return jobs, True
            job = self._jobs.get()
        return jobs, False

    def _commit(self, connection: sqlite3.Connection, jobs: list[_Job]) -> list[tuple[_Job, Exception | None]]:
        """Store the jobs in one transaction; if one of them fails, each in its own."""
        self.commits += 1
        try:
            _store(connection, jobs)
        except sqlite3.Error as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            if len(jobs) == 1:
                conflict = isinstance(error, sqlite3.IntegrityError)
                return [(jobs[0], Conflict() if conflict else NotSaved(str(error)))]
            return [told for job in jobs for told in self._commit(connection, [job])]
        return [(job, None) for job in jobs]


def _store(connection: sqlite3.Connection, jobs: Sequence[_Job]) -> None:
    """All jobs in one transaction.

    Each statement is a fight with the event loop for the interpreter's lock, so the events of all jobs go in as one,
    as JSON; where nothing else is to be stored, that one statement is the whole transaction.
    """
    events = [row for job in jobs for row in job.events]
    statements = [statement for job in jobs for statement in job.statements]
    if statements:
        connection.execute("BEGIN IMMEDIATE")
    if events:
        connection.execute(_ADD_EVENTS, (_encode(events).decode(),))
    for statement in statements:
        connection.execute(*statement)
    if statements:
        connection.execute("COMMIT")


def _load(connection: sqlite3.Connection, table: str) -> StoredTable | None:
    row = connection.execute("SELECT opening, seed FROM tables WHERE id = ?", (table,)).fetchone()
    if row is None:
        return None
    bodies = connection.execute("SELECT body FROM events WHERE table_id = ? ORDER BY number", (table,)).fetchall()
    events, fault = read_log(body for (body,) in bodies)
    kept = connection.execute("SELECT body FROM snapshots WHERE table_id = ?", (table,)).fetchone()
    sitters = connection.execute("SELECT sitter, person, seen FROM sitters WHERE table_id = ?", (table,)).fetchall()
    return StoredTable(
        opening=_decode_opening(row[0]),
        seed=row[1],
        events=events,
        fault=fault,
        snapshot=kept[0] if kept else b"",
        people={sitter: person for sitter, person, _ in sitters},
        seen={sitter: seen for sitter, _, seen in sitters},
    )


def _resolve(answers: list[tuple[_Job, Exception | None]]) -> None:
    for job, error in answers:
        if job.done.cancelled():
            continue
        if error is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(error)
