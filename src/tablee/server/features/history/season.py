"""A season's look back: what the stories of somebody's games come to, one game at a time. Pure reckoning.

Luck is what chance brought, in games won: over many games it evens out, and how far it may be off by then follows from
how much each game hung on it. Mistakes are what one's own actions cost; of those that are no doubt of the judge's, each
has a kind, if the game can name it.
"""

import math
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from tablee.study.story import Story

FEW = 5
"""Games below which nothing is said but how many there are."""
ENOUGH = 10
"""Games from which on it is asked whether somebody has got better."""
TWICE = 2.0
"""Standard errors beyond which something is more than chance."""
TOGETHER = 5
"""Games over which progress is drawn as a mean."""


class Played(NamedTuple):
    """A game as one seat of it is looked back on."""

    table: str
    ended: int
    won: float
    """The share of the win."""
    luck: float
    mistakes: float
    slips: tuple[tuple[str, float], ...]
    """The mistakes that are no doubt of the judge's: what kind, and what it cost."""


class Kind(NamedTuple):
    """A kind of mistake: how often, in how many games, and what it cost in all."""

    name: str
    times: int
    games: int
    cost: float


class Season(NamedTuple):
    """What somebody's games of one kind come to."""

    games: tuple[Played, ...]
    luck: float
    """In all, in games won."""
    off: float
    """How far chance may well have brought that, to one standard deviation."""
    kinds: tuple[Kind, ...]
    """The dearest first."""
    unnamed: float
    """What mistakes cost of which the game cannot name the kind."""
    earlier: float
    later: float
    """What mistakes cost a game, in the first half of the games and in the second."""
    doubt: float
    """Of the difference between both, to one standard deviation."""

    @property
    def is_enough(self) -> bool:
        """Are there so many games that they tell anything?"""
        return len(self.games) >= FEW

    @property
    def is_luck_even(self) -> bool:
        """Is the luck of all games together no more than chance brings?"""
        return abs(self.luck) <= TWICE * self.off

    @property
    def progress(self) -> int:
        """1 if mistakes have become fewer beyond doubt, -1 if more, 0 if that cannot be told."""
        gain = self.earlier - self.later
        if len(self.games) < ENOUGH or abs(gain) <= TWICE * self.doubt:
            return 0
        return 1 if gain > 0 else -1


def played(table: str, ended: int, story: Story, seat: int) -> Played:
    """A game as one seat of it is looked back on."""
    own = story.seats[seat]
    slips = tuple((step.kind, step.cost) for step in story.steps if step.who == seat and step.is_mistake and step.best)
    return Played(table, ended, own.final, own.luck, own.mistakes, slips)


def season(games: Sequence[Played]) -> Season:
    """What games come to, in the order in which they ended."""
    ordered = tuple(sorted(games, key=lambda one: (one.ended, one.table)))
    half = len(ordered) // 2
    first, second = ([one.mistakes for one in part] for part in (ordered[:half], ordered[half:]))
    kinds = _kinds(ordered)
    return Season(
        games=ordered,
        luck=sum(one.luck for one in ordered),
        off=math.sqrt(sum(one.luck**2 for one in ordered)),
        kinds=tuple(kind for kind in kinds if kind.name),
        unnamed=sum(kind.cost for kind in kinds if not kind.name),
        earlier=_mean(first),
        later=_mean(second),
        doubt=math.hypot(_error(first), _error(second)),
    )


def _kinds(games: Sequence[Played]) -> list[Kind]:
    found: dict[str, list[tuple[str, float]]] = defaultdict(list)
    for game in games:
        for name, cost in game.slips:
            found[name].append((game.table, cost))
    kinds = [
        Kind(name, len(slips), len({table for table, _ in slips}), sum(cost for _, cost in slips))
        for name, slips in found.items()
    ]
    return sorted(kinds, key=lambda kind: (-kind.cost, kind.name))


def means(values: Sequence[float], over: int = TOGETHER) -> list[float]:
    """The mean of each value and those before it, as far as `over` of them reach.

    >>> means([4.0, 2.0, 0.0], over=2)
    [4.0, 3.0, 1.0]
    """
    return [_mean(values[max(0, end - over) : end]) for end in range(1, len(values) + 1)]


def sums(values: Sequence[float]) -> list[float]:
    """Each value with all before it.

    >>> sums([0.5, -0.25])
    [0.5, 0.25]
    """
    return [math.fsum(values[:end]) for end in range(1, len(values) + 1)]


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values) if values else 0.0


def _error(values: Sequence[float]) -> float:
    """The standard error of a mean; of fewer than two values nothing is known."""
    if len(values) < 2:
        return math.inf
    mean = _mean(values)
    return math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))
