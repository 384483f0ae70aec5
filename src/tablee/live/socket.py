"""The WebSocket endpoint: who may connect, and messages in and out."""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import parse_qs

from starlette.requests import cookie_parser

from tablee.games.scenery import UPRIGHT
from tablee.live import messages
from tablee.live.connection import Connection
from tablee.live.hub import Hub
from tablee.live.limits import Bucket
from tablee.live.live_table import LiveTable
from tablee.live.recognition import recognise, session_in
from tablee.live.settings import LONGEST_MESSAGE, Settings
from tablee.people.devices import device_of
from tablee.show.sentences import preferred_language
from tablee.store import NotSaved
from tablee.table.events import Refused

logger = logging.getLogger("tablee")

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

_PATH = re.compile(r"/tables/(?P<table>[\w-]+)/live")
FORBIDDEN, NOT_FOUND, TOO_MANY, ABUSE = 4403, 4404, 4429, 1008
"""Closing codes."""
PATIENCE = 100
"""Refused messages after which a connection is cut."""
LAST_WORD = 2.0
"""Seconds in which the last messages may still be read then."""


class Live:
    """An ASGI application for the WebSockets of `/tables/ID/live`."""

    def __init__(self, hub: Hub, settings: Settings) -> None:
        self._hub = hub
        self._settings = settings
        self._count = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection from its handshake to its end."""
        await receive()
        headers = _headers(scope)
        connection, after = self._connection(scope, headers)
        with self._hub.letting_in(connection):
            await self._let_in(connection, after, headers, scope, receive, send)

    async def _let_in(
        self, connection: Connection, after: int, headers: dict[str, str], scope: Scope, receive: Receive, send: Send
    ) -> None:
        person = await recognise(self._hub.store, connection.session)
        connection.person = person.id if person else ""
        live = await self._find(scope, headers)
        refusal = live if isinstance(live, int) else self._crowded(live, connection.person)
        if isinstance(live, int) or refusal:
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": refusal})
            return
        live.join(connection, after)  # before anything else is waited for: a table that nobody looks at is forgotten
        self._count += 1
        try:
            await send({"type": "websocket.accept"})
            await self._serve(live, connection, receive, send)
        finally:
            self._count -= 1
            live.quit(connection)

    async def _serve(self, live: LiveTable, connection: Connection, receive: Receive, send: Send) -> None:
        """Listen and deliver until one of both ends."""
        listening = asyncio.create_task(self._listen(live, connection, receive))
        delivery = connection.start(send)
        try:
            await asyncio.wait({listening, delivery}, return_when=asyncio.FIRST_COMPLETED)
            if listening.done() and listening.result():
                connection.close(ABUSE)
                await asyncio.wait({delivery}, timeout=LAST_WORD)
        finally:
            listening.cancel()
            delivery.cancel()

    async def _find(self, scope: Scope, headers: dict[str, str]) -> LiveTable | int:
        """The table, or the code with which to hang up."""
        if not is_own_origin(headers, self._settings.origins):
            return FORBIDDEN
        path = _PATH.fullmatch(scope["path"])
        live = await self._hub.find(path["table"]) if path else None
        return live or NOT_FOUND

    def _crowded(self, live: LiveTable, person: str) -> int:
        """The code with which to hang up if there is no room; those who sit at the table always have room."""
        full = self._count >= self._settings.most_connections or live.presence.watching >= self._settings.most_watchers
        if not full or live.presence.sitter_of(person):
            return 0
        live.check_idle()
        return TOO_MANY

    def _connection(self, scope: Scope, headers: dict[str, str]) -> tuple[Connection, int]:
        query = parse_qs(scope["query_string"].decode("latin-1"))
        after = query.get("after", ["0"])[0]
        jar = cookie_parser(headers.get("cookie", ""))
        connection = Connection(
            session_in(jar),
            preferred_language(jar, headers.get("accept-language", "")),
            scenes=query.get("as", ["scenes"])[0] != "events",
            bucket=Bucket(self._settings.message_rate, self._settings.message_burst),
            shape=query.get("shape", [UPRIGHT])[0],
            device=device_of(headers.get("user-agent", "")),
        )
        return connection, int(after) if after.isdecimal() and len(after) < 10 else 0

    async def _listen(self, live: LiveTable, connection: Connection, receive: Receive) -> bool:
        """Grant or refuse wishes until the other side hangs up, or has been refused too often: then returns True."""
        refusals = 0
        while refusals < PATIENCE:
            event = await receive()
            if event["type"] == "websocket.disconnect" or connection.is_closing:
                return False
            try:
                await self._handle(live, connection, event.get("text") or event.get("bytes") or "")
            except Refused as refused:
                refusals += 1
                live.refuse(connection, refused)
            except NotSaved as error:
                logger.error("table %s: not saved: %s", live.table.id, error)
                live.refuse(connection, Refused("not_saved"))
        return True

    async def _handle(self, live: LiveTable, connection: Connection, text: str | bytes) -> None:
        if not connection.bucket.allows():
            raise Refused("too_fast")
        if len(text) > LONGEST_MESSAGE:
            raise Refused("bad_message")
        message = messages.read_message(text)
        if isinstance(message, messages.Sit | messages.Name):
            await self._hub.introduce(connection)
        if isinstance(message, messages.Ping):
            connection.send('{"say":"pong"}')
        elif isinstance(message, messages.Again):
            await self._hub.again(live, connection.person)
        else:
            await live.handle(connection, message)


def is_own_origin(headers: dict[str, str], others: Any = ()) -> bool:
    """Does a request come from a page of ours? Programs, which send no origin, may connect."""
    origin = headers.get("origin")
    return origin is None or origin.partition("://")[2] == headers.get("host") or origin in others


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
