"""The thread that writes to SQLite: it commits together whatever has gathered meanwhile."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import Any

import msgspec

from tablee.store.counted import BATCHES, COMMITS, ERRORS
from tablee.store.interface import Conflict, NotSaved

Statement = tuple[str, tuple[Any, ...]]
Move = tuple[str, int, str, int | None, int]
"""An event and what the directory says after it: table, number, body; the sitter to act, and when it happened."""

_encode = msgspec.json.Encoder().encode

_ADD_MOVES = """
    INSERT INTO moves
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
           json_extract(value, '$[3]'), json_extract(value, '$[4]') FROM json_each(?)
"""


class Job:
    """What is stored together or not at all, and who waits for it."""

    __slots__ = ("done", "moves", "statements")

    def __init__(self, moves: Sequence[Move], statements: Sequence[Statement], done: "asyncio.Future[None]") -> None:
        self.moves = moves
        self.statements = statements
        self.done = done


class Writer:
    """All that is written goes through here."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self.commits = 0
        """How often the disk was waited for; with many tables far fewer than there are events."""
        self._connect = connect
        self._loop: asyncio.AbstractEventLoop | None = None
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._thread.start()

    async def write(self, statements: Sequence[Statement], moves: Sequence[Move] = ()) -> None:
        """Store something, all or nothing; raises `Conflict` or `NotSaved`."""
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
        done = self._loop.create_future()
        self._jobs.put(Job(moves, statements, done))
        await done

    async def close(self) -> None:
        """Finish what has been asked for."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _write_all(self) -> None:
        """Take what has gathered, commit it, tell who waits, until told to stop."""
        connection = self._connect()
        going_on = True
        while going_on:
            jobs, going_on = self._gathered()
            if jobs:
                self._tell(self.commit(connection, jobs))
        connection.close()

    def _tell(self, answers: list[tuple[Job, Exception | None]]) -> None:
        """Wake those who wait, all in one call of the event loop."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(_resolve, answers)

    def _gathered(self) -> tuple[list[Job], bool]:
        jobs = []
        job = self._jobs.get()
        while job is not None:
            jobs.append(job)
            if self._jobs.empty():
                return jobs, True
            job = self._jobs.get()
        return jobs, False

    def commit(self, connection: sqlite3.Connection, jobs: list[Job]) -> list[tuple[Job, Exception | None]]:
        """Store the jobs in one transaction; if one of them fails, each in its own."""
        self.commits += 1
        BATCHES.take(len(jobs))
        try:
            with COMMITS.timing():
                _store(connection, jobs)
        except sqlite3.Error as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            if len(jobs) == 1:
                conflict = isinstance(error, sqlite3.IntegrityError)
                ERRORS.add(by=not conflict)
                return [(jobs[0], Conflict() if conflict else NotSaved(str(error)))]
            return [told for job in jobs for told in self.commit(connection, [job])]
        return [(job, None) for job in jobs]


def _store(connection: sqlite3.Connection, jobs: Sequence[Job]) -> None:
    """All jobs in one transaction.

    Each statement is a fight with the event loop for the interpreter's lock, so the moves of all jobs go in as one,
    as JSON; where nothing else is to be stored, that one statement is the whole transaction.
    """
    moves = [move for job in jobs for move in job.moves]
    statements = [statement for job in jobs for statement in job.statements]
    if statements:
        connection.execute("BEGIN IMMEDIATE")
    if moves:
        connection.execute(_ADD_MOVES, (_encode(moves).decode(),))
    for statement in statements:
        connection.execute(*statement)
    if statements:
        connection.execute("COMMIT")


def _resolve(answers: list[tuple[Job, Exception | None]]) -> None:
    for job, error in answers:
        if job.done.cancelled():
            continue
        if error is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(error)
