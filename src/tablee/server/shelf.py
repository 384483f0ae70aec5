"""The shelf: the games, one's unfinished tables, and the way to a new one."""

from collections.abc import Mapping
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablee.games import GameFolder, find_game, working_games
from tablee.games.errors import BadOptions, UnknownGame
from tablee.kernel.contract import ContractError
from tablee.language import Language
from tablee.server.hub import Guest, Hub
from tablee.server.limits import Buckets
from tablee.server.printer import Printer
from tablee.server.settings import Settings
from tablee.server.texts import language, level_cards, level_names, shown_names
from tablee.server.visit import game_of, keep_token, read_form, say_to, token_of, visitor
from tablee.table.seating import DEFAULT_LEVEL, clean_name
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
        shown = [{"id": game.id, "name": game.name, "about": game.words.about(say)} for game in working_games()]
        return await self._printer.page(request, "shelf.html", games=shown, tables=await self._tables(request))

    async def _tables(self, request: Request) -> list[dict[str, Any]]:
        person = visitor(request)
        if not person:
            return []
        found = []
        for table_id in await self._hub.store.unfinished_tables(person):
            known = await self._hub.peek(table_id)
            if known is not None and known[0].folder is not None:
                found.append(_table_row(known[0], known[1], person, say_to(request)))
        return found

    async def open_form(self, request: Request) -> Response:
        """The choices before a table is opened."""
        folder = game_of(request)
        mode = request.path_params["mode"]
        if mode not in MODES:
            raise HTTPException(404)
        say = say_to(request)
        return await self._printer.page(
            request,
            "open.html",
            game=folder,
            mode=mode,
            players=folder.players,
            levels=level_cards(say),
            options=[_option(folder, name, say) for name in folder.options],
        )

    async def open_table(self, request: Request) -> Response:
        """Open a table as a form asks for, and go there."""
        form = await read_form(request, self._settings.origins)
        if not self._openings.allow(request.client.host if request.client else ""):
            raise HTTPException(429)
        folder, players, options, level = _wishes(form)
        solo = form.get("mode") == "bots"
        token, person = token_of(request)
        name = clean_name(form.get("name", ""))
        if name:
            await self._hub.store.rename(person, name)
        else:
            name = await self._hub.store.name_of(person)
        table_id = await self._hub.open(folder, players, options, solo=solo)
        others = [Guest("", level=level)] * (players - 1) if solo else _beside(form, person)[: players - 1]
        await self._hub.seat(table_id, [Guest(name, person), *others])
        response = RedirectResponse(f"/tables/{table_id}", status_code=303)
        keep_token(request, response, token)
        return response


def _option(folder: GameFolder, name: str, say: Language) -> dict[str, Any]:
    """An option with its values as they are said to people, the default first."""
    label, texts = folder.words.option_text(name, say)
    values = [{"value": value, "label": texts[value]} for value in folder.options[name]]
    return {"name": name, "label": label, "values": values}


def _wishes(form: Mapping[str, str]) -> tuple[GameFolder, int, dict[str, Any], int]:
    """The game, players, options and level that a form asks for."""
    try:
        folder = find_game(form.get("game", ""))
        players, level = int(form.get("players", "0")), int(form.get("level", DEFAULT_LEVEL))
        options = {
            name: _option_value(folder, name, form[f"option_{name}"])
            for name in folder.options
            if f"option_{name}" in form
        }
        folder.full_options(players, options)
    except (UnknownGame, ContractError, BadOptions, ValueError):
        raise HTTPException(400) from None
    if form.get("mode") not in MODES or not 1 <= level <= len(level_names(language("en"))):
        raise HTTPException(400)
    return folder, players, options, level


def _beside(form: Mapping[str, str], person: str) -> list[Guest]:
    """Those who play on the same device, by the names that a form gives them."""
    names = (clean_name(text) for field, text in sorted(form.items()) if field.startswith("beside_"))
    return [Guest(name, person) for name in names if name]


def _option_value(folder: GameFolder, name: str, text: str) -> Any:
    """Forms know only texts; options may be numbers."""
    for value in folder.options[name]:
        if str(value) == text:
            return value
    raise BadOptions(f"no such value of {name}")


def _table_row(table: Table, people: Mapping[int, str], person: str, say: Language) -> dict[str, Any]:
    to_act = table.to_act
    names = shown_names(table, say)
    own = next((sitter.id for sitter in table.sitters if people.get(sitter.id) == person), None)
    assert table.folder is not None
    return {
        "url": f"/tables/{table.id}",
        "name": table.folder.name,
        "status": table.status,
        "yours": to_act is not None and people.get(table.seats[to_act].id) == person,
        "names": [names[sitter.id] for sitter in table.sitters if sitter.id != own],
    }
