"""Throws of dice as multisets: what fell, without the order in which it fell."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from random import Random

Throw = tuple[int, ...]
"""The values of some dice, ascending."""


def throws(dice: int, faces: int) -> tuple[Throw, ...]:
    """All throws of so many dice, in the order of their texts.

    >>> throws(2, 3)
    ((1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3))
    """
    return tuple(combinations_with_replacement(range(1, faces + 1), dice))


def ways(throw: Sequence[int]) -> int:
    """In how many orders the dice can fall so.

    >>> ways((2, 2, 3))
    3
    """
    return factorial(len(throw)) // prod(factorial(count) for count in Counter(throw).values())


def throw_text(throw: Sequence[int]) -> str:
    """The digits, ascending.

    >>> throw_text((3, 2, 2))
    '223'
    """
    return "".join(map(str, sorted(throw)))


@lru_cache(maxsize=1024)
def opening_throws(starter: int, left: tuple[bool, ...], look: int, dice: int = 1, faces: int = 6) -> tuple[Throw, ...]:
    """What the seats threw for who begins, in any order: drawn until the starter's throw is higher than all others.

    The rules only draw who begins, so the dice are made up afterwards, each set of throws as likely as at a table.

    >>> opening_throws(1, (False, False, True), look=7)
    ((4,), (6,), ())
    """
    random = Random(look)
    while True:
        thrown = tuple(() if gone else tuple(random.randint(1, faces) for _ in range(dice)) for gone in left)
        sums = [sum(throw) for throw in thrown]
        if sums.count(max(sums)) == 1 and sums[starter] == max(sums):
            return thrown
