"""Connections to PostgreSQL: how they are made, what a lost one means, and a few that run transactions."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import nullcontext, suppress
from typing import Any

import asyncpg
from asyncpg import Connection, DeadlockDetectedError, PostgresError, SerializationError, UniqueViolationError

from tablee.server.storage import NotSaved, Unavailable, Unsure, Unusable
from tablee.server.storage.sql import Answer, Database, Many, Mode, Rows, Transaction

READERS = 4
"""Connections for whatever is not a move; more of them would only wait for the same processor."""
MOST_TRIES = 10
"""How often a transaction is tried if others change the same rows meanwhile."""
REPEATED = ("read", "single", "write")
"""Modes of transactions that may run twice without harm."""
ONE_AT_A_TIME = 0x7AB1EF
"""The advisory lock of exclusive transactions."""
GRACE = 0.5
"""Seconds that the database gets to cancel a statement by itself before the connection counts as lost."""
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0
"""Seconds between attempts to connect: the first pause, doubled up to the longest."""

LOST = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.IdleSessionTimeoutError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.InternalClientError,
)
"""Errors after which a connection is useless; what it was doing may have happened or not."""
ABSENT = (*LOST, asyncpg.TooManyConnectionsError)
"""Errors after which connecting may succeed later."""


class Address:
    """The URL of a database, and how long callers wait for it."""

    def __init__(self, url: str, patience: float, name: str) -> None:
        self._url = url
        self.patience = patience
        self.name = name
        """The `application_name` of our connections."""

    async def connect_until(self, deadline: float, **settings: str) -> Connection:
        """Try to connect until it succeeds; raises `Unavailable` after the deadline (of `time.monotonic`).

        PostgreSQL itself cancels statements that take longer than our patience. Where the network swallows its answer,
        they time out here.
        """
        defaults = {
            "application_name": self.name,
            "statement_timeout": str(int(self.patience * 800)),
            "lock_timeout": str(int(self.patience * 400)),
            "jit": "off",
        }
        is_bounded = (defaults | settings)["statement_timeout"] != "0"
        bound = self.patience + GRACE if is_bounded else None
        pause = FIRST_PAUSE
        while True:
            within = max(deadline - time.monotonic(), 0.05)
            try:
                return await asyncpg.connect(
                    self._url, timeout=within, command_timeout=bound, server_settings=defaults | settings
                )
            except (*ABSENT, PostgresError) as error:
                if isinstance(error, asyncpg.InvalidCatalogNameError):
                    raise Unavailable(why(error)) from None  # it has to be created first
                if isinstance(error, asyncpg.ClientConfigurationError) or not isinstance(error, ABSENT):
                    raise Unusable(why(error)) from None
                if time.monotonic() + pause >= deadline:
                    raise Unavailable(why(error)) from None
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)


def why(error: BaseException) -> str:
    """An error's message, or its type if there is no message or the message might quote what people wrote."""
    return str(error) if str(error) and not isinstance(error, asyncpg.DataError) else type(error).__name__


class ConnectionPool:
    """A few connections for short questions."""

    def __init__(self, address: Address, most: int = READERS) -> None:
        self._address = address
        self._room = asyncio.Semaphore(most)
        self._idle: list[Connection] = []
        self._is_closed = False

    async def ask(self, question: Callable[[Connection], Awaitable[Answer]], *, again: bool = True) -> Answer:
        """Run a function on one of the connections, `again` if it was lost; raises `Unavailable` after our patience."""
        deadline = time.monotonic() + self._address.patience
        while True:
            try:
                async with asyncio.timeout(max(deadline - time.monotonic(), 0.0)):
                    await self._room.acquire()
            except TimeoutError:
                raise Unavailable("the database has too much to do") from None
            try:
                return await self._ask_now(question, deadline)
            except LOST as error:
                if not again or time.monotonic() >= deadline or self._is_closed:
                    raise Unavailable(why(error)) from None
            finally:
                self._room.release()

    async def _ask_now(self, question: Callable[[Connection], Awaitable[Answer]], deadline: float) -> Answer:
        connection = self._idle.pop() if self._idle else None
        if connection is None or connection.is_closed():
            connection = await self._address.connect_until(deadline)
        is_usable = False
        try:
            async with asyncio.timeout(max(deadline - time.monotonic(), 0.0) + GRACE):
                answer = await question(connection)
            is_usable = True
            return answer
        except PostgresError as error:
            is_usable = not isinstance(error, LOST)
            raise
        finally:
            if is_usable and not self._is_closed:
                self._idle.append(connection)
            else:
                connection.terminate()

    async def close(self) -> None:
        """Close all connections."""
        self._is_closed = True
        for connection in self._idle:
            await close(connection)
        self._idle.clear()


class PostgresDatabase(Database):
    """Runs transactions on a few connections."""

    def __init__(self, pool: ConnectionPool) -> None:
        self._pool = pool

    async def transact(self, begin: Callable[[], Transaction[Answer]], mode: Mode) -> Answer:
        """Run a transaction on one of the connections."""
        is_repeated = mode in REPEATED
        try:
            return await self._pool.ask(lambda connection: _transact(connection, begin, mode), again=is_repeated)
        except Unavailable as error:
            refusal = Unavailable if mode == "read" else NotSaved if is_repeated else Unsure
            raise refusal(str(error)) from None
        except PostgresError as error:
            raise (Unavailable if mode == "read" else NotSaved)(why(error)) from None

    async def fetch(self, sql: str, *values: Any) -> Rows:
        """The rows that a query finds, without the round trips of a transaction."""
        try:
            return await self._pool.ask(lambda connection: connection.fetch(sql, *values))
        except PostgresError as error:
            raise Unavailable(why(error)) from None


async def _transact(connection: Connection, begin: Callable[[], Transaction[Answer]], mode: Mode) -> Answer:
    """Run a transaction; if it clashes with another, nothing has happened, and it is tried again."""
    isolation = "serializable" if mode == "serial" else "read_committed"
    clashes = (SerializationError, DeadlockDetectedError, *((UniqueViolationError,) if mode in REPEATED else ()))
    for _ in range(MOST_TRIES - 1):
        with suppress(*clashes):
            return await _run(connection, begin(), mode, isolation)
    return await _run(connection, begin(), mode, isolation)


async def _run(connection: Connection, transaction: Transaction[Answer], mode: Mode, isolation: Any) -> Answer:
    async with nullcontext() if mode == "single" else connection.transaction(isolation=isolation):
        if mode == "exclusive":
            await connection.execute("SELECT pg_advisory_xact_lock($1)", ONE_AT_A_TIME)
        try:
            sql, *values = next(transaction)
            while True:
                found: Rows = []
                if values and isinstance(values[0], Many):
                    await connection.executemany(sql, values[0])
                else:
                    found = await connection.fetch(sql, *values)
                sql, *values = transaction.send(found)
        except StopIteration as done:
            answer: Answer = done.value
            return answer


async def close(connection: Connection) -> None:
    """Close a connection, without waiting long for the server."""
    try:
        await connection.close(timeout=1.0)
    except (TimeoutError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
        connection.terminate()
