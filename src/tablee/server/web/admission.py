"""Admission: checks the host, the rate limit and the room before any page is served."""

import asyncio
import ipaddress
import socket
from typing import Any
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from tablee.server.features.bot_accounts.service import open_to_bot_accounts
from tablee.server.features.moderation.model import stays_open
from tablee.server.realtime.hub import Hub
from tablee.server.realtime.rate_limits import TooMuch
from tablee.server.realtime.settings import Settings
from tablee.server.realtime.socket import FORBIDDEN, TOO_MANY, hang_up
from tablee.server.storage import Unavailable
from tablee.server.web.error_pages import Errors, note_unserved, seconds
from tablee.server.web.visit import browser_of, is_by_bot_account, visitor

PARTS = "/static/"
"""Static files have a rate limit of their own: a page needs many, and each is cheap."""
WATCHED = ("/health", "/ready")
"""Health checks are answered however full the server is."""
MOST_SAYING_SO = 8
"""At most this many refusals at a time are rendered as pages; the others get a line of text, after a pause."""
PAUSE = 1.0
"""Seconds until that line is sent; none of a server that is full, as nobody must wait in its places."""
FULL = "full"

AT_HOME = ("local", "lan", "home", "home.arpa", "internal", "localdomain")
"""Top-level names that home networks use; none of them exists on the internet."""
EVERY = "*"
LONGEST_HOST = 260
"""No name in the DNS is longer, with its port; links contain it, and a QR code of a long one takes long to draw."""


class Admission:
    """Refuses requests that cannot be served, with a page that says why."""

    def __init__(self, hub: Hub, settings: Settings, errors: Errors) -> None:
        self._hub = hub
        self._errors = errors
        self._hosts = AllowedHosts(settings)
        self._saying_so = 0

    def knows_host(self, scope: Any) -> bool:
        """Does the request name an allowed host? Not if it names two."""
        named = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        return self._hosts.allows(named[0] if len(named) == 1 else "" if named else None)

    async def turn_away_socket(self, scope: Any, receive: Any, send: Any) -> bool:
        """Close a WebSocket that names another host or has no place; return whether it did."""
        if self.knows_host(scope) and not scope.get("full"):
            return False
        await receive()
        await hang_up(send, TOO_MANY if self.knows_host(scope) else FORBIDDEN)
        return True

    async def turn_away(self, scope: Any, receive: Any, send: Any) -> bool:
        """Refuse a request that cannot be served; return whether it was refused."""
        try:
            await self._check(scope)
        except (HTTPException, TooMuch, Unavailable) as problem:
            if is_full := scope.get("full") or (isinstance(problem, HTTPException) and problem.detail == FULL):
                scope["dismiss"]()
            response = await self._answer(Request(scope, receive), problem, 0.0 if is_full else PAUSE)
            await response(scope, receive, send)
            return True
        return False

    async def _check(self, scope: Any) -> None:
        request = Request(scope)
        if scope["path"].startswith(PARTS):
            self._hub.limits.take("part", browser_of(request))
            await self._check_room(scope, request)
            return
        if not self.knows_host(scope):
            raise HTTPException(421)
        if not scope["path"].isprintable():  # no address of ours: the database would be asked for a text it cannot hold
            raise HTTPException(404)
        if scope["path"] in WATCHED:
            return
        self._hub.limits.take("request", browser_of(request))
        if is_by_bot_account(request) and not open_to_bot_accounts(request.method, scope["path"]):
            raise HTTPException(403, "program")
        await self._check_room(scope, request)
        if not stays_open(request.method, scope["path"]):
            person = await visitor(request, self._hub.store)
            if person is not None and person.is_removed:
                raise HTTPException(403, "removed")

    async def _check_room(self, scope: Any, request: Request) -> None:
        """Raise 503 if there is no place, or only one that is reserved for those who play."""
        if scope.get("crowded") and not scope.get("full"):
            person = await visitor(request, self._hub.store)
            if person is not None and await self._hub.store.entries_of(person.id, unfinished=True, most=1):
                return
        if scope.get("crowded") or scope.get("full"):
            raise HTTPException(503, FULL)

    async def _answer(self, request: Request, problem: HTTPException | TooMuch | Unavailable, pause: float) -> Response:
        if self._saying_so >= MOST_SAYING_SO:
            await asyncio.sleep(pause)
            if isinstance(problem, TooMuch):
                return PlainTextResponse("429 Too Many Requests", 429, {"retry-after": seconds(problem)})
            if isinstance(problem, Unavailable):
                note_unserved(503, problem)
                return PlainTextResponse("503 The database does not answer", 503, {"retry-after": seconds(problem)})
            note_unserved(problem.status_code, problem)
            return PlainTextResponse(f"{problem.status_code} {problem.detail}", problem.status_code)
        self._saying_so += 1
        try:
            return await self._errors.message(request, problem)
        finally:
            self._saying_so -= 1


class AllowedHosts:
    """The names under which the server answers: of this machine, of the configured address and origins, `allow_host`.

    With DNS rebinding another site can point its own name at our address; a browser would then treat our pages as that
    site's. Numeric addresses are allowed: they cannot be rebound.
    """

    def __init__(self, settings: Settings, machine: str | None = None) -> None:
        """`machine` replaces the name of this machine, for tests."""
        machine = socket.gethostname() if machine is None else machine
        short = machine.partition(".")[0]
        at_home = ("localhost", machine, short, *(f"{short}.{network}" for network in AT_HOME if short))
        named = [*settings.allow_host, *map(_host_of, [settings.house_address, *settings.origins])]
        self._names = {name.lower() for name in (*at_home, *named) if name and not name.startswith(EVERY)}
        self._endings = tuple(name[1:].lower() for name in named if name.startswith(f"{EVERY}."))
        self._all = EVERY in named

    def allows(self, host: str | None) -> bool:
        """Is `host` allowed? A request without a host does not come from a browser, and is."""
        if host is None:
            return True
        if self._all or len(host) > LONGEST_HOST:
            return len(host) <= LONGEST_HOST
        name = _without_port(host).lower().rstrip(".")
        if name in self._names or name.endswith((".localhost", *self._endings)):
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


def _host_of(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def _without_port(host: str) -> str:
    """
    >>> _without_port("localhost:8470"), _without_port("[::1]:8470"), _without_port("example.org")
    ('localhost', '::1', 'example.org')
    """
    if host.startswith("["):
        return host[1:].partition("]")[0] if "]" in host else ""
    return host.partition(":")[0]
