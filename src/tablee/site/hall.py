"""The hall on the shelf: tables that wait for whoever comes, looking for company, being called over, looking on."""

import contextlib
from collections.abc import Mapping, Sequence
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tablee.games import GameFolder, game_if_here, working_games
from tablee.language import Language
from tablee.live.calls import in_words
from tablee.live.head_count import Count
from tablee.live.hub import Guest, Hub
from tablee.live.program_rules import ProgramRules
from tablee.live.recognition import session_in
from tablee.live.settings import Settings
from tablee.live.time import milliseconds_now
from tablee.people import Person
from tablee.people.ratings import DAYS as RATED_BY_DAYS
from tablee.people.ratings import SITTING
from tablee.people.seeking import DAYS, MATCH, Match, Seek
from tablee.show.about import house_rules
from tablee.show.friendly_names import friendly_name
from tablee.show.pace import pace_of
from tablee.show.sentences import listed_names
from tablee.site.acquaintances import key_of
from tablee.site.printer import Printer
from tablee.site.programs import seated_at, told
from tablee.site.recent import Recent
from tablee.site.table_form import as_last_time
from tablee.site.visit import (
    asker_of,
    introduced,
    is_by_program,
    led_to,
    own_path,
    read_form,
    say_to,
    visitor,
)
from tablee.store import Conflict
from tablee.store.hall import Kept, Listed
from tablee.table.directory import Entry
from tablee.table.events import Refused
from tablee.table.paces import DAY_PACES, NO_PACE, clock_of

MOST_LISTED = 40
"""Tables in the hall that are looked at."""
MOST_SHOWN = 8
"""Of each kind that are shown to one person."""
FRESH = 2.0
"""Seconds for which all who look are shown the same."""
COMPANY = 2
"""People from whom on it is said how many are in the house: nobody is shown an empty room."""
STEADY = "normal"
PACES = {"": NO_PACE, STEADY: STEADY, DAYS: "days-2"}
"""How fast whoever comes may play: few ways, as two must want the same. The pace of the table that each means."""
NOTHING = Kept(None, [], [])
"""What is kept of somebody of whom nothing is."""


