"""Connection limits: connections per address, bytes of a request's head, and seconds until a request is complete.

uvicorn bounds neither the size of a request's head nor the time it takes. The classes below extend uvicorn's two
protocols; browsers notice nothing. They override methods that uvicorn does not document, so `pyproject.toml` bounds
its version, and a test compares the overridden names with the installed one.
"""

import asyncio
import logging
import math
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from http import HTTPStatus
from struct import pack
from typing import Any, Protocol

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.speedups import apply_mask

from tablee.server.realtime.rate_limits import Bucket, address_key
from tablee.server.realtime.settings import LONGEST_MESSAGE, Settings
from tablee.server.realtime.tasks import Gate, Inbox
from tablee.server.web.proxies import Proxies

logger = logging.getLogger("tablee")

LONGEST_HEAD = 64 * 1024
"""The most bytes of a request outside its body: the head, and the framing of chunks."""
PIECE = 2048
"""Bytes parsed at once, so that one connection cannot keep the event loop busy."""
LAST_WORD = 1.0
"""Seconds between a refusal and closing its connection, so that the client can read it."""
MOST_REFUSED = 32
"""At most this many refused connections of one address stay open that long; the others are closed at once."""
FOR_ALL = 0.8
"""The share of connections open to anybody; the rest is reserved for people who play."""
HURRY = 0.2
"""While only reserved connections are left, a request's head must arrive in this share of the usual time."""
NEVER = math.inf
NO_EXTENSIONS: dict[str, dict[object, object]] = {}
"""What of ASGI's extensions is used: none. One for all connections, as they last for hours."""


class LimitedConnection(Protocol):
    """What `ConnectionLimits` needs of a connection."""

    transport: asyncio.Transport
    closing_since: float

    def look_at_clock(self, now: float) -> None:
        """Refuse or abort the connection if a deadline has passed."""


