"""How far and how hard each level thinks."""

from typing import NamedTuple

FAR = 1 << 30
"""Turns enough to see the end of any game."""


class Level(NamedTuple):
    """What a bot that searches a tree may do before a decision."""

    simulations: int  # games played in thought
    sight: int = FAR  # turns after which it looks no further, and takes the points as they stand
    steps: int = 0  # that it may try to work out the end of a game exactly
    trees: int = 1  # among which the simulations are shared, so that several cores can think at once


LEVELS = {
    1: Level(500, sight=1),
    2: Level(2_000, sight=2),
    3: Level(400, steps=5_000),
    4: Level(12_000, steps=200_000),
    5: Level(160_000, steps=1_000_000, trees=2),
}

SIMULATIONS = {number: level.simulations for number, level in LEVELS.items()}
"""Games played in thought before a decision, by level."""

LONGEST_THOUGHT = 5.0
"""Seconds after which a worker decides with what it has, so that a slow machine keeps nobody waiting for long."""