class HallPages:
    """Answers requests of those who look for company."""

    def __init__(self, hub: Hub, settings: Settings, printer: Printer) -> None:
        self._hub = hub
        self._settings = settings
        self._printer = printer
        self._rules = ProgramRules(hub.store, settings)
        self._listed = Recent(lambda: hub.store.hall.tables(milliseconds_now(), MOST_LISTED), FRESH)

    @property
    def routes(self) -> list[Route]:
        """Where they are found."""
        return [
            Route("/hall", self.part),
            Route("/hall.json", self.data, methods=["GET"]),
            Route("/hall/seek", self.seek, methods=["POST"]),
            Route("/hall/seek/end", self.end_seek, methods=["POST"]),
            Route("/hall/tables/{table}", self.sit, methods=["POST"]),
            Route("/hall/calls/{table}", self.answer, methods=["POST"]),
            Route("/hall/allow", self.allow, methods=["POST"]),
        ]

    # ---- looking -------------------------------------------------------------------------------------------

    async def part(self, request: Request) -> Response:
        """The part of the shelf that changes: its page asks for it now and then."""
        return await self._printer.page(request, "shelf/hall_parts.html", hall=await self.seen_by(request))

    async def data(self, request: Request) -> Response:
        """The tables that wait for whoever comes, for programs."""
        await visitor(request, self._hub.store)  # who shows a token is told if it is nobody's
        return JSONResponse({"open": [told(one.entry) for one in await self._listed.get() if _has_room(one)]})

    async def seen_by(self, request: Request) -> dict[str, Any]:
        """What the one who asks is shown of the hall. Who looks for company is seen to be there."""
        say, now, hall = say_to(request), milliseconds_now(), self._hub.store.hall
        person, session = await visitor(request, self._hub.store), session_in(request.cookies)
        if session:  # else it may be a program that comes again and again
            self._hub.head_count.saw(person.id if person else session)
        kept = await hall.kept_of(person.id, now) if person else NOTHING
        if person and kept.seek:
            await hall.saw([person.id], now)
        listed = await self._listed.get()
        own = await self._own_tables(person) if listed and person else frozenset()
        others = [one for one in listed if one.entry.table not in own]
        return {
            **_about_oneself(person, kept, say),
            "open": [_row(one.entry, say) for one in others if _has_room(one)][:MOST_SHOWN],
            "watched": [_row(one.entry, say) for one in others if _may_be_watched(one)][:MOST_SHOWN],
            "count": _count_words(self._hub.head_count.everywhere(), say),
            "games": [{"id": one.id, "name": one.name} for one in working_games()],
            "paces": _pace_names(say),
            "counts": sorted({count for one in working_games() for count in one.players}),
        }

    async def _own_tables(self, person: Person) -> frozenset[str]:
        found = await self._hub.store.entries_of(person.id, unfinished=True, most=MOST_LISTED)
        return frozenset(entry.table for entry, _ in found)

    # ---- sitting down --------------------------------------------------------------------------------------

    async def sit(self, request: Request) -> Response:
        """Sit down at a table that is open to whoever comes; who comes too late may look on."""
        await self._form(request)
        table = request.path_params["table"]
        if not await self._hub.store.hall.is_open(table):
            raise HTTPException(404, "table")
        if is_by_program(request):
            return await self._seat_program(request, table)
        await self._take_place(request, table)
        return self._lead(request, f"/tables/{table}")

    async def _seat_program(self, request: Request, table: str) -> Response:
        """The same for a program, which is told whether there was a place."""
        person = await introduced(request, self._hub.store)
        await self._rules.check_room(person.id, table)
        if not await self._take_place(request, table):
            raise Refused("full")
        self.changed()
        return seated_at(table)

    async def _take_place(self, request: Request, table: str) -> bool:
        """Give the one who asks a place at a table; returns whether there was one."""
        person = await introduced(request, self._hub.store)
        entry = await self._hub.store.entry(table)
        others = [one.name for one in entry.sitters] if entry else []
        name = person.name or friendly_name(person.id, say_to(request), others)
        try:
            await self._hub.give_place(table, person.id, name)
        except Refused:
            return False
        await self._hub.store.hall.end_seek(person.id)
        return True

    # ---- with whoever comes --------------------------------------------------------------------------------

    async def seek(self, request: Request) -> Response:
        """Play with whoever comes: at a table that waits, with somebody who looks for the same, or against a bot until
        somebody comes.
        """
        form = await self._form(request)
        folders, players, pace, rated = _wishes(form)
        await self._hub.limits.take_shared("opening", await asker_of(request, self._hub.store))
        person, now = await introduced(request, self._hub.store), milliseconds_now()
        if table := await self._waiting_table(request, folders, players, pace, rated=rated):
            return self._lead(request, f"/tables/{table}")
        points = await self._points(person, pace)
        wish = Seek(person.id, [one.id for one in folders], players, pace, rated, points, since=now, seen=now)
        if match := await self._hub.store.hall.seek(wish, now):
            await self._come_together(request, match, person)
            return self._lead(request, f"/tables/{match.table}")
        self._hub.calls.tell([person.id])
        if pace == DAYS:  # nobody need wait for that
            return self._lead(request, "/")
        return self._lead(request, f"/tables/{await self._meanwhile(request, folders, person)}")

    async def _points(self, person: Person, pace: str) -> dict[str, int]:
        """How well somebody plays each game at a pace; what is not sure is not known."""
        rated_as = RATED_BY_DAYS if pace == DAYS else SITTING
        stands = await self._hub.store.ratings.of(person.id)
        return {one.game: one.rating.points for one in stands if one.pace == rated_as and one.rating.is_sure}

    async def _waiting_table(
        self, request: Request, folders: Sequence[GameFolder], players: int, pace: str, *, rated: bool
    ) -> str:
        """A table that waits for just this, where there has been a place."""
        clocks = {one.id: clock_of(PACES[pace], one.turns, one.seconds) for one in folders}
        own = await self._own_tables(await introduced(request, self._hub.store))
        for one in await self._hub.store.hall.tables(milliseconds_now(), MOST_LISTED):
            entry = one.entry
            fits = entry.game in clocks and (entry.players, entry.rated) == (players, rated)
            fits = fits and entry.clock == clocks[entry.game] and entry.table not in own
            fits = fits and not any(sitter.program for sitter in entry.sitters)
            if fits and _has_room(one) and await self._take_place(request, one.entry.table):
                return one.entry.table
        return ""

    async def _come_together(self, request: Request, match: Match, person: Person) -> None:
        """Open the table of people who have found each other; who has come last is there, the others are called."""
        await self._open(match.table, match.game, match.players, match.pace, rated=match.rated)
        await self._take_place(request, match.table)
        await self._hub.store.hall.answered(person.id, match.table)
        self._hub.calls.tell(match.people)

    async def _open(self, table: str, game: str, players: int, pace: str, *, rated: bool) -> None:
        """Open the table of a match, unless another server has."""
        folder = game_if_here(game)
        if folder is None:
            raise HTTPException(404, "game")
        with contextlib.suppress(Conflict):
            clock = clock_of(PACES[pace], folder.turns, folder.seconds)
            await self._hub.open(
                folder, players, {}, solo=False, table_id=table, clock=clock, rated=rated, starts_full=True
            )

    async def _meanwhile(self, request: Request, folders: Sequence[GameFolder], person: Person) -> str:
        """A table against a bot, to pass the time: one that goes on, or a new one as the last time."""
        wanted = {one.id for one in folders}
        for entry, _ in await self._hub.store.entries_of(person.id, unfinished=True, most=MOST_LISTED):
            folder = game_if_here(entry.game)
            if entry.solo and entry.game in wanted and folder and folder.plays(entry.rules):
                return entry.table
        folder = folders[0]
        choices = as_last_time(request, folder)
        table = await self._hub.open(folder, choices.players, choices.options, solo=True)
        name = person.name or friendly_name(person.id, say_to(request))
        host = Guest(name, person.id, 0, choices.colour, choices.begins)
        bots = [Guest(bot, level=level) for bot, level in choices.bots]
        await self._hub.seat(table, [host, *bots][: choices.players])
        return table

    async def end_seek(self, request: Request) -> Response:
        """Look no longer."""
        form = await self._form(request)
        person = await visitor(request, self._hub.store)
        if person is not None:
            await self._hub.store.hall.end_seek(person.id)
            self._hub.calls.tell([person.id])
        return self._lead(request, own_path(form.get("back", "/")))

    # ---- being called --------------------------------------------------------------------------------------

    async def answer(self, request: Request) -> Response:
        """Go over, or not now, or want no more invitations by that person; only who is called can answer."""
        form = await self._form(request)
        table, person = request.path_params["table"], await visitor(request, self._hub.store)
        kept = await self._hub.store.hall.kept_of(person.id, milliseconds_now()) if person else NOTHING
        call = next((one for one in kept.calls if one.table == table), None)
        if person is None or call is None:
            raise HTTPException(404, "call")
        if form.get("answer") == "yes":
            if call.kind == MATCH:
                await self._open(table, call.game, call.players, call.pace, rated=call.rated)
            await self._take_place(request, table)
            back = f"/tables/{table}"
        else:
            back = own_path(form.get("back", "/"))
            await self._decline(person, call.host if form.get("answer") == "never" else "", table, call.kind)
        await self._hub.store.hall.answered(person.id, table)
        self._hub.calls.tell([person.id])
        return self._lead(request, back)

    async def _decline(self, person: Person, refused: str, table: str, kind: str) -> None:
        """Somebody does not come: whoever comes may have the place that was kept for them."""
        if refused:
            await self._hub.store.hall.refuse(person.id, refused, milliseconds_now())
        if kind == MATCH:
            await self._hub.store.hall.open_up(table)

    async def allow(self, request: Request) -> Response:
        """Take it back that one wants no invitations by somebody."""
        form = await self._form(request)
        person = await visitor(request, self._hub.store)
        kept = await self._hub.store.hall.kept_of(person.id, milliseconds_now()) if person else NOTHING
        for other, _ in kept.refused:
            if person and key_of(person.id, other) == form.get("who"):
                await self._hub.store.hall.allow(person.id, other)
        return self._lead(request, own_path(form.get("back", "/")))

    # ---- all of them ---------------------------------------------------------------------------------------

    async def _form(self, request: Request) -> dict[str, str]:
        form = await read_form(request, self._settings.origins)
        await self._hub.limits.take_shared("change", await asker_of(request, self._hub.store))
        return form

    def changed(self) -> None:
        """A table of the hall has been opened, or somebody has sat down there: who did it sees it at once."""
        self._listed.forget()

    def _lead(self, request: Request, path: str) -> Response:
        self.changed()
        return led_to(request, path)


