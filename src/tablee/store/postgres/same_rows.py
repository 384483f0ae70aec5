"""PostgreSQL, for SQL that both databases understand."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from asyncpg import Connection, DeadlockDetectedError, PostgresError, SerializationError

from tablee.store.interface import NotSaved, Unavailable
from tablee.store.postgres.connections import Shared, why
from tablee.store.shared_sql import Asked, Found

MOST_TRIES = 10
"""How often it is tried anew, if others change the same meanwhile."""


class PostgresSameRows:
    """See `SameRows`."""

    def __init__(self, shared: Shared) -> None:
        self._shared = shared

    async def ask(self, sql: str, *values: Any) -> Found:
        """What a query finds."""
        try:
            found = await self._shared.ask(lambda connection: connection.fetch(sql, *values))
        except PostgresError as error:
            raise Unavailable(why(error)) from None
        return [tuple(row) for row in found]

    async def do(self, *asked: Asked) -> list[Found]:
        """Carry out statements, all or none, and say what each returns; of two that disturb each other, one waits."""

        async def work(connection: Connection) -> list[Found]:
            for _ in range(MOST_TRIES - 1):
                with suppress(SerializationError, DeadlockDetectedError):  # nothing has happened
                    return await _carry_out(connection, asked)
            return await _carry_out(connection, asked)

        try:
            return await self._shared.ask(work, again=False)
        except (Unavailable, PostgresError) as error:
            raise NotSaved(why(error)) from None


async def _carry_out(connection: Connection, asked: Sequence[Asked]) -> list[Found]:
    async with connection.transaction(isolation="serializable"):
        return [[tuple(row) for row in await connection.fetch(sql, *values)] for sql, values in asked]
