"""The pages of a table and of a game."""

import logging
from collections.abc import Mapping
from typing import Any

import msgspec
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response

from tablee.bots.compile_stages import stage_of
from tablee.games.language import languages
from tablee.server.features.accounts.model import LANGUAGE_COOKIE
from tablee.server.features.analysis.origins import begun_words
from tablee.server.features.chat.chat_messages import gestures, phrases
from tablee.server.features.history.pages import bot_records_of
from tablee.server.features.previews.link_pictures import code
from tablee.server.features.previews.pages import game_preview, table_preview
from tablee.server.features.rulebooks.interpreted import NotInterpreted, interpreted_rulebook
from tablee.server.features.rulebooks.model import Rulebook, rulebook, rulebook_language
from tablee.server.realtime.hub import Hub
from tablee.server.realtime.settings import Settings
from tablee.server.table.events import Opening, Refused
from tablee.server.table.export import export
from tablee.server.table.table import Table
from tablee.server.views.bot_characters import level_cards, record_words
from tablee.server.views.clock_texts import counting, pace_words
from tablee.server.views.game_facts import credits_of, facts, house_rules
from tablee.server.views.sentences import language
from tablee.server.web.rendering import PageRenderer, scenes_of
from tablee.server.web.static_files import slim
from tablee.server.web.visit import (
    asker_of,
    base_address,
    game_of,
    game_or_404,
    is_local,
    keep_cookie,
    own_path,
    read_form,
    say_to,
    visitor,
)

logger = logging.getLogger("tablee")


def _deal_link(opening: Opening) -> str:
    """Address of the comparison with others who played the same deal; empty if there is none."""
    if opening.deal is None:
        return ""
    return f"/day/{opening.deal.day}" if opening.deal.day else f"/tables/{opening.table}/card"


class Pages:
    """Serves the pages of tables and games."""

    def __init__(self, hub: Hub, settings: Settings, printer: PageRenderer) -> None:
        self._hub = hub
        self._settings = settings
        self._printer = printer

    async def table(self, request: Request) -> Response:
        """The page of a table."""
        known = await self._hub.peek(request.path_params["table"])
        if known is None:
            raise HTTPException(404, "table")
        opening = known[0].opening
        definition = game_or_404(opening.game)
        self._require_bots(known[0])
        return await self._printer.page(
            request,
            "table/table.html",
            **scenes_of(definition),
            table=await self._invitation(request, opening.table, known[1]),
            records=await self._records(request, definition.id),
            goal=definition.words.goal(say_to(request)),
            house_rules=house_rules(definition, opening.options, say_to(request)),
            pace=counting(pace_words(opening.clock, say_to(request)), say_to(request), rated=opening.rated),
            dice="dice" in definition.pictures.SHARED,
            levels=level_cards(say_to(request)),
            preview=table_preview(request, known[0], definition),
            called_over=opening.starts_full,
            deal_link=_deal_link(opening),
            begun=begun_words(opening, say_to(request)),
        )

    def _require_bots(self, table: Table) -> None:
        """Raise `NotReady` unless the bots of a table that goes on can play."""
        if table.status in ("waiting", "playing"):
            level = max((one.level for one in table.participants), default=0)
            self._hub.readiness.require(table.opening.game, stage_of(level))

    async def chat(self, request: Request) -> Response:
        """The chat panel, fetched once somebody opens it."""
        say = say_to(request)
        return await self._printer.page(request, "chat/chat_panel.html", phrases=phrases(say), gestures=gestures(say))

    async def _invitation(self, request: Request, table_id: str, people: Mapping[int, str]) -> dict[str, Any]:
        """Link and QR code of a table; no QR code if only this machine can reach the server."""
        link = f"{base_address(request, self._settings)}{request.url.path}"
        local_only = is_local(request) and not self._settings.house_address
        return {
            "id": table_id,
            "invite": link,
            "code": "" if local_only else Markup(code(link)),
            "local_only": local_only and await self._is_host(request, people),
        }

    async def _records(self, request: Request, game: str) -> dict[str, str]:
        """The visitor's score against each bot, as it was when the table began."""
        known = await bot_records_of(request, self._hub.store, game)
        return {name: record_words(record, say_to(request)) for name, record in known.items()}

    async def _is_host(self, request: Request, people: Mapping[int, str]) -> bool:
        """Did the visitor open the table? The first participant did."""
        person = await visitor(request, self._hub.store)
        return person is not None and people.get(min(people, default=0)) == person.id

    async def export(self, request: Request) -> Response:
        """A finished table as a file that can be verified."""
        self._hub.limits.take("replay", await asker_of(request, self._hub.store))
        known = await self._hub.peek(request.path_params["table"])
        if known is None:
            raise HTTPException(404, "table")
        try:
            body = msgspec.json.format(msgspec.json.encode(export(known[0], self._hub.clock())), indent=1)
        except Refused:
            raise HTTPException(409) from None
        headers = {"content-disposition": f'attachment; filename="tablee-{known[0].id}.json"'}
        return Response(body, media_type="application/json", headers=headers)

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
            title=book.title,
            facts=facts(definition, language(written_in)),
            body=Markup(book.body),
            credits=credits_of(definition, language(written_in)),
            contents=book.contents,
            written_in=written_in,
            preview=game_preview(request, definition),
        )

    async def _rulebook(self, game: str, written_in: str) -> Rulebook:
        if not self._hub.readiness.is_ready(game):
            try:
                return await interpreted_rulebook(game, written_in)
            except NotInterpreted as error:
                logger.warning("%s: its rulebook waits for the compiler: %s", game, error)
                self._hub.readiness.require(game)
        return rulebook(game, written_in)

    async def cover(self, request: Request) -> Response:
        """The cover of a game."""
        return FileResponse(game_of(request).path / "cover.svg", headers={"cache-control": "no-cache"})

    async def scene_style(self, request: Request) -> Response:
        """The style sheet of a game's scenes."""
        return Response(slim(game_of(request).style), media_type="text/css", headers={"cache-control": "no-cache"})

    async def choose_language(self, request: Request) -> Response:
        """Store the chosen language, and go back."""
        form = await read_form(request, self._settings.origins)
        response = RedirectResponse(own_path(form.get("back", "/")), status_code=303)
        if form.get("language") in languages():
            keep_cookie(request, response, LANGUAGE_COOKIE, form["language"])
        return response
