"""Where hexes are in a picture, standing on a corner. How they are written and lie together: `games/hexes.py`."""

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from tablee.games.hexes import Hex
from tablee.games.ware.plates import Box, Place

RADIUS = 50
"""From the middle of a hex to its corners, in the units of the shapes; a land is made larger or smaller as a whole."""
ROOM = 10
"""Between the land and the frame of its window."""
LARGEST = 1 / 430
"""How large a small land is drawn, for each unit of the window's height."""


class Land(NamedTuple):
    """Hexes as they lie in a window."""

    size: float
    """How much larger than its shapes everything is drawn."""
    middles: tuple[Place, ...]
    """Of the hexes, in their order."""


@lru_cache(maxsize=512)
def land_in(window: Box, hexes: tuple[Hex, ...]) -> Land:
    """Hexes laid so that they fill a window: turned in sixths so that they can be drawn as large as possible.

    >>> land_in(Box(0, 0, 600, 430), ((0, 0), (1, 0)))
    Land(size=1.0, middles=((256.7, 215.0), (343.3, 215.0)))
    """
    turns = [[_middle(_turned(place, sixths)) for place in hexes] for sixths in range(3)]
    middles = max(turns, key=lambda lying: round(_size_in(lying, window), 3))
    size = round(_size_in(middles, window), 3)
    xs, ys = [x for x, _ in middles], [y for _, y in middles]
    left, top = window.middle[0] - size * (min(xs) + max(xs)) / 2, window.middle[1] - size * (min(ys) + max(ys)) / 2
    return Land(size, tuple((round(left + size * x, 1), round(top + size * y, 1)) for x, y in middles))


def _turned(place: Hex, sixths: int) -> Hex:
    q, r = place
    for _ in range(sixths):
        q, r = -r, q + r
    return q, r


def _middle(place: Hex) -> Place:
    q, r = place
    return RADIUS * sqrt(3) * (q + r / 2), RADIUS * 1.5 * r


def _size_in(middles: Sequence[Place], window: Box) -> float:
    xs, ys = [x for x, _ in middles], [y for _, y in middles]
    wide = max(xs) - min(xs) + sqrt(3) * RADIUS
    high = max(ys) - min(ys) + 2 * RADIUS
    return min((window.width - 2 * ROOM) / wide, (window.height - 2 * ROOM) / high, LARGEST * window.height)
