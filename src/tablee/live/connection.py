"""One open socket, and what waits to be sent on it."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from tablee.games.scenery import UPRIGHT
from tablee.live.limits import Bucket
from tablee.show.frames import Painter
from tablee.show.sentences import language
from tablee.show.texts import Teller
from tablee.show.viewpoint import Viewpoint

MOST_WAITING = 400
"""Messages; who reads so slowly is cut off, and catches up when it connects again."""

Send = Callable[[Any], Awaitable[None]]


class Connection:
    """A page or a program at a table. Nothing here waits: what is sent goes to an outbox."""

    def __init__(
        self,
        session: str,
        language_code: str,
        *,
        scenes: bool,
        bucket: Bucket,
        shape: str = UPRIGHT,
        device: str = "",
    ) -> None:
        self.session = session
        """The session that its cookie shows."""
        self.person = ""
        """Whose session that is; empty for somebody of whom nothing is kept."""
        self.when_known: Callable[[str, str], None] = lambda before, now: None  # noqa: ARG005
        """Called with the person it was and the one it is from now on."""
        self.device = device
        self.say = language(language_code)
        self.scenes = scenes
        self.shape = shape
        """The shape in which it wishes for pictures."""
        self.bucket = bucket
        self.viewpoint = Viewpoint()
        self.painter: Painter | Teller | None = None
        self.is_granted = False
        """Is a wish of it being granted just now? That is carried through, even if it ends."""
        self.has_gone = False
        self.shown = 0
        """The latest event lying open for a while only that has been sent: as good as seen."""
        self._outbox: deque[tuple[str, int]] = deque()
        self._loop = asyncio.get_running_loop()
        self._waiter: asyncio.Future[None] | None = None
        self._closing = 0
        self._delivery: asyncio.Task[None] | None = None

    def become(self, person: str) -> None:
        """It is known from now on whose connection it is."""
        before, self.person = self.person, person
        self.when_known(before, person)

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
        if len(self._outbox) < MOST_WAITING:
            self._outbox.append((message, laid_open))
            self._wake()
        elif self._delivery is not None:
            self._outbox.clear()
            self._delivery.cancel()

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

    async def _deliver(self, send: Send) -> None:
        while True:
            while self._outbox:
                text, laid_open = self._outbox.popleft()
                await send({"type": "websocket.send", "text": text})
                self.shown = max(self.shown, laid_open)
            if self._closing:
                await send({"type": "websocket.close", "code": self._closing})
                return
            self._waiter = self._loop.create_future()
            await self._waiter
