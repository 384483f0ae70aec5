"""The levels of bots: their names, how much each searches, and how its expectations are calibrated.

This is the one place for what holds in every game; it is below the table, which must know the names of bots. A game
that is not played by tree search has what a level means in `LEVELS` of its `brain.py`. `docs/bots/levels.md` compares
them.
"""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

FAR = 1 << 30  # more turns than any game has


class Level(NamedTuple):
    """The name of a level's bot, and its search budget for a decision."""

    bot: str
    simulations: int  # with two seats
    sight: int = FAR  # turns after which a playout stops and counts the points
    steps: int = 0  # of the endgame solver
    trees: int = 1  # that share the simulations, so that several cores can search
    with_more: int | None = None  # simulations with three seats and more, if not as many
    until_clear: bool = False  # whether it stops once hardly any other action can become the most visited
    wide: int = 0  # with more legal actions than this it runs proportionally fewer simulations; 0: always as many

    def games(self, seats: int) -> int:
        """How many simulations it runs with so many seats."""
        return self.simulations if seats == 2 or self.with_more is None else self.with_more

    def shortened(self, simulations: int, actions: int) -> int:
        """How many of these it runs with so many legal actions: the more there are, the longer the game still is.

        >>> LEVELS[5].shortened(80_000, actions=10), LEVELS[5].shortened(80_000, actions=40)
        (80000, 40000)
        """
        return simulations * self.wide // max(actions, self.wide) if self.wide else simulations


LEVELS = {
    1: Level("Puce", 500, sight=1),
    2: Level("Malo", 2_000, sight=2),
    3: Level("Ada", 400, steps=5_000),
    4: Level("Basile", 12_000, steps=200_000),
    5: Level("Sibylle", 100_000, steps=1_000_000, trees=2, with_more=80_000, until_clear=True, wide=20),
}
"""A game's brain may override the simulations with three seats and more (`WITH_MORE`)."""

BOT_NAMES = tuple(level.bot for level in LEVELS.values())  # the name of each level's first bot
LOWEST, STRONGEST = min(LEVELS), max(LEVELS)
DEFAULT_LEVEL = 2  # the level of bots that fill empty seats
STAND_IN_LEVEL = 3  # the level of bots that play for an absent person
MOST_QUICK = 3  # the highest level that decides within a few hundredths of a second in every game
LONGEST_THOUGHT = 2.0  # seconds after which a worker plays the best action so far, on slow machines

CLEAR = 3  # a decision is clear if the second action needs more than one in so many of the remaining simulations


def is_clear(visits: Sequence[int], remaining: int) -> bool:
    """Is hardly any other action going to become the most visited in the remaining simulations?

    >>> is_clear([60, 20], 100), is_clear([60, 20], 200), is_clear([60], 100)
    (True, False, True)
    """
    first, second = sorted((0, 0, *visits), reverse=True)[:2]
    return CLEAR * (first - second) > remaining


# ---- calibration -------------------------------------------------------------------------------------------
# Searches with rough playouts are too careful, and weights learnt among equals can be too sure. One number for each
# level and number of seats corrects both: `calibration.json` of a game has it, `tablee ladder` measures it.


def straightened(values: Sequence[float], slope: float) -> tuple[float, ...]:
    """Calibrated values of all seats, 1 in sum: log odds are multiplied by the slope. Certain and even values stay.

    >>> [round(value, 3) for value in straightened((0.6, 0.4), 2.0)]
    [0.692, 0.308]
    >>> straightened((1.0, 0.0, 0.0), 0.5), straightened((0.5, 0.5), 3.0)
    ((1.0, 0.0, 0.0), (0.5, 0.5))
    """
    if slope == 1.0 or max(values) == 1.0:
        return tuple(values)
    powers = [value**slope if value > 0 else 0.0 for value in values]
    total = sum(powers)
    return tuple(power / total for power in powers)


def slope_of(folders: Sequence[Path], players: int, level: int) -> float:
    """The slope of a level with so many seats, from the first `calibration.json` in the folders; 1 without one."""
    return next((slopes.get((players, level), 1.0) for slopes in map(_slopes, folders) if slopes), 1.0)


@cache
def _slopes(folder: Path) -> dict[tuple[int, int], float]:
    file = folder / "calibration.json"
    if not file.is_file():
        return {}
    named = json.loads(file.read_text("utf8"))["slopes"]
    return {(int(players), int(level)): slope for players, levels in named.items() for level, slope in levels.items()}
