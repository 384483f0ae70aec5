"""Throws of dice as multisets, and numbered tables of them for compiled rules."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from random import Random

import numpy as np
import numpy.typing as npt

Throw = tuple[int, ...]  # the values of some dice, ascending


def throws(dice: int, faces: int) -> tuple[Throw, ...]:
    """All throws of so many dice, in the order of their texts.

    >>> throws(2, 3)
    ((1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3))
    """
    return tuple(combinations_with_replacement(range(1, faces + 1), dice))


def ways(throw: Sequence[int]) -> int:
    """The number of orders in which the dice can fall so.

    >>> ways((2, 2, 3))
    3
    """
    return factorial(len(throw)) // prod(factorial(count) for count in Counter(throw).values())


def throw_text(throw: Sequence[int]) -> str:
    """The text of a throw: its digits, ascending.

    >>> throw_text((3, 2, 2))
    '223'
    """
    return "".join(map(str, sorted(throw)))


@lru_cache(maxsize=1024)
def opening_throws(starter: int, left: tuple[bool, ...], look: int, dice: int = 1, faces: int = 6) -> tuple[Throw, ...]:
    """The throws that decided who begins, one for each seat: drawn until the starter's is higher than all others.

    The rules only draw who begins; these dice are invented for the picture, each set as likely as at a real table.

    >>> opening_throws(1, (False, False, True), look=7)
    ((4,), (6,), ())
    """
    random = Random(look)
    while True:
        thrown = tuple(() if gone else tuple(random.randint(1, faces) for _ in range(dice)) for gone in left)
        sums = [sum(throw) for throw in thrown]
        if sums.count(max(sums)) == 1 and sums[starter] == max(sums):
            return thrown


# ---- handfuls ----------------------------------------------------------------------------------------------
# Multisets of up to so many dice, numbered: fewer dice first, so number 0 is the empty handful, and the last ones are
# whole throws. Tables of lists are flat: the list of handful `n` goes from `starts[n]` to `starts[n + 1]`.


Numbers = npt.NDArray[np.int32]


def handfuls(dice: int, faces: int) -> tuple[Throw, ...]:
    """All handfuls by number, values ascending.

    >>> handfuls(2, 2)
    ((), (1,), (2,), (1, 1), (1, 2), (2, 2))
    """
    return tuple(handful for count in range(dice + 1) for handful in throws(count, faces))


def with_die(known: Sequence[Throw], faces: int) -> Numbers:
    """The handful with a die added, by partial handful and value of the die.

    >>> with_die(handfuls(2, 2), 2).tolist()
    [[1, 2], [3, 4], [4, 5]]
    """
    values, dice = range(1, faces + 1), len(known[-1])
    numbers = _numbers(known)
    partial = [handful for handful in known if len(handful) < dice]
    return np.array([[numbers[_sorted(*handful, value)] for value in values] for handful in partial], np.int32)


def keeps_of(known: Sequence[Throw]) -> tuple[Numbers, Numbers]:
    """The handfuls that may be kept of each whole throw, all but at least one die: starts and numbers.

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
    """The throws that each kept handful can lead to: starts, numbers, and their numbers of ways.

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
