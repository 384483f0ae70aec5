"""The Mersenne Twister of Python's `random.Random`, compiled: the same seed gives the same numbers.

A twister is an array of 624 words followed by the place of the next one. Words are held in 64 bits, where nothing
overflows.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from tablee.engine.compile_cache import compiled

WORDS, _MIDDLE = 624, 397
_ALL = 0xFFFF_FFFF
_TOP, _REST = 0x8000_0000, 0x7FFF_FFFF


def _unkeyed() -> npt.NDArray[np.int64]:
    """The words that every seed is mixed into."""
    words = [19650218]
    for place in range(1, WORDS):
        words.append((1812433253 * (words[-1] ^ (words[-1] >> 30)) + place) & _ALL)
    return np.array(words, np.int64)


_UNKEYED = _unkeyed()


def key_of(seed: int) -> npt.NDArray[np.int64]:
    """A seed of any length as its words of 32 bits, the lowest first; its sign does not matter.

    >>> key_of(-(2**32 + 5)).tolist()
    [5, 1]
    """
    size = max(1, (abs(seed).bit_length() + 31) // 32)
    return np.array([abs(seed) >> (32 * place) & _ALL for place in range(size)], np.int64)


@compiled
def seeded(seed: int) -> Any:
    """A twister for a seed from 0 to 2⁶³ - 1."""
    key = np.empty(2, np.int64)
    key[0], key[1] = seed & _ALL, seed >> 32
    return keyed(key[: 2 if key[1] else 1])


@compiled
def keyed(key: Any) -> Any:
    """A twister for the words of a seed."""
    twister = np.empty(WORDS + 1, np.int64)
    twister[:WORDS] = _UNKEYED
    place, word = 1, 0
    for _ in range(max(WORDS, len(key))):
        twister[place] = ((twister[place] ^ _before(twister, place) * 1664525) + key[word] + word) & _ALL
        place, word = _after(twister, place), word + 1
        if word == len(key):
            word = 0
    for _ in range(WORDS - 1):
        twister[place] = ((twister[place] ^ _before(twister, place) * 1566083941) - place) & _ALL
        place = _after(twister, place)
    twister[0], twister[WORDS] = _TOP, WORDS
    return twister


@compiled
def _before(twister: Any, place: int) -> int:
    word = twister[place - 1]
    return word ^ (word >> 30)  # type: ignore[no-any-return]


@compiled
def _after(twister: Any, place: int) -> int:
    if place + 1 < WORDS:
        return place + 1
    twister[0] = twister[WORDS - 1]
    return 1


@compiled
def _twist(twister: Any) -> None:
    for place in range(WORDS):
        following = place + 1 if place + 1 < WORDS else 0
        partner = place + _MIDDLE if place + _MIDDLE < WORDS else place + _MIDDLE - WORDS
        word = (twister[place] & _TOP) | (twister[following] & _REST)
        twister[place] = twister[partner] ^ (word >> 1) ^ (0x9908B0DF if word & 1 else 0)
    twister[WORDS] = 0


@compiled
def _word(twister: Any) -> int:
    """The next 32 bits."""
    if twister[WORDS] >= WORDS:
        _twist(twister)
    word = twister[twister[WORDS]]
    twister[WORDS] += 1
    word ^= word >> 11
    word ^= (word << 7) & 0x9D2C5680
    word ^= (word << 15) & 0xEFC60000
    return word ^ (word >> 18)  # type: ignore[no-any-return]


@compiled
def uniform(twister: Any) -> float:
    """As `random()`: a number from 0 to 1."""
    high, low = _word(twister) >> 5, _word(twister) >> 6
    return (high * 67108864.0 + low) * (1.0 / 9007199254740992.0)


@compiled
def randrange(twister: Any, bound: int) -> int:
    """As `randrange(bound)`, up to 2³²; also the index that `choice` draws from so many."""
    bits = 0
    while bound >> bits:
        bits += 1
    number = _word(twister) >> (32 - bits)
    while number >= bound:
        number = _word(twister) >> (32 - bits)
    return number


@compiled
def shuffle(twister: Any, row: Any, count: int) -> None:
    """Shuffle the first `count` of a row in place, as `shuffle` does."""
    for place in range(count - 1, 0, -1):
        other = randrange(twister, place + 1)
        row[place], row[other] = row[other], row[place]


@compiled
def sample_all(twister: Any, row: Any, count: int) -> None:
    """Put the first `count` of a row into the order of `sample(row, count)`; for a few dozens at most."""
    drawn = np.empty(count, np.int64)
    for place in range(count):
        other = randrange(twister, count - place)
        drawn[place] = row[other]
        row[other] = row[count - place - 1]
    for place in range(count):
        row[place] = drawn[place]
