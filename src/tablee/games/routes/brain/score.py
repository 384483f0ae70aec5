"""Who has won a game that was played to its end in thought, compiled: the rules of both games, as fast as can be."""

from typing import Any

import numpy as np

from tablee.games.routes.brain.plans import count_bits
from tablee.games.routes.rules.record import MOST_CITIES, NOWHERE, SEATS, STICKS
from tablee.games.routes.rules.turn import HOUSES, houses_winner
from tablee.kernel.cache import compiled
from tablee.kernel.ranking import leaders

_FOR_RANK, _FOR_BEING_LARGE, _LARGEST = 5, 2, 3
_EACH = 100
"""More than there can be of anything that is compared."""


@compiled
def reckon(state: Any, points: Any) -> None:
    """The points of both games as they stand, without predictions: what a hasty player sees at a glance."""
    sizes = np.zeros(MOST_CITIES, np.int64)
    measure_cities(state, sizes)
    counted, for_a_city = MOST_CITIES, 0
    if state.needs_house:
        counted, for_a_city = _LARGEST, 4
    elif state.many_routes:
        counted = 1
    points[:] = 0
    for city in range(MOST_CITIES):
        larger = _larger_than(sizes, city)
        for seat in range(state.players):
            houses = count_bits(np.int64(state.links[seat, city]))
            if houses:
                points[seat] += (houses if larger < counted else 0) + for_a_city + state.value[city]


@compiled
def measure_cities(state: Any, sizes: Any) -> None:
    """The houses of all seats in each city."""
    sizes[:] = 0
    for seat in range(state.players):
        for city in range(MOST_CITIES):
            sizes[city] += count_bits(np.int64(state.links[seat, city]))


@compiled
def _larger_than(sizes: Any, city: int) -> int:
    larger = 0
    for other in range(MOST_CITIES):
        larger += sizes[other] > sizes[city]
    return larger


@compiled
def _add_predictions(state: Any, points: Any) -> None:
    """What the cities named bring, by their ranks; a city holds every rank that its tie spans."""
    sizes = np.zeros(MOST_CITIES, np.int64)
    measure_cities(state, sizes)
    for seat in range(state.players):
        for rank in range(3):
            city = state.predictions[seat, rank]
            if city == NOWHERE or sizes[city] == 0:
                continue
            larger, equals = _larger_than(sizes, city), 0
            for other in range(MOST_CITIES):
                equals += sizes[other] == sizes[city]
            if larger <= rank < larger + equals:
                points[seat] += _FOR_RANK
            elif larger < _LARGEST:
                points[seat] += _FOR_BEING_LARGE


@compiled
def share_out(state: Any, points: Any, shares: Any) -> None:
    """Fill in the points of an ended game, and each seat's share of the victory."""
    reckon(state, points)
    if state.predicting:
        _add_predictions(state, points)
    if state.ended == HOUSES:
        mask = houses_winner(state)
    else:
        standings = np.zeros(SEATS, np.int64)
        for seat in range(state.players):
            standings[seat] = points[seat]
            if state.needs_house or state.many_routes:
                standings[seat] = _with_what_decides(state, seat, points[seat])
        mask = leaders(state, standings)
    winners = max(1, count_bits(np.int64(mask)))
    shares[:] = 0.0
    for seat in range(state.players):
        shares[seat] = (mask >> seat & 1) / winners


@compiled
def _with_what_decides(state: Any, seat: int, points: int) -> int:
    """Points, cities, sticks and houses in one number, the first weighing most."""
    cities = 0
    for city in range(MOST_CITIES):
        cities += state.links[seat, city] != 0
    standing = (points * _EACH + cities) * _EACH + STICKS - state.sticks_left[seat]
    return standing * _EACH + state.houses[seat]  # type: ignore[no-any-return]
