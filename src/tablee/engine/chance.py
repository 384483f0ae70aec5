"""Randomness: a fast generator for compiled play, and draws that can be checked for play that counts."""

import hashlib
import hmac
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from tablee.kernel.cache import compiled

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_A = np.uint64(0xBF58476D1CE4E5B9)
_MIX_B = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)

Random = npt.NDArray[np.uint64]
"""The generator's whole state: an array of one number, changed in place."""


def new_random(seed: int) -> Random:
    """A generator for compiled code (splitmix64)."""
    return np.array([seed & 0xFFFF_FFFF_FFFF_FFFF], dtype=np.uint64)


@compiled
def _bits(random: Any) -> Any:
    """The next 64 bits."""
    random[0] += _GOLDEN
    mixed = random[0]
    mixed = (mixed ^ (mixed >> _30)) * _MIX_A
    mixed = (mixed ^ (mixed >> _27)) * _MIX_B
    return mixed ^ (mixed >> _31)


if numba.config.DISABLE_JIT:  # the interpreter would warn of numbers that wrap round, as they are meant to
    _bits = np.errstate(over="ignore")(_bits)


@compiled
def below(random: Any, bound: int) -> int:
    """A number from 0 to `bound` - 1. Its bias, under `bound` / 2³², is nothing to a playout."""
    return np.int64(((_bits(random) >> _32) * np.uint64(bound)) >> _32)  # type: ignore[return-value]


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
    """An index in exact proportion to the weights, fixed by `key` and `context`: anyone who has both can check it.

    HMAC-SHA256 of the context and a counter gives 64-bit numbers; those that would favour an index are rejected.

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
