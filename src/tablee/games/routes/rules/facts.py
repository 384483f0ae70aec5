"""What the rules of a route game know about a state, said once: pictures, words and lessons read it.

What sticks cost and routes bring is said of the seat at turn, while it builds.
"""

from typing import Any

import numpy as np

from tablee.games.routes.rules.record import CITY, DESERT, MOST_CITIES, MOST_HEXES, NOWHERE, SEATS
from tablee.games.routes.rules.sticks import Bits, cities_at, price_of
from tablee.games.routes.rules.turn import BUILD
from tablee.kernel.cache import compiled
from tablee.kernel.states import record

NO_END = -1
"""In `brings`: no route ends there."""
EACH_CITY = 4
"""Bits for the new houses in one city."""


def facts_dtype(game_id: str) -> np.dtype[Any]:
    """The record of facts of a route game; but for the name of its first field, all have the same."""
    return record(
        (f"{game_id}_facts", np.int8),
        ("anchors", np.int8, MOST_HEXES),  # where a route may begin and end
        ("price", np.int8, (MOST_HEXES, 6)),  # of a stick from a hex in a direction; 0 if none may lie there
        ("brings", np.int64, (MOST_HEXES, 6)),  # new houses by city, packed, if that stick ends a route
        ("houses_left", np.int8, SEATS),
        ("sizes", np.int16, MOST_CITIES),  # the houses of all seats
        ("ranks", np.int8, MOST_CITIES),  # by size, the best among equals; 0 where sizes do not matter
        ("counts", np.int8, MOST_CITIES),  # do houses there bring points?
        ("worth", np.int16, (SEATS, MOST_CITIES)),  # the points of a seat in a city
        ("foreseen", np.int8, (SEATS, 3)),  # the points for predictions, once the game is over
        ("decisive", np.int8),  # what decided between equal points: 1 cities, 2 sticks, 3 houses
    )


@compiled
def route_facts(state: Any, facts: Any) -> None:
    """Fill what both games know."""
    for seat in range(state.players):
        facts.houses_left[seat] = max(0, state.stock - state.houses[seat])
    if state.phase == BUILD:
        for here in range(state.hexes):
            _facts_at(state, facts, here)


@compiled
def _facts_at(state: Any, facts: Any, here: int) -> None:
    anchors = state.cities | state.touched[state.turn]
    facts.anchors[here] = anchors >> here & 1
    start = state.path[0] if state.route else here
    for direction in range(6):
        there = state.beside[here, direction]
        facts.brings[here, direction] = NO_END
        if there != NOWHERE and _can_lie(state, here, there):
            facts.price[here, direction] = price_of(state, here, direction)
            if anchors >> start & 1 and anchors >> there & 1:
                facts.brings[here, direction] = _new_houses(state, start, there)


@compiled
def _can_lie(state: Any, here: int, there: int) -> bool:
    kinds = state.kind[here], state.kind[there]
    return DESERT not in kinds and not (kinds[0] == CITY and kinds[1] == CITY)


@compiled
def _new_houses(state: Any, start: int, end: int) -> Bits:
    """The houses that a route from one anchor to another brings, by city."""
    cities = cities_at(state, start) | cities_at(state, end)
    found = np.int64(0)
    for city in range(MOST_CITIES):
        for other in range(MOST_CITIES):
            if city != other and cities >> city & cities >> other & ~state.links[state.turn, city] >> other & 1:
                found += np.int64(1) << (EACH_CITY * city)
    return found
