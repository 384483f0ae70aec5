"""The rows of the host's desk on PostgreSQL."""

from typing import Any

from asyncpg import Connection, PostgresError

from tablee.store.interface import PATIENCE, NotSaved, Unavailable, Unsure
from tablee.store.postgres.connections import Address, Shared, why

ONE_AT_A_TIME = 0x7AB1ED
"""The lock of who writes: so notices can be read in the order of their numbers, and none comes later with a lower."""


class PostgresRows:
    """A connection of its own, made when it is needed; see `Rows`."""

    def __init__(self, url: str) -> None:
        self._shared = Shared(Address(url, PATIENCE, "tablee desk"), most=1)

    async def ask(self, sql: str, *values: Any) -> list[Any]:
        """What a query finds."""
        try:
            found = await self._shared.ask(lambda connection: connection.fetch(sql, *values))
        except PostgresError as error:
            raise Unavailable(why(error)) from None
        return [tuple(row) for row in found]

    async def do(self, *statements: tuple[str, tuple[Any, ...]]) -> None:
        """Carry out statements, all or none; never twice, as what was noted would be noted twice."""

        async def work(connection: Connection) -> None:
            async with connection.transaction():
                await connection.execute("SELECT pg_advisory_xact_lock($1)", ONE_AT_A_TIME)
                for sql, values in statements:
                    await connection.execute(sql, *values)

        try:
            await self._shared.ask(work, again=False)
        except Unavailable as error:
            raise Unsure(str(error)) from None
        except PostgresError as error:
            raise NotSaved(why(error)) from None

    async def close(self) -> None:
        """Let go of it."""
        await self._shared.close()
