"""Evaluate walks, compiled: the cubes that the next steps take, and the routes that these pay for.

A *hand* is cubes by colour, packed like the prices of routes. `powers` is the discount by the number of turns until
then.
"""

from typing import Any

import numpy as np

from tablee.engine.compile_cache import compiled
from tablee.games.shared.routes.brain.plans import GUARD, can_pay, hand_of, pack
from tablee.games.shared.routes.rules.legal_sticks import Bits
from tablee.games.shared.routes.rules.record import NOWHERE
from tablee.games.shared.routes.rules.route_turn import PLACE, is_occupied

FAR_AWAY = 40  # more turns than any plan takes; `powers` has one more entry
POWERS = 0.85 ** np.arange(FAR_AWAY + 1.0)  # the discount of a plan by the turns until then
STEPS, WHERE = 0, 1  # the parts of `nearest`, by hex and colour: the steps to the nearest cube, and its hex
_ONE = np.int64(1)
_EACH_COLOUR = np.int64(sum(1 << (6 * colour) for colour in range(5)))
"""Multiplying packed cubes by this adds all colours up in the place of the last colour."""


@compiled
def weigh_places(
    state: Any, seat: int, places: Any, values: Any, routes: Any, count: int, steps: int, nearest: Any, powers: Any
) -> None:
    """Fill in the value of each place for a seat that goes there, takes a cube, and walks on for `steps` steps."""
    hand, pawn = hand_of(state, seat), state.pawns[seat]
    for number in range(len(places)):
        place = places[number]
        state.pawns[seat] = place
        taken = state.lying[place] > 0
        more = hand
        if taken:
            more += _take(state, place)
        values[number] = _walk(state, seat, routes, count, more, place, steps, nearest, powers)
        if taken:
            _put_back(state, place)
    state.pawns[seat] = pawn


@compiled
def _take(state: Any, place: int) -> Bits:
    """Take a cube, until `_put_back`; return what it adds to a hand."""
    colour = state.kind[place]
    state.lying[place] -= 1
    state.on_land[colour] -= 1
    return _ONE << (6 * colour)


@compiled
def _put_back(state: Any, place: int) -> None:
    state.lying[place] += 1
    state.on_land[state.kind[place]] += 1


@compiled
def measure_land(state: Any, nearest: Any) -> None:
    """Fill in `nearest`: the steps from each hex to the nearest cube of each colour, and its hex."""
    for colour in range(5):
        measure_colour(state, colour, nearest)


@compiled
def measure_colour(state: Any, colour: int, nearest: Any) -> None:
    """Fill in `nearest` for one colour, as is needed when one of its hexes has become empty."""
    steps, where = nearest[STEPS], nearest[WHERE]
    steps[:, colour] = FAR_AWAY
    edge, far = np.int64(0), 1
    for place in range(state.hexes):
        if state.lying[place] and state.kind[place] == colour:
            edge |= _ONE << place
            steps[place, colour], where[place, colour] = 0, place
    new = ((_ONE << state.hexes) - _ONE) & ~state.deserts & ~edge
    while edge:
        found = np.int64(0)
        for place in range(state.hexes):
            if edge >> place & 1 and state.around[place] & new:
                for direction in range(6):
                    there = state.beside[place, direction]
                    if there != NOWHERE and new >> there & 1:
                        new &= ~(_ONE << there)
                        found |= _ONE << there
                        steps[there, colour], where[there, colour] = far, where[place, colour]
        edge = found
        far += 1


@compiled
def _turns_until(lacking: Bits, here: int, nearest: Any) -> int:
    """An estimate of the turns until these cubes are in hand, fetching the nearest first.

    The estimate falls with every step towards a cube. The distance to the farthest cube alone would be the same
    anywhere between two cubes, and a pawn might walk back and forth there.
    """
    turns = 0
    while lacking:
        next_colour, least = 0, FAR_AWAY
        for colour in range(5):
            if lacking >> (6 * colour) & 31:
                steps = nearest[STEPS, here, colour] or 2  # a pawn must leave its hex to take another cube there
                if steps < least:
                    next_colour, least = colour, steps
        turns += least
        if turns >= FAR_AWAY:
            return FAR_AWAY
        here = nearest[WHERE, here, next_colour]
        lacking -= _ONE << (6 * next_colour)
    return turns


