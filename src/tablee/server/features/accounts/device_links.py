"""Device links: a link that makes another browser the same person, once and for a short time.

The link carries no session: the other browser gets a session of its own with a new token. Whoever has the link becomes
that person, so only the digest of its secret is stored.
"""

import hashlib
import secrets

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablee.server.features.accounts.model import DeviceLink, Person, new_token
from tablee.server.features.accounts.service import session_in
from tablee.server.features.previews.link_pictures import code
from tablee.server.realtime.tasks import milliseconds_now, run_in_worker_thread
from tablee.server.web.rendering import PageGroup
from tablee.server.web.visit import base_address, begin_session, keep_token, own_path, visitor


class DeviceLinkPages(PageGroup):
    """The pages on both devices: the link here, the question there."""

    async def give(self, request: Request) -> Response:
        """Make a device link, and show it with its QR code."""
        form = await self._read_change(request)
        person, now = await self._introduced(request), milliseconds_now()
        back, name = own_path(form.get("back", "/")), secrets.token_urlsafe(16)
        until = now + int(self._settings.device_link_lifetime * 1000)
        await self._store.add_device_link(DeviceLink(_digest(name), person.id, back, until), now)
        link = f"{base_address(request, self._settings)}/device-links/{name}"
        return await self._printer.page(
            request,
            "accounts/device_link.html",
            link=link,
            code=Markup(await run_in_worker_thread(code, link)),
            back=back,
            path=back,
            minutes=round(self._settings.device_link_lifetime / 60),
        )

    async def ask(self, request: Request) -> Response:
        """Ask on the other device. A look does not use the link up: link previews open it, too."""
        store, here = self._store, await self._visitor(request)
        found = await store.find_device_link(_digest(request.path_params["name"]), milliseconds_now())
        if found is None:
            raise HTTPException(404, "pass")
        other = here is not None and here.id != found.person
        tables = await store.entries_of(here.id, unfinished=True, most=1) if here and other else []
        name = await store.name_of(found.person)
        return await self._printer.page(request, "accounts/device_link_ask.html", name=name, loses=bool(tables))

    async def use(self, request: Request) -> Response:
        """Make this browser the same person, and continue where that person was."""
        await self._read_change(request)
        store = self._store
        found = await store.use_device_link(_digest(request.path_params["name"]), milliseconds_now())
        if found is None:
            raise HTTPException(404, "pass")
        token = new_token()  # somebody else may have planted the browser's former one
        await begin_session(request, store, token, Person(found.person))
        here, session = await visitor(request, store), session_in(request.cookies)
        if here is not None and await store.end_session(here.id, session):  # nobody could come back to it
            self._hub.end_session(session)
        response = RedirectResponse(found.back, status_code=303)
        keep_token(request, response, token)
        return response


def _digest(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()
