"""Find the routes worth building for the seat at turn, with their prices and gains, compiled.

Routes lead from a *source*, a city or a piece of road, over open land to another. As in legal_sticks.py, a label is the
price of reaching a hex, with cubes by colour packed into one number. Labels that cost no less than another one at the
same hex are dropped; this also drops all paths that cross themselves.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablee.engine.compile_cache import compiled
from tablee.engine.contract import States
from tablee.engine.states import record
from tablee.games.shared.routes.rules.legal_sticks import Bits, cities_at, ends_from, price_of
from tablee.games.shared.routes.rules.record import CITY, MOST_CITIES, MOST_HEXES, NOWHERE, state_dtype

ROUTE = record(
    ("net", np.float64),  # its value less its price
    ("gain", np.float64),  # its value, in points
    ("price", np.int64),  # cubes by colour, packed
    ("steps", np.int64),  # directions, three bits each
    ("next", np.int32),  # of a label: the label before it at the same hex
    ("cities", np.int16),  # the cities that it links with one another, as bits
    ("start", np.int8),  # the hex where it begins
    ("place", np.int8),  # the hex where it ends
    ("cubes", np.int8),  # the price in cubes of any colour
    ("sticks", np.int8),
    ("far", np.int8),  # how many sticks pay the colour of their far hex; the others pay that of their near hex
    ("near", np.int8),  # whether it has begun to pay near colours
)
"""A route that a seat might build, or a label on the way to one."""

MOST_ROUTES = 128
MOST_LABELS = 768
DEAREST = 31  # the most cubes of one colour that a packed price can hold
HOUSE, FIRST_HOUSE, A_RANK_LESS, CUBE = range(4)
"""The weights of a *taste*: the value of a house, the share that counts of the points for a first house in a city, how
much less a house is worth for every larger city, and the cost of a cube."""

_ROOM = 12  # the most labels that one label can lead to
GUARD = np.int64(sum(1 << (6 * colour + 5) for colour in range(5)))
_ONE = np.int64(1)

WIN = 1000.0  # the value of building the last house
OWN_PREDICTION = 0.5  # how much more a house is worth in a predicted city
FOR_A_CITY = 4.0  # the points of a city in Morisi, where cities have no values


NETZWERK = np.array([1.0, 0.4, 0.0, 0.5])
MORISI_OF_TWO = np.array([1.0, 0.1, 0.05, 0.5])
MORISI_OF_MANY = np.array([1.0, 0.5, 0.1, 0.5])  # the tastes of the games
FREE_CUBES = np.array([1.0, 1.0, 1.0, 0.0])

ANY_GAME = state_dtype("any_game")
"""The states of both games, viewed as one record type, so that this code is compiled once."""


def taste_of(state: States, *, last: bool = False) -> npt.NDArray[np.float64]:
    """The taste for a game. In its last turn cubes cost nothing, because they are useless afterwards."""
    of_morisi = MORISI_OF_MANY if state[0].needs_house else MORISI_OF_TWO
    taste = of_morisi if state[0].needs_house or state[0].many_routes else NETZWERK
    return taste * FREE_CUBES if last else taste


@compiled
def hand_of(state: Any, seat: int) -> Bits:
    """The cubes of a seat, packed like prices."""
    return pack(state.cubes[seat])


@compiled
def pack(cubes: Any) -> Bits:
    """Cubes by colour in one number."""
    packed = np.int64(0)
    for colour in range(5):
        packed |= np.int64(cubes[colour]) << (6 * colour)
    return packed


@compiled
def can_pay(price: Bits, hand: Bits) -> bool:
    """Can the hand pay the price?"""
    return ((hand | GUARD) - price) & GUARD == GUARD  # type: ignore[no-any-return]


# ---- what a route brings -----------------------------------------------------------------------------------


@compiled
def count_bits(bits: Bits) -> int:
    """How many bits are set."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@compiled
def measure_cities(state: Any, sizes: Any) -> None:
    """Fill in the houses of all seats in each city."""
    sizes[:] = 0
    for seat in range(state.players):
        for city in range(MOST_CITIES):
            sizes[city] += count_bits(np.int64(state.links[seat, city]))


@compiled
def larger_than(sizes: Any, city: int) -> int:
    """How many cities are larger than one."""
    larger = 0
    for other in range(MOST_CITIES):
        larger += sizes[other] > sizes[city]
    return larger


@compiled
def gain_of(state: Any, cities: Bits, worth: Any) -> float:
    """The gain of the seat at turn from linking all these cities with one another."""
    gain, houses = 0.0, 0
    for city in range(MOST_CITIES):
        links = np.int64(state.links[state.turn, city])
        missing = cities & ~links & ~(_ONE << city)
        if cities >> city & 1 and missing:
            count = count_bits(missing)
            houses += count
            gain += count * worth[city, 0] + (worth[city, 1] if links == 0 else 0.0)
    return WIN if houses and state.houses[state.turn] + houses >= state.stock else gain


