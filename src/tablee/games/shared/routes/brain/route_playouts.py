"""Playing on in thought, compiled: every seat follows its plans as a hasty player would, to the end of the game."""

from typing import Any, NamedTuple

import numpy as np

from tablee.games.routes.brain.plans import find_routes
from tablee.games.routes.brain.score import reckon
from tablee.games.routes.brain.walks import (
    best_payable,
    find_places,
    hand_of,
    measure_colour,
    measure_land,
    weigh_places,
)
from tablee.games.routes.rules.record import CITY, EDGES, FREE, MOST_CITIES, MOST_HEXES, NOWHERE, SEATS
from tablee.games.routes.rules.turn import (
    BUILD,
    ENDED,
    HOUSES,
    MOVE,
    PLACE,
    PREDICT,
    connect,
    end_turn,
    forget_route,
    next_to_place,
    next_to_predict,
)
from tablee.kernel.cache import compiled
from tablee.kernel.chance import below

_ONE = np.int64(1)
_CUBES, _STEPS = 4, 1
"""Hasty players see routes up to this price, and so many steps beyond the one they take."""
_WHIMS = 0.3
"""The share by which they misjudge a step."""
ANY_CUBE = 0.2
"""What a cube is worth that no plan needs."""
END_IT, DO_NOT = 2000.0, -2000.0
"""What taking the last cube of a colour is worth to who leads by then, and to others."""
MOST_TURNS = 200
"""After so many the game is scored: on a land with few cubes players may walk in circles for long."""
_ALL = (1 << SEATS) - 1


class Room(NamedTuple):
    """What playing on needs: how routes are weighed, and where to put them."""

    taste: Any
    last_taste: Any  # with the last turn
    powers: Any  # what is worth how much, by the turns until then
    likely: Any  # by city: how likely it is to become large
    labels: Any
    routes: Any  # by seat
    random: Any


@compiled
def play_on(state: Any, room: Any) -> int:
    """Play a state to its end in which no route is being built; returns how many turns that took.

    Nothing is known of what the others want: what each step is worth is misjudged by some share.
    """
    counts, nearest = np.zeros(SEATS, np.int64), np.empty((2, MOST_HEXES, 5), np.int64)
    laid = np.zeros(EDGES + 1, np.int8)
    measure_land(state, nearest)
    stale, turns = _ALL, 0
    while state.phase != ENDED:
        seat = state.turn
        if state.phase == PREDICT:
            guess_predictions(state, seat, room)
            next_to_predict(state)
            continue
        routes = room.routes[seat]
        if stale >> seat & 1:
            counts[seat] = find_routes(state, _CUBES, room.taste, room.labels, routes)
            stale &= ~(1 << seat)
        if state.phase == MOVE or state.phase == PLACE:
            place = _choose_place(state, routes, counts[seat], nearest, room)
            is_turn = state.phase == MOVE
            if go_to(state, place) if is_turn else place_on(state, place):
                measure_colour(state, state.kind[place], nearest)
            if not is_turn:
                continue
        found = best_payable(routes, counts[seat], hand_of(state, seat), 0.0)
        if found < counts[seat]:
            laid[:] = 0
            route = routes[found]
            build(state, route.start, route.steps, route.sticks, route.price, laid)
            stale |= 1 << seat
            for other in range(state.players):
                if state.parallel != FREE and other != seat and not stale >> other & 1:
                    left = _drop_hindered(state, room.routes[other], counts[other], laid)
                    if 2 * left < counts[other]:
                        stale |= 1 << other
                    counts[other] = left
        else:
            end_turn(state)
        if state.phase == MOVE:
            turns += 1
            if turns == MOST_TURNS:
                state.ending = 1
    return turns


# ---- before the first turn ---------------------------------------------------------------------------------


@compiled
def place_on(state: Any, place: int) -> bool:
    """Place the pawn of the seat at turn and take a cube, which never ends the game; was it the last one there?"""
    was_last = go_to(state, place)
    state.ending, state.phase = 0, PLACE
    next_to_place(state)
    return was_last


@compiled
def guess_predictions(state: Any, seat: int, room: Any) -> None:
    """Let a seat name cities that may become large; what it has named itself stays."""
    worth = np.zeros(MOST_CITIES)
    for city in range(MOST_CITIES):
        worth[city] = room.likely[city] * (0.5 + below(room.random, 1000) / 1000.0)
    for rank in range(3):
        if state.predictions[seat, rank] != NOWHERE:
            worth[state.predictions[seat, rank]] = -1.0
    for rank in range(3):
        if state.predictions[seat, rank] == NOWHERE:
            likeliest = np.argmax(worth)
            state.predictions[seat, rank] = likeliest
            worth[likeliest] = -1.0


# ---- a turn ------------------------------------------------------------------------------------------------


@compiled
def _choose_place(state: Any, routes: Any, count: int, nearest: Any, room: Any) -> int:
    """Where the plans of the seat at turn lead, or `NOWHERE` if its pawn cannot move."""
    places, values = np.empty(MOST_HEXES, np.int64), np.zeros(MOST_HEXES)
    found = find_places(state, places)
    if found == 0:
        return NOWHERE
    weigh_places(state, state.turn, places[:found], values, routes, count, _STEPS, nearest, room.powers)
    best, chosen = 2 * DO_NOT, places[0]
    for number in range(found):
        place = places[number]
        misjudged = 1.0 + _WHIMS * below(room.random, 1000) / 1000.0
        value = values[number] * misjudged + 0.001 * below(room.random, 100)
        value = with_its_cube(state, place, value, routes, count)
        if value > best:
            best, chosen = value, place
    return chosen  # type: ignore[no-any-return]


@compiled
def with_its_cube(state: Any, place: int, value: float, routes: Any, count: int) -> float:
    """What a step is worth with the cube that lies there, which may end the game."""
    if state.lying[place] == 0:
        return value
    if state.on_land[state.kind[place]] == 1 and state.phase == MOVE:
        return END_IT if _would_lead(state, place, routes, count) else DO_NOT
    return value + ANY_CUBE


@compiled
def go_to(state: Any, place: int) -> bool:
    """Move the pawn of the seat at turn and take a cube, if there is one; was it the last one there?"""
    state.phase = BUILD
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
def _drop_hindered(state: Any, routes: Any, count: int, laid: Any) -> int:
    """Drop the routes that need an edge where a stick has been laid; returns how many are left."""
    left = 0
    for number in range(count):
        here, steps, free = np.int64(routes[number].start), routes[number].steps, True
        for _ in range(routes[number].sticks):
            if laid[state.edge[here, steps & 7]]:
                free = False
                break
            here, steps = np.int64(state.beside[here, steps & 7]), steps >> 3
        if free:
            if left < number:
                routes[left] = routes[number]
            left += 1
    return left


@compiled
def build(state: Any, start: int, steps: int, sticks: int, price: int, laid: Any) -> None:
    """Build a route, or the rest of the one begun, mark its edges, and let follow what does."""
    seat, here = state.turn, np.int64(start)
    for stick in range(sticks):
        edge = state.edge[here, steps >> (3 * stick) & 7]
        state.sticks[edge] |= 1 << seat
        laid[edge] = 1
        here = np.int64(state.beside[here, steps >> (3 * stick) & 7])
    for colour in range(CITY):
        state.cubes[seat, colour] -= price >> (6 * colour) & 31
    state.sticks_left[seat] -= sticks
    state.idle = 0
    forget_route(state)
    connect(state, seat)
    if state.houses[seat] >= state.stock:
        state.phase, state.ended = ENDED, HOUSES
    elif not state.many_routes:
        end_turn(state)
