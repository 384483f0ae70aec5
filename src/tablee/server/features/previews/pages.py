"""What is shown of a shared link: a few words, and a picture of the table or of the game."""

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tablee.games import GameFolder
from tablee.games.scenery import Scene
from tablee.language import ENGLISH, Language, languages
from tablee.live.hub import Hub
from tablee.show.about import facts, house_rules
from tablee.show.programs import spoken
from tablee.show.sentences import headline, language, seat_names
from tablee.site.async_cache import AsyncCache
from tablee.site.pictures.preview import HEIGHT, WIDTH, draw, game_scene, table_scene
from tablee.site.visit import asker_of, game_of, game_or_404, say_to
from tablee.table.events import Refused
from tablee.table.table import Table

MOST_KEPT = 100
"""Pictures that are kept in memory, of some 150 kB each."""
A_MINUTE = "public, max-age=60"


class Pictures:
    """Answers requests for pictures."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._kept: AsyncCache[bytes] = AsyncCache(MOST_KEPT)

    @property
    def routes(self) -> list[Route]:
        """Where they are."""
        return [Route("/tables/{table}/picture.png", self.table), Route("/games/{game}/picture.png", self.game)]

    async def table(self, request: Request) -> Response:
        """A table as onlookers see it, now or after the event that the address names."""
        await self._count(request)
        known = await self._hub.peek(request.path_params["table"])
        if known is None:
            raise HTTPException(404, "table")
        table, say, at = known[0], picture_language(request), _number(request)
        try:
            scene = table_scene(table, at, say)
        except Refused:
            raise HTTPException(404) from None
        return await self._draw((table.id, table.number, at, say.code), game_or_404(table.opening.game), scene)

    async def game(self, request: Request) -> Response:
        """A game before anything has been played."""
        await self._count(request)
        folder, say = game_of(request), picture_language(request)
        return await self._draw((folder.id, say.code), folder, game_scene(folder, min(folder.players), say))

    async def _count(self, request: Request) -> None:
        self._hub.limits.take("replay", await asker_of(request, self._hub.store))

    async def _draw(self, key: tuple[Any, ...], folder: GameFolder, scene: Scene) -> Response:
        body = await self._kept.get(key, lambda: draw(folder, scene))
        return Response(body, media_type="image/png", headers={"cache-control": A_MINUTE})


def picture_language(request: Request) -> Language:
    """The language that the address names: who fetches a picture is not who reads it, and others may be given it."""
    code = request.query_params.get("language", "")
    return language(code) if code in languages() else language(ENGLISH.code)


def _number(request: Request) -> int | None:
    text = request.query_params.get("at", "")
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 10 else None


# ---- words ------------------------------------------------------------------------------------------------


def table_preview(request: Request, table: Table, folder: GameFolder) -> dict[str, Any]:
    """What is shown of a link to a table, or to a position of its past."""
    at = _number(request)
    image = f"/tables/{table.id}/picture.png" if table.folder is not None else f"/games/{folder.id}/picture.png"
    return _preview(
        request, folder, _about_table(table, folder, say_to(request)), image, "" if at is None else f"&at={at}"
    )


def game_preview(request: Request, folder: GameFolder) -> dict[str, Any]:
    """What is shown of a link to a page about a game."""
    return _preview(request, folder, _about_game(folder, say_to(request)), f"/games/{folder.id}/picture.png")


def _preview(request: Request, folder: GameFolder, about: str, image: str, position: str = "") -> dict[str, Any]:
    house = f"{request.url.scheme}://{request.headers.get('host', '')}"
    image = f"{house}{image}?language={say_to(request).code}{position}"
    return {"title": folder.name, "about": about, "image": image, "width": WIDTH, "height": HEIGHT}


def _about_table(table: Table, folder: GameFolder, say: Language) -> str:
    if table.status == "over":
        return spoken(headline(table, say), say)
    if table.status == "playing" and table.folder is not None:
        *others, last = (spoken(name, say) for name in seat_names(table, say))
        names = say("{names} and {name}", names=", ".join(others), name=last)
        return say("{names} are playing: come and watch.", names=names)
    if len(table.sitters) < table.opening.players:
        return " ".join([say("A seat is free for you: come and play."), *_unusual(table, folder, say)])
    return _about_game(folder, say)


def _about_game(folder: GameFolder, say: Language) -> str:
    invitation: str = folder.words.about(say).invitation
    return f"{invitation} {' · '.join(facts(folder, say))}"


def _unusual(table: Table, folder: GameFolder, say: Language) -> list[str]:
    """Whoever is invited is told beforehand that not all is as printed."""
    rules = house_rules(folder, table.opening.options, say)
    return [say("House rules: {rules}.", rules="; ".join(rules))] if rules else []
