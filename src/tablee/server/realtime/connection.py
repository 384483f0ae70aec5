"""One open socket and what waits to be sent on it, and all connections of this server."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, NamedTuple

from tablee.bots.metrics import Counter
from tablee.games.scenery import UPRIGHT
from tablee.server.features.chat.model import ChatPreferences
from tablee.server.realtime.rate_limits import Asker
from tablee.server.views.frames import FrameBuilder
from tablee.server.views.sentences import language
from tablee.server.views.viewpoint import TextBuilder, Viewpoint

MOST_WAITING = 400
"""Messages that may wait; a client that reads more slowly is cut off, and catches up when it connects again."""
MOST_BYTES = 512 * 1024
"""Bytes of messages that may wait; a single message may be longer."""
MOST_HELD = 64 * 1024 * 1024
"""Bytes that may wait on all connections together; beyond, connections with much waiting are cut off."""
ENOUGH_BYTES = 32 * 1024
"""While more bytes than this wait, nothing is received: a client must read the answers before it asks on."""

WAYS = 5
"""Round trips that are remembered; the shortest of them counts."""
LONGEST_WAY = 5000
"""Milliseconds; a longer round trip is not due to the network alone."""

Send = Callable[[Any], Awaitable[None]]
Write = Callable[[Sequence[bytes]], bool]
"""Sends messages at once; False if they have to wait, because the client does not read, or is gone."""

SENT = Counter("tablee_sent_bytes_total", "Bytes sent, without heads: pages, or live connections.", ("kind",))


class Message(NamedTuple):
    """A message for a client, and the latest event in it that is open only for a while (0: none)."""

    text: bytes
    laid_open: int = 0


class Held:
    """How many bytes wait to be sent, on all connections that share it."""

    def __init__(self) -> None:
        self.bytes = 0


class Connection:
    """A page or a bot account at a table. Sending never waits: what cannot be sent at once goes to an outbox."""

    def __init__(
        self,
        session: str,
        language_code: str,
        *,
        scenes: bool,
        shape: str = UPRIGHT,
        wants_chat: bool = False,
        only_watches: bool = False,
        device: str = "",
        address: str = "",
        held: "Held | None" = None,
    ) -> None:
        self.session = session  # the one that its cookie shows
        self.person = ""  # whose session that is; empty for anonymous visitors
        self.when_known: Callable[[str, str], None] = lambda before, now: None  # noqa: ARG005
        """Called with the person it was and the one it is from now on."""
        self.device = device
        self.address = address  # as rate limits count it
        self.table = ""  # the id of the table it is at
        self.is_looking = True  # is the page visible, as far as it has said?
        self.is_called = False  # does its page show an invitation or a match request?
        self.say = language(language_code)
        self.scenes = scenes
        self.shape = shape
        self.wants_chat = wants_chat
        self.only_watches = only_watches  # is it a spectator's, whoever opened it? Then it is nobody's connection
        self.manners = ChatPreferences()
        self.viewpoint = Viewpoint()
        self.builder: FrameBuilder | TextBuilder | None = None
        self.shown = 0
        """The latest event open only for a while that has been sent: it counts as seen."""
        self._ways: list[int] = []
        self.sent = 0  # bytes so far
        self._outbox: deque[tuple[bytes, int]] | None = None  # an empty one takes 760 bytes, and most need none
        self._write: Write | None = None
        self._held = held or Held()
        self._waiting = 0  # bytes in the outbox
        self._room: asyncio.Future[None] | None = None
        self._loop = asyncio.get_running_loop()
        self._closing = 0
        self._send: Send | None = None
        self._when_done: Callable[[], None] = lambda: None
        self._delivery: asyncio.Task[None] | None = None
        """Sends what waits; there is none as long as nothing does, which is most of the time."""

    @property
    def who(self) -> str:
        """Whose it is, as far as known: a person, else a browser, else an address."""
        return self.person or self.session or self.address

    @property
    def asker(self) -> Asker:
        """The asker for rate limits."""
        return Asker(self.address, self.person, self.session)

    def become(self, person: str) -> None:
        """Set the person whose connection this is."""
        before, self.person = self.person, "" if self.only_watches else person
        self.when_known(before, self.person)

    @property
    def lag(self) -> int:
        """The shortest measured round trip, in milliseconds."""
        return min(self._ways, default=0)

    def took(self, milliseconds: int) -> None:
        """Note a round trip; impossible values are ignored."""
        if 0 <= milliseconds <= LONGEST_WAY:
            self._ways = [*self._ways, milliseconds][-WAYS:]

    def start(self, send: Send, write: Write | None = None, when_done: Callable[[], None] = lambda: None) -> None:
        """Start to deliver. What `write` can send at once need not wait; `when_done` is called when nothing goes on."""
        self._send, self._write, self._when_done = send, write, when_done
        if self._outbox or self._closing:
            self._wake()

    def stop(self) -> None:
        """Deliver nothing more."""
        self._send = None
        if self._delivery is not None:
            self._delivery.cancel()

    async def closed(self, seconds: float) -> None:
        """Wait until what waits has been sent and it is closed, but not for long."""
        if self._delivery is not None:
            await asyncio.wait({self._delivery}, timeout=seconds)

    def send(self, message: bytes, laid_open: int = 0) -> None:
        """Send a message; `laid_open` is the latest event in it that is open only for a while."""
        self.send_together((Message(message, laid_open),))

    def send_together(self, messages: Sequence[Message]) -> None:
        """Send messages, in one piece if the client reads.

        If the outbox is full, the client does not read: drop all messages and end the delivery.
        """
        if self._closing or not messages:
            return
        if self._write is not None and not self._waiting and self._write([message.text for message in messages]):
            for message in messages:
                self._count(*message)
        else:
            for message in messages:
                self._put(*message)

    def _put(self, message: bytes, laid_open: int) -> None:
        """Let a message wait."""
        size = len(message)
        crowded = self._held.bytes > MOST_HELD and self._waiting > ENOUGH_BYTES
        outbox = deque() if self._outbox is None else self._outbox
        has_room = len(outbox) < MOST_WAITING and self._waiting + size <= MOST_BYTES and not crowded
        if has_room or not self._waiting:  # of any length: a message cannot be sent in part
            self._outbox = outbox
            outbox.append((message, laid_open))
            self._wait_with(size)
            self._wake()
        elif self._delivery is not None:
            self.forget()
            self._delivery.add_done_callback(lambda _: self._when_done())  # it may not have begun
            self._delivery.cancel()

    def forget(self) -> None:
        """Drop everything that waits."""
        self._outbox = None
        self._wait_with(-self._waiting)

    def _wait_with(self, size: int) -> None:
        """Count more, or fewer, waiting bytes."""
        size = max(size, -self._waiting)
        self._waiting += size
        self._held.bytes += size

    @property
    def is_slow(self) -> bool:
        """Does much wait that was sent and not read?"""
        return self._waiting > ENOUGH_BYTES

    async def room(self) -> None:
        """Wait until most of what was sent has been read."""
        while self.is_slow:
            self._room = self._loop.create_future()
            await self._room

    @property
    def is_closing(self) -> bool:
        """Is it about to be closed?"""
        return bool(self._closing)

    def close(self, code: int) -> None:
        """Close it after what waits has been sent."""
        self._closing = code
        self._wake()

    def _wake(self) -> None:
        if self._delivery is None and self._send is not None:
            self._delivery = self._loop.create_task(self._deliver(self._send))

    def _count(self, message: bytes, laid_open: int) -> None:
        """Note that a message has been sent."""
        self.sent += len(message)
        SENT.add("live", by=len(message))
        if laid_open > self.shown:
            self.shown = laid_open

    async def _deliver(self, send: Send) -> None:
        try:
            while self._outbox:
                message, laid_open = self._outbox.popleft()
                await send({"type": "websocket.send", "text": message.decode()})
                self._wait_with(-len(message))
                if self._room is not None and self._waiting <= ENOUGH_BYTES and not self._room.done():
                    self._room.set_result(None)
                self._count(message, laid_open)
            self._outbox = None
            if not self._closing:
                self._delivery = None
                return
            await send({"type": "websocket.close", "code": self._closing})
        except BaseException:  # cancelled, or the client is gone
            self._when_done()
            raise
        self._when_done()


class Connections:
    """All connections of this server by person, else by browser, else by address, in the order in which they came."""

    def __init__(self) -> None:
        self._all: dict[Connection, str] = {}
        self._of: dict[str, dict[Connection, None]] = {}

    def __iter__(self) -> Iterator[Connection]:
        return iter(list(self._all))

    def __len__(self) -> int:
        return len(self._all)

    def note(self, connection: Connection) -> None:
        """Add a connection, or note that its person has become known."""
        self.forget(connection)
        self._all[connection] = connection.who
        self._of.setdefault(connection.who, {})[connection] = None

    def forget(self, connection: Connection) -> None:
        """Remove a connection."""
        who = self._all.pop(connection, None)
        if who is None:
            return
        del self._of[who][connection]
        if not self._of[who]:
            del self._of[who]

    @property
    def people(self) -> set[str]:
        """All who are connected, each once."""
        return set(self._of)

    def of(self, person: str) -> list[Connection]:
        """The connections of a person."""
        return list(self._of.get(person, ()))

    def others_of(self, connection: Connection) -> list[Connection]:
        """Other open connections of the same person, the oldest first."""
        own = self._of.get(connection.who, {})
        return [one for one in own if one is not connection and not one.is_closing]
