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

    def games(self, seats: int) -> int:
        """How many simulations it runs with so many seats."""
        return self.simulations if seats == 2 or self.with_more is None else self.with_more


LEVELS = {
    1: Level("Puce", 500, sight=1),
    2: Level("Malo", 2_000, sight=2),
    3: Level("Ada", 400, steps=5_000),
    4: Level("Basile", 12_000, steps=200_000),
    5: Level("Sibylle", 160_000, steps=1_000_000, trees=2, with_more=80_000),
}
"""A game's brain may override the simulations with three seats and more (`WITH_MORE`)."""

BOT_NAMES = tuple(level.bot for level in LEVELS.values())  # the name of each level's first bot
LOWEST, STRONGEST = min(LEVELS), max(LEVELS)
DEFAULT_LEVEL = 2  # the level of bots that fill empty seats
STAND_IN_LEVEL = 3  # the level of bots that play for an absent person
MOST_QUICK = 3  # the highest level that decides within a few hundredths of a second in every game
LONGEST_THOUGHT = 2.0  # seconds after which a worker plays the best action so far, on slow machines


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
