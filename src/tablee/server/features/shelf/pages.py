"""The shelf: the games, one's unfinished tables, and the way to a new one."""

import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tablee.games import GameFolder, find_game, game_if_here, working_games
from tablee.games.errors import BadOptions, UnknownGame
from tablee.kernel.contract import ContractError
from tablee.language import Language
from tablee.live.hub import Guest, Hub
from tablee.live.program_rules import ProgramRules
from tablee.live.settings import Settings
from tablee.live.time import milliseconds_now
from tablee.people import Person
from tablee.people.seeking import INVITATION, Call
from tablee.show.about import credit, facts, house_rules, option_of
from tablee.show.clocks import pace_choices
from tablee.show.friendly_names import friendly_name
from tablee.show.sentences import character_choices, level_cards, level_names, listed_names
from tablee.site.acquaintances import Met, invitations, people_met, standings_of
from tablee.site.hall import HallPages
from tablee.site.printer import Printer
from tablee.site.programs import seated_at
from tablee.site.study.deals import DealPages
from tablee.site.table_form import TableForm, as_last_time, check_rated, filled_in, keep_for_next_time
from tablee.site.visit import (
    asker_of,
    game_of,
    introduced,
    is_by_program,
    led_to,
    read_form,
    say_to,
    visitor,
)
from tablee.table.directory import Entry
from tablee.table.names import chosen_name
from tablee.table.paces import NO_PACE, clock_of

MODES = ("bots", "friends")
MOST_TABLES = 12
"""Of one's own that are shown."""


class Shelf:
    """Answers requests for the shelf, and opens tables."""

    def __init__(self, hub: Hub, settings: Settings, printer: Printer, hall: HallPages, deals: DealPages) -> None:
        self._hub = hub
        self._deals = deals
        self._hall = hall
        self._rules = ProgramRules(hub.store, settings)
        self._settings = settings
        self._printer = printer

    async def home(self, request: Request) -> Response:
        """The home page."""
        say = say_to(request)
        games = [_box(game, as_last_time(request, game), say) for game in working_games()]
        tables, hall = await self._tables(request), await self._hall.seen_by(request)
        waiting = sum(table["yours"] and table["served"] for table in tables)
        deal = await self._deals.on_shelf(await visitor(request, self._hub.store), say)
        return await self._printer.page(
            request, "shelf/shelf.html", games=games, tables=tables, hall=hall, waiting=waiting, deal=deal
        )

    async def _tables(self, request: Request) -> list[dict[str, Any]]:
        """The unfinished tables of the one who asks: where it is their turn first, then by when something happened."""
        person = await visitor(request, self._hub.store)
        if person is None:
            return []
        entries = await self._hub.store.entries_of(person.id, unfinished=True, most=MOST_TABLES)
        found = [_table_row(entry, own, say_to(request)) for entry, own in entries]
        return sorted(found, key=lambda row: (row["yours"], row["moved_at"]), reverse=True)

    async def open_form(self, request: Request) -> Response:
        """The choices before a table is opened."""
        folder = game_of(request)
        mode = request.path_params["mode"]
        if mode not in MODES:
            raise HTTPException(404)
        say, last = say_to(request), as_last_time(request, folder)
        known = await standings_of(request, self._hub.store, folder.id) if mode == "bots" else {}
        return await self._printer.page(
            request,
            "shelf/open.html",
            game=folder,
            facts=facts(folder, say),
            tip=folder.words.tip(say),
            mode=mode,
            last=last,
            levels=level_cards(say, last.level, known),
            characters=character_choices(say, known),
            palette=[folder.words.seat_name(one, say) for one in range(max(folder.players))],
            options=[_option(folder, name, say) for name in folder.options],
            special=last.options != folder.full_options(last.players, {}),
            paces=pace_choices(folder.turns, folder.seconds, say),
            rated=last.rated and mode == "friends",
            pace=last.pace if mode == "friends" else NO_PACE,
            met=await self._met(request) if mode == "friends" else [],
        )

    async def _met(self, request: Request) -> list[Met]:
        person = await visitor(request, self._hub.store)
        return await people_met(person.id, self._hub.store, say_to(request)) if person else []

    async def open_table(self, request: Request) -> Response:
        """Open a table as a form asks for, and go there."""
        form = await read_form(request, self._settings.origins)
        folder, choices = _wishes(form)
        wish, solo = chosen_name(form.get("name", "")), form.get("mode") == "bots"
        beside = [] if solo else _beside(form)
        choices = _with_room_for(1 + len(beside), folder, choices)
        check_rated(folder, choices, beside)
        asker = await asker_of(request, self._hub.store)
        if is_by_program(request):
            await self._rules.check_opening(asker.person, form)
        clock = clock_of(choices.pace, folder.turns, folder.seconds)
        is_open, watched = (form.get(field) == "yes" for field in ("open", "watched"))
        table_id = await self._hub.open(
            folder,
            choices.players,
            choices.options,
            solo=solo,
            clock=clock,
            rated=choices.rated,
            asker=asker,
            is_open=is_open,
            watched=watched,
        )
        self._hall.changed()
        person = await introduced(request, self._hub.store)
        if is_by_program(request):
            await self._hub.seat(table_id, [Guest(person.name, person.id)])
            return seated_at(table_id)
        name = await self._take_name(person, wish) or friendly_name(person.id, say_to(request))
        others = [Guest(other, person.id) for other in beside]
        host = (
            Guest(name, person.id, 0, choices.colour, choices.begins and not choices.rated)
            if solo
            else Guest(name, person.id)
        )
        bots = [Guest(bot, level=level) for bot, level in choices.bots] if solo else []
        await self._hub.seat(table_id, [host, *others, *bots][: choices.players])
        if not solo:
            await self._invite(request, form, Call("", table_id, person.id, INVITATION, folder.id, choices.players))
        response = led_to(request, f"/tables/{table_id}")
        keep_for_next_time(request, response, folder, choices)
        return response

    async def _invite(self, request: Request, form: Mapping[str, str], call: Call) -> None:
        """Call those to a table whom a form names."""
        calls = invitations(form, await self._met(request), msgspec.structs.replace(call, at=milliseconds_now()))
        if calls:
            self._hub.calls.tell(await self._hub.store.hall.invite(calls))

    async def _take_name(self, person: Person, name: str) -> str:
        """The name that a person takes, or has taken before; an empty text for who never has."""
        if name and name != person.name:
            await self._hub.store.rename(person.id, name, milliseconds_now())
        return name or person.name


