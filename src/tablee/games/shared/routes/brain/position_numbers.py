"""What a learned value reads of a position of the route games where a turn begins, compiled: numbers about each seat.

Points count what has been built; routes what may be built: at once, after the next cubes, and at the end of the game.
"""

from typing import Any

import numpy as np

from tablee.engine.compile_cache import compiled
from tablee.games.shared.routes.brain import plans, walks
from tablee.games.shared.routes.brain.route_playouts import reckon
from tablee.games.shared.routes.rules.record import MOST_CITIES, MOST_HEXES, SEATS, STICKS

OWN = (
    "points",
    "houses",
    "cities",
    "sticks left",
    "cubes",
    "colours in hand",
    "most of a colour in hand",
    "turns until its turn",
    "gain now",  # points of the best route that it can pay
    "net now",  # the same, less its price
    "prospect",  # the best plan, discounted by the turns until then
    "second prospect",  # the best plan that links other cities
    "third prospect",
    "walk",  # the best of the next steps
    "nearest cube",
    "second nearest colour",
    "third nearest colour",
    "cubes around",
    "steps to the end",  # to the nearest cube of the scarcest colour
    "may end",  # whether the next step can end the game
    "houses left",
)
COMMON = ("least on land", "second least", "third least", "all on land", "may be last", "late", "very late")

_MOST = 30.0  # points of a route that count: a route that wins at once counts for a thousand
_FAR = 6  # steps that count

# The order in which places among `OWN` are filled in, by the functions below.
_PLANS, _STEPS = OWN.index("gain now"), OWN.index("walk")


@compiled
def look_over(state: Any, buffers: Any, own: Any, common: Any) -> None:
    """Fill in the numbers about each seat and the common ones, where `play_on` has found the routes."""
    turn, points = state.turn, np.zeros(SEATS, np.int64)
    reckon(state, points)
    scarcest = _look_at_land(state, common)
    for seat in range(state.players):
        state.turn = seat  # the planner plans for the seat at turn
        _look_at_holdings(state, points[seat], (seat - turn) % state.players, own[seat])
        _look_at_plans(state, buffers, own[seat, _PLANS:])
        _look_around(state, buffers, scarcest, own[seat, _STEPS:])
    state.turn = turn


@compiled
def _look_at_land(state: Any, common: Any) -> int:
    """Fill in the common numbers; return the scarcest colour."""
    lying = np.sort(state.on_land)
    common[0], common[1], common[2], common[3] = lying[0] * 0.2, lying[1] * 0.2, lying[2] * 0.2, lying.sum() * 0.03
    common[4], common[5], common[6] = lying[0] == 1, lying[0] <= 2, lying[0] <= 4
    return np.argmin(state.on_land)  # type: ignore[return-value]


@compiled
def _look_at_holdings(state: Any, points: int, turns: int, row: Any) -> None:
    """Fill in what the seat at turn has."""
    cities, hand = 0, state.cubes[state.turn]
    for city in range(MOST_CITIES):
        cities += state.links[state.turn, city] != 0
    row[0], row[1], row[2] = points * 0.1, state.houses[state.turn] * 0.1, cities * 0.2
    row[3], row[4] = state.sticks_left[state.turn] / STICKS, hand.sum() * 0.2
    row[5], row[6], row[7] = (hand > 0).sum() * 0.3, hand.max() * 0.3, turns / state.players


@compiled
def _look_at_plans(state: Any, buffers: Any, row: Any) -> None:
    """Fill in what the seat at turn may build: at once, and later."""
    seat, worth = state.turn, np.empty((MOST_CITIES, 2))
    routes, hand, land = buffers.routes[seat], plans.hand_of(state, seat), plans.pack(state.on_land)
    plans.weigh(state, buffers.last_taste, worth)
    gain, net, first, second, third = 0.0, 0.0, 0.0, 0.0, 0.0
    linked, also = np.int64(0), np.int64(0)  # the cities of the first and the second plan
    for number in range(buffers.counts[seat]):
        route = routes[number]
        cities = np.int64(route.cities)
        if plans.can_pay(route.price, hand):
            net = max(net, route.net)
            gain = max(gain, plans.gain_of(state, cities, worth))
        if route.net <= third:
            continue
        found = walks.prospect_of(route, hand, land, state.pawns[seat], buffers.nearest, buffers.powers)
        if found > first:
            if linked != cities:
                second, third, also = first, second, linked
            first, linked = found, cities
        elif cities != linked and found > second:
            if also != cities:
                third = second
            second, also = found, cities
        elif cities not in (linked, also) and found > third:
            third = found
    row[0], row[1] = min(gain, _MOST) * 0.1, min(net, _MOST) * 0.2
    row[2], row[3], row[4] = min(first, _MOST) * 0.2, min(second, _MOST) * 0.2, min(third, _MOST) * 0.2


@compiled
def _look_around(state: Any, buffers: Any, scarcest: int, row: Any) -> None:
    """Fill in where the pawn of the seat at turn may go, and what lies there."""
    seat, nearest = state.turn, buffers.nearest
    places, values = np.empty(MOST_HEXES, np.int64), np.zeros(MOST_HEXES)
    reached, best, around, may_end = walks.find_places(state, places), 0.0, 0, False
    walks.weigh_places(
        state, seat, places[:reached], values, buffers.routes[seat], buffers.counts[seat], 0, nearest, buffers.powers
    )
    for number in range(reached):
        best = max(best, values[number])
        if state.lying[places[number]]:
            around += 1
            may_end |= state.on_land[state.kind[places[number]]] == 1
    steps = np.empty(5, np.int64)  # a pawn must leave its hex to take another cube there
    for colour in range(5):
        steps[colour] = min(nearest[walks.STEPS, state.pawns[seat], colour] or 2, _FAR)
    to_the_end = steps[scarcest]
    steps.sort()
    row[0], row[1], row[2], row[3] = min(best, _MOST) * 0.2, steps[0] * 0.3, steps[1] * 0.3, steps[2] * 0.3
    row[4], row[5], row[6] = around * 0.2, to_the_end * 0.3, may_end
    row[7] = max(0, state.stock - state.houses[seat]) * 0.1
