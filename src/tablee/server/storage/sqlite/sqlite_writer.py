"""The thread that writes to SQLite: it commits together whatever has gathered meanwhile."""

import asyncio
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import Any

import msgspec

from tablee.server.storage import Conflict, Fenced, NotSaved, WriteJob, future_of
from tablee.server.storage.sql import BATCHES, COMMITS, ERRORS, Answer, Many, Transaction
from tablee.server.table.directory import Latest

HURRY = 0.9
"""The share of our patience below which it is worth telling SQLite how much of it is left."""
BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)

PACE = 0.002
"""Seconds between the beginnings of two commits: what comes meanwhile is stored together. A lone move need not wait."""

_encode = msgspec.json.Encoder().encode

_ADD_MOVES = """
    INSERT INTO moves
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), CAST(json_extract(value, '$[2]') AS BLOB),
           json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]') FROM json_each(?)
"""
_IS_HELD = "SELECT 1 FROM leases WHERE table_id = ? AND token = ?"
_OPEN = "INSERT INTO tables (id, opening, seed) VALUES (?, ?, ?)"
_ENTER = """
    INSERT INTO directory (table_id, body, status, number, turn, moved, due) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (table_id) DO UPDATE SET body = excluded.body, status = excluded.status,
        number = excluded.number, turn = excluded.turn, moved = excluded.moved, due = excluded.due
"""
_SIT = "INSERT INTO participants (table_id, participant, person) VALUES (?, ?, ?)"
_RISE = "DELETE FROM participants WHERE table_id = ? AND participant = ?"
_SAW = "UPDATE participants SET seen = max(seen, ?3) WHERE table_id = ?1 AND participant = ?2"

Outcome = tuple[WriteJob, Exception | None]
"""A job, and why it was not stored."""


class SqliteWriter:
    """Writes everything, in one thread."""

    def __init__(self, connect: Callable[[], sqlite3.Connection], patience: float) -> None:
        self.commits = 0
        """How often the disk was waited for; with many tables far fewer than there are events."""
        self._connect = connect
        self._patience = patience
        self._loop: asyncio.AbstractEventLoop | None = None
        self._gathered: deque[WriteJob] = deque()
        self._is_woken = False
        self._wake = SimpleQueue[bool]()
        """Has whether to go on, once for whatever has gathered since: every hand-over costs both threads time."""
        self._thread = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._thread.start()

    def job(self) -> WriteJob:
        """A job to be filled in and written."""
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
        return WriteJob(time.monotonic() + self._patience)

    async def write(self, job: WriteJob) -> None:
        """Store a job, all or nothing; raises `Conflict`, `Fenced` or `NotSaved`."""
        stored = future_of(job)
        self.put(job)
        await stored

    def put(self, job: WriteJob) -> None:
        """Store a job, and call its `then`."""
        if (entry := job.entry) is not None:  # rows are made here: in the thread they would compete with the event loop
            turn, moved, due = entry.turn, entry.moved, entry.due
            rows = [(table, number, body.decode(), turn, moved, due) for table, number, body in job.lines]
            job.moves = _encode(rows)[1:-1]
        self._gathered.append(job)
        if not self._is_woken:
            self._is_woken = True
            self._wake.put(True)

    async def close(self) -> None:
        """Finish what has been asked for."""
        self._wake.put(False)
        await asyncio.to_thread(self._thread.join)

    def _write_all(self) -> None:
        """Take what has gathered, commit it, tell who waits, until told to stop."""
        connection = self._connect()
        goes_on, began = True, 0.0
        while goes_on or self._gathered:
            goes_on = goes_on and self._wake.get()
            time.sleep(max(0.0, began + PACE - time.monotonic()))
            began = time.monotonic()
            self._is_woken = False  # before looking, so that what comes now wakes us again
            jobs = [self._gathered.popleft() for _ in range(len(self._gathered))]
            outcomes = self._commit_in_time(connection, jobs) if jobs else []
            if outcomes and self._loop is not None and not self._loop.is_closed():
                self._loop.call_soon_threadsafe(_resolve, outcomes)  # one call wakes all who wait
        connection.close()

    def _commit_in_time(self, connection: sqlite3.Connection, jobs: list[WriteJob]) -> list[Outcome]:
        """Commit jobs; if another program is writing, nobody waits for it longer than our patience."""
        left = max(0.0, jobs[0].deadline - time.monotonic())
        hurried = left < self._patience * HURRY
        if hurried:
            connection.execute(f"PRAGMA busy_timeout = {int(left * 1000)}")
        outcomes = self.commit(connection, jobs)
        if hurried:
            connection.execute(f"PRAGMA busy_timeout = {int(self._patience * 1000)}")
        return outcomes

    def commit(self, connection: sqlite3.Connection, jobs: list[WriteJob]) -> list[Outcome]:
        """Store the jobs in one transaction; if one of them fails, each in its own."""
        self.commits += 1
        BATCHES.take(len(jobs))
        try:
            with COMMITS.timing():
                _store(connection, jobs)
        except Exception as error:  # whatever it is: if this thread ended, every later write would wait for ever
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            refusal: Exception = error
            if not isinstance(error, Fenced):
                refusal = Conflict() if isinstance(error, sqlite3.IntegrityError) else NotSaved(str(error))
            is_busy = isinstance(error, sqlite3.OperationalError) and error.sqlite_errorcode & 0xFF in BUSY
            if len(jobs) == 1 or is_busy:  # each by itself would wait as long once more
                ERRORS.add(by=len(jobs) * isinstance(refusal, NotSaved))
                return [(job, refusal) for job in jobs]
            return [told for job in jobs for told in self.commit(connection, [job])]
        return [(job, None) for job in jobs]


