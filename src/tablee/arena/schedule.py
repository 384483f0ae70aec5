"""Who plays whom, at which seats, with which dice and tiles.

Every pair of bots, and in games for more every set of that many, plays the same number of games. They come in deals: a
deal fixes the set-up and the lots that each seat draws, and is played once for every rotation of the seats, so that all
sides get the same. Every set plays the same deals.
"""

import math
from collections.abc import Iterator, Mapping
from itertools import combinations, permutations
from typing import Any

import msgspec

from tablee.arena.entrants import Entrant
from tablee.arena.limits import NO_LIMITS, Limits
from tablee.games.errors import TableeError


class Tournament(msgspec.Struct, frozen=True):
    """All that decides how a tournament goes; `games` are those of every set of bots."""

    game: str
    players: int
    options: Mapping[str, Any]
    entrants: tuple[Entrant, ...]
    games: int
    seed: int = 0
    patience: float = 10.0
    limits: Limits = NO_LIMITS

    @property
    def deals(self) -> int:
        """How many deals every set plays: enough for at least `games` games."""
        return math.ceil(self.games / self.players)

    @property
    def games_of_a_deal(self) -> int:
        """How many games one deal makes, over all sets."""
        return math.comb(len(self.entrants), self.players) * self.players


class Pairing(msgspec.Struct, frozen=True):
    """One game to be played: the number of its deal, and by seat the number of the bot that sits there."""

    deal: int
    seats: tuple[int, ...]


def check(tournament: Tournament) -> None:
    """See that there are enough bots and games; raises `TableeError`."""
    count, players = len(tournament.entrants), tournament.players
    if count < players:
        raise TableeError(
            f"{players} players need at least {players} bots, not {count}; a bot may be named more than once"
        )
    if tournament.games < 1:
        raise TableeError("there must be at least one game")


def pairings(tournament: Tournament) -> Iterator[Pairing]:
    """All games, deal by deal, so that a tournament that is broken off has tried all bots alike.

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
    """The seatings of a set of bots in a deal: each sits everywhere once, and who follows whom changes by deal.

    >>> rotations((0, 1, 2), deal=0), rotations((0, 1, 2), deal=1)
    ([(0, 1, 2), (1, 2, 0), (2, 0, 1)], [(0, 2, 1), (2, 1, 0), (1, 0, 2)])
    """
    first, *others = bots
    orders = list(permutations(others))
    order = (first, *orders[deal % len(orders)])
    return [order[turn:] + order[:turn] for turn in range(len(order))]
