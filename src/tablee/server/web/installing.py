"""Installing as an app (PWA): web manifest, icons, service worker, offline page."""

from functools import cache

import resvg_py
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response

from tablee.games import working_games
from tablee.games.language import Language, languages
from tablee.server.features.history.model import Wanted
from tablee.server.features.lessons.service import teaches
from tablee.server.realtime.settings import WEB
from tablee.server.storage import Store
from tablee.server.views.sentences import language
from tablee.server.web.rendering import PageRenderer, static
from tablee.server.web.visit import visitor

HOUSE = WEB / "static" / "shared"
ICONS = {"icon-192": 192, "icon-512": 512, "icon-maskable-192": 192, "icon-maskable-512": 512, "icon-maskable-180": 180}
"""PNG icons by name, with their size in pixels, for systems that draw no SVG."""
PAPER = "#f6f1e7"
MOST_GAMES = 10
"""Finished games that a browser keeps without having looked at them."""
A_DAY = {"cache-control": "public, max-age=86400"}
ASK_FIRST = {"cache-control": "no-cache"}


class Installing:
    """Serves what an installed app needs."""

    def __init__(self, printer: PageRenderer, store: Store) -> None:
        self._printer = printer
        self._store = store

    async def manifest(self, request: Request) -> Response:
        """The web manifest in one language."""
        say = _language(request)
        icons = [{"src": static("shared/icon.svg"), "type": "image/svg+xml", "sizes": "any"}]
        for name, size in ICONS.items():
            purpose = "maskable" if "maskable" in name else "any"
            about = {"type": "image/png", "sizes": f"{size}x{size}", "purpose": purpose}
            icons.append({"src": f"/icons/{name}.png", **about})
        manifest = {
            "id": "/",
            "name": "Tablée",
            "short_name": "Tablée",
            "description": say("Board games in your browser, against bots or with friends. No account needed."),
            "lang": say.code,
            "start_url": "/?app",
            "scope": "/",
            "display": "standalone",
            "background_color": PAPER,
            "theme_color": PAPER,
            "categories": ["games"],
            "icons": icons,
            "shortcuts": [{"name": game.title(say), "url": f"/games/{game.id}/bots"} for game in working_games()],
        }
        return JSONResponse(manifest, media_type="application/manifest+json", headers=ASK_FIRST)

    async def icon(self, request: Request) -> Response:
        """An icon as PNG."""
        name = request.path_params["name"]
        if name not in ICONS:
            raise HTTPException(404)
        return Response(_png(name), media_type="image/png", headers=A_DAY)

    async def worker(self, _: Request) -> Response:
        """The service worker, at the root, as it controls only paths below its own."""
        return FileResponse(HOUSE / "service-worker.js", media_type="text/javascript", headers=ASK_FIRST)

    async def pages(self, request: Request) -> Response:
        """What a browser may keep for when there is no network: books, lessons, and the person's latest games."""
        person, games = await visitor(request, self._store), working_games()
        pages = [f"/games/{game.id}/rules" for game in games]
        pages += [f"/games/{game.id}/lesson/text" for game in games if teaches(game.id)]
        ended = await self._store.finished_games(person.id, Wanted(), MOST_GAMES, 0) if person else []
        pages += [f"/tables/{entry.table}/replay" for entry, _ in ended if entry.status == "over"]
        return JSONResponse({"pages": pages}, headers={"cache-control": "no-store"})

    async def offline(self, request: Request) -> Response:
        """The page that the service worker shows offline."""
        context = {"say": _language(request), "games": working_games(), "kept": True}
        return await self._printer.page(request, "shared/offline.html", **context)


def _language(request: Request) -> Language:
    code = request.path_params["language"]
    if code not in languages():
        raise HTTPException(404)
    return language(code)


@cache
def _png(name: str) -> bytes:
    picture, size = (HOUSE / f"{name.rpartition('-')[0]}.svg").read_text("utf8"), ICONS[name]
    return bytes(resvg_py.svg_to_bytes(svg_string=picture, width=size, height=size, skip_system_fonts=True))
