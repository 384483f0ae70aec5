"""What a placing is worth when dice are thrown after it: the expectation over all throws, several throws ahead.

After each throw, whoever has thrown is taken to choose the best square at a glance. So nothing has to be searched: what
may come spreads out, throw by throw, over ever more states, each as likely as its throws, until they are judged.
"""

from typing import Any, NamedTuple

import numpy as np

from tablee.games.learnt import Weights
from tablee.games.morfals.outlook import WEIGHTS, Slate, new_slate, worth
from tablee.games.morfals.rules import COLUMN_OF, PLACE, ROLL, ROLL_OF, SIDE, STATE, WAYS, apply, first_square
from tablee.kernel.cache import compiled

KINDS = np.array([list(COLUMN_OF).index(column) for column in dict.fromkeys(COLUMN_OF)])
"""A throw for each column and for none: others that come to the same are counted with it."""
CHANCES = np.array([WAYS[COLUMN_OF[kind] == COLUMN_OF].sum() for kind in KINDS]) / WAYS.sum()


class Room(NamedTuple):
    """Where what may come is kept."""

    states: Any  # by throws that are still to come: the best after a throw, the one being tried, the throw itself
    slate: Slate


def new_room(throws: int, weights: Weights = WEIGHTS) -> Room:
    """Room to look so many throws ahead, and to judge by those weights."""
    return Room(np.zeros((throws + 1, 3), STATE), new_slate(weights))


@compiled
def weigh(state: Any, square: int, throws: int, room: Room) -> float:
    """What the seat to act may expect of a free square in the column of its dice, so many throws ahead.

    `state` is an array of one, where traps are eaten by themselves.
    """
    after = room.states[throws, 1]
    room.states[throws, 1] = state[0]
    apply(after, square)
    return expectation(after, state[0].turn, throws, room)


@compiled
def expectation(state: Any, seat: int, throws: int, room: Room) -> float:
    """What a state is worth to a seat, so many throws ahead."""
    if throws == 0 or state.phase != ROLL:
        return worth(state, seat, room.slate)
    total = 0.0
    for kind in range(len(KINDS)):
        value = _throw(state, kind, room.states[throws - 1], room.slate)
        if throws > 1:
            value = expectation(room.states[throws - 1, 0], seat, throws - 1, room)
        elif state.turn != seat:
            value = 1.0 - value
        total += CHANCES[kind] * value
    return total


@compiled
def _throw(state: Any, kind: int, trial: Any, slate: Slate) -> float:
    """Throw, and place where it looks best: what this is worth to the seat that threw; the state is the first trial."""
    seat = state.turn
    trial[2] = state
    apply(trial[2], ROLL_OF + KINDS[kind])
    if trial[2].phase != PLACE:
        trial[0] = trial[2]
        return worth(trial[0], seat, slate)
    best = -1.0
    first = first_square(trial[2])
    for square in range(first, first + SIDE):
        if trial[2].board[square] == 0:
            trial[1] = trial[2]
            apply(trial[1], square)
            value = worth(trial[1], seat, slate)
            if value > best:
                best = value
                trial[0] = trial[1]
    return best
