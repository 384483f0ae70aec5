"""A person's finished games: filters, statistics by title, and records against bots."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

import msgspec

from tablee.games.brains.characters import character
from tablee.server.table.directory import Entry

BOTS, PEOPLE = "bots", "people"
"""The opponents."""
WON, LOST = "won", "lost"


class Wanted(NamedTuple):
    """A filter for one's games; empty texts match all."""

    game: str = ""
    company: str = ""
    """`BOTS` (bots alone) or `PEOPLE`."""
    ended: str = ""
    """`WON` or `LOST`."""
    other: str = ""
    """A person who played as well."""


class Tally(NamedTuple):
    """Finished games of one title with the same result."""

    game: str
    won: int | None
    """Did the person win? None with several seats, which neither win nor lose."""
    beaten: int
    """The levels of the beaten bots, as bits."""
    games: int
    points: int
    best: int | None
    moves: int
    took: int


class Figures(msgspec.Struct, frozen=True):
    """Statistics of one person in one title."""

    game: str
    played: int
    decided: int
    """The games that one could win or lose."""
    won: int
    points: float
    """Average points in those games."""
    best: int | None
    moves: float
    """Average number of moves by all players."""
    took: float
    """Average duration in milliseconds."""
    levels: list[int]
    """The levels of the beaten bots, lowest first."""


def figures(tallies: Iterable[Tally]) -> list[Figures]:
    """Statistics by title, the title played most first.

    >>> [one] = figures([Tally("isis", 1, 0b1100, 2, 10, 7, 40, 600), Tally("isis", 0, 0, 2, 2, 3, 40, 1000)])
    >>> one.played, one.won, one.points, one.best, one.moves, one.took, one.levels
    (4, 2, 3.0, 7, 20.0, 400.0, [2, 3])
    """
    games: dict[str, list[Tally]] = {}
    for tally in tallies:
        games.setdefault(tally.game, []).append(tally)
    return sorted((_of_game(*one) for one in games.items()), key=lambda one: (-one.played, one.game))


def _of_game(game: str, alike: list[Tally]) -> Figures:
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


RATINGS, RESULTS, STREAKS, ONLINE = "ratings", "results", "streaks", "online"
PARTS = (RATINGS, RESULTS, STREAKS, ONLINE)
"""What others may see of a person: on their page, and `ONLINE` those who have played with them."""


class ProfileSettings(NamedTuple):
    """What others may see of a person, and at which address; without one there is no page."""

    address: str = ""
    parts: tuple[str, ...] = PARTS


class WinStreak(NamedTuple):
    """Games won in a row: the latest, and the most so far."""

    now: int = 0
    longest: int = 0


def win_streak(won: Sequence[bool]) -> WinStreak:
    """The streak of results, the latest first.

    >>> win_streak([True, True, False, True, True, True])
    WinStreak(now=2, longest=3)
    """
    rows = [sum(1 for _ in group) if value else 0 for value, group in groupby(won)]
    return WinStreak(rows[0] if rows else 0, max(rows, default=0))


class BotRecord(NamedTuple):
    """Wins over a bot, and losses to it."""

    won: int = 0
    lost: int = 0


def records_against_bots(tables: Iterable[tuple[Entry, Sequence[int]]], game: str) -> Mapping[str, BotRecord]:
    """Records by bot name, in one title; `tables` come with the person's participants at each."""
    found: dict[str, BotRecord] = {}
    for entry, own in tables:
        if entry.status == "over" and entry.game == game:
            mine = any(one.participant in own and one.seat in entry.winners for one in entry.participants)
            for bot in entry.participants:
                theirs = bot.seat in entry.winners
                if bot.level and mine != theirs:  # else neither has beaten the other
                    name = character(bot.name, bot.level).name
                    won, lost = found.get(name, BotRecord())
                    found[name] = BotRecord(won + mine, lost + theirs)
    return found
