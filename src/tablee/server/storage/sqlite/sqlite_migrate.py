"""An SQLite file as the source or target of `tablee migrate`."""

import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path

from tablee.server.storage.schema import Row, TableSchema
from tablee.server.storage.sqlite.sqlite_store import connect, prepare


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


@asynccontextmanager
async def sqlite_source(path: Path) -> AsyncIterator[SqliteCopy]:
    """A file as it is at this moment; others may go on writing."""
    _check_there(path)
    async with _transaction(path, "BEGIN") as rows:
        yield rows


def _check_there(path: Path) -> None:
    if not path.is_file():
        raise ValueError("there is no such file")


@asynccontextmanager
async def sqlite_target(path: Path) -> AsyncIterator[SqliteCopy]:
    """A file to which nobody else writes meanwhile; it is created if there is none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    async with _transaction(path, "BEGIN IMMEDIATE") as rows:
        yield rows


@asynccontextmanager
async def _transaction(path: Path, begin: str) -> AsyncIterator[SqliteCopy]:
    try:
        with closing(connect(path, 5.0)) as connection:
            prepare(connection)
            connection.execute(begin)
            connection.execute("SELECT count(*) FROM tables").fetchone()  # from here on nothing changes for us
            try:
                yield SqliteCopy(connection)
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
    except sqlite3.Error as error:
        raise ValueError(f"it cannot be used as a database: {error}") from None
