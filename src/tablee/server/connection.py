"""One open socket, and what waits to be sent on it."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from tablee.server.frames import Painter
from tablee.server.limits import Bucket
from tablee.server.texts import language

MOST_WAITING = 400
"""Messages; who reads so slowly is cut off, and catches up when it connects again."""

Send = Callable[[dict[str, object]], Awaitable[None]]


class Connection:
    """A page or a program at a table. Nothing here waits: what is sent goes to an outbox."""

    def __init__(self, person: str, language_code: str, *, scenes: bool, bucket: Bucket) -> None:
        self.person = person
        self.say = language(language_code)
        self.scenes = scenes
        self.bucket = bucket
        self.closed = False
        self.painter: Painter | None = None
        self._outbox: deque[str] = deque()
        self._wake = asyncio.Event()

    def send(self, message: str) -> None:
        """Put a message into the outbox."""
        if len(self._outbox) >= MOST_WAITING:
            self.close()
        self._outbox.append(message)
        self._wake.set()

    def close(self) -> None:
        """Hang up after what waits has been sent."""
        self.closed = True
        self._wake.set()

    async def deliver(self, send: Send) -> None:
        """Send what comes into the outbox until the connection is closed."""
        while True:
            while self._outbox:
                await send({"type": "websocket.send", "text": self._outbox.popleft()})
            if self.closed:
                await send({"type": "websocket.close", "code": 1013})
                return
            self._wake.clear()
            await self._wake.wait()
