"""Pub/sub between servers through PostgreSQL: LISTEN and NOTIFY on a connection of its own.

Servers are told of commits after they have happened, because a NOTIFY within a commit makes the commits of all servers
wait for each other (docs/appendix/figures.md). What gathers within a few milliseconds goes together. Nothing depends
on it: whoever must know compares numbers.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import msgspec
from asyncpg import Connection, PostgresError

from tablee.server.storage import (
    LONGEST_ANNOUNCEMENT,
    Announcement,
    EventsStored,
    MessagesMissed,
    PubSubMessage,
    Unavailable,
)
from tablee.server.storage.postgres.pg_connections import LOST, Address, close, why

logger = logging.getLogger("tablee")

CHANNEL = "tablee"
PACE = 0.005
"""Seconds in which messages gather before they are sent."""
HEARTBEAT = 5.0
"""Seconds between checks of the connection."""
MOST_BYTES = 7900
"""In one notification; PostgreSQL takes just under 8000."""
MOST_OF_A_TABLE = 2000
"""Bytes of one table's lines that are sent; beyond that, servers read the table."""
MOST_WORDS = 10_000
"""Announcements that wait for the database to come back; older ones are dropped."""

Item = tuple[str, int | str, list[msgspec.Raw]]
"""A table, its latest event and the lines up to it; or a kind of announcement and what it says."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(tuple[str, int, list[Item]]).decode
_NOTIFY = f"SELECT pg_notify('{CHANNEL}', word) FROM unnest($1::text[]) AS word"


class PostgresPubSub:
    """Publishes what this server stores and announces, and gives a listener the messages of others."""

    def __init__(self, address: Address, server: str) -> None:
        self.told = 0
        """How many notifications were sent; each carries its number, so that others notice a gap."""
        self._heard: dict[str, int] = {}
        self._address = address
        self._own = f'["{server}",'
        self._moved: dict[str, Item] = {}
        self._words: deque[tuple[str, str]] = deque(maxlen=MOST_WORDS)
        self._wake = asyncio.Event()
        self._callback: Callable[[PubSubMessage], None] | None = None
        self._connection: Connection | None = None
        self._connecting = asyncio.Lock()
        self._is_listening = False
        self._task: asyncio.Task[None] | None = None
        self._is_closing = False

    def moved(self, table: str, number: int, lines: Iterable[bytes] = ()) -> None:
        """Publish that events were stored, up to that one; with their lines if they are just moves."""
        waiting, told = self._moved.get(table), list(map(msgspec.Raw, lines))
        if waiting is not None:
            told = waiting[2] + told if waiting[2] and told else []
        is_little = sum(len(bytes(line)) for line in told) <= MOST_OF_A_TABLE
        self._moved[table] = table, number, told if is_little else []
        self._begin()

    def announce(self, kind: str, payload: str) -> None:
        """Publish something that is not stored."""
        if len(_encode((kind, payload))) > LONGEST_ANNOUNCEMENT:
            raise ValueError(f"an announcement of {kind!r} is too long")
        self._words.append((kind, payload))
        self._begin()

    async def listen(self, callback: Callable[[PubSubMessage], None]) -> None:
        """From now on give messages of other servers to `callback`."""
        self._callback = callback
        try:
            await self._connected(time.monotonic() + self._address.patience)
        finally:
            self._begin()

    def _begin(self) -> None:
        self._wake.set()
        if self._task is None:
            self._task = asyncio.create_task(self._go_on())

    async def close(self) -> None:
        """Publish what is left, if possible, and close the connection."""
        self._is_closing = True
        self._wake.set()
        if self._task is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._task, self._address.patience)
        if self._connection is not None:
            await close(self._connection)

    async def _go_on(self) -> None:
        """Publish what gathers, and check the connection now and then."""
        while not self._is_closing or self._moved or self._words:
            with suppress(TimeoutError):
                async with asyncio.timeout(HEARTBEAT):
                    await self._wake.wait()
            self._wake.clear()
            if not self._is_closing:
                await asyncio.sleep(PACE)
            try:
                await self._tell_all()
            except (Unavailable, PostgresError, *LOST) as error:
                logger.warning("other servers cannot be told what happens here: %s", why(error))
                if self._connection is not None:
                    self._connection.terminate()
                if self._is_closing:
                    return

    async def _tell_all(self) -> None:
        """Publish all that has gathered; what fails now is published later."""
        connection = await self._connected(time.monotonic() + self._address.patience)
        moved, words = self._moved, list(self._words)
        self._moved, self._words = {}, deque(maxlen=MOST_WORDS)
        try:
            items = [*moved.values(), *((kind, said, []) for kind, said in words)]
            await connection.fetch(_NOTIFY, self._notifications(items), timeout=self._address.patience)
        except BaseException:
            later = moved | self._moved
            self._moved = {table: (table, number, []) for table, (_, number, _) in later.items()}
            self._words.extendleft(reversed(words))
            self._wake.set()
            raise

    def _notifications(self, items: Iterable[Item]) -> list[str]:
        """Items as notifications, none of which is too long."""
        groups: list[list[str]] = []
        room = 0
        for part in map(_encode, items):
            if len(part) + 1 > room:
                groups.append([])
                room = MOST_BYTES
            groups[-1].append(part.decode())
            room -= len(part) + 1
        first, self.told = self.told + 1, self.told + len(groups)
        return [f"{self._own}{number},[{','.join(parts)}]]" for number, parts in enumerate(groups, start=first)]

    async def _connected(self, deadline: float) -> Connection:
        """The connection, listening if there is a callback; after a lost one messages may have been missed."""
        async with self._connecting:
            if self._connection is None or self._connection.is_closed():
                self._connection = await self._address.connect_until(deadline)
                self._connection.add_termination_listener(lambda _: self._wake.set())
                self._is_listening = False
            if self._callback is not None and not self._is_listening:
                await self._connection.add_listener(CHANNEL, self._hear)
                self._is_listening = True
                self._give(MessagesMissed())
            return self._connection

    def _hear(self, _connection: Any, _pid: int, _channel: str, payload: object) -> None:
        """Handle a notification, unless it is our own."""
        text = str(payload)
        if text.startswith(self._own):
            return
        try:
            server, told, items = _decode(text)
        except msgspec.MsgspecError as error:
            logger.warning("a message cannot be read: %s", error)
            return
        if self._heard.get(server, told - 1) != told - 1:
            self._give(MessagesMissed())
        self._heard[server] = told
        moved = [(table, number, lines) for table, number, lines in items if isinstance(number, int)]
        if moved:
            lines = {table: [bytes(line) for line in lines] for table, _, lines in moved if lines}
            self._give(EventsStored({table: number for table, number, _ in moved}, lines))
        for kind, said, _ in items:
            if isinstance(said, str):
                self._give(Announcement(kind, said))

    def _give(self, message: PubSubMessage) -> None:
        """Give a message to the listener; log its errors."""
        assert self._callback is not None
        try:
            self._callback(message)
        except Exception:
            logger.exception("a message from another server was not handled")