def _store(connection: sqlite3.Connection, jobs: Sequence[WriteJob]) -> None:
    """Store all jobs in one transaction.

    Every statement competes with the event loop for the interpreter's lock, so the moves of all jobs go in as one, as
    JSON; where nothing else is to be stored, that one statement is the whole transaction.
    """
    moves = [job.moves for job in jobs if job.moves]
    others = [job for job in jobs if not job.just_moves or job.fence]
    if others:
        connection.execute("BEGIN IMMEDIATE")
    for job in others:
        if job.fence and not connection.execute(_IS_HELD, (job.fence.table, job.fence.token)).fetchone():
            raise Fenced
    if moves:
        connection.execute(_ADD_MOVES, (f"[{b','.join(moves).decode()}]",))
    for job in others:
        _store_rest(connection, job)
    if others:
        connection.execute("COMMIT")


def _store_rest(connection: sqlite3.Connection, job: WriteJob) -> None:
    """Store what a job has beside its events."""
    if job.opening is not None:
        connection.execute(_OPEN, job.opening)
    entry = job.entry
    if entry is not None and not isinstance(entry, Latest):
        for participant, person in (job.people or {}).items():
            connection.execute(_SIT, (entry.table, participant, person))
        for participant in job.risen:
            connection.execute(_RISE, (entry.table, participant))
        row = entry.table, _encode(entry), entry.status, entry.number, entry.turn, entry.moved, entry.due
        connection.execute(_ENTER, row)
    if job.saw is not None:
        connection.execute(_SAW, job.saw)
    if job.work is not None:
        job.work(connection)


def _resolve(outcomes: list[Outcome]) -> None:
    for job, refusal in outcomes:
        job.settle(refusal)


def run(connection: sqlite3.Connection, transaction: Transaction[Answer]) -> Answer:
    """Run the queries of a transaction; returns its answer."""
    try:
        sql, *values = next(transaction)
        while True:
            if values and isinstance(values[0], Many):
                connection.executemany(sql, map(_named, values[0]))
                found = []
            else:
                found = connection.execute(sql, _named(values)).fetchall()
            sql, *values = transaction.send(found)
    except StopIteration as done:
        answer: Answer = done.value
        return answer


def _named(values: Sequence[Any]) -> dict[str, Any]:
    """Values as SQLite wants those of `$1`, `$2`, …"""
    return {str(number): value for number, value in enumerate(values, 1)}