def _about_oneself(person: Person | None, kept: Kept, say: Language) -> dict[str, Any]:
    """Where somebody is called, what they look for, and whose invitations they refuse."""
    refused = kept.refused if person else []
    return {
        **in_words(kept, say),
        "refused": [
            {"key": key_of(person.id if person else "", other), "name": name or friendly_name(other, say)}
            for other, name in refused
        ],
    }


def _wishes(form: Mapping[str, str]) -> tuple[list[GameFolder], int, str, bool]:
    """The games that a form asks for, with how many, how fast, and whether it is to count; those that cannot be played
    so are left out."""
    pace, rated = form.get("pace", ""), form.get("rated") == "yes"
    try:
        players = int(form.get("players", "2"))
    except ValueError:
        raise HTTPException(400) from None
    wanted = [one for one in working_games() if form.get(f"game_{one.id}") == "yes"]
    fitting = [one for one in wanted if players in one.players]
    if not fitting or pace not in PACES:
        raise HTTPException(400, "seek")
    if rated and PACES[pace] == NO_PACE:  # what counts needs a clock, and the form says which it gets
        pace = STEADY
    return fitting, players, pace, rated


def _pace_names(say: Language) -> list[dict[str, str]]:
    """The paces for who plays with whoever comes: few, as two must choose the same."""
    days = DAY_PACES[PACES[DAYS]]
    names = {"": say("no hurry"), STEADY: say("a steady game")}
    names[DAYS] = say.plural("{count} day a turn", "{count} days a turn", days)
    return [{"value": value, "label": names[value]} for value in PACES]


