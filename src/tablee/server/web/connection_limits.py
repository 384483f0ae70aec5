"""The door: how many may come in from one address, how much they may say before they ask, and how long that may take.

uvicorn reads the head of a request without end, and waits for the rest of it for ever. What is here stands around its
two protocols, and changes nothing for those who ask as browsers do.
"""

import asyncio
import math
from collections import Counter
from functools import partial
from http import HTTPStatus
from typing import Any, Protocol

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tablee.live.limits import Bucket, address_key
from tablee.live.settings import LONGEST_MESSAGE, Settings
from tablee.site.proxies import Proxies

LONGEST_HEAD = 64 * 1024
"""Bytes of a request that are no body: its head, and what lies between and behind the chunks of a body."""
PIECE = 2048
"""Bytes that are read at once: however much arrives, nobody takes the server's time for more than a moment."""
LAST_WORD = 1.0
"""Seconds in which a refusal may be read before the connection is cut."""
MOST_REFUSED = 32
"""Connections from a crowded address that are told so; more are cut without a word."""
FOR_ALL = 0.8
"""The share of the connections that is for anybody; the rest is for those who play, as far as they are known."""
HURRY = 0.2
"""The share of its patience that the door has with those who come when there is room for players alone."""
NEVER = math.inf


class Caller(Protocol):
    """A connection, as the door sees it."""

    transport: asyncio.Transport
    closing_since: float

    def look_at_clock(self, now: float) -> None:
        """Is it time to be refused?"""


class Door:
    """Knows who is inside, and looks round for those who keep it waiting.

    Everybody is counted by address; who comes through a proxy by the address that it names, from when that is known.
    """

    def __init__(self, settings: Settings, most: int) -> None:
        self.head_patience = settings.head_patience
        self.body_patience = settings.body_patience
        self.read_patience = settings.read_patience
        self.frames = partial(Bucket, settings.frame_rate, settings.frame_burst)
        self._most_of_one = settings.most_of_one_address
        self._most = min(most, settings.most_connections)
        self.proxies = Proxies(settings.trust_proxy)
        self._inside: dict[Caller, str] = {}
        self._counts: Counter[str] = Counter()
        self._pause = min(1.0, self.head_patience / 4)
        self._round: asyncio.TimerHandle | None = None

    def key_of(self, host: str) -> str:
        """What the one at the other end is counted by; nothing for a proxy, which is not the one who asks."""
        return "" if self.proxies.trusts(host) else address_key(host)

    def enter(self, caller: Caller, key: str) -> int:
        """Count somebody who has come, or of whom it is known now where from; returns how many too many there are."""
        self.leave(caller)
        self._inside[caller] = key
        self._counts[key] += 1
        if self._round is None:
            self._go_round()
        return max(0, self._counts[key] - self._most_of_one if key else 0, len(self._inside) - self._most)

    def is_crowded(self, caller: Caller) -> bool:
        """Is there room for those alone who play?"""
        key = self._inside.get(caller, "")
        of_one = self._counts[key] if key else 0
        return of_one > FOR_ALL * self._most_of_one or len(self._inside) > FOR_ALL * self._most

    def receive(self, caller: Caller, scope: Any) -> bool:
        """Know for whom a request is, and let the house know if there is no room; returns whether a proxy asks."""
        is_proxy = scope["proxied"] = self.proxies.apply(scope)
        scope["full"] = is_proxy and self.enter(caller, address_key(scope["client"][0])) > 0
        scope["crowded"] = self.is_crowded(caller)
        return is_proxy

    def leave(self, caller: Caller) -> None:
        """Forget somebody who has gone."""
        key = self._inside.pop(caller, None)
        if key is not None:
            self._counts[key] -= 1
            if not self._counts[key]:
                del self._counts[key]

    def look_round(self, now: float) -> None:
        """Refuse those who are late, and cut off those who do not let go."""
        for caller in list(self._inside):
            if not caller.transport.is_closing():
                caller.look_at_clock(now)
            elif caller.closing_since == NEVER:
                caller.closing_since = now
            elif now > caller.closing_since + self.read_patience:
                caller.transport.abort()

    def _go_round(self) -> None:
        loop = asyncio.get_running_loop()
        self.look_round(loop.time())
        self._round = loop.call_later(self._pause, self._go_round) if self._inside else None


