"""What single decisions show, beside who won: how long bots think, and whether what they expect comes true."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from tablee.arena.estimates import Estimate, ratio

BINS = 10
"""So many equal stretches from 0 to 1."""
SURE = 1e-3
"""What is said with more certainty than this counts as said with this when a slope is looked for."""
_ROUNDS = 50


class Pace(msgspec.Struct, frozen=True):
    """Seconds that decisions took: half of them less than the median, 99 of 100 less than `slow`, none more."""

    decisions: int
    median: float
    slow: float
    longest: float


class Saying(NamedTuple):
    """What a bot expected for itself in one decision of a deal, and which part of the win it had in the end."""

    deal: int
    expected: float
    came: float


class Bin(msgspec.Struct, frozen=True):
    """Decisions of which about the same was expected: how much on the whole, and how much came true."""

    low: float
    high: float
    decisions: int
    said: float
    came: Estimate


class Calibration(msgspec.Struct, frozen=True):
    """What bots expect beside what comes.

    `gap` is how far both lie apart, as a mean over decisions. `slope` is what the logarithm of the odds must be
    multiplied by, even odds being the middle, to foretell best what comes: above 1 bots were too careful, below too
    sure.
    """

    decisions: int
    gap: float
    slope: float
    bins: list[Bin]


def pace(seconds: Sequence[float]) -> Pace | None:
    """How long decisions took, if there were any.

    >>> pace([0.1, 0.3, 0.2])
    Pace(decisions=3, median=0.2, slow=0.298, longest=0.3)
    """
    if not seconds:
        return None
    median, slow = np.quantile(np.array(seconds), [0.5, 0.99]).tolist()
    return Pace(len(seconds), median, slow, max(seconds))


def calibration(sayings: Sequence[Saying], even: float) -> Calibration | None:
    """What was expected beside what came, if anything was; `even` is the part of each if all are equally good."""
    if not sayings:
        return None
    by_bin: dict[int, list[Saying]] = defaultdict(list)
    for saying in sayings:
        by_bin[min(int(saying.expected * BINS), BINS - 1)].append(saying)
    bins = [_bin(number, by_bin[number]) for number in sorted(by_bin)]
    gap = sum(each.decisions * abs(each.said - each.came.value) for each in bins) / len(sayings)
    return Calibration(len(sayings), gap, slope(sayings, even), bins)


def _bin(number: int, sayings: Sequence[Saying]) -> Bin:
    deals: dict[int, list[float]] = defaultdict(list)
    for saying in sayings:
        deals[saying.deal].append(saying.came)
    said = sum(saying.expected for saying in sayings) / len(sayings)
    came = ratio([sum(parts) for parts in deals.values()], [len(parts) for parts in deals.values()])
    return Bin(number / BINS, (number + 1) / BINS, len(sayings), said, came)


def slope(sayings: Iterable[Saying], even: float) -> float:
    """The most likely factor of the odds' logarithms, even odds being the middle, by Newton's method.

    What is certain says nothing about it: it was worked out, and is left as it is.

    >>> careful = [Saying(deal, 0.6, float(deal % 10 < 8)) for deal in range(100)]
    >>> round(slope(careful, 0.5), 2)  # 80 % come true: odds of 4 instead of 1.5
    3.42
    """
    open_ones = [saying for saying in sayings if SURE < saying.expected < 1 - SURE]
    middle = math.log(even / (1 - even))
    odds = np.array([math.log(saying.expected / (1 - saying.expected)) - middle for saying in open_ones])
    came = np.array([saying.came for saying in open_ones])
    factor = 1.0
    for _ in range(_ROUNDS):
        chances = 1 / (1 + np.exp(-(factor * odds + middle)))
        bend = float((chances * (1 - chances) * odds**2).sum())
        if bend < 1e-9:
            break
        step = float(((came - chances) * odds).sum()) / bend
        factor += min(max(step, -1.0), 1.0)
        if abs(step) < 1e-6:
            break
    return factor
