"""The page about oneself: one's name, and the devices on which one is known."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse

from tablee.language import Language
from tablee.live.forgetting import forget
from tablee.live.hub import Hub
from tablee.live.recognition import session_in
from tablee.live.settings import Settings
from tablee.live.time import milliseconds_now
from tablee.people import Session
from tablee.people.tokens import PERSON_COOKIE
from tablee.show.sentences import refusal
from tablee.site.own.own_bells import OwnBells
from tablee.site.own.own_data import about_oneself, own_tables, written_down
from tablee.site.own.own_games import profile_link
from tablee.site.own.own_keys import key_rows
from tablee.site.own.own_programs import program_rows
from tablee.site.own.own_talk import hear_again, talk_of
from tablee.site.printer import Printer
from tablee.site.visit import asker_of, introduced, led_to, read_form, say_to, visitor
from tablee.store.interface import AN_HOUR
from tablee.table.events import Refused
from tablee.table.names import chosen_name

PATH = "/me"


class Oneself:
    """Answers requests of people about themselves."""

    def __init__(self, hub: Hub, settings: Settings, printer: Printer, own_bells: OwnBells) -> None:
        self._hub = hub
        self._own_bells = own_bells
        self._settings = settings
        self._printer = printer

    async def page(self, request: Request) -> Response:
        """Who one is, and where."""
        return await self._page(request)

    async def _page(self, request: Request, typed: str = "", problem: str = "") -> Response:
        """The same, perhaps with a name that was typed and cannot be, and why."""
        person = await visitor(request, self._hub.store)
        sessions = await self._hub.store.sessions_of(person.id) if person else []
        keys = await self._hub.store.keys_of(person.id) if person else []
        return await self._printer.page(
            request,
            "own/oneself.html",
            devices=_devices(sessions, session_in(request.cookies), say_to(request)),
            keys=key_rows(keys, say_to(request)),
            public=await profile_link(self._hub, self._settings, request, person.id) if person else "",
            programs=await program_rows(self._hub.store, person.id if person else "", say_to(request)),
            bells=await self._own_bells.section(request),
            typed=typed,
            problem=problem,
            path=PATH,
            talk=await talk_of(self._hub.store, person.id, say_to(request)) if person else {},
        )

    async def hear_again(self, request: Request) -> Response:
        """Hear somebody again whom one did not want to hear."""
        form = await self._form(request)
        person = await visitor(request, self._hub.store)
        if person is not None:
            await hear_again(self._hub, person.id, form.get("other", ""))
        return RedirectResponse(PATH, status_code=303)

    async def rename(self, request: Request) -> Response:
        """Take a name, for the tables to come."""
        form = await self._form(request)
        typed = form.get("name", "")
        try:
            name = chosen_name(typed)
        except Refused as refused:
            response = await self._page(request, typed, refusal(refused.code, say_to(request)))
            response.status_code = 400
            return response
        if name:
            person = await introduced(request, self._hub.store)
            await self._hub.store.rename(person.id, name, milliseconds_now())
        return led_to(request, PATH)

    async def end_session(self, request: Request) -> Response:
        """End one of one's own sessions, with all that it has asked for; any other is left alone."""
        form = await self._form(request)
        person, session = await visitor(request, self._hub.store), form.get("session", "")
        if person is not None and await self._hub.store.end_session(person.id, session):
            self._hub.end_session(session)
        if session != session_in(request.cookies):
            return RedirectResponse(PATH, status_code=303)
        response = RedirectResponse("/", status_code=303)
        response.delete_cookie(PERSON_COOKIE)
        return response

    async def download(self, request: Request) -> Response:
        """All that is kept about somebody, as a file."""
        await self._hub.limits.take_shared("change", await asker_of(request, self._hub.store))
        person = await visitor(request, self._hub.store)
        if person is None:
            return RedirectResponse(PATH, status_code=303)
        about, tables = await about_oneself(self._hub, person), await own_tables(self._hub, person.id)
        headers = {"content-disposition": 'attachment; filename="tablee.json"', "cache-control": "no-store"}
        parts = written_down(self._hub, about, tables)
        return StreamingResponse(parts, media_type="application/json", headers=headers)

    async def delete(self, request: Request) -> Response:
        """Forget somebody who has said twice that they want it; the page then says that nothing is kept."""
        form = await self._form(request)
        person = await visitor(request, self._hub.store)
        response = RedirectResponse(PATH, status_code=303)
        if person is not None and form.get("sure") == "yes":
            await forget(self._hub, person.id)
            response.delete_cookie(PERSON_COOKIE)
        return response

    async def privacy(self, request: Request) -> Response:
        """What is kept, why, and for how long."""
        settings = self._settings
        return await self._printer.page(
            request,
            "own/privacy.html",
            contact=settings.host_contact,
            days=settings.forget_after_days,
            minutes=round(settings.pass_lifetime / 60),
            talk_days=settings.forget_talk_after_days,
        )

    async def _form(self, request: Request) -> dict[str, str]:
        form = await read_form(request, self._settings.origins)
        await self._hub.limits.take_shared("change", await asker_of(request, self._hub.store))
        return form


def _devices(sessions: Sequence[Session], here: str, say: Language) -> list[dict[str, Any]]:
    """Sessions as people know them again: this one first, then by when they were last there."""
    now = milliseconds_now()
    return [
        {
            "session": session.id,
            "name": _device_name(session.device, say),
            "here": session.id == here,
            "since": say.day(session.since),
            "since_exactly": _exactly(session.since),
            "seen": _ago(now - session.seen, say),
            "seen_exactly": _exactly(session.seen),
        }
        for session in sorted(sessions, key=lambda session: session.id != here)
    ]


def _ago(milliseconds: int, say: Language) -> str:
    """How long ago a session was there, as exactly as that is known."""
    return say("less than an hour ago") if milliseconds < AN_HOUR else say.ago(milliseconds / 1000)


def _device_name(device: str, say: Language) -> str:
    browser, on, system = device.partition(" on ")
    if on:
        return say("{browser} on {system}", browser=browser, system=system)
    return browser or say("A device that has not said what it is")


def _exactly(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds // 1000, UTC).isoformat()
