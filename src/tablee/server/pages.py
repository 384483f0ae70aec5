"""The pages: the shelf, opening a table, the table itself, the rulebook."""

import hashlib
from collections.abc import Mapping
from functools import cache
from typing import Any
from urllib.parse import parse_qs

import msgspec
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.templating import Jinja2Templates

from tablee.games import GameFolder, find_game, working_games
from tablee.games.errors import BadOptions, UnknownGame
from tablee.kernel.contract import ContractError
from tablee.language import LANGUAGES, Language
from tablee.server.hub import Hub
from tablee.server.limits import Buckets
from tablee.server.live import is_own_origin
from tablee.server.people import LANGUAGE_COOKIE, PERSON_COOKIE, new_token, person_of
from tablee.server.rulebooks import rulebook
from tablee.server.settings import LONGEST_FORM, WEB, Settings
from tablee.server.texts import language, level_manners, level_names, preferred_language, shown_names
from tablee.table.events import Refused
from tablee.table.export import export
from tablee.table.table import BOT_NAMES, DEFAULT_LEVEL, Table, clean_name

A_YEAR = 365 * 86400
MODES = ("bots", "friends")

_templates = Jinja2Templates(directory=WEB / "templates")
_templates.env.trim_blocks = _templates.env.lstrip_blocks = True


class Pages:
    """Answers requests for pages."""

    def __init__(self, hub: Hub, settings: Settings) -> None:
        self._hub = hub
        self._settings = settings
        self._openings = Buckets(settings.opening_rate, settings.opening_burst)

    async def shelf(self, request: Request) -> Response:
        """The home page."""
        say = _say(request)
        shown = [{"id": game.id, "name": game.name, "about": game.words.about(say)} for game in working_games()]
        return await self._page(request, "shelf.html", games=shown, tables=await self._tables(request))

    async def _tables(self, request: Request) -> list[dict[str, Any]]:
        person = _person(request)
        if not person:
            return []
        found = []
        for table_id in await self._hub.store.unfinished_tables(person):
            known = await self._hub.peek(table_id)
            if known is not None and known[0].folder is not None:
                found.append(_table_row(known[0], known[1], person, _say(request)))
        return found

    async def open_form(self, request: Request) -> Response:
        """The choices before a table is opened."""
        folder = _game(request)
        mode = request.path_params["mode"]
        if mode not in MODES:
            raise HTTPException(404)
        say = _say(request)
        return await self._page(
            request,
            "open.html",
            game=folder,
            mode=mode,
            players=folder.players,
            levels=_levels(say),
            options=[_option(folder, name, say) for name in folder.options],
        )

    async def open_table(self, request: Request) -> Response:
        """Open a table as a form asks for, and go there."""
        form = await self._form(request)
        if not self._openings.allow(request.client.host if request.client else ""):
            raise HTTPException(429)
        folder, players, options, level = _wishes(form)
        solo = form.get("mode") == "bots"
        token, person = _token(request)
        name = clean_name(form.get("name", ""))
        if name:
            await self._hub.store.rename(person, name)
        else:
            name = await self._hub.store.name_of(person)
        table_id = await self._hub.open(folder, players, options, solo=solo)
        await self._hub.seat(table_id, person, name, [level] * (players - 1) if solo else [])
        response = RedirectResponse(f"/tables/{table_id}", status_code=303)
        _keep_token(request, response, token)
        return response

    async def table(self, request: Request) -> Response:
        """The page of a table."""
        known = await self._hub.peek(request.path_params["table"])
        if known is None:
            raise HTTPException(404, "table")
        opening = known[0].opening
        folder = _find_game(opening.game)
        return await self._page(
            request,
            "table.html",
            game=folder,
            table={"id": opening.table, "invite": self._invitation(request), "local_only": self._local_only(request)},
            shapes=Markup(folder.shapes),
            dice="dice" in getattr(folder.scene, "SHARED", ()),
            scene_css=f"/games/{folder.id}/scene.css",
            levels=_levels(_say(request)),
        )

    def _invitation(self, request: Request) -> str:
        base = f"{request.url.scheme}://{request.headers.get('host', '')}"
        if _is_local(request) and self._settings.house_address:
            base = self._settings.house_address
        return f"{base}{request.url.path}"

    def _local_only(self, request: Request) -> bool:
        return _is_local(request) and not self._settings.house_address

    async def export(self, request: Request) -> Response:
        """A finished table as a file that can be verified."""
        known = await self._hub.peek(request.path_params["table"])
        if known is None:
            raise HTTPException(404, "table")
        try:
            body = msgspec.json.format(msgspec.json.encode(export(known[0])), indent=1)
        except Refused:
            raise HTTPException(409) from None
        headers = {"content-disposition": f'attachment; filename="tablee-{known[0].id}.json"'}
        return Response(body, media_type="application/json", headers=headers)

    async def rules(self, request: Request) -> Response:
        """The rulebook of a game."""
        folder = _game(request)
        body = Markup(rulebook(folder.id, _say(request).code))
        scene_css = f"/games/{folder.id}/scene.css"
        return await self._page(request, "rulebook.html", game=folder, body=body, scene_css=scene_css)

    async def cover(self, request: Request) -> Response:
        """The cover of a game."""
        return FileResponse(_game(request).path / "cover.svg", headers={"cache-control": "no-cache"})

    async def scene_style(self, request: Request) -> Response:
        """The style sheet of a game's scenes."""
        return Response(_game(request).style, media_type="text/css", headers={"cache-control": "no-cache"})

    async def choose_language(self, request: Request) -> Response:
        """Keep the language somebody chose, and go back."""
        form = await self._form(request)
        back = form.get("back", "/")
        if not back.startswith("/") or back.startswith(("//", "/\\")):
            back = "/"
        response = RedirectResponse(back, status_code=303)
        if form.get("language") in LANGUAGES:
            response.set_cookie(LANGUAGE_COOKIE, form["language"], max_age=A_YEAR, samesite="lax")
        return response

    async def message(self, request: Request, error: Exception) -> Response:
        """Errors are pages, too."""
        status = error.status_code if isinstance(error, HTTPException) else 500
        detail = error.detail if isinstance(error, HTTPException) else ""
        title, text = _error_texts(status, detail, _say(request))
        response = await self._page(request, "message.html", title=title, text=text)
        response.status_code = status
        return response

    async def _form(self, request: Request) -> dict[str, str]:
        """The fields of a form from one of our own pages."""
        if not is_own_origin(dict(request.headers), self._settings.origins):
            raise HTTPException(403)
        body = b""
        async for part in request.stream():
            body += part
            if len(body) > LONGEST_FORM:
                raise HTTPException(413)
        try:
            fields = parse_qs(body.decode(), keep_blank_values=True, max_num_fields=40)
        except ValueError:
            raise HTTPException(400) from None
        return {name: values[0] for name, values in fields.items()}

    async def _page(self, request: Request, template: str, **context: Any) -> Response:
        token, person = _token(request)
        say = _say(request)
        context |= {
            "say": say,
            "language": say.code,
            "static": _static,
            "path": request.url.path,
            "person": await self._hub.store.name_of(person),
        }
        response = _templates.TemplateResponse(request, template, context, headers={"cache-control": "no-store"})
        _keep_token(request, response, token)
        return response


