"""A PostgreSQL database as the source or target of `tablee migrate`."""

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from asyncpg import Connection, PostgresError
from asyncpg.transaction import Transaction

from tablee.server.storage import PATIENCE, Unavailable
from tablee.server.storage.postgres.pg_connections import LOST, Address, close, why
from tablee.server.storage.postgres.pg_store import prepare
from tablee.server.storage.schema import Row, TableSchema, migrated_tables


class PostgresCopy:
    """A database within one transaction, as rows to be copied."""

    def __init__(self, connection: Connection, transaction: Transaction) -> None:
        self._connection, self._transaction = connection, transaction

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
        columns = table.columns.items()
        records = [
            [
                _text(table, name, field) if what == "TEXT" else field
                for field, (name, what) in zip(row, columns, strict=True)
            ]
            for row in rows
        ]
        try:
            await self._connection.copy_records_to_table(table.name, records=records, columns=list(table.columns))
        except (PostgresError, TypeError, ValueError, OverflowError) as error:
            raise ValueError(f"a row of {table.name} does not fit into PostgreSQL: {why(error)}") from None

    async def keep(self) -> None:
        """Store for good what was taken in."""
        await self._transaction.commit()

    async def is_in_use(self) -> bool:
        """Whether a server is connected, or was heard of in the last half minute."""
        await self._connection.execute("SELECT pg_stat_clear_snapshot()")
        return bool(await self._connection.fetchval(_USERS))


_USERS = """
SELECT EXISTS (
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND application_name LIKE 'tablee %' AND application_name NOT IN ('tablee migrate', 'tablee inspection')
) OR EXISTS (SELECT FROM servers WHERE at > extract(epoch FROM clock_timestamp()) * 1000 - 30000)
"""


def _text(table: TableSchema, column: str, field: Any) -> str:
    try:
        return bytes(field).decode()
    except (UnicodeDecodeError, TypeError):
        raise ValueError(f"{table.name}: {column} {field!r} is no text, which PostgreSQL does not take") from None


@asynccontextmanager
async def postgres_copy(url: str, *, source: bool) -> AsyncIterator[PostgresCopy]:
    """A database as it is at this moment, while others may go on writing; or a target to which only we write."""
    address = Address(url, PATIENCE, "tablee migrate")
    if not source:
        await prepare(address)
    try:
        connection = await address.connect_until(time.monotonic() + PATIENCE, statement_timeout="0", lock_timeout="10s")
    except Unavailable as error:
        raise ValueError(str(error)) from None
    try:
        transaction = connection.transaction(isolation="repeatable_read" if source else None, readonly=source)
        await transaction.start()
        if not source:
            names = ", ".join(table.name for table in migrated_tables())
            await connection.execute(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE")
        yield PostgresCopy(connection, transaction)
    except (PostgresError, *LOST) as error:
        raise ValueError(f"PostgreSQL has not done it: {why(error)}") from None
    finally:
        await close(connection)  # which rolls back what was not committed
