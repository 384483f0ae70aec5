"""The WebSocket endpoint: who may connect, and messages in and out."""

import asyncio
import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tablee.server import messages
from tablee.server.connection import Connection
from tablee.server.hub import Hub
from tablee.server.limits import Bucket
from tablee.server.live_table import LiveTable
from tablee.server.people import PERSON_COOKIE, cookies, person_of
from tablee.server.settings import LONGEST_MESSAGE, Settings
from tablee.server.texts import preferred_language
from tablee.table.events import Refused

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

_PATH = re.compile(r"/tables/(?P<table>[\w-]+)/live")
FORBIDDEN, NOT_FOUND, TOO_MANY, ABUSE = 4403, 4404, 4429, 1008
"""Closing codes."""
PATIENCE = 100
"""Refused messages after which a connection is cut."""


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
        path = _PATH.fullmatch(scope["path"])
        live = await self._hub.find(path["table"]) if path else None
        refusal = self._refusal(headers, live)
        if refusal or live is None:
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": refusal or NOT_FOUND})
            return
        await send({"type": "websocket.accept"})
        connection, after = self._connection(scope, headers)
        self._count += 1
        live.join(connection, after)
        delivery = asyncio.create_task(connection.deliver(send))
        try:
            await self._listen(live, connection, receive)
        finally:
            self._count -= 1
            delivery.cancel()
            live.quit(connection)

    def _refusal(self, headers: dict[str, str], live: LiveTable | None) -> int:
        if not is_own_origin(headers, self._settings.origins):
            return FORBIDDEN
        if live is None:
            return NOT_FOUND
        full = len(live.connections) >= self._settings.most_watchers
        return TOO_MANY if full or self._count >= self._settings.most_connections else 0

    def _connection(self, scope: Scope, headers: dict[str, str]) -> tuple[Connection, int]:
        query = parse_qs(scope["query_string"].decode("latin-1"))
        after = query.get("after", ["0"])[0]
        jar = cookies(headers.get("cookie", ""))
        connection = Connection(
            person_of(jar.get(PERSON_COOKIE, "")),
            preferred_language(jar, headers.get("accept-language", "")),
            scenes=query.get("as", ["scenes"])[0] != "events",
            bucket=Bucket(self._settings.message_rate, self._settings.message_burst),
        )
        return connection, int(after) if after.isdecimal() and len(after) < 10 else 0

    async def _listen(self, live: LiveTable, connection: Connection, receive: Receive) -> None:
        refusals = 0
        while not connection.closed and refusals < PATIENCE:
            event = await receive()
            if event["type"] == "websocket.disconnect":
                return
            try:
                await self._handle(live, connection, event.get("text") or event.get("bytes") or "")
            except Refused as refused:
                refusals += 1
                live.refuse(connection, refused.code)
        connection.close()

    async def _handle(self, live: LiveTable, connection: Connection, text: str | bytes) -> None:
        if not connection.bucket.allows():
            raise Refused("too_fast")
        if len(text) > LONGEST_MESSAGE:
            raise Refused("bad_message")
        message = messages.read_message(text)
        if isinstance(message, messages.Again):
            await self._hub.again(live, connection.person)
        else:
            await live.handle(connection, message)


def is_own_origin(headers: dict[str, str], others: Any = ()) -> bool:
    """Does a request come from a page of ours? Programs, which send no origin, may connect."""
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host") or origin in others


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
