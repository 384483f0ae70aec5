"""The shelf (home page): the games, the visitor's unfinished tables, and the form that opens a table."""

import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache, partial
from typing import Any
from urllib.parse import urlencode

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tablee.bots.compile_stages import ALL, LOW, LOW_LEVELS, RULES
from tablee.engine.contract import ContractError
from tablee.games import GameDefinition, find_game, game_if_here, working_games
from tablee.games.about import RuleKind
from tablee.games.brains.levels import DEFAULT_LEVEL, LEVELS
from tablee.games.errors import BadOptions, UnknownGame
from tablee.games.language import Language
from tablee.server.features.accounts.model import Person
from tablee.server.features.bot_accounts.service import BotAccountRules, seated_at
from tablee.server.features.clubs.model import Club
from tablee.server.features.clubs.service import call_members
from tablee.server.features.daily.pages import DealPages
from tablee.server.features.history.model import Wanted
from tablee.server.features.history.pages import bot_records_of, game_row
from tablee.server.features.lobby.model import INVITATION, Invitation
from tablee.server.features.lobby.pages import LobbyPages, Met, invitations, people_met
from tablee.server.features.ratings.model import may_be_rated
from tablee.server.features.readiness.pages import on_box
from tablee.server.features.rulebooks.booklets import Booklet
from tablee.server.features.rulebooks.text_search import folded
from tablee.server.features.shelf.model import (
    MANY,
    ON_A_PAGE,
    GameBox,
    ShelfFilter,
    filter_choices,
    filter_in,
    matching,
)
from tablee.server.features.shelf.table_form import TableForm, as_last_time, as_rated, filled_in, keep_for_next_time
from tablee.server.realtime.hub import Guest, Hub
from tablee.server.realtime.settings import Settings
from tablee.server.realtime.tasks import milliseconds_now
from tablee.server.table.clock import NO_PACE, STEADY, clock_of
from tablee.server.table.dice import new_id
from tablee.server.table.directory import Entry
from tablee.server.table.events import Refused
from tablee.server.table.names import chosen_name
from tablee.server.views.bot_characters import character_choices, level_cards, level_names
from tablee.server.views.clock_texts import deadline, pace_choices, pace_words
from tablee.server.views.friendly_names import friendly_name
from tablee.server.views.game_facts import (
    box_facts,
    credit,
    facts,
    house_rules,
    option_of,
    thanks_of,
    variants,
)
from tablee.server.views.sentences import listed_names
from tablee.server.web.rendering import PageGroup, PageRenderer
from tablee.server.web.visit import game_of, is_by_bot_account, led_to, say_to

MODES = ("bots", "friends")
MOST_TABLES = 12
"""Unfinished tables that are shown."""
MOST_RESULTS = 4
"""Finished games that are shown."""


