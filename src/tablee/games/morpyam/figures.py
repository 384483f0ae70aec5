"""The figures of Morpyam, the grid that bears them, and the tables of dice that the rules look things up in."""

from collections import Counter
from collections.abc import Callable, Iterable

import numpy as np

from tablee.games.bitboards import bits_of, steps_of
from tablee.games.dice.handfuls import falls_of, handfuls, keeps_of
from tablee.games.dice.throws import Throw
from tablee.games.squares import square_names

DICE_COUNT = 5
FACES = 6

# ---- figures ----------------------------------------------------------------------------------------------

FIGURES = ("", "1", "2", "3", "4", "5", "6", "ps", "suite", "full", "carre", "mini", "maxi", "morpyam", "sec", "appel")
"""The figures by number: a brelan's number is its value, and 0 is none."""
NO_FIGURE = 0
PETITE_SUITE, SUITE, FULL, CARRE, MINI, MAXI, MORPYAM, SEC, APPEL = range(7, 16)

SEC_FIGURES = (MORPYAM, CARRE, MAXI, MINI, SUITE, FULL)
"""What makes a sec at the first throw."""
CALLS = (*SEC_FIGURES, SEC)
"""What may be called, sec before the first throw only."""


def _has_run(throw: Throw, length: int) -> bool:
    values = set(throw)
    return any(values.issuperset(range(first, first + length)) for first in range(1, FACES + 2 - length))


_NEEDS: dict[int, Callable[[Throw], bool]] = {
    **{value: lambda throw, value=value: throw.count(value) >= 3 for value in range(1, FACES + 1)},  # type: ignore[misc]
    PETITE_SUITE: lambda throw: _has_run(throw, 4),
    SUITE: lambda throw: _has_run(throw, 5),
    FULL: lambda throw: sorted(Counter(throw).values()) == [2, 3],
    CARRE: lambda throw: max(Counter(throw).values()) >= 4,
    MINI: lambda throw: sum(throw) <= 8,
    MAXI: lambda throw: sum(throw) >= 27,
    MORPYAM: lambda throw: max(Counter(throw).values()) == 5,
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
_BY_NAME = {
    f"{file}{line[0]}": figure
    for line in _RANKS.strip().splitlines()
    for file, figure in zip("abcdef", line[2:].split(), strict=True)
}
GRID = {name: _BY_NAME[name] for name in SQUARE_NAMES}
"""The figure on each square."""

STEPS = steps_of(SIDE)
BIT = bits_of(SIDE, SIDE)
"""By square: a bitboard of it alone."""


def squares_bearing(figures: Iterable[int]) -> int:
    """The squares of some figures, as a bitboard."""
    texts = {FIGURES[figure] for figure in figures}
    return sum(bit for name, bit in zip(SQUARE_NAMES, BIT.tolist(), strict=True) if GRID[name] in texts)


BEARING = np.array([squares_bearing([figure]) for figure in range(len(FIGURES))], np.int64)
"""By figure: the squares that bear it."""


# ---- the tables of dice -----------------------------------------------------------------------------------

HANDFULS = handfuls(DICE_COUNT, FACES)
"""All that may lie or be kept, by number: 0 is none, and from `FIRST_THROW` on all five dice lie."""
FIRST_THROW = HANDFULS.index((1,) * DICE_COUNT)
THROWS = HANDFULS[FIRST_THROW:]
KEEPS_START, KEEPS = keeps_of(HANDFULS)
"""By throw: the handfuls that may be kept of it."""
FALLS_START, FALLS, FALL_WAYS = falls_of(HANDFULS, FACES)
"""By handful that may be kept: the throws it can lead to, and in how many ways the other dice can fall so."""

_FITTED = [figures_of(handful) if len(handful) == DICE_COUNT else [] for handful in HANDFULS]
FITS = np.array([sum(1 << figure for figure in fitted) for fitted in _FITTED], np.int32)
"""By handful: the figures it makes at a first throw, bit by figure. None for less than five dice."""
FITTING = np.array([squares_bearing(fitted) for fitted in _FITTED], np.int64)
"""By handful: the squares of these figures."""
FOUR_ALIKE = np.array([len(handful) == 4 and len(set(handful)) == 1 for handful in HANDFULS])
"""By handful: is it four dice alike?"""
