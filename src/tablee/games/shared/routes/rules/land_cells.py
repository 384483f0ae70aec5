"""Where lands are grown, compiled: hexes as cells of a square, before they are put into a record.

A cell is (q + `MIDDLE`) × `SIDE` + r + `MIDDLE`, so cells are in the order of (q, r). A land is a row with a 1 for each
of its cells and, after them, the first and last line and column that it reaches; none comes near the edge.
"""

from typing import Any

import numpy as np

from tablee.games.hexes import DIRECTIONS
from tablee.kernel.cache import compiled

SIDE, MIDDLE = 64, 32
CELLS = SIDE * SIDE
ORIGIN = MIDDLE * SIDE + MIDDLE
STEPS = np.array([q * SIDE + r for q, r in DIRECTIONS], np.int64)
"""From a cell to the six around it."""
_TOP, _BOTTOM, _LEFT, _RIGHT = range(CELLS, CELLS + 4)


@compiled
def no_land() -> Any:
    """A land without a hex."""
    land = np.zeros(CELLS + 4, np.int8)
    land[_TOP] = land[_LEFT] = SIDE
    return land


@compiled
def add(land: Any, cell: int) -> None:
    """Add a hex to a land."""
    line, column = cell // SIDE, cell % SIDE
    land[cell] = 1
    land[_TOP], land[_BOTTOM] = min(land[_TOP], line), max(land[_BOTTOM], line)
    land[_LEFT], land[_RIGHT] = min(land[_LEFT], column), max(land[_RIGHT], column)


@compiled
def cells_around(land: Any, margin: int, cells: Any) -> int:
    """Fill the cells of the box around a land, so much larger, in their order; returns how many."""
    count = 0
    for line in range(land[_TOP] - margin, land[_BOTTOM] + margin + 1):
        for column in range(land[_LEFT] - margin, land[_RIGHT] + margin + 1):
            cells[count] = line * SIDE + column
            count += 1
    return count


@compiled
def cells_of(land: Any, cells: Any) -> int:
    """Fill the cells of a land in their order; returns how many."""
    count = 0
    for place in range(cells_around(land, 0, cells)):
        cell = cells[place]
        cells[count] = cell
        count += land[cell]
    return count


@compiled
def touching(land: Any, cell: int) -> int:
    """How many hexes of a land lie around a cell."""
    count = 0
    for step in STEPS:
        count += land[cell + step]
    return count


@compiled
def inner_cells(land: Any, room: Any) -> int:
    """How many hexes of a land lie within it, with others on all six sides."""
    count = 0
    for place in range(cells_of(land, room)):
        count += touching(land, room[place]) == len(STEPS)
    return count


@compiled
def is_whole(land: Any, room: Any) -> bool:
    """Can every hex of a land be reached from every other within it?"""
    size = cells_of(land, room)
    return size == 0 or _reached(land.copy(), room[0], room) == size


@compiled
def has_gap(land: Any, room: Any) -> bool:
    """Is there a cell outside the land that is enclosed by it? Then not all of the outside hangs together."""
    outside, size = np.zeros_like(land), 0
    for place in range(cells_around(land, 1, room)):
        outside[room[place]] = 1 - land[room[place]]
        size += outside[room[place]]
    return _reached(outside, room[0], room) != size


@compiled
def _reached(rest: Any, first: int, room: Any) -> int:
    """How many cells hang together with one; they are taken out of the rest."""
    rest[first], room[0] = 0, first
    size, count = 1, 0
    while size:
        size -= 1
        count += 1
        here = room[size]
        for step in STEPS:
            if rest[here + step]:
                rest[here + step], room[size] = 0, here + step
                size += 1
    return count
