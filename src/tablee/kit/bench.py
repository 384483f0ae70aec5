"""The bench on which a game lies while it is checked: tables in all of its ways, and what is noted meanwhile."""

import random
from collections.abc import Callable, Iterator
from typing import Any

from tablee.games import GameFolder
from tablee.kit.tables import Way, all_ways, play_randomly, started
from tablee.language import languages
from tablee.table.table import Table

NAMES = ("Zoé", "Maximilienne", "Ada", "Jean-Baptiste")
MOST_WAYS, MOST_WAYS_QUICK = 12, 6
"""Of numbers of players and options that are tried."""
CLOSELY = 20
"""Looks at a long game, before it is looked at only now and then."""
LEAST = 6
"""Games that are looked at, however few ways there are."""
STRIDE = 7
"""Decisions from one look at a table to the next; no game of ours has turns as long as that, so all moments come."""


class Bench:
    """One game under examination."""

    def __init__(self, folder: GameFolder, *, quick: bool = False, tick: Callable[[], None] = lambda: None) -> None:
        """`tick` is called now and then, so that somebody who waits can be shown that something happens."""
        self.folder = folder
        self.quick = quick
        self.tick = tick
        self.note = ""
        """What a check has found worth telling, if all is well."""
        self.kept: dict[str, Any] = {}
        """What one check has made and another can use."""

    @property
    def other_languages(self) -> list[str]:
        """All that the house speaks but English, in which everything is written."""
        return [code for code in languages() if code != "en"]

    def ways(self) -> list[Way]:
        """Numbers of players and options: all of them, or a choice in which every value comes up."""
        ways, most = all_ways(self.folder), MOST_WAYS_QUICK if self.quick else MOST_WAYS
        if len(ways) <= most:
            return ways
        chosen = random.Random(1).sample(ways, most)
        return _with_every_value(self.folder, ways, chosen)

    def tables(self, most: int, leaving: float = 0.0) -> Iterator[Table]:
        """Tables from the first decision to the end of the game, looked at now and then, `most` of the ways."""
        for seed, (players, options) in enumerate(_spread(self.ways(), most)):
            yield from self.moments(players, options, seed, leaving)

    def moments(self, players: int, options: dict[str, Any], seed: int, leaving: float = 0.0) -> Iterator[Table]:
        """One game, looked at now and then."""
        rng, table = random.Random(seed), started(players, game=self.folder.id, **options)
        looks = 0
        while table.to_act is not None:
            yield table
            self.tick()
            looks += 1
            stride = STRIDE if looks < CLOSELY else STRIDE * STRIDE
            play_randomly(table, rng, rng.randint(1, stride), leaving)
        yield table


def _with_every_value(folder: GameFolder, ways: list[Way], chosen: list[Way]) -> list[Way]:
    wanted = {(name, value) for name, values in folder.options.items() for value in values}
    for way in [*chosen, *ways]:
        missing = wanted - set(way[1].items())
        if way not in chosen and len(missing) < len(wanted):
            chosen.append(way)
        wanted = missing
    counts = {players for players, _ in chosen}
    return chosen + [
        next(way for way in ways if way[0] == players) for players in folder.players if players not in counts
    ]


def _spread(ways: list[Way], most: int) -> list[Way]:
    """Some of the ways, from the first to the last; where there are few of them, each several times."""
    if len(ways) <= most:
        return (ways * most)[: max(len(ways), min(most, LEAST))]
    return [ways[number * len(ways) // most] for number in range(most)]
