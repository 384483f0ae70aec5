"""A finished table as what its story is made of, and the story as plain values."""

from collections.abc import Sequence
from typing import Any

import msgspec

from tablee.bots.weighing import Weighed
from tablee.games import GameFolder
from tablee.kernel.contract import States
from tablee.study.budgets import Budget
from tablee.study.story import LEAVE, Move, Step, Story, tell
from tablee.table.events import Act, Leave, Refused
from tablee.table.table import Table


def moves_of(table: Table) -> list[Move]:
    """What happened at a table, without what was taken back."""
    return [_move(step.event, step.before) for step in table.steps]


def _move(event: Any, before: Any) -> Move:
    match event:
        case Leave(seat=seat):
            return Move(seat, LEAVE, before)
        case Act(seat=seat, text=text):
            return Move(seat, text, before)
    return Move("chance", event.text, before)


def told(table: Table, weighed: Sequence[Weighed], budget: Budget) -> Story:
    """The story of a finished table, from its steps as they were weighed; raises `Refused`."""
    folder, state = finished(table)
    moves = moves_of(table)
    story = tell(folder, moves, state, weighed)
    steps = tuple(_named(folder, move, step) for move, step in zip(moves, story.steps, strict=True))
    return msgspec.structs.replace(story, steps=steps, level=budget.level, limit=budget.limit)


def with_opening(weighed: Sequence[Weighed], first: Move, opening: Weighed) -> list[Weighed]:
    """Moves as they were weighed, with what was thought of the first position by itself, unless chance began there."""
    if first.who == "chance":
        return list(weighed)
    return [msgspec.structs.replace(weighed[0], values=opening.values, error=opening.error), *weighed[1:]]


def _named(folder: GameFolder, move: Move, step: Step) -> Step:
    """A step with the kind of mistake that it was, if it was one that the game can name."""
    if not step.is_mistake or step.best is None or not isinstance(step.who, int):
        return step
    states = (move.before, *(folder.apply(move.before, text) for text in (step.text, step.best)))
    sights = [folder.sight(state, step.who) for state in states]
    kind = folder.words.mistake(step.text, step.best, step.who, *sights)
    return msgspec.structs.replace(step, kind=kind)


def finished(table: Table) -> tuple[GameFolder, States]:
    """The game and its last state; raises `Refused` as long as it is not over."""
    if table.status != "over" or table.folder is None or table.state is None:
        raise Refused("not_now")
    return table.folder, table.state


def plain(story: Story) -> dict[str, Any]:
    """The story as plain values; each step says, too, what the best action is worth to who acts."""
    document: dict[str, Any] = msgspec.to_builtins(story)
    for step in document["steps"]:
        step["worth"] = step["ideal"][step["who"]] if isinstance(step["who"], int) else None
    return document