class DoorConfig(uvicorn.Config):
    """How uvicorn is run behind a door."""

    def __init__(self, app: Any, door: Door) -> None:
        super().__init__(
            app,
            http=PageCaller,
            ws=LiveCaller,
            ws_max_size=2 * LONGEST_MESSAGE,
            ws_per_message_deflate=False,
            proxy_headers=False,  # they would be believed from this machine; see `proxies`
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=2,
        )
        self.door = door


class PageCaller(HttpToolsProtocol):
    """One who asks for pages, in bounded heads and before deadlines that no trickle moves."""

    def __init__(self, config: DoorConfig, **known: Any) -> None:
        super().__init__(config, **known)
        self.closing_since = NEVER
        self._door = config.door
        self._unread = b""
        self._head = 0  # bytes of this request so far that are no body
        self._ask_by = NEVER
        self._read_by = NEVER
        self._refused = False
        self._answering: RequestResponseCycle | None = None
        self._is_proxy = False

    def connection_made(self, transport: Any) -> None:
        """Let somebody in, or not."""
        super().connection_made(transport)
        self._expect_head()
        too_many = self._door.enter(self, self._own_key)
        if too_many > MOST_REFUSED:
            self.transport.abort()
        elif too_many:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE)
        elif self._door.is_crowded(self):
            self._ask_by = self.loop.time() + HURRY * self._door.head_patience

    @property
    def _own_key(self) -> str:
        return self._door.key_of(self.client[0]) if self.client else ""

    def connection_lost(self, exc: Exception | None) -> None:
        """Let somebody go."""
        self._door.leave(self)
        self._drop_answer()
        super().connection_lost(exc)

    def _drop_answer(self) -> None:
        """Nobody reads what is being answered: uvicorn itself says so only to the latest of several requests."""
        if self._answering is not None and not self._answering.response_complete:
            self._answering.disconnected = True
            self._answering.message_event.set()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def look_at_clock(self, now: float) -> None:
        """Refuse who has not asked by now, or not read the answer."""
        if now >= self._read_by or (self._refused and now >= self._ask_by):
            self.transport.abort()
        elif now >= self._ask_by and self._head:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)
        elif now >= self._ask_by:
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Read on, piece by piece."""
        self._unread = self._unread + data if self._unread else data
        self._read_on()

    def _read_on(self) -> None:
        """Read what has arrived; of requests sent without waiting for answers, one after the other."""
        while self._unread and not (self.pipeline or self._refused or self.transport.is_closing()):
            piece, self._unread = self._unread[:PIECE], self._unread[PIECE:]
            self._expect_head()
            self._head += len(piece)
            super().data_received(piece)
            if self._head > LONGEST_HEAD:
                self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def _expect_head(self) -> None:
        """Somebody is about to ask; what has been begun is not begun anew."""
        if self._ask_by == NEVER:
            self._ask_by = self.loop.time() + self._door.head_patience

    def on_message_begin(self) -> None:
        """A head begins."""
        self._expect_head()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """A body begins, and it is known for whom."""
        self._ask_by = self.loop.time() + self._door.body_patience
        self._is_proxy = self._door.receive(self, self.scope)
        former = self.cycle
        super().on_headers_complete()
        if self.cycle is not former and self._door.is_crowded(self):
            self.cycle.keep_alive = False

    def on_body(self, body: bytes) -> None:
        """Some of the body."""
        self._head = max(0, self._head - len(body))
        super().on_body(body)

    def on_message_complete(self) -> None:
        """All has been asked."""
        self._head = 0
        self._ask_by = NEVER
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """All has been answered; a proxy asks for others next."""
        if self._is_proxy and not self.transport.is_closing():
            self._door.enter(self, "")
        super().on_response_complete()
        self._read_on()

    def pause_writing(self) -> None:
        """Somebody does not read."""
        self._read_by = self.loop.time() + self._door.read_patience
        super().pause_writing()

    def resume_writing(self) -> None:
        """Somebody reads again."""
        self._read_by = NEVER
        super().resume_writing()

    def handle_websocket_upgrade(self) -> None:
        """Go on as a live connection."""
        self._door.leave(self)
        self._unread = b""
        super().handle_websocket_upgrade()
        live = self.transport.get_protocol()
        if isinstance(live, LiveCaller) and not live.handshake_initiated:
            self.send_400_response(HTTPStatus.BAD_REQUEST.phrase)

    def _unsupported_upgrade_warning(self) -> None:
        """Answer as if no other protocol had been wished for; nothing can be understood after that."""
        self.cycle.keep_alive = False

    def _refuse(self, status: HTTPStatus) -> None:
        """Answer if that is possible still, and let go a moment later, so that it can be read."""
        self._refused = True
        self._unread = b""
        answer = self._answering
        if self.pipeline or (answer is not None and answer.response_started and not answer.response_complete):
            self.transport.abort()
            return
        self._drop_answer()
        self.transport.write(_answer(status))
        self.flow.pause_reading()
        self._ask_by = self.loop.time() + LAST_WORD


def _answer(status: HTTPStatus) -> bytes:
    text = f"{status.value} {status.phrase}"
    lines = [
        f"HTTP/1.1 {text}",
        "content-type: text/plain; charset=utf-8",
        f"content-length: {len(text)}",
        "connection: close",
        *(["retry-after: 10"] if status == HTTPStatus.SERVICE_UNAVAILABLE else []),
    ]
    return "\r\n".join([*lines, "", text]).encode()


class LiveCaller(WebSocketsSansIOProtocol):
    """One who sits at a table or watches: may be silent, but sends no more frames than anybody needs, and reads.

    While what was sent is not read, nothing is listened to either, pings included: whoever wants answers reads them.
    """

    def __init__(self, config: DoorConfig, **known: Any) -> None:
        super().__init__(config, **known)
        self.closing_since = NEVER
        self._door = config.door
        self._unread = b""
        self._bucket = config.door.frames()
        self._read_by = NEVER
        self._say_by = NEVER

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the place of the one who asked for the upgrade."""
        super().connection_made(transport)
        self._door.enter(self, self._door.key_of(self.client[0]) if self.client else "")

    def handle_connect(self, event: Any) -> None:
        """Know for whom a proxy asks, before the application is told."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self._door.receive(self, self.scope)

    def connection_lost(self, exc: Exception | None) -> None:
        """Let somebody go."""
        self._door.leave(self)
        super().connection_lost(exc)

    def look_at_clock(self, now: float) -> None:
        """Cut off who does not read, or does not end what was begun; who says nothing may stay."""
        if now >= self._read_by or now >= self._say_by:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read on, piece by piece."""
        self._unread = self._unread + data if self._unread else data
        self._read_on()

    def _read_on(self) -> None:
        """Read what has arrived until there is a message to be handled, or an answer to be read, first."""
        while self._unread and self.writable.is_set() and not (self.read_paused or self.transport.is_closing()):
            piece, self._unread = self._unread[:PIECE], self._unread[PIECE:]
            super().data_received(piece)
        self._expect_rest()

    def _expect_rest(self) -> None:
        """Half a message is not waited for without end, unless it is us for whom the other half waits."""
        listens = self.writable.is_set() and not (self.read_paused or self._unread)
        if not (listens and (self.frames or self.conn.reader.buffer)):
            self._say_by = NEVER
        elif self._say_by == NEVER:
            self._say_by = self.loop.time() + self._door.body_patience

    async def receive(self) -> Any:
        """The next message, for the application."""
        message = await super().receive()
        if self._read_by != NEVER and not self.transport.is_closing():
            self.transport.pause_reading()
        self._read_on()
        return message

    def pause_writing(self) -> None:
        """Somebody does not read."""
        self._read_by = self.loop.time() + self._door.read_patience
        super().pause_writing()
        if not self.transport.is_closing():
            self.transport.pause_reading()

    def resume_writing(self) -> None:
        """Somebody reads again."""
        self._read_by = NEVER
        super().resume_writing()
        if not (self.read_paused or self.transport.is_closing()):
            self.transport.resume_reading()
        self._read_on()

    def handle_ping(self) -> None:
        """Answer a ping."""
        if self._is_bearable():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        """Take note of a pong."""
        if self._is_bearable():
            super().handle_pong(event)

    def handle_cont(self, event: Any) -> None:
        """Put a fragment to the others."""
        if self._is_bearable():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Hand a message on, if it is text where it says so, and if somebody listens still."""
        if self.close_sent and not self._is_bearable():
            return
        if self.curr_msg_data_type == "text" and not self.close_sent and not _is_text(b"".join(self.frames)):
            self.frames = []
            self.conn.send_close(1007)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    def _is_bearable(self) -> bool:
        """Cut off who floods us with what is no message."""
        if self._bucket.allows():
            return not self.transport.is_closing()
        self.transport.abort()
        return False


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
