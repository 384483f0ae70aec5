"""Playing on in thought, compiled: every seat follows its plans as a hasty player would, to the end of the game."""

from typing import Any

import numpy as np

from tablee.games.routes.brain.plans import count_bits, find_routes
from tablee.games.routes.brain.walks import best_payable, find_steps, hand_of, measure_land, weigh_places
from tablee.games.routes.rules.record import CITY, EDGES, FREE, MOST_CITIES, MOST_HEXES, NOWHERE, SEATS
from tablee.games.routes.rules.turn import ENDED, HOUSES, MOVE, connect, end_turn
from tablee.kernel.cache import compiled
from tablee.kernel.chance import below

_ONE = np.int64(1)
_ANY_CUBE = 0.2
"""What a cube is worth that no plan needs."""
_END_IT, _DO_NOT = 2000.0, -2000.0
"""What taking the last cube of a colour is worth to who leads by then, and to others."""
MOST_TURNS = 200
"""After so many the game is scored: on a land with few cubes players may walk in circles for long."""
_ALL = (1 << SEATS) - 1


@compiled
def play_on(
    states: Any,
    most_cubes: int,
    steps: int,
    whims: float,
    taste: Any,
    powers: Any,
    labels: Any,
    routes: Any,
    random: Any,
) -> None:
    """Play the one state of an array, in which a turn begins or its route may be built, to its end.

    Nothing is known of what the others want: what each step is worth is misjudged by up to the share `whims`. `routes`
    has room for every seat.
    """
    state = states[0]
    counts, nearest = np.zeros(SEATS, np.int64), np.empty((MOST_HEXES, 5), np.int64)
    laid = np.zeros(EDGES + 1, np.int8)
    measure_land(state, nearest)
    stale, turns = _ALL, 0
    while state.phase != ENDED:
        seat = state.turn
        if stale >> seat & 1:
            counts[seat] = find_routes(state, most_cubes, taste, labels, routes[seat])
            stale &= ~(1 << seat)
        if state.phase == MOVE:
            place = _choose_step(state, routes[seat], counts[seat], steps, whims, nearest, powers, random)
            if _go_to(state, place):
                measure_land(state, nearest)
        laid[:] = 0
        built = _build_best(state, routes[seat], counts[seat], laid)
        if built:
            stale |= 1 << seat
            for other in range(state.players):
                if (
                    state.parallel != FREE
                    and other != seat
                    and _are_hindered(state, routes[other], counts[other], laid)
                ):
                    stale |= 1 << other
        if state.houses[seat] >= state.stock:
            state.phase, state.ended = ENDED, HOUSES
        elif not (built and state.many_routes):
            turns += 1
            if turns == MOST_TURNS:
                state.ending = 1
            end_turn(state)


@compiled
def _choose_step(
    state: Any, routes: Any, count: int, steps: int, whims: float, nearest: Any, powers: Any, random: Any
) -> int:
    """Where the plans of the seat at turn lead, or `NOWHERE` if its pawn cannot move."""
    seat = state.turn
    places, values = np.empty(6, np.int64), np.zeros(6)
    found = find_steps(state, seat, places)
    if found == 0:
        return NOWHERE
    weigh_places(state, seat, places[:found], values, routes, count, steps, nearest, powers)
    best, chosen = 2 * _DO_NOT, places[0]
    for number in range(found):
        place = places[number]
        value = values[number] * (1.0 + whims * below(random, 1000) / 1000.0) + 0.001 * below(random, 100)
        if state.lying[place]:
            value += _ANY_CUBE
            if state.on_land[state.kind[place]] == 1:
                value = _END_IT if _would_lead(state, place, routes, count) else _DO_NOT
        if value > best:
            best, chosen = value, place
    return chosen  # type: ignore[no-any-return]


@compiled
def _go_to(state: Any, place: int) -> bool:
    """Move the pawn of the seat at turn and take a cube, if there is one; was it the last one there?"""
    if place == NOWHERE:
        return False
    state.pawns[state.turn] = place
    if state.lying[place] == 0:
        return False
    colour = state.kind[place]
    state.lying[place] -= 1
    state.on_land[colour] -= 1
    state.cubes[state.turn, colour] += 1
    state.idle = 0
    if state.on_land[colour] == 0:
        state.ending = 1
    return state.lying[place] == 0  # type: ignore[no-any-return]


@compiled
def _would_lead(state: Any, place: int, routes: Any, count: int) -> bool:
    """Would the seat at turn be ahead if it took the cube there, built what it could, and the game were scored?"""
    points = np.zeros(SEATS, np.int64)
    reckon(state, points)
    found = best_payable(routes, count, hand_of(state, state.turn) + (_ONE << (6 * state.kind[place])), 0.0)
    mine = points[state.turn] + (routes[found].gain if found < count else 0.0)
    ahead = True
    for other in range(state.players):
        if other != state.turn and not state.left[other] and points[other] >= mine:
            ahead = False
    return ahead


@compiled
def reckon(state: Any, points: Any) -> None:
    """The points of both games as they stand, without predictions: what a hasty player sees at a glance."""
    counted, for_a_city = MOST_CITIES, 0
    if state.needs_house:
        counted, for_a_city = 3, 4
    elif state.many_routes:
        counted = 1
    sizes = np.zeros(MOST_CITIES, np.int64)
    for seat in range(state.players):
        for city in range(MOST_CITIES):
            sizes[city] += count_bits(np.int64(state.links[seat, city]))
    points[:] = 0
    for city in range(MOST_CITIES):
        larger = 0
        for other in range(MOST_CITIES):
            larger += sizes[other] > sizes[city]
        for seat in range(state.players):
            houses = count_bits(np.int64(state.links[seat, city]))
            if houses:
                points[seat] += (houses if larger < counted else 0) + for_a_city + state.value[city]


@compiled
def _are_hindered(state: Any, routes: Any, count: int, laid: Any) -> bool:
    """Does any of these routes need an edge where a stick has been laid?"""
    for number in range(count):
        here, steps = np.int64(routes[number].start), routes[number].steps
        for _ in range(routes[number].sticks):
            if laid[state.edge[here, steps & 7]]:
                return True
            here, steps = np.int64(state.beside[here, steps & 7]), steps >> 3
    return False


@compiled
def _build_best(state: Any, routes: Any, count: int, laid: Any) -> bool:
    """Build the best route that can be paid, if there is one, and mark its edges."""
    seat = state.turn
    found = best_payable(routes, count, hand_of(state, seat), 0.0)
    if found == count:
        return False
    route = routes[found]
    here = np.int64(route.start)
    for stick in range(route.sticks):
        direction = route.steps >> (3 * stick) & 7
        state.sticks[state.edge[here, direction]] |= 1 << seat
        laid[state.edge[here, direction]] = 1
        here = np.int64(state.beside[here, direction])
    for colour in range(CITY):
        state.cubes[seat, colour] -= route.price >> (6 * colour) & 31
    state.sticks_left[seat] -= route.sticks
    state.idle = 0
    connect(state, seat)
    return True
