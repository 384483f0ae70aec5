"""Which routes are worth having, what each costs and what it brings, compiled: what bots of the route games plan with.

Routes are found from each *source*, a city or a piece of road, over open countryside to the others. As in sticks.py, a
label says what it costs to come to a hex, cubes by colour packed into one number; labels that cost no less than another
at the same hex are dropped, and with them all ways that cross themselves. All of it is asked of the seat at turn.
"""

from typing import Any

import numpy as np

from tablee.games.routes.rules.record import CITY, MOST_CITIES, MOST_HEXES, NOWHERE
from tablee.games.routes.rules.sticks import Bits, ends_from, price_of
from tablee.kernel.cache import compiled
from tablee.kernel.states import record

ROUTE = record(
    ("net", np.float64),  # what it is worth, less its price
    ("gain", np.float64),  # what it brings, in points
    ("price", np.int64),  # cubes by colour, packed
    ("steps", np.int64),  # directions, three bits each
    ("next", np.int32),  # a label: the one before it at the same hex
    ("cities", np.int16),  # those that it links with one another, as bits
    ("start", np.int8),  # the hex where it begins
    ("place", np.int8),  # the hex where it ends
    ("cubes", np.int8),  # the price in all
    ("sticks", np.int8),
    ("far", np.int8),  # so many sticks pay the colour of their far hex, the others of their near one
    ("near", np.int8),  # it has begun to pay near colours
)
"""A route that a seat might build, or a label on the way there."""

MOST_ROUTES = 128
MOST_LABELS = 768
DEAREST = 31
"""No price can be told apart from a higher one in which a colour is asked for more often."""
HOUSE, FIRST_HOUSE, A_RANK_LESS, CUBE = range(4)
"""A *taste*, by which routes are weighed: what a house is worth, which share of the points counts that a first house in
a city brings, how much less a house is worth for every city that is larger, and the cost of a cube."""

_ROOM = 12
"""The labels that one label can lead to, at most."""
GUARD = np.int64(sum(1 << (6 * colour + 5) for colour in range(5)))
_ONE = np.int64(1)

WIN = 1000.0
"""What building the last house is worth."""
OWN_PREDICTION = 0.5
"""How much more a house is worth in a city predicted."""
FOR_A_CITY = 4.0
"""What a city brings in Morisi, where cities have no values."""


@compiled
def can_pay(price: Bits, hand: Bits) -> bool:
    """Are there as many cubes of every colour in hand as the price asks for?"""
    return ((hand | GUARD) - price) & GUARD == GUARD  # type: ignore[no-any-return]


# ---- what a route brings -----------------------------------------------------------------------------------


@compiled
def cities_at(state: Any, anchor: int) -> Bits:
    """The cities that a route which ends at an anchor would link: the city itself, or those of the piece of road."""
    if state.kind[anchor] == CITY:
        return _ONE << state.city[anchor]
    return np.int64(state.reach[state.turn, anchor])


@compiled
def count_bits(bits: Bits) -> int:
    """How many bits are set."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@compiled
def gain_of(state: Any, cities: Bits, worth: Any) -> float:
    """What it brings the seat at turn to link all these cities with one another."""
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
    """What a house in each city is worth to the seat at turn, and what the first one brings besides.

    In Morisi only houses in the largest cities count, yet a small city may grow, and every house may be the last.
    """
    sizes = np.zeros(MOST_CITIES, np.int64)
    for seat in range(state.players):
        for city in range(MOST_CITIES):
            sizes[city] += count_bits(np.int64(state.links[seat, city]))
    for city in range(MOST_CITIES):
        larger = 0
        for other in range(MOST_CITIES):
            larger += sizes[other] > sizes[city]
        worth[city, 0] = taste[HOUSE] - taste[A_RANK_LESS] * larger
        worth[city, 1] = taste[FIRST_HOUSE] * (state.value[city] or FOR_A_CITY)
    for rank in range(3):
        city = state.predictions[state.turn, rank]
        if city != NOWHERE:
            worth[city, 0] += OWN_PREDICTION


# ---- finding them ------------------------------------------------------------------------------------------


@compiled
def find_routes(state: Any, most_cubes: int, taste: Any, labels: Any, routes: Any) -> int:
    """Find routes of the seat at turn that are worth their price, or all ways to end the one begun, the best first.

    Returns how many there are. None costs more than `most_cubes`, and of two that lead to the same hex for the same
    price only one is found. `labels` and `routes` are room for `MOST_LABELS` and `MOST_ROUTES`.
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
    """The city, or all hexes of the piece of road, as bits: pieces that link the same cities are taken for one."""
    source = _ONE << anchor
    if state.kind[anchor] != CITY:
        for place in range(state.hexes):
            if state.touched[state.turn] >> place & 1 and cities_at(state, place) == cities_at(state, anchor):
                source |= _ONE << place
    return source


@compiled
def _worthwhile(state: Any, anchor: int, ends: Bits, worth: Any, gains: Any) -> Bits:
    """Those ends to which a route from an anchor would bring something, or all of one begun; fills in what."""
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
    """A label where a route begins; returns how many there are."""
    label = labels[size]
    label.price, label.steps, label.cubes, label.sticks, label.far = 0, 0, 0, 0, 0
    label.start, label.place, label.near = place, place, near
    return size + 1


@compiled
def _spread(state: Any, land: Bits, goals: Bits, most_cubes: int, labels: Any, size: int, first: Any) -> int:
    """Make labels stick by stick, as long as there is room; returns how many there are.

    Those are left out from which no goal can be reached for the cubes that are left, if each stick costs one.
    """
    number = 0
    within = np.empty(max(most_cubes, 1), np.int64)  # hexes from which a goal can be reached with so many sticks
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
    """Does another label come here for no more?"""
    for other in range(near + 1):
        label = first[place, other]
        while label:
            if can_pay(labels[label].price, price):
                return True
            label = labels[label].next
    return False


@compiled
def _lead_on(label: Any, new: Any, direction: int, place: int, near: int, cubes: int, price: Bits) -> None:
    """Lay one stick more."""
    new.price, new.cubes, new.near, new.place, new.start = price, label.cubes + cubes, near, place, label.start
    new.steps = label.steps | np.int64(direction) << (3 * label.sticks)
    new.sticks, new.far = label.sticks + 1, label.far if near else label.sticks + 1


@compiled
def _gather(
    state: Any, anchor: int, goals: Bits, gains: Any, taste: Any, labels: Any, size: int, routes: Any, count: int
) -> int:
    """Add the labels that have come to a goal to the routes, the best first; returns how many there are."""
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
    """Put a route where it belongs, unless a better one costs no more."""
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
