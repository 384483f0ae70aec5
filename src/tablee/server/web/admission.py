"""Admission: checks the host, the rate limit and the room before any page is served."""

import asyncio
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from tablee.server.features.bot_accounts.service import open_to_bot_accounts
from tablee.server.realtime.hub import Hub
from tablee.server.realtime.rate_limits import TooMuch
from tablee.server.realtime.settings import Settings
from tablee.server.realtime.socket import FORBIDDEN, hang_up
from tablee.server.web.allowed_hosts import AllowedHosts
from tablee.server.web.error_pages import Errors, seconds
from tablee.server.web.visit import browser_of, is_by_bot_account, visitor

PARTS = "/static/"
"""Static files have a rate limit of their own: a page needs many, and each is cheap."""
WATCHED = ("/health", "/ready")
"""Health checks are answered however full the server is."""
MOST_SAYING_SO = 8
"""At most this many refusals at a time are rendered as pages; the others get a line of text, after a pause."""
PAUSE = 1.0
"""Seconds until that line is sent."""


class Admission:
    """Refuses requests that cannot be served, with a page that says why."""

    def __init__(self, hub: Hub, settings: Settings, errors: Errors) -> None:
        self._hub = hub
        self._errors = errors
        self._hosts = AllowedHosts(settings)
        self._saying_so = 0

    def knows_host(self, scope: Any) -> bool:
        """Does the request name an allowed host?"""
        return self._hosts.allows(_host(scope))

    async def turn_away_socket(self, scope: Any, receive: Any, send: Any) -> bool:
        """Close a WebSocket that names another host; return whether it did."""
        if self.knows_host(scope):
            return False
        await receive()
        await hang_up(send, FORBIDDEN)
        return True

    async def turn_away(self, scope: Any, receive: Any, send: Any) -> bool:
        """Refuse a request that cannot be served; return whether it was refused."""
        try:
            await self._check(scope)
        except (HTTPException, TooMuch) as problem:
            response = await self._answer(Request(scope, receive), problem)
            await response(scope, receive, send)
            return True
        return False

    async def _check(self, scope: Any) -> None:
        request = Request(scope)
        if scope["path"].startswith(PARTS):
            self._hub.limits.take("part", browser_of(request))
            return
        if not self.knows_host(scope):
            raise HTTPException(421)
        if scope["path"] in WATCHED:
            return
        self._hub.limits.take("request", browser_of(request))
        if is_by_bot_account(request) and not open_to_bot_accounts(request.method, scope["path"]):
            raise HTTPException(403, "program")
        if scope.get("full") or (scope.get("crowded") and not await self._plays(request)):
            raise HTTPException(503, "full")

    async def _plays(self, request: Request) -> bool:
        """Does the visitor sit at an unfinished table? Reserved room is for them."""
        person = await visitor(request, self._hub.store)
        return person is not None and bool(await self._hub.store.entries_of(person.id, unfinished=True, most=1))

    async def _answer(self, request: Request, problem: HTTPException | TooMuch) -> Response:
        if self._saying_so >= MOST_SAYING_SO:
            await asyncio.sleep(PAUSE)
            return _line(problem)
        self._saying_so += 1
        try:
            return await self._errors.message(request, problem)
        finally:
            self._saying_so -= 1


def _line(problem: HTTPException | TooMuch) -> Response:
    if isinstance(problem, TooMuch):
        return PlainTextResponse("429 Too Many Requests", 429, {"retry-after": seconds(problem)})
    return PlainTextResponse(f"{problem.status_code} {problem.detail}", problem.status_code)


def _host(scope: Any) -> str | None:
    """The host that a request names; empty, which is never allowed, if it names two."""
    named = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
    return None if not named else named[0] if len(named) == 1 else ""
