"""The pages of a table and of a game."""

import msgspec
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response

from tablee.bots.compile_stages import stage_of
from tablee.games.language import languages
from tablee.server.features.accounts.holidays import away_words
from tablee.server.features.accounts.model import LANGUAGE_COOKIE
from tablee.server.features.analysis.origins import link_to, origin_words
from tablee.server.features.chat.chat_messages import gestures, phrases
from tablee.server.features.history.pages import bot_records_of
from tablee.server.features.previews.link_pictures import code
from tablee.server.features.previews.pages import table_preview
from tablee.server.realtime.tasks import milliseconds_now, run_in_worker_thread
from tablee.server.table.events import Refused
from tablee.server.table.export import export
from tablee.server.table.table import Table
from tablee.server.views.bot_characters import level_cards, record_words
from tablee.server.views.clock_texts import counting, pace_words
from tablee.server.views.game_facts import house_rules, variants
from tablee.server.web.rendering import PageGroup, scenes_of
from tablee.server.web.static_files import slim
from tablee.server.web.visit import (
    asked_language,
    base_address,
    game_of,
    game_or_404,
    is_local,
    keep_cookie,
    own_path,
    say_to,
)

FRAMES = "frames"
"""Which sites may frame an answer, in its scope, as the content policy names them; else none may."""


class Pages(PageGroup):
    """Serves the pages of tables and games."""

    async def table(self, request: Request) -> Response:
        """The page of a table."""
        table, people = await self._table(request)
        say, opening, definition = say_to(request), table.opening, game_or_404(table.opening.game)
        self._require_bots(table)
        begins, person = opening.begins, await self._visitor(request)
        link = f"{base_address(request, self._settings)}{request.url.path}"
        is_unreachable = is_local(request) and not self._settings.house_address  # from other devices
        is_host = person is not None and people.get(min(people, default=0)) == person.id
        records = await bot_records_of(request, self._store, definition.id)  # as they were when the table began
        return await self._printer.page(
            request,
            "table/table.html",
            **scenes_of(definition),
            table={
                "id": table.id,
                "invite": link,
                "code": "" if is_unreachable else Markup(await run_in_worker_thread(code, link)),
                "local_only": is_unreachable and is_host,
                "waits": table.status == "waiting",
                "over": table.status == "over",
            },
            records={name: record_words(record, say) for name, record in records.items()},
            goal=definition.words.goal(say),
            legend=definition.words.legend(say),
            house_rules=house_rules(definition, opening.options, say),
            variants=variants(definition, opening.options, say),
            pace=counting(pace_words(opening.clock, say), say, rated=opening.rated),
            dice="dice" in definition.pictures.SHARED,
            levels=level_cards(say),
            preview=table_preview(request, table, definition),
            called_over=opening.starts_full and ("match" if opening.watched else "invitation"),
            deal_link=_deal_link(table),
            begun=(origin_words(begins.source, say), link_to(opening.game, begins.source)) if begins else ("", ""),
        )

    async def screen(self, request: Request) -> Response:
        """A table for a television, a stream or a frame: a spectator's page without controls."""
        table, _ = await self._table(request)
        say, definition = asked_language(request), game_or_404(table.opening.game)
        if self._settings.frame_sites:
            request.scope[FRAMES] = " ".join(self._settings.frame_sites)
        return await self._printer.page(
            request,
            "table/screen.html",
            **scenes_of(definition),
            say=say,
            table=table.id,
            preview=table_preview(request, table, definition),
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

    async def away(self, request: Request) -> Response:
        """Which of the others are on holiday, by seat: at a table by days, for those who sit there."""
        (table, people), person, say = await self._table(request), await self._visitor(request), say_to(request)
        told = {}
        if table.opening.is_by_days and person is not None and person.id in people.values():
            others = {one.seat: people[one.id] for one in table.seats if people.get(one.id, person.id) != person.id}
            words = await away_words(self._store, others.values(), milliseconds_now(), say)
            told = {str(seat): words[other] for seat, other in others.items() if other in words}
        return JSONResponse({"away": told}, headers={"cache-control": "no-store"})

    async def export(self, request: Request) -> Response:
        """A finished table as a file that can be verified."""
        await self._count_look(request)
        table, _ = await self._table(request)
        try:
            body = msgspec.json.format(msgspec.json.encode(export(table, self._hub.clock())), indent=1)
        except Refused:
            raise HTTPException(409) from None
        headers = {"content-disposition": f'attachment; filename="tablee-{table.id}.json"'}
        return Response(body, media_type="application/json", headers=headers)

    async def cover(self, request: Request) -> Response:
        """The cover of a game."""
        return FileResponse(game_of(request).path / "cover.svg", headers={"cache-control": "no-cache"})

    async def scene_style(self, request: Request) -> Response:
        """The style sheet of a game's scenes."""
        return Response(slim(game_of(request).style), media_type="text/css", headers={"cache-control": "no-cache"})

    async def choose_language(self, request: Request) -> Response:
        """Store the chosen language, and go back."""
        form = await self._read_form(request)
        response = RedirectResponse(own_path(form.get("back", "/")), status_code=303)
        if form.get("language") in languages():
            keep_cookie(request, response, LANGUAGE_COOKIE, form["language"])
        return response


def _deal_link(table: Table) -> str:
    """Where the results of others in the same deal are shown; empty if this is no such deal."""
    deal = table.opening.deal
    if deal is None:
        return ""
    if deal.tournament:
        return f"/tournaments/{deal.tournament}"
    return f"/day/{deal.day}" if deal.day else f"/tables/{table.id}/card"
