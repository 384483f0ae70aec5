"""One open socket, and what waits to be sent on it."""

import asyncio
import sys
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from tablee.games.scenery import UPRIGHT
from tablee.live.limits import Asker
from tablee.show.frames import Painter
from tablee.show.sentences import language
from tablee.show.texts import Teller
from tablee.show.viewpoint import Viewpoint
from tablee.table.talk import Manners

MOST_WAITING = 400
"""Messages; who reads so slowly is cut off, and catches up when it connects again."""
MOST_BYTES = 512 * 1024
"""Of messages that wait; a single one may be longer, as the log of a table may."""
MOST_HELD = 64 * 1024 * 1024
"""Bytes that wait on all connections together; then those are cut off on which most of it waits for too long."""
ENOUGH_BYTES = 32 * 1024
"""While more than this waits, nothing more is listened to: who asks reads the answers before asking on."""

WAYS = 5
"""Of so many ways to the page and back the shortest counts."""
LONGEST_WAY = 5000
"""Milliseconds; what took longer was not just on its way."""

Send = Callable[[Any], Awaitable[None]]


class Held:
    """How many bytes wait to be sent, on all connections that share it."""

    def __init__(self) -> None:
        self.bytes = 0


class Connection:
    """A page or a program at a table. Nothing here waits: what is sent goes to an outbox."""

    def __init__(
        self,
        session: str,
        language_code: str,
        *,
        scenes: bool,
        shape: str = UPRIGHT,
        talks: bool = False,
        device: str = "",
        address: str = "",
        held: "Held | None" = None,
    ) -> None:
        self.session = session
        """The session that its cookie shows."""
        self.person = ""
        """Whose session that is; empty for somebody of whom nothing is kept."""
        self.when_known: Callable[[str, str], None] = lambda before, now: None  # noqa: ARG005
        """Called with the person it was and the one it is from now on."""
        self.device = device
        self.address = address
        """Where it comes from, as it is counted."""
        self.table = ""
        """The table it is at, by its id."""
        self.is_looking = True
        """Is the page before somebody's eyes, as far as it has said?"""
        self.is_called = False
        """Has it been told of somewhere it is called to, or of looking for company?"""
        self.say = language(language_code)
        self.scenes = scenes
        self.shape = shape
        """The shape in which it wishes for pictures."""
        self.talks = talks
        """Does it want to hear what people say?"""
        self.manners = Manners()
        """How its person wants to be talked with."""
        self.viewpoint = Viewpoint()
        self.painter: Painter | Teller | None = None
        self.is_granted = False
        """Is a wish of it being granted just now? That is carried through, even if it ends."""
        self.has_gone = False
        self.shown = 0
        """The latest event lying open for a while only that has been sent: as good as seen."""
        self._ways: deque[int] = deque(maxlen=WAYS)
        self._outbox: deque[tuple[str, int]] = deque()
        self._held = held or Held()
        self._waiting = 0  # bytes in the outbox
        self._room: asyncio.Future[None] | None = None
        self._loop = asyncio.get_running_loop()
        self._waiter: asyncio.Future[None] | None = None
        self._closing = 0
        self._delivery: asyncio.Task[None] | None = None

    @property
    def who(self) -> str:
        """Whose it is, as far as that is known: a person, else a browser, else an address."""
        return self.person or self.session or self.address

    @property
    def asker(self) -> Asker:
        """Who asks through it."""
        return Asker(self.address, self.person, self.session)

    def become(self, person: str) -> None:
        """It is known from now on whose connection it is."""
        before, self.person = self.person, person
        self.when_known(before, person)

    @property
    def lag(self) -> int:
        """How many milliseconds the way to the page and back takes at least, as far as it was measured."""
        return min(self._ways, default=0)

    def took(self, milliseconds: int) -> None:
        """So long was something on the way to the page and back; what cannot be is passed over."""
        if 0 <= milliseconds <= LONGEST_WAY:
            self._ways.append(milliseconds)

    def start(self, send: Send) -> "asyncio.Task[None]":
        """Begin to deliver; the task ends with the connection."""
        self._delivery = self._loop.create_task(self._deliver(send))
        return self._delivery

    def send(self, message: str, laid_open: int = 0) -> None:
        """Put a message into the outbox; if that is full, nobody is reading: throw it away, and end the delivery.

        `laid_open`: the latest event in it that lies open for a while only.
        """
        if self.is_closing:
            return
        size = sys.getsizeof(message)
        if self._has_room(size):
            self._outbox.append((message, laid_open))
            self._wait_with(size)
            self._wake()
        elif self._delivery is not None:
            self.forget()
            self._delivery.cancel()

    def _has_room(self, size: int) -> bool:
        if not self._waiting:
            return True  # however long it is: nobody can be told less than a whole message
        crowded = self._held.bytes > MOST_HELD and self._waiting > ENOUGH_BYTES
        return len(self._outbox) < MOST_WAITING and self._waiting + size <= MOST_BYTES and not crowded

    def forget(self) -> None:
        """Nothing that waits is going to be sent."""
        self._outbox.clear()
        self._wait_with(-self._waiting)

    def _wait_with(self, size: int) -> None:
        """More waits than before, or less."""
        size = max(size, -self._waiting)
        self._waiting += size
        self._held.bytes += size

    async def room(self) -> None:
        """Wait until what was sent has been read, but for a little: until then nothing more need be heard."""
        while self._waiting > ENOUGH_BYTES:
            self._room = self._loop.create_future()
            await self._room

    @property
    def is_closing(self) -> bool:
        """Has it been decided to hang up?"""
        return bool(self._closing)

    def close(self, code: int) -> None:
        """Hang up after what waits has been sent."""
        self._closing = code
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def _sent(self, size: int) -> None:
        """Some of what waited is on its way."""
        self._wait_with(-size)
        if self._room is not None and self._waiting <= ENOUGH_BYTES and not self._room.done():
            self._room.set_result(None)

    async def _deliver(self, send: Send) -> None:
        while True:
            while self._outbox:
                text, laid_open = self._outbox.popleft()
                await send({"type": "websocket.send", "text": text})
                self._sent(sys.getsizeof(text))
                self.shown = max(self.shown, laid_open)
            if self._closing:
                await send({"type": "websocket.close", "code": self._closing})
                return
            self._waiter = self._loop.create_future()
            await self._waiter