def _box(folder: GameFolder, last: TableForm, say: Language) -> dict[str, Any]:
    """A game on the shelf, and what "play now" would do: against bots nobody hurries unless they ask for it."""
    return {
        "id": folder.id,
        "name": folder.name,
        "facts": facts(folder, say),
        "invitation": folder.words.about(say).invitation,
        "credit": credit(folder, say),
        "wishes": {
            "game": folder.id,
            "mode": "bots",
            **msgspec.structs.replace(last, pace=NO_PACE, rated=False).fields,
        },
        "against": _against(last, say),
    }


def _against(choices: TableForm, say: Language) -> str:
    names, levels = zip(*choices.bots, strict=True)
    level = level_names(say)[levels[0] - 1]
    if len(names) == 1:
        return say("against {bot} ({level})", bot=names[0], level=level)
    if len(set(levels)) > 1:
        return say("against {names}", names=", ".join(names))
    return say("against {count} bots ({level})", count=len(names), level=level)


def _option(folder: GameFolder, name: str, say: Language) -> dict[str, Any]:
    """A house rule with its values as they are said to people, and which is printed if it is not the first."""
    option = option_of(folder, name, say)
    values = [
        {"value": value, "label": option.answers[value], "printed": value == option.printed}
        for value in folder.options[name]
    ]
    return {"name": name, "label": option.question, "values": values, "sentence": option.sentence}


def _wishes(form: Mapping[str, str]) -> tuple[GameFolder, TableForm]:
    """The game and the choices that a form asks for."""
    try:
        folder = find_game(form.get("game", ""))
        choices = filled_in(folder, form)
    except (UnknownGame, ContractError, BadOptions):
        raise HTTPException(400) from None
    if form.get("mode") not in MODES:
        raise HTTPException(400)
    return folder, choices


def _with_room_for(people: int, folder: GameFolder, choices: TableForm) -> TableForm:
    """As many seats as there are people on the device, if the game has so many."""
    players = max(choices.players, min(people, max(folder.players)))
    return msgspec.structs.replace(choices, players=players) if players in folder.players else choices


def _beside(form: Mapping[str, str]) -> list[str]:
    """The names that a form gives those who play on the same device."""
    names = (chosen_name(text) for field, text in sorted(form.items()) if field.startswith("beside_"))
    return [name for name in names if name]


def _until(entry: Entry, say: Language) -> dict[str, str]:
    """Until when there is time at a table by days; the browser says it by its own clock."""
    if entry.clock is None or not entry.clock.is_by_days or entry.due is None or entry.turn is None:
        return {"until": "", "until_exactly": ""}
    exactly = datetime.fromtimestamp(entry.due // 1000, UTC)
    return {"until": say.moment(entry.due), "until_exactly": exactly.isoformat()}


def _table_row(entry: Entry, own: Sequence[int], say: Language) -> dict[str, Any]:
    """An unfinished table: with whom, whose turn it is, and since when. Its log is not looked at."""
    folder = game_if_here(entry.game)
    names = listed_names(entry.sitters, say)
    now = time.time()
    moved = min(max(entry.moved / 1000, 0), now)
    return {
        "url": f"/tables/{entry.table}",
        "game": folder.id if folder else "",
        "name": folder.name if folder else entry.game,
        "served": folder is not None and folder.plays(entry.rules),
        "house_rules": house_rules(folder, entry.options, say) if folder else [],
        "status": entry.status,
        "solo": entry.solo,
        "yours": entry.turn in own,
        "to_act": names.get(entry.turn or 0, ""),
        "names": [names[one.sitter] for one in entry.sitters if one.sitter != min(own, default=0)],
        **_until(entry, say),
        "moved_at": entry.moved,
        "moved": say.ago(now - moved),
        "moved_exactly": datetime.fromtimestamp(int(moved), UTC).isoformat(),
    }
