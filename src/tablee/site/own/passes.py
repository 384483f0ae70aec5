"""Going on from another device: a link that makes another browser the same person, for a short while and once.

A pass says who is meant, and hands nothing over: the other browser gets a session of its own, with a token that nobody
has seen before. Whoever has the link is that person, so only the digest of its secret is written down.
"""

import hashlib
import secrets

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablee.live.hub import Hub
from tablee.live.recognition import session_in
from tablee.live.settings import Settings
from tablee.live.time import milliseconds_now
from tablee.people import Pass, Person
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


class PassPages:
    """The pages on both sides: here the link, there the question."""

    def __init__(self, hub: Hub, settings: Settings, printer: Printer) -> None:
        self._hub = hub
        self._settings = settings
        self._printer = printer

    async def give(self, request: Request) -> Response:
        """Show a link and its code to the person who asks for one."""
        form = await read_form(request, self._settings.origins)
        await self._hub.limits.take_shared("change", await asker_of(request, self._hub.store))
        person = await introduced(request, self._hub.store)
        back = own_path(form.get("back", "/"))
        link = f"{base_address(request, self._settings)}/passes/{await self._new_pass(person, back)}"
        minutes = round(self._settings.pass_lifetime / 60)
        return await self._printer.page(
            request, "own/pass.html", link=link, code=Markup(code(link)), back=back, path=back, minutes=minutes
        )

    async def _new_pass(self, person: Person, back: str) -> str:
        """Keep a new pass; its name is known to whoever has the link, and to nobody else."""
        name, now = secrets.token_urlsafe(16), milliseconds_now()
        until = now + int(self._settings.pass_lifetime * 1000)
        await self._hub.store.give_pass(Pass(_digest(name), person.id, back, until), now)
        return name

    async def ask(self, request: Request) -> Response:
        """Ask on the other device. Only looking uses nothing up: programs that preview links look, too."""
        found = await self._hub.store.find_pass(_digest(request.path_params["name"]), milliseconds_now())
        if found is None:
            raise HTTPException(404, "pass")
        store, here = self._hub.store, await visitor(request, self._hub.store)
        other = here is not None and here.id != found.person
        tables = await store.entries_of(here.id, unfinished=True, most=1) if here and other else []
        name = await store.name_of(found.person)
        return await self._printer.page(request, "own/pass_ask.html", name=name, loses=bool(tables))

    async def use(self, request: Request) -> Response:
        """Make this browser the same person, and go where that person was."""
        await read_form(request, self._settings.origins)
        await self._hub.limits.take_shared("change", await asker_of(request, self._hub.store))
        found = await self._hub.store.use_pass(_digest(request.path_params["name"]), milliseconds_now())
        if found is None:
            raise HTTPException(404, "pass")
        token = new_token()  # whatever this browser had before, somebody else may have put it there
        await begin_session(request, self._hub.store, token, Person(found.person))
        await self._leave_behind(request)
        response = RedirectResponse(found.back, status_code=303)
        keep_token(request, response, token)
        return response

    async def _leave_behind(self, request: Request) -> None:
        """End the session that this browser has had: nobody could come back to it."""
        here, session = await visitor(request, self._hub.store), session_in(request.cookies)
        if here is not None and await self._hub.store.end_session(here.id, session):
            self._hub.end_session(session)


def _digest(name: str) -> str:
    """What the database knows of a pass."""
    return hashlib.sha256(name.encode()).hexdigest()
