"""What servers tell each other through PostgreSQL: LISTEN and NOTIFY on a connection of its own.

Commits are told of after they have happened, as a NOTIFY within one would make the commits of all servers wait for each
other (docs/benchmarks.md). All that gathers within a few milliseconds goes together. Nothing depends on it: whoever
must know compares numbers.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

import msgspec
from asyncpg import Connection, PostgresError

from tablee.store.interface import LONGEST_WORD, Missed, Moved, News, Said, Unavailable
from tablee.store.postgres.connections import LOST, Address, close, why

logger = logging.getLogger("tablee")

CHANNEL = "tablee"
PACE = 0.005
"""Seconds in which news gather before they are told."""
HEARTBEAT = 5.0
"""Seconds after which we ask whether the connection still stands."""
MOST_BYTES = 7900
"""In one notification; PostgreSQL takes just under 8000."""
MOST_OF_A_TABLE = 2000
"""Bytes of the lines of one table that are told; whoever must know more reads it."""
MOST_WORDS = 10_000
"""Announcements that wait for the database to come back; older ones are forgotten."""

Item = tuple[str, int | str, list[msgspec.Raw]]
"""A table, its latest event and the lines up to it; or a kind of announcement and what it says."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(tuple[str, int, list[Item]]).decode
_NOTIFY = f"SELECT pg_notify('{CHANNEL}', word) FROM unnest($1::text[]) AS word"


class Newsroom:
    """Tells others what happens here, and a listener what happens elsewhere."""

    def __init__(self, address: Address, server: str) -> None:
        self.told = 0
        """How often others were told something; each time the number goes with it, so that they see a gap."""
        self._heard: dict[str, int] = {}
        self._address = address
        self._own = f'["{server}",'
        self._moved: dict[str, Item] = {}
        self._words: deque[tuple[str, str]] = deque(maxlen=MOST_WORDS)
        self._wake = asyncio.Event()
        self._callback: Callable[[News], None] | None = None
        self._connection: Connection | None = None
        self._connecting = asyncio.Lock()
        self._is_listening = False
        self._task: asyncio.Task[None] | None = None
        self._is_closing = False

    def moved(self, table: str, number: int, lines: Iterable[bytes] = ()) -> None:
        """Something has been stored here, up to that event: if it is just moves, those lines."""
        waiting, told = self._moved.get(table), list(map(msgspec.Raw, lines))
        if waiting is not None:
            told = waiting[2] + told if waiting[2] and told else []
        is_little = sum(len(bytes(line)) for line in told) <= MOST_OF_A_TABLE
        self._moved[table] = table, number, told if is_little else []
        self._begin()

    def announce(self, kind: str, payload: str) -> None:
        """Tell something that is not stored."""
        if len(_encode((kind, payload))) > LONGEST_WORD:
            raise ValueError(f"an announcement of {kind!r} is too long")
        self._words.append((kind, payload))
        self._begin()

    async def listen(self, callback: Callable[[News], None]) -> None:
        """From now on tell that callback."""
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
        """Tell what there is to tell, if that is possible, and hang up."""
        self._is_closing = True
        self._wake.set()
        if self._task is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._task, self._address.patience)
        if self._connection is not None:
            await close(self._connection)

    async def _go_on(self) -> None:
        """Tell what gathers, and see now and then that the connection stands."""
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
                self._drop()
                if self._is_closing:
                    return

    async def _tell_all(self) -> None:
        """Tell all that has gathered; what cannot be told now is told later."""
        connection = await self._connected(time.monotonic() + self._address.patience)
        moved, words = self._moved, list(self._words)
        self._moved, self._words = {}, deque(maxlen=MOST_WORDS)
        try:
            items = [*moved.values(), *((kind, said, []) for kind, said in words)]
            await connection.fetch(_NOTIFY, list(self._notifications(items)), timeout=self._address.patience)
        except BaseException:
            later = moved | self._moved
            self._moved = {table: (table, number, []) for table, (_, number, _) in later.items()}
            self._words.extendleft(reversed(words))
            self._wake.set()
            raise

    def _notifications(self, items: Iterable[Item]) -> Iterator[str]:
        """Items as notifications, none of which is too long."""
        parts: list[str] = []
        room = MOST_BYTES
        for item in items:
            part = _encode(item)
            if parts and len(part) + 1 > room:
                yield self._notification(parts)
                parts, room = [], MOST_BYTES
            parts.append(part.decode())
            room -= len(part) + 1
        if parts:
            yield self._notification(parts)

    def _notification(self, parts: list[str]) -> str:
        self.told += 1
        return f"{self._own}{self.told},[{','.join(parts)}]]"

    async def _connected(self, deadline: float) -> Connection:
        """The connection, which listens if somebody wants to know; after a lost one something may have been missed."""
        async with self._connecting:
            if self._connection is None or self._connection.is_closed():
                self._connection = await self._address.connect_until(deadline)
                self._connection.add_termination_listener(lambda _: self._wake.set())
                self._is_listening = False
            if self._callback is not None and not self._is_listening:
                await self._connection.add_listener(CHANNEL, self._hear)
                self._is_listening = True
                self._give(Missed())
            return self._connection

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.terminate()

    def _hear(self, _connection: Any, _pid: int, _channel: str, payload: object) -> None:
        """Take a notification in, unless it is our own."""
        text = str(payload)
        if text.startswith(self._own):
            return
        try:
            server, told, items = _decode(text)
        except msgspec.MsgspecError as error:
            logger.warning("news cannot be read: %s", error)
            return
        if self._heard.get(server, told - 1) != told - 1:
            self._give(Missed())
        self._heard[server] = told
        moved = [(table, number, lines) for table, number, lines in items if isinstance(number, int)]
        if moved:
            lines = {table: [bytes(line) for line in lines] for table, _, lines in moved if lines}
            self._give(Moved({table: number for table, number, _ in moved}, lines))
        for kind, said, _ in items:
            if isinstance(said, str):
                self._give(Said(kind, said))

    def _give(self, news: News) -> None:
        """Tell the listener, whose faults are not ours."""
        assert self._callback is not None
        try:
            self._callback(news)
        except Exception:
            logger.exception("news from another server were not taken in")