@compiled
def weigh(state: Any, taste: Any, worth: Any) -> None:
    """Fill in the value of a house in each city for the seat at turn, and the extra value of the first one.

    In Morisi only houses in the largest cities count, but a small city may grow, and any house may be the last.
    """
    sizes = np.zeros(MOST_CITIES, np.int64)
    measure_cities(state, sizes)
    for city in range(MOST_CITIES):
        worth[city, 0] = taste[HOUSE] - taste[A_RANK_LESS] * larger_than(sizes, city)
        worth[city, 1] = taste[FIRST_HOUSE] * (state.value[city] or FOR_A_CITY)
    for rank in range(3):
        city = state.predictions[state.turn, rank]
        if city != NOWHERE:
            worth[city, 0] += OWN_PREDICTION


# ---- finding routes ----------------------------------------------------------------------------------------


@compiled
def find_routes(state: Any, most_cubes: int, taste: Any, labels: Any, routes: Any) -> int:
    """Fill in routes of the seat at turn that are worth their price, or all ways to end the begun one, best first.

    Return how many there are. No route costs more than `most_cubes`. Of two routes to the same hex for the same price
    only one is found. `labels` and `routes` are buffers of `MOST_LABELS` and `MOST_ROUTES`.
    """
    worth = np.empty((MOST_CITIES, 2))
    first = np.empty((MOST_HEXES, 2), np.int32)
    gains = np.empty(MOST_HEXES)
    weigh(state, taste, worth)
    anchors = state.cities | state.touched[state.turn]
    land = ((_ONE << state.hexes) - _ONE) & ~state.deserts & ~anchors
    for step in range(state.route):
        land &= ~(_ONE << state.path[step])
    done, count = np.int64(0), 0
    for anchor in range(state.hexes):
        if state.route:
            if anchor != state.path[0]:
                continue
            ends = ends_from(state, anchor, anchors)
            size = _begin(labels, 1, state.path[state.route - 1], state.near)
        else:
            if not (anchors & ~done) >> anchor & 1:
                continue
            done |= _source_of(state, anchor)
            ends = anchors & ~done
            size = _begin_from(state, _source_of(state, anchor), labels)
        goals = _worthwhile(state, anchor, ends, worth, gains)
        if goals:
            first[:] = 0
            size = _spread(state, land, goals, most_cubes, labels, size, first)
            count = _gather(state, anchor, goals, gains, taste, labels, size, routes, count)
    return count


@compiled
def _source_of(state: Any, anchor: int) -> Bits:
    """The city, or all hexes of the piece of road, as bits. Pieces that link the same cities count as one."""
    source = _ONE << anchor
    if state.kind[anchor] != CITY:
        for place in range(state.hexes):
            if state.touched[state.turn] >> place & 1 and cities_at(state, place) == cities_at(state, anchor):
                source |= _ONE << place
    return source


@compiled
def _worthwhile(state: Any, anchor: int, ends: Bits, worth: Any, gains: Any) -> Bits:
    """Fill in the gains by end; return the ends with a gain, or all ends of a begun route."""
    goals, cities = np.int64(0), cities_at(state, anchor)
    for end in range(state.hexes):
        if ends >> end & 1:
            gains[end] = gain_of(state, cities | cities_at(state, end), worth)
            if gains[end] > 0 or state.route:
                goals |= _ONE << end
    return goals


@compiled
def _begin_from(state: Any, source: Bits, labels: Any) -> int:
    size = 1
    for place in range(state.hexes):
        if source >> place & 1:
            size = _begin(labels, size, place, 0)
    return size


@compiled
def _begin(labels: Any, size: int, place: int, near: int) -> int:
    """Add a label where a route begins; return the number of labels."""
    label = labels[size]
    label.price, label.steps, label.cubes, label.sticks, label.far = 0, 0, 0, 0, 0
    label.start, label.place, label.near = place, place, near
    return size + 1


@compiled
def _spread(state: Any, land: Bits, goals: Bits, most_cubes: int, labels: Any, size: int, first: Any) -> int:
    """Make labels stick by stick, as long as there is room; return the number of labels.

    Labels are left out if the cubes left cannot reach a goal even at one cube a stick.
    """
    number = 0
    within = np.empty(max(most_cubes, 1), np.int64)  # by sticks: the hexes from which they can reach a goal
    within[0] = goals
    for sticks in range(1, most_cubes):
        within[sticks] = within[sticks - 1] | _beside(state, within[sticks - 1]) & land
    while number + 1 < size < MOST_LABELS - _ROOM:
        number += 1
        label = labels[number]
        here = label.place
        left = most_cubes - label.cubes - 1
        if goals >> here & 1 or left < 0 or label.sticks >= state.sticks_left[state.turn]:
            continue
        ahead = state.around[here] & within[left]
        if ahead == 0:
            continue
        for direction in range(6):
            there = state.beside[here, direction]
            if there == NOWHERE or not ahead >> there & 1:
                continue
            cubes = price_of(state, here, direction)
            near_colour, far_colour = state.kind[here], state.kind[there]
            left = most_cubes - label.cubes - cubes
            if cubes == 0 or left < 0 or (near_colour == CITY and far_colour == CITY):
                continue
            if not within[left] >> there & 1:
                continue
            for near in range(label.near, 2):
                colour = near_colour if near else far_colour
                if colour == CITY or (near > label.near and near_colour == far_colour):
                    continue
                price = label.price + (np.int64(cubes) << (6 * colour))
                if not _is_dear(labels, first, there, near, price):
                    _lead_on(label, labels[size], direction, there, near, cubes, price)
                    labels[size].next = first[there, near]
                    first[there, near] = size
                    size += 1
    return size


