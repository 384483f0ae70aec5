"""The turn of a route game, compiled: move and take a cube, then build a route stick by stick, which builds houses.

Both games use these functions. Fields of the state hold what differs between the games.
"""

from typing import Any

import numpy as np

from tablee.engine.compile_cache import compiled
from tablee.engine.states import next_seat, record, staying
from tablee.games.shared.routes.rules.legal_sticks import Bits, cities_at, legal_sticks, price_of
from tablee.games.shared.routes.rules.record import CITY, DESERT, MOST_CITIES, MOST_HEXES, NOWHERE, SEATS, STICKS

PREDICT, PLACE, MOVE, BUILD, ENDED = range(5)
PHASES = ("predict", "place", "move", "build", "over")

REASONS = ("", "points", "houses", "left")
POINTS, HOUSES, LEFT = 1, 2, 3

MOST_CUBES = 5 * 14
IDLE_TURNS_EACH = 30  # the game is scored after this many turns of each seat without a cube taken or a stick laid

# Actions: a stick (see legal_sticks.py), `place` and `move` to a hex, `predict` a city, `end`.
STICK_ACTIONS = MOST_HEXES * 6 * 5
PLACE_ON = STICK_ACTIONS
MOVE_TO = PLACE_ON + MOST_HEXES
PREDICT_CITY = MOVE_TO + MOST_HEXES
END = PREDICT_CITY + 9
MOST_ACTIONS = MOST_HEXES * 6 * 2 + 1
MOST_STEPS = 2 * (SEATS * IDLE_TURNS_EACH) * (MOST_CUBES + SEATS * STICKS + 1) + SEATS * (STICKS + 4)
"""Apart from sticks, a turn is a move and an end; between turns that take a cube or lay a stick there are only so many
idle ones. Each seat is placed once, and may predict three cities.
"""

_ONE = np.int64(1)


@compiled
def legal(state: Any, actions: Any) -> int:
    """Fill in the legal actions of the seat at turn; return how many."""
    if state.phase == MOVE:
        return _moves(state, actions)
    if state.phase == BUILD:
        count = legal_sticks(state, actions, MOST_ACTIONS)
        if state.route == 0:
            actions[count] = END
            count += 1
        return count
    if state.phase == PLACE:
        return _free_places(state, actions)
    return _cities_to_predict(state, actions)


@compiled
def _moves(state: Any, actions: Any) -> int:
    """Fill in the moves: a step to a free neighbour, or a jump over all pawns in a row; never onto a desert."""
    count = 0
    for direction in range(6):
        place = state.beside[state.pawns[state.turn], direction]
        while place != NOWHERE and is_occupied(state, place):
            place = state.beside[place, direction]
        if place != NOWHERE and not state.deserts >> place & 1:
            actions[count] = MOVE_TO + int(place)
            count += 1
    return count


@compiled
def is_occupied(state: Any, place: int) -> bool:
    """Does a pawn stand on a hex?"""
    found = False
    for seat in range(state.players):
        found |= state.pawns[seat] == place
    return found


@compiled
def _free_places(state: Any, actions: Any) -> int:
    count = 0
    for place in range(state.hexes):
        if not state.deserts >> place & 1 and not is_occupied(state, place):
            actions[count] = PLACE_ON + place
            count += 1
    return count


@compiled
def _cities_to_predict(state: Any, actions: Any) -> int:
    count = 0
    for place in range(state.hexes):
        city = state.city[place]
        if city != NOWHERE and not _has_predicted(state, city):
            actions[count] = PREDICT_CITY + int(city)
            count += 1
    return count


@compiled
def _has_predicted(state: Any, city: int) -> bool:
    found = False
    for rank in range(3):
        found |= state.predictions[state.turn, rank] == city
    return found


@compiled
def apply(state: Any, action: int) -> None:
    """Carry out one action."""
    if action < STICK_ACTIONS:
        _lay_stick(state, action)
    elif action < MOVE_TO:
        state.pawns[state.turn] = action - PLACE_ON
        _take_cube(state)
        next_to_place(state)
    elif action < PREDICT_CITY:
        state.pawns[state.turn] = action - MOVE_TO
        if _take_cube(state):
            state.idle = 0
            colour = state.kind[state.pawns[state.turn]]
            if state.on_land[colour] == 0:
                state.ending = 1
        state.phase = BUILD
    elif action == END:
        end_turn(state)
    else:
        predict(state, action - PREDICT_CITY)
    settle(state)


