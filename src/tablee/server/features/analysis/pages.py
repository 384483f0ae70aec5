"""The analysis board: try actions in a position, ask a bot for its opinion, or open a table there."""

from random import SystemRandom
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tablee.bots.bot_process import BotFault
from tablee.bots.requests import Question
from tablee.games import GameDefinition
from tablee.games.brains.characters import bot_name
from tablee.games.brains.levels import BOT_NAMES, DEFAULT_LEVEL, LEVELS, STRONGEST
from tablee.games.brains.thoughts import Limit
from tablee.games.document import Document, read_json
from tablee.server.features.analysis.fair_play import check_fair
from tablee.server.features.analysis.origins import TEXT, Origin, link_to, origin_of, origin_words, position_at
from tablee.server.features.analysis.service import AnalysisBoard, beginning_of, read_position
from tablee.server.features.daily.model import is_secret
from tablee.server.features.previews.pages import game_preview
from tablee.server.realtime.hub import Guest
from tablee.server.realtime.tasks import run_in_worker_thread
from tablee.server.table.events import Beginning, Refused
from tablee.server.views.bot_characters import level_cards
from tablee.server.views.friendly_names import friendly_name
from tablee.server.views.sentences import refusal
from tablee.server.web.rendering import PageGroup, scenes_of
from tablee.server.web.visit import game_of, json_reply, led_to, say_to

LONGEST = 32_768
"""Bytes of a form with a pasted position."""
THOUGHT = Limit(seconds=1.5)
"""For an opinion; players at tables are served first."""
RANDOM = SystemRandom()
STEPS_OF_A_LOOK = 100
"""Steps that may be tried for the price of one look; more cost more."""


class AnalysisRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Show the position after `tried` and `action`, or give a bot's `opinion` of it."""

    source: str = TEXT
    state: dict[str, Any] | None = None
    tried: list[str] = []
    action: str = ""
    opinion: bool = False
    shape: str = ""


