"""The record of a route game's state, and how to write a land into it.

Hexes are numbered in the order of (q, r). Sets of hexes, seats and cities are bitmasks. The record also keeps what
follows from the land (neighbours, edges), because the rules need it often.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from tablee.engine.states import record
from tablee.games.shared.hexes import DIRECTIONS, Hex

COLOURS = ("yellow", "orange", "red", "green", "blue")
CITY, DESERT = 5, 6  # kinds of hexes besides the five colours

MOST_HEXES = 39
MOST_CITIES = 9
SEATS = 4
STICKS = 20
EDGES = 3 * MOST_HEXES
LONGEST_ROUTE = STICKS + 1
LONGEST_NAME = 16  # bytes of a city's name

NOWHERE = -1  # no hex, or no city

FREE, DEARER, FORBIDDEN = 0, 1, 2
"""What the sticks of others on an edge mean: nothing, one more cube for each, or no further stick."""


class Site(NamedTuple):
    """A hex of a land: its kind (a colour's number, `CITY` or `DESERT`) and what is on it."""

    kind: int
    cubes: int = 0
    circle: bool = False
    name: str = ""
    value: int = 0


Land = Mapping[Hex, Site]


def state_dtype(game_id: str) -> np.dtype[Any]:
    """The record of a route game's state. Only the name of the first field differs between games."""
    return record(
        (game_id, np.int8),  # the version of the rules
        ("players", np.int8),
        ("turn", np.int8),
        ("phase", np.int8),
        ("ended", np.int8),  # 0 or the index of the reason
        ("ending", np.int8),  # the last cube of a colour has been taken: this turn is the last
        ("parallel", np.int8),  # FREE, DEARER or FORBIDDEN
        ("needs_house", np.int8),  # a route must bring a house
        ("many_routes", np.int8),  # a turn may build several routes
        ("stock", np.int8),  # houses of each seat
        ("hidden", np.int8),  # option hands
        ("cities_apart", np.int8),  # option cities
        ("with_gaps", np.int8),  # option gaps
        ("predicting", np.int8),  # option predictions
        ("near", np.int8),  # the route being built has begun to pay near colours
        ("route", np.int8),  # hexes in `path`, 0 without a route being built
        ("path", np.int8, LONGEST_ROUTE),
        ("paid", np.int8, 5),  # for that route, by colour
        ("left", np.int8, SEATS),
        ("pawns", np.int8, SEATS),  # a hex, or NOWHERE
        ("sticks_left", np.int8, SEATS),
        ("idle", np.int16),  # turns since a cube was taken or a stick laid
        ("cubes", np.int8, (SEATS, 5)),  # in hand
        ("on_land", np.int8, 5),  # cubes of each colour that lie on the land
        ("predictions", np.int8, (SEATS, 3)),  # cities, or NOWHERE
        ("sticks", np.int8, EDGES + 1),  # the seats that have a stick on each edge
        ("hexes", np.int8),  # how many there are
        ("q", np.int8, MOST_HEXES),
        ("r", np.int8, MOST_HEXES),
        ("kind", np.int8, MOST_HEXES),
        ("lying", np.int8, MOST_HEXES),  # cubes
        ("circle", np.int8, MOST_HEXES),
        ("city", np.int8, MOST_HEXES),  # its number, or NOWHERE
        ("value", np.int8, MOST_CITIES),
        ("name", np.uint8, (MOST_CITIES, LONGEST_NAME)),  # in UTF-8, padded with zeros
        ("beside", np.int8, (MOST_HEXES, 6)),  # by direction: a hex, or NOWHERE
        ("edge", np.int8, (MOST_HEXES, 6)),  # by direction: the number of the edge
        ("around", np.int64, MOST_HEXES),  # the hexes beside each
        ("cities", np.int64),
        ("deserts", np.int64),
        ("touched", np.int64, SEATS),  # hexes without a city on the seat's finished routes
        ("reach", np.int16, (SEATS, MOST_HEXES)),  # of these hexes: the cities that the piece of road touches
        ("links", np.int16, (SEATS, MOST_CITIES)),  # the cities directly linked with each city
        ("houses", np.int8, SEATS),  # built in all
    )


OPTION_FIELDS = {
    "hands": ("hidden", ("open", "hidden")),
    "cities": ("cities_apart", ("any", "apart")),
    "gaps": ("with_gaps", ("none", "some")),
    "predictions": ("predicting", ("off", "on")),
}
"""By option: its field of the record, and the values that 0 and 1 stand for."""


def blank(state_type: np.dtype[Any], players: int, stock: int, options: Mapping[str, Any]) -> Any:
    """A state before the first action, without a land and without the settings of the game."""
    states = np.zeros(1, state_type)
    state = states[0]
    state.players, state.stock = players, stock
    for name, value in options.items():
        field, values = OPTION_FIELDS[name]
        state[field] = values.index(value)
    state.sticks_left[:players] = STICKS
    state.pawns[:] = NOWHERE
    state.predictions[:] = NOWHERE
    return states


def lay(state: Any, land: Land) -> None:
    """Write a land into a state."""
    places = sorted(land)
    number_of = {place: number for number, place in enumerate(places)}
    state.hexes = len(places)
    state.kind[:] = DESERT
    state.city[:] = NOWHERE
    state.beside[:] = NOWHERE
    state.edge[:] = EDGES
    cities = 0
    for number, place in enumerate(places):
        site = land[place]
        state.q[number], state.r[number] = place
        state.kind[number], state.lying[number], state.circle[number] = site.kind, site.cubes, site.circle
        for direction, (q, r) in enumerate(DIRECTIONS):
            other = number_of.get((place[0] + q, place[1] + r), NOWHERE)
            state.beside[number, direction] = other
            if other != NOWHERE:
                state.around[number] |= 1 << other
                first = (number, direction) if direction < 3 else (other, direction - 3)
                state.edge[number, direction] = 3 * first[0] + first[1]
        if site.kind == CITY:
            state.city[number] = cities
            state.value[cities] = site.value
            letters = site.name.encode().ljust(LONGEST_NAME, b"\0")
            state.name[cities] = list(letters)
            state.cities |= 1 << number
            cities += 1
        elif site.kind == DESERT:
            state.deserts |= 1 << number
        else:
            state.on_land[site.kind] += site.cubes
