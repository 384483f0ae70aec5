"""SQLite, for SQL that both databases understand."""

import sqlite3
from collections.abc import Awaitable, Callable
from typing import Any

from tablee.store.interface import Conflict, NotSaved
from tablee.store.shared_sql import Asked, Found, named
from tablee.store.sqlite.writer import Writer

BODY = "CAST(body AS BLOB)"
"""SQLite would rather fail than hand out a text that is none."""


class SqliteSameRows:
    """See `SameRows`."""

    def __init__(self, read: Callable[..., Awaitable[Any]], writer: Writer) -> None:
        self._read = read
        self._writer = writer

    async def ask(self, sql: str, *values: Any) -> Found:
        """What a query finds."""
        found: Found = await self._read(_carry_out, sql, values)
        return found

    async def do(self, *asked: Asked) -> list[Found]:
        """Carry out statements, all or none, and say what each returns."""
        found: list[Found] = []

        def work(connection: sqlite3.Connection) -> int:
            found[:] = [_carry_out(connection, sql, values) for sql, values in asked]  # it may be tried anew
            return 0

        try:
            await self._writer.write([work])
        except Conflict:
            raise NotSaved("it contradicts what is stored") from None
        return found


def _carry_out(connection: sqlite3.Connection, sql: str, values: tuple[Any, ...]) -> Found:
    return connection.execute(sql, named(values)).fetchall()
