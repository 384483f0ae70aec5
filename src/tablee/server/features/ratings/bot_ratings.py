"""Ratings of the server's bots: the fixed points of the scale, which no game changes.

The arena measured each level against the one below it, in games of two; `strength.json` of each game has the results
and the command. The default level is the middle of the scale.
"""

import json
from functools import cache
from math import log, sqrt
from pathlib import Path

from tablee.games import game_if_here
from tablee.games.brains.levels import DEFAULT_LEVEL, STRONGEST
from tablee.server.features.ratings.model import BETA, MILLION, Rating

UNMEASURED = 0.65
"""The assumed win share against the level below, where nothing was measured."""
MEASURED = "strength.json"
"""The file of results beside each game; it does not affect the bots."""


def anchor(game: str, level: int) -> Rating:
    """The rating of a house bot, without deviation."""
    folder = game_if_here(game)
    heights = _heights(folder.path if folder is not None else None)
    return Rating(round((25 + heights[level] - heights[DEFAULT_LEVEL]) * MILLION), 0)


@cache
def _heights(folder: Path | None) -> dict[int, float]:
    """The distance of each level from the first, from the odds of the arena, on the scale of `update_ratings`."""
    won = _won(folder / MEASURED) if folder is not None else {}
    heights = {1: 0.0}
    for level in range(2, STRONGEST + 1):
        share = won.get(level, UNMEASURED)
        heights[level] = heights[level - 1] + sqrt(2) * BETA * log(share / (1 - share))
    return heights


def _won(file: Path) -> dict[int, float]:
    """The win share of each level against the one below it."""
    steps = json.loads(file.read_text("utf8"))["steps"] if file.exists() else []
    return {one["level"]: one["won"] for one in steps if one["against"] == one["level"] - 1}