class ConnectionLimits:
    """Counts open connections by address, and enforces their deadlines.

    A connection through a trusted proxy is counted by the client address that the proxy forwards. A refused connection
    takes no place: it stays open for a moment only as long as nobody needs its room.
    """

    def __init__(self, settings: Settings, most: int) -> None:
        self.head_patience = settings.head_patience
        self.body_patience = settings.body_patience
        self.read_patience = settings.read_patience
        self.answer_patience = settings.answer_patience
        self.frames = partial(Bucket, settings.frame_rate, settings.frame_burst)
        self._most_of_one = settings.most_of_one_address
        self._most = min(most, settings.most_connections)
        self.proxies = Proxies(settings.trust_proxy)
        self._inside: dict[LimitedConnection, str] = {}
        self._counts: Counter[str] = Counter()
        self._dismissed: dict[LimitedConnection, str] = {}
        self._dismissed_counts: Counter[str] = Counter()
        self._pause = min(1.0, self.head_patience / 4)
        self._round: asyncio.TimerHandle | None = None
        self._refusals, self._noted = 0, -math.inf

    def key_of(self, host: str) -> str:
        """The key by which connections from `host` are counted; empty for a trusted proxy."""
        return "" if self.proxies.trusts(host) else address_key(host)

    def enter(self, caller: LimitedConnection, key: str) -> int:
        """Count a connection under `key`, or recount it there; return how many connections are above the limit."""
        self.leave(caller)
        self._inside[caller] = key
        self._counts[key] += 1
        self._cut_dismissed()
        if self._round is None:
            self._go_round()
        return max(0, self._counts[key] - self._most_of_one if key else 0, len(self._inside) - self._most)

    def dismiss(self, caller: LimitedConnection) -> bool:
        """Take the place of a refused connection away; return whether it may stay open for a last word."""
        key = self._inside.get(caller)
        if key is not None:
            self.leave(caller)
            self._dismissed[caller] = key
            self._dismissed_counts[key] += 1
            self._cut_dismissed()
        return caller in self._dismissed and self._dismissed_counts[self._dismissed[caller]] <= MOST_REFUSED

    def _cut_dismissed(self) -> None:
        """Abort the oldest of the dismissed while there are too many connections in all."""
        while self._dismissed and len(self._inside) + len(self._dismissed) > self._most + MOST_REFUSED:
            oldest = next(iter(self._dismissed))
            self.leave(oldest)
            oldest.transport.abort()

    def note_refusal(self) -> None:
        """Write to the log that connections are refused; a flood gets one line a second, with their number."""
        self._refusals += 1
        now = asyncio.get_running_loop().time()
        if now >= self._noted + 1.0:
            limits = "most_connections, most_of_one_address"
            logger.warning("503: %d refused, as there are too many connections (%s)", self._refusals, limits)
            self._noted, self._refusals = now, 0

    def is_crowded(self, caller: LimitedConnection) -> bool:
        """Are only the reserved connections left, of this address or of the server?"""
        key = self._inside.get(caller, "")
        of_one = self._counts[key] if key else 0
        return of_one > FOR_ALL * self._most_of_one or len(self._inside) > FOR_ALL * self._most

    def receive(self, caller: LimitedConnection, scope: Any) -> None:
        """Apply forwarded headers, and mark the scope `full` or `crowded`; who refuses it then calls its `dismiss`."""
        is_proxy = scope["proxied"] = self.proxies.apply(scope)
        scope["full"] = is_proxy and self.enter(caller, address_key(scope["client"][0])) > 0
        scope["crowded"] = self.is_crowded(caller)
        scope["dismiss"] = partial(self.dismiss, caller)

    def leave(self, caller: LimitedConnection) -> None:
        """Stop counting a closed connection."""
        for places, counts in ((self._inside, self._counts), (self._dismissed, self._dismissed_counts)):
            key = places.pop(caller, None)
            if key is not None:
                counts[key] -= 1
                if not counts[key]:
                    del counts[key]

    def look_round(self, now: float) -> None:
        """Let every connection check its deadlines; abort those that have been closing for too long."""
        for caller in [*self._inside, *self._dismissed]:
            patience = LAST_WORD if caller in self._dismissed else self.read_patience
            if not caller.transport.is_closing():
                caller.look_at_clock(now)
            elif caller.closing_since == NEVER:
                caller.closing_since = now
            elif now > caller.closing_since + patience:
                caller.transport.abort()

    def _go_round(self) -> None:
        loop = asyncio.get_running_loop()
        self.look_round(loop.time())
        self._round = loop.call_later(self._pause, self._go_round) if self._inside or self._dismissed else None


class LimitedConfig(uvicorn.Config):
    """uvicorn's configuration with limited protocols."""

    def __init__(self, app: Any, limits: ConnectionLimits) -> None:
        super().__init__(
            app,
            http=LimitedHttp,
            ws=LimitedWebSocket,
            ws_max_size=2 * LONGEST_MESSAGE,
            ws_per_message_deflate=False,
            proxy_headers=False,  # uvicorn would trust them from this machine; `proxies.py` does not
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=2,
        )
        self.limits = limits


