"""The land of Netzwerk, compiled: thirteen tiles of three hexes, shuffled, turned at random and laid close together."""

from typing import Any

import numpy as np

from tablee.engine.compile_cache import compiled
from tablee.engine.mersenne_twister import sample_all, shuffle, uniform
from tablee.games.shared.routes.rules import land_cells
from tablee.games.shared.routes.rules.land_cells import CELLS, ORIGIN, SIDE, STEPS
from tablee.games.shared.routes.rules.record import COLOURS, DESERT
from tablee.games.shared.routes.rules.route_observation import letters_of

TILES: tuple[tuple[str | int, ...], ...] = (
    ("orange", "red", "green"), (6, "yellow", "blue"), ("desert", "yellow", "orange"), ("desert", "red", "blue"),
    ("desert", "green", "yellow"), (10, "desert", "red"), (9, "desert", "blue"), (2, "orange", "green"),
    (3, "yellow", "blue"), (4, "red", "orange"), (5, "green", "blue"), (7, "yellow", "green"), (8, "orange", "red"),
)  # fmt: skip
"""Triangles of three kinds of hexes; a number is the value of a city. Two players leave the first two in the box."""

NAMES = {
    2: "Ahlen", 3: "Brede", 4: "Celle", 5: "Dornum", 6: "Emden", 7: "Fulda", 8: "Gera", 9: "Husum", 10: "Ilmenau",
}  # fmt: skip
"""The name of the city of each value."""
CITY_LETTERS = letters_of(tuple(NAMES.values()))

INNER, INNER_OF_TWO = 12, 9  # the fewest hexes with six neighbours: usually, and with two players

FREEDOM = 3.0  # How much chance weighs against closeness. With more, lands look wilder and are rejected more often.

CUBES_ON_COLOURS = 2
DEALS = 20  # how often to deal tiles onto one shape before trying another shape

_CITY = 10  # Added to the value of a city: its kind. Lower kinds are colours and the desert.
_FIRST_VALUE = min(NAMES)
_SHAPES = np.array([[0, 1, SIDE], [0, SIDE - 1, SIDE]], np.int64)
"""The two triangles with a given first cell: the steps to their cells."""
_KINDS = {"desert": DESERT, **{colour: kind for kind, colour in enumerate(COLOURS)}}
_TILES = np.array([[_KINDS[of] if isinstance(of, str) else _CITY + of for of in tile] for tile in TILES], np.int64)


@compiled
def lay_out(state: Any, twister: Any, freedom: float) -> None:
    """Lay random lands until one is compact, has no gap, and is connected without its deserts."""
    spared = 2 if state.players == 2 else 0
    tiles = np.arange(spared, len(_TILES))
    laid, kinds, room = np.empty((len(tiles), 3), np.int64), np.empty(CELLS, np.int64), np.empty(CELLS, np.int64)
    while True:
        land = _closely_laid(laid, freedom, twister, room)
        if land_cells.inner_cells(land, room) < (INNER_OF_TWO if spared else INNER) or land_cells.has_gap(land, room):
            continue
        for _ in range(DEALS):
            if land_cells.is_whole(_dealt(laid, tiles, kinds, twister), room):
                _write(state, land, kinds, room)
                return


@compiled
def _closely_laid(laid: Any, freedom: float, twister: Any, room: Any) -> Any:
    """Fill in the cells of the tiles, each close to the earlier ones with some chance; return the land."""
    land, touched = land_cells.no_land(), np.zeros(CELLS, np.int64)
    touched[ORIGIN] = 1
    for tile in range(len(laid)):
        if tile == 0:  # the first cells of the triangles around the origin
            room[0], room[1], room[2], room[3], size = ORIGIN - SIDE, ORIGIN - SIDE + 1, ORIGIN - 1, ORIGIN, 4
        else:
            size = land_cells.cells_around(land, 2, room)
        first, shape = _closest(land, touched, room, size, freedom, twister)
        for corner in range(3):
            cell = first + _SHAPES[shape, corner]
            laid[tile, corner] = cell
            land_cells.add(land, cell)
            for step in STEPS:
                touched[cell + step] += 1
    return land


@compiled
def _closest(land: Any, touched: Any, cells: Any, size: int, freedom: float, twister: Any) -> tuple[int, int]:
    """A free triangle that touches much of the land, with some chance: its first cell, and its shape."""
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
    """Fill in kinds by cell: the tiles in random order, each turned at random; return the land without deserts."""
    shuffle(twister, tiles, len(tiles))
    walked, turned = land_cells.no_land(), np.empty(3, np.int64)
    for tile in range(len(tiles)):
        turned[:] = _TILES[tiles[tile]]
        sample_all(twister, turned, 3)
        for corner in range(3):
            kinds[laid[tile, corner]] = turned[corner]
            if turned[corner] != DESERT:
                land_cells.add(walked, laid[tile, corner])
    return walked


@compiled
def _write(state: Any, land: Any, kinds: Any, room: Any) -> None:
    land_cells.clear_land(state)
    for place in range(land_cells.cells_of(land, room)):
        kind = kinds[room[place]]
        if kind >= _CITY:
            land_cells.lay_city(state, room[place], kind - _CITY, CITY_LETTERS[kind - _CITY - _FIRST_VALUE])
        else:
            land_cells.lay_hex(state, room[place], kind, 0 if kind == DESERT else CUBES_ON_COLOURS, 0)
    land_cells.join(state)
