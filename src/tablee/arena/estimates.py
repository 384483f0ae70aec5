"""Win rates and ratings with their 95 % intervals.

The games of one deal share their dice and tiles, so they are not independent: every interval counts deals.
"""

import math
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

Z = 1.959963984540054  # the normal distribution has 95 % between −Z and Z
ELO = 400 / math.log(10)  # points of rating for a factor e in strength: 400 points are odds of ten to one
_ROUNDS = 10_000


class Estimate(msgspec.Struct, frozen=True):
    """An estimate and its 95 % confidence interval."""

    value: float
    low: float
    high: float


def share(deals: Sequence[float], imagined: float = 1.0) -> Estimate:
    """The mean of shares, one a deal, with its interval by Student's t.

    The interval includes two imagined deals, one won and one lost, as Agresti and Coull do with games: otherwise it
    would have no width after three wins in three deals. Each counts `imagined` times as much as a played one.

    >>> estimate = share([1.0, 0.5, 0.5, 1.0])
    >>> estimate.value, round(estimate.low, 2), estimate.high
    (0.75, 0.24, 1.0)
    """
    count = len(deals) + 2
    weight = len(deals) + 2 * imagined
    mean = (sum(deals) + imagined) / weight
    squares = sum((deal - mean) ** 2 for deal in deals) + imagined**2 * ((1 - mean) ** 2 + mean**2)
    reach = student(count - 1) * math.sqrt(squares * count / (count - 1)) / weight
    return Estimate(sum(deals) / len(deals), max(0.0, mean - reach), min(1.0, mean + reach))


def ratio(won: Sequence[float], counts: Sequence[int]) -> Estimate:
    """The share won where deals have different counts, with its interval over deals.

    As above, one won and one lost deal are included, each with the mean count.

    >>> estimate = ratio([3.0, 0.0, 1.0], [4, 2, 2])
    >>> estimate.value, estimate.low, round(estimate.high, 2)
    (0.5, 0.0, 1.0)
    """
    usual = sum(counts) / len(counts)
    all_won, all_counts = [*won, usual, 0.0], [*counts, usual, usual]
    total, deals = sum(all_counts), len(all_counts)
    mean = sum(all_won) / total
    squares = sum((part - mean * count) ** 2 for part, count in zip(all_won, all_counts, strict=True))
    reach = student(deals - 1) * math.sqrt(squares * deals / (deals - 1)) / total
    return Estimate(sum(won) / sum(counts), max(0.0, mean - reach), min(1.0, mean + reach))


def student(freedom: int) -> float:
    """Student's t has 95 % between minus this and this; by Cornish and Fisher's series, within 1 % from 2 degrees on.

    >>> round(student(10), 2), round(student(100), 2)
    (2.23, 1.98)
    """
    z2 = Z * Z
    terms = (
        1.0,
        (z2 + 1) / 4,
        ((5 * z2 + 16) * z2 + 3) / 96,
        (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384,
        ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / 92160,
    )
    return Z * sum(term / float(freedom) ** power for power, term in enumerate(terms))


class DealScore(msgspec.Struct, frozen=True):
    """The result of one set of bots in one deal: by bot, the sum of its shares over the games."""

    deal: int
    bots: tuple[int, ...]
    won: tuple[float, ...]

    @property
    def games(self) -> float:
        """The number of games."""
        return sum(self.won)


def ratings(scores: Sequence[DealScore], bots: int, anchor: int) -> list[Estimate]:
    """Elo ratings by the model of Bradley, Terry and Luce, the anchor's being 0.

    In this model each player wins in proportion to its strength. One game won by each is added to those of every set:
    without them, a bot that won all games would be infinitely strong. The intervals come from the sandwich estimator:
    the curvature of the likelihood and the scatter over deals.
    """
    everything = [*scores, *_imagined(scores)]
    strengths = _fit(everything, bots)
    freedom = len({score.deal for score in scores}) + 1
    errors = student(freedom) * _standard_errors(everything, strengths, anchor)
    values = np.log(strengths / strengths[anchor])
    return [
        Estimate(ELO * value, ELO * (value - error), ELO * (value + error))
        for value, error in zip(values.tolist(), errors.tolist(), strict=True)
    ]


def _standard_errors(scores: Sequence[DealScore], strengths: Any, anchor: int) -> Any:
    """Standard errors of log strengths; the anchor's is 0."""
    bots = len(strengths)
    curvature = np.zeros((bots, bots))
    pulls: dict[int, Any] = {}
    for score in scores:
        seated = list(score.bots)
        expected = strengths[seated] / strengths[seated].sum()
        curvature[np.ix_(seated, seated)] += score.games * (np.diag(expected) - np.outer(expected, expected))
        pull = pulls.setdefault(score.deal, np.zeros(bots))
        pull[seated] += np.array(score.won) - score.games * expected
    scatter = np.sum([np.outer(pull, pull) for pull in pulls.values()], axis=0)
    others = np.arange(bots) != anchor  # with the anchor's, the curvature could not be inverted
    bread = np.linalg.inv(curvature[np.ix_(others, others)])
    errors = np.zeros(bots)
    errors[others] = np.sqrt(np.diag(bread @ scatter[np.ix_(others, others)] @ bread))
    return errors


def _imagined(scores: Sequence[DealScore]) -> list[DealScore]:
    """For every set of bots one game won by each, under deal numbers that no deal has."""
    found: list[DealScore] = []
    for bots in sorted({score.bots for score in scores}):
        for place in range(len(bots)):
            won = tuple(float(place == other) for other in range(len(bots)))
            found.append(DealScore(-1 - len(found), bots, won))
    return found


def _fit(scores: Sequence[DealScore], bots: int) -> Any:
    """The most likely strengths, by Hunter's minorisation algorithm."""
    wins = np.zeros(bots)
    games: dict[tuple[int, ...], float] = {}
    for score in scores:
        wins[list(score.bots)] += score.won
        games[score.bots] = games.get(score.bots, 0.0) + score.games
    strengths = np.ones(bots)
    for _ in range(_ROUNDS):
        weight = np.zeros(bots)
        for seated, count in games.items():
            weight[list(seated)] += count / strengths[list(seated)].sum()
        better = wins / weight
        better /= np.exp(np.log(better).mean())
        done = np.abs(np.log(better / strengths)).max() < 1e-9
        strengths = better
        if done:
            break
    return strengths