class LimitedHttp(HttpToolsProtocol):
    """An HTTP connection with a bounded head and deadlines that a trickle of bytes does not extend."""

    def __init__(self, config: LimitedConfig, **known: Any) -> None:
        super().__init__(config, **known)
        self.closing_since = NEVER
        self._limits = config.limits
        self._unread = b""
        self._head = 0  # bytes of this request so far outside its body
        self._ask_by = NEVER
        self._read_by = NEVER
        self._refused = False
        self._answering: RequestResponseCycle | None = None
        self._is_proxy = False

    def connection_made(self, transport: Any) -> None:
        """Accept the connection, refuse it, or abort it."""
        super().connection_made(transport)
        self._expect_head()
        key = self._limits.key_of(self.client[0]) if self.client else ""
        self._is_proxy = not key
        too_many = self._limits.enter(self, key)
        # A proxy takes a connection that is cut for a server that is down: first hear who asks, then answer.
        if too_many > (MOST_REFUSED if self._is_proxy else 0):
            self._limits.note_refusal()
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE)
        elif self._limits.is_crowded(self):
            self._ask_by = self.loop.time() + HURRY * self._limits.head_patience

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        self._limits.leave(self)
        self._drop_answer()
        super().connection_lost(exc)

    def _drop_answer(self) -> None:
        """Tell the running answer that its client is gone: uvicorn tells only the last of several pipelined ones."""
        if self._answering is not None and not self._answering.response_complete:
            self._answering.disconnected = True
            self._answering.message_event.set()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def look_at_clock(self, now: float) -> None:
        """Abort a connection that does not read; refuse one whose request is late."""
        if now >= self._read_by or (self._refused and now >= self._ask_by):
            self.transport.abort()
        elif now >= self._ask_by and self._head:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)
        elif now >= self._ask_by:
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Bytes have arrived."""
        self._unread = self._unread + data if self._unread else data
        self._read_on()

    def _read_on(self) -> None:
        """Parse what has arrived, piece by piece; pipelined requests wait for their turn."""
        while self._unread and not (self.pipeline or self._refused or self.transport.is_closing()):
            piece, self._unread = self._unread[:PIECE], self._unread[PIECE:]
            self._expect_head()
            self._head += len(piece)
            super().data_received(piece)
            if self._head > LONGEST_HEAD:
                self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def _expect_head(self) -> None:
        """Start the deadline of a request's head, unless it runs already."""
        if self._ask_by == NEVER:
            self._ask_by = self.loop.time() + self._limits.head_patience

    def on_message_begin(self) -> None:
        """The head of a request begins."""
        self._expect_head()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The head is complete: apply forwarded headers, and start the deadline of the body."""
        self._ask_by = self.loop.time() + self._limits.body_patience
        self._limits.receive(self, self.scope)
        former = self.cycle
        super().on_headers_complete()
        if self.cycle is not former and self._limits.is_crowded(self):
            self.cycle.keep_alive = False

    def on_body(self, body: bytes) -> None:
        """A part of the body has arrived."""
        self._head = max(0, self._head - len(body))
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is complete."""
        self._head = 0
        self._ask_by = NEVER
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """The answer is complete; the next request of a proxy may be of another client."""
        if self._is_proxy and not self.transport.is_closing():
            self._limits.enter(self, "")
        super().on_response_complete()
        self._read_on()

    def pause_writing(self) -> None:
        """The client does not read: start its deadline."""
        self._read_by = self.loop.time() + self._limits.read_patience
        super().pause_writing()

    def resume_writing(self) -> None:
        """The client reads again."""
        self._read_by = NEVER
        super().resume_writing()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the WebSocket protocol."""
        self._limits.leave(self)
        self._unread = b""
        super().handle_websocket_upgrade()
        live = self.transport.get_protocol()
        if isinstance(live, LimitedWebSocket) and not live.handshake_initiated:
            self.send_400_response(HTTPStatus.BAD_REQUEST.phrase)

    def _unsupported_upgrade_warning(self) -> None:
        """Answer as plain HTTP, and close: what follows on the connection cannot be parsed."""
        self.cycle.keep_alive = False

    def _refuse(self, status: HTTPStatus) -> None:
        """Answer with `status` if no answer has begun, and close a moment later; else abort."""
        self._refused = True
        self._unread = b""
        answer = self._answering
        may_stay = self._limits.dismiss(self)
        if (
            not (may_stay or self._is_proxy)
            or self.pipeline
            or (answer is not None and answer.response_started and not answer.response_complete)
        ):
            self.transport.abort()
            return
        self._drop_answer()
        is_full = status == HTTPStatus.SERVICE_UNAVAILABLE
        text = f"{status.value} {status.phrase}" + ": too many connections are open" * is_full
        lines = [
            f"HTTP/1.1 {status.value} {status.phrase}",
            "content-type: text/plain; charset=utf-8",
            f"content-length: {len(text)}",
            "connection: close",
            *(["retry-after: 10"] if is_full else []),
        ]
        self.transport.write("\r\n".join([*lines, "", text]).encode())
        self.flow.pause_reading()
        self._ask_by = self.loop.time() + LAST_WORD
        if not may_stay:
            self.transport.close()


def text_frame(message: bytes) -> bytes:
    """A WebSocket frame of a server with a whole text (RFC 6455, 5.2).

    >>> text_frame(b"hi"), text_frame(b"-" * 200)[:4], text_frame(b"-" * 70_000)[:10]
    (b'\\x81\\x02hi', b'\\x81~\\x00\\xc8', b'\\x81\\x7f\\x00\\x00\\x00\\x00\\x00\\x01\\x11p')
    """
    length = len(message)
    if length < 126:
        return bytes((0x81, length)) + message
    return (pack(">BBH", 0x81, 126, length) if length < 0x10000 else pack(">BBQ", 0x81, 127, length)) + message


def bytes_beyond(data: bytes, at: int | None) -> int | None:
    """How many bytes after `data` a frame begins that begins `at` bytes into it or later; None if data ends in a head.

    >>> hi = bytes.fromhex("8182 01020304 696b")
    >>> bytes_beyond(hi, 0), bytes_beyond(hi[:-1], 0), bytes_beyond(hi + hi[:1], 0)
    (0, 1, None)
    """
    while at is not None and at < len(data):
        length = data[at + 1] & 127 if at + 2 <= len(data) else 127
        begins = at + (6 if length < 126 else 8 if length == 126 else 14)
        if length > 125:
            length = int.from_bytes(data[at + 2 : begins - 4], "big")
        at = begins + length if begins <= len(data) else None
    return None if at is None else at - len(data)


def short_text(frame: bytes) -> bytes | None:
    """The text of a client's frame, if it is no more than that: final, masked, of at most 125 bytes.

    >>> short_text(bytes.fromhex("8182 01020304 696b")), short_text(bytes.fromhex("8980 01020304"))
    (b'hi', None)
    """
    if frame[0] != 0x81 or not 0x80 <= frame[1] <= 0xFD or len(frame) != 6 + frame[1] - 0x80:
        return None
    return apply_mask(frame[6:], frame[2:6])


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket connection that may be silent, but must read, and may send control frames at a bounded rate only.

    While the client does not read what was sent, nothing of it is read either, pings included.
    """

    def __init__(self, config: LimitedConfig, **known: Any) -> None:
        super().__init__(config, **known)
        self.queue, self.writable = Inbox(), Gate()  # type: ignore[assignment]
        self.closing_since = NEVER
        self._limits = config.limits
        self._unread = b""
        self._bucket = config.limits.frames()
        self.close_timeout = LAST_WORD
        self._read_by = NEVER
        self._say_by = NEVER
        self.hear: Callable[[bytes], bool] = lambda _: False
        """Takes a short text past ASGI, if it can; see `Direct`."""
        self._beyond: int | None = 0
        """Bytes until the next frame begins; None if that is not known any more."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over the place of the HTTP connection."""
        super().connection_made(transport)
        self._limits.enter(self, self._limits.key_of(self.client[0]) if self.client else "")

    def handle_connect(self, event: Any) -> None:
        """Apply forwarded headers before the application sees the scope."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self._limits.receive(self, self.scope)
            self.scope["extensions"] = NO_EXTENSIONS
            self.scope["direct"] = self  # type: ignore[typeddict-unknown-key]
            if b"as=events" not in self.scope["query_string"]:  # a program may think for long without answering
                self.ping_interval = self.ping_timeout = self._limits.answer_patience

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        self._limits.leave(self)
        super().connection_lost(exc)

    def look_at_clock(self, now: float) -> None:
        """Abort a client that does not read, or does not complete a message; silence is allowed."""
        if now >= self._read_by or now >= self._say_by:
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        """A ping was not answered: hang up at once, unless it is the server that does not read the answer yet."""
        if self.read_paused or self._unread or not self.writable.is_set():
            self.pong_timer = self.loop.call_later(self._limits.answer_patience, self.keepalive_timeout)
        else:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Bytes have arrived: most often one frame with a short text."""
        if self.handshake_initiated:
            is_at_frame = self._beyond == 0 and not (self._unread or self.frames or self.read_paused)
            self._beyond = bytes_beyond(data, self._beyond)
            if is_at_frame and self._beyond == 0 and self.writable.is_set() and not self.close_sent:
                text = short_text(data)
                if text is not None and self.queue.empty() and self.hear(text):
                    return
        self._unread = self._unread + data if self._unread else data
        self._read_on()

    def _read_on(self) -> None:
        """Parse what has arrived until the application is busy or the client does not read."""
        while self._unread and self.writable.is_set() and not (self.read_paused or self.transport.is_closing()):
            piece, self._unread = self._unread[:PIECE], self._unread[PIECE:]
            super().data_received(piece)
        # Start the deadline of an incomplete message, unless the server itself has paused reading.
        listens = self.writable.is_set() and not (self.read_paused or self._unread)
        if not (listens and (self.frames or self.conn.reader.buffer)):
            self._say_by = NEVER
        elif self._say_by == NEVER:
            self._say_by = self.loop.time() + self._limits.body_patience

    def write(self, messages: Sequence[bytes]) -> bool:
        """Send texts at once, past ASGI and the state machine of `websockets`, which has nothing to decide here."""
        if self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(b"".join(map(text_frame, messages)) if len(messages) > 1 else text_frame(messages[0]))
        return True

    async def send(self, message: Any) -> None:
        """Send a message of the application; a closed connection takes no place while its client says goodbye."""
        await super().send(message)
        if message["type"] == "websocket.accept":  # the parser keeps both as long as the connection lasts
            self.request.headers.clear()
            self.response.headers.clear()
        if self.close_sent and not self.transport.is_closing() and not self._limits.dismiss(self):
            self.transport.close()

    async def receive(self) -> Any:
        """Return the next message to the application."""
        message = await super().receive()
        if self._read_by != NEVER and not self.transport.is_closing():
            self.transport.pause_reading()
        self._read_on()
        return message

    def pause_writing(self) -> None:
        """The client does not read: start its deadline."""
        self._read_by = self.loop.time() + self._limits.read_patience
        super().pause_writing()
        if not self.transport.is_closing():
            self.transport.pause_reading()

    def resume_writing(self) -> None:
        """The client reads again."""
        self._read_by = NEVER
        super().resume_writing()
        if not (self.read_paused or self.transport.is_closing()):
            self.transport.resume_reading()
        self._read_on()

    def handle_ping(self) -> None:
        """Answer a ping, within the rate."""
        if self._is_bearable():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        """Accept a pong, within the rate."""
        if self._is_bearable():
            super().handle_pong(event)

    def handle_cont(self, event: Any) -> None:
        """Accept a fragment, within the rate."""
        if self._is_bearable():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Hand a message to the application; close with 1007 if text is not UTF-8."""
        if self.close_sent and not self._is_bearable():
            return
        try:
            if self.curr_msg_data_type == "text" and not self.close_sent:
                b"".join(self.frames).decode()
        except UnicodeDecodeError:
            self.frames = []
            self.conn.send_close(1007)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    def _is_bearable(self) -> bool:
        """Count a control frame; abort a connection that sends too many."""
        if self._bucket.allows():
            return not self.transport.is_closing()
        self.transport.abort()
        return False
