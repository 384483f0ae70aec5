"""`tablee migrate`: copy a house from one database to another, from one snapshot of the source, comparing every row."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import NamedTuple, Protocol

import msgspec
from tqdm import tqdm

from tablee.server.storage.schema import Row, TableSchema, migrated_tables
from tablee.server.storage.sqlite.sqlite_migrate import sqlite_source, sqlite_target

CHUNK = 1000
"""Rows that are copied at a time."""

_encode = msgspec.msgpack.Encoder().encode


class CannotMigrate(Exception):
    """The message says why; nothing has changed."""


class Source(Protocol):
    """A database as it was at one moment."""

    async def count(self, table: TableSchema) -> int:
        """How many rows there are."""

    def rows(self, table: TableSchema, chunk: int) -> AsyncIterator[list[Row]]:
        """All rows, in the order of their key, so many at a time."""


class Target(Source, Protocol):
    """A database that takes rows in; all of it is stored in the end, or nothing."""

    async def take(self, table: TableSchema, rows: Sequence[Row]) -> None:
        """Take rows in."""

    async def keep(self) -> None:
        """Store for good what was taken in."""


class MigratedTable(NamedTuple):
    """The rows of a table, how many and their digest, in the source and in the target."""

    table: str
    left: tuple[int, str]
    arrived: tuple[int, str]

    @property
    def is_whole(self) -> bool:
        """Has everything arrived as it was?"""
        return self.left == self.arrived


class Digest:
    """Counts rows, and what is in them."""

    def __init__(self) -> None:
        self._count = 0
        self._hash = hashlib.sha256()

    def add(self, rows: Iterable[Row]) -> None:
        """Some more rows."""
        for row in rows:
            self._count += 1
            self._hash.update(_encode(row))

    @property
    def found(self) -> tuple[int, str]:
        """How many there were, and the digest of all of them."""
        return self._count, self._hash.hexdigest()


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

        def advance(rows: Sequence[Row]) -> None:
            nonlocal done
            done += len(rows)
            progress(done, work)

        moved = [await _migrate_table(source, target, table, advance) for table in tables]
        if all(one.is_whole for one in moved):
            await target.keep()
        return moved


async def _migrate_table(
    source: Source, target: Target, table: TableSchema, advance: Callable[[Sequence[Row]], None]
) -> MigratedTable:
    left, arrived = Digest(), Digest()
    async for rows in source.rows(table, CHUNK):
        left.add(rows)
        await target.take(table, rows)
        advance(rows)
    async for rows in target.rows(table, CHUNK):
        arrived.add(rows)
        advance(rows)
    return MigratedTable(table.name, left.found, arrived.found)


@asynccontextmanager
async def _open(url: str, *, source: bool) -> AsyncIterator[Target]:
    """Open a source or target; whatever is wrong with it is a `CannotMigrate`."""
    try:
        async with _opened(url, source=source) as found:
            yield found
    except (ValueError, OSError) as error:
        raise CannotMigrate(f"{'from' if source else 'to'} {_without_password(url)}: {error}") from None


def _opened(url: str, *, source: bool) -> AbstractAsyncContextManager[Target]:
    scheme, _, rest = url.partition("://")
    if scheme == "sqlite" and rest.startswith("/") and len(rest) > 1:
        return (sqlite_source if source else sqlite_target)(Path(rest[1:]))
    if scheme in ("postgresql", "postgres") and rest:
        return _opened_postgres(url, source=source)
    raise ValueError("use sqlite:///path/to/tables.db or postgresql://user:password@host/database")


def _opened_postgres(url: str, *, source: bool) -> AbstractAsyncContextManager[Target]:
    try:
        from tablee.server.storage.postgres.pg_migrate import postgres_source, postgres_target
    except ModuleNotFoundError as error:
        if error.name != "asyncpg":
            raise
        raise ValueError("PostgreSQL needs asyncpg: pip install 'tablee[postgres]'") from None
    return (postgres_source if source else postgres_target)(url)


def _without_password(url: str) -> str:
    scheme, _, rest = url.partition("://")
    who, at, where = rest.rpartition("@")
    return f"{scheme}://{who.partition(':')[0]}{at}{where}"


# ---- the command -------------------------------------------------------------------------------------------


def print_migration(source: str, target: str) -> int:
    """Migrate a house, print what has become of every table, and return an exit code."""
    with tqdm(unit="row", desc="copying and comparing", unit_scale=True, leave=False, disable=None) as bar:

        def progress(done: int, work: int) -> None:
            bar.total = work
            bar.update(done - bar.n)

        moved = asyncio.run(migrate_data(source, target, progress))
    print("\n".join(report(moved)))
    return 0 if all(one.is_whole for one in moved) else 1


def report(moved: Sequence[MigratedTable]) -> list[str]:
    """What has become of every table, in lines."""
    lines = [_line(one) for one in moved]
    if all(one.is_whole for one in moved):
        rows = sum(one.left[0] for one in moved)
        return [*lines, f"All {rows:,} rows have arrived, and are what they were."]
    return [*lines, "NOT everything has arrived as it was: nothing has been stored there."]


def _line(one: MigratedTable) -> str:
    (count, digest), (arrived, other) = one.left, one.arrived
    if one.is_whole:
        return f"{one.table:<24} {count:>10,} rows, the same there   {digest[:16]}"
    return f"{one.table:<24} {count:>10,} rows, {arrived:,} DIFFERENT there   {digest[:16]} became {other[:16]}"
