"""The figures of Morpyam, the grid that bears them, and the tables of dice that the compiled rules look things up in.

Dice are *handfuls*: multisets of up to five dice, numbered once, fewer dice first. Number 0 is the empty handful, and
those from `FIRST_THROW` on hold all five dice: the throws.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from tablee.games.dice.throws import Throw, throws, ways
from tablee.games.squares import square_names

DICE_COUNT = 5
FACES = 6

# ---- figures ----------------------------------------------------------------------------------------------

FIGURES = ("", "1", "2", "3", "4", "5", "6", "ps", "suite", "full", "carre", "mini", "maxi", "morpyam", "sec", "appel")
"""The figures by number: a brelan's number is its value, and 0 is none."""
NO_FIGURE = 0
PETITE_SUITE, SUITE, FULL, CARRE, MINI, MAXI, MORPYAM, SEC, APPEL = range(7, 16)

CALLS = (MORPYAM, CARRE, MAXI, MINI, SUITE, FULL, SEC)
"""What may be called, sec before the first throw only."""
SEC_FIGURES = (MORPYAM, CARRE, MAXI, MINI, SUITE, FULL)
"""What makes a sec at the first throw."""


def _has_run(throw: Throw, length: int) -> bool:
    values = set(throw)
    return any(values.issuperset(range(first, first + length)) for first in range(1, FACES + 2 - length))


def _most_alike(throw: Throw) -> int:
    return max(Counter(throw).values())


_NEEDS: dict[int, Callable[[Throw], bool]] = {
    **{value: lambda throw, value=value: throw.count(value) >= 3 for value in range(1, FACES + 1)},  # type: ignore[misc]
    PETITE_SUITE: lambda throw: _has_run(throw, 4),
    SUITE: lambda throw: _has_run(throw, 5),
    FULL: lambda throw: sorted(Counter(throw).values()) == [2, 3],
    CARRE: lambda throw: _most_alike(throw) >= 4,
    MINI: lambda throw: sum(throw) <= 8,
    MAXI: lambda throw: sum(throw) >= 27,
    MORPYAM: lambda throw: _most_alike(throw) == 5,
    SEC: lambda throw: any(_NEEDS[figure](throw) for figure in SEC_FIGURES),
}


def figures_of(throw: Throw) -> list[int]:
    """The figures that five dice make at a first throw, called figures apart.

    >>> [FIGURES[figure] for figure in figures_of((2, 5, 5, 5, 5))]
    ['5', 'carre', 'sec']
    """
    return [figure for figure, needs in _NEEDS.items() if needs(throw)]


# ---- the grid ---------------------------------------------------------------------------------------------

SIDE = 6
SQUARE_NAMES = square_names(SIDE, SIDE)
SQUARES = len(SQUARE_NAMES)
_RANKS = """
6: 1  2     3       4       6     ps
5: 6  carre sec     suite   mini  5
4: 5  appel maxi    morpyam full  1
3: 3  full  morpyam mini    appel 2
2: 4  maxi  suite   sec     carre 3
1: ps 1     2       6       5     4
"""


def _read_grid() -> dict[str, str]:
    ranks = (line.split(": ") for line in _RANKS.split("\n") if line)
    grid = {f"{file}{rank}": text for rank, texts in ranks for file, text in zip("abcdef", texts.split(), strict=True)}
    return {name: grid[name] for name in SQUARE_NAMES}


GRID = _read_grid()
"""The figure on each square."""

STEPS = (1, SIDE + 1, SIDE + 2, SIDE)
"""From a square's bit to that of its neighbour: to the right, up, up right, up left."""


def bit_of(square: int) -> int:
    """Where a square lies in a bitboard: ranks are seven bits wide, the seventh always empty, so no run wraps round."""
    return square // SIDE * (SIDE + 1) + square % SIDE


def squares_bearing(figures: Iterable[int]) -> int:
    """The squares of some figures, as a bitboard."""
    texts = {FIGURES[figure] for figure in figures}
    return sum(1 << bit_of(square) for square, name in enumerate(SQUARE_NAMES) if GRID[name] in texts)


BIT = np.array([1 << bit_of(square) for square in range(SQUARES)], np.int64)
"""By square: a bitboard of it alone."""
BEARING = np.array([squares_bearing([figure]) for figure in range(len(FIGURES))], np.int64)
"""By figure: the squares that bear it."""


# ---- the tables of dice -----------------------------------------------------------------------------------

HANDFULS = tuple(handful for dice in range(DICE_COUNT + 1) for handful in throws(dice, FACES))
"""All handfuls by number, their values ascending."""
NUMBERS = {handful: number for number, handful in enumerate(HANDFULS)}
"""The number of each handful."""
FIRST_THROW = NUMBERS[(1,) * DICE_COUNT]
THROWS = HANDFULS[FIRST_THROW:]


def kept_of(throw: Throw) -> list[Throw]:
    """What may be kept of a throw: any of its dice but all five.

    >>> kept_of((1, 1, 1, 1, 2))[:4]
    [(), (1,), (2,), (1, 1)]
    """
    return sorted({kept for dice in range(DICE_COUNT) for kept in combinations(throw, dice)}, key=NUMBERS.__getitem__)


def throws_from(kept: Throw) -> list[tuple[Throw, int]]:
    """The throws that some kept dice can lead to, and in how many ways the others can fall so.

    >>> throws_from((1, 1, 1, 2))[:2]
    [((1, 1, 1, 1, 2), 1), ((1, 1, 1, 2, 2), 1)]
    """
    thrown = throws(DICE_COUNT - len(kept), FACES)
    return sorted((tuple(sorted(kept + others)), ways(others)) for others in thrown)


def _starts(lists: Sequence[Sequence[object]]) -> npt.NDArray[np.int32]:
    return np.cumsum([0, *map(len, lists)]).astype(np.int32)


def _flat(lists: Iterable[Iterable[int]]) -> npt.NDArray[np.int32]:
    return np.array([entry for entries in lists for entry in entries], np.int32)


_FITTED = [figures_of(handful) if len(handful) == DICE_COUNT else [] for handful in HANDFULS]
FITS = np.array([sum(1 << figure for figure in fitted) for fitted in _FITTED], np.int32)
"""By handful: the figures it makes at a first throw, bit by figure. None for less than five dice."""
FITTING = np.array([squares_bearing(fitted) for fitted in _FITTED], np.int64)
"""By handful: the squares of these figures."""

FOUR_ALIKE = np.array([len(handful) == 4 and len(set(handful)) == 1 for handful in HANDFULS])
"""By handful: is it four dice alike?"""

_KEEPS = [kept_of(handful) if len(handful) == DICE_COUNT else [] for handful in HANDFULS]
KEEPS_START = _starts(_KEEPS)
"""By handful: where its entries in `KEEPS` start; they end where those of the next one start."""
KEEPS = _flat([NUMBERS[kept] for kept in keeps] for keeps in _KEEPS)
"""For each throw: the handfuls that may be kept of it."""

_FALLS = [throws_from(handful) if len(handful) < DICE_COUNT else [] for handful in HANDFULS]
FALLS_START = _starts(_FALLS)
"""By handful: where its entries in `FALLS` and `FALL_WAYS` start."""
FALLS = _flat([NUMBERS[throw] for throw, _ in falls] for falls in _FALLS)
"""For each handful that may be kept: the throws it can lead to, as numbers of handfuls."""
FALL_WAYS = _flat([count for _, count in falls] for falls in _FALLS)
"""Beside each of `FALLS`: in how many ways the dice thrown again can fall so."""
