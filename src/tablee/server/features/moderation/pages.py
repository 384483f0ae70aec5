"""The host's page, for whoever holds a key. For everybody else its addresses are like any where nothing is."""

import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Literal

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tablee.games.language import Language, languages
from tablee.server.features.chat.chat_messages import words
from tablee.server.features.chat.model import ChatMessage
from tablee.server.features.moderation.closing import CLOSED, CannotClose, close
from tablee.server.features.moderation.host_service import PATH, HostService
from tablee.server.features.moderation.host_store import ANNOUNCED, MADE, OPENED, REVOKED, WITHDRAWN
from tablee.server.features.moderation.model import (
    LONGEST_TEXT,
    MOST_ANNOUNCEMENTS,
    HostAnnouncement,
    HostKey,
    PlayerReport,
    opens,
    plain_text,
    split_key,
)
from tablee.server.features.moderation.store import ANSWERED, DISMISSED, NOTED, REMOVED, SILENCED
from tablee.server.features.notifications.model import digest_of, zone_of
from tablee.server.features.notifications.pages import NotificationPages
from tablee.server.features.tournaments.model import Schedule
from tablee.server.features.tournaments.pages import schedule_words, tournament_choices, tournament_in, weekdays
from tablee.server.hosting.serve_settings import SECRET, options
from tablee.server.realtime.hub import Hub
from tablee.server.realtime.settings import Settings
from tablee.server.realtime.tasks import milliseconds_now
from tablee.server.storage import shown_url
from tablee.server.table.clock import AN_HOUR
from tablee.server.table.dice import new_seed
from tablee.server.table.directory import Entry
from tablee.server.views.friendly_names import friendly_name
from tablee.server.views.game_facts import game_name
from tablee.server.views.sentences import listed_names
from tablee.server.web.rendering import PageGroup, PageRenderer
from tablee.server.web.visit import browser_of, is_plain, led_to, say_to

COOKIE = "host"
LONGEST_KEY = 100
EVERY_METHOD = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
"""A method that is not served would be told from an address where nothing is."""
MOST_REPORTS, MOST_TABLES, MOST_SANCTIONS, MOST_NOTICES = 20, 20, 100, 30
"""How much of each the page lists."""
HOURS = (1, 4, 24, 72, 168)
"""The hours for which something can be announced."""
LONGEST_REASON = 500
MOST_SCHEDULES = 20
ALL_HOURS, WEEKDAYS = frozenset(map(str, range(24))), frozenset(map(str, range(7)))


