"""Randomness: a fast generator for compiled play, verifiable draws for rated play, and the lots of a deal.

A deal can be played more than once: its set-up is fixed, and each seat draws from a row of lots of its own, so that
what the others do does not shift it.
"""

import hashlib
import hmac
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from tablee.engine.compile_cache import compiled

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_A = np.uint64(0xBF58476D1CE4E5B9)
_MIX_B = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)

Random = npt.NDArray[np.uint64]
"""A generator: an array of one number, which each draw changes."""


def new_random(seed: int, draws: int = 0) -> Random:
    """A generator for compiled code (splitmix64), as it is after so many draws."""
    return np.array([seed + draws * int(_GOLDEN) & 0xFFFF_FFFF_FFFF_FFFF], dtype=np.uint64)


@compiled
def _bits(random: Any) -> Any:
    """The next 64 bits."""
    random[0] += _GOLDEN
    mixed = random[0]
    mixed = (mixed ^ (mixed >> _30)) * _MIX_A
    mixed = (mixed ^ (mixed >> _27)) * _MIX_B
    return mixed ^ (mixed >> _31)


if numba.config.DISABLE_JIT:  # NumPy would warn of the intended overflow
    _bits = np.errstate(over="ignore")(_bits)


@compiled
def below(random: Any, bound: int) -> int:
    """A number from 0 to `bound` - 1. Its bias, under `bound` / 2³², does not matter in a playout."""
    return np.int64(((_bits(random) >> _32) * np.uint64(bound)) >> _32)  # type: ignore[return-value]


@compiled
def fraction(random: Any) -> float:
    """A number from 0 to 1, without 1."""
    return float(_bits(random) >> np.uint64(11)) / 9007199254740992.0


@compiled
def following_seed(random: Any) -> int:
    """A seed of 63 bits."""
    return np.int64(_bits(random) >> np.uint64(1))  # type: ignore[return-value]


@compiled
def weighted(random: Any, weights: Any, count: int) -> int:
    """An index below `count`, in proportion to the integer weights."""
    total = 0
    for index in range(count):
        total += weights[index]
    rest = below(random, total)
    for index in range(count):
        rest -= weights[index]
        if rest < 0:
            return index
    return count - 1


def draw(key: bytes, context: bytes, weights: Sequence[int]) -> int:
    """An index in exact proportion to the weights, fixed by `key` and `context`: anyone who has both can verify it.

    HMAC-SHA256 of the context and a counter gives 64-bit numbers; numbers that would favour an index are rejected.

    >>> draw(b"a key", b"the third throw", [1, 1, 4])
    2
    """
    total = sum(weights)
    if total <= 0:
        raise ValueError("weights must be positive")
    fair = (1 << 64) - (1 << 64) % total
    counter = 0
    while True:
        block = hmac.digest(key, context + counter.to_bytes(4, "big"), hashlib.sha256)
        number = int.from_bytes(block[:8], "big")
        if number < fair:
            break
        counter += 1
    return next(index for index, reached in enumerate(accumulate(weights)) if number % total < reached)


# ---- deals ------------------------------------------------------------------------------------------------

Lot = Callable[[str], int]
"""A function from a text to a number below 2⁶⁴."""


def lot(text: str) -> int:
    """A number below 2⁶⁴, the SHA-256 of a text: anybody can compute it."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def drawn(number: int, weights: Sequence[int]) -> int:
    """The index that a lot below 2⁶⁴ selects, in proportion to the weights.

    The lot is a point on the line of all weights, so that it selects much the same if the weights differ a little:
    where one game of a deal gives a good tile, another with fewer tiles left gives a good one, too.

    >>> drawn(3 << 62, [1, 1, 2]), drawn(3 << 62, [1, 1, 1])
    (2, 2)
    """
    point = number * sum(weights) >> 64
    return next(index for index, reached in enumerate(accumulate(weights)) if point < reached)


class Lots:
    """Everything random in one deal, the seeds of the bots included.

    >>> lots = Lots(lambda text: lot(f"a deal {text}"))
    >>> lots.outcome(seat=0, place=3, weights=[1, 1, 4]) == lots.outcome(0, 3, [1, 1, 4])
    True
    """

    def __init__(self, lot: Lot) -> None:
        self._lot = lot

    def set_up(self, bits: int = 63) -> int:
        """The seed of the set-up."""
        return self._lot("set-up") >> 64 - bits

    def outcome(self, seat: int, place: int, weights: Sequence[int]) -> int:
        """The index of what a seat draws after `place` earlier draws."""
        return drawn(self._lot(f"seat {seat} draw {place}"), weights)

    def thought(self, who: str, place: int) -> int:
        """The seed for a bot's decision."""
        return self._lot(f"{who} decision {place}") >> 33
