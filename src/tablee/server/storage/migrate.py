"""`tablee migrate`: copy a house from one database to another, from one snapshot of the source, comparing every row.

Migrations of the schema are in `sqlite_schema.py` and `pg_schema.py`.
"""

import asyncio
import hashlib
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol

import msgspec
from tqdm import tqdm

from tablee.server.storage import PATIENCE, sqlite_path
from tablee.server.storage.schema import Row, TableSchema, migrated_tables
from tablee.server.storage.sqlite.sqlite_store import connect, prepare

CHUNK = 1000
"""Rows that are copied at a time."""

_encode = msgspec.msgpack.Encoder().encode


class CannotMigrate(Exception):
    """The message says why; nothing has changed."""


class DatabaseCopy(Protocol):
    """A database within one transaction: as it was at one moment, or as a target that only we write to."""

    async def count(self, table: TableSchema) -> int:
        """How many rows there are."""

    def rows(self, table: TableSchema, chunk: int) -> AsyncIterator[list[Row]]:
        """All rows, in the order of their key, so many at a time; texts as bytes."""

    async def take(self, table: TableSchema, rows: Sequence[Row]) -> None:
        """Take rows in; raises `ValueError` if a row does not fit."""

    async def keep(self) -> None:
        """Store for good what was taken in. Without this, nothing is stored."""


class MigratedTable(NamedTuple):
    """The rows of a table, how many and their digest, in the source and in the target."""

    table: str
    left: tuple[int, str]
    arrived: tuple[int, str]

    @property
    def is_whole(self) -> bool:
        """Has everything arrived as it was?"""
        return self.left == self.arrived


async def migrate_data(source_url: str, target_url: str, progress: Callable[[int, int], None]) -> list[MigratedTable]:
    """Copy all that a house keeps into an empty database.

    If the rows of any table differ in the end (see `is_whole`), the target stays empty. `progress` is told how many
    rows of how many have been copied or compared. Raises `CannotMigrate`.
    """
    async with _open(source_url, source=True) as source, _open(target_url, source=False) as target:
        tables = migrated_tables()
        for table in tables:
            if count := await target.count(table):
                raise CannotMigrate(f"the target is not empty: it has {count} rows of {table.name}")
        work = 2 * sum([await source.count(table) for table in tables])
        done = 0

        async def advance(rows: Sequence[Row]) -> None:
            nonlocal done
            done += len(rows)
            progress(done, work)

        moved = []
        for table in tables:
            left = await _digest(source.rows(table, CHUNK), partial(target.take, table), advance)
            arrived = await _digest(target.rows(table, CHUNK), advance)
            moved.append(MigratedTable(table.name, left, arrived))
        if all(one.is_whole for one in moved):
            await target.keep()
        return moved


async def _digest(
    batches: AsyncIterator[list[Row]], *handlers: Callable[[list[Row]], Awaitable[None]]
) -> tuple[int, str]:
    """How many rows there are, and their digest; each handler gets every batch."""
    count, digest = 0, hashlib.sha256()
    async for rows in batches:
        count += len(rows)
        for row in rows:
            digest.update(_encode(row))
        for handle in handlers:
            await handle(rows)
    return count, digest.hexdigest()


@asynccontextmanager
async def _open(url: str, *, source: bool) -> AsyncIterator[DatabaseCopy]:
    """Open a source or target; whatever is wrong with it is a `CannotMigrate`."""
    try:
        path = sqlite_path(url)
        if path is None:
            from tablee.server.storage.postgres.pg_migrate import postgres_copy

            async with postgres_copy(url, source=source) as found:
                yield found
        else:
            with sqlite_copy(path, source=source) as found:
                yield found
    except (ValueError, OSError) as error:
        scheme, _, rest = url.partition("://")
        who, at, where = rest.rpartition("@")
        without_password = f"{scheme}://{who.partition(':')[0]}{at}{where}"
        raise CannotMigrate(f"{'from' if source else 'to'} {without_password}: {error}") from None


class SqliteCopy:
    """A file within one transaction. Texts are read as bytes, as SQLite refuses to return a damaged one as text."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def count(self, table: TableSchema) -> int:
        """How many rows there are."""
        (count,) = self._connection.execute(f"SELECT count(*) FROM {table.name}").fetchone()
        return int(count)

    async def rows(self, table: TableSchema, chunk: int) -> AsyncIterator[list[Row]]:
        """All rows, so many at a time."""
        columns = (f"CAST({name} AS BLOB)" if what == "TEXT" else name for name, what in table.columns.items())
        query = f"SELECT {', '.join(columns)} FROM {table.name} ORDER BY {table.key}"
        with closing(self._connection.execute(query)) as found:
            while rows := found.fetchmany(chunk):
                yield rows

    async def take(self, table: TableSchema, rows: Sequence[Row]) -> None:
        """Take rows in; what was text becomes text, whatever is in it."""
        values = ("CAST(? AS TEXT)" if what == "TEXT" else "?" for what in table.columns.values())
        query = f"INSERT INTO {table.name} ({', '.join(table.columns)}) VALUES ({', '.join(values)})"
        try:
            self._connection.executemany(query, rows)
        except sqlite3.Error as error:
            raise ValueError(f"a row of {table.name} cannot be stored: {error}") from None

    async def keep(self) -> None:
        """Store for good what was taken in."""
        self._connection.execute("COMMIT")


@contextmanager
def sqlite_copy(path: Path, *, source: bool) -> Iterator[SqliteCopy]:
    """A file as it is at this moment, while others may go on writing; or a target to which only we write.

    A target is created if there is none.
    """
    if source and not (path.is_file() and path.stat().st_size):
        raise ValueError("there is no such file, or it is empty")
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with closing(connect(path, PATIENCE)) as connection:
            prepare(connection)
            connection.execute("BEGIN" if source else "BEGIN IMMEDIATE")
            connection.execute("SELECT count(*) FROM tables").fetchone()  # from here on nothing changes for us
            yield SqliteCopy(connection)
    except sqlite3.Error as error:
        raise ValueError(f"it cannot be used as a database: {error}") from None


# ---- the command -------------------------------------------------------------------------------------------


def print_migration(source: str, target: str) -> int:
    """Migrate a house, print what has become of every table, and return an exit code."""
    with tqdm(unit="row", desc="copying and comparing", unit_scale=True, leave=False, disable=None) as bar:

        def progress(done: int, work: int) -> None:
            bar.total = work
            bar.update(done - bar.n)

        moved = asyncio.run(migrate_data(source, target, progress))
    for table, (count, digest), (arrived, other) in moved:
        same = f"the same there   {digest[:16]}"
        changed = f"{arrived:,} DIFFERENT there   {digest[:16]} became {other[:16]}"
        print(f"{table:<24} {count:>10,} rows, {same if (count, digest) == (arrived, other) else changed}")
    if all(one.is_whole for one in moved):
        print(f"All {sum(one.left[0] for one in moved):,} rows have arrived, and are what they were.")
        return 0
    print("NOT everything has arrived as it was: nothing has been stored there.")
    return 1
