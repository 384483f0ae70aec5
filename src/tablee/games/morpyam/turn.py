"""Solve the dice of a turn exactly: the value of every throw, keep and call, given the values of the squares.

Between two throws, a turn is the number of throws made and a handful of dice. `solve` goes backwards from the last
throw and one die at a time. Throwing the missing dice of a handful is worth the mean of the six handfuls with one more
die. The best keep of a handful is the whole handful, or the best keep of the handful without one of its dice.
"""

from typing import Any

import numpy as np

from tablee.engine.compile_cache import compiled
from tablee.engine.states import record
from tablee.games.morpyam.rules import (
    APPEL,
    CALL,
    CALLS,
    CARRE,
    FACES,
    FIGURES,
    FIRST_THROW,
    FITS,
    FOUR_ALIKE,
    GRID,
    HANDFULS,
    KEEP,
    MORPYAM,
    MOST_THROWS,
    NO_DICE,
    NO_FIGURE,
    PLACE,
    ROLL,
    SEC,
    SQUARES,
    legal,
)
from tablee.games.shared.dice.throws import with_die

NOTHING = -np.inf  # the value of an impossible action

# ---- tables -----------------------------------------------------------------------------------------------

BEARS = np.array([FIGURES.index(figure) for figure in GRID.values()], np.int8)  # by square: its figure
WITH_DIE = with_die(HANDFULS, FACES)  # by handful of fewer than five dice and face: the handful with that die added
ALIKE = (FITS >> MORPYAM & 1).astype(np.int8)  # by throw: 1 for five alike
WAYS = (NO_FIGURE, *CALLS)
"""The ways to throw: without a call, or with one. Sec comes last, since it is for a first throw only."""
COMES_OUT = np.array(
    [[figure != NO_FIGURE and fits >> figure & 1 for figure in WAYS] for fits in FITS.tolist()], np.float64
)
"""By throw and way: 1 if the call comes out."""
WAY = np.array([WAYS.index(figure) if figure in WAYS else 0 for figure in range(len(FIGURES))], np.int8)
"""By figure: the way to throw that calls it."""

# ---- a turn -----------------------------------------------------------------------------------------------

TURN = record(
    # Input: the value of a token on each square (NOTHING if taken), and of placing none; two options of the state.
    ("placing", np.float64, (SQUARES, 2)),  # without and with five alike
    ("passing", np.float64),
    ("five_alike", np.int64),
    ("sure_call", np.int64),
    # Output, filled in by `solve`.
    ("best", np.float64, (len(FIGURES), 2)),  # by figure: the value of its best square, without and with five alike
    # By throws made, handful and way: the value of keeping the handful and throwing the rest; of five dice, as fallen.
    ("throwing", np.float64, (MOST_THROWS, len(HANDFULS), len(WAYS))),
    ("keeping", np.float64, (MOST_THROWS, len(HANDFULS))),  # by throws made and handful: the value of the best keep
)


@compiled
def solve(turn: Any) -> float:
    """Fill in the values of a turn; return the value of the turn before its first throw."""
    _find_best_squares(turn)
    for throws in range(MOST_THROWS - 1, -1, -1):
        _fall(turn, throws)
        _throw(turn, throws)
        _keep(turn, throws)
    return float(turn.keeping[0, NO_DICE])


@compiled
def ways_to_throw(turn: Any, throws: int) -> int:
    """How many of the `WAYS` are legal: without a free appel square no figure can be called."""
    if turn.best[APPEL, 0] == NOTHING:
        return 1
    return len(WAYS) if throws == 0 else len(WAYS) - 1


@compiled
def _find_best_squares(turn: Any) -> None:
    for figure in range(len(FIGURES)):
        turn.best[figure, 0] = turn.best[figure, 1] = NOTHING
    for square in range(SQUARES):
        for alike in range(2):
            figure = BEARS[square]
            turn.best[figure, alike] = max(turn.best[figure, alike], turn.placing[square, alike])


@compiled
def _best_square(turn: Any, throw: int, throws: int) -> float:
    """The value of the best square that a throw fits. Only a first throw fits sec."""
    fits, alike = FITS[throw], ALIKE[throw]
    if alike and not turn.five_alike and turn.best[MORPYAM, 1] != NOTHING:
        fits = 1 << MORPYAM | 1 << SEC
    best = NOTHING
    for figure in range(1, SEC + 1 if throws == 0 else SEC):
        if fits >> figure & 1:
            best = max(best, turn.best[figure, alike])
    return best


@compiled
def _fall(turn: Any, throws: int) -> None:
    """Fill in the values of five dice that have fallen, by way to throw."""
    last = throws == MOST_THROWS - 1
    ways = ways_to_throw(turn, throws)
    for throw in range(FIRST_THROW, len(HANDFULS)):
        worth = _best_square(turn, throw, throws)
        if not last:
            worth = max(worth, turn.keeping[throws + 1, throw])
        elif worth == NOTHING:
            worth = turn.passing
        turn.throwing[throws, throw, 0] = worth
        failed = turn.passing if last else worth
        gain = turn.best[APPEL, ALIKE[throw]] - failed
        for way in range(1, ways):
            turn.throwing[throws, throw, way] = failed + COMES_OUT[throw, way] * gain


@compiled
def _throw(turn: Any, throws: int) -> None:
    """Fill in the values of handfuls that are kept while the other dice are thrown."""
    ways = ways_to_throw(turn, throws)
    for kept in range(FIRST_THROW - 1, -1, -1):
        for way in range(ways):
            total = 0.0
            for face in range(FACES):
                total += turn.throwing[throws, WITH_DIE[kept, face], way]
            turn.throwing[throws, kept, way] = total / FACES


@compiled
def _keep(turn: Any, throws: int) -> None:
    """Fill in the value of the best keep of each handful."""
    for handful in range(len(HANDFULS)):
        turn.keeping[throws, handful] = NOTHING
    for kept in range(FIRST_THROW):
        worth = max(turn.keeping[throws, kept], _best_way(turn, throws, kept))
        turn.keeping[throws, kept] = worth
        for face in range(FACES):
            more = WITH_DIE[kept, face]
            turn.keeping[throws, more] = max(turn.keeping[throws, more], worth)


# ---- actions ----------------------------------------------------------------------------------------------


@compiled
def weigh_actions(state: Any, turn: Any, actions: Any, worths: Any) -> int:
    """Fill in the legal actions and their values in a solved turn; return their number."""
    count = legal(state, actions)
    for index in range(count):
        worths[index] = worth_of(state, turn, actions[index])
    return count


@compiled
def worth_of(state: Any, turn: Any, action: int) -> float:
    """The value of a legal action in a solved turn."""
    if action >= KEEP:
        return _best_way(turn, state.throws, action - KEEP)
    if action >= PLACE:
        return float(turn.placing[action - PLACE, ALIKE[state.dice]])
    way = 0 if action == ROLL else WAY[action - CALL]
    if way >= ways_to_throw(turn, state.throws):
        return NOTHING
    return float(turn.throwing[state.throws, state.kept, way])


@compiled
def _best_way(turn: Any, throws: int, kept: int) -> float:
    worth = NOTHING
    refused = WAY[CARRE] if turn.sure_call and FOUR_ALIKE[kept] else -1
    for way in range(ways_to_throw(turn, throws)):
        if way != refused:
            worth = max(worth, turn.throwing[throws, kept, way])
    return float(worth)
