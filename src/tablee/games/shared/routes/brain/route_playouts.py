"""Playouts of the route games, compiled: every seat follows a quick plan, to the end of the game."""

from typing import Any, NamedTuple

import numpy as np

from tablee.engine.chance import below
from tablee.engine.compile_cache import compiled
from tablee.engine.states import leaders
from tablee.games.shared.routes.brain.plans import count_bits, find_routes, hand_of, larger_than, measure_cities
from tablee.games.shared.routes.brain.walks import (
    best_payable,
    find_places,
    measure_colour,
    measure_land,
    weigh_places,
)
from tablee.games.shared.routes.rules import route_turn
from tablee.games.shared.routes.rules.record import CITY, EDGES, FREE, MOST_CITIES, MOST_HEXES, NOWHERE, SEATS, STICKS

_ONE = np.int64(1)
_CUBES, _STEPS = 4, 1  # in playouts a seat sees routes up to this price, and this many steps beyond the next
_WHIMS = 0.3  # the share by which a seat misjudges a step in playouts
ANY_CUBE = 0.2  # the value of a cube that no plan needs
END_IT, DO_NOT = 2000.0, -2000.0
"""The value of taking the last cube of a colour: for the seat that leads then, and for others."""
MOST_TURNS = 200
"""A playout is scored after this many turns: on a land with few cubes, seats may walk in circles for long."""
_ALL = (1 << SEATS) - 1


class PlayoutBuffers(NamedTuple):
    """The weights of a playout, and its buffers."""

    taste: Any
    last_taste: Any  # the taste in the last turn
    powers: Any  # the discount by turns until then
    likely: Any  # by city: how likely it is to become large
    labels: Any
    routes: Any  # by seat
    counts: Any  # by seat: how many routes
    nearest: Any  # the nearest cubes, see `walks.py`
    random: Any


@compiled
def play_on(state: Any, buffers: Any, most_turns: int, is_known: bool) -> int:
    """Play a state without a begun route for so many turns and to the end of the last, or of the game; return how many.

    Nobody knows the plans of the others, so the value of each step gets a random error. If the game is not over then,
    a turn begins, and the buffers have the routes of all seats: one may go on from there with `is_known`.
    """
    counts, nearest = buffers.counts, buffers.nearest
    laid = np.zeros(EDGES + 1, np.int8)
    stale, turns = 0 if is_known else _ALL, 0
    if not is_known:
        measure_land(state, nearest)
    while state.phase != route_turn.ENDED:
        seat = state.turn
        if state.phase == route_turn.MOVE and turns >= most_turns:
            for other in range(state.players):
                if stale >> other & 1:
                    state.turn = other
                    counts[other] = find_routes(state, _CUBES, buffers.taste, buffers.labels, buffers.routes[other])
            state.turn = seat
            break
        if state.phase == route_turn.PREDICT:
            guess_predictions(state, seat, buffers)
            route_turn.next_to_predict(state)
            continue
        routes = buffers.routes[seat]
        if stale >> seat & 1:
            counts[seat] = find_routes(state, _CUBES, buffers.taste, buffers.labels, routes)
            stale &= ~(1 << seat)
        if state.phase == route_turn.MOVE or state.phase == route_turn.PLACE:
            place = _choose_place(state, routes, counts[seat], nearest, buffers)
            is_turn = state.phase == route_turn.MOVE
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
                    left = _drop_hindered(state, buffers.routes[other], counts[other], laid)
                    if 2 * left < counts[other]:
                        stale |= 1 << other
                    counts[other] = left
        else:
            route_turn.end_turn(state)
        if state.phase == route_turn.MOVE:
            turns += 1
            if turns == MOST_TURNS:
                state.ending = 1
    return turns


# ---- before the first turn ---------------------------------------------------------------------------------


@compiled
def place_on(state: Any, place: int) -> bool:
    """Place the pawn of the seat at turn and take a cube; return whether that was the last one there."""
    was_last = go_to(state, place)
    state.ending, state.phase = 0, route_turn.PLACE
    route_turn.next_to_place(state)
    return was_last


