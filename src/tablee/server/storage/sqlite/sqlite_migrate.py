"""An SQLite file as the source or target of `tablee migrate`."""

import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from tablee.server.storage.interface import PATIENCE
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


@contextmanager
def sqlite_copy(path: Path, *, source: bool) -> Iterator[SqliteCopy]:
    """A file as it is at this moment, while others may go on writing; or a target to which only we write.

    A target is created if there is none.
    """
    if source and not path.is_file():
        raise ValueError("there is no such file")
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with closing(connect(path, PATIENCE)) as connection:
            prepare(connection)
            connection.execute("BEGIN" if source else "BEGIN IMMEDIATE")
            connection.execute("SELECT count(*) FROM tables").fetchone()  # from here on nothing changes for us
            yield SqliteCopy(connection)
    except sqlite3.Error as error:
        raise ValueError(f"it cannot be used as a database: {error}") from None
