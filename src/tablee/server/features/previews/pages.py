"""Previews of shared links: a few words, and a picture of the table or of the game."""

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tablee.games import GameDefinition
from tablee.games.language import ENGLISH, Language, languages
from tablee.games.scenery import Scene
from tablee.server.features.previews.film import film_of
from tablee.server.features.previews.link_pictures import HEIGHT, WIDTH, draw, game_scene, table_scene
from tablee.server.realtime.hub import Hub
from tablee.server.realtime.settings import Settings
from tablee.server.table.events import Refused, Start
from tablee.server.table.table import Table
from tablee.server.views.bot_marks import spoken
from tablee.server.views.game_facts import facts, house_rules, variants
from tablee.server.views.sentences import headline, language, seat_names
from tablee.server.web.async_cache import AsyncCache
from tablee.server.web.rendering import PageGroup, PageRenderer
from tablee.server.web.visit import game_of, game_or_404, say_to

MOST_KEPT = 100
"""Pictures kept in memory, of some 150 kB each."""
MOST_FILMS, PRICE = 12, 5.0
"""Films kept in memory, of 1 MB at most, and as how many pictures each counts against the rate limit."""
A_MINUTE = "public, max-age=60"


class PicturePages(PageGroup):
    """Answers requests for pictures."""

    def __init__(self, hub: Hub, settings: Settings, printer: PageRenderer) -> None:
        super().__init__(hub, settings, printer)
        self._kept: AsyncCache[bytes] = AsyncCache(MOST_KEPT)
        self._films: AsyncCache[bytes] = AsyncCache(MOST_FILMS)

    @property
    def routes(self) -> list[Route]:
        """The routes of these pages."""
        return [
            Route("/tables/{table}/picture.png", self.table),
            Route("/tables/{table}/film.gif", self.film),
            Route("/games/{game}/picture.png", self.game),
        ]

    async def table(self, request: Request) -> Response:
        """A spectator's view of a table, now or after the event in the address."""
        await self._count_look(request)
        (table, _), say, at = await self._table(request), picture_language(request), _number(request)
        try:
            scene = table_scene(table, at, say)
        except Refused:
            raise HTTPException(404) from None
        return await self._draw((table.id, table.number, at, say.code), game_or_404(table.opening.game), scene)

    async def film(self, request: Request) -> Response:
        """A finished game as a short animated picture; one is made at a time."""
        self._hub.limits.take("replay", await self._asker(request), PRICE)
        (table, _), say = await self._table(request), picture_language(request)
        try:
            body = await self._films.get((table.id, table.number, say.code), lambda: film_of(table, say))
        except Refused:
            raise HTTPException(409) from None
        return Response(body, media_type="image/gif", headers={"cache-control": A_MINUTE})

    async def game(self, request: Request) -> Response:
        """A game before the first move."""
        await self._count_look(request)
        definition, say = game_of(request), picture_language(request)
        self._hub.readiness.require(definition.id)
        return await self._draw(
            (definition.id, say.code), definition, game_scene(definition, min(definition.players), say)
        )

    async def _draw(self, key: tuple[Any, ...], definition: GameDefinition, scene: Scene) -> Response:
        body = await self._kept.get(key, lambda: draw(definition, scene))
        return Response(body, media_type="image/png", headers={"cache-control": A_MINUTE})


def picture_language(request: Request) -> Language:
    """The language in the address: the reader of a picture is not the program that fetches it, and caches share it."""
    code = request.query_params.get("language", "")
    return language(code) if code in languages() else language(ENGLISH.code)


def _number(request: Request) -> int | None:
    text = request.query_params.get("at", "")
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 10 else None


# ---- words ------------------------------------------------------------------------------------------------


def table_preview(request: Request, table: Table, definition: GameDefinition) -> dict[str, Any]:
    """The preview of a link to a table."""
    about = _about_table(table, definition, say_to(request))
    thing = f"tables/{table.id}" if table.definition is not None else f"games/{definition.id}"
    return link_preview(request, definition.title(say_to(request)), about, thing)


def replay_preview(request: Request, table: Table, definition: GameDefinition, about: str) -> dict[str, Any]:
    """The preview of a link to a replay: `about` does not say how it ended, and the picture shows the position of the
    link, else one from the middle."""
    start = next(event.number for event in table.events if isinstance(event, Start))
    at = _number(request) or max(start, table.number // 2)
    return link_preview(request, definition.title(say_to(request)), about, f"tables/{table.id}", f"&at={at}")


def game_preview(request: Request, definition: GameDefinition) -> dict[str, Any]:
    """The preview of a link to a page about a game."""
    about = _about_game(definition, say_to(request))
    return link_preview(request, definition.title(say_to(request)), about, f"games/{definition.id}")


def link_preview(request: Request, title: str, about: str, thing: str, at: str = "") -> dict[str, Any]:
    """The preview of a link, with the picture at the address of a `thing`."""
    house = f"{request.url.scheme}://{request.headers.get('host', '')}"
    image = f"{house}/{thing}/picture.png?language={say_to(request).code}{at}"
    return {"title": title, "about": about, "image": image, "width": WIDTH, "height": HEIGHT}


def _about_table(table: Table, definition: GameDefinition, say: Language) -> str:
    if table.status == "over":
        return spoken(headline(table, say), say)
    if table.status == "playing" and table.definition is not None:
        *others, last = (spoken(name, say) for name in seat_names(table, say))
        names = say("{names} and {name}", names=", ".join(others), name=last)
        return say("{names} are playing: come and watch.", names=names)
    if len(table.participants) < table.opening.players:
        variant = "; ".join(variants(definition, table.opening.options, say))
        unusual = [say("Variant: {rules}.", rules=variant)] if variant else []
        rules = "; ".join(house_rules(definition, table.opening.options, say))
        unusual += [say("House rules: {rules}.", rules=rules)] if rules else []
        return " ".join([say("There’s a seat for you. Come and play!"), *unusual])
    return _about_game(definition, say)


def _about_game(definition: GameDefinition, say: Language) -> str:
    invitation: str = definition.words.about(say).invitation
    return f"{invitation} {' · '.join(facts(definition, say))}"
