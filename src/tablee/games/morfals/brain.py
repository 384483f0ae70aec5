"""The bot of Morfals.

Every level evaluates each square. The lower three levels want to eat, and the higher ones of them see better where.
Levels 4 and 5 see all features, and level 5 looks ahead over the coming throws. All but the highest misjudge squares,
and low levels sometimes overlook a trap or forget to announce the last cannibal. An error is the same whenever the same
position comes up.

The value of an action is what the level sees in it, including its errors: mostly the chance of winning the game or, in
a match, the match (`outlook.py`).
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple
from zlib import crc32

import numpy as np

from tablee.engine.contract import States
from tablee.games.brains.playing_styles import Traits
from tablee.games.brains.thoughts import Limit, Opinion, TimeIsUp, values_for
from tablee.games.brains.weights import Weights
from tablee.games.morfals import rules
from tablee.games.morfals.outlook import (
    EATS,
    FEATURES,
    IN_RIVER,
    ON_EDGE,
    OPEN,
    WEIGHTS,
    Slate,
    ThrowBuffers,
    new_buffers,
    new_slate,
    take_notes,
    weigh,
    worth,
)


class MorfalsLevel(NamedTuple):
    """How well a level sees."""

    throws: int  # how many throws it looks ahead
    blur: float = 0.0  # the standard deviation of its error on a square
    weights: Weights = WEIGHTS  # of the features
    overlooks: float = 0.0  # the share of traps that it overlooks, and of announcements that it forgets


EATING = np.where([name == "hands" for name in FEATURES], WEIGHTS, 0.0)  # the weights of a bot that only wants to eat

LEVELS = {
    1: MorfalsLevel(throws=0, blur=0.14, weights=EATING, overlooks=0.35),
    2: MorfalsLevel(throws=0, blur=0.065, weights=EATING, overlooks=0.15),
    3: MorfalsLevel(throws=0, blur=0.035, weights=EATING),
    4: MorfalsLevel(throws=0, blur=0.03),
    5: MorfalsLevel(throws=3),
}

MATCH_BLUR = 0.25  # the share of the blur in a match: one game decides about a quarter of the match


def think(state: States, level: int, seed: int, limit: Limit) -> list[Opinion]:
    """The candidate moves of a level with their values, the best first."""
    return think_as(state, LEVELS[level], seed, limit)


def think_as(state: States, sees: MorfalsLevel, seed: int, limit: Limit) -> list[Opinion]:
    """The candidate moves of a bot that sees as well as `sees`. The seed decides whether it forgets to announce."""
    if state[0].phase == rules.CLAIM:
        return _between_throws(state, sees, (_next_meal(state, sees), rules.DONE))
    if state[0].phase == rules.ANNOUNCE:
        tells = rules.is_untold(state[0], state[0].turn) and Random(seed).random() >= sees.overlooks
        return _between_throws(
            state, sees, (rules.TELL, rules.KEEP_SILENT) if tells else (rules.KEEP_SILENT, rules.TELL)
        )
    misjudged = crc32(state.tobytes()[1:])  # without the version of the rules
    return _squares(state, sees, Random(misjudged), limit.start())


def _squares(state: States, sees: MorfalsLevel, random: Random, is_up: TimeIsUp) -> list[Opinion]:
    """The squares of the column, the best first, as this level sees them."""
    plain, buffers, first = state.copy(), new_buffers(sees.throws, sees.weights), rules.first_square(state[0])
    plain[0].capture = plain[0].last_man = 0  # looking ahead assumes that nothing is overlooked or forgotten
    free = [square for square in range(first, first + rules.SIDE) if not state[0].board[square]]
    worths = _weighed(plain, free, 0, buffers, lambda: False)
    if sees.throws:  # the most promising squares first, while time lasts
        best_first = sorted(worths, key=worths.__getitem__, reverse=True)
        worths = _weighed(plain, best_first, sees.throws, buffers, is_up)
    blur = sees.blur * (MATCH_BLUR if state[0].match else 1.0)
    seen = {square: worth + random.gauss(0.0, blur) for square, worth in worths.items()}
    best_first = sorted(seen, key=seen.__getitem__, reverse=True)
    return [Opinion(square, values_for(state, seen[square])) for square in best_first]


def _weighed(
    state: States, squares: list[int], throws: int, buffers: ThrowBuffers, is_up: TimeIsUp
) -> dict[int, float]:
    worths: dict[int, float] = {}
    for square in squares:
        worths[square] = weigh(state, square, throws, buffers)
        if is_up():
            break
    return worths


def _between_throws(state: States, sees: MorfalsLevel, codes: tuple[int, ...]) -> list[Opinion]:
    """The actions between two throws, with their values once all claims and announcements are made."""
    slate = new_slate(sees.weights)
    return [
        Opinion(code, values_for(state, worth(_settled(state, code)[0], int(state[0].turn), slate)))
        for code in dict.fromkeys(codes)
    ]


def _settled(state: States, code: int) -> States:
    """The state after an action and the claims and announcements that follow."""
    after = state.copy()
    rules.apply(after[0], code)
    while after[0].phase in (rules.CLAIM, rules.ANNOUNCE):
        rules.apply(after[0], rules.DONE if after[0].phase == rules.CLAIM else rules.TELL)
    return after


def _next_meal(state: States, sees: MorfalsLevel) -> int:
    """A trapped cannibal that the bot notices. During one meal it always notices the same ones."""
    trapped, hand = int(state[0].trapped), int(state[0].hands[state[0].turn])
    squares = (square for square in range(trapped.bit_length()) if trapped >> square & 1)
    noticed = (square for square in squares if Random(square * 16 + hand).random() >= sees.overlooks)
    return rules.EAT_ON + next(noticed, rules.DONE - rules.EAT_ON)


# ---- what a placing does in the eyes of styles -----------------------------------------------------------------


def traits(state: States, codes: Sequence[int]) -> list[Traits]:
    """The traits of each placing. Eating and announcing have none."""
    slate, plain = new_slate(), state.copy()
    plain[0].capture = plain[0].last_man = 0
    return [_of_square(plain, code, slate) if code < rules.SQUARES else Traits() for code in codes]


def _of_square(state: States, square: int, slate: Slate) -> Traits:
    after, seat = state.copy(), int(state[0].turn)
    rules.apply(after[0], square)
    eaten = float(after[0].hands[1 - seat] - state[0].hands[1 - seat])
    if after[0].phase != rules.ROLL:  # the game is over
        return Traits(gains=eaten)
    take_notes(after[0], slate)
    mine, theirs = slate.sums if after[0].turn == seat else slate.sums[::-1]
    return Traits(
        gains=eaten,
        safety=float(mine[ON_EDGE] + mine[IN_RIVER] - 4.0 * mine[OPEN]),
        builds=float(mine[EATS]),
        hinders=-float(theirs[EATS]),
    )