class AnalysisPages(PageGroup):
    """Answers requests of the analysis board."""

    async def page(self, request: Request) -> Response:
        """The page of a position, or a form to paste one."""
        source = request.query_params.get("from", "")
        position = await self._position(game_of(request), source, None) if source else None
        return await self._print(request, source or TEXT, position)

    async def pasted(self, request: Request) -> Response:
        """The page of a pasted position."""
        text, say = (await self._read_form(request, LONGEST)).get("state", ""), say_to(request)
        try:
            position = await run_in_worker_thread(read_position, game_of(request), read_json(text, dict[str, Any]))
            return await self._print(request, TEXT, position)
        except ValueError:
            wrong = refusal("bad_position", say)
        except Refused as refused:
            wrong = refused.reason or refusal(refused.code, say)
        response = await self._print(request, TEXT, None, wrong, text)
        response.status_code = 400
        return response

    async def _print(
        self, request: Request, source: str, position: Document | None, wrong: str = "", text: str = ""
    ) -> Response:
        definition, say = game_of(request), say_to(request)
        return await self._printer.page(
            request,
            "analysis/analysis.html",
            **scenes_of(definition),
            source=source,
            state=position if source == TEXT else None,
            ready=position is not None,
            origin=origin_words(source, say),
            link=link_to(definition.id, source),
            wrong=wrong,
            text=text,
            levels=level_cards(say),
            usual=DEFAULT_LEVEL,
            strongest=BOT_NAMES[STRONGEST - 1],
            preview=game_preview(request, definition),
        )

    @json_reply
    async def attempt(self, request: Request) -> dict[str, Any]:
        """The position after some actions, or a bot's opinion of it."""
        try:
            asked = read_json(await self._read_body(request, LONGEST), AnalysisRequest)
        except ValueError:
            raise Refused("bad_message") from None
        cost = 1 if asked.opinion else 1 + len(asked.tried) // STEPS_OF_A_LOOK
        self._hub.limits.take("hint" if asked.opinion else "look", await self._asker(request), cost)
        definition = game_of(request)
        position = await self._position(definition, asked.source, asked.state)
        board = await run_in_worker_thread(AnalysisBoard, definition, position, asked.tried, say_to(request))
        if asked.opinion:
            return await self._opinion(request, definition, board)
        return await run_in_worker_thread(_shown, board, asked)

    async def _opinion(self, request: Request, definition: GameDefinition, board: AnalysisBoard) -> dict[str, Any]:
        asker, person = await self._asker(request), await self._visitor(request)
        await check_fair(self._hub, definition, board.state, asker, person)
        seat = definition.to_act(board.state)
        if not isinstance(seat, int):
            raise Refused("not_now")
        question = Question(
            definition.id,
            definition.knowledge(board.state, seat),
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
        return board.opinion(thought, BOT_NAMES[STRONGEST - 1])

    async def _position(self, definition: GameDefinition, source: str, state: Any) -> Document:
        """The position of a source; tables must be over."""
        origin = origin_of(source)
        if origin.kind != "table":
            return await run_in_worker_thread(_read_origin, definition, origin, state)
        known = await self._hub.peek(origin.name)
        if known is None:
            raise Refused("bad_message")
        table = known[0]
        is_hidden = is_secret(table.opening.deal, self._hub.clock())
        if table.status != "over" or table.definition is not definition or is_hidden:
            raise Refused("not_now")
        moment = table.past_states[origin.number - 1] if 1 <= origin.number <= table.number else None
        if moment is None or moment.state is None:
            raise Refused("bad_message")
        return await run_in_worker_thread(definition.words.write, moment.state)

    async def open_table(self, request: Request) -> Response:
        """Open a table that begins at the position shown, and redirect to it."""
        definition, form, say = game_of(request), await self._read_form(request, LONGEST), say_to(request)
        solo, source = form.get("mode") == "bots", form.get("source", TEXT)
        try:
            tried = read_json(form.get("tried") or "[]", list[str])
            state = read_json(form["state"], dict[str, Any]) if form.get("state") else None
        except ValueError:
            raise HTTPException(400) from None
        position = await self._position(definition, source, state)
        board = await run_in_worker_thread(AnalysisBoard, definition, position, tried, say)
        await check_fair(self._hub, definition, board.state, await self._asker(request), await self._visitor(request))
        begins = await run_in_worker_thread(_beginning, definition, board, position, source)
        players, person = definition.seats(board.state), await self._introduced(request)
        asker = await self._asker(request)
        table_id = await self._hub.open(
            definition, players, position["options"], solo=solo, in_order=True, asker=asker, begins=begins
        )
        name = person.name or friendly_name(person.id, say)
        level = int(form["level"]) if form.get("level", "") in map(str, LEVELS) else DEFAULT_LEVEL
        bots = [Guest(bot_name("", level, []), level=level)] * (players - 1) if solo else []
        await self._hub.seat(table_id, [Guest(name, person.id), *bots])
        return led_to(request, f"/tables/{table_id}")


# ---- in the worker thread: a board takes many milliseconds, and belongs to one request ---------------------------


def _read_origin(definition: GameDefinition, origin: Origin, state: Any) -> Document:
    return read_position(definition, state if origin.kind == TEXT else position_at(definition, origin))


def _shown(board: AnalysisBoard, asked: AnalysisRequest) -> dict[str, Any]:
    if asked.action:
        board.play(asked.action, RANDOM)
    elif board.table.to_act is None:
        board.draw(RANDOM)
    return board.picture(asked.shape)


def _beginning(definition: GameDefinition, board: AnalysisBoard, position: Document, source: str) -> Beginning:
    """Hidden facts stay open, unless actions were tried: then they had to be drawn."""
    return beginning_of(definition, definition.words.write(board.state) if board.tried else position, source)
