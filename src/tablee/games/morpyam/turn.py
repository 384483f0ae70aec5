"""The dice of a turn, solved exactly: what every throw, keep and call is worth, given what the squares are worth.

Between two throws a turn is no more than the number of throws made and a handful of dice. Worths are found from the
last throw backwards, and a die at a time: a handful whose other dice are thrown is worth the mean of the six handfuls
with one die more, and the best that can be kept of a handful is all of it, or the best of what is left without one die.
"""

from typing import Any

import numpy as np

from tablee.games.dice.handfuls import with_die
from tablee.games.morpyam import figures
from tablee.games.morpyam.figures import APPEL, FIGURES, FIRST_THROW, FITS, HANDFULS, MORPYAM, NO_FIGURE, SEC
from tablee.games.morpyam.rules import CALL, KEEP, MOST_THROWS, NO_DICE, PLACE, ROLL, legal
from tablee.kernel.cache import compiled
from tablee.kernel.states import record

NOTHING = -np.inf
"""The worth of what cannot be done."""

# ---- tables -----------------------------------------------------------------------------------------------

BEARS = np.array([FIGURES.index(figure) for figure in figures.GRID.values()], np.int8)
"""By square: the figure that it bears."""
WITH_DIE = with_die(HANDFULS, figures.FACES)
"""By handful of less than five dice and value of a die: the handful with that die added."""
ALIKE = (FITS >> MORPYAM & 1).astype(np.int8)
"""By throw: 1 for five alike."""
WAYS = (NO_FIGURE, *figures.CALLS)
"""The ways to throw: without a call, or with one. Sec, for a first throw only, comes last."""
COMES_OUT = np.array(
    [[figure != NO_FIGURE and fits >> figure & 1 for figure in WAYS] for fits in FITS.tolist()], np.float64
)
"""By throw and way: 1 if the call comes out."""
WAY = np.array([WAYS.index(figure) if figure in WAYS else 0 for figure in range(len(FIGURES))], np.int8)
"""By figure that may be called: the way to throw."""

# ---- a turn -----------------------------------------------------------------------------------------------

TURN = record(
    # What is given: the worth of a token on each square, NOTHING if none can be placed, and of placing none.
    ("placing", np.float64, (figures.SQUARES, 2)),  # without and with five alike
    ("passing", np.float64),
    ("five_alike", np.int64),  # the options, as a state has them
    ("sure_call", np.int64),
    # What is found.
    ("best", np.float64, (len(FIGURES), 2)),  # by figure: of its squares the best, without and with five alike
    # By throws made, handful and way: the handful kept, the other dice thrown. Five dice: having fallen so.
    ("throwing", np.float64, (MOST_THROWS, len(HANDFULS), len(WAYS))),
    ("keeping", np.float64, (MOST_THROWS, len(HANDFULS))),  # by throws made and handful: the best kept of it
)


@compiled
def solve(turn: Any) -> float:
    """Find out what everything in a turn is worth; return what the turn is, before its first throw."""
    _find_best_squares(turn)
    for throws in range(MOST_THROWS - 1, -1, -1):
        _fall(turn, throws)
        _throw(turn, throws)
        _keep(turn, throws)
    return float(turn.keeping[0, NO_DICE])


@compiled
def ways_to_throw(turn: Any, throws: int) -> int:
    """How many of the `WAYS` there are: without a free appel square nothing can be called."""
    if turn.best[APPEL, 0] == NOTHING:
        return 1
    return len(WAYS) if throws == 0 else len(WAYS) - 1


@compiled
def _find_best_squares(turn: Any) -> None:
    for figure in range(len(FIGURES)):
        turn.best[figure, 0] = turn.best[figure, 1] = NOTHING
    for square in range(figures.SQUARES):
        for alike in range(2):
            figure = BEARS[square]
            turn.best[figure, alike] = max(turn.best[figure, alike], turn.placing[square, alike])


@compiled
def _best_square(turn: Any, throw: int, throws: int) -> float:
    """What the best square is worth that a throw opens; only the first one may be a sec."""
    fits, alike = FITS[throw], ALIKE[throw]
    if alike and turn.five_alike and turn.best[MORPYAM, 1] != NOTHING:
        fits = 1 << MORPYAM
    best = NOTHING
    for figure in range(1, SEC + 1 if throws == 0 else SEC):
        if fits >> figure & 1:
            best = max(best, turn.best[figure, alike])
    return best


@compiled
def _fall(turn: Any, throws: int) -> None:
    """What five dice are worth that have fallen after so many throws, thrown in each way."""
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
    """What handfuls are worth whose other dice are thrown."""
    ways = ways_to_throw(turn, throws)
    for kept in range(FIRST_THROW - 1, -1, -1):
        for way in range(ways):
            total = 0.0
            for face in range(figures.FACES):
                total += turn.throwing[throws, WITH_DIE[kept, face], way]
            turn.throwing[throws, kept, way] = total / figures.FACES


@compiled
def _keep(turn: Any, throws: int) -> None:
    """What the best is that can be kept of each handful."""
    for handful in range(len(HANDFULS)):
        turn.keeping[throws, handful] = NOTHING
    for kept in range(FIRST_THROW):
        worth = max(turn.keeping[throws, kept], _best_way(turn, throws, kept))
        turn.keeping[throws, kept] = worth
        for face in range(figures.FACES):
            more = WITH_DIE[kept, face]
            turn.keeping[throws, more] = max(turn.keeping[throws, more], worth)


# ---- actions ----------------------------------------------------------------------------------------------


@compiled
def weigh_actions(state: Any, turn: Any, actions: Any, worths: Any) -> int:
    """Fill in the legal actions, and what each is worth in a turn that has been solved; return how many there are."""
    count = legal(state, actions)
    for index in range(count):
        worths[index] = worth_of(state, turn, actions[index])
    return count


@compiled
def worth_of(state: Any, turn: Any, action: int) -> float:
    """What a legal action is worth in a turn that has been solved."""
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
    refused = WAY[figures.CARRE] if turn.sure_call and figures.FOUR_ALIKE[kept] else -1
    for way in range(ways_to_throw(turn, throws)):
        if way != refused:
            worth = max(worth, turn.throwing[throws, kept, way])
    return float(worth)
