"""The land of Netzwerk, compiled: thirteen tiles of three hexes in random order and rotation, laid closely together."""

from typing import Any

import numpy as np

from tablee.games.routes.rules.grid import letters_of
from tablee.games.routes.rules.laying import clear_land, join, lay_city, lay_hex
from tablee.games.routes.rules.meadow import (
    CELLS,
    ORIGIN,
    SIDE,
    STEPS,
    add,
    cells_around,
    cells_of,
    has_gap,
    inner_cells,
    is_whole,
    no_land,
)
from tablee.games.routes.rules.record import COLOURS, DESERT
from tablee.kernel.cache import compiled
from tablee.kernel.twister import sample_all, shuffle, uniform

TILES: tuple[tuple[str | int, ...], ...] = (
    ("orange", "red", "green"), (6, "yellow", "blue"), ("desert", "yellow", "orange"), ("desert", "red", "blue"),
    ("desert", "green", "yellow"), (10, "desert", "red"), (9, "desert", "blue"), (2, "orange", "green"),
    (3, "yellow", "blue"), (4, "red", "orange"), (5, "green", "blue"), (7, "yellow", "green"), (8, "orange", "red"),
)  # fmt: skip
"""Each a triangle of three kinds; a number is the value of a city. The first two stay in the box with two players."""

NAMES = {
    2: "Ahlen", 3: "Brede", 4: "Celle", 5: "Dornum", 6: "Emden", 7: "Fulda", 8: "Gera", 9: "Husum", 10: "Ilmenau",
}  # fmt: skip
"""A name for the city of each value."""

INNER, INNER_OF_TWO = 12, 9
"""How many hexes have all six neighbours, at least; and with the tiles for two players."""

FREEDOM = 3.0
"""How far from the closest shape a land may grow: more looks wilder, and is more often not allowed."""

CUBES_ON_COLOURS = 2
DEALS = 20
"""So often tiles are dealt onto one shape, until one can be walked from end to end."""

_CITY = 10
"""A kind from here on is a city, of a value that is so much less."""
_LETTERS = letters_of(tuple(NAMES.values()))
_FIRST_VALUE = min(NAMES)
_SHAPES = np.array([[0, 1, SIDE], [0, SIDE - 1, SIDE]], np.int64)
"""The two triangles whose first cell is a given one, in their order."""


def _kind(written: str | int) -> int:
    if isinstance(written, int):
        return _CITY + written
    return DESERT if written == "desert" else COLOURS.index(written)


_TILES = np.array([[_kind(written) for written in tile] for tile in TILES], np.int64)


@compiled
def lay_out(state: Any, twister: Any, freedom: float) -> None:
    """A land that hangs together, has no hole, and can be walked from end to end: the first such that comes up."""
    spared = 2 if state.players == 2 else 0
    tiles = np.arange(spared, len(_TILES))
    laid, kinds, room = np.empty((len(tiles), 3), np.int64), np.empty(CELLS, np.int64), np.empty(CELLS, np.int64)
    while True:
        land = _closely_laid(laid, freedom, twister, room)
        if inner_cells(land, room) < (INNER_OF_TWO if spared else INNER) or has_gap(land, room):
            continue
        for _ in range(DEALS):
            if is_whole(_dealt(laid, tiles, kinds, twister), room):
                _write(state, land, kinds, room)
                return


@compiled
def _closely_laid(laid: Any, freedom: float, twister: Any, room: Any) -> Any:
    """Places for the tiles, each laid where it touches much of what lies there, with some chance; returns the land."""
    land, touched = no_land(), np.zeros(CELLS, np.int64)
    touched[ORIGIN] = 1
    for tile in range(len(laid)):
        if tile == 0:  # the triangles that the origin is part of begin here
            room[0], room[1], room[2], room[3], size = ORIGIN - SIDE, ORIGIN - SIDE + 1, ORIGIN - 1, ORIGIN, 4
        else:
            size = cells_around(land, 2, room)
        first, shape = _closest(land, touched, room, size, freedom, twister)
        for corner in range(3):
            cell = first + _SHAPES[shape, corner]
            laid[tile, corner] = cell
            add(land, cell)
            for step in STEPS:
                touched[cell + step] += 1
    return land


@compiled
def _closest(land: Any, touched: Any, cells: Any, size: int, freedom: float, twister: Any) -> tuple[int, int]:
    """Of the triangles that touch the land, one that touches much of it: its first cell, and which of the two it is."""
    best, first, chosen = -1.0, 0, 0
    for place in range(size):
        for shape in range(2):
            closeness, free = 0, True
            for corner in range(3):
                cell = cells[place] + _SHAPES[shape, corner]
                closeness += touched[cell]
                free &= land[cell] == 0
            if free and closeness:
                worth = closeness + freedom * uniform(twister)
                if worth > best:
                    best, first, chosen = worth, cells[place], shape
    return first, chosen


@compiled
def _dealt(laid: Any, tiles: Any, kinds: Any, twister: Any) -> Any:
    """Fill kinds by cell: the tiles in random order, each turned at random; returns where one can walk."""
    shuffle(twister, tiles, len(tiles))
    walked, turned = no_land(), np.empty(3, np.int64)
    for tile in range(len(tiles)):
        turned[:] = _TILES[tiles[tile]]
        sample_all(twister, turned, 3)
        for corner in range(3):
            kinds[laid[tile, corner]] = turned[corner]
            if turned[corner] != DESERT:
                add(walked, laid[tile, corner])
    return walked


@compiled
def _write(state: Any, land: Any, kinds: Any, room: Any) -> None:
    clear_land(state)
    for place in range(cells_of(land, room)):
        kind = kinds[room[place]]
        if kind >= _CITY:
            lay_city(state, room[place], kind - _CITY, _LETTERS[kind - _CITY - _FIRST_VALUE])
        else:
            lay_hex(state, room[place], kind, 0 if kind == DESERT else CUBES_ON_COLOURS, 0)
    join(state)
