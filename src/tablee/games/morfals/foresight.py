"""What a placing is worth when dice are thrown after it: the expectation over all throws, several throws ahead.

After each throw, whoever has thrown is taken to choose the best square at a glance. So nothing has to be searched: what
may come spreads out, throw by throw, over ever more states, each as likely as its throws, until they are judged.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablee.games.morfals.outlook import WEIGHTS, Slate, new_slate, worth
from tablee.games.morfals.rules import (
    COLUMN_OF,
    IS_TRIPLE,
    PLACE,
    PLACE_ON,
    ROLL,
    ROLL_OF,
    SIDE,
    STATE,
    THROWS,
    WAYS,
    apply,
)  # fmt: skip
from tablee.kernel.cache import compiled


def _throws_that_differ() -> dict[int, int]:
    """A throw for each column and for none, with the number of ways of all that come to the same."""
    found: dict[tuple[int, bool], int] = {}
    ways: dict[int, int] = {}
    for throw in range(len(THROWS)):
        first = found.setdefault((int(COLUMN_OF[throw]), bool(IS_TRIPLE[throw])), throw)
        ways[first] = ways.get(first, 0) + int(WAYS[throw])
    return ways


_WAYS = _throws_that_differ()
KINDS = np.array(list(_WAYS), np.int64)
CHANCES = np.array(list(_WAYS.values())) / sum(_WAYS.values())


class Room(NamedTuple):
    """Where what may come is kept: the states before and after a throw, how likely each is, and a few to try with."""

    states: Any  # two layers, used by turns
    chances: Any
    trial: Any
    slate: Slate


def new_room(throws: int, weights: npt.NDArray[np.float64] = WEIGHTS) -> Room:
    """Room to look so many throws ahead, and to judge by those weights."""
    most = len(KINDS) ** max(throws - 1, 0)
    return Room(np.zeros((2, most), STATE), np.zeros((2, most)), np.zeros(3, STATE), new_slate(weights))


@compiled
def weigh(state: Any, throws: int, room: Room, worths: Any) -> None:
    """What the seat to act may expect of each square in the column of its dice, so many throws ahead.

    `state` is an array of one, where traps are eaten by themselves. Squares that are taken are left out.
    """
    first = COLUMN_OF[state[0].dice - 1] * SIDE
    for row in range(SIDE):
        if state[0].board[first + row] == 0:
            worths[row] = weigh_square(state, row, throws, room)


@compiled
def weigh_square(state: Any, row: int, throws: int, room: Room) -> float:
    """What the seat to act may expect of one of these squares, which is free."""
    room.states[0, 0] = state[0]
    apply(room.states[0, 0], PLACE_ON + COLUMN_OF[state[0].dice - 1] * SIDE + row)
    return expectation(room, state[0].turn, throws)


@compiled
def expectation(room: Room, seat: int, throws: int) -> float:
    """What the first state in the room is worth to a seat, so many throws ahead."""
    if throws == 0:
        return worth(room.states[0, 0], seat, room.slate)
    room.chances[0, 0] = 1.0
    count = 1
    for ahead in range(throws - 1):
        count = _spread(room, ahead % 2, count)
    layer = (throws - 1) % 2
    total = 0.0
    for place in range(count):
        total += room.chances[layer, place] * _after_throw(room, room.states[layer, place], seat)
    return total


@compiled
def _spread(room: Room, layer: int, count: int) -> int:
    """From the states of one layer, by all throws, to those of the other; return how many there are."""
    states, chances = room.states[1 - layer], room.chances[1 - layer]
    found = 0
    for place in range(count):
        before, chance = room.states[layer, place], room.chances[layer, place]
        if before.phase != ROLL:
            states[found] = before
            chances[found] = chance
            found += 1
            continue
        for kind in range(len(KINDS)):
            _throw(room, before, kind)
            states[found] = room.trial[0]
            chances[found] = chance * CHANCES[kind]
            found += 1
    return found


@compiled
def _after_throw(room: Room, state: Any, seat: int) -> float:
    """What a state is worth to a seat one throw later."""
    if state.phase != ROLL:
        return worth(state, seat, room.slate)
    total = 0.0
    for kind in range(len(KINDS)):
        value = _throw(room, state, kind)
        total += CHANCES[kind] * (value if state.turn == seat else 1.0 - value)
    return total


@compiled
def _throw(room: Room, state: Any, kind: int) -> float:
    """Throw, and place where it looks best: what this is worth to the seat that threw; the state is the first trial."""
    trial = room.trial
    seat = state.turn
    trial[2] = state
    apply(trial[2], ROLL_OF + KINDS[kind])
    if trial[2].phase != PLACE:
        trial[0] = trial[2]
        return worth(trial[0], seat, room.slate)
    best = -1.0
    first = COLUMN_OF[KINDS[kind]] * SIDE
    for square in range(first, first + SIDE):
        if trial[2].board[square] == 0:
            trial[1] = trial[2]
            apply(trial[1], PLACE_ON + square)
            value = worth(trial[1], seat, room.slate)
            if value > best:
                best = value
                trial[0] = trial[1]
    return best
