"""The shelf: the games, one's unfinished tables, and the way to a new one."""

import time
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablee.games import GameFolder, find_game, working_games
from tablee.games.errors import BadOptions, UnknownGame
from tablee.games.levels import BOT_NAMES
from tablee.kernel.contract import ContractError
from tablee.language import Language
from tablee.live.hub import Guest, Hub
from tablee.live.limits import Buckets
from tablee.live.settings import Settings
from tablee.show.sentences import level_cards, level_names, shown_names
from tablee.site.printer import Printer
from tablee.site.table_form import TableForm, as_last_time, filled_in, keep_for_next_time
from tablee.site.visit import game_of, keep_token, read_form, say_to, sender, token_of, visitor
from tablee.table.seating import clean_name
from tablee.table.table import Table

MODES = ("bots", "friends")


class Shelf:
    """Answers requests for the shelf, and opens tables."""

    def __init__(self, hub: Hub, settings: Settings, printer: Printer) -> None:
        self._hub = hub
        self._settings = settings
        self._printer = printer
        self._openings = Buckets(settings.opening_rate, settings.opening_burst)

    async def home(self, request: Request) -> Response:
        """The home page."""
        say = say_to(request)
        games = [_box(game, as_last_time(request, game), say) for game in working_games()]
        return await self._printer.page(request, "shelf.html", games=games, tables=await self._tables(request))

    async def _tables(self, request: Request) -> list[dict[str, Any]]:
        """The unfinished tables of the one who asks: where it is their turn first, then by when something happened."""
        person = visitor(request)
        if not person:
            return []
        found = []
        for table_id in await self._hub.store.unfinished_tables(person):
            known = await self._hub.peek(table_id)
            if known is not None and known[0].folder is not None:
                found.append(_table_row(known[0], known[1], person, say_to(request)))
        return sorted(found, key=lambda row: (row["yours"], row["moved_at"]), reverse=True)

    async def open_form(self, request: Request) -> Response:
        """The choices before a table is opened."""
        folder = game_of(request)
        mode = request.path_params["mode"]
        if mode not in MODES:
            raise HTTPException(404)
        say, last = say_to(request), as_last_time(request, folder)
        return await self._printer.page(
            request,
            "open.html",
            game=folder,
            mode=mode,
            last=last,
            levels=level_cards(say, last.level),
            options=[_option(folder, name, say) for name in folder.options],
            special=last.options != folder.full_options(last.players, {}),
        )

    async def open_table(self, request: Request) -> Response:
        """Open a table as a form asks for, and go there."""
        form = await read_form(request, self._settings.origins)
        if not self._openings.allow(sender(request)):
            raise HTTPException(429)
        folder, choices = _wishes(form)
        token, person = token_of(request)
        name = await self._take_name(person, form.get("name", ""))
        solo = form.get("mode") == "bots"
        others = [] if solo else _beside(form, person)
        choices = _with_room_for(1 + len(others), folder, choices)
        table_id = await self._hub.open(folder, choices.players, choices.options, solo=solo)
        bots = [Guest("", level=choices.level)] * (choices.players - 1) if solo else []
        await self._hub.seat(table_id, [Guest(name, person), *others, *bots][: choices.players])
        response = RedirectResponse(f"/tables/{table_id}", status_code=303)
        keep_token(request, response, token)
        keep_for_next_time(request, response, folder, choices)
        return response

    async def _take_name(self, person: str, wish: str) -> str:
        """The name that a person takes, or has taken before."""
        name = clean_name(wish)
        if not name:
            return await self._hub.store.name_of(person)
        await self._hub.store.rename(person, name)
        return name


def _box(folder: GameFolder, last: TableForm, say: Language) -> dict[str, Any]:
    """A game on the shelf, and what "play now" would do."""
    return {
        "id": folder.id,
        "name": folder.name,
        "about": folder.words.about(say),
        "wishes": {"game": folder.id, "mode": "bots", **last.fields},
        "against": _against(last, say),
    }


def _against(choices: TableForm, say: Language) -> str:
    bots = choices.players - 1
    bot, level = BOT_NAMES[choices.level - 1], level_names(say)[choices.level - 1]
    if bots == 1:
        return say("against {bot} ({level})", bot=bot, level=level)
    return say("against {count} bots ({level})", count=bots, level=level)


def _option(folder: GameFolder, name: str, say: Language) -> dict[str, Any]:
    """An option with its values as they are said to people, the default first."""
    label, texts = folder.words.option_text(name, say)
    values = [{"value": value, "label": texts[value]} for value in folder.options[name]]
    return {"name": name, "label": label, "values": values}


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


def _beside(form: Mapping[str, str], person: str) -> list[Guest]:
    """Those who play on the same device, by the names that a form gives them."""
    names = (clean_name(text) for field, text in sorted(form.items()) if field.startswith("beside_"))
    return [Guest(name, person) for name in names if name]


def _table_row(table: Table, people: Mapping[int, str], person: str, say: Language) -> dict[str, Any]:
    """An unfinished table: with whom, whose turn it is, and since when."""
    assert table.folder is not None
    names = shown_names(table, say)
    to_act = table.seats[table.to_act].id if table.to_act is not None else None
    own = next((sitter.id for sitter in table.sitters if people.get(sitter.id) == person), None)
    moved_at = table.events[-1].at / 1000 if table.events else 0
    return {
        "url": f"/tables/{table.id}",
        "game": table.folder.id,
        "name": table.folder.name,
        "status": table.status,
        "solo": table.opening.solo,
        "yours": people.get(to_act or 0) == person,
        "to_act": names[to_act] if to_act is not None else "",
        "names": [names[sitter.id] for sitter in table.sitters if sitter.id != own],
        "moved_at": moved_at,
        "moved": say.ago(time.time() - moved_at),
        "moved_exactly": datetime.fromtimestamp(moved_at, UTC).isoformat(),
    }
