"""Going on from another device: a link that makes another browser the same person, for a short while and once.

A pass holds the person's own token, so it lives in memory alone and is never written down.
"""

import secrets
import time
from typing import NamedTuple

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablee.live.hub import Hub
from tablee.live.limits import Buckets
from tablee.live.settings import Settings
from tablee.people.tokens import person_of
from tablee.site.pictures.qr_codes import code
from tablee.site.printer import Printer
from tablee.site.visit import base_address, keep_token, own_path, read_form, sender, token_of, visitor

MOST = 10_000
"""Passes at a time; then the oldest go."""


class Pass(NamedTuple):
    """Who is meant, where they go on, and until when it holds."""

    token: str
    back: str
    until: float


class Passes:
    """The passes that hold now: one a person, the latest."""

    def __init__(self, lifetime: float) -> None:
        self._lifetime = lifetime
        self._passes: dict[str, Pass] = {}

    def give(self, token: str, back: str) -> str:
        """A new pass, by its name; an earlier one of the same person holds no longer."""
        now = time.monotonic()
        held = {name: one for name, one in self._passes.items() if one.until > now and one.token != token}
        self._passes = dict(list(held.items())[-MOST + 1 :])
        name = secrets.token_urlsafe(16)
        self._passes[name] = Pass(token, back, now + self._lifetime)
        return name

    def find(self, name: str) -> Pass | None:
        """The pass of that name, if it still holds."""
        found = self._passes.get(name)
        return found if found is not None and found.until > time.monotonic() else None

    def use(self, name: str) -> Pass | None:
        """The same, and it holds no longer."""
        found = self.find(name)
        self._passes.pop(name, None)
        return found


class PassPages:
    """The pages on both sides: here the link, there the question."""

    def __init__(self, hub: Hub, settings: Settings, printer: Printer) -> None:
        self._hub = hub
        self._settings = settings
        self._printer = printer
        self._passes = Passes(settings.pass_lifetime)
        self._wishes = Buckets(settings.opening_rate, settings.opening_burst)

    async def give(self, request: Request) -> Response:
        """Show a link and its code to the person who asks for one."""
        form = await read_form(request, self._settings.origins)
        if not self._wishes.allow(sender(request)):
            raise HTTPException(429)
        token, _ = token_of(request)
        back = own_path(form.get("back", "/"))
        link = f"{base_address(request, self._settings)}/passes/{self._passes.give(token, back)}"
        minutes = round(self._settings.pass_lifetime / 60)
        return await self._printer.page(
            request, "pass.html", link=link, code=Markup(code(link)), back=back, path=back, minutes=minutes
        )

    async def ask(self, request: Request) -> Response:
        """Ask on the other device. Only looking uses nothing up: programs that preview links look, too."""
        found = self._passes.find(request.path_params["name"])
        if found is None:
            raise HTTPException(404, "pass")
        name = await self._hub.store.name_of(person_of(found.token))
        other = visitor(request) not in ("", person_of(found.token))
        tables = await self._hub.store.unfinished_tables(visitor(request)) if other else []
        return await self._printer.page(request, "pass_ask.html", name=name, loses=len(tables))

    async def use(self, request: Request) -> Response:
        """Make this browser the same person, and go where that person was."""
        await read_form(request, self._settings.origins)
        found = self._passes.use(request.path_params["name"])
        if found is None:
            raise HTTPException(404, "pass")
        response = RedirectResponse(found.back, status_code=303)
        keep_token(request, response, found.token)
        return response
