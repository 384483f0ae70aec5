"""What a bot knows of Morpyam beyond its rules.

Every level judges what a token on each square would do for its chance of winning, has the dice of its turn solved for
these worths, and plays what is worth most. Levels differ in what they see: a low one sees short rows, its own tokens
and all of it dimly; the highest thinks the coming turns through.
"""

from functools import cache, lru_cache
from random import Random
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablee.games.morpyam.ahead import FURTHEST, STEP, SURE, look
from tablee.games.morpyam.figures import APPEL, SQUARES
from tablee.games.morpyam.rules import MOST_ACTIONS, STATE, came_out, legal
from tablee.games.morpyam.turn import BEARS, NOTHING, TURN, solve, worth_of
from tablee.games.morpyam.values import POSITION, WEIGHTS, Judgement, survey, to_judgement
from tablee.kernel.cache import compiled
from tablee.kernel.contract import States


class Level(NamedTuple):
    """How well a level sees."""

    blur: float = 0.0  # by how much it misjudges its chance of winning, as a standard deviation
    longest: int = 5  # the longest rows that it looks at
    heed: float = 1.0  # how much it minds the rows of others
    calls: bool = True
    thought: int = 1  # turns that it may solve before it decides


LEVELS = {
    1: Level(blur=0.1, longest=3, heed=0.0, calls=False),
    2: Level(blur=0.07, heed=0.0, calls=False),
    3: Level(blur=0.075),
    4: Level(blur=0.03),
    5: Level(thought=30_000),
}

SHORT = 3
SHORT_ROWS: tuple[tuple[float, ...], tuple[float, ...]] = ((0.1, 0.3, 0.8), (0.1, 0.3, 0.8))
"""What rows of three mean to somebody who does not see that they can become longer."""

ANOTHER_MORPYAM = 0.03
"""How likely five alike are in the turn that five alike give: about, and only needed where they win."""


def choose(state: States, level: int, seed: int) -> int:
    """The code of the action that a bot of that level plays."""
    seen = LEVELS[level]
    placing, passing = worths(_without_dice(state), level)
    turn = np.zeros(1, TURN)
    turn["placing"] = _blurred(placing, seen.blur, Random(seed))
    turn["passing"] = passing
    return int(_best_action(state, turn, seen.calls, np.empty(MOST_ACTIONS, np.int32)))


def _without_dice(state: States) -> bytes:
    """The state as it would be at any moment of the turn: what squares are worth does not depend on the dice."""
    cleared = state.copy()
    for field in ("phase", "throws", "dice", "kept", "call"):
        cleared[field] = 0
    return cleared.tobytes()


@lru_cache(maxsize=16)
def worths(without_dice: bytes, level: int) -> tuple[npt.NDArray[np.float64], float]:
    """What a token on each square, without and with five alike, and no token are worth to the seat whose turn it is."""
    state = np.frombuffer(bytearray(without_dice), STATE)
    judgement = _judgement(int(state[0].players), level)
    position = np.zeros(1, POSITION)
    survey(state, position, *judgement)
    steps = np.zeros(FURTHEST + 1, STEP)
    before, solved, turns = 1, 1, 0
    while turns < FURTHEST and solved * solved / before <= LEVELS[level].thought:
        turns += 1
        before, solved = solved, look(steps, turns, position, state[0].turn, judgement.worths)
    turn = steps[turns].turn
    return _with_double(turn.placing, state), float(turn.passing)


@cache
def _judgement(players: int, level: int) -> Judgement:
    weights, seen = WEIGHTS[players], LEVELS[level]
    windows = weights.windows if seen.longest == 5 else {SHORT: SHORT_ROWS}
    tempo = (weights.tempo[0], *(seen.heed * tempo for tempo in weights.tempo[1:]))
    return to_judgement(weights._replace(windows=windows, tempo=tempo))


def _with_double(placing: npt.NDArray[np.float64], state: States) -> npt.NDArray[np.float64]:
    """Five alike are worth more where having them twice wins."""
    certainty = 1.0 if state[0].morpyams else ANOTHER_MORPYAM
    if state[0].double:
        placing[:, 1] = np.where(placing[:, 1] == NOTHING, NOTHING, certainty + (1.0 - certainty) * placing[:, 1])
    return placing


def _blurred(placing: npt.NDArray[np.float64], blur: float, random: Random) -> npt.NDArray[np.float64]:
    """As somebody sees it who misjudges a little whatever does not end the game."""
    errors = np.array([[random.gauss(0.0, blur)] for _ in placing])
    undecided = (placing > 0.0) & (placing < 1.0)
    return np.where(undecided, np.minimum(placing + errors, SURE), placing)


@compiled
def _best_action(state: Any, turn: Any, calls: bool, actions: Any) -> int:
    """The best action, or the first of the best, given what the squares are worth."""
    if not calls and not came_out(state[0]):
        for square in range(SQUARES):
            if BEARS[square] == APPEL:
                turn[0].placing[square, 0] = turn[0].placing[square, 1] = NOTHING
    solve(turn[0])
    best = 0
    for index in range(1, legal(state[0], actions)):
        if worth_of(state[0], turn[0], actions[index]) > worth_of(state[0], turn[0], actions[best]):
            best = index
    return int(actions[best])
