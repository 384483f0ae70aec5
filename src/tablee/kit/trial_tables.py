"""Tables to try a game with: opened, seated, played at random. Nothing is stored, and no clock runs."""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

from tablee.games import GameDefinition, find_game
from tablee.games.language import languages
from tablee.server.table.dice import commitment
from tablee.server.table.events import Event, Opening
from tablee.server.table.table import Table

SEED = bytes(range(32))
NOW = 1_700_000_000_000  # the time of all events, in milliseconds
FOR_EVER = 20_000  # more decisions than any game has

Way = tuple[int, dict[str, Any]]  # a number of players, and options


def all_ways(definition: GameDefinition) -> list[Way]:
    """Every number of players with every choice of options."""
    choices = [dict(zip(definition.options, values, strict=True)) for values in product(*definition.options.values())]
    return [(players, options) for players in definition.players for options in choices]


def new_table(players: int = 2, *, game: str, solo: bool = False, rules: int = 0, **options: Any) -> Table:
    """A waiting table without participants, under the current rules or an older version."""
    definition = find_game(game)
    full = definition.full_options(players, options)
    return Table(
        Opening("table", game, rules or definition.version, players, full, commitment(SEED), solo), SEED, definition
    )


def happen(table: Table, events: Sequence[Event]) -> None:
    """Append events to a table."""
    for event in events:
        table.append(event)


def started(players: int = 2, bots: int = 0, *, game: str, **options: Any) -> Table:
    """A table with people and bots whose game has started."""
    table = new_table(players, game=game, **options)
    for place in range(players - bots):
        happen(table, table.sit(f"Person {place}", NOW, nonce=f"{place:032x}"))
    for _ in range(bots):
        happen(table, table.sit("", NOW, level=1))
    happen(table, table.start(NOW))
    return table


def play_randomly(table: Table, rng: random.Random, steps: int = FOR_EVER, leaving: float = 0.0) -> None:
    """Play at random, with occasional undos, to the end or for a number of decisions."""
    for _ in range(steps):
        seat = table.to_act
        if seat is None:
            return
        staying = [participant.seat for participant in table.seats if not table.has_left(participant.seat)]
        if rng.random() < leaving:
            happen(table, table.leave(rng.choice(staying), NOW))  # type: ignore[arg-type]
            continue
        taker = rng.choice(staying)
        if rng.random() < 0.1 and table.can_take_back(taker):
            happen(table, table.take_back(taker, table.step, NOW))  # type: ignore[arg-type]
        else:
            happen(table, table.act(seat, table.step, rng.choice(table.actions(seat)), NOW))


def finished(players: int = 2, seed: int = 0, leaving: float = 0.0, *, game: str, **options: Any) -> Table:
    """A table whose game is over."""
    table = started(players, game=game, **options)
    play_randomly(table, random.Random(seed), leaving=leaving)
    return table


NAMES = ("Zoé", "Maximilienne", "Ada", "Jean-Baptiste")
MOST_WAYS, MOST_WAYS_QUICK = 12, 6  # the most combinations of players and options that are tried
CLOSELY = 20  # the number of frequent looks at a game; later looks are rarer
LEAST = 6  # the fewest games that are tried
STRIDE = 7  # the most decisions between two looks: longer than any turn, so that every phase is seen


class Bench:
    """One game under examination."""

    def __init__(
        self,
        definition: GameDefinition,
        *,
        quick: bool = False,
        tick: Callable[[], None] = lambda: None,
        all_faults: bool = False,
    ) -> None:
        """`tick` is called from time to time, to show progress; `all_faults`: no number of them is enough."""
        self.definition = definition
        self.all_faults = all_faults
        self.quick = quick
        self.tick = tick
        self.note = ""
        """The note of a check without faults."""
        self.kept: dict[str, Any] = {}
        """Results that checks share."""

    @property
    def other_languages(self) -> list[str]:
        """All languages but English."""
        return [code for code in languages() if code != "en"]

    def ways(self) -> list[Way]:
        """Combinations of players and options: all of them, or a selection with every value."""
        ways, most = all_ways(self.definition), MOST_WAYS_QUICK if self.quick else MOST_WAYS
        if len(ways) <= most:
            return ways
        chosen = random.Random(1).sample(ways, most)
        return _with_every_value(self.definition, ways, chosen)

    def tables(self, most: int, leaving: float = 0.0) -> Iterator[Table]:
        """Tables at various moments of whole games, in at most so many ways."""
        for seed, (players, options) in enumerate(_spread(self.ways(), most)):
            yield from self.moments(players, options, seed, leaving)

    def moments(self, players: int, options: dict[str, Any], seed: int, leaving: float = 0.0) -> Iterator[Table]:
        """A table at various moments of one game."""
        rng, table = random.Random(seed), started(players, game=self.definition.id, **options)
        looks = 0
        while table.to_act is not None:
            yield table
            self.tick()
            looks += 1
            stride = STRIDE if looks < CLOSELY else STRIDE * STRIDE
            play_randomly(table, rng, rng.randint(1, stride), leaving)
        yield table


def _with_every_value(definition: GameDefinition, ways: list[Way], chosen: list[Way]) -> list[Way]:
    wanted = {(name, value) for name, values in definition.options.items() for value in values}
    for way in [*chosen, *ways]:
        missing = wanted - set(way[1].items())
        if way not in chosen and len(missing) < len(wanted):
            chosen.append(way)
        wanted = missing
    counts = {players for players, _ in chosen}
    return chosen + [
        next(way for way in ways if way[0] == players) for players in definition.players if players not in counts
    ]


def _spread(ways: list[Way], most: int) -> list[Way]:
    """At most so many ways, evenly spread; few ways are repeated."""
    if len(ways) <= most:
        return (ways * most)[: max(len(ways), min(most, LEAST))]
    return [ways[number * len(ways) // most] for number in range(most)]
