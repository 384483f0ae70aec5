"""Tables to try a game with: opened, seated, played at random. Nothing is stored, and no clock runs."""

import random
from collections.abc import Sequence
from itertools import product
from typing import Any

from tablee.games import GameFolder, find_game
from tablee.table.dice import commitment
from tablee.table.events import Event, Opening
from tablee.table.table import Table

SEED = bytes(range(32))
NOW = 1_700_000_000_000
"""When everything happens."""
FOR_EVER = 20_000
"""Decisions after which no game can still be going on."""

Way = tuple[int, dict[str, Any]]
"""A number of players, and options."""


def all_ways(folder: GameFolder) -> list[Way]:
    """Every number of players with every choice of options."""
    choices = [dict(zip(folder.options, values, strict=True)) for values in product(*folder.options.values())]
    return [(players, options) for players in folder.players for options in choices]


def new_table(players: int = 2, *, game: str, solo: bool = False, rules: int = 0, **options: Any) -> Table:
    """A waiting table with nobody at it, under the present rules or an older version of them."""
    folder = find_game(game)
    full = folder.full_options(players, options)
    return Table(Opening("table", game, rules or folder.version, players, full, commitment(SEED), solo), SEED, folder)


def happen(table: Table, events: Sequence[Event]) -> None:
    """Let decided events happen."""
    for event in events:
        table.append(event)


def started(players: int = 2, bots: int = 0, *, game: str, **options: Any) -> Table:
    """A table at which people and bots sit, and the game has started."""
    table = new_table(players, game=game, **options)
    for place in range(players - bots):
        happen(table, table.sit(f"Person {place}", NOW, nonce=f"{place:032x}"))
    for _ in range(bots):
        happen(table, table.sit("", NOW, level=1))
    happen(table, table.start(NOW))
    return table


def play_randomly(table: Table, rng: random.Random, steps: int = FOR_EVER, leaving: float = 0.0) -> None:
    """Play at random, taking back now and then, until the end or for a number of decisions."""
    for _ in range(steps):
        seat = table.to_act
        if seat is None:
            return
        staying = [sitter.seat for sitter in table.seats if not table.has_left(sitter.seat)]
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