class HostPages(PageGroup):
    """Handles the requests of hosts."""

    def __init__(
        self,
        hub: Hub,
        settings: Settings,
        printer: PageRenderer,
        service: HostService,
        notifications: NotificationPages,
        serving: msgspec.Struct | None,
    ) -> None:
        """`serving` is how `tablee serve` runs, if it does."""
        super().__init__(hub, settings, printer)
        self._service = service
        self._notifications = notifications
        self._shown = [one for one in (serving, settings) if one is not None]
        self._actions: Mapping[str, Callable[[HostKey, dict[str, str], Language], Awaitable[str]]] = {
            "answer": self._answer,
            "sanction": self._sanction,
            "lift": self._lift,
            "close": self._close,
            "announce": self._announce,
            "withdraw": self._withdraw,
            "schedule": self._schedule,
            "unschedule": self._unschedule,
        }

    @property
    def routes(self) -> list[Route]:
        """All routes."""
        return [
            Route(PATH, self.page, methods=EVERY_METHOD),
            Route(f"{PATH}/key/{{key}}", self.key, methods=EVERY_METHOD),
            Route(f"{PATH}/leave", self.leave, methods=EVERY_METHOD),
            Route(f"{PATH}/{{what}}", self.act, methods=EVERY_METHOD),
        ]

    # ---- keys ----------------------------------------------------------------------------------------------

    async def _checked(self, request: Request, shown: str, *, used: bool) -> HostKey:
        """The key that was shown, if it holds; else there is nothing at this address."""
        key_id, secret = split_key(shown)
        known = await self._store.host.key(key_id) if is_plain(shown) and len(shown) <= LONGEST_KEY else None
        if not opens(known, secret, milliseconds_now()) or known is None or bool(known.used) != used:
            if shown:
                self._hub.limits.take("guess", browser_of(request))
            raise HTTPException(404)
        return known

    async def _holder(self, request: Request) -> HostKey:
        return await self._checked(request, request.cookies.get(COOKIE, ""), used=True)

    async def key(self, request: Request) -> Response:
        """The page behind the link from the command line. It has a button, as previews of links open them, too."""
        key = await self._checked(request, request.path_params["key"], used=False)
        if request.method != "POST":
            return await self._printer.page(
                request, "moderation/key.html", name=key.name, days=key.lasts // (24 * AN_HOUR)
            )
        await self._read_change(request)
        person, secret = await self._introduced(request), secrets.token_urlsafe(32)
        if not await self._store.host.open(key, digest_of(secret), person.id, milliseconds_now()):
            raise HTTPException(404)
        response = led_to(request, PATH)
        response.set_cookie(
            COOKIE, f"{key.id}-{secret}", max_age=key.lasts // 1000, path=PATH, httponly=True, samesite="lax",
            secure=request.url.scheme == "https",
        )  # fmt: skip
        return response

    async def leave(self, request: Request) -> Response:
        """Revoke the key of this browser."""
        key = await self._holder(request)
        if request.method != "POST":
            return RedirectResponse(PATH, status_code=303)
        await self._read_change(request)
        await self._store.host.revoke(key.id, milliseconds_now(), key.name)
        response = RedirectResponse("/", status_code=303)
        response.delete_cookie(COOKIE, path=PATH)
        return response

    # ---- the page ------------------------------------------------------------------------------------------

    async def page(self, request: Request, problem: str = "") -> Response:
        """The host's page, perhaps with what could not be done, and why."""
        key, say, now = await self._holder(request), say_to(request), milliseconds_now()
        moderation = self._store.moderation
        entries, going_on = await moderation.entries(MOST_TABLES)
        reports = await moderation.reports.all(answered=False)
        loads = await moderation.loads(now)
        response = await self._printer.page(
            request,
            "moderation/host.html",
            key=key,
            until=_time(key.until, say),
            notifications=await self._notifications.section(request),
            loads=loads,
            people=sum(load.people for load in loads.values()),
            going_on=going_on,
            reports=[await self._report(one, say, now) for one in reports[:MOST_REPORTS]],
            more_reports=max(0, len(reports) - MOST_REPORTS),
            outcomes=_outcomes(say),
            tables=[await self._table_row(entry, say, now) for entry in entries],
            sanctions=[
                (one, one.name or friendly_name(one.person, say)) for one in await moderation.sanctioned(MOST_SANCTIONS)
            ],
            sanction_words={SILENCED: say("blocked from chat"), REMOVED: say("removed")},
            board=[(one, _time(one.until, say)) for one in await self._store.host.announcements(now)],
            may_announce=len(self._hub.announcements.current) < MOST_ANNOUNCEMENTS,
            longest=LONGEST_TEXT,
            schedules=[schedule_words(one, say) for one in await self._store.tournaments.schedules()],
            choices=tournament_choices(say),
            weekdays=weekdays(say),
            hours=[(hours, _hours(hours, say)) for hours in HOURS],
            record=[(one, say.ago((now - one.at) / 1000)) for one in await moderation.latest_notices(MOST_NOTICES)],
            kinds=_kinds(say),
            settings=settings_rows(self._shown),
            problem=problem,
            path=PATH,
        )
        response.status_code = 400 if problem else 200
        return response

    async def _report(self, report: PlayerReport, say: Language, now: int) -> dict[str, Any]:
        why = {
            "name": say("About a name."),
            "talk": say("About something said at a table."),
            "play": say("About the way someone plays."),
        }
        said = await self._store.moderation.reports.evidence(report)
        return {
            "id": report.id,
            "name": report.name or friendly_name(report.person, say),
            "why": why[report.why],
            "words": report.words,
            "table": report.table,
            "ago": say.ago((now - report.at) / 1000),
            "said": [(_speaker(report, one, say), words(one, say)) for one in said],
        }

    async def _table_row(self, entry: Entry, say: Language, now: int) -> dict[str, Any]:
        people = await self._store.moderation.participants(entry.table)
        names = listed_names(entry.participants, say)
        return {
            "id": entry.table,
            "game": game_name(entry.game, say),
            "status": say("in progress") if entry.status == "playing" else say("waiting for players"),
            "ago": say.ago((now - entry.moved) / 1000),
            "names": ", ".join(names.values()),
            "people": [
                (people[one.participant], names[one.participant])
                for one in entry.participants
                if one.participant in people
            ],
        }

    # ---- actions: each returns what is wrong, or an empty text ---------------------------------------------

    async def act(self, request: Request) -> Response:
        """Do what a form of the page asks for."""
        key = await self._holder(request)
        action = self._actions.get(request.path_params["what"])
        if action is None:
            raise HTTPException(404)
        if request.method != "POST":
            return RedirectResponse(PATH, status_code=303)
        form = await self._read_change(request)
        if problem := await action(key, form, say_to(request)):
            return await self.page(request, problem)
        return RedirectResponse(PATH, status_code=303)

    async def _answer(self, key: HostKey, form: dict[str, str], say: Language) -> str:
        report = await self._store.moderation.reports.one(form.get("report", ""))
        outcome = form.get("outcome", "")
        if report is None or outcome not in _outcomes(say):
            return say("This report no longer exists.")
        why = form.get("why", "").strip()[:LONGEST_REASON]
        if not await self._store.moderation.answer(report, outcome, why, milliseconds_now(), key.name):
            return say("Someone else has already answered this report.")
        return ""

    async def _sanction(self, key: HostKey, form: dict[str, str], say: Language) -> str:
        person, sanction = form.get("person", ""), form.get("sanction", "")
        if sanction not in (SILENCED, REMOVED) or await self._store.moderation.person(person) is None:
            return say("This person no longer exists.")
        await self._store.moderation.sanction(person, sanction, "", milliseconds_now(), key.name)
        return ""

    async def _lift(self, key: HostKey, form: dict[str, str], say: Language) -> str:
        person, sanction = form.get("person", ""), form.get("sanction", "")
        if sanction not in await self._store.moderation.sanctions_of(person):
            return say("That has already been withdrawn.")
        await self._store.moderation.lift(person, sanction, "", milliseconds_now(), key.name)
        return ""

    async def _close(self, key: HostKey, form: dict[str, str], say: Language) -> str:
        table, why = form.get("table", ""), form.get("why", "").strip()[:LONGEST_REASON]
        try:
            await close(self._store, table, why, milliseconds_now(), key.name)
        except CannotClose:
            return say("This table is already over or closed.")
        if live := self._hub.tables.get(table):
            await live.look_again()
        return ""

    async def _announce(self, key: HostKey, form: dict[str, str], say: Language) -> str:
        texts = {code: text for code in languages() if (text := plain_text(form.get(f"text_{code}", "")))}
        hours, now = form.get("hours", ""), milliseconds_now()
        if not texts:
            return say("Please write the announcement in at least one language.")
        if hours not in map(str, HOURS):
            raise HTTPException(400)
        if len(await self._store.host.announcements(now)) >= MOST_ANNOUNCEMENTS:
            return say("There are too many announcements. Withdraw one first.")
        announcement = HostAnnouncement(secrets.token_hex(4), now, now + int(hours) * AN_HOUR, texts)
        await self._store.host.announce(announcement, key.name)
        await self._service.look()
        return ""

    async def _withdraw(self, key: HostKey, form: dict[str, str], say: Language) -> str:
        if not await self._store.host.withdraw(form.get("announcement", ""), milliseconds_now(), key.name):
            return say("That has already been withdrawn.")
        await self._service.look()
        return ""

    async def _schedule(self, _: HostKey, form: dict[str, str], say: Language) -> str:
        every, hour, weekday = form.get("every", ""), form.get("hour", ""), form.get("weekday", "0")
        if every not in ("week", "month") or hour not in ALL_HOURS or weekday not in WEEKDAYS:
            raise HTTPException(400)
        if len(await self._store.tournaments.schedules()) >= MOST_SCHEDULES:
            return say("There are too many scheduled tournaments. Remove one first.")
        tournament = tournament_in(form, id="", secret=new_seed(), starts=0, listed=True)
        cycle: Literal["week", "month"] = "week" if every == "week" else "month"
        zone = str(zone_of(form.get("zone", "")))
        schedule = Schedule(secrets.token_hex(4), tournament, cycle, int(hour), int(weekday), zone)
        await self._store.tournaments.add_schedule(schedule)
        return ""

    async def _unschedule(self, _: HostKey, form: dict[str, str], __: Language) -> str:
        await self._store.tournaments.remove_schedule(form.get("schedule", ""))
        return ""


