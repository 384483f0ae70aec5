"""What a bot knows of Morfals beyond its rules.

Every level judges what each square would do for its chances. The lower three want to eat, and find the better where,
the higher they are; the higher two see all that counts, and the highest reckons with the throws that come. All but the
highest misjudge a little, and low ones now and then overlook a trap or forget to announce the last one, as people do.
Nobody throws dice on a choice: who misjudges something does so however often the same lies before it.

What they say of an action is the worth that they see in it, misjudged as it is: mostly the chance to win the game or,
in a match, the match (`outlook.py`).
"""

from random import Random
from typing import NamedTuple
from zlib import crc32

import numpy as np

from tablee.games.learnt import Weights
from tablee.games.morfals import tastes
from tablee.games.morfals.foresight import Room, new_room, weigh
from tablee.games.morfals.outlook import FEATURES, WEIGHTS, new_slate, worth
from tablee.games.morfals.rules import (
    ANNOUNCE,
    CLAIM,
    DONE,
    EAT_ON,
    KEEP_SILENT,
    SIDE,
    TELL,
    apply,
    first_square,
    is_untold,
)
from tablee.games.thoughts import Limit, Opinion, TimeIsUp, values_for
from tablee.kernel.contract import States

traits = tastes.traits


class Sight(NamedTuple):
    """How well a level sees."""

    throws: int  # so many throws it looks ahead
    blur: float = 0.0  # by how much it misjudges a square, as a standard deviation
    weights: Weights = WEIGHTS  # how much it makes of what it sees
    overlooks: float = 0.0  # the share of traps that it does not notice, and of announcements that it forgets


EATING = np.where([name == "hands" for name in FEATURES], WEIGHTS, 0.0)
"""Eats what it can, and thinks no further."""

LEVELS = {
    1: Sight(throws=0, blur=0.14, weights=EATING, overlooks=0.35),
    2: Sight(throws=0, blur=0.065, weights=EATING, overlooks=0.15),
    3: Sight(throws=0, blur=0.035, weights=EATING),
    4: Sight(throws=0, blur=0.03),
    5: Sight(throws=3),
}

MATCH_BLUR = 0.25
"""One game of a match decides about a quarter of it, so that misjudging the game misjudges the match by less."""


def think(state: States, level: int, seed: int, limit: Limit) -> list[Opinion]:
    """What a bot of that level thinks of actions, first the one that it plays."""
    return think_as(state, LEVELS[level], seed, limit)


def think_as(state: States, sees: Sight, seed: int, limit: Limit) -> list[Opinion]:
    """What somebody thinks who sees so well; only whether it forgets to announce is a matter of the seed."""
    if state[0].phase == CLAIM:
        return _between_throws(state, sees, (_next_meal(state, sees), DONE))
    if state[0].phase == ANNOUNCE:
        return _between_throws(state, sees, (TELL, KEEP_SILENT) if _tells(state, sees, seed) else (KEEP_SILENT, TELL))
    return _squares(state, sees, Random(crc32(state.tobytes())), limit.start())


def _squares(state: States, sees: Sight, random: Random, is_up: TimeIsUp) -> list[Opinion]:
    """The squares of the column, what promises most first, as this level sees it."""
    plain, room, first = state.copy(), new_room(sees.throws, sees.weights), first_square(state[0])
    plain[0].capture = plain[0].last_man = 0  # who looks ahead takes it that nothing is overlooked or forgotten
    free = [square for square in range(first, first + SIDE) if not state[0].board[square]]
    worths = _weighed(plain, free, 0, room, lambda: False)
    if sees.throws:  # what looks best is looked at first, as far as there is time
        promising = sorted(worths, key=worths.__getitem__, reverse=True)
        worths = _weighed(plain, promising, sees.throws, room, is_up)
    blur = sees.blur * (MATCH_BLUR if state[0].match else 1.0)
    seen = {square: worth + random.gauss(0.0, blur) for square, worth in worths.items()}
    best_first = sorted(seen, key=seen.__getitem__, reverse=True)
    return [Opinion(square, values_for(state, seen[square])) for square in best_first]


def _weighed(state: States, squares: list[int], throws: int, room: Room, is_up: TimeIsUp) -> dict[int, float]:
    worths: dict[int, float] = {}
    for square in squares:
        worths[square] = weigh(state, square, throws, room)
        if is_up():
            break
    return worths


def _between_throws(state: States, sees: Sight, codes: tuple[int, ...]) -> list[Opinion]:
    """What it thinks of actions between two throws: what they are worth at a glance, once all is said and eaten."""
    slate = new_slate(sees.weights)
    return [
        Opinion(code, values_for(state, worth(_settled(state, code)[0], int(state[0].turn), slate)))
        for code in dict.fromkeys(codes)
    ]


def _tells(state: States, sees: Sight, seed: int) -> bool:
    """Does it say that it has one left? Only if that is so, has not been said, and does not slip its mind."""
    return is_untold(state[0], state[0].turn) and Random(seed).random() >= sees.overlooks


def _settled(state: States, code: int) -> States:
    """The state after an action, once nobody has to claim or to announce any more."""
    after = state.copy()
    apply(after[0], code)
    while after[0].phase in (CLAIM, ANNOUNCE):
        apply(after[0], DONE if after[0].phase == CLAIM else TELL)
    return after


def _next_meal(state: States, sees: Sight) -> int:
    """A trapped cannibal that it notices, and the same ones however often it looks during this meal."""
    trapped, hand = int(state[0].trapped), int(state[0].hands[state[0].turn])
    squares = (square for square in range(trapped.bit_length()) if trapped >> square & 1)
    noticed = (square for square in squares if Random(square * 16 + hand).random() >= sees.overlooks)
    return EAT_ON + next(noticed, DONE - EAT_ON)