@compiled
def _beside(state: Any, places: Bits) -> Bits:
    """The hexes beside these, as bits."""
    found = np.int64(0)
    for place in range(state.hexes):
        if places >> place & 1:
            found |= state.around[place]
    return found


@compiled
def _is_dear(labels: Any, first: Any, place: int, near: int, price: Bits) -> bool:
    """Does another label reach this place for the same price or less?"""
    for other in range(near + 1):
        label = first[place, other]
        while label:
            if can_pay(labels[label].price, price):
                return True
            label = labels[label].next
    return False


@compiled
def _lead_on(label: Any, new: Any, direction: int, place: int, near: int, cubes: int, price: Bits) -> None:
    """Make a label of another one and one more stick."""
    new.price, new.cubes, new.near, new.place, new.start = price, label.cubes + cubes, near, place, label.start
    new.steps = label.steps | np.int64(direction) << (3 * label.sticks)
    new.sticks, new.far = label.sticks + 1, label.far if near else label.sticks + 1


@compiled
def _gather(
    state: Any, anchor: int, goals: Bits, gains: Any, taste: Any, labels: Any, size: int, routes: Any, count: int
) -> int:
    """Add the labels that have reached a goal to the routes, best first; return the number of routes."""
    for number in range(1, size):
        label = labels[number]
        if not goals >> label.place & 1:
            continue
        label.gain = gains[label.place]
        label.net = label.gain - taste[CUBE] * label.cubes
        if label.net > 0 or state.route:
            label.cities = cities_at(state, anchor) | cities_at(state, label.place)
            count = _insert(label, routes, count)
    return count


@compiled
def _insert(label: Any, routes: Any, count: int) -> int:
    """Insert a route in order, unless a better one costs the same or less."""
    position = 0
    while position < count and routes[position].net >= label.net:
        if can_pay(routes[position].price, label.price):
            return count
        position += 1
    if position == MOST_ROUTES:
        return count
    count = min(count + 1, MOST_ROUTES)
    for number in range(count - 1, position, -1):
        routes[number] = routes[number - 1]
    routes[position] = label
    return count


# ---- for callers from Python -------------------------------------------------------------------------------

MOST_COMPARED = 8  # the most routes that `payable_routes` returns


class Route(NamedTuple):
    """A route that can be paid at once."""

    codes: tuple[int, ...]  # the actions that lay its sticks
    gain: float  # its value, in points
    net: float  # its value less its price


def payable_routes(state: States, most_cubes: int, taste: npt.NDArray[np.float64]) -> list[Route]:
    """Routes that the seat at turn can pay at once, or ways to end the begun one, best first."""
    labels, routes = np.empty(MOST_LABELS, ROUTE), np.empty(MOST_ROUTES, ROUTE)
    payable = np.empty(MOST_ROUTES, np.int64)
    count = _find_payable(state.view(ANY_GAME), min(most_cubes, DEAREST), taste, labels, routes, payable)
    found: dict[tuple[int, int], Route] = {}
    for route in routes[payable[:count]]:
        if len(found) < MOST_COMPARED:
            codes = tuple(_codes(state, route))
            found.setdefault((int(route.cities), int(route.price)), Route(codes, float(route.gain), float(route.net)))
    return list(found.values())


@compiled
def _find_payable(states: Any, most_cubes: int, taste: Any, labels: Any, routes: Any, payable: Any) -> int:
    """Fill in the numbers of the routes that can be paid; return how many."""
    state = states[0]
    hand, found = hand_of(state, state.turn), 0
    for number in range(find_routes(state, most_cubes, taste, labels, routes)):
        if can_pay(routes[number].price, hand):
            payable[found] = number
            found += 1
    return found


def _codes(state: States, route: Any) -> Iterator[int]:
    """The actions that build a route."""
    here, steps = int(route.start), int(route.steps)
    for stick in range(int(route.sticks)):
        direction = steps >> 3 * stick & 7
        there = int(state[0].beside[here, direction])
        yield (here * 6 + direction) * 5 + int(state[0].kind[there if stick < route.far else here])
        here = there
