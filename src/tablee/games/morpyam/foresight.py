"""What will come of a turn that is played as well as it was solved: how likely each square is to be covered."""

from typing import Any

import numpy as np

from tablee.games.morpyam.figures import (
    APPEL,
    DICE_COUNT,
    FACES,
    FALL_WAYS,
    FALLS,
    FALLS_START,
    FIRST_THROW,
    HANDFULS,
    KEEPS,
    KEEPS_START,
    MORPYAM,
    SEC,
    SQUARES,
)
from tablee.games.morpyam.rules import MOST_THROWS, NO_DICE
from tablee.games.morpyam.turn import (
    ALIKE,
    BEARS,
    COMES_OUT,
    FIRST,
    KIND,
    KIND_FITS,
    LATER,
    NOTHING,
    ways_to_throw,
)
from tablee.kernel.cache import compiled

PASS = SQUARES
"""Where it stands how likely it is that no token is placed: behind the squares."""

SHARE = np.array([FACES ** (len(handful) - DICE_COUNT) for handful in HANDFULS], np.float64)
"""By handful: how likely each single way is for the other dice to fall."""

FORESIGHT = np.dtype(
    (
        np.record,
        [
            ("chance", np.float64, (SQUARES + 1, 2)),  # by square or PASS: without and with five alike
            ("kept", np.float64, FIRST_THROW),  # how likely it is that a handful is kept for the coming throw
            ("fallen", np.float64, len(HANDFULS)),  # how likely it is that dice lie so, no call having come out
            ("square", np.int64, (len(KIND_FITS), 2)),  # by kind of throw: the square to cover, LATER and FIRST
            ("appel", np.int64, 2),  # the square to cover when a call has come out, without and with five alike
        ],
    )
)


@compiled
def foresee(turn: Any, foresight: Any) -> None:
    """Find out how likely each square is to be covered in a turn that has been solved."""
    _choose_squares(turn, foresight)
    for square in range(SQUARES + 1):
        foresight.chance[square, 0] = foresight.chance[square, 1] = 0.0
    for kept in range(FIRST_THROW):
        foresight.kept[kept] = 0.0
    foresight.kept[NO_DICE] = 1.0
    for throws in range(MOST_THROWS):
        _throw(turn, foresight, throws)
        for throw in range(FIRST_THROW, len(HANDFULS)):
            if foresight.fallen[throw] > 0.0:
                _place_or_keep(turn, foresight, throws, throw)


@compiled
def _choose_squares(turn: Any, foresight: Any) -> None:
    for kind in range(len(KIND_FITS)):
        fits = KIND_FITS[kind]
        alike = fits >> MORPYAM & 1
        foresight.square[kind, FIRST] = _square_worth(turn, fits, alike, turn.placed[kind, FIRST])
        foresight.square[kind, LATER] = _square_worth(turn, fits & ~(1 << SEC), alike, turn.placed[kind, LATER])
    for alike in range(2):
        foresight.appel[alike] = _square_worth(turn, 1 << APPEL, alike, turn.best[APPEL, alike])


@compiled
def _square_worth(turn: Any, figures: int, alike: int, worth: float) -> int:
    """The square of one of the figures that is worth so much; PASS if there is none."""
    if worth != NOTHING:
        for square in range(SQUARES):
            if figures >> BEARS[square] & 1 and turn.placing[square, alike] == worth:
                return square
    return PASS


@compiled
def _throw(turn: Any, foresight: Any, throws: int) -> None:
    for throw in range(FIRST_THROW, len(HANDFULS)):
        foresight.fallen[throw] = 0.0
    for kept in range(FIRST_THROW):
        if foresight.kept[kept] > 0.0:
            _throw_others(turn, foresight, throws, kept)
            foresight.kept[kept] = 0.0


@compiled
def _throw_others(turn: Any, foresight: Any, throws: int, kept: int) -> None:
    way = 0
    for other in range(1, ways_to_throw(turn, throws)):
        if turn.throwing[throws, kept, other] > turn.throwing[throws, kept, way]:
            way = other
    lost = way > 0 and throws == MOST_THROWS - 1
    for entry in range(FALLS_START[kept], FALLS_START[kept + 1]):
        throw = FALLS[entry]
        chance = foresight.kept[kept] * FALL_WAYS[entry] * SHARE[kept]
        if COMES_OUT[throw, way]:
            foresight.chance[foresight.appel[ALIKE[throw]], ALIKE[throw]] += chance
        elif lost:
            foresight.chance[PASS, 0] += chance
        else:
            foresight.fallen[throw] += chance


@compiled
def _place_or_keep(turn: Any, foresight: Any, throws: int, throw: int) -> None:
    chance = foresight.fallen[throw]
    first = FIRST if throws == 0 else LATER
    if throws < MOST_THROWS - 1 and turn.keeping[throws + 1, throw] > turn.placed[KIND[throw], first]:
        foresight.kept[_best_kept(turn, throws + 1, throw)] += chance
        return
    square = foresight.square[KIND[throw], first]
    foresight.chance[square, ALIKE[throw] if square != PASS else 0] += chance


@compiled
def _best_kept(turn: Any, throws: int, throw: int) -> int:
    """The smallest handful that is as good to keep as any."""
    entry = KEEPS_START[throw]
    while turn.keeping[throws, KEEPS[entry]] != turn.keeping[throws, throw]:
        entry += 1
    return int(KEEPS[entry])
