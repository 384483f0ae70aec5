"""What a bot of the route games sees in a state: the routes it can pay, and what places on the land are worth to it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablee.games.routes.brain.plans import DEAREST, MOST_LABELS, MOST_ROUTES, ROUTE, can_pay, find_routes
from tablee.games.routes.brain.walks import FAR_AWAY, hand_of, measure_land, weigh_places
from tablee.games.routes.rules.record import MOST_HEXES, state_dtype
from tablee.games.routes.rules.turn import MOST_ACTIONS
from tablee.kernel import calls
from tablee.kernel.cache import compiled
from tablee.kernel.contract import States

Worths = npt.NDArray[np.float64]

NETZWERK = np.array([1.0, 0.4, 0.0, 0.5])
MORISI_OF_TWO = np.array([1.0, 0.1, 0.05, 0.5])
MORISI_OF_MANY = np.array([1.0, 0.5, 0.1, 0.5])
"""Tastes, by which routes are weighed (see plans.py)."""
FREE_CUBES = np.array([1.0, 1.0, 1.0, 0.0])
A_TURN_LATER = 0.85
"""What a plan is worth a turn later."""
POWERS = A_TURN_LATER ** np.arange(FAR_AWAY + 1.0)
MOST_COMPARED = 8
"""So many routes are told apart."""

ANY_GAME = state_dtype("any_game")
"""Both games have this record but for the name of a field: taken for one type, all this is compiled once."""


class Route(NamedTuple):
    """A route that can be paid at once."""

    codes: tuple[int, ...]  # its sticks
    gain: float  # what it brings, in points
    net: float  # what it is worth, less its price


def legal_codes(state: States) -> list[int]:
    """The codes of all legal actions."""
    actions = np.empty(MOST_ACTIONS, np.int32)
    codes: list[int] = actions[: calls.legal(state, actions)].tolist()
    return codes


def taste_of(state: States, *, last: bool = False) -> Worths:
    """What counts in this game; with its last turn cubes cost nothing, as they are of no use any more."""
    of_morisi = MORISI_OF_MANY if state[0].needs_house else MORISI_OF_TWO
    taste = of_morisi if state[0].needs_house or state[0].many_routes else NETZWERK
    return taste * FREE_CUBES if last else taste


def payable_routes(state: States, most_cubes: int, taste: Worths) -> list[Route]:
    """Routes that the seat at turn can build at once, or ways to end the one begun; the best come first."""
    found: dict[tuple[int, int], Route] = {}
    for route in _payable(state, min(most_cubes, DEAREST), taste, [], np.zeros(0), 0):
        if len(found) < MOST_COMPARED:
            codes = tuple(_codes(state, route))
            found.setdefault((int(route.cities), int(route.price)), Route(codes, float(route.gain), float(route.net)))
    return list(found.values())


def _codes(state: States, route: Any) -> Iterator[int]:
    """The actions that build a route."""
    here, steps = int(route.start), int(route.steps)
    for stick in range(int(route.sticks)):
        direction = steps >> 3 * stick & 7
        there = int(state[0].beside[here, direction])
        yield (here * 6 + direction) * 5 + int(state[0].kind[there if stick < route.far else here])
        here = there


def worths_of(state: States, places: list[int], most_cubes: int, steps: int) -> Worths:
    """What it is worth to the seat at turn to come to each of these hexes now."""
    values = np.zeros(len(places))
    _payable(state, most_cubes, taste_of(state), places, values, steps)
    return values


def _payable(state: States, most_cubes: int, taste: Worths, places: list[int], values: Worths, steps: int) -> Any:
    """The routes that can be paid; fills in what places are worth."""
    labels, routes = np.empty(MOST_LABELS, ROUTE), np.empty(MOST_ROUTES, ROUTE)
    payable, hexes = np.empty(MOST_ROUTES, np.int64), np.array(places, np.int64)
    count = _survey(state.view(ANY_GAME), most_cubes, taste, labels, routes, payable, hexes, values, steps, POWERS)
    return routes[payable[:count]]


# ---- compiled, over arrays of one state --------------------------------------------------------------------


@compiled
def _survey(
    states: Any,
    most_cubes: int,
    taste: Any,
    labels: Any,
    routes: Any,
    payable: Any,
    places: Any,
    values: Any,
    steps: int,
    powers: Any,
) -> int:
    """Find the routes that can be paid, and weigh some places; one function for both, as each would be compiled whole.

    Returns the number of routes.
    """
    state = states[0]
    hand = hand_of(state, state.turn)
    count = find_routes(state, most_cubes, taste, labels, routes)
    found = 0
    for number in range(count):
        if can_pay(routes[number].price, hand):
            payable[found] = number
            found += 1
    nearest = np.empty((2, MOST_HEXES, 5), np.int64)
    measure_land(state, nearest)
    weigh_places(state, state.turn, places, values, routes, count, steps, nearest, powers)
    return found