@compiled
def prospect_of(route: Any, hand: Bits, land: Bits, here: int, nearest: Any, powers: Any) -> float:
    """The value of one route from here with this hand, discounted by the turns until it can be paid."""
    more = (route.price | GUARD) - hand
    asked = more & GUARD  # the guards of the colours of which the hand has no more than the price
    lacking = more & (asked - (asked >> 5))  # the cubes of its price that are not in hand, packed
    turns = _turns_until(lacking, here, nearest) if can_pay(lacking, land) else FAR_AWAY
    return route.net * powers[turns]  # type: ignore[no-any-return]


@compiled
def prospect(
    state: Any, routes: Any, count: int, hand: Bits, here: int, nearest: Any, powers: Any, later: int, least: float
) -> float:
    """The value of the best plan from here with this hand, `later` turns from now; at least `least`."""
    best, land, power = least, pack(state.on_land), powers[later]
    for number in range(count):
        net = routes[number].net
        if net * power <= best:
            break
        more = (routes[number].price | GUARD) - hand
        asked = more & GUARD  # the guards of the colours of which the hand has no more than the price
        lacking = more & (asked - (asked >> 5))  # the cubes of its price that are not in hand, packed
        at_least = min(lacking * _EACH_COLOUR >> 24 & 63, FAR_AWAY)  # turns, at one cube a turn
        if net * powers[at_least] * power <= best:
            continue
        turns = _turns_until(lacking, here, nearest) if can_pay(lacking, land) else FAR_AWAY
        best = max(best, net * powers[turns] * power)
    return best


@compiled
def best_payable(routes: Any, count: int, hand: Bits, least: float) -> int:
    """The number of the best route that the hand can pay and that is worth more than `least`; else `count`."""
    for number in range(count):
        if routes[number].net <= least:
            return count
        if can_pay(routes[number].price, hand):
            return number
    return count


@compiled
def _walk(
    state: Any, seat: int, routes: Any, count: int, hand: Bits, here: int, steps: int, nearest: Any, powers: Any
) -> float:
    """The best value from here: to build at once, to build after some steps, or the prospect after the last step.

    A depth-first search without recursion, which numba would not cache. `turned` is the next direction by depth.
    """
    if count == 0:
        return 0.0
    if steps == 0:
        return prospect(state, routes, count, hand, here, nearest, powers, 0, 0.0)
    places, hands = np.empty(steps + 1, np.int64), np.empty(steps + 1, np.int64)
    turned, taken = np.zeros(steps + 1, np.int64), np.zeros(steps + 1, np.int64)
    places[0], hands[0] = here, hand
    now = best_payable(routes, count, hand, 0.0)
    best = routes[now].net if now < count else 0.0
    depth = 0
    while True:
        if depth == steps or turned[depth] == 6 or routes[0].net * powers[depth + 1] <= best:
            if depth == 0:
                return best
            if taken[depth]:
                _put_back(state, places[depth])
            depth -= 1
            continue
        there = _step_in(state, seat, places[depth], turned[depth])
        turned[depth] += 1
        if there == NOWHERE:
            continue
        depth += 1
        places[depth], hands[depth], turned[depth], taken[depth] = there, hands[depth - 1], 0, 0
        if state.lying[there] and state.on_land[state.kind[there]] > 1:  # the last cube would end the game
            taken[depth] = 1
            hands[depth] += _take(state, there)
        if depth == steps:
            best = prospect(state, routes, count, hands[depth], there, nearest, powers, depth, best)
        else:
            found = best_payable(routes, count, hands[depth], best / powers[depth])
            best = max(best, routes[found].net * powers[depth] if found < count else 0.0)


@compiled
def _step_in(state: Any, seat: int, here: int, direction: int) -> int:
    """The hex that a step or jump in a direction leads to, or `NOWHERE`."""
    there = state.beside[here, direction]
    while there != NOWHERE and there != state.pawns[seat] and is_occupied(state, there):
        there = state.beside[there, direction]
    if there != NOWHERE and state.deserts >> there & 1:
        return NOWHERE
    return there  # type: ignore[no-any-return]


@compiled
def find_places(state: Any, places: Any) -> int:
    """Fill in the places where the pawn of the seat at turn may go or, at the start, be placed; return how many."""
    count = 0
    if state.phase != PLACE:
        for direction in range(6):
            there = _step_in(state, state.turn, state.pawns[state.turn], direction)
            if there != NOWHERE:
                places[count] = there
                count += 1
        return count
    for place in range(state.hexes):
        if not state.deserts >> place & 1 and not is_occupied(state, place):
            places[count] = place
            count += 1
    return count
