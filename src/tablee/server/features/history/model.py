"""What somebody has played: which of it they want to see, and what it comes to, game by game."""

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

BOTS, PEOPLE = "bots", "people"
"""Against whom."""
WON, LOST = "won", "lost"


class Wanted(NamedTuple):
    """Which of one's games one wants to see; an empty text is for all."""

    game: str = ""
    company: str = ""
    """`BOTS`, with nobody else at the table, or `PEOPLE`."""
    ended: str = ""
    """`WON` or `LOST`."""


class Tally(NamedTuple):
    """Games of one kind, alike in how they ended."""

    game: str
    won: int | None
    """Whether they were won; None for those in which one has had several seats, and so neither won nor lost."""
    beaten: int
    """The levels of bots that were beaten, as bits."""
    games: int
    points: int
    best: int | None
    moves: int
    took: int


class Figures(msgspec.Struct, frozen=True):
    """What somebody's finished games of one kind come to."""

    game: str
    played: int
    decided: int
    """Those of them that one could win or lose."""
    won: int
    points: float
    """On the average, in those."""
    best: int | None
    moves: float
    """On the average, everybody's."""
    took: float
    """Milliseconds, on the average."""
    levels: list[int]
    """The levels of bots that were beaten, lowest first."""


def figures(tallies: Iterable[Tally]) -> list[Figures]:
    """Game by game, the one played most first.

    >>> [one] = figures([Tally("isis", 1, 0b1100, 2, 10, 7, 40, 600), Tally("isis", 0, 0, 2, 2, 3, 40, 1000)])
    >>> one.played, one.won, one.points, one.best, one.moves, one.took, one.levels
    (4, 2, 3.0, 7, 20.0, 400.0, [2, 3])
    """
    games: dict[str, list[Tally]] = {}
    for tally in tallies:
        games.setdefault(tally.game, []).append(tally)
    found = [_figures(game, alike) for game, alike in games.items()]
    return sorted(found, key=lambda one: (-one.played, one.game))


def _figures(game: str, alike: list[Tally]) -> Figures:
    played = sum(one.games for one in alike)
    decided = [one for one in alike if one.won is not None]
    count = sum(one.games for one in decided)
    beaten = {level for one in decided for level in range(one.beaten.bit_length()) if one.beaten >> level & 1}
    return Figures(
        game=game,
        played=played,
        decided=count,
        won=sum(one.games for one in decided if one.won),
        points=sum(one.points for one in decided) / count if count else 0.0,
        best=max((one.best for one in decided if one.best is not None), default=None),
        moves=sum(one.moves for one in alike) / played,
        took=sum(one.took for one in alike) / played,
        levels=sorted(beaten),
    )
