"""What a bot knows of Ur beyond its rules: the rest is the house's tree search."""

from typing import Any

from tablee.kernel.cache import compiled
from tablee.kernel.chance import below
from tablee.kernel.contract import Record

from .rules import ROSETTES, danger, takes

MARGIN = 12.0
"""The lead in steps that is half as good as a boundless one."""
EXTRA_THROW = 2.0
"""What a throw brings on the average, in steps."""
WHIMS = 8
"""Where a game is played out in thought, one move of so many is any."""


@compiled
def gained(state: Record, step: int) -> float:
    """About how many steps a move brings, compared with others of the same throw."""
    seat, to = state.turn, step + state.thrown
    gain: float = (danger(state, seat, step) * step - danger(state, seat, to) * to) / 16.0
    if takes(state, to):
        gain += to
    return gain + EXTRA_THROW if to in ROSETTES else gain


@compiled
def pick(state: Record, actions: Any, count: int, random: Any) -> int:
    """The move that brings most, but for whims; of equals the one that is furthest back."""
    if below(random, WHIMS) == 0:
        return below(random, count)
    best = 0
    for place in range(1, count):
        if gained(state, actions[place]) > gained(state, actions[best]):
            best = place
    return best


@compiled
def promise(state: Record, actions: Any, count: int, promises: Any) -> None:
    """What each move brings, less what the best does."""
    for place in range(count):
        promises[place] = gained(state, actions[place])
    promises[:count] -= promises[:count].max()
