"""A house on PostgreSQL as rows to be moved."""

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from asyncpg import Connection, PostgresError

from tablee.store.interface import PATIENCE, Unavailable
from tablee.store.kinds import KINDS, TEXT, Kind, Row
from tablee.store.postgres.connections import LOST, Address, close, why
from tablee.store.postgres.store import prepare


class PostgresRows:
    """A database within one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.is_kept = False

    async def count(self, kind: Kind) -> int:
        """How many rows there are."""
        return int(await self._connection.fetchval(f"SELECT count(*) FROM {kind.name}"))

    async def rows(self, kind: Kind, chunk: int) -> AsyncIterator[list[Row]]:
        """All rows, so many at a time; texts as bytes."""
        columns = (f"convert_to({name}, 'UTF8')" if what == TEXT else name for name, what in kind.columns.items())
        query = f"SELECT {', '.join(columns)} FROM {kind.name} ORDER BY {kind.order}"
        cursor = await self._connection.cursor(query)
        while rows := await cursor.fetch(chunk):
            yield [tuple(row) for row in rows]

    async def take(self, kind: Kind, rows: Sequence[Row]) -> None:
        """Take rows in."""
        texts = [place for place, what in enumerate(kind.columns.values()) if what == TEXT]
        records = [_decoded(kind, row, texts) for row in rows]
        try:
            await self._connection.copy_records_to_table(kind.name, records=records, columns=list(kind.columns))
        except (PostgresError, TypeError, ValueError, OverflowError) as error:
            raise ValueError(f"a row of {kind.name} does not fit into PostgreSQL: {why(error)}") from None

    async def keep(self) -> None:
        """Store for good what was taken in, once the transaction ends."""
        self.is_kept = True


def _decoded(kind: Kind, row: Row, texts: Sequence[int]) -> Row:
    """A row whose texts are texts."""
    fields = list(row)
    for place in texts:
        try:
            fields[place] = bytes(row[place]).decode()
        except (UnicodeDecodeError, TypeError):
            name = list(kind.columns)[place]
            raise ValueError(f"{kind.name}: {name} {row[place]!r} is no text, which PostgreSQL does not take") from None
    return tuple(fields)


@asynccontextmanager
async def postgres_source(url: str) -> AsyncIterator[PostgresRows]:
    """A database as it is at this moment; others may go on writing."""
    async with _connected(url) as connection, connection.transaction(isolation="repeatable_read", readonly=True):
        yield PostgresRows(connection)


@asynccontextmanager
async def postgres_target(url: str) -> AsyncIterator[PostgresRows]:
    """A database to which nobody else writes meanwhile."""
    async with _connected(url) as connection:
        transaction = connection.transaction()
        await transaction.start()
        await connection.execute(f"LOCK TABLE {', '.join(kind.name for kind in KINDS)} IN SHARE ROW EXCLUSIVE MODE")
        rows = PostgresRows(connection)
        try:
            yield rows
            if rows.is_kept:
                await transaction.commit()
        finally:
            if not rows.is_kept and not connection.is_closed():
                await transaction.rollback()


@asynccontextmanager
async def _connected(url: str) -> AsyncIterator[Connection]:
    address = Address(url, PATIENCE, "tablee move-data")
    await prepare(address)
    try:
        connection = await address.connect_until(time.monotonic() + PATIENCE, statement_timeout="0", lock_timeout="10s")
    except Unavailable as error:
        raise ValueError(str(error)) from None
    try:
        yield connection
    except (PostgresError, *LOST) as error:
        raise ValueError(f"PostgreSQL has not done it: {why(error)}") from None
    finally:
        await close(connection)
