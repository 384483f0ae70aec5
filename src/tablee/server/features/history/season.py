"""A season: the sums over the stories of a person's games of one title, and its charts. Pure.

Luck is in games won; over many games it evens out, within a deviation that follows from the luck of each game. Mistakes
are the costs of one's own actions; those beyond the evaluator's error have a kind, if the game can name it.
"""

import math
from collections import defaultdict
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from tablee.games.language import Language
from tablee.server.features.review.model import Story

FEW = 5
"""With fewer games, only their number is shown."""
ENOUGH = 10
"""From this many games on, progress is estimated."""
TWICE = 2.0
"""Standard errors beyond which a difference is more than chance."""
TOGETHER = 5
"""Games in the moving mean."""


class ReviewedGame(NamedTuple):
    """A game as one seat's story tells it."""

    table: str
    ended: int
    won: float
    """The share of the win."""
    luck: float
    mistakes: float
    slips: tuple[tuple[str, float], ...]
    """Kind and cost of the mistakes beyond the evaluator's error."""


class MistakeKind(NamedTuple):
    """A kind of mistake: how often, in how many games, and its total cost."""

    name: str
    times: int
    games: int
    cost: float


class Season(NamedTuple):
    """The sums over all games."""

    games: tuple[ReviewedGame, ...]
    luck: float
    """Total luck, in games won."""
    off: float
    """The standard deviation of that luck."""
    kinds: tuple[MistakeKind, ...]
    """The most costly first."""
    unnamed: float
    """The cost of mistakes whose kind the game cannot name."""
    earlier: float
    later: float
    """The mean cost of mistakes in a game, in the first half of the games and in the second."""
    doubt: float
    """The standard deviation of the difference between both."""

    @property
    def is_enough(self) -> bool:
        """Are there enough games for an estimate?"""
        return len(self.games) >= FEW

    @property
    def is_luck_even(self) -> bool:
        """Is the total luck within what chance explains?"""
        return abs(self.luck) <= TWICE * self.off

    @property
    def progress(self) -> int:
        """1 if mistakes have significantly decreased, -1 if increased, 0 if neither."""
        gain = self.earlier - self.later
        if len(self.games) < ENOUGH or abs(gain) <= TWICE * self.doubt:
            return 0
        return 1 if gain > 0 else -1


def reviewed_game(table: str, ended: int, seat: int, story: Story) -> ReviewedGame:
    """A game from the story of one seat."""
    own = story.seats[seat]
    slips = tuple((step.kind, step.cost) for step in story.steps if step.who == seat and step.is_mistake and step.best)
    return ReviewedGame(table, ended, own.final, own.luck, own.mistakes, slips)


def season(games: Sequence[ReviewedGame]) -> Season:
    """The season of some games, in the order in which they ended."""
    ordered = tuple(sorted(games, key=lambda one: (one.ended, one.table)))
    half = len(ordered) // 2
    first, second = ([one.mistakes for one in part] for part in (ordered[:half], ordered[half:]))
    found: dict[str, list[tuple[str, float]]] = defaultdict(list)
    for game in ordered:
        for name, cost in game.slips:
            found[name].append((game.table, cost))
    kinds = [
        MistakeKind(name, len(slips), len({table for table, _ in slips}), sum(cost for _, cost in slips))
        for name, slips in found.items()
    ]
    return Season(
        games=ordered,
        luck=sum(one.luck for one in ordered),
        off=math.sqrt(sum(one.luck**2 for one in ordered)),
        kinds=tuple(sorted((one for one in kinds if one.name), key=lambda one: (-one.cost, one.name))),
        unnamed=sum(kind.cost for kind in kinds if not kind.name),
        earlier=_mean(first),
        later=_mean(second),
        doubt=math.hypot(_error(first), _error(second)),
    )


def means(values: Sequence[float], over: int = TOGETHER) -> list[float]:
    """The moving mean over up to `over` values.

    >>> means([4.0, 2.0, 0.0], over=2)
    [4.0, 3.0, 1.0]
    """
    return [_mean(values[max(0, end - over) : end]) for end in range(1, len(values) + 1)]


def sums(values: Sequence[float]) -> list[float]:
    """The running totals.

    >>> sums([0.5, -0.25])
    [0.5, 0.25]
    """
    return list(accumulate(values))


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values) if values else 0.0


def _error(values: Sequence[float]) -> float:
    """The standard error of a mean; infinite for fewer than two values."""
    if len(values) < 2:
        return math.inf
    mean = _mean(values)
    return math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))


WIDTH, HEIGHT, LEFT, EDGE = 600, 150, 56, 12
FRAME = {"width": WIDTH, "height": HEIGHT, "left": LEFT, "right": WIDTH - EDGE}


def lines(values: Sequence[float], off: float, say: Language) -> dict[str, Any]:
    """A chart of cumulative luck around zero, with the range that chance explains."""
    reach = max([2 * off, *map(abs, values), 0.5])
    ticks = (("−", -reach), ("", 0.0), ("+", reach))
    points = [(_x(place, len(values)), _y(value, -reach, reach)) for place, value in enumerate([0.0, *values])]
    return {
        **FRAME,
        "zero": _y(0.0, -reach, reach),
        "band": (_y(2 * off, -reach, reach), _y(-2 * off, -reach, reach)),
        "path": "M" + " ".join(f"{x:.1f} {y:.1f}" for x, y in points),
        "ticks": [(_y(one, -reach, reach), sign + say.tenths(abs(one))) for sign, one in ticks],
    }


def bars(values: Sequence[float], means: Sequence[float], say: Language) -> dict[str, Any]:
    """A chart with a dot for the cost of mistakes in each game, and a line for the moving mean."""
    reach = max([*values, 0.05])
    dots = [(_x(place + 1, len(values)), _y(value, 0.0, reach)) for place, value in enumerate(values)]
    mean = [(_x(place + 1, len(means)), _y(value, 0.0, reach)) for place, value in enumerate(means)]
    return {
        **FRAME,
        "dots": [(round(x, 1), round(y, 1)) for x, y in dots],
        "path": "M" + " ".join(f"{x:.1f} {y:.1f}" for x, y in mean) if mean else "",
        "ticks": [(_y(one, 0.0, reach), say.percent(one)) for one in (0.0, reach)],
    }


def rating_curve(points: Sequence[int], say: Language) -> dict[str, Any]:
    """A chart of a rating after each game."""
    low, high = min(points) - 20, max(points) + 20
    dots = [(round(_x(place, max(len(points) - 1, 1)), 1), _y(value, low, high)) for place, value in enumerate(points)]
    return {
        **FRAME,
        "last": dots[-1],
        "path": "M" + " ".join(f"{x} {y}" for x, y in dots),
        "ticks": [(_y(one, low, high), say.number(one)) for one in sorted({min(points), max(points)})],
    }


def _x(place: int, count: int) -> float:
    return LEFT + (WIDTH - EDGE - LEFT) * place / max(count, 1)


def _y(value: float, low: float, high: float) -> float:
    part = (min(max(value, low), high) - low) / (high - low)
    return round(HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * part, 1)
