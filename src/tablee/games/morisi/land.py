"""The land of Morisi, compiled: single hexes laid closely together, the kinds dealt among them at random."""

from random import Random
from typing import Any

import numpy as np

from tablee.games.morisi.first_shapes import first_shape
from tablee.games.routes.rules.grid import letters_of
from tablee.games.routes.rules.laying import clear_land, join, lay_city, lay_hex
from tablee.games.routes.rules.meadow import (
    CELLS,
    MIDDLE,
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
    touching,
)
from tablee.games.routes.rules.record import COLOURS
from tablee.kernel.cache import compiled
from tablee.kernel.twister import randrange, sample_all, shuffle, twister_like, uniform

CITIES = ("KAA", "OEG", "SAS", "ZOE", "BEL", "FYN", "LUR", "MIO", "TAV")
EACH_COLOUR, CIRCLES = 6, 2
CUBES = {4: (1, 3), 3: (2, 2), 2: (1, 2)}
"""On circle hexes and on the others, by the number of players."""
ON_BORDER = {33: {18: 0.1, 19: 0.3, 20: 1.0, 21: 1.0}, 39: {19: 0.5, 20: 1.0, 21: 1.0, 22: 1.0}}
"""How gladly a land with so many hexes on its border is taken, by the number of hexes; larger borders never are."""
FEWEST_NEIGHBOURS = 3
FLOWERS = 10
"""How often it is tried to lay a hex with all its neighbours, before single hexes fill the bays."""
GAPS = (2, 3)

_FEW, _MANY = ON_BORDER
"""How many hexes there are with two players, and with more."""
_LETTERS = letters_of(CITIES)
_CUBES = np.array([CUBES.get(players, (0, 0)) for players in range(5)], np.int64)
_WELCOME = np.array([[ON_BORDER[count].get(border, 0.0) for border in range(_MANY + 10)] for count in ON_BORDER])


@compiled
def lay_out(state: Any, twister: Any) -> None:
    """A land of the shape and with the deal that the rules ask for: the first that comes up."""
    names = _names(state, twister)
    land = _shape(_FEW if state.players == 2 else _MANY, state.with_gaps, twister)
    _deal(state, land, names, twister)


def lay_first_version(states: Any, seed: int) -> None:
    """The same as it was under the first version of the rules."""
    random, names = Random(seed), np.arange(len(CITIES))
    if states[0].players == 2:
        names = np.delete(names, random.choice(range(len(names))))
    land = no_land()
    for q, r in first_shape(_FEW if states[0].players == 2 else _MANY, random):
        add(land, (q + MIDDLE) * SIDE + r + MIDDLE)
    _deal_first_version(states, land, names, twister_like(random))


@compiled
def _deal_first_version(states: Any, land: Any, names: Any, twister: Any) -> None:
    _deal(states[0], land, names, twister)


@compiled
def _names(state: Any, twister: Any) -> Any:
    """The places of the names that are dealt; with two players any of them stays in the box."""
    names = np.arange(len(CITIES))
    if state.players > 2:
        return names
    spared = randrange(twister, len(CITIES))
    for place in range(spared, len(CITIES) - 1):
        names[place] += 1
    return names[: len(CITIES) - 1]


# ---- its shape ----------------------------------------------------------------------------------------------


@compiled
def _shape(count: int, with_gaps: bool, twister: Any) -> Any:
    """So many hexes around as many gaps as wished for."""
    room = np.empty(CELLS, np.int64)
    while True:
        gaps = GAPS[randrange(twister, len(GAPS))] if with_gaps else 0
        land = no_land()
        while not _grow(land, count + gaps, twister, room):
            land = no_land()
        welcome = _WELCOME[0 if count == _FEW else 1, cells_of(land, room) - inner_cells(land, room)]
        if has_gap(land, room) or uniform(twister) >= welcome:
            continue
        if _hollow(land, gaps, twister, room) == gaps and is_whole(land, room):
            return land


@compiled
def _grow(land: Any, count: int, twister: Any, room: Any) -> bool:
    """Flower upon flower, a hex with its neighbours each, then hexes in bays: so every one touches three others.

    Returns whether there were enough bays.
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
        add(land, bay)
        size += 1
    return True


@compiled
def _flower_adds(land: Any, middle: int) -> int:
    return 7 - touching(land, middle) - land[middle]  # type: ignore[no-any-return]


@compiled
def _lay_flower(land: Any, middle: int) -> int:
    """A hex with its neighbours; returns how many are new."""
    new = _flower_adds(land, middle)
    add(land, middle)
    for step in STEPS:
        add(land, middle + step)
    return new


@compiled
def _any_touching(land: Any, least: int, land_too: bool, twister: Any, room: Any) -> int:
    """Any cell that touches so many hexes, of the land or not; -1 if there is none."""
    count = 0
    for place in range(cells_around(land, 1, room)):
        cell = room[place]
        if (land_too or not land[cell]) and touching(land, cell) >= least:
            room[count] = cell
            count += 1
    return int(room[randrange(twister, count)]) if count else -1


@compiled
def _hollow(land: Any, count: int, twister: Any, room: Any) -> int:
    """Take so many hexes out that can be gaps, each shut in by itself, if there are; returns how many."""
    size, gaps = cells_of(land, room), 0
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
        shut_in &= land[cell + step] == 1 and touching(land, cell + step) >= FEWEST_NEIGHBOURS
    return shut_in


# ---- what lies where ----------------------------------------------------------------------------------------


@compiled
def _deal(state: Any, land: Any, names: Any, twister: Any) -> None:
    """The cities where chance puts them, and the colours shuffled over the rest."""
    cells, kinds = np.empty(CELLS, np.int64), np.full(CELLS, -1, np.int64)
    size = cells_of(land, cells)
    shuffle(twister, names, len(names))
    while not _found_towns(cells[:size], names, state.cities_apart, kinds, twister):
        kinds[:] = -1
    circles = CIRCLES - 1 if state.players == 2 else CIRCLES
    deck = _deck(circles)
    shuffle(twister, deck, len(deck))
    clear_land(state)
    left = len(deck)
    for place in range(size):
        cell = cells[place]
        if kinds[cell] >= 0:
            lay_city(state, cell, 0, _LETTERS[kinds[cell]])
        else:
            left -= 1
            circle = deck[left] < circles * len(COLOURS)
            colour = deck[left] // circles if circle else _colour_of_other(deck[left] - circles * len(COLOURS))
            lay_hex(state, cell, colour, _CUBES[state.players, 0 if circle else 1], circle)
    join(state)


@compiled
def _deck(circles: int) -> Any:
    """A number for each hex of a colour: first those with circles, colour by colour, then the others."""
    return np.arange((circles + EACH_COLOUR - CIRCLES) * len(COLOURS))


@compiled
def _colour_of_other(number: int) -> int:
    return number // (EACH_COLOUR - CIRCLES)


@compiled
def _found_towns(cells: Any, names: Any, apart: bool, kinds: Any, twister: Any) -> bool:
    """Fill the name of each city by cell; returns whether chance has put them so that all found room apart."""
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
