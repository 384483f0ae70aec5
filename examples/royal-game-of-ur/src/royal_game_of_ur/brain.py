"""What a bot knows of Ur beyond its rules: the rest is the house's tree search."""

from random import Random
from typing import Any

from tablee.engine.compile_cache import compiled
from tablee.engine.contract import Record, States

from .rules import HOME, MIDDLE, ROSETTES, WAITING, danger, takes

MARGIN = 12.0
"""The lead in steps that is half as good as a boundless one."""
EXTRA_THROW = 2.0
"""What a throw brings on the average, in steps."""
OVERLOOKED = {1: 0.7, 2: 0.4}
"""The share of the other side's pieces that a bot of a low level does not notice."""


def forget(state: States, level: int, seed: int) -> States:
    """The state as such a bot sees it: what it overlooks seems to wait. The safe rosette it sees, as rules go by it."""
    random, seen = Random(seed), state.copy()
    course = seen[0].course[1 - seen[0].turn]
    for step in range(1, HOME):
        if course[step] and step != MIDDLE and random.random() < OVERLOOKED.get(level, 0.0):
            course[step], course[WAITING] = 0, course[WAITING] + 1
    return seen


@compiled
def gained(state: Record, step: int) -> float:
    """About how many steps a move brings, compared with others of the same throw."""
    seat, to = state.turn, step + state.thrown
    gain: float = (danger(state, seat, step) * step - danger(state, seat, to) * to) / 16.0
    if takes(state, to):
        gain += to
    return gain + EXTRA_THROW if to in ROSETTES else gain


@compiled
def promise(state: Record, actions: Any, count: int, promises: Any) -> None:
    """What each move brings, less what the best does."""
    for place in range(count):
        promises[place] = gained(state, actions[place])
    promises[:count] -= promises[:count].max()


@compiled
def pick(state: Record, actions: Any, count: int, random: Any) -> int:  # noqa: ARG001
    """Where a game is played out in thought: the move that brings most."""
    best = 0
    for place in range(1, count):
        if gained(state, actions[place]) > gained(state, actions[best]):
            best = place
    return best
