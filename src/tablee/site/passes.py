"""Going on from another device: a link that makes another browser the same person, for a short while and once.

A pass says who is meant, and hands nothing over: the other browser gets a session of its own, with a token that nobody
has seen before. Whoever has the link is that person, so it lives in memory alone and is never written down.
"""

import secrets
import time
from typing import NamedTuple

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablee.live.hub import Hub
from tablee.live.recognition import session_in
from tablee.live.settings import Settings
from tablee.people import Person
from tablee.people.tokens import new_token
from tablee.site.pictures.qr_codes import code
from tablee.site.printer import Printer
from tablee.site.visit import (
    asker_of,
    base_address,
    begin_session,
    introduced,
    keep_token,
    own_path,
    read_form,
    visitor,
)

MOST = 10_000
"""Passes at a time; then the oldest go."""


class Pass(NamedTuple):
    """Who is meant, where they go on, and until when it holds."""

    person: Person
    back: str
    until: float


class Passes:
    """The passes that hold now: one a person, the latest."""

    def __init__(self, lifetime: float) -> None:
        self._lifetime = lifetime
        self._passes: dict[str, Pass] = {}

    def give(self, person: Person, back: str) -> str:
        """A new pass, by its name; an earlier one of the same person holds no longer."""
        now = time.monotonic()
        self.withdraw(person)
        held = {name: one for name, one in self._passes.items() if one.until > now}
        self._passes = dict(list(held.items())[-MOST + 1 :])
        name = secrets.token_urlsafe(16)
        self._passes[name] = Pass(person, back, now + self._lifetime)
        return name

    def withdraw(self, person: Person) -> None:
        """Whatever was given to a person holds no longer."""
        self._passes = {name: one for name, one in self._passes.items() if one.person.id != person.id}

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

    def __init__(self, hub: Hub, settings: Settings, printer: Printer, passes: Passes) -> None:
        self._hub = hub
        self._settings = settings
        self._printer = printer
        self._passes = passes

    async def give(self, request: Request) -> Response:
        """Show a link and its code to the person who asks for one."""
        form = await read_form(request, self._settings.origins)
        await self._hub.limits.take_shared("change", await asker_of(request, self._hub.store))
        person = await introduced(request, self._hub.store)
        back = own_path(form.get("back", "/"))
        link = f"{base_address(request, self._settings)}/passes/{self._passes.give(person, back)}"
        minutes = round(self._settings.pass_lifetime / 60)
        return await self._printer.page(
            request, "pass.html", link=link, code=Markup(code(link)), back=back, path=back, minutes=minutes
        )

    async def ask(self, request: Request) -> Response:
        """Ask on the other device. Only looking uses nothing up: programs that preview links look, too."""
        found = self._passes.find(request.path_params["name"])
        if found is None:
            raise HTTPException(404, "pass")
        store, here = self._hub.store, await visitor(request, self._hub.store)
        other = here is not None and here.id != found.person.id
        tables = await store.entries_of(here.id, unfinished=True, most=1) if here and other else []
        name = await store.name_of(found.person.id)
        return await self._printer.page(request, "pass_ask.html", name=name, loses=bool(tables))

    async def use(self, request: Request) -> Response:
        """Make this browser the same person, and go where that person was."""
        await read_form(request, self._settings.origins)
        await self._hub.limits.take_shared("change", await asker_of(request, self._hub.store))
        found = self._passes.use(request.path_params["name"])
        if found is None:
            raise HTTPException(404, "pass")
        token = new_token()  # whatever this browser had before, somebody else may have put it there
        await begin_session(request, self._hub.store, token, found.person)
        await self._leave_behind(request)
        response = RedirectResponse(found.back, status_code=303)
        keep_token(request, response, token)
        return response

    async def _leave_behind(self, request: Request) -> None:
        """End the session that this browser has had: nobody could come back to it."""
        here, session = await visitor(request, self._hub.store), session_in(request.cookies)
        if here is not None and await self._hub.store.end_session(here.id, session):
            self._hub.end_session(session)
