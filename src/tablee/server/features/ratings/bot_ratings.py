"""The bots of the house in the scale of ratings. They are its fixed points: no game changes them.

How much stronger each level is than the one below it was measured by the arena, in games of two, and lies beside each
game in `strength.json`, with the command that made it. The level that is proposed to
who is new is the middle of the scale.
"""

import json
from functools import cache
from math import log, sqrt
from pathlib import Path

from tablee.games import game_if_here
from tablee.games.levels import DEFAULT_LEVEL, STRONGEST
from tablee.people.ratings import BETA, MILLION, Rating

UNMEASURED = 0.65
"""What a level is supposed to win against the one below it, in a game of which the arena has said nothing yet."""
MEASURED = "strength.json"
"""Beside each game. No bot changes by it."""


def anchor(game: str, level: int) -> Rating:
    """What a bot of the house is worth; there is no doubt about it."""
    folder = game_if_here(game)
    heights = _heights(folder.path if folder is not None else None)
    return Rating(round((25 + heights[level] - heights[DEFAULT_LEVEL]) * MILLION), 0)


@cache
def _heights(folder: Path | None) -> dict[int, float]:
    """How far each level lies above the first: the odds of the arena, on the scale of `settle` between two who are
    known for certain."""
    won = _won(folder / MEASURED) if folder is not None else {}
    heights = {1: 0.0}
    for level in range(2, STRONGEST + 1):
        share = won.get(level, UNMEASURED)
        heights[level] = heights[level - 1] + sqrt(2) * BETA * log(share / (1 - share))
    return heights


def _won(file: Path) -> dict[int, float]:
    """What each level wins against the one below it."""
    steps = json.loads(file.read_text("utf8"))["steps"] if file.exists() else []
    return {one["level"]: one["won"] for one in steps if one["against"] == one["level"] - 1}
