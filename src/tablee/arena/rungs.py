"""The ladder of levels: one bot of a level among bots of the level below, in every game, with every number of seats.

A rung is a tournament like any other, so it has deals, rotations and records as these have. Its deals come from a seed
that is kept for it: whoever chooses a setting of a bot does so on others.
"""

import hashlib
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

import msgspec

from tablee.arena import LADDER_SEED
from tablee.arena.entrants import read_entrants
from tablee.arena.schedule import Tournament
from tablee.games import GameFolder, find_game
from tablee.games import levels as levels_of_the_house
from tablee.games.levels import LEVELS
from tablee.kernel.cache import game_digest, generic_digest
from tablee.people.anchors import MEASURED

RANDOM = 0
"""Who stands below level 1."""
LEARNT = ("*.json", "*.npz")
"""What bots have learnt lies in such files of a game's folder."""
TRUSTED = (4, 5)
"""Levels from which hints and analysis come. What they expect is what comes among equals: so it is measured there."""


class Rung(msgspec.Struct, frozen=True):
    """One of a level among others of the level below, or among its equals."""

    game: str
    players: int
    level: int
    others: int

    @property
    def name(self) -> str:
        """What its record is called."""
        return f"{self.game}-{self.players}-level-{self.level}-among-{self.others}"

    @property
    def even(self) -> float:
        """What each would win if all played equally well."""
        return 1 / self.players


def rungs(games: Sequence[str], players: Collection[int], levels: Collection[int], peers: bool) -> Iterator[Rung]:
    """All rungs of these games, with as many seats as they have of those asked for.

    With `peers` the levels whose word is taken play among their equals, too.

    >>> [rung.name for rung in rungs(["morfals"], {2, 4}, {1, 2}, peers=True)]
    ['morfals-2-level-1-among-0', 'morfals-2-level-2-among-1']
    """
    for game in games:
        for seats in sorted(set(players) & set(find_game(game).players)):
            yield from (Rung(game, seats, level, level - 1) for level in LEVELS if level in levels)
            if peers:
                yield from (Rung(game, seats, level, level) for level in sorted(levels) if level in TRUSTED)


def tournament_of(rung: Rung, games: int, seed: int = LADDER_SEED) -> Tournament:
    """What is played on a rung; its own bot is the first of the entrants."""
    folder = find_game(rung.game)
    other = "random" if rung.others == RANDOM else f"level:{rung.others}"
    return Tournament(
        game=rung.game,
        players=rung.players,
        options=folder.full_options(rung.players, {}),
        entrants=read_entrants([f"level:{rung.level}", *[other] * (rung.players - 1)]),
        games=games,
        seed=seed,
    )


def bots_of(folder: GameFolder) -> str:
    """A digest of all that decides how a game's bots play: what they did before a change is nothing to go on from."""
    digest = hashlib.sha256((generic_digest() + game_digest(folder.id)).encode())
    digest.update(Path(levels_of_the_house.__file__).read_bytes())
    for place in sorted(path for lying in folder.folders for kind in LEARNT for path in lying.glob(kind)):
        if place.name != MEASURED:
            digest.update(place.read_bytes())
    return digest.hexdigest()[:16]
