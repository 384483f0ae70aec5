"""What a bot knows of Morpyam beyond its rules.

Every level judges what a token on each square would do for its chance of winning, has the dice of its turn solved for
these worths, and plays what is worth most. Levels differ in what they see: a low one sees short rows, its own tokens
and all of it dimly; the highest misjudges nothing that the weights know of. Nobody throws dice on a choice: who
misjudges a square does so for as long as the tokens lie as they do, and takes no liking to one that helps nobody. What
they say of an action is the chance of winning that they see in it.
"""

from functools import cache
from random import Random
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablee.games.learnt import Weights
from tablee.games.morpyam import tastes
from tablee.games.morpyam.figures import APPEL, BIT, SQUARE_NAMES, SQUARES
from tablee.games.morpyam.patterns import LINES
from tablee.games.morpyam.rules import MOST_ACTIONS, came_out
from tablee.games.morpyam.turn import BEARS, NOTHING, TURN, solve, weigh_actions
from tablee.games.morpyam.values import FEATURES, POSITION, SURE, WEIGHTS, Judgement, look_over, to_judgement
from tablee.games.thoughts import Limit, Opinion, values_for
from tablee.kernel.contract import States

traits = tastes.traits
GIVES = 0.005
"""A turn has several decisions, and each of them may give up as much for a style."""


class Sight(NamedTuple):
    """How well a level sees."""

    blur: float = 0.0  # by how much it misjudges a square, as a standard deviation of the logarithm of the odds
    sees_long_rows: bool = True
    heeds: bool = True  # whether it minds the rows of others
    calls: bool = True
    stubborn: float = 0.0  # how much less it makes of all squares but the one on which it has set its heart


LEVELS = {
    1: Sight(blur=1.2, sees_long_rows=False, heeds=False, calls=False, stubborn=0.97),
    2: Sight(blur=1.0, heeds=False, calls=False, stubborn=0.7),
    3: Sight(blur=0.9, stubborn=0.3),
    4: Sight(blur=0.4),
    5: Sight(),
}

SHORT_ROWS = {"1 of 3": 0.1, "2 of 3": 0.3, "3 of 3": 0.8}
"""What rows of three mean to somebody who does not see that they can become longer."""

ANOTHER_MORPYAM = 0.03
"""How likely five alike are in the turn that five alike give: about, and only needed where they win."""


def think(state: States, level: int, seed: int, limit: Limit) -> list[Opinion]:  # noqa: ARG001
    """What a bot of that level thinks of actions, first the one that it plays: a matter of a millisecond."""
    return think_as(state, LEVELS[level], _judgement(int(state[0].players), level))


@cache
def _judgement(players: int, level: int) -> Judgement:
    seen = LEVELS[level]
    return to_judgement(WEIGHTS[players] if seen.sees_long_rows else short_sighted(WEIGHTS[players]), seen.heeds)


def short_sighted(weights: Weights) -> Weights:
    """The weights of somebody who looks at rows of three alone."""
    rows = [SHORT_ROWS.get(name.partition(",")[0], 0.0) for name in FEATURES]
    return np.where([" of " in name for name in FEATURES], rows, weights)


def think_as(state: States, sees: Sight, judgement: Judgement) -> list[Opinion]:
    """What somebody thinks who sees so well, and judges so."""
    turn = _solved_turn(state, sees, judgement)
    actions, worths = np.empty(MOST_ACTIONS, np.int32), np.empty(MOST_ACTIONS)
    count = weigh_actions(state[0], turn[0], actions, worths)
    order = np.argsort(-worths[:count], kind="stable").tolist()
    possible = [place for place in order if worths[place] > NOTHING] or order[:1]
    return [Opinion(int(actions[place]), values_for(state, float(worths[place]))) for place in possible]


def _solved_turn(state: States, sees: Sight, judgement: Judgement) -> npt.NDArray[Any]:
    """What everything in a turn is worth, as somebody sees it."""
    turn = np.zeros(1, TURN)
    look_over(state[0], np.zeros(2, POSITION), judgement, turn[0])
    placing = _with_double(turn[0].placing, state)
    if sees.blur:
        placing = _blurred(placing, _errors(state, sees.blur))
    if not sees.calls and not came_out(state[0]):
        placing[BEARS == APPEL] = NOTHING  # who never calls has no way there
    if sees.stubborn:
        placing = _with_one_wish(placing, float(turn[0].passing), sees.stubborn)
    turn["placing"] = placing
    solve(turn[0])
    return turn


def _with_double(placing: npt.NDArray[np.float64], state: States) -> npt.NDArray[np.float64]:
    """Five alike are worth more where having them twice wins."""
    certainty = 1.0 if state[0].morpyams else ANOTHER_MORPYAM
    if state[0].double_morpyam:
        free = placing[:, 1] != NOTHING  # nothing times infinity is no number, and NumPy would say so
        placing[free, 1] = certainty + (1.0 - certainty) * placing[free, 1]
    return placing


def _with_one_wish(placing: npt.NDArray[np.float64], passing: float, stubborn: float) -> npt.NDArray[np.float64]:
    """As somebody sees it who wants one square, and makes less of what else the dice may bring."""
    wished = placing == placing[:, 0].max()
    gains = np.maximum(placing - passing, 0.0)
    modest = (placing > passing) & (placing < 1.0) & ~wished
    return np.where(modest, passing + (1.0 - stubborn) * gains, placing)


# ---- misjudging -------------------------------------------------------------------------------------------

THREES = [
    sum(int(BIT[SQUARE_NAMES.index(name)]) for name in line[first : first + 3])
    for line in LINES
    for first in range(len(line) - 2)
]
"""Any three neighbours, as bitboards."""


def _errors(state: States, blur: float) -> npt.NDArray[np.float64]:
    """By how much each square is misjudged: as long as all tokens lie as they do, by the same."""
    tokens, turn = state[0].tokens.tolist(), int(state[0].turn)
    random = Random(f"{tokens} {turn}")
    errors = np.array([random.gauss(0.0, blur) for _ in range(SQUARES)])
    own, others = tokens[turn], sum(tokens) - tokens[turn]
    return np.where([helps(int(bit), own, others) for bit in BIT], errors, np.minimum(errors, 0.0))


def helps(square: int, own: int, others: int) -> bool:
    """Can a token on that square be one of three in a row, or stand in the way of one who has begun such a row?"""
    through = [three for three in THREES if three & square]
    return any(not three & others or not three & own for three in through)


def _blurred(placing: npt.NDArray[np.float64], errors: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """As somebody sees it who misjudges whatever does not end the game."""
    undecided = (placing > 0.0) & (placing < 1.0)
    chances = np.where(undecided, placing, 0.5)
    seen = 1.0 / (1.0 + (1.0 / chances - 1.0) * np.exp(-errors)[:, None])
    return np.where(undecided, np.minimum(seen, SURE), placing)