def _outcomes(say: Language) -> dict[str, str]:
    return {
        NOTED: say("just answer"),
        DISMISSED: say("dismiss"),
        SILENCED: say("block from chat"),
        REMOVED: say("remove"),
    }


def _kinds(say: Language) -> dict[str, str]:
    """What the record says was done, in words."""
    return {
        CLOSED: say("table closed"),
        SILENCED: say("person blocked from chat"),
        f"not {SILENCED}": say("chat block lifted"),
        REMOVED: say("person removed"),
        f"not {REMOVED}": say("person readmitted"),
        ANSWERED: say("report answered"),
        MADE: say("host key created"),
        OPENED: say("host key opened"),
        REVOKED: say("host key revoked"),
        ANNOUNCED: say("announced"),
        WITHDRAWN: say("announcement withdrawn"),
    }


def _hours(hours: int, say: Language) -> str:
    if hours < 24:
        return say.plural("{count} hour", "{count} hours", hours)
    return say.plural("{count} day", "{count} days", hours // 24)


def _time(at: int, say: Language) -> tuple[str, str]:
    """A moment, exactly and in words."""
    return datetime.fromtimestamp(at // 1000, UTC).isoformat(), say.moment(at)


def _speaker(report: PlayerReport, message: ChatMessage, say: Language) -> str:
    if message.person == report.person:
        return report.name or friendly_name(report.person, say)
    return say("reported by") if message.person == report.reporter else friendly_name(message.person, say)


def settings_rows(shown: Sequence[msgspec.Struct]) -> list[tuple[str, str, bool]]:
    """Every setting, its value without secrets, and whether it is another than the default; those first."""
    both = {name: value for struct in shown for name, value in msgspec.structs.asdict(struct).items()}
    rows = [
        (name, _shown_value(name, both[name]), (both[name] or None) != (option.default or None))
        for name, option in options().items()
        if name in both
    ]
    return sorted(rows, key=lambda row: not row[2])


def _shown_value(name: str, value: Any) -> str:
    if name == "database_url":
        return shown_url(value)
    if name in SECRET and value:
        return "…"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return f"{value:g}" if isinstance(value, float) else str("" if value is None else value)