@compiled
def guess_predictions(state: Any, seat: int, buffers: Any) -> None:
    """Predict likely cities for a seat; the predictions that it has made stay."""
    worth = np.zeros(MOST_CITIES)
    for city in range(MOST_CITIES):
        worth[city] = buffers.likely[city] * (0.5 + below(buffers.random, 1000) / 1000.0)
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
def _choose_place(state: Any, routes: Any, count: int, nearest: Any, buffers: Any) -> int:
    """The best place for the pawn of the seat at turn, or `NOWHERE` if it cannot move."""
    places, values = np.empty(MOST_HEXES, np.int64), np.zeros(MOST_HEXES)
    found = find_places(state, places)
    if found == 0:
        return NOWHERE
    weigh_places(state, state.turn, places[:found], values, routes, count, _STEPS, nearest, buffers.powers)
    best, chosen = 2 * DO_NOT, places[0]
    for number in range(found):
        place = places[number]
        misjudged = 1.0 + _WHIMS * below(buffers.random, 1000) / 1000.0
        value = values[number] * misjudged + 0.001 * below(buffers.random, 100)
        value = with_its_cube(state, place, value, routes, count)
        if value > best:
            best, chosen = value, place
    return chosen  # type: ignore[no-any-return]


@compiled
def with_its_cube(state: Any, place: int, value: float, routes: Any, count: int) -> float:
    """The value of a step with the cube that it takes, which may end the game."""
    if state.lying[place] == 0:
        return value
    if state.on_land[state.kind[place]] == 1 and state.phase == route_turn.MOVE:
        return END_IT if _would_lead(state, place, routes, count) else DO_NOT
    return value + ANY_CUBE


@compiled
def go_to(state: Any, place: int) -> bool:
    """Move the pawn of the seat at turn and take a cube, if any; return whether that was the last one there."""
    state.phase = route_turn.BUILD
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
    """Would the seat at turn lead if it took the cube there, built its best route, and the game ended?"""
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
    """Drop the routes over edges where a stick has been laid; return how many are left."""
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
    """Build a route, or the rest of the begun one, and mark its edges in `laid`. This may end the turn or the game."""
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
    route_turn.forget_route(state)
    route_turn.connect(state, seat)
    if state.houses[seat] >= state.stock:
        state.phase, state.ended = route_turn.ENDED, route_turn.HOUSES
    elif not state.many_routes:
        route_turn.end_turn(state)


# ---- the score: the rules of both games, as fast as can be -----------------------------------------------------


_FOR_RANK, _FOR_BEING_LARGE, _LARGEST = 5, 2, 3
_EACH = 100  # the base of standings: larger than any number of points, cities, sticks or houses


@compiled
def reckon(state: Any, points: Any) -> None:
    """Fill in the current points of each seat, in either game, without predictions."""
    sizes = np.zeros(MOST_CITIES, np.int64)
    measure_cities(state, sizes)
    counted, for_a_city = MOST_CITIES, 0
    if state.needs_house:
        counted, for_a_city = _LARGEST, 4
    elif state.many_routes:
        counted = 1
    points[:] = 0
    for city in range(MOST_CITIES):
        larger = larger_than(sizes, city)
        for seat in range(state.players):
            houses = count_bits(np.int64(state.links[seat, city]))
            if houses:
                points[seat] += (houses if larger < counted else 0) + for_a_city + state.value[city]


@compiled
def _add_predictions(state: Any, points: Any) -> None:
    """The points of a seat's predictions. A tied city has every rank that its tie spans."""
    sizes = np.zeros(MOST_CITIES, np.int64)
    measure_cities(state, sizes)
    for seat in range(state.players):
        for rank in range(3):
            city = state.predictions[seat, rank]
            if city == NOWHERE or sizes[city] == 0:
                continue
            larger, equals = larger_than(sizes, city), 0
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
    if state.ended == route_turn.HOUSES:
        mask = route_turn.houses_winner(state)
    else:
        standings = np.zeros(SEATS, np.int64)
        for seat in range(state.players):
            standings[seat] = points[seat]
            if state.needs_house or state.many_routes:  # points, cities, sticks and houses in one number
                cities = 0
                for city in range(MOST_CITIES):
                    cities += state.links[seat, city] != 0
                standing = (points[seat] * _EACH + cities) * _EACH + STICKS - state.sticks_left[seat]
                standings[seat] = standing * _EACH + state.houses[seat]
        mask = leaders(state, standings)
    winners = max(1, count_bits(np.int64(mask)))
    shares[:] = 0.0
    for seat in range(state.players):
        shares[seat] = (mask >> seat & 1) / winners
