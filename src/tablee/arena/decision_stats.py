"""Statistics of single decisions: how long bots think, and whether their expectations are calibrated."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from tablee.arena.estimates import Estimate, ratio

BINS = 10  # bins of expected win rates from 0 to 1
SURE = 1e-3  # predictions closer than this to 0 or 1 do not count for the slope
_ROUNDS = 50
_FLAT = 1e-9  # with less curvature than this, any factor is as good
Floats = npt.NDArray[np.float64]


class Pace(msgspec.Struct, frozen=True):
    """Seconds per decision: median, 99 % quantile (`slow`) and longest."""

    decisions: int
    median: float
    slow: float
    longest: float


class Prediction(NamedTuple):
    """The share of the win that a bot expected in one decision of a deal, and the share that it got."""

    deal: int
    expected: float
    came: float


class Bin(msgspec.Struct, frozen=True):
    """Decisions with about the same expectation: its mean, and the share of the win that came."""

    low: float
    high: float
    decisions: int
    said: float
    came: Estimate


class Calibration(msgspec.Struct, frozen=True):
    """Expected win rates compared with the results.

    `gap` is the mean distance between both. `slope` is the factor of the log-odds, relative to even odds, that would
    have predicted the results best: above 1 the bot was too cautious, below 1 too confident. `doubt` is its standard
    error over deals, if any prediction was uncertain.
    """

    decisions: int
    gap: float
    slope: float
    doubt: float | None
    bins: list[Bin]


def pace(seconds: Sequence[float]) -> Pace | None:
    """The time per decision; None without decisions.

    >>> pace([0.1, 0.3, 0.2])
    Pace(decisions=3, median=0.2, slow=0.298, longest=0.3)
    """
    if not seconds:
        return None
    median, slow = np.quantile(np.array(seconds), [0.5, 0.99]).tolist()
    return Pace(len(seconds), median, slow, max(seconds))


def calibration(predictions: Sequence[Prediction], even: float) -> Calibration | None:
    """The calibration of predictions; None without any. `even` is the share of each seat if all are equally good."""
    if not predictions:
        return None
    by_bin: dict[int, list[Prediction]] = defaultdict(list)
    for prediction in predictions:
        by_bin[min(int(prediction.expected * BINS), BINS - 1)].append(prediction)
    bins = [_bin(number, by_bin[number]) for number in sorted(by_bin)]
    gap = sum(each.decisions * abs(each.said - each.came.value) for each in bins) / len(predictions)
    factor = slope(predictions, even)
    return Calibration(len(predictions), gap, factor, doubt(predictions, even, factor), bins)


def _bin(number: int, predictions: Sequence[Prediction]) -> Bin:
    deals: dict[int, list[float]] = defaultdict(list)
    for prediction in predictions:
        deals[prediction.deal].append(prediction.came)
    said = sum(prediction.expected for prediction in predictions) / len(predictions)
    came = ratio([sum(parts) for parts in deals.values()], [len(parts) for parts in deals.values()])
    return Bin(number / BINS, (number + 1) / BINS, len(predictions), said, came)


def slope(predictions: Iterable[Prediction], even: float) -> float:
    """The most likely factor of the log-odds, relative to even odds, by Newton's method.

    Certain predictions come from solved endgames and do not count.

    >>> careful = [Prediction(deal, 0.6, float(deal % 10 < 8)) for deal in range(100)]
    >>> round(slope(careful, 0.5), 2)  # 80 % come true: odds of 4 instead of 1.5
    3.42
    """
    said = _uncertain(predictions, even)
    factor = 1.0
    for _ in range(_ROUNDS):
        pulls, bend = _gradient(said, factor)
        if bend < _FLAT:
            break
        step = float(pulls.sum()) / bend
        factor += min(max(step, -1.0), 1.0)
        if abs(step) < 1e-6:
            break
    return factor


def doubt(predictions: Iterable[Prediction], even: float, factor: float) -> float | None:
    """The standard error of that factor. Decisions of one deal share their result: together they are one observation.

    >>> careful = [Prediction(deal, 0.6, float(deal % 10 < 8)) for deal in range(100)]
    >>> often = [one for one in careful for _ in range(20)]
    >>> round(doubt(careful, 0.5, 3.42), 2), round(doubt(often, 0.5, 3.42), 2)
    (0.62, 0.62)
    """
    said = _uncertain(predictions, even)
    pulls, bend = _gradient(said, factor)
    by_deal: dict[int, float] = defaultdict(float)
    for deal, pull in zip(said.deals, pulls.tolist(), strict=True):
        by_deal[deal] += pull
    return math.sqrt(sum(pull**2 for pull in by_deal.values())) / bend if bend >= _FLAT else None


class _Uncertain(NamedTuple):
    """Uncertain predictions as log-odds relative to even odds, and their results."""

    deals: list[int]
    odds: Floats
    came: Floats
    middle: float


def _uncertain(predictions: Iterable[Prediction], even: float) -> _Uncertain:
    open_ones = [prediction for prediction in predictions if SURE < prediction.expected < 1 - SURE]
    middle = math.log(even / (1 - even))
    odds = [math.log(prediction.expected / (1 - prediction.expected)) - middle for prediction in open_ones]
    came = [prediction.came for prediction in open_ones]
    return _Uncertain([prediction.deal for prediction in open_ones], np.array(odds), np.array(came), middle)


def _gradient(said: _Uncertain, factor: float) -> tuple[Floats, float]:
    """The gradient of the log-likelihood by prediction, and its curvature."""
    chances = 1 / (1 + np.exp(-(factor * said.odds + said.middle)))
    return (said.came - chances) * said.odds, float((chances * (1 - chances) * said.odds**2).sum())
