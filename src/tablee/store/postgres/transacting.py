"""Work on PostgreSQL."""

from collections.abc import Callable
from contextlib import suppress

from asyncpg import Connection, DeadlockDetectedError, PostgresError, SerializationError

from tablee.store.interface import NotSaved, Unavailable
from tablee.store.postgres.connections import Shared, why
from tablee.store.shared_sql import Answer, How, Transact, Work

ONE_AT_A_TIME = 0x7AB1EF
"""The lock of those who work alone: so nobody is found twice who looks for company, and no game is counted twice."""
MOST_TRIES = 10
"""How often work is begun anew, if others change the same meanwhile."""


def transacting(shared: Shared) -> Transact:
    """What carries out work, each on one of the shared connections."""

    async def transact(begin: Callable[[], Work[Answer]], how: How) -> Answer:
        async def carry_out(connection: Connection) -> Answer:
            if how == "serial":
                return await _serially(connection, begin)
            async with connection.transaction():
                if how == "alone":
                    await connection.execute("SELECT pg_advisory_xact_lock($1)", ONE_AT_A_TIME)
                return await _carried_out(connection, begin())

        try:
            return await shared.ask(carry_out, again=how in ("read", "write"))
        except (Unavailable, PostgresError) as error:
            raise (Unavailable if how == "read" else NotSaved)(why(error)) from None

    return transact


async def _serially(connection: Connection, begin: Callable[[], Work[Answer]]) -> Answer:
    """Carry out work as if it were the only one; of two that disturb each other, one is begun anew."""
    for _ in range(MOST_TRIES - 1):
        with suppress(SerializationError, DeadlockDetectedError):  # nothing has happened
            async with connection.transaction(isolation="serializable"):
                return await _carried_out(connection, begin())
    async with connection.transaction(isolation="serializable"):
        return await _carried_out(connection, begin())


async def _carried_out(connection: Connection, work: Work[Answer]) -> Answer:
    """The answer of some work, all of whose questions have been answered."""
    try:
        sql, *values = next(work)
        while True:
            sql, *values = work.send([tuple(row) for row in await connection.fetch(sql, *values)])
    except StopIteration as done:
        answer: Answer = done.value
        return answer
