"""The plan board: in a game by days, "if they do this, I do that", on one's own board and without any opinion."""

from typing import Any, NamedTuple

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tablee.games.document import read_json
from tablee.games.language import Language
from tablee.server.features.lessons.model import laid_table, next_step
from tablee.server.realtime.tasks import run_in_worker_thread
from tablee.server.table.events import Refused
from tablee.server.table.seat_plans import MOST_LINES, MOST_STEPS, PlanBoard, SeatPlan, remaining, settled
from tablee.server.table.seating import Participant
from tablee.server.table.table import AND_THEN, MOST_AT_ONCE, Table
from tablee.server.views.frames import FrameBuilder
from tablee.server.views.plan_texts import line_words
from tablee.server.views.scenes import shape_of
from tablee.server.views.sentences import refusal, seat_names
from tablee.server.web.rendering import PageGroup, scenes_of
from tablee.server.web.visit import json_reply, say_to

LONGEST = 32_768
"""Bytes of a request."""
STEPS_OF_A_LOOK = 20
"""Steps that may be tried for the price of one look; more cost more."""


class PlanAttempt(msgspec.Struct, forbid_unknown_fields=True):
    """Show the position after `tried` and `action`, from the position after `step` on."""

    step: int
    tried: list[str] = []
    action: str = ""
    shape: str = ""


class PlanChange(msgspec.Struct, forbid_unknown_fields=True):
    """All lines of the plan from now on, and whether what is forced is played by itself."""

    step: int
    lines: list[list[str]]
    forced: bool = False


class Owner(NamedTuple):
    """Who plans at a table."""

    table: Table
    participant: Participant
    seat: int


class _BothSides(FrameBuilder):
    """Shows a position to one seat, and offers what whoever is to act may do."""

    def _offered(self, table: Table) -> list[str]:
        return table.actions(table.to_act)


class PlanPages(PageGroup):
    """Answers requests of the plan board; only whoever sits there may ask."""

    async def page(self, request: Request) -> Response:
        """The page on which a plan is made."""
        table, participant, seat = await self._owner(request)
        if table.status != "playing" or table.definition is None:
            raise HTTPException(404, "table")
        plan = await self._plan(table, participant)
        say = say_to(request)
        return await self._printer.page(
            request,
            "analysis/plan.html",
            **scenes_of(table.definition),
            table=table.id,
            plan=await run_in_worker_thread(_shown_plan, table, seat, plan, say),
        )

    @json_reply
    async def attempt(self, request: Request) -> dict[str, Any]:
        """The position after some actions of all seats."""
        asked = await self._read(request, PlanAttempt)
        self._hub.limits.take("look", await self._asker(request), 1 + len(asked.tried) // STEPS_OF_A_LOOK)
        table, _, seat = await self._planning(request, asked.step)
        return await run_in_worker_thread(tried_position, table, seat, asked, say_to(request))

    @json_reply
    async def change(self, request: Request) -> dict[str, Any]:
        """Store the plan; it is played at once if it fits already."""
        asked = await self._read(request, PlanChange)
        if len(asked.lines) > 2 * MOST_LINES or any(len(line) > MOST_STEPS for line in asked.lines):
            raise Refused("plan_long")
        await self._count_change(request)
        self._hub.limits.take("look", await self._asker(request), 1 + sum(map(len, asked.lines)) // STEPS_OF_A_LOOK)
        table, participant, seat = await self._planning(request, asked.step)
        made = await run_in_worker_thread(settled, table, seat, asked.lines)
        plan = msgspec.structs.replace(made, forced=asked.forced)
        await self._store.plans.save(table.id, participant.id, plan)
        async with self._hub.visit(table.id) as live:
            if live is not None:
                live.plans.wake()
        return await run_in_worker_thread(_shown_plan, table, seat, plan, say_to(request))

    async def _read(self, request: Request, kind: type[Any]) -> Any:
        try:
            return read_json(await self._read_body(request, LONGEST), kind)
        except ValueError:
            raise Refused("bad_message") from None

    async def _owner(self, request: Request) -> Owner:
        """Who asks, if they have one seat at this table by days; nobody else learns anything.

        Those who share a device are refused, and told why.
        """
        table, people = await self._table(request)
        person = await self._visitor(request)
        own = [one for one in table.seats if person is not None and people.get(one.id) == person.id]
        if not table.opening.is_by_days or not own or own[0].seat is None:
            raise HTTPException(404, "table")
        if len(own) > 1:
            raise Refused("plan_shared")
        return Owner(table, own[0], own[0].seat)

    async def _planning(self, request: Request, step: int) -> Owner:
        """The same, while the game goes on and the table is as the page has shown it."""
        owner = await self._owner(request)
        if owner.table.status != "playing" or owner.table.has_left(owner.seat):
            raise Refused("not_now")
        if owner.table.step != step:
            raise Refused("stale")
        return owner

    async def _plan(self, table: Table, participant: Participant) -> SeatPlan:
        stored = await self._store.plans.of(table.id, participant.id)
        return stored.plan if stored else SeatPlan()


# ---- in the worker thread: following a line takes milliseconds ---------------------------------------------------


def _shown_plan(table: Table, seat: int, plan: SeatPlan, say: Language) -> dict[str, Any]:
    """A plan for the page: what is left of it, from the present position on."""
    lines = [{"tried": line, "steps": line_words(table, seat, line, say)} for line in remaining(table, seat, plan)]
    return {"step": table.step, "lines": lines, "forced": plan.forced}


def tried_position(table: Table, seat: int, asked: PlanAttempt, say: Language) -> dict[str, Any]:
    """The position after what was tried, as the seat knows it. After the last action of a game it stays as it was:
    the end would show what is hidden, and count it."""
    board = PlanBoard(table, seat)
    laid = _laid(table, board)
    for text in asked.tried:
        _happen(board, laid, text)
    who = board.to_act
    for text in asked.action.split(AND_THEN, MOST_AT_ONCE) if asked.action else ():
        if board.to_act != who:
            raise Refused("illegal_action")
        _happen(board, laid, text)
    return _picture(table, board, laid, asked.shape, say)


def _laid(table: Table, board: PlanBoard) -> Table:
    """A table to show the position on, with the people of the real one."""
    laid = laid_table(board.definition, board.definition.words.write(board.states[0]), table.names)
    laid.seating = table.seating
    return laid


def _happen(board: PlanBoard, laid: Table, text: str) -> None:
    board.step(text)
    if not board.is_over:
        laid.append(next_step(laid, board.definition, text))


def _picture(table: Table, board: PlanBoard, laid: Table, shape: str, say: Language) -> dict[str, Any]:
    """The reply for the page: the frame, whose action is tried, and why a line ends."""
    seat, who, names = board.seat, board.to_act, seat_names(table, say)
    builder = _BothSides(seat, say, shape_of(board.definition, shape), finales=False)
    frame = builder.first_frame(laid, last=who is not None)
    steps = line_words(table, seat, board.tried, say)
    owns = [step["own"] for step in steps]
    others = not all(owns)
    if who is None:
        over = say("The game would be over. How it would end is not shown.")
        turn = over if board.is_over else refusal("plan_ends", say)
    elif who != seat:
        turn = say("If {name} plays …", name=names[who])
    else:
        turn = say("… you play:") if others else say("First you play:")
    return {
        "frames": [frame],
        "tried": board.tried,
        "steps": steps,
        "turn": turn,
        "open": who is not None,
        "answers": others and True in owns[owns.index(False) :],
    }
