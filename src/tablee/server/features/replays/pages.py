"""The pages on which a game that is over is seen again."""

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablee.games.scenery import UPRIGHT
from tablee.live.hub import Hub
from tablee.live.study.days import can_be_sent
from tablee.show.frames import encode
from tablee.show.programs import spoken
from tablee.show.replay import EVERYTHING, ONLOOKER, replay, seat_of
from tablee.show.scenes import shape_of
from tablee.show.sentences import headline, seat_names
from tablee.site.async_cache import AsyncCache
from tablee.site.pictures.addresses import table_preview
from tablee.site.printer import Printer, scenes_of
from tablee.site.visit import asker_of, say_to, visitor
from tablee.table.events import Refused
from tablee.table.table import Table

MOST_KEPT = 64
"""Replays that are kept in memory, of 500 kB at most."""


class ReplayPages:
    """Answers requests for replays."""

    def __init__(self, hub: Hub, printer: Printer) -> None:
        self._hub = hub
        self._printer = printer
        self._kept: AsyncCache[str] = AsyncCache(MOST_KEPT)

    async def page(self, request: Request) -> Response:
        """The page of a replay. As long as the game is not over there is only the table."""
        table, people = await self._known(request)
        if table.status != "over" or table.folder is None:
            return RedirectResponse(f"/tables/{table.id}", status_code=303)
        say = say_to(request)
        return await self._printer.page(
            request,
            "study/replay.html",
            **scenes_of(table.folder),
            table=table.id,
            headline=headline(table, say),
            eyes=[
                (EVERYTHING, say("Everything revealed")),
                (ONLOOKER, say("As onlookers saw it")),
                *((str(seat), spoken(name, say)) for seat, name in enumerate(seat_names(table, say))),
            ],
            sendable=can_be_sent(table) and await self._seat_of_visitor(request, table, people) is not None,
            programs=any(sitter.program for sitter in table.seats),
            preview=table_preview(request, table, table.folder),
        )

    async def data(self, request: Request) -> Response:
        """All positions of a replay, through somebody's eyes."""
        self._hub.limits.take("replay", await asker_of(request, self._hub.store))
        (table, people), say = await self._known(request), say_to(request)
        eyes = request.query_params.get("eyes", EVERYTHING)
        try:
            seat_of(table, eyes)
        except Refused as refused:
            raise HTTPException(409 if refused.code == "not_now" else 400) from None
        shape = shape_of(table.folder, request.query_params.get("shape", UPRIGHT))
        bottom = await self._seat_of_visitor(request, table, people)
        key = (table.id, table.number, eyes, say.code, shape, bottom)
        text = await self._kept.get(
            key, lambda: asyncio.to_thread(lambda: encode(replay(table, eyes, say, shape, bottom)))
        )
        return Response(text, media_type="application/json", headers={"cache-control": "no-store"})

    async def _known(self, request: Request) -> tuple[Table, dict[int, str]]:
        known = await self._hub.peek(request.path_params["table"])
        if known is None:
            raise HTTPException(404, "table")
        return known

    async def _seat_of_visitor(self, request: Request, table: Table, people: dict[int, str]) -> int | None:
        """Where whoever asks sat: there they find themselves again, whoever's eyes they look through."""
        person = await visitor(request, self._hub.store)
        if person is None:
            return None
        return next((seat for seat, sitter in enumerate(table.seats) if people.get(sitter.id) == person.id), None)
