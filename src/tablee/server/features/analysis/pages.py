"""What if: a position of a finished game, a lesson, a rulebook or one's own is tried out, and played on."""

import json
from collections.abc import Mapping
from random import SystemRandom
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tablee.bots.process import BotFault
from tablee.bots.questions import Question
from tablee.games import GameFolder
from tablee.games.characters import bot_name
from tablee.games.document import Document
from tablee.games.levels import BOT_NAMES, DEFAULT_LEVEL, LEVELS, STRONGEST
from tablee.games.thoughts import Limit
from tablee.live.hub import Guest, Hub
from tablee.live.settings import Settings
from tablee.live.study.fair_play import check_fair
from tablee.show.friendly_names import friendly_name
from tablee.show.origins import TEXT, Origin, link_to, origin_of, origin_words, position_at
from tablee.show.sentences import level_cards, refusal
from tablee.show.what_if import Sketch, beginning_of, read_position
from tablee.site.pictures.addresses import game_preview
from tablee.site.printer import Printer, scenes_of
from tablee.site.study.trying import answered
from tablee.site.visit import (
    asker_of,
    game_of,
    introduced,
    is_by_program,
    led_to,
    read_body,
    read_form,
    say_to,
    visitor,
)
from tablee.table.days import reveal_of
from tablee.table.events import Refused

LONGEST = 32_768
"""Bytes of a form that brings a position along."""
THOUGHT = Limit(seconds=1.5)
"""For an opinion; nobody waits at a table because of it."""


class Wish(msgspec.Struct, forbid_unknown_fields=True):
    """What a page asks for: how it looks after what was tried, then `action`, or what a bot thinks of it."""

    source: str = TEXT
    state: dict[str, Any] | None = None
    tried: list[str] = []
    action: str = ""
    opinion: bool = False
    shape: str = ""


