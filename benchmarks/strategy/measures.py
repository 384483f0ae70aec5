"""Figures with their intervals: games are independent, what happens within a game is not."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import sqrt
from typing import Any, TypeVar

from benchmarks.strategy.self_play import Played, Series
from tablee.arena.estimates import ratio, student

Part = tuple[float, float]
"""Of one game: a sum, and over how many things."""


class Sample:
    """The games of a series, and the figures that are taken from them."""

    def __init__(self, series: Series, games: Sequence[Played]) -> None:
        self.series, self.games = series, games

    def __len__(self) -> int:
        return len(self.games)

    def share(self, parts: Iterable[Part]) -> dict[str, Any]:
        """A share of things, by game."""
        some = [(part, count) for part, count in parts if count]
        found = ratio([part for part, _ in some], [int(count) for _, count in some])
        return self._figure("share", found.value, found.low, found.high, len(some))

    def mean(self, parts: Iterable[Part]) -> dict[str, Any]:
        """A mean over things, by game."""
        some = [(part, count) for part, count in parts if count]
        total = sum(count for _, count in some)
        value = sum(part for part, _ in some) / total
        squares = sum((part - value * count) ** 2 for part, count in some)
        reach = student(len(some) - 1) * sqrt(squares * len(some) / (len(some) - 1)) / total
        return self._figure("number", value, value - reach, value + reach, len(some))

    def won_by(self, seat: int) -> dict[str, Any]:
        """What a seat wins."""
        return self.share((one.share(seat), 1) for one in self.games)

    def won_by_bot(self, bot: str) -> dict[str, Any]:
        """What a bot wins among the others."""
        return self.share((one.share_of(bot), one.bots.count(bot)) for one in self.games)

    def _figure(self, kind: str, value: float, low: float, high: float, games: int) -> dict[str, Any]:
        rounded = {"value": round(value, 4), "low": round(low, 4), "high": round(high, 4)}
        return {"kind": kind, **rounded, "games": games, "players": self.series.players, "bots": list(self.series.bots)}


def exact(value: float, kind: str = "share") -> dict[str, Any]:
    """A figure that is worked out."""
    return {"kind": kind, "value": round(value, 5)}


def course(games: Sample, at: Sequence[Any], parts: Callable[[Any], Iterable[Part]]) -> dict[str, Any]:
    """A figure for each of several numbers: a line of a curve. Numbers with too few games are left out."""
    line: dict[str, list[Any]] = {"x": [], "y": [], "low": [], "high": []}
    for number in at:
        some = [part for part in parts(number) if part[1]]
        if len(some) >= FEWEST:
            found = games.share(some)
            line["x"].append(number)
            for name, value in (("y", "value"), ("low", "low"), ("high", "high")):
                line[name].append(round(found[value], 3))
    return line


FEWEST = 12
"""Games for a point of a curve."""


Thing = TypeVar("Thing")


def part(things: Iterable[Thing], value: Callable[[Thing], float], which: Callable[[Thing], bool]) -> Part:
    """Of the things that are meant: the sum of a value, and how many they are."""
    meant = [thing for thing in things if which(thing)]
    return sum(map(value, meant)), len(meant)


def seats_of(samples: Mapping[str, Sample], first: Callable[[Played], int]) -> dict[int, list[dict[str, Any]]]:
    """What each seat wins, after the one that begins, in the series that are called by the number of players."""
    return {
        one.series.players: [
            one.share((game.share((first(game) + place) % one.series.players), 1) for game in one.games)
            for place in range(one.series.players)
        ]
        for one in (samples[name] for name in ("two", "three", "four") if name in samples)
        if len(one) >= FEWEST
    }


def of_seats(samples: Mapping[str, Sample]) -> dict[str, Any]:
    """What each seat wins, in the series that are called by the number of players."""
    numbers = [name for name in ("two", "three", "four") if name in samples and len(samples[name])]
    return {
        f"{name}_{seat + 1}": samples[name].won_by(seat)
        for name in numbers
        for seat in range(samples[name].series.players)
    }


def mean_by(values: Mapping[str, Sequence[float]]) -> dict[str, float]:
    """The mean of each key."""
    return {key: round(sum(some) / len(some), 3) for key, some in values.items() if some}
