"""The thread that writes to SQLite: it commits together whatever has gathered meanwhile."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import Any

import msgspec

from tablee.store.counted import BATCHES, COMMITS, ERRORS
from tablee.store.interface import Conflict, Fenced, Lease, NotSaved

Statement = tuple[str, tuple[Any, ...] | dict[str, Any]] | Callable[[sqlite3.Connection], int]
"""SQL and its values; or a function that is to be carried out between others, and says how many rows it has changed."""
Move = tuple[str, int, str, int | None, int]
"""An event and what the directory says after it: table, number, body; the sitter to act, and when it happened."""

HURRY = 0.9
"""The share of our patience below which it is worth telling SQLite how much of it is left."""

_encode = msgspec.json.Encoder().encode

_ADD_MOVES = """
    INSERT INTO moves
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
           json_extract(value, '$[3]'), json_extract(value, '$[4]') FROM json_each(?)
"""


_IS_HELD = "SELECT 1 FROM leases WHERE table_id = ? AND token = ?"
BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


class Job:
    """What is stored together or not at all, and who waits for it: for the number of rows it has changed last."""

    __slots__ = ("deadline", "done", "fence", "moves", "statements")

    def __init__(
        self,
        moves: Sequence[Move],
        statements: Sequence[Statement],
        done: "asyncio.Future[int]",
        deadline: float,
        fence: Lease | None = None,
    ) -> None:
        self.moves = moves
        self.statements = statements
        self.done = done
        self.deadline = deadline
        self.fence = fence


Answer = tuple[Job, int | Exception]


class Writer:
    """All that is written goes through here."""

    def __init__(self, connect: Callable[[], sqlite3.Connection], patience: float) -> None:
        self.commits = 0
        """How often the disk was waited for; with many tables far fewer than there are events."""
        self._connect = connect
        self._patience = patience
        self._loop: asyncio.AbstractEventLoop | None = None
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._thread.start()

    async def write(
        self, statements: Sequence[Statement], moves: Sequence[Move] = (), fence: Lease | None = None
    ) -> int:
        """Store something, all or nothing; raises `Conflict`, `Fenced` or `NotSaved`.

        Returns how many rows the last statement has changed.
        """
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
        done: asyncio.Future[int] = self._loop.create_future()
        self._jobs.put(Job(moves, statements, done, time.monotonic() + self._patience, fence))
        return await done

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
                self._tell(self._commit_in_time(connection, jobs))
        connection.close()

    def _commit_in_time(self, connection: sqlite3.Connection, jobs: list[Job]) -> list[Answer]:
        """Commit jobs; if somebody else is writing, nobody waits for that longer than our patience."""
        left = max(0.0, jobs[0].deadline - time.monotonic())
        hurried = left < self._patience * HURRY
        if hurried:
            connection.execute(f"PRAGMA busy_timeout = {int(left * 1000)}")
        answers = self.commit(connection, jobs)
        if hurried:
            connection.execute(f"PRAGMA busy_timeout = {int(self._patience * 1000)}")
        return answers

    def _tell(self, answers: list[Answer]) -> None:
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

    def commit(self, connection: sqlite3.Connection, jobs: list[Job]) -> list[Answer]:
        """Store the jobs in one transaction; if one of them fails, each in its own."""
        self.commits += 1
        BATCHES.take(len(jobs))
        try:
            with COMMITS.timing():
                changed = _store(connection, jobs)
        except (sqlite3.Error, Fenced) as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            refusal = _refusal(error)
            if len(jobs) == 1 or _is_busy(error):  # each by itself would wait as long once more
                ERRORS.add(by=len(jobs) * isinstance(refusal, NotSaved))
                return [(job, refusal) for job in jobs]
            return [told for job in jobs for told in self.commit(connection, [job])]
        return list(zip(jobs, changed, strict=True))


def _is_busy(error: Exception) -> bool:
    return isinstance(error, sqlite3.OperationalError) and error.sqlite_errorcode & 0xFF in BUSY


def _refusal(error: Exception) -> Exception:
    if isinstance(error, sqlite3.Error):
        return Conflict() if isinstance(error, sqlite3.IntegrityError) else NotSaved(str(error))
    return error


def _store(connection: sqlite3.Connection, jobs: Sequence[Job]) -> list[int]:
    """All jobs in one transaction; returns for each how many rows its last statement has changed.

    Each statement is a fight with the event loop for the interpreter's lock, so the moves of all jobs go in as one,
    as JSON; where nothing else is to be stored, that one statement is the whole transaction.
    """
    moves = [move for job in jobs for move in job.moves]
    together = any(job.statements or job.fence for job in jobs)
    if together:
        connection.execute("BEGIN IMMEDIATE")
    for job in jobs:
        if job.fence and not connection.execute(_IS_HELD, (job.fence.table, job.fence.token)).fetchone():
            raise Fenced
    if moves:
        connection.execute(_ADD_MOVES, (_encode(moves).decode(),))
    changed = [_carry_out(connection, job.statements) for job in jobs]
    if together:
        connection.execute("COMMIT")
    return changed


def _carry_out(connection: sqlite3.Connection, statements: Sequence[Statement]) -> int:
    changed = 0
    for statement in statements:
        changed = statement(connection) if callable(statement) else connection.execute(*statement).rowcount
    return changed


def _resolve(answers: list[Answer]) -> None:
    for job, answer in answers:
        if job.done.cancelled():
            continue
        if isinstance(answer, Exception):
            job.done.set_exception(answer)
        else:
            job.done.set_result(answer)