class WhatIfPages:
    """Answers requests for positions to be tried out."""

    def __init__(self, hub: Hub, settings: Settings, printer: Printer) -> None:
        self._hub = hub
        self._origins = settings.origins
        self._printer = printer
        self._random = SystemRandom()

    async def page(self, request: Request) -> Response:
        """The page of a position, or one that asks for it."""
        source = request.query_params.get("from", "")
        position = await self._position(game_of(request), source, None) if source else None
        return await self._print(request, source or TEXT, position)

    async def pasted(self, request: Request) -> Response:
        """The page of a position that somebody brings along."""
        folder, form = game_of(request), await read_form(request, self._origins, LONGEST)
        try:
            position = read_position(folder, _document(form.get("state", "")))
        except Refused as refused:
            say = say_to(request)
            return await self._print(request, TEXT, None, refused.reason or refusal(refused.code, say), form["state"])
        return await self._print(request, TEXT, position)

    async def _print(
        self, request: Request, source: str, position: Document | None, wrong: str = "", text: str = ""
    ) -> Response:
        folder, say = game_of(request), say_to(request)
        return await self._printer.page(
            request,
            "study/what_if.html",
            **scenes_of(folder),
            source=source,
            state=position if source == TEXT else None,
            ready=position is not None,
            origin=origin_words(source, say),
            link=link_to(folder.id, source),
            wrong=wrong,
            text=text,
            levels=level_cards(say),
            usual=DEFAULT_LEVEL,
            strongest=BOT_NAMES[STRONGEST - 1],
            preview=game_preview(request, folder),
        )

    async def attempt(self, request: Request) -> Response:
        """How a position looks after what was tried, or what a bot thinks of it."""
        return await answered(self._reply(request), say_to(request))

    async def _reply(self, request: Request) -> dict[str, Any]:
        wish = _wish(await read_body(request, self._origins, LONGEST))
        asker = await asker_of(request, self._hub.store)
        self._hub.limits.take("hint" if wish.opinion else "message", asker)
        return await (self._opinion(request, wish) if wish.opinion else self._tried(request, wish))

    async def _tried(self, request: Request, wish: Wish) -> dict[str, Any]:
        sketch = await self._sketch(request, wish)
        if wish.action:
            sketch.play(wish.action, self._random)
        elif sketch.table.to_act is None:
            sketch.draw(self._random)
        return sketch.picture(wish.shape)

    async def _opinion(self, request: Request, wish: Wish) -> dict[str, Any]:
        if is_by_program(request):
            raise Refused("not_for_programs")
        folder, sketch = game_of(request), await self._sketch(request, wish)
        asker, person = await asker_of(request, self._hub.store), await visitor(request, self._hub.store)
        await check_fair(self._hub, folder, sketch.state, asker, person)
        seat = folder.to_act(sketch.state)
        if not isinstance(seat, int):
            raise Refused("not_now")
        question = Question(
            folder.id,
            folder.knowledge(sketch.state, seat),
            STRONGEST,
            seed=0,
            limit=THOUGHT,
            asker=asker.person or asker.session,
            household=asker.address,
            can_wait=True,
        )
        try:
            thought = await self._hub.think(question)
        except BotFault:
            raise Refused("no_idea") from None
        return sketch.opinion(thought, BOT_NAMES[STRONGEST - 1])

    async def _sketch(self, request: Request, wish: Wish) -> Sketch:
        folder = game_of(request)
        position = await self._position(folder, wish.source, wish.state)
        return Sketch(folder, position, wish.tried, say_to(request))

    async def _position(self, folder: GameFolder, source: str, state: Any) -> Document:
        """The position that is meant; of tables, those that are over alone."""
        origin = origin_of(source)
        if origin.kind == TEXT:
            return read_position(folder, state)
        if origin.kind == "table":
            return await self._of_table(folder, origin)
        return read_position(folder, position_at(folder, origin))

    async def _of_table(self, folder: GameFolder, origin: Origin) -> Document:
        known = await self._hub.peek(origin.name)
        if known is None:
            raise Refused("bad_message")
        table = known[0]
        deal = table.opening.deal
        is_secret = deal is not None and bool(deal.day) and self._hub.clock() < reveal_of(deal.day)
        if table.status != "over" or table.folder is not folder or is_secret:
            raise Refused("not_now")
        moment = table.moments[origin.number - 1] if 1 <= origin.number <= table.number else None
        if moment is None or moment.state is None:
            raise Refused("bad_message")
        return folder.words.write(moment.state)

    async def open_table(self, request: Request) -> Response:
        """Open a table that begins where somebody has come to, and go there."""
        folder, form, say = game_of(request), await read_form(request, self._origins, LONGEST), say_to(request)
        solo, wish = form.get("mode") == "bots", _from_form(form)
        if is_by_program(request):
            raise HTTPException(403)
        position = await self._position(folder, wish.source, wish.state)
        sketch = Sketch(folder, position, wish.tried, say)
        person = await introduced(request, self._hub.store)
        asker = await asker_of(request, self._hub.store)
        await check_fair(self._hub, folder, sketch.state, asker, person)
        # What was not known stays so, unless something has been tried, for which it had to be drawn.
        begins = beginning_of(folder, folder.words.write(sketch.state) if wish.tried else position, wish.source)
        players = folder.seats(sketch.state)
        table_id = await self._hub.open(
            folder, players, position["options"], solo=solo, in_order=True, asker=asker, begins=begins
        )
        name = person.name or friendly_name(person.id, say)
        bots = [Guest(bot_name("", level, []), level=level) for level in _levels(form, players)] if solo else []
        await self._hub.seat(table_id, [Guest(name, person.id), *bots])
        return led_to(request, f"/tables/{table_id}")


def _levels(form: Mapping[str, str], players: int) -> list[int]:
    chosen = form.get("level", "")
    level = int(chosen) if chosen in map(str, LEVELS) else DEFAULT_LEVEL
    return [level] * (players - 1)


def _wish(body: bytes) -> Wish:
    try:
        return msgspec.json.decode(body, type=Wish)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise Refused("bad_message") from None


def _from_form(form: Mapping[str, str]) -> Wish:
    """A wish whose parts are fields of a form."""
    try:
        tried = msgspec.json.decode(form.get("tried") or "[]", type=list[str])
        state = msgspec.json.decode(form["state"], type=dict[str, Any]) if form.get("state") else None
    except msgspec.MsgspecError:
        raise HTTPException(400) from None
    return Wish(form.get("source", TEXT), state, tried)


def _document(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("bad_position") from None
