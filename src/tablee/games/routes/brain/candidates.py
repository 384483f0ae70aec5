"""What there is to choose from at a node of the search, and how much each is worth a try, compiled."""

import math
from typing import Any, NamedTuple

import numpy as np

from tablee.games.routes.brain.ahead import with_its_cube
from tablee.games.routes.brain.plans import DEAREST, can_pay, find_routes
from tablee.games.routes.brain.walks import FAR_AWAY, STEPS, find_places, hand_of, measure_land, prospect, weigh_places
from tablee.games.routes.rules.record import MOST_HEXES, NOWHERE
from tablee.games.routes.rules.turn import BUILD, END, MOVE, MOVE_TO, PLACE_ON, PREDICT, PREDICT_CITY
from tablee.kernel.cache import compiled
from tablee.kernel.states import record

MOST_CANDIDATES = MOST_HEXES + 1
"""There are never more than places to begin."""
TOWARDS_A_CUBE = 0.1
"""What it is worth to come near a cube, so that one who has no plan goes somewhere, too."""

CANDIDATE = record(
    ("worth", np.float64),
    ("prior", np.float64),  # how much it is worth a try; all together 1
    ("steps", np.int64),  # of a route: the directions of its sticks
    ("price", np.int64),  # and what it costs
    ("code", np.int32),  # of the action, or of the first stick
    ("start", np.int8),
    ("sticks", np.int8),  # 0 if it is no route
    ("spare", np.int16),  # so that all lies where a processor likes it to
)


class Sight(NamedTuple):
    """What the planner sees at a node."""

    cubes: int  # routes up to this price
    steps: int  # so many beyond the next
    routes: int  # so many are told apart
    heat: float = 1.0  # so many points less make something worth a third of the tries
    fancy: float = 0.1  # the part of the tries that is shared out equally
    overlooked: int = 0  # so many of ten routes, until they can be paid
    waits: bool = True  # for a better route than can be paid, rather than building whenever it can


@compiled
def find_candidates(state: Any, room: Any, sight: Any, candidates: Any) -> int:
    """Fill in what the seat at turn may do, with how much it is worth a try; returns how many there are."""
    if state.phase == PREDICT:
        count = _cities(state, room, candidates)
    else:
        routes, nearest = room.routes[state.turn], np.empty((2, MOST_HEXES, 5), np.int64)
        measure_land(state, nearest)
        cubes = DEAREST if state.route else sight.cubes
        found = find_routes(state, cubes, room.last_taste if state.ending else room.taste, room.labels, routes)
        if sight.overlooked and state.phase != BUILD:
            found = _overlook(state, sight.overlooked, routes, found)
        count = _places(state, room, sight, routes, found, nearest, candidates) if state.phase != BUILD else 0
        if count == 0:
            state.phase = BUILD  # a move that cannot be made is skipped
            count = _routes(state, room, sight, routes, found, nearest, candidates)
    _share_tries(candidates, count, sight)
    return count


@compiled
def _overlook(state: Any, tenths: int, routes: Any, found: int) -> int:
    """Drop so many tenths of the routes: always the same of a land, by the cities that they link."""
    land, left = np.int64(state.turn), 0
    for place in range(state.hexes):
        land = (land * 31 + state.kind[place]) & 0xFFFFFF
    for number in range(found):
        lot = ((land ^ np.int64(routes[number].cities)) * 2654435761 >> 13) % 10
        if lot >= tenths:
            if left < number:
                routes[left] = routes[number]
            left += 1
    return left


@compiled
def _put(candidates: Any, count: int, code: int, worth: float) -> int:
    candidate = candidates[count]
    candidate.code, candidate.worth = code, worth
    candidate.steps, candidate.price, candidate.start, candidate.sticks = 0, 0, 0, 0
    return count + 1


@compiled
def _places(state: Any, room: Any, sight: Any, routes: Any, found: int, nearest: Any, candidates: Any) -> int:
    """Where to go, or where to begin."""
    places, values = np.empty(MOST_HEXES, np.int64), np.zeros(MOST_HEXES)
    count = find_places(state, places)
    first = MOVE_TO if state.phase == MOVE else PLACE_ON
    weigh_places(state, state.turn, places[:count], values, routes, found, sight.steps, nearest, room.powers)
    for number in range(count):
        worth = with_its_cube(state, places[number], values[number], routes, found)
        worth += TOWARDS_A_CUBE * room.powers[_steps_to_a_cube(state, places[number], nearest)]
        _put(candidates, number, first + places[number], worth)
    return count


@compiled
def _steps_to_a_cube(state: Any, place: int, nearest: Any) -> int:
    """How far it is to the nearest cube that may be taken without ending the game."""
    steps = FAR_AWAY
    for colour in range(5):
        if state.on_land[colour] > 1:
            steps = min(steps, nearest[STEPS, place, colour])
    return steps


@compiled
def _routes(state: Any, room: Any, sight: Any, routes: Any, found: int, nearest: Any, candidates: Any) -> int:
    """Routes that can be paid, and to wait for a better one; or all ways to end the one begun."""
    hand, count, dear = hand_of(state, state.turn), 0, 0
    for number in range(found):
        route = routes[number]
        if not can_pay(route.price, hand):
            routes[dear] = routes[number]
            dear += 1
        elif count < sight.routes:
            here, direction = np.int64(route.start), route.steps & 7
            colour = state.kind[state.beside[here, direction] if route.far else here]
            _put(candidates, count, (here * 6 + direction) * 5 + colour, route.net)
            candidates[count].steps, candidates[count].price = route.steps, route.price
            candidates[count].start, candidates[count].sticks = route.start, route.sticks
            count += 1
    if state.route == 0:
        later = 0.0
        if sight.waits and not state.ending:
            later = prospect(state, routes, dear, hand, state.pawns[state.turn], nearest, room.powers, 0, 0.0)
        count = _put(candidates, count, END, later)
    return count


@compiled
def _cities(state: Any, room: Any, candidates: Any) -> int:
    count = 0
    for place in range(state.hexes):
        city = state.city[place]
        named = False
        for rank in range(3):
            named |= state.predictions[state.turn, rank] == city
        if city != NOWHERE and not named:
            count = _put(candidates, count, PREDICT_CITY + city, 2.0 * room.likely[city])
    return count


@compiled
def _share_tries(candidates: Any, count: int, sight: Any) -> None:
    best, total = -np.inf, 0.0
    for number in range(count):
        best = max(best, candidates[number].worth)
    for number in range(count):
        candidates[number].prior = math.exp((candidates[number].worth - best) / sight.heat)
        total += candidates[number].prior
    for number in range(count):
        candidates[number].prior = (1.0 - sight.fancy) * candidates[number].prior / total + sight.fancy / count
