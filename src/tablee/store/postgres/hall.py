"""The hall on PostgreSQL."""

from collections.abc import Callable

from asyncpg import Connection, PostgresError

from tablee.store.hall import Answer, How, Transact, Work
from tablee.store.interface import NotSaved, Unavailable
from tablee.store.postgres.connections import Shared, why

ONE_AT_A_TIME = 0x7AB1EF
"""The lock of who looks for company: so nobody is found twice."""


def transacting(shared: Shared) -> Transact:
    """What carries out work, each on one of the shared connections."""

    async def transact(begin: Callable[[], Work[Answer]], how: How) -> Answer:
        async def carry_out(connection: Connection) -> Answer:
            async with connection.transaction():
                if how == "alone":
                    await connection.execute("SELECT pg_advisory_xact_lock($1)", ONE_AT_A_TIME)
                return await _carried_out(connection, begin())

        try:
            return await shared.ask(carry_out, again=how != "alone")
        except (Unavailable, PostgresError) as error:
            raise (Unavailable if how == "read" else NotSaved)(why(error)) from None

    return transact


async def _carried_out(connection: Connection, work: Work[Answer]) -> Answer:
    """The answer of some work, all of whose questions have been answered."""
    try:
        sql, *values = next(work)
        while True:
            sql, *values = work.send([tuple(row) for row in await connection.fetch(sql, *values)])
    except StopIteration as done:
        answer: Answer = done.value
        return answer
