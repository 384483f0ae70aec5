"""A bot plays against itself, and remembers what each throw looked like."""

from typing import Any, NamedTuple

import numpy as np

from tablee.games.morfals.foresight import Room, weigh
from tablee.games.morfals.outlook import FEATURES, take_notes
from tablee.games.morfals.rules import (
    COLUMN_OF,
    ENDED,
    PLACE_ON,
    ROLL,
    ROLL_OF,
    SIDE,
    START,
    START_OF,
    WAYS,
    apply,
)  # fmt: skip
from tablee.kernel.cache import compiled
from tablee.kernel.chance import below, weighted

MOST_THROWS = 2000
"""Throws of a game that are remembered; hardly one has a tenth of them."""
ADVENTURES = 20
"""One placing in so many is on any square, so that other positions are seen, too."""


class Memory(NamedTuple):
    """What is remembered of a game: by throw, the features of the state and whose throw it was."""

    features: Any
    throwers: Any


def new_memory() -> Memory:
    """Nothing remembered yet."""
    return Memory(np.zeros((MOST_THROWS, len(FEATURES))), np.zeros(MOST_THROWS, np.int64))


@compiled
def play_game(state: Any, room: Room, random: Any, memory: Memory, worths: Any) -> int:
    """Play a game to its end, in place; return the number of throws that are remembered."""
    throws = 0
    while state[0].phase != ENDED:
        if state[0].phase == START:
            apply(state[0], START_OF + below(random, 2))
        elif state[0].phase == ROLL:
            if throws < MOST_THROWS:
                take_notes(state[0], room.slate)
                memory.features[throws] = room.slate.features
                memory.throwers[throws] = state[0].turn
                throws += 1
            apply(state[0], ROLL_OF + weighted(random, WAYS, len(WAYS)))
        else:
            apply(state[0], _square(state, room, random, worths))
    return throws


@compiled
def _square(state: Any, room: Room, random: Any, worths: Any) -> int:
    """The square that looks best, or now and then any; of equal ones each is as likely."""
    worths[:] = -1.0
    weigh(state, 0, room, worths)
    if below(random, ADVENTURES) == 0:
        for row in range(SIDE):
            worths[row] = min(worths[row], 0.0)
    best, equals = -1, 0
    for row in range(SIDE):
        if worths[row] < 0.0 or (best >= 0 and worths[row] < worths[best]):
            continue
        equals = equals + 1 if best >= 0 and worths[row] == worths[best] else 1
        if below(random, equals) == 0:
            best = row
    return int(PLACE_ON + COLUMN_OF[state[0].dice - 1] * SIDE + best)
