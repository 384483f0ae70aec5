"""What single decisions show, beside who won: how long bots think, and whether what they expect comes true."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from tablee.arena.estimates import Estimate, ratio

BINS = 10
"""So many equal stretches from 0 to 1."""
SURE = 1e-3
"""What is said with more certainty than this counts as said with this when a slope is looked for."""
_ROUNDS = 50
_FLAT = 1e-9
"""Where nothing bends more than this, any factor is as good."""
Floats = npt.NDArray[np.float64]


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
    sure; `doubt` is its standard error over deals, if anything was said with some.
    """

    decisions: int
    gap: float
    slope: float
    doubt: float | None
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
    factor = slope(sayings, even)
    return Calibration(len(sayings), gap, factor, doubt(sayings, even, factor), bins)


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
    said = _open_ones(sayings, even)
    factor = 1.0
    for _ in range(_ROUNDS):
        pulls, bend = _pulls(said, factor)
        if bend < _FLAT:
            break
        step = float(pulls.sum()) / bend
        factor += min(max(step, -1.0), 1.0)
        if abs(step) < 1e-6:
            break
    return factor


def doubt(sayings: Iterable[Saying], even: float, factor: float) -> float | None:
    """The standard error of that factor. Decisions of one deal share their end: all of them are one witness.

    >>> careful = [Saying(deal, 0.6, float(deal % 10 < 8)) for deal in range(100)]
    >>> often = [saying for saying in careful for _ in range(20)]
    >>> round(doubt(careful, 0.5, 3.42), 2), round(doubt(often, 0.5, 3.42), 2)
    (0.62, 0.62)
    """
    said = _open_ones(sayings, even)
    pulls, bend = _pulls(said, factor)
    by_deal: dict[int, float] = defaultdict(float)
    for deal, pull in zip(said.deals, pulls.tolist(), strict=True):
        by_deal[deal] += pull
    return math.sqrt(sum(pull**2 for pull in by_deal.values())) / bend if bend >= _FLAT else None


class _Said(NamedTuple):
    """What was said with some doubt, as logarithms of odds above the middle, and what came of it."""

    deals: list[int]
    odds: Floats
    came: Floats
    middle: float


def _open_ones(sayings: Iterable[Saying], even: float) -> _Said:
    open_ones = [saying for saying in sayings if SURE < saying.expected < 1 - SURE]
    middle = math.log(even / (1 - even))
    odds = [math.log(saying.expected / (1 - saying.expected)) - middle for saying in open_ones]
    came = [saying.came for saying in open_ones]
    return _Said([saying.deal for saying in open_ones], np.array(odds), np.array(came), middle)


def _pulls(said: _Said, factor: float) -> tuple[Floats, float]:
    """How strongly each saying would have another factor, and how fast that wears off as it changes."""
    chances = 1 / (1 + np.exp(-(factor * said.odds + said.middle)))
    return (said.came - chances) * said.odds, float((chances * (1 - chances) * said.odds**2).sum())
