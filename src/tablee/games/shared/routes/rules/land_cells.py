"""Grow lands on a grid of cells, compiled, and write them into the state of a route game.

A cell is (q + `MIDDLE`) × `SIDE` + r + `MIDDLE`, so cells are in the order of (q, r). A land is an array with a 1 for
each of its cells, followed by the first and last line and column of its bounding box. Lands stay far from the edge.
"""

from typing import Any

import numpy as np

from tablee.engine.compile_cache import compiled
from tablee.games.shared.hexes import DIRECTIONS
from tablee.games.shared.routes.rules.record import CITY, DESERT, EDGES, NOWHERE

SIDE, MIDDLE = 64, 32
CELLS = SIDE * SIDE
ORIGIN = MIDDLE * SIDE + MIDDLE
STEPS = np.array([q * SIDE + r for q, r in DIRECTIONS], np.int64)
"""What to add to a cell for each of its six neighbours."""
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
    """Fill in the cells of a land's bounding box, widened by `margin` on each side; return how many."""
    count = 0
    for line in range(land[_TOP] - margin, land[_BOTTOM] + margin + 1):
        for column in range(land[_LEFT] - margin, land[_RIGHT] + margin + 1):
            cells[count] = line * SIDE + column
            count += 1
    return count


@compiled
def cells_of(land: Any, cells: Any) -> int:
    """Fill in the cells of a land in their order; return how many."""
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
    """How many hexes of a land have six neighbours."""
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
    """Does the land enclose a cell? Then the cells outside are not all connected."""
    outside, size = np.zeros_like(land), 0
    for place in range(cells_around(land, 1, room)):
        outside[room[place]] = 1 - land[room[place]]
        size += outside[room[place]]
    return _reached(outside, room[0], room) != size


@compiled
def _reached(rest: Any, first: int, room: Any) -> int:
    """Count the cells of `rest` that are connected with `first`, and take them out of it."""
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


# ---- into a state ----------------------------------------------------------------------------------------------


_ONE = np.int64(1)


@compiled
def clear_land(state: Any) -> None:
    """Remove the land from a state."""
    state.hexes = 0
    state.q[:], state.r[:], state.lying[:], state.circle[:] = 0, 0, 0, 0
    state.kind[:], state.city[:] = DESERT, NOWHERE
    state.value[:], state.on_land[:] = 0, 0
    for city in range(len(state.value)):
        state.name[city, :] = 0
    for place in range(len(state.q)):
        state.beside[place, :], state.edge[place, :], state.around[place] = NOWHERE, EDGES, 0
    state.cities = state.deserts = 0


@compiled
def lay_hex(state: Any, cell: int, kind: int, cubes: int, circle: int) -> None:
    """Lay the next hex, in the order of cells: a colour with cubes, or a desert."""
    place = state.hexes
    state.q[place], state.r[place] = cell // SIDE - MIDDLE, cell % SIDE - MIDDLE
    state.kind[place], state.lying[place], state.circle[place] = kind, cubes, circle
    if kind == DESERT:
        state.deserts |= _ONE << place
    else:
        state.on_land[kind] += cubes
    state.hexes += 1


@compiled
def lay_city(state: Any, cell: int, value: int, name: Any) -> None:
    """Lay a city as the next hex."""
    place, city = state.hexes, 0
    for bit in range(place):
        city += state.cities >> bit & 1
    state.q[place], state.r[place] = cell // SIDE - MIDDLE, cell % SIDE - MIDDLE
    state.kind[place], state.city[place], state.value[city] = CITY, city, value
    state.name[city, :] = name
    state.cities |= _ONE << place
    state.hexes += 1


@compiled
def join(state: Any) -> None:
    """Fill in neighbours and edges, once all hexes are laid."""
    number = np.full(SIDE * SIDE, NOWHERE, np.int8)
    for place in range(state.hexes):
        number[_cell_of(state, place)] = place
    for place in range(state.hexes):
        cell = _cell_of(state, place)
        for direction in range(6):
            other = number[cell + STEPS[direction]]
            state.beside[place, direction] = other
            if other != NOWHERE:
                state.around[place] |= _ONE << other
                first, way = (place, direction) if direction < 3 else (other, direction - 3)
                state.edge[place, direction] = 3 * first + way


@compiled
def _cell_of(state: Any, place: int) -> int:
    """The cell of a hex. Without int() the bytes would overflow in interpreted code."""
    return (int(state.q[place]) + MIDDLE) * SIDE + int(state.r[place]) + MIDDLE
