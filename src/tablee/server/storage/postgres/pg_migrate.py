"""A PostgreSQL database as the source or target of `tablee migrate`."""

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from asyncpg import Connection, PostgresError

from tablee.server.storage.interface import PATIENCE, Unavailable
from tablee.server.storage.postgres.pg_connections import LOST, Address, close, why
from tablee.server.storage.postgres.pg_store import prepare
from tablee.server.storage.schema import Row, TableSchema, migrated_tables


class PostgresCopy:
    """A database within one transaction, as rows to be copied."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.is_kept = False

    async def count(self, table: TableSchema) -> int:
        """How many rows there are."""
        return int(await self._connection.fetchval(f"SELECT count(*) FROM {table.name}"))

    async def rows(self, table: TableSchema, chunk: int) -> AsyncIterator[list[Row]]:
        """All rows, so many at a time; texts as bytes."""
        columns = (f"convert_to({name}, 'UTF8')" if what == "TEXT" else name for name, what in table.columns.items())
        query = f"SELECT {', '.join(columns)} FROM {table.name} ORDER BY {table.key}"
        cursor = await self._connection.cursor(query)
        while rows := await cursor.fetch(chunk):
            yield [tuple(row) for row in rows]

    async def take(self, table: TableSchema, rows: Sequence[Row]) -> None:
        """Take rows in."""
        texts = [place for place, what in enumerate(table.columns.values()) if what == "TEXT"]
        records = [_decoded(table, row, texts) for row in rows]
        try:
            await self._connection.copy_records_to_table(table.name, records=records, columns=list(table.columns))
        except (PostgresError, TypeError, ValueError, OverflowError) as error:
            raise ValueError(f"a row of {table.name} does not fit into PostgreSQL: {why(error)}") from None

    async def keep(self) -> None:
        """Store for good what was taken in, once the transaction ends."""
        self.is_kept = True


def _decoded(table: TableSchema, row: Row, texts: Sequence[int]) -> Row:
    """A row whose texts are texts."""
    fields = list(row)
    for place in texts:
        try:
            fields[place] = bytes(row[place]).decode()
        except (UnicodeDecodeError, TypeError):
            name = list(table.columns)[place]
            raise ValueError(
                f"{table.name}: {name} {row[place]!r} is no text, which PostgreSQL does not take"
            ) from None
    return tuple(fields)


@asynccontextmanager
async def postgres_source(url: str) -> AsyncIterator[PostgresCopy]:
    """A database as it is at this moment; others may go on writing."""
    async with _connected(url) as connection, connection.transaction(isolation="repeatable_read", readonly=True):
        yield PostgresCopy(connection)


@asynccontextmanager
async def postgres_target(url: str) -> AsyncIterator[PostgresCopy]:
    """A database to which nobody else writes meanwhile."""
    async with _connected(url) as connection:
        transaction = connection.transaction()
        await transaction.start()
        await connection.execute(
            f"LOCK TABLE {', '.join(table.name for table in migrated_tables())} IN SHARE ROW EXCLUSIVE MODE"
        )
        rows = PostgresCopy(connection)
        try:
            yield rows
            if rows.is_kept:
                await transaction.commit()
        finally:
            if not rows.is_kept and not connection.is_closed():
                await transaction.rollback()


@asynccontextmanager
async def _connected(url: str) -> AsyncIterator[Connection]:
    address = Address(url, PATIENCE, "tablee migrate")
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
