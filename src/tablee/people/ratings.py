"""How well somebody plays a game at a pace, as far as games that count can tell: docs/ratings.md says what was decided.

Plackett–Luce after Weng and Lin, "A Bayesian approximation method for online ranking" (2011), algorithm 4, for seats
that are each on their own. Ratings are whole millionths, so that the same games come to the same everywhere.
"""

from collections.abc import Mapping, Sequence
from math import exp, sqrt
from typing import NamedTuple

MILLION = 1_000_000
BETA = 25 / 6
"""How much a game is decided by what is not strength."""
TAU = 25 / 300
"""By how much one may have changed since the game before."""
LEAST = 0.0001
"""What is left of the doubt, at the least, after a game."""
POINTS = 30
"""On a page, for one of the scale: then a lead of 100 points means what it does in chess, 64 of 100 games."""
MIDDLE = 1500
SURE = 150
"""Points of doubt up to which a rating is shown."""
SITTING, DAYS = "sitting", "days"
"""The two paces that are rated apart."""
MOST_TOGETHER = 5
"""Games of the same two people within a day that count; who plays more may play for its own sake."""
A_DAY = 86_400_000
OFTEN, SEVERAL_SEATS, ALONE, UNKNOWN = "often", "seats", "alone", "unknown"
"""Why a game does not count: the same two have played often today; somebody has several seats; nobody is there whose
rating it could change; or it is not known who played, or how it ended."""


class Rating(NamedTuple):
    """What somebody's strength may be, and how far it may be from that, in millionths."""

    mu: int = 25 * MILLION
    sigma: int = 25 * MILLION // 3

    @property
    def points(self) -> int:
        """As pages show it."""
        return MIDDLE + round((self.mu / MILLION - 25) * POINTS)

    @property
    def doubt(self) -> int:
        """Points by which it may well be off, up or down."""
        return round(self.sigma / MILLION * POINTS)

    @property
    def is_sure(self) -> bool:
        """May it be shown?"""
        return self.doubt <= SURE


class Contestant(NamedTuple):
    """A seat in a finished game: who sat there, or which bot of the house, and the place, from 0, alike in a tie."""

    sitter: int
    level: int
    rank: int


class Contest(NamedTuple):
    """A finished game that was offered as one that counts."""

    table: str
    game: str
    pace: str
    ended: int
    seats: tuple[Contestant, ...]
    fault: str = ""


def why_not(contest: Contest, people: Mapping[int, str], together: int) -> str:
    """Why a game does not count, or an empty text. `people` says who the sitters are; the two of them who have played
    most within the day before have played `together` so often.
    """
    sitting = [people[one.sitter] for one in contest.seats if one.sitter in people]
    if contest.fault or any(not one.level and one.sitter not in people for one in contest.seats):
        return UNKNOWN
    if len(set(sitting)) < len(sitting):
        return SEVERAL_SEATS
    if not sitting or len(contest.seats) < 2:
        return ALONE
    return OFTEN if together >= MOST_TOGETHER else ""


def settle(ratings: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """What ratings become by a game, seat by seat. Who is known for certain, as bots are, stays as they are.

    >>> [one.points for one in settle([Rating(), Rating()], [0, 1])]
    [1579, 1421]
    """
    mus = [one.mu / MILLION for one in ratings]
    variances = [(one.sigma / MILLION) ** 2 + TAU**2 if one.sigma else 0.0 for one in ratings]
    scale = sqrt(sum(variance + BETA**2 for variance in variances))
    strengths = [exp((mu - max(mus)) / scale) for mu in mus]
    # Added up in the order of strength, so that it does not matter who sits where.
    left = [sum(sorted(s for s, rank in zip(strengths, ranks, strict=True) if rank >= own)) for own in ranks]
    return [
        _after(one, variance, scale, *_surprise(seat, strengths, ranks, left)) if one.sigma else one
        for seat, (one, variance) in enumerate(zip(ratings, variances, strict=True))
    ]


def _surprise(
    seat: int, strengths: Sequence[float], ranks: Sequence[int], left: Sequence[float]
) -> tuple[float, float]:
    """By how much a seat did better than was to be expected, and how much that says."""
    better, told = [], []
    for other, rank in enumerate(ranks):
        if rank <= ranks[seat]:
            expected, alike = strengths[seat] / left[other], ranks.count(rank)
            better.append(((other == seat) - expected) / alike)
            told.append(expected * (1 - expected) / alike)
    return sum(sorted(better)), sum(sorted(told))


def _after(before: Rating, variance: float, scale: float, better: float, told: float) -> Rating:
    mu = before.mu / MILLION + variance / scale * better
    shrink = max(1 - variance / scale**2 * told * sqrt(variance) / scale, LEAST)
    return Rating(round(mu * MILLION), round(sqrt(variance * shrink) * MILLION))
