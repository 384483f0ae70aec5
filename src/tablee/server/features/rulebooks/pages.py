"""Pages of rulebooks: those of games, and booklets, which have no program."""

import logging
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from babel import Locale
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from tablee.server.features.previews.pages import game_preview
from tablee.server.features.rulebooks.booklets import IMAGES, Booklet, booklet_rules, booklet_sources
from tablee.server.features.rulebooks.interpreted import NotInterpreted, interpreted_rulebook
from tablee.server.features.rulebooks.model import Rulebook, has_sources, rulebook, rulebook_language, sources
from tablee.server.features.rulebooks.text_search import LONGEST_QUERY, search_in
from tablee.server.realtime.hub import Hub
from tablee.server.realtime.settings import Settings
from tablee.server.realtime.tasks import run_in_worker_thread
from tablee.server.views.game_facts import box_facts, credits_of, facts, kind_names
from tablee.server.views.sentences import language
from tablee.server.web.rendering import PageGroup, PageRenderer, scenes_of
from tablee.server.web.visit import game_of, say_to

logger = logging.getLogger("tablee")

ONLY_A_PICTURE = "sandbox; default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
"""The policy of pictures that strangers may have drawn: opened by itself, an SVG can run and fetch nothing."""
MOST_KEPT = 64
"""Texts of booklets that are kept as pages."""


class RulebookPages(PageGroup):
    """Serves rulebooks."""

    def __init__(self, hub: Hub, settings: Settings, printer: PageRenderer, booklets: Mapping[str, Booklet]) -> None:
        super().__init__(hub, settings, printer)
        self._booklets = booklets
        self._rules = lru_cache(MOST_KEPT)(lambda name, code: booklet_rules(booklets[name], code))

    @property
    def routes(self) -> list[Route]:
        """The routes of these pages."""
        return [
            Route("/games/{game}/rules", self.rules),
            Route("/games/{game}/sources", self.sources),
            Route("/rulebooks/{booklet}", self.booklet),
            Route("/rulebooks/{booklet}/sources", self.booklet_sources),
            Route("/rulebooks/{booklet}/cover", self.booklet_cover),
            Route("/rulebooks/{booklet}/pictures/{picture}", self.booklet_picture),
        ]

    async def rules(self, request: Request) -> Response:
        """The rulebook of a game."""
        definition = game_of(request)
        written_in = rulebook_language(definition.id, say_to(request).code)
        book = await self._rulebook(definition.id, written_in)
        return await self._printer.page(
            request,
            "rulebooks/rulebook.html",
            kept=True,
            **scenes_of(definition),
            facts=facts(definition, language(written_in)),
            credits=credits_of(definition.words.about(language(written_in)), language(written_in)),
            has_text_on_sources=has_sources(definition.id),
            address=f"/games/{definition.id}",
            plays=True,
            preview=game_preview(request, definition),
            **await _text(request, book, written_in),
        )

    async def sources(self, request: Request) -> Response:
        """Where the rules of a game come from."""
        definition = game_of(request)
        written_in = rulebook_language(definition.id, say_to(request).code)
        book = sources(definition.id, written_in)
        if book is None:
            raise HTTPException(404)
        return await self._printer.page(
            request,
            "rulebooks/sources.html",
            game=definition,
            rules=f"/games/{definition.id}/rules",
            title=book.title,
            body=Markup(book.body),
            credits=credits_of(definition.words.about(language(written_in)), language(written_in)),
            written_in=written_in,
            contact=self._settings.host_contact,
        )

    async def booklet(self, request: Request) -> Response:
        """The rules of a game that has no program."""
        booklet, code = self._booklet(request), say_to(request).code
        written_in = booklet.language(code)
        say, about = language(written_in), booklet.about(written_in)
        book = await run_in_worker_thread(self._rules, booklet.id, written_in)
        kinds = [kind_names(say)[kind] for kind in about.kinds]
        return await self._printer.page(
            request,
            "rulebooks/rulebook.html",
            kept=True,
            game={"id": booklet.id, "name": booklet.name(code)},
            scene_css="",
            facts=[*box_facts(booklet.players, about, say), *kinds],
            credits=credits_of(about, say),
            has_text_on_sources=written_in in booklet.sourced_in,
            address=f"/rulebooks/{booklet.id}",
            plays=False,
            **await _text(request, book, written_in),
        )

    async def booklet_sources(self, request: Request) -> Response:
        """Where the rules of such a game come from."""
        booklet, code = self._booklet(request), say_to(request).code
        written_in = booklet.language(code)
        book = await run_in_worker_thread(booklet_sources, booklet, written_in)
        if book is None:
            raise HTTPException(404)
        return await self._printer.page(
            request,
            "rulebooks/sources.html",
            game={"id": booklet.id, "name": booklet.name(code)},
            rules=f"/rulebooks/{booklet.id}",
            title=book.title,
            body=Markup(book.body),
            credits=credits_of(booklet.about(written_in), language(written_in)),
            written_in=written_in,
            contact=self._settings.host_contact,
        )

    async def booklet_cover(self, request: Request) -> Response:
        """The cover of such a game."""
        cover = self._booklet(request).cover
        headers = {"cache-control": "no-cache", "content-security-policy": ONLY_A_PICTURE}
        return FileResponse(cover, headers=headers, media_type=IMAGES[cover.suffix])

    async def booklet_picture(self, request: Request) -> Response:
        """A picture that the text of such a game shows."""
        booklet, name = self._booklet(request), request.path_params["picture"]
        if name not in booklet.pictures:
            raise HTTPException(404)
        path = booklet.path / name
        headers = {"cache-control": "no-cache", "content-security-policy": ONLY_A_PICTURE}
        return FileResponse(path, headers=headers, media_type=IMAGES[path.suffix])

    def _booklet(self, request: Request) -> Booklet:
        booklet = self._booklets.get(request.path_params["booklet"])
        if booklet is None:
            raise HTTPException(404, "game")
        return booklet

    async def _rulebook(self, game: str, written_in: str) -> Rulebook:
        if not self._hub.readiness.is_ready(game):
            try:
                return await interpreted_rulebook(game, written_in)
            except NotInterpreted as error:
                logger.warning("%s: its rulebook waits for the compiler: %s", game, error)
                self._hub.readiness.require(game)
        return rulebook(game, written_in)


async def _text(request: Request, book: Rulebook, written_in: str) -> dict[str, Any]:
    """Template variables for the text of a rulebook, and for what is searched for in it."""
    wanted = request.query_params.get("find", "")[:LONGEST_QUERY].strip()
    body, places = await run_in_worker_thread(search_in, book, wanted)
    own_name = Locale(written_in).get_display_name(say_to(request).code)
    return {
        "title": book.title,
        "body": Markup(body),
        "contents": book.contents,
        "written_in": written_in,
        "written_in_words": own_name,
        "wanted": wanted,
        "places": places,
    }
