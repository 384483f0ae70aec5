"""The store on SQLite: one thread writes, others read. No other server works on the same file."""

import asyncio
import secrets
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tablee.server.storage import PATIENCE, Conflict, NotSaved, Unavailable
from tablee.server.storage.sql import Answer, Database, Mode, Rows, Transaction, in_turn
from tablee.server.storage.sqlite.sqlite_schema import migrate
from tablee.server.storage.sqlite.sqlite_writer import SqliteWriter, run
from tablee.server.storage.store import Store

MIGRATION_PATIENCE = 60.0
"""Seconds that another program may take to bring the file up to date."""

_NOW = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"


def connect(path: Path, patience: float) -> sqlite3.Connection:
    """A connection to a file. Every commit waits for the disk; nobody waits for another writer beyond `patience`."""
    connection = sqlite3.connect(
        path, timeout=patience, isolation_level=None, check_same_thread=False, cached_statements=32
    )
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA temp_store = MEMORY")  # else statements with triggers may need a file each
    return connection


def prepare(connection: sqlite3.Connection) -> None:
    """Bring a file up to date; wait for another program that is doing so."""
    (patience,) = connection.execute("PRAGMA busy_timeout").fetchone()
    connection.execute(f"PRAGMA busy_timeout = {int(MIGRATION_PATIENCE * 1000)}")
    migrate(connection)
    connection.execute(f"PRAGMA busy_timeout = {patience}")


class SqliteDatabase(Database):
    """One connection for reading, used by one thread at a time, and the writer's own."""

    def __init__(self, path: Path, patience: float) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._reader = connect(path, patience)
        prepare(self._reader)
        self._reading = threading.Lock()
        self.writer = SqliteWriter(lambda: connect(path, patience), patience)

    async def transact(self, begin: Callable[[], Transaction[Answer]], mode: Mode) -> Answer:
        """Run a transaction; whatever writes is run by the writer, one after the other."""
        if mode == "read":
            return await asyncio.to_thread(self._read, begin)
        answers: list[Answer] = []

        def work(connection: sqlite3.Connection) -> None:
            try:
                answers[:] = [run(connection, begin())]
            except sqlite3.Error:
                raise
            except Exception as error:  # whatever it is, the thread that writes goes on
                raise sqlite3.OperationalError(f"it could not be done: {error!r}") from error

        job = self.writer.job()
        job.work = work
        try:
            await self.writer.write(job)
        except Conflict:
            raise NotSaved("it contradicts what is stored") from None
        return answers[0]

    async def fetch_decoded(self, decode: Callable[[Rows], Answer], sql: str, *values: Any) -> Answer:
        """Read and decode in one thread."""
        return await asyncio.to_thread(lambda: decode(self._read(lambda: in_turn((sql, *values)))[0]))

    def _read(self, begin: Callable[[], Transaction[Answer]]) -> Answer:
        try:
            with self._reading:
                return run(self._reader, begin())
        except sqlite3.OperationalError as error:
            raise Unavailable(str(error)) from None

    async def close(self) -> None:
        """Finish what has been asked for."""
        await self.writer.close()
        self._reader.close()


class SqliteStore(Store):
    """See `Store`."""

    is_shared = False
    database: SqliteDatabase

    def __init__(self, path: Path, patience: float = PATIENCE) -> None:
        database = SqliteDatabase(path, patience)
        super().__init__(database, database.writer, _NOW, secrets.token_urlsafe(9))

    async def close(self) -> None:
        """Finish what has been asked for, and let go of the file."""
        await self.database.close()
