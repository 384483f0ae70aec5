"""What a bot knows of Morpyam beyond its rules.

Every level judges what a token on each square would do for its chance of winning, has the dice of its turn solved for
these worths, and plays what is worth most. Levels differ in what they see: a low one sees short rows, its own tokens
and all of it dimly; the highest misjudges nothing that the weights know of. What they say of an action is the chance
of winning that they see in it.
"""

from functools import cache
from random import Random
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablee.games.learnt import Weights
from tablee.games.morpyam.figures import APPEL
from tablee.games.morpyam.rules import MOST_ACTIONS, came_out
from tablee.games.morpyam.turn import BEARS, NOTHING, TURN, solve, weigh_actions
from tablee.games.morpyam.values import FEATURES, POSITION, SURE, WEIGHTS, Judgement, look_over, to_judgement
from tablee.games.thoughts import Limit, Opinion, values_for
from tablee.kernel.contract import States


class Sight(NamedTuple):
    """How well a level sees."""

    blur: float = 0.0  # by how much it misjudges its chance of winning, as a standard deviation
    sees_long_rows: bool = True
    heeds: bool = True  # whether it minds the rows of others
    calls: bool = True


LEVELS = {
    1: Sight(blur=0.4, sees_long_rows=False, heeds=False, calls=False),
    2: Sight(blur=0.085, heeds=False, calls=False),
    3: Sight(blur=0.075),
    4: Sight(blur=0.035),
    5: Sight(),
}

SHORT_ROWS = {"1 of 3": 0.1, "2 of 3": 0.3, "3 of 3": 0.8}
"""What rows of three mean to somebody who does not see that they can become longer."""

ANOTHER_MORPYAM = 0.03
"""How likely five alike are in the turn that five alike give: about, and only needed where they win."""


def think(state: States, level: int, seed: int, limit: Limit) -> list[Opinion]:  # noqa: ARG001
    """What a bot of that level thinks of actions, first the one that it plays: a matter of a millisecond."""
    return think_as(state, LEVELS[level], _judgement(int(state[0].players), level), seed)


@cache
def _judgement(players: int, level: int) -> Judgement:
    seen = LEVELS[level]
    return to_judgement(WEIGHTS[players] if seen.sees_long_rows else short_sighted(WEIGHTS[players]), seen.heeds)


def short_sighted(weights: Weights) -> Weights:
    """The weights of somebody who looks at rows of three alone."""
    rows = [SHORT_ROWS.get(name.partition(",")[0], 0.0) for name in FEATURES]
    return np.where([" of " in name for name in FEATURES], rows, weights)


def think_as(state: States, sees: Sight, judgement: Judgement, seed: int) -> list[Opinion]:
    """What somebody thinks who sees so well, and judges so."""
    turn = np.zeros(1, TURN)
    look_over(state[0], np.zeros(2, POSITION), judgement, turn[0])
    placing = _blurred(_with_double(turn[0].placing, state), sees.blur, Random(seed))
    if not sees.calls and not came_out(state[0]):
        placing[BEARS == APPEL] = NOTHING  # who never calls has no way there
    turn["placing"] = placing
    solve(turn[0])
    actions, worths = np.empty(MOST_ACTIONS, np.int32), np.empty(MOST_ACTIONS)
    count = weigh_actions(state[0], turn[0], actions, worths)
    order = np.argsort(-worths[:count], kind="stable").tolist()
    possible = [place for place in order if worths[place] > NOTHING] or order[:1]
    return [Opinion(int(actions[place]), values_for(state, float(worths[place]))) for place in possible]


def _with_double(placing: npt.NDArray[np.float64], state: States) -> npt.NDArray[np.float64]:
    """Five alike are worth more where having them twice wins."""
    certainty = 1.0 if state[0].morpyams else ANOTHER_MORPYAM
    if state[0].double_morpyam:
        free = placing[:, 1] != NOTHING  # nothing times infinity is no number, and NumPy would say so
        placing[free, 1] = certainty + (1.0 - certainty) * placing[free, 1]
    return placing


def _blurred(placing: npt.NDArray[np.float64], blur: float, random: Random) -> npt.NDArray[np.float64]:
    """As somebody sees it who misjudges a little whatever does not end the game."""
    errors = np.array([[random.gauss(0.0, blur)] for _ in placing])
    undecided = (placing > 0.0) & (placing < 1.0)
    return np.where(undecided, np.minimum(placing + errors, SURE), placing)
