"""Handfuls: multisets of up to so many dice, numbered once, and tables of what may be kept of them and how they fall.

Compiled rules of a game in which some dice are kept and the others thrown again look things up here by number: fewer
dice come first, so number 0 is the empty handful, and the last ones are whole throws. A table of lists is flat: those
of handful `n` go from `starts[n]` to `starts[n + 1]`.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from tablee.games.dice.throws import Throw, throws, ways

Numbers = npt.NDArray[np.int32]


def handfuls(dice: int, faces: int) -> tuple[Throw, ...]:
    """All handfuls by number, their values ascending.

    >>> handfuls(2, 2)
    ((), (1,), (2,), (1, 1), (1, 2), (2, 2))
    """
    return tuple(handful for count in range(dice + 1) for handful in throws(count, faces))


def with_die(known: Sequence[Throw], faces: int) -> Numbers:
    """By handful that is no whole throw and by value of a die: the handful with that die added.

    >>> with_die(handfuls(2, 2), 2).tolist()
    [[1, 2], [3, 4], [4, 5]]
    """
    values, dice = range(1, faces + 1), len(known[-1])
    numbers = _numbers(known)
    partial = [handful for handful in known if len(handful) < dice]
    return np.array([[numbers[_sorted(*handful, value)] for value in values] for handful in partial], np.int32)


def keeps_of(known: Sequence[Throw]) -> tuple[Numbers, Numbers]:
    """For each whole throw the handfuls that may be kept of it, all dice but for one at most; starts, and numbers.

    >>> starts, keeps = keeps_of(handfuls(2, 2))
    >>> keeps[starts[4] : starts[5]].tolist()
    [0, 1, 2]
    """
    numbers, dice = _numbers(known), len(known[-1])
    lists = [
        sorted({numbers[kept] for count in range(dice) for kept in combinations(handful, count)})
        if len(handful) == dice
        else []
        for handful in known
    ]
    return _starts(lists), _flat(lists)


def falls_of(known: Sequence[Throw], faces: int) -> tuple[Numbers, Numbers, Numbers]:
    """For each handful that may be kept the throws it can lead to; starts, numbers, and in how many ways they fall so.

    >>> starts, falls, ways = falls_of(handfuls(2, 2), 2)
    >>> falls[starts[0] : starts[1]].tolist(), ways[starts[0] : starts[1]].tolist()
    ([3, 4, 5], [1, 2, 1])
    """
    numbers, dice = _numbers(known), len(known[-1])
    lists = [
        sorted((numbers[_sorted(*kept, *others)], ways(others)) for others in throws(dice - len(kept), faces))
        if len(kept) < dice
        else []
        for kept in known
    ]
    falls = ([number for number, _ in entries] for entries in lists)
    return _starts(lists), _flat(falls), _flat([count for _, count in entries] for entries in lists)


def _numbers(known: Sequence[Throw]) -> dict[Throw, int]:
    return {handful: number for number, handful in enumerate(known)}


def _sorted(*values: int) -> Throw:
    return tuple(sorted(values))


def _starts(lists: Sequence[Sequence[object]]) -> Numbers:
    return np.cumsum([0, *map(len, lists)]).astype(np.int32)


def _flat(lists: Iterable[Iterable[int]]) -> Numbers:
    return np.array([entry for entries in lists for entry in entries], np.int32)
