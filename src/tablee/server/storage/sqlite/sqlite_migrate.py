"""A house on SQLite as rows to be moved."""

import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path

from tablee.store.kinds import NUMBER, TEXT, Kind, Row
from tablee.store.sqlite.store import connect, prepare


class SqliteRows:
    """A file within one transaction. Texts are read as bytes: SQLite would rather fail than hand out a damaged one."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def count(self, kind: Kind) -> int:
        """How many rows there are."""
        (count,) = self._connection.execute(f"SELECT count(*) FROM {kind.name}").fetchone()
        return int(count)

    async def rows(self, kind: Kind, chunk: int) -> AsyncIterator[list[Row]]:
        """All rows, so many at a time."""
        columns = (name if what == NUMBER else f"CAST({name} AS BLOB)" for name, what in kind.columns.items())
        query = f"SELECT {', '.join(columns)} FROM {kind.name} ORDER BY {kind.order}"
        with closing(self._connection.execute(query)) as found:
            while rows := found.fetchmany(chunk):
                yield rows

    async def take(self, kind: Kind, rows: Sequence[Row]) -> None:
        """Take rows in; what was text becomes text, whatever is in it."""
        values = ("CAST(? AS TEXT)" if _is_text(kind, name) else "?" for name in kind.columns)
        query = f"INSERT INTO {kind.name} ({', '.join(kind.columns)}) VALUES ({', '.join(values)})"
        try:
            self._connection.executemany(query, rows)
        except sqlite3.Error as error:
            raise ValueError(f"a row of {kind.name} cannot be stored: {error}") from None

    async def keep(self) -> None:
        """Store for good what was taken in."""
        self._connection.execute("COMMIT")


def _is_text(kind: Kind, column: str) -> bool:
    """Is that column one of texts here? Lines are; seeds and snapshots are bytes."""
    return kind.columns[column] == TEXT or (kind.name, column) in LINES


LINES = (("tables", "opening"), ("events", "body"), ("directory", "body"))


@asynccontextmanager
async def sqlite_source(path: Path) -> AsyncIterator[SqliteRows]:
    """A file as it is at this moment; others may go on writing."""
    _check_there(path)
    async with _transaction(path, "BEGIN") as rows:
        yield rows


def _check_there(path: Path) -> None:
    if not path.is_file():
        raise ValueError("there is no such file")


@asynccontextmanager
async def sqlite_target(path: Path) -> AsyncIterator[SqliteRows]:
    """A file to which nobody else writes meanwhile; it is created if there is none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    async with _transaction(path, "BEGIN IMMEDIATE") as rows:
        yield rows


@asynccontextmanager
async def _transaction(path: Path, begin: str) -> AsyncIterator[SqliteRows]:
    try:
        with closing(connect(path, 5.0)) as connection:
            prepare(connection)
            connection.execute(begin)
            connection.execute("SELECT count(*) FROM tables").fetchone()  # from here on nothing changes for us
            try:
                yield SqliteRows(connection)
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
    except sqlite3.Error as error:
        raise ValueError(f"it cannot be used as a database: {error}") from None
