"""What an action of Morpyam does in the eyes of styles (`games/styles.py`).

A square has traits of its own. Dice that are kept, and calls, have what one may expect of the squares that they lead to
if one wants nothing else: the dice of the turn are solved for a trait instead of the chance of winning.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from tablee.games.morpyam import rules
from tablee.games.morpyam.figures import BIT, SQUARE_NAMES, SQUARES
from tablee.games.morpyam.patterns import LINES
from tablee.games.morpyam.turn import NOTHING, TURN, solve, worth_of
from tablee.games.styles import Traits
from tablee.kernel.contract import States

FIVE = 5
FIVES = [
    sum(int(BIT[SQUARE_NAMES.index(name)]) for name in line[first : first + FIVE])
    for line in LINES
    for first in range(len(line) - FIVE + 1)
]
"""Any five neighbours, as bitboards."""


def traits(state: States, codes: Sequence[int]) -> list[Traits]:
    """What each action does, or leads to."""
    tokens, seat = state[0].tokens.tolist(), int(state[0].turn)
    squares = _of_squares(tokens[seat], sum(tokens) - tokens[seat], int(state[0].players))
    solved = [_solved(state, trait) for trait in squares]
    return [Traits(*(max(0.0, worth_of(state[0], turn[0], code)) for turn in solved)) for code in codes]


@lru_cache(maxsize=64)
def _of_squares(own: int, others: int, players: int) -> tuple[tuple[float, ...], ...]:
    """By trait: that of a token on each square. It is safe to place one at all."""
    before, bits = rules.points_in_rows(own, players), list(map(int, BIT))
    return (
        tuple(float(rules.points_in_rows(own | bit, players) - before) for bit in bits),
        (1.0,) * SQUARES,
        tuple(_rows(bit, own, others) for bit in bits),
        tuple(_rows(bit, others, own) for bit in bits),
    )


def _rows(square: int, of: int, against: int) -> float:
    """How far those have come whose fives go through a square and in which the others have nothing, squared."""
    return float(sum((five & of).bit_count() ** 2 for five in FIVES if five & square and not five & against))


def _solved(state: States, worths: Sequence[float]) -> npt.NDArray[Any]:
    """The dice of the turn, solved for what squares are worth."""
    turn = np.zeros(1, TURN)
    free = [not rules.taken(state[0]) & int(BIT[square]) for square in range(SQUARES)]
    turn["placing"] = np.where(free, worths, NOTHING)[:, None]
    turn["five_alike"], turn["sure_call"] = state[0].five_alike, state[0].sure_call
    solve(turn[0])
    return turn
