"""Connections to PostgreSQL: how they are made, when one is lost, and a few that are shared by those who read."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

import asyncpg
from asyncpg import Connection, PostgresError

from tablee.store.interface import Unavailable

Answer = TypeVar("Answer")

READERS = 4
"""Connections for whatever is not a move; more of them would only wait for the same processor."""
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0
"""Seconds between attempts to connect."""

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
"""With these a connection is of no more use; what was asked for may have happened or not."""
ABSENT = (*LOST, asyncpg.TooManyConnectionsError)
"""With these one cannot connect at the moment, but may later."""


class Address:
    """Where a database is, and how long one waits for it."""

    def __init__(self, url: str, patience: float, name: str) -> None:
        self._url = url
        self.patience = patience
        self.name = name
        """How our connections are called in the database."""

    async def connect(self, within: float, **settings: str) -> Connection:
        """One attempt at a connection. What would take longer than our patience the database ends by itself."""
        return await asyncpg.connect(
            self._url,
            timeout=max(within, 0.05),
            server_settings={
                "application_name": self.name,
                "statement_timeout": str(int(self.patience * 800)),
                "lock_timeout": str(int(self.patience * 400)),
                "jit": "off",
                **settings,
            },
        )

    async def connect_until(self, deadline: float, **settings: str) -> Connection:
        """Attempts until one succeeds; `Unavailable` after the deadline (of `time.monotonic`)."""
        pause = FIRST_PAUSE
        while True:
            try:
                return await self.connect(deadline - time.monotonic(), **settings)
            except (*ABSENT, PostgresError) as error:
                if isinstance(error, asyncpg.ClientConfigurationError) or not isinstance(error, ABSENT):
                    raise Unavailable(why(error)) from None  # it would be no better later
                if time.monotonic() + pause >= deadline:
                    raise Unavailable(why(error)) from None
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)


def why(error: BaseException) -> str:
    """An error in words: some have none, some would repeat what people have written."""
    return str(error) if str(error) and not isinstance(error, asyncpg.DataError) else type(error).__name__


class Shared:
    """A few connections for whoever has a short question."""

    def __init__(self, address: Address, most: int = READERS) -> None:
        self._address = address
        self._room = asyncio.Semaphore(most)
        self._idle: list[Connection] = []
        self._is_closed = False

    async def ask(self, question: Callable[[Connection], Awaitable[Answer]], *, again: bool = True) -> Answer:
        """The answer to a question, which is asked `again` if the connection was lost; `Unavailable` if none comes."""
        deadline = time.monotonic() + self._address.patience
        while True:
            await self._find_room(deadline)
            try:
                return await self._ask_now(question, deadline)
            except LOST as error:
                if not again or time.monotonic() >= deadline or self._is_closed:
                    raise Unavailable(why(error)) from None
            finally:
                self._room.release()

    async def _find_room(self, deadline: float) -> None:
        try:
            async with asyncio.timeout(max(deadline - time.monotonic(), 0.0)):
                await self._room.acquire()
        except TimeoutError:
            raise Unavailable("the database has too much to do") from None

    async def _ask_now(self, question: Callable[[Connection], Awaitable[Answer]], deadline: float) -> Answer:
        connection = self._idle.pop() if self._idle else None
        if connection is None or connection.is_closed():
            connection = await self._address.connect_until(deadline)
        try:
            async with asyncio.timeout(max(deadline - time.monotonic(), 0.0) + 0.5):  # the database itself is earlier
                answer = await question(connection)
        except PostgresError as error:
            if isinstance(error, LOST):
                connection.terminate()
            else:
                self._give_back(connection)
            raise
        except BaseException:
            connection.terminate()
            raise
        self._give_back(connection)
        return answer

    def _give_back(self, connection: Connection) -> None:
        if self._is_closed:
            connection.terminate()
        else:
            self._idle.append(connection)

    async def close(self) -> None:
        """Let go of all of them."""
        self._is_closed = True
        for connection in self._idle:
            await close(connection)
        self._idle.clear()


async def close(connection: Connection) -> None:
    """Say goodbye, and do not wait for long for an answer."""
    try:
        await connection.close(timeout=1.0)
    except (TimeoutError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
        connection.terminate()