@compiled
def _take_cube(state: Any) -> bool:
    """Take a cube from under the pawn of the seat at turn; return whether there was one."""
    place = state.pawns[state.turn]
    if state.lying[place] == 0:
        return False
    state.lying[place] -= 1
    state.on_land[state.kind[place]] -= 1
    state.cubes[state.turn, state.kind[place]] += 1
    return True


# ---- turn order --------------------------------------------------------------------------------------------


@compiled
def predict(state: Any, city: int) -> None:
    """The seat at turn predicts the next of its three cities."""
    rank = 0
    while state.predictions[state.turn, rank] != NOWHERE:
        rank += 1
    state.predictions[state.turn, rank] = city
    if rank == 2:
        next_to_predict(state)


@compiled
def next_to_predict(state: Any) -> None:
    """Give the turn to the next seat that predicts, or else to the first that places its pawn."""
    for seat in range(state.turn + 1, state.players):
        if not state.left[seat]:
            state.turn = seat
            return
    state.phase = PLACE
    state.turn = -1
    next_to_place(state)


@compiled
def next_to_place(state: Any) -> None:
    """Give the turn to the next seat that places its pawn, or else to the first that moves."""
    for seat in range(state.turn + 1, state.players):
        if not state.left[seat]:
            state.turn = seat
            return
    state.turn = -1
    _next_to_move(state)


@compiled
def _next_to_move(state: Any) -> None:
    """Give the turn to the next seat that has not left."""
    state.turn = next_seat(state, state.turn)
    state.phase = MOVE


@compiled
def settle(state: Any) -> None:
    """Skip a move if there is none, and end the turn if nothing can be built."""
    room = np.empty(6, np.int32)
    while True:
        if state.phase == MOVE and _moves(state, room) == 0:
            state.phase = BUILD
        if state.phase != BUILD or state.route or legal_sticks(state, room, 1):
            return
        end_turn(state)


@compiled
def end_turn(state: Any) -> None:
    """End the turn, and the game if this was the last turn."""
    state.idle += 1
    if state.ending or state.idle > IDLE_TURNS_EACH * state.players:
        _end(state, POINTS)
    else:
        _next_to_move(state)


@compiled
def _end(state: Any, reason: int) -> None:
    state.phase = ENDED
    state.ended = reason


# ---- building ----------------------------------------------------------------------------------------------


@compiled
def _lay_stick(state: Any, action: int) -> None:
    colour = action % 5
    here, direction = action // 5 // 6, action // 5 % 6
    there = state.beside[here, direction]
    seat = state.turn
    cubes = price_of(state, here, direction)
    state.cubes[seat, colour] -= cubes
    state.paid[colour] += cubes
    state.sticks[state.edge[here, direction]] |= 1 << seat
    state.sticks_left[seat] -= 1
    state.idle = 0
    if state.route == 0:
        state.path[0] = here
        state.route = 1
    state.path[state.route] = there
    state.route += 1
    if state.kind[there] != colour:
        state.near = 1
    if (state.cities | state.touched[seat]) >> there & 1:
        forget_route(state)
        connect(state, state.turn)
        if state.houses[state.turn] >= state.stock:
            _end(state, HOUSES)
        elif not state.many_routes:
            end_turn(state)


@compiled
def forget_route(state: Any) -> None:
    """Clear the fields of the route being built."""
    state.route = 0
    state.near = 0
    state.path[:] = 0
    state.paid[:] = 0


@compiled
def take_route_back(state: Any) -> None:
    """Give the sticks and cubes of an unfinished route back to its seat."""
    for step in range(state.route - 1):
        here, there = state.path[step], state.path[step + 1]
        for direction in range(6):
            if state.beside[here, direction] == there:
                state.sticks[state.edge[here, direction]] &= ~(1 << state.turn)
        state.sticks_left[state.turn] += 1
    for colour in range(5):
        state.cubes[state.turn, colour] += state.paid[colour]
    forget_route(state)


@compiled
def connect(state: Any, seat: int) -> None:
    """Fill in a seat's pieces of road (roads end at cities), the cities that they link, and its houses."""
    state.touched[seat] = 0
    state.reach[seat, :] = 0
    state.links[seat, :] = 0
    state.houses[seat] = 0
    waiting = np.empty(MOST_HEXES, np.int8)
    members = np.empty(MOST_HEXES, np.int8)
    for first in range(state.hexes):
        if state.kind[first] >= CITY or state.touched[seat] >> first & 1 or not _has_stick(state, seat, first):
            continue
        count, cities = _explore(state, seat, first, waiting, members)
        for index in range(count):
            state.reach[seat, members[index]] = cities
        for city in range(9):
            if cities >> city & 1:
                state.links[seat, city] |= cities & ~(1 << city)
    for city in range(9):
        state.houses[seat] += houses_in(state, seat, city)


