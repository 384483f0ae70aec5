"""Pages that replay a finished game."""

import asyncio
from functools import partial

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablee.games import GameDefinition
from tablee.games.language import Language
from tablee.games.scenery import UPRIGHT
from tablee.server.features.daily.service import can_be_sent
from tablee.server.features.previews.pages import replay_preview
from tablee.server.features.replays.service import EVERYTHING, SPECTATOR, replay, seat_of
from tablee.server.realtime.hub import Hub
from tablee.server.realtime.settings import Settings
from tablee.server.table.events import Refused
from tablee.server.table.table import Table
from tablee.server.views.bot_marks import spoken
from tablee.server.views.frames import encode
from tablee.server.views.scenes import shape_of
from tablee.server.views.sentences import headline, seat_names
from tablee.server.web.async_cache import AsyncCache
from tablee.server.web.rendering import PageGroup, PageRenderer, scenes_of
from tablee.server.web.visit import say_to

MOST_KEPT = 64
"""Replays kept in memory, of 500 kB at most."""


class ReplayPages(PageGroup):
    """Answers requests for replays."""

    def __init__(self, hub: Hub, settings: Settings, printer: PageRenderer) -> None:
        super().__init__(hub, settings, printer)
        self._kept: AsyncCache[bytes] = AsyncCache(MOST_KEPT)

    async def page(self, request: Request) -> Response:
        """The page of a replay; redirects to the table until the game is over."""
        table, people = await self._table(request)
        if table.status != "over" or table.definition is None:
            return RedirectResponse(f"/tables/{table.id}", status_code=303)
        say, seat = say_to(request), await self._seat_of_visitor(request, table, people)
        names = ", ".join(spoken(name, say) for name in seat_names(table, say))
        about = f"{table.definition.title(say)} – {names}, {say.day(table.events[-1].at)}"
        return await self._printer.page(
            request,
            "replays/replay.html",
            **scenes_of(table.definition),
            table=table.id,
            headline=headline(table, say),
            about=about,
            eyes=[
                *_common_eyes(table.definition, say),
                *((str(seat), spoken(name, say)) for seat, name in enumerate(seat_names(table, say))),
            ],
            sendable=can_be_sent(table) and seat is not None,
            played=seat is not None,  # others may not want to know how it ended
            programs=any(participant.program for participant in table.seats),
            preview=replay_preview(request, table, table.definition, about),
        )

    async def data(self, request: Request) -> Response:
        """All positions of a replay, in the view of a seat, a spectator, or of everything."""
        await self._count_look(request)
        (table, people), say = await self._table(request), say_to(request)
        eyes = request.query_params.get("eyes", EVERYTHING)
        try:
            seat_of(table, eyes)
        except Refused as refused:
            raise HTTPException(409 if refused.code == "not_now" else 400) from None
        shape = shape_of(table.definition, request.query_params.get("shape", UPRIGHT))
        bottom = await self._seat_of_visitor(request, table, people)
        key = (table.id, table.number, eyes, say.code, shape, bottom)
        make = partial(asyncio.to_thread, lambda: encode(replay(table, eyes, say, shape, bottom)))
        text = await self._kept.get(key, make)
        return Response(text, media_type="application/json", headers={"cache-control": "no-store"})

    async def _seat_of_visitor(self, request: Request, table: Table, people: dict[int, str]) -> int | None:
        """The visitor's own seat: it stays at the bottom of the picture in every view."""
        person = await self._visitor(request)
        own = [seat for seat, one in enumerate(table.seats) if person and people.get(one.id) == person.id]
        return own[0] if own else None


def _common_eyes(definition: GameDefinition, say: Language) -> list[tuple[str, str]]:
    """Whose eyes one may look through besides those of the seats; where nothing is hidden, all see the same."""
    if not definition.words.SECRETS:
        return [(EVERYTHING, say("As spectators saw it"))]
    return [(EVERYTHING, say("Everything")), (SPECTATOR, say("As spectators saw it"))]
