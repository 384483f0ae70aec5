"""The access log: a request id, a log line and metrics for every request and live connection."""

import re
import secrets
import time
from typing import Any

from tablee.bots.metrics import Counter, Histogram
from tablee.server.hosting.configuration import Configuration
from tablee.server.hosting.logs import logger, request_id, table_id
from tablee.server.realtime.connection import SENT
from tablee.server.web.app import App

REQUESTS = Counter("tablee_requests_total", "Requests, by route and status.", ("route", "status"))
SECONDS = Histogram("tablee_request_seconds", "How long answers take, by route.", ("route",))
CLOSED = Counter("tablee_live_closed_total", "Live connections that have ended, by who ended them and how.", ("code",))

QUIET = ("/static/{version}", "/icons/{name}.png", "/faces/{number}.svg", "/health", "/ready")
"""Routes that are not logged: they are asked for too often."""
NOWHERE = "none"
"""The route label of requests that match none."""
_ID = re.compile(r"[\w.:-]{1,64}")
_TABLE = re.compile(r"/tables/([\w-]{1,64})(?:/|$)")


class AccessLog:
    """ASGI middleware around the application."""

    def __init__(self, app: App, configuration: Configuration) -> None:
        self._app = app
        self._addresses = configuration.serving.log_addresses
        self._routes: dict[Any, str] = {
            getattr(one, "endpoint", None) or getattr(one, "app", None): str(getattr(one, "path", ""))
            for one in app.site.routes
        }

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """The ASGI entry."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        given = dict(scope["headers"]).get(b"x-request-id", b"").decode("latin-1") if scope.get("proxied") else ""
        request_id.set(given if _ID.fullmatch(given) else secrets.token_hex(8))  # that of a trusted proxy, or a new one
        found = _TABLE.match(scope["path"])
        table_id.set(found[1] if found else "")
        await (self._page if scope["type"] == "http" else self._live)(scope, receive, send)

    async def _page(self, scope: Any, receive: Any, send: Any) -> None:
        begun, status, size = time.perf_counter(), 500, 0
        named = (b"x-request-id", request_id.get().encode())

        async def count(message: Any) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), named]
            else:
                size += len(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, receive, count)
        finally:
            # The pattern of the route, never the path itself: that may hold a secret, or be one of endlessly many.
            route, seconds = self._routes.get(scope.get("endpoint"), NOWHERE), time.perf_counter() - begun
            REQUESTS.add(route, str(status))
            SECONDS.take(seconds, route)
            SENT.add("pages", by=size)
            if status >= 500 or route not in QUIET:
                about = {"method": scope["method"], "route": route, "status": status, "ms": round(seconds * 1000, 1)}
                logger.info("request", extra={"about": {**about, "bytes": size, **self._address(scope)}})

    async def _live(self, scope: Any, receive: Any, send: Any) -> None:
        begun, code = time.perf_counter(), 0

        async def hear() -> Any:
            nonlocal code
            message = await receive()
            if message["type"] == "websocket.disconnect":
                code = code or message.get("code") or 0
            return message

        async def count(message: Any) -> None:
            nonlocal code
            if message["type"] == "websocket.close":
                code = message.get("code", 1000)
            await send(message)

        try:
            await self._app(scope, hear, count)
        finally:
            CLOSED.add(str(code))
            about = {"code": code, "seconds": round(time.perf_counter() - begun, 1), "bytes": scope.get("sent", 0)}
            logger.info("live connection ended", extra={"about": {**about, **self._address(scope)}})

    def _address(self, scope: Any) -> dict[str, str]:
        return {"address": scope["client"][0]} if self._addresses and scope.get("client") else {}
