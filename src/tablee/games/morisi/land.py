"""The land of Morisi, compiled: single hexes laid close together, with cities and colours dealt at random."""

from typing import Any

import numpy as np

from tablee.engine.compile_cache import compiled
from tablee.engine.mersenne_twister import randrange, sample_all, shuffle, uniform
from tablee.games.shared.routes.rules import land_cells
from tablee.games.shared.routes.rules.land_cells import CELLS, ORIGIN, STEPS
from tablee.games.shared.routes.rules.record import COLOURS
from tablee.games.shared.routes.rules.route_observation import letters_of

CITIES = ("KAA", "OEG", "SAS", "ZOE", "BEL", "FYN", "LUR", "MIO", "TAV")
CITY_LETTERS = letters_of(CITIES)
EACH_COLOUR, CIRCLES = 6, 2
CUBES = {4: (1, 3), 3: (2, 2), 2: (1, 2)}  # cubes on a hex with a circle and on another hex, by the number of players
ON_BORDER = {33: {18: 0.1, 19: 0.3, 20: 1.0, 21: 1.0}, 39: {19: 0.5, 20: 1.0, 21: 1.0, 22: 1.0}}
"""By number of hexes and of hexes on the border: the chance of accepting a land. Others are rejected."""
FEWEST_NEIGHBOURS = 3
FLOWERS = 10  # how often to try laying a hex with all its neighbours, before single hexes fill the bays
GAPS = (2, 3)

_FEW, _MANY = ON_BORDER  # the number of hexes with two players, and with more
_CUBES = np.array([CUBES.get(players, (0, 0)) for players in range(5)], np.int64)
_WELCOME = np.array([[ON_BORDER[count].get(border, 0.0) for border in range(_MANY + 10)] for count in ON_BORDER])


@compiled
def lay_out(state: Any, twister: Any) -> None:
    """Lay a random land of the shape and with the deal that the rules ask for."""
    names = _names(state, twister)
    land = _shape(_FEW if state.players == 2 else _MANY, state.with_gaps, twister)
    _deal(state, land, names, twister)


@compiled
def _names(state: Any, twister: Any) -> Any:
    """The indices of the cities that are dealt; with two players a random one stays in the box."""
    names = np.arange(len(CITIES))
    if state.players > 2:
        return names
    spared = randrange(twister, len(CITIES))
    for place in range(spared, len(CITIES) - 1):
        names[place] += 1
    return names[: len(CITIES) - 1]


# ---- the shape ----------------------------------------------------------------------------------------------


@compiled
def _shape(count: int, with_gaps: bool, twister: Any) -> Any:
    """A land of `count` hexes, with or without gaps."""
    room = np.empty(CELLS, np.int64)
    while True:
        gaps = GAPS[randrange(twister, len(GAPS))] if with_gaps else 0
        land = land_cells.no_land()
        while not _grow(land, count + gaps, twister, room):
            land = land_cells.no_land()
        welcome = _WELCOME[
            0 if count == _FEW else 1, land_cells.cells_of(land, room) - land_cells.inner_cells(land, room)
        ]
        if land_cells.has_gap(land, room) or uniform(twister) >= welcome:
            continue
        if _hollow(land, gaps, twister, room) == gaps and land_cells.is_whole(land, room):
            return land


@compiled
def _grow(land: Any, count: int, twister: Any, room: Any) -> bool:
    """Lay flowers (a hex with its neighbours), then hexes in bays, so that every hex touches three others.

    Return whether there were enough bays.
    """
    size = _lay_flower(land, ORIGIN)
    for _ in range(FLOWERS):
        middle = _any_touching(land, 1, True, twister, room)
        if size + _flower_adds(land, middle) <= count:
            size += _lay_flower(land, middle)
    while size < count:
        bay = _any_touching(land, FEWEST_NEIGHBOURS, False, twister, room)
        if bay < 0:
            return False
        land_cells.add(land, bay)
        size += 1
    return True


@compiled
def _flower_adds(land: Any, middle: int) -> int:
    return 7 - land_cells.touching(land, middle) - land[middle]  # type: ignore[no-any-return]


@compiled
def _lay_flower(land: Any, middle: int) -> int:
    """Lay a hex with its neighbours; return how many are new."""
    new = _flower_adds(land, middle)
    land_cells.add(land, middle)
    for step in STEPS:
        land_cells.add(land, middle + step)
    return new


@compiled
def _any_touching(land: Any, least: int, land_too: bool, twister: Any, room: Any) -> int:
    """A random cell that touches at least `least` hexes, or -1; `land_too` allows cells of the land."""
    count = 0
    for place in range(land_cells.cells_around(land, 1, room)):
        cell = room[place]
        if (land_too or not land[cell]) and land_cells.touching(land, cell) >= least:
            room[count] = cell
            count += 1
    return int(room[randrange(twister, count)]) if count else -1


@compiled
def _hollow(land: Any, count: int, twister: Any, room: Any) -> int:
    """Take out up to `count` hexes that can be gaps, each enclosed by land; return how many."""
    size, gaps = land_cells.cells_of(land, room), 0
    sample_all(twister, room, size)
    for place in range(size):
        land[room[place]] = 0
        if gaps < count and _is_shut_in(land, room[place]):
            gaps += 1
        else:
            land[room[place]] = 1
    return gaps


@compiled
def _is_shut_in(land: Any, cell: int) -> bool:
    shut_in = True
    for step in STEPS:
        shut_in &= land[cell + step] == 1 and land_cells.touching(land, cell + step) >= FEWEST_NEIGHBOURS
    return shut_in


# ---- the deal -----------------------------------------------------------------------------------------------


@compiled
def _deal(state: Any, land: Any, names: Any, twister: Any) -> None:
    """Put the cities on random hexes, and shuffle the colours over the rest."""
    cells, kinds = np.empty(CELLS, np.int64), np.full(CELLS, -1, np.int64)
    size = land_cells.cells_of(land, cells)
    shuffle(twister, names, len(names))
    while not _found_towns(cells[:size], names, state.cities_apart, kinds, twister):
        kinds[:] = -1
    circles = CIRCLES - 1 if state.players == 2 else CIRCLES
    # The deck has a number for each hex of a colour: first the circles, colour by colour, then the others.
    others = EACH_COLOUR - CIRCLES
    deck = np.arange((circles + others) * len(COLOURS))
    shuffle(twister, deck, len(deck))
    land_cells.clear_land(state)
    left = len(deck)
    for place in range(size):
        cell = cells[place]
        if kinds[cell] >= 0:
            land_cells.lay_city(state, cell, 0, CITY_LETTERS[kinds[cell]])
        else:
            left -= 1
            circle = deck[left] < circles * len(COLOURS)
            colour = deck[left] // circles if circle else (deck[left] - circles * len(COLOURS)) // others
            land_cells.lay_hex(state, cell, colour, _CUBES[state.players, 0 if circle else 1], circle)
    land_cells.join(state)


@compiled
def _found_towns(cells: Any, names: Any, apart: bool, kinds: Any, twister: Any) -> bool:
    """Fill in the index of the city on each cell; return whether all cities found a place."""
    order, towns = cells.copy(), 0
    sample_all(twister, order, len(order))
    for cell in order:
        if towns < len(names) and not (apart and _beside_a_town(kinds, cell)):
            kinds[cell] = names[towns]
            towns += 1
    return towns == len(names)


@compiled
def _beside_a_town(kinds: Any, cell: int) -> bool:
    found = False
    for step in STEPS:
        found |= kinds[cell + step] >= 0
    return found
