"""Who plays whom, at which seats, in which deals, and within which limits.

Every pair of bots (in games for more players, every set of that size) plays the same number of games. A deal fixes the
set-up and the random draws of each seat, and is played once for every rotation of the seats, so that all bots get the
same. Every set plays the same deals.
"""

import math
from collections.abc import Iterator, Mapping
from itertools import combinations, permutations
from typing import Any

import msgspec

from tablee.arena.entrants import Entrant
from tablee.bots.bot_process import DAWDLED, BotFault
from tablee.games.brains.thoughts import Limit
from tablee.games.errors import TableeError

PART_OF_A_GAME = 20  # for each decision a bot gets this fraction of the time that is left for its game
GRACE = 1.0  # seconds beyond a limit that are tolerated, for the exchange with a program and a busy machine


class TournamentLimits(msgspec.Struct, frozen=True):
    """What bots may use, the same for every seat; None means no limit.

    A bot is told how long it may think about each decision. A bot that exceeds a limit by more than `GRACE` has
    dawdled and leaves the game.
    """

    simulations: int | None = None
    seconds: float | None = None
    game_seconds: float | None = None

    def __bool__(self) -> bool:
        return self != TournamentLimits()

    @property
    def has_time(self) -> bool:
        """Is there a limit in seconds?"""
        return self.seconds is not None or self.game_seconds is not None

    def for_decision(self, spent: float) -> Limit:
        """The limit of the next decision of a bot that has spent so many seconds in this game.

        >>> TournamentLimits(seconds=2.0, game_seconds=60.0).for_decision(spent=30.0).seconds
        1.5
        """
        shares = [] if self.game_seconds is None else [max(self.game_seconds - spent, 0.0) / PART_OF_A_GAME]
        moves = [] if self.seconds is None else [self.seconds]
        return Limit(self.simulations, min([*moves, *shares], default=None))

    def check(self, seconds: float, spent: float) -> None:
        """Raise `BotFault` if a decision, or all of them together, took too long."""
        if self.seconds is not None and seconds > self.seconds + GRACE:
            raise BotFault(DAWDLED, f"{seconds:.1f} s, and {self.seconds:g} are allowed a move")
        if self.game_seconds is not None and spent > self.game_seconds + GRACE:
            raise BotFault(DAWDLED, f"{spent:.1f} s in all, and {self.game_seconds:g} are allowed a game")

    def in_words(self) -> str:
        """The limits in words; empty if there are none.

        >>> TournamentLimits(simulations=500, seconds=0.5).in_words()
        'at most 500 simulations and 0.5 s a move'
        """
        parts = [] if self.simulations is None else [f"{self.simulations} simulations"]
        parts += [] if self.seconds is None else [f"{self.seconds:g} s"]
        moves = [" and ".join(parts) + " a move"] if parts else []
        games = [] if self.game_seconds is None else [f"{self.game_seconds:g} s a game"]
        return f"at most {', '.join(moves + games)}" if self else ""


NO_LIMITS = TournamentLimits()


class Tournament(msgspec.Struct, frozen=True):
    """Everything that decides how a tournament goes; `games` is the number for every set of bots."""

    game: str
    players: int
    options: Mapping[str, Any]
    entrants: tuple[Entrant, ...]
    games: int
    seed: int = 0
    patience: float = 10.0
    limits: TournamentLimits = NO_LIMITS

    @property
    def deals(self) -> int:
        """The number of deals of every set: enough for at least `games` games."""
        return math.ceil(self.games / self.players)

    @property
    def games_of_a_deal(self) -> int:
        """The number of games of one deal, over all sets."""
        return math.comb(len(self.entrants), self.players) * self.players


class Pairing(msgspec.Struct, frozen=True):
    """One game to play: the number of its deal, and by seat the number of the bot."""

    deal: int
    seats: tuple[int, ...]


def check(tournament: Tournament) -> None:
    """Raise `TableeError` if there are not enough bots or games."""
    count, players = len(tournament.entrants), tournament.players
    if count < players:
        raise TableeError(
            f"{players} players need at least {players} bots, not {count}; a bot may be named more than once"
        )
    if tournament.games < 1:
        raise TableeError("there must be at least one game")


def pairings(tournament: Tournament) -> Iterator[Pairing]:
    """All games, deal by deal, so that an interrupted tournament has tried all bots equally.

    >>> from tablee.arena.entrants import read_entrants
    >>> small = Tournament("isis", 2, {}, read_entrants(["level:1", "level:2", "random"]), games=2)
    >>> [pairing.seats for pairing in pairings(small)]
    [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]
    """
    sets = list(combinations(range(len(tournament.entrants)), tournament.players))
    for deal in range(tournament.deals):
        for bots in sets:
            yield from (Pairing(deal, seats) for seats in rotations(bots, deal))


def rotations(bots: tuple[int, ...], deal: int) -> list[tuple[int, ...]]:
    """The seatings of a set of bots in a deal: each bot takes every seat once; the order of bots changes by deal.

    >>> rotations((0, 1, 2), deal=0), rotations((0, 1, 2), deal=1)
    ([(0, 1, 2), (1, 2, 0), (2, 0, 1)], [(0, 2, 1), (2, 1, 0), (1, 0, 2)])
    """
    first, *others = bots
    orders = list(permutations(others))
    order = (first, *orders[deal % len(orders)])
    return [order[turn:] + order[:turn] for turn in range(len(order))]
