"""What a bot knows of Morfals beyond its rules.

Every level judges what each square would do for its chances. The lower three want to eat, and find the better where,
the higher they are; the higher two see all that counts, and the highest reckons with the throws that come. All but the
highest misjudge a little, and low ones now and then overlook a trap or forget to announce the last one, as people do.
"""

from random import Random
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablee.games.morfals.foresight import new_room, weigh
from tablee.games.morfals.outlook import FEATURES, WEIGHTS
from tablee.games.morfals.rules import (
    ANNOUNCE,
    CLAIM,
    COLUMN_OF,
    DONE,
    EAT_ON,
    KEEP_SILENT,
    PLACE_ON,
    SIDE,
    SQUARES,
    TELL,
)  # fmt: skip
from tablee.kernel.contract import States


class Level(NamedTuple):
    """How well a level sees."""

    throws: int  # so many throws it looks ahead
    blur: float = 0.0  # by how much it misjudges a square, as a standard deviation
    weights: npt.NDArray[np.float64] = WEIGHTS  # how much it makes of what it sees
    overlooks: float = 0.0  # the share of traps that it does not notice, and of announcements that it forgets


EATING = np.where([name == "hands" for name in FEATURES], WEIGHTS, 0.0)
"""Eats what it can, and thinks no further."""

LEVELS = {
    1: Level(throws=0, blur=0.25, weights=EATING, overlooks=0.35),
    2: Level(throws=0, blur=0.085, weights=EATING, overlooks=0.15),
    3: Level(throws=0, blur=0.035, weights=EATING),
    4: Level(throws=0, blur=0.03),
    5: Level(throws=3),
}

MATCH_BLUR = 0.25
"""One game of a match decides about a quarter of it, so that misjudging the game misjudges the match by less."""


def choose(state: States, level: int, seed: int) -> int:
    """The code of the action that a bot of that level plays."""
    return play_as(state, LEVELS[level], seed)


def play_as(state: States, sees: Level, seed: int) -> int:
    """The code of the action that somebody plays who sees so well."""
    if state[0].phase == CLAIM:
        return _next_meal(state, sees)
    if state[0].phase == ANNOUNCE:
        return KEEP_SILENT if Random(seed).random() < sees.overlooks else TELL
    return _best_square(state, sees, Random(seed))


def _best_square(state: States, sees: Level, random: Random) -> int:
    """The square of the column that promises most, as this level sees it."""
    plain = state.copy()
    plain[0].claims = plain[0].tells = 0  # who looks ahead takes it that traps are noticed and nothing is forgotten
    worths = np.full(SIDE, -np.inf)
    weigh(plain, sees.throws, new_room(sees.throws, sees.weights), worths)
    blur = sees.blur * (MATCH_BLUR if state[0].match else 1.0)
    seen = [worth + random.gauss(0.0, blur) for worth in worths.tolist()]
    first = int(COLUMN_OF[state[0].dice - 1]) * SIDE
    return PLACE_ON + first + seen.index(max(seen))


def _next_meal(state: States, sees: Level) -> int:
    """A trapped cannibal that it notices, and the same ones however often it looks during this meal."""
    trapped, hand = int(state[0].trapped), int(state[0].hands[state[0].turn])
    for square in range(SQUARES):
        if trapped >> square & 1 and Random(square * 16 + hand).random() >= sees.overlooks:
            return EAT_ON + square
    return DONE
