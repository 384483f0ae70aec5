"""How a land gets from its cells into the record of a route game, compiled."""

from typing import Any

import numpy as np

from tablee.games.routes.rules.meadow import MIDDLE, SIDE, STEPS
from tablee.games.routes.rules.record import CITY, DESERT, EDGES, NOWHERE
from tablee.kernel.cache import compiled

_ONE = np.int64(1)


@compiled
def clear_land(state: Any) -> None:
    """No land."""
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
    """Lay the next hex: a city."""
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
    """Find out who lies beside whom, once all are laid."""
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
    """Where a hex lies, in whole numbers: in the interpreter a byte stays a byte, and would overflow."""
    return (int(state.q[place]) + MIDDLE) * SIDE + int(state.r[place]) + MIDDLE