class ShelfPages(PageGroup):
    """Handles requests for the shelf, and opens tables."""

    def __init__(
        self,
        hub: Hub,
        settings: Settings,
        printer: PageRenderer,
        lobby: LobbyPages,
        deals: DealPages,
        booklets: Mapping[str, Booklet],
    ) -> None:
        super().__init__(hub, settings, printer)
        self._booklet_boxes = cache(partial(_booklet_boxes, booklets))
        self._deals = deals
        self._lobby = lobby
        self._rules = BotAccountRules(hub.store, settings)

    async def home(self, request: Request) -> Response:
        """The home page."""
        say = say_to(request)
        wanted, working = filter_in(request.query_params), working_games()
        boxes = [*(_game_box(game, say) for game in working), *self._booklet_boxes(say.code)]
        found = matching(boxes, wanted, say)
        pages = max(1, -(-len(found) // ON_A_PAGE))
        page = min(wanted.page, pages)
        person, tables = await self._visitor(request), await self._tables(request)
        results = await self._store.finished_games(person.id, Wanted(), MOST_RESULTS, 0) if person else []
        return await self._printer.page(
            request,
            "shelf/shelf.html",
            games=[self._shown(box, request) for box in found[ON_A_PAGE * (page - 1) : ON_A_PAGE * page]],
            wanted=wanted.fields(),
            together=wanted.people > 1,
            count=len(found),
            choices=filter_choices(boxes, say) if len(boxes) > MANY else [],
            earlier=_shelf_address(wanted, page - 1) if page > 1 else "",
            later=_shelf_address(wanted, page + 1) if page < pages else "",
            tables=tables,
            results=[game_row(entry, own, say) for entry, own in results if entry.status == "over"],
            returns=bool(tables or results),
            lobby=await self._lobby.seen_by(request),
            waiting=sum(table["waits"] and table["served"] for table in tables),
            deal=await self._deals.on_shelf(person, say),
            thanks=thanks_of(working, say),
        )

    def _shown(self, box: GameBox, request: Request) -> dict[str, Any]:
        """A box with what can be done with it."""
        say = say_to(request)
        shown = {
            "id": box.id,
            "name": box.name,
            "plays": box.plays,
            "facts": box_facts(box.players, box.about, say),
            "kinds": box.kinds(say),
            "invitation": box.about.invitation,
            "credit": credit(box.about),
            "progress": None,
        }
        if not box.plays:
            return shown
        last = as_last_time(request, find_game(box.id))
        return {
            **shown,
            "form": _play_now(box.id, last),
            "against": _against(last, say),
            "progress": on_box(self._hub.readiness, box.id, say),
        }

    async def _tables(self, request: Request) -> list[dict[str, Any]]:
        """The visitor's unfinished tables: those that want something of them first, then the latest."""
        person = await self._visitor(request)
        if person is None:
            return []
        entries = await self._store.entries_of(person.id, unfinished=True, most=MOST_TABLES)
        found = [_table_row(entry, own, say_to(request)) for entry, own in entries]
        return sorted(found, key=lambda row: (row["yours"] or bool(row["asks"]), row["moved_at"]), reverse=True)

    async def open_form(self, request: Request) -> Response:
        """The form that opens a table."""
        definition = game_of(request)
        mode = request.path_params["mode"]
        if mode not in MODES:
            raise HTTPException(404)
        say, last = say_to(request), as_last_time(request, definition)
        stage = LOW if mode == "bots" else RULES
        self._hub.readiness.want(definition.id, stage)
        unready = self._unready_levels(definition, say)
        known = await bot_records_of(request, self._hub.store, definition.id) if mode == "bots" else {}
        return await self._printer.page(
            request,
            "shelf/open.html",
            game=definition,
            facts=facts(definition, say),
            tip=definition.words.tip(say),
            mode=mode,
            last=last,
            stage=stage,
            progress=on_box(self._hub.readiness, definition.id, say, stage),
            unready=unready,
            levels=level_cards(say, DEFAULT_LEVEL if last.level in unready["levels"] else last.level, known),
            characters=character_choices(say, known),
            palette=[definition.words.seat_name(one, say) for one in range(max(definition.players))],
            option_groups=_option_groups(definition, last.options, say),
            paces=pace_choices(definition.turns, definition.seconds, say),
            rated=last.rated and mode == "friends",
            rated_clock=pace_words(clock_of(STEADY, definition.turns, definition.seconds), say),
            pace=last.pace if mode == "friends" else NO_PACE,
            met=await self._met(request) if mode == "friends" else [],
            clubs=await self._clubs(request) if mode == "friends" else [],
            club=request.query_params.get("club", ""),
        )

    def _unready_levels(self, definition: GameDefinition, say: Language) -> dict[str, Any]:
        """The levels that are offered later, and when. The low ones always are offered: a table waits for them."""
        progress = on_box(self._hub.readiness, definition.id, say, ALL)
        if progress is None:
            return {"levels": [], "words": ""}
        return {"levels": [level for level in LEVELS if level not in LOW_LEVELS], "words": progress["words"]}

    async def _met(self, request: Request) -> list[Met]:
        person = await self._visitor(request)
        return await people_met(person.id, self._store, say_to(request)) if person else []

    async def _clubs(self, request: Request) -> list[Club]:
        person = await self._visitor(request)
        return [one.club for one in await self._store.clubs.of(person.id)] if person else []

    async def open_table(self, request: Request) -> Response:
        """Open the table that a form describes, and redirect there."""
        form = await self._read_form(request)
        definition, choices = _chosen(form)
        wish, solo = chosen_name(form.get("name", "")), form.get("mode") == "bots"
        compare = [] if solo else _beside(form)
        if choices.rated and not is_by_bot_account(request):  # programs say what they mean
            choices, compare = as_rated(definition, choices), []
        choices = _with_room_for(1 + len(compare), definition, choices)
        clock = clock_of(choices.pace, definition.turns, definition.seconds)
        if choices.rated and not may_be_rated(definition, choices.options, clock, is_shared=bool(compare)):
            raise Refused("rated")
        open_table = partial(
            self._hub.open,
            definition,
            choices.players,
            choices.options,
            solo=solo,
            clock=clock,
            rated=choices.rated,
            asker=await self._asker(request),
            is_open=form.get("open") == "yes",
            watched=form.get("watched") == "yes",
        )
        if is_by_bot_account(request):
            self._rules.check_opening(form)
            person, table_id = await self._introduced(request), new_id()
            async with self._rules.seat(person.id, table_id):
                await open_table(table_id=table_id)
                await self._hub.seat(table_id, [Guest(person.name, person.id)])
            self._lobby.changed()
            return seated_at(table_id)
        table_id, person = await open_table(), await self._introduced(request)
        self._lobby.changed()
        name = await self._take_name(person, wish) or friendly_name(person.id, say_to(request))
        others = [Guest(other, person.id) for other in compare]
        host = (
            Guest(name, person.id, 0, choices.colour, choices.begins and not choices.rated)
            if solo
            else Guest(name, person.id)
        )
        bots = [Guest(bot, level=level) for bot, level in choices.bots] if solo else []
        await self._hub.seat(table_id, [host, *others, *bots][: choices.players])
        if not solo:
            call = Invitation("", table_id, person.id, INVITATION, definition.id, choices.players)
            await self._invite(request, form, call)
            if form.get("club"):
                await call_members(self._hub, form["club"], call)
        response = led_to(request, f"/tables/{table_id}")
        keep_for_next_time(request, response, definition, choices)
        return response

    async def _invite(self, request: Request, form: Mapping[str, str], call: Invitation) -> None:
        """Invite the acquaintances whom a form names."""
        calls = invitations(form, await self._met(request), msgspec.structs.replace(call, at=milliseconds_now()))
        if calls:
            self._hub.lobby.tell(await self._store.lobby.invite(calls))

    async def _take_name(self, person: Person, name: str) -> str:
        """Store a new name; returns the name of the person, empty if they have none."""
        if name and name != person.name:
            await self._store.rename(person.id, name, milliseconds_now())
        return name or person.name


def _game_box(definition: GameDefinition, say: Language) -> GameBox:
    return GameBox(definition.id, definition.title(say), definition.players, definition.words.about(say), plays=True)


def _booklet_boxes(booklets: Mapping[str, Booklet], code: str) -> Sequence[GameBox]:
    """The rulebooks without a program, in the order of their names."""
    boxes = [GameBox(one.id, one.name(code), one.players, one.about(code), plays=False) for one in booklets.values()]
    return sorted(boxes, key=lambda box: folded(box.name))


def _shelf_address(wanted: ShelfFilter, page: int) -> str:
    """The address of a page of the shelf."""
    fields = wanted.fields(page)
    return f"/?{urlencode(fields)}#shelf" if fields else "/#shelf"


def _play_now(game_id: str, last: TableForm) -> dict[str, Any]:
    """The form of "play now": against bots, as last time, but without a clock."""
    fields = msgspec.structs.replace(last, pace=NO_PACE, rated=False).fields
    return {"game": game_id, "mode": "bots", **fields}


def _against(choices: TableForm, say: Language) -> str:
    names, levels = zip(*choices.bots, strict=True)
    level = level_names(say)[levels[0] - 1]
    if len(names) == 1 or len(set(levels)) > 1:
        return say("against {names}", names=", ".join(names))
    return say("against {count} bots ({level})", count=len(names), level=level)


def _option_groups(definition: GameDefinition, chosen: Mapping[str, Any], say: Language) -> list[dict[str, Any]]:
    """The options of a game: those with printed variants, then the house rules."""
    groups = {
        RuleKind.VARIANT: (
            say("Variants"),
            say("Printed in the box alongside the standard rules. They can be rated."),
        ),
        RuleKind.HOUSE: (
            say("House rules"),
            say("Not in the box. Everyone who joins is told, and the game can’t be rated."),
        ),
    }
    found: dict[RuleKind, list[str]] = {kind: [] for kind in groups}
    for name, values in definition.options.items():
        found[max(definition.option_kind(name, value) for value in values)].append(name)
    return [
        {
            "title": title,
            "about": about,
            "house": kind is RuleKind.HOUSE,
            "open": any(definition.option_kind(name, chosen[name]) for name in found[kind]),
            "options": [_option(definition, name, say) for name in found[kind]],
        }
        for kind, (title, about) in groups.items()
        if found[kind]
    ]


def _option(definition: GameDefinition, name: str, say: Language) -> dict[str, Any]:
    """An option with the labels of its values, and the kind of each."""
    option = option_of(definition, name, say)
    kinds = {RuleKind.STANDARD: say("standard"), RuleKind.VARIANT: say("variant")}
    values = [
        {"value": value, "label": option.answers[value], "kind": kinds.get(definition.option_kind(name, value), "")}
        for value in definition.options[name]
    ]
    return {"name": name, "label": option.question, "values": values, "sentence": option.sentence}


def _chosen(form: Mapping[str, str]) -> tuple[GameDefinition, TableForm]:
    """The game and the choices in a form."""
    try:
        definition = find_game(form.get("game", ""))
        choices = filled_in(definition, form)
    except (UnknownGame, ContractError, BadOptions):
        raise HTTPException(400) from None
    if form.get("mode") not in MODES:
        raise HTTPException(400)
    return definition, choices


def _with_room_for(people: int, definition: GameDefinition, choices: TableForm) -> TableForm:
    """At least as many seats as there are people on the device, if the game allows it."""
    players = max(choices.players, min(people, max(definition.players)))
    return msgspec.structs.replace(choices, players=players) if players in definition.players else choices


def _beside(form: Mapping[str, str]) -> list[str]:
    """The names of the others who play on the same device."""
    names = (chosen_name(text) for field, text in sorted(form.items()) if field.startswith("beside_"))
    return [name for name in names if name]


def _table_row(entry: Entry, own: Sequence[int], say: Language) -> dict[str, Any]:
    """A row for an unfinished table, from the directory alone."""
    definition = game_if_here(entry.game)
    names = listed_names(entry.participants, say)
    now = time.time()
    moved = min(max(entry.moved / 1000, 0), now)
    return {
        "url": f"/tables/{entry.table}",
        "game": definition.id if definition else "",
        "name": definition.title(say) if definition else entry.game,
        "served": definition is not None and definition.plays(entry.rules),
        "house_rules": house_rules(definition, entry.options, say) if definition else [],
        "variants": variants(definition, entry.options, say) if definition else [],
        "status": entry.status,
        "solo": entry.solo,
        "yours": entry.turn in own,
        "asks": names.get(entry.asked_by(own) or 0, ""),
        "waits": entry.waits_for(own) or entry.asked_by(own) is not None,
        "to_act": names.get(entry.turn or 0, ""),
        "names": [names[one.participant] for one in entry.participants if one.participant != min(own, default=0)],
        **deadline(entry, say),
        "moved_at": entry.moved,
        "moved": say.ago(now - moved),
        "moved_exactly": datetime.fromtimestamp(int(moved), UTC).isoformat(),
    }