def _static(path: str) -> str:
    return f"/static/{_static_version()}/{path}"


@cache
def _static_version() -> str:
    """A digest in the address of every static file, so that browsers may keep them for ever."""
    digest = hashlib.sha256()
    for path in sorted((WEB / "static").rglob("*")):
        if path.is_file():
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def _say(request: Request) -> Language:
    return language(preferred_language(request.cookies, request.headers.get("accept-language", "")))


def _person(request: Request) -> str:
    return person_of(request.cookies.get(PERSON_COOKIE, ""))


def _token(request: Request) -> tuple[str, str]:
    """The token of the one who asks, a new one for who has none, and the person it stands for."""
    token = request.cookies.get(PERSON_COOKIE, "")
    if not person_of(token):
        token = new_token()
    return token, person_of(token)


def _keep_token(request: Request, response: Response, token: str) -> None:
    if request.cookies.get(PERSON_COOKIE) != token:
        secure = request.url.scheme == "https"
        response.set_cookie(PERSON_COOKIE, token, max_age=A_YEAR, httponly=True, samesite="lax", secure=secure)


def _game(request: Request) -> GameFolder:
    return _find_game(request.path_params["game"])


def _find_game(game_id: str) -> GameFolder:
    try:
        return find_game(game_id)
    except (UnknownGame, ContractError):
        raise HTTPException(404, "game") from None


def _is_local(request: Request) -> bool:
    return request.url.hostname in ("localhost", "127.0.0.1", "::1")


def _levels(say: Language) -> list[dict[str, Any]]:
    """The levels with who plays at each, the one that is proposed marked."""
    faces = zip(BOT_NAMES, level_names(say), level_manners(say), strict=True)
    return [
        {"level": level, "bot": bot, "name": name, "manner": manner, "chosen": level == DEFAULT_LEVEL}
        for level, (bot, name, manner) in enumerate(faces, start=1)
    ]


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


def _option_value(folder: GameFolder, name: str, text: str) -> Any:
    """Forms know only texts; options may be numbers."""
    for value in folder.options[name]:
        if str(value) == text:
            return value
    raise BadOptions(f"no such value of {name}")


def _table_row(table: Table, people: Mapping[int, str], person: str, say: Language) -> dict[str, Any]:
    to_act = table.to_act
    names = shown_names(table, say)
    assert table.folder is not None
    return {
        "url": f"/tables/{table.id}",
        "name": table.folder.name,
        "status": table.status,
        "yours": to_act is not None and people.get(table.seats[to_act].id) == person,
        "names": [names[sitter.id] for sitter in table.sitters if people.get(sitter.id) != person],
    }


def _error_texts(status: int, detail: str, say: Language) -> tuple[str, str]:
    if detail == "table":
        return say("No such table"), say("There is no table at this address. Perhaps a letter of the link is missing?")
    if detail == "game":
        return say("No such game"), say("This house does not have that game on its shelf.")
    if status == 404:
        return say("Nothing here"), say("There is nothing at this address.")
    if status == 409:
        return say("Not over yet"), say("A game can be downloaded once it is over.")
    if status == 429:
        return say("One moment"), say(
            "Many tables have just been opened from here. Please wait a little and try again."
        )
    if status < 500:
        return say("That did not work"), say("The server did not understand what was asked for. Nothing has changed.")
    return say("That is our fault"), say("Something went wrong in the house. Nothing that was played is lost.")