@compiled
def _has_stick(state: Any, seat: int, place: int) -> bool:
    sticks = 0
    for direction in range(6):
        sticks |= state.sticks[state.edge[place, direction]]
    return sticks >> seat & 1 == 1


@compiled
def _explore(state: Any, seat: int, first: int, waiting: Any, members: Any) -> tuple[int, int]:
    """Fill in the hexes of one piece of road, without cities; return how many, and the cities that it touches."""
    count, size, cities = 0, 1, 0
    waiting[0] = first
    state.touched[seat] |= _ONE << first
    while size:
        size -= 1
        here = waiting[size]
        members[count] = here
        count += 1
        for direction in range(6):
            there = state.beside[here, direction]
            if not state.sticks[state.edge[here, direction]] >> seat & 1:
                continue
            if state.kind[there] == CITY:
                cities |= 1 << int(state.city[there])
            elif not state.touched[seat] >> there & 1:
                state.touched[seat] |= _ONE << there
                waiting[size] = there
                size += 1
    return count, cities


@compiled
def houses_in(state: Any, seat: int, city: int) -> int:
    """The houses of a seat in a city: one for each city directly linked with it."""
    count = 0
    for other in range(9):
        count += state.links[seat, city] >> other & 1
    return count


# ---- leaving -----------------------------------------------------------------------------------------------


@compiled
def leave(state: Any, seat: int) -> None:
    """A seat leaves: its pawn is removed, its sticks and houses stay."""
    state.left[seat] = 1
    state.pawns[seat] = NOWHERE
    alone = staying(state) == 1
    if seat == state.turn or alone:
        take_route_back(state)
    if alone:
        _end(state, LEFT)
    elif seat == state.turn:
        go_on_without(state)
        settle(state)


@compiled
def go_on_without(state: Any) -> None:
    """Pass the turn on from a seat that has left."""
    if state.phase == PREDICT:
        next_to_predict(state)
    elif state.phase == PLACE:
        next_to_place(state)
    elif state.ending:
        _end(state, POINTS)
    else:
        _next_to_move(state)


@compiled
def houses_winner(state: Any) -> int:
    """The seat that has built its last house, as a bitmask. A state read from a document may have several."""
    mask = 0
    for seat in range(state.players):
        if state.houses[seat] >= state.stock and not state.left[seat]:
            mask |= 1 << seat
    return mask


# ---- facts -----------------------------------------------------------------------------------------------------


NO_END = -1  # in `brings`: no route ends there
EACH_CITY = 4  # bits of the number of new houses in one city


def facts_dtype(game_id: str) -> np.dtype[Any]:
    """The record of facts. Only the name of the first field differs between games."""
    return record(
        (f"{game_id}_facts", np.int8),
        ("anchors", np.int8, MOST_HEXES),  # where a route may begin and end
        ("price", np.int8, (MOST_HEXES, 6)),  # of a stick from a hex in a direction; 0 if none may lie there
        ("brings", np.int64, (MOST_HEXES, 6)),  # new houses by city, packed, if that stick ends a route
        ("houses_left", np.int8, SEATS),
        ("sizes", np.int16, MOST_CITIES),  # the houses of all seats
        ("ranks", np.int8, MOST_CITIES),  # by size, equals sharing the best; 0 where sizes do not matter
        ("counts", np.int8, MOST_CITIES),  # do houses there bring points?
        ("worth", np.int16, (SEATS, MOST_CITIES)),  # the points of a seat in a city
        ("foreseen", np.int8, (SEATS, 3)),  # the points for predictions, once the game is over
        ("decisive", np.int8),  # what decided between equal points: 1 cities, 2 sticks, 3 houses
    )


@compiled
def route_facts(state: Any, facts: Any) -> None:
    """Fill in the facts of both games. `price` and `brings` are those of the seat at turn, while it builds."""
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
    """The houses that a route between two anchors brings, by city."""
    cities = cities_at(state, start) | cities_at(state, end)
    found = np.int64(0)
    for city in range(MOST_CITIES):
        for other in range(MOST_CITIES):
            if city != other and cities >> city & cities >> other & ~state.links[state.turn, city] >> other & 1:
                found += np.int64(1) << (EACH_CITY * city)
    return found
