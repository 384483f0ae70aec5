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
def opening_throws(best: int, look: int, players: int, dice: int, faces: int) -> tuple[Throw, ...]:
    """What all seats threw for who begins, by seat: any throws of which that seat's has the highest sum.

    For rules that only draw who begins: the dice are made up afterwards, all such throws as likely as at a table.

    >>> opening_throws(1, look=7, players=2, dice=3, faces=3)
    ((3, 1, 2), (3, 1, 3))
    """
    chance = Random(look)
    while True:
        thrown = tuple(tuple(chance.randint(1, faces) for _ in range(dice)) for _ in range(players))
        if all(sum(thrown[best]) > sum(throw) for seat, throw in enumerate(thrown) if seat != best):
            return thrown