def _has_room(one: Listed) -> bool:
    entry = one.entry
    waits = one.is_open and entry.status == "waiting" and len(entry.sitters) < entry.players
    return waits and _is_served(entry)


def _may_be_watched(one: Listed) -> bool:
    return one.watched and one.entry.status == "playing" and _is_served(one.entry)


def _is_served(entry: Entry) -> bool:
    folder = game_if_here(entry.game)
    return folder is not None and folder.plays(entry.rules)


def _row(entry: Entry, say: Language) -> dict[str, Any]:
    """A table in the hall: which game, who sits there, and how it is played."""
    folder = game_if_here(entry.game)
    names = listed_names(entry.sitters, say)
    return {
        "table": entry.table,
        "game": entry.game,
        "name": folder.name if folder else entry.game,
        "names": [names[one.sitter] for one in entry.sitters],
        "seats": say.plural("{count} seat is free", "{count} seats are free", entry.players - len(entry.sitters)),
        "players": say.plural("{count} player", "{count} players", entry.players),
        "house_rules": house_rules(folder, entry.options, say) if folder else [],
        "pace": pace_of(entry, say),
    }


def _count_words(count: Count, say: Language) -> str:
    """How many are in the house; nothing if that is no company."""
    if count.people < COMPANY:
        return ""
    people = say.plural("{count} person is in the house", "{count} people are in the house", count.people)
    if not count.tables:
        return say("{people}.", people=people)
    tables = say.plural("{count} table is being played", "{count} tables are being played", count.tables)
    return say("{people}, {tables}.", people=people, tables=tables)
