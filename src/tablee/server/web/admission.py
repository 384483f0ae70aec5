"""Before any page: is it this house that is meant, is there room, and has too much been asked for?"""

import asyncio
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from tablee.live.hub import Hub
from tablee.live.limits import TooMuch
from tablee.live.settings import Settings
from tablee.live.socket import FORBIDDEN, hang_up
from tablee.site.errors import Errors, seconds
from tablee.site.hosts import Hosts
from tablee.site.programs import for_programs
from tablee.site.visit import browser_of, is_by_program, visitor

PARTS = "/static/"
"""Where the parts of pages are: public, quickly sent, and many to a page."""
WATCHED = ("/health", "/ready")
"""What those ask who watch over the house: it is no less healthy for being full."""
MOST_SAYING_SO = 8
"""Refusals at a time that are pages; who asks on and on gets a line, and that not at once."""
PAUSE = 1.0
"""Seconds until that line."""


class Reception:
    """Turns away who cannot be served, with a page that says why."""

    def __init__(self, hub: Hub, settings: Settings, errors: Errors) -> None:
        self._hub = hub
        self._errors = errors
        self._hosts = Hosts(settings)
        self._saying_so = 0

    def knows_host(self, scope: Any) -> bool:
        """Is the house called by a name of its own?"""
        return self._hosts.allows(_host(scope))

    async def turn_away_socket(self, scope: Any, receive: Any, send: Any) -> bool:
        """Hang up on who calls the house by another name; returns whether that was so."""
        if self.knows_host(scope):
            return False
        await receive()
        await hang_up(send, FORBIDDEN)
        return True

    async def turn_away(self, scope: Any, receive: Any, send: Any) -> bool:
        """Answer who cannot be served now; returns whether that was so."""
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
        if is_by_program(request) and not for_programs(request.method, scope["path"]):
            raise HTTPException(403, "program")
        if scope.get("full") or (scope.get("crowded") and not await self._plays(request)):
            raise HTTPException(503, "full")

    async def _plays(self, request: Request) -> bool:
        """Does the one who asks sit at a table that is not over? Then there is room, however many are here."""
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
    """Whom somebody calls; who names two is understood by nobody."""
    named = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
    return None if not named else named[0] if len(named) == 1 else ""
