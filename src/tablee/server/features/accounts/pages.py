"""The account page: name, devices, keys, bot accounts, notifications, data export and deletion."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse

from tablee.games.language import Language
from tablee.server.features.accounts.data_export import about_oneself, written_down
from tablee.server.features.accounts.deletion import MOST_TABLES, forget
from tablee.server.features.accounts.holidays import Holidays, holiday_words, holidays_in
from tablee.server.features.accounts.model import PERSON_COOKIE, Person, Session
from tablee.server.features.accounts.service import session_in
from tablee.server.features.accounts.sign_in_pages import device_words, key_rows
from tablee.server.features.bot_accounts.pages import bot_account_rows
from tablee.server.features.chat.pages import chat_section, unmute
from tablee.server.features.notifications.pages import NotificationPages
from tablee.server.realtime.hub import Hub
from tablee.server.realtime.settings import Settings
from tablee.server.realtime.tasks import milliseconds_now
from tablee.server.table.clock import AN_HOUR
from tablee.server.table.events import Refused
from tablee.server.table.names import chosen_name
from tablee.server.views.game_facts import game_name
from tablee.server.views.sentences import refusal
from tablee.server.web.rendering import PageGroup, PageRenderer
from tablee.server.web.visit import led_to, say_to

PATH = "/me"
MOST_SHORT = 100
"""Tables that are searched for those at which one's time may run out."""


class AccountPages(PageGroup):
    """Handles the requests of people about their accounts."""

    def __init__(self, hub: Hub, settings: Settings, printer: PageRenderer, notifications: NotificationPages) -> None:
        super().__init__(hub, settings, printer)
        self._notifications = notifications

    async def page(self, request: Request, typed: str = "", problem: str = "") -> Response:
        """The account page, perhaps with a name that was refused, and why."""
        person = await self._visitor(request)
        sessions = await self._store.sessions_of(person.id) if person else []
        keys = await self._store.keys_of(person.id) if person else []
        return await self._printer.page(
            request,
            "accounts/account.html",
            sanctions=await self._store.moderation.sanctions_of(person.id) if person else {},
            devices=_devices(sessions, session_in(request.cookies), say_to(request)),
            keys=key_rows(keys, say_to(request)),
            bot_accounts=await bot_account_rows(self._store, person.id if person else "", say_to(request)),
            notifications=await self._notifications.section(request),
            typed=typed,
            problem=problem,
            path=PATH,
            holidays=await self._holidays(person, say_to(request)),
            chat=await chat_section(self._store, person.id, say_to(request)) if person else {},
        )

    async def unmute(self, request: Request) -> Response:
        """Unmute somebody."""
        form = await self._read_change(request)
        person = await self._visitor(request)
        if person is not None:
            await unmute(self._hub, person.id, form.get("other", ""))
        return RedirectResponse(f"{PATH}#chat", status_code=303)

    async def _holidays(self, person: Person | None, say: Language) -> dict[str, Any]:
        """One's holidays as the page shows them, and the tables at which the time may run out meanwhile."""
        now = milliseconds_now()
        found = await self._store.holidays_of([person.id], now) if person else []
        if person is None or not found:
            return {"words": "", "first": _date(now), "last": "", "short": []}
        [(_, since, until)] = found
        entries = await self._store.entries_of(person.id, unfinished=True, most=MOST_SHORT)
        short = [
            {"url": f"/tables/{entry.table}", "name": game_name(entry.game, say)}
            for entry, own in entries
            if entry.due is not None and entry.turn in own and entry.due < until and entry.is_by_days
        ]
        words = holiday_words(Holidays(since, until), now, say)
        return {"words": words, "first": _date(since), "last": _date(until - 1), "short": short}

    async def announce_holidays(self, request: Request) -> Response:
        """Tell the others when one is away, or that one is not."""
        form = await self._read_change(request)
        if form.get("end") == "yes":
            person = await self._visitor(request)
            if person is not None:
                await self._store.end_holidays(person.id)
        else:
            announced = holidays_in(form, milliseconds_now())
            await self._store.announce_holidays((await self._introduced(request)).id, *announced)
        return led_to(request, f"{PATH}#holidays")

    async def rename(self, request: Request) -> Response:
        """Take a name for future tables."""
        form = await self._read_change(request)
        typed = form.get("name", "")
        try:
            name = chosen_name(typed)
        except Refused as refused:
            response = await self.page(request, typed, refusal(refused.code, say_to(request)))
            response.status_code = 400
            return response
        if name:
            person = await self._introduced(request)
            await self._store.rename(person.id, name, milliseconds_now())
        return led_to(request, PATH)

    async def end_session(self, request: Request) -> Response:
        """End one of the person's own sessions."""
        form = await self._read_change(request)
        person, session = await self._visitor(request), form.get("session", "")
        if person is not None and await self._store.end_session(person.id, session):
            self._hub.end_session(session)
        if session != session_in(request.cookies):
            return RedirectResponse(f"{PATH}#devices", status_code=303)
        response = RedirectResponse("/", status_code=303)
        response.delete_cookie(PERSON_COOKIE)
        return response

    async def download(self, request: Request) -> Response:
        """The data export."""
        await self._count_change(request)
        person = await self._visitor(request)
        if person is None:
            return RedirectResponse(PATH, status_code=303)
        tables = await self._store.entries_of(person.id, unfinished=False, most=MOST_TABLES)
        headers = {"content-disposition": 'attachment; filename="tablee.json"', "cache-control": "no-store"}
        parts = written_down(self._hub, await about_oneself(self._hub, person), tables)
        return StreamingResponse(parts, media_type="application/json", headers=headers)

    async def delete(self, request: Request) -> Response:
        """Delete the person, if the form says that they are sure."""
        form = await self._read_change(request)
        person = await self._visitor(request)
        response = RedirectResponse(PATH, status_code=303)
        if person is not None and form.get("sure") == "yes":
            await forget(self._hub, person.id)
            response.delete_cookie(PERSON_COOKIE)
        return response

    async def privacy(self, request: Request) -> Response:
        """The privacy page."""
        settings = self._settings
        return await self._printer.page(
            request,
            "accounts/privacy.html",
            contact=settings.host_contact,
            days=settings.forget_after_days,
            minutes=round(settings.device_link_lifetime / 60),
            chat_days=settings.forget_chat_after_days,
        )


def _date(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).date().isoformat()


def _devices(sessions: Sequence[Session], here: str, say: Language) -> list[dict[str, Any]]:
    """Sessions as the page lists them: this one first, then the latest."""
    now = milliseconds_now()
    return [
        {
            "session": session.id,
            "name": device_words(session.device, say) or say("Unknown device"),
            "here": session.id == here,
            "since": say.day(session.since),
            "since_exactly": _exactly(session.since),
            "seen": _ago(now - session.seen, say),
            "seen_exactly": _exactly(session.seen),
        }
        for session in sorted(sessions, key=lambda session: session.id != here)
    ]


def _ago(milliseconds: int, say: Language) -> str:
    return say("less than an hour ago") if milliseconds < AN_HOUR else say.ago(milliseconds / 1000)


def _exactly(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds // 1000, UTC).isoformat()
