"""Throws of dice as multisets: what fell, without the order in which it fell."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import factorial, prod

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
