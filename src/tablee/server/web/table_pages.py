"""The pages of a table and of a game."""

from collections.abc import Mapping
from typing import Any

import msgspec
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response

from tablee.language import languages
from tablee.live.hub import Hub
from tablee.live.settings import Settings
from tablee.people.tokens import LANGUAGE_COOKIE
from tablee.show.about import credits_of, facts, house_rules
from tablee.show.clocks import pace_words
from tablee.show.origins import begun_words
from tablee.show.pace import counting
from tablee.show.phrases import gestures, phrases
from tablee.show.sentences import language, level_cards, standing_words
from tablee.site.acquaintances import standings_of
from tablee.site.pictures.addresses import game_preview, table_preview
from tablee.site.pictures.qr_codes import code
from tablee.site.printer import Printer, scenes_of
from tablee.site.slim_files import slim
from tablee.site.study.rulebooks import rulebook, rulebook_language
from tablee.site.visit import (
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
from tablee.table.events import Opening, Refused
from tablee.table.export import export


def _deal_link(opening: Opening) -> str:
    """Where it is seen what others made of the same deal, if there are others."""
    if opening.deal is None:
        return ""
    return f"/day/{opening.deal.day}" if opening.deal.day else f"/tables/{opening.table}/card"


class Pages:
    """Answers requests for pages."""

    def __init__(self, hub: Hub, settings: Settings, printer: Printer) -> None:
        self._hub = hub
        self._settings = settings
        self._printer = printer

    async def table(self, request: Request) -> Response:
        """The page of a table."""
        known = await self._hub.peek(request.path_params["table"])
        if known is None:
            raise HTTPException(404, "table")
        opening = known[0].opening
        folder = game_or_404(opening.game)
        return await self._printer.page(
            request,
            "table/table.html",
            **scenes_of(folder),
            table=await self._invitation(request, opening.table, known[1]),
            standings=await self._standings(request, folder.id),
            goal=folder.words.goal(say_to(request)),
            house_rules=house_rules(folder, opening.options, say_to(request)),
            pace=counting(pace_words(opening.clock, say_to(request)), say_to(request), rated=opening.rated),
            dice="dice" in folder.pictures.SHARED,
            levels=level_cards(say_to(request)),
            preview=table_preview(request, known[0], folder),
            called_over=opening.starts_full,
            deal_link=_deal_link(opening),
            begun=begun_words(opening, say_to(request)),
        )

    async def talk(self, request: Request) -> Response:
        """What a table's page needs once somebody talks."""
        say = say_to(request)
        return await self._printer.page(request, "table/talk_inside.html", phrases=phrases(say), gestures=gestures(say))

    async def _invitation(self, request: Request, table_id: str, people: Mapping[int, str]) -> dict[str, Any]:
        """How others are invited to a table; no camera finds a house that only its own machine can reach."""
        link = f"{base_address(request, self._settings)}{request.url.path}"
        local_only = is_local(request) and not self._settings.house_address
        return {
            "id": table_id,
            "invite": link,
            "code": "" if local_only else Markup(code(link)),
            "local_only": local_only and await self._is_host(request, people),
        }

    async def _standings(self, request: Request, game: str) -> dict[str, str]:
        """How the one who asks stands against each bot, in words, as the table began."""
        known = await standings_of(request, self._hub.store, game)
        return {name: standing_words(standing, say_to(request)) for name, standing in known.items()}

    async def _is_host(self, request: Request, people: Mapping[int, str]) -> bool:
        """Is it who has opened the table that asks: the first of those who sit there?"""
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
        folder = game_of(request)
        written_in = rulebook_language(folder.id, say_to(request).code)
        book = rulebook(folder.id, written_in)
        return await self._printer.page(
            request,
            "study/rulebook.html",
            kept=True,
            **scenes_of(folder),
            title=book.title,
            facts=facts(folder, language(written_in)),
            body=Markup(book.body),
            credits=credits_of(folder, language(written_in)),
            contents=book.contents,
            written_in=written_in,
            preview=game_preview(request, folder),
        )

    async def cover(self, request: Request) -> Response:
        """The cover of a game."""
        return FileResponse(game_of(request).path / "cover.svg", headers={"cache-control": "no-cache"})

    async def scene_style(self, request: Request) -> Response:
        """The style sheet of a game's scenes."""
        return Response(slim(game_of(request).style), media_type="text/css", headers={"cache-control": "no-cache"})

    async def choose_language(self, request: Request) -> Response:
        """Keep the language somebody chose, and go back."""
        form = await read_form(request, self._settings.origins)
        response = RedirectResponse(own_path(form.get("back", "/")), status_code=303)
        if form.get("language") in languages():
            keep_cookie(request, response, LANGUAGE_COOKIE, form["language"])
        return response
