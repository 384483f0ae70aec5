"""Find the legal sticks: those from which a complete, allowed and affordable route can still be reached.

The search goes backwards from the anchors, the hexes where a route may end. A *label* of a hex states that some ends
can be reached from there for a price. A price packs cubes by colour and sticks into one number, six bits each with the
highest bit as a guard, so that one subtraction compares two prices. Dominated labels are dropped.

A route may not pass a hex twice, but labels need not remember their path: cutting the loop out of a path makes it
cheaper, so if any path exists, one without loops exists.

Labels grow stick by stick, and no further than needed. With many cubes in hand, nearly every stick has a short way to
an end and is known to be legal early. From then on the search only follows labels that can settle the sticks still in
doubt: those that reach their goals, with the sticks that are left on the way there.
"""

from typing import Any, NamedTuple

import numpy as np

from tablee.engine.compile_cache import compiled
from tablee.games.shared.routes.rules.record import CITY, FORBIDDEN, FREE, MOST_HEXES, NOWHERE

Bits = Any
"""A 64-bit integer: a set of hexes or cities, or a price. Any, because mypy cannot follow numba's integer types."""

STICK = 0  # the code of the first stick action: (hex × 6 + direction) × 5 + colour

_ONE_STICK = np.int64(1 << 30)
_GUARD = np.int64(sum(1 << (6 * field + 5) for field in range(6)))
_FEW = 512
"""Room for labels. Nearly always enough, and always for those of one stick; otherwise the search starts over."""
_ENOUGH = 12  # the most labels that one label can lead to
_SHORT = 3  # up to this length of routes, the search does not compute which goals are within reach
_SEEN_AT_ONCE = 3  # up to this many sticks, trying all paths is faster than making labels
_ONE = np.int64(1)


@compiled
def legal_sticks(state: Any, actions: Any, at_most: int) -> int:
    """Fill in the codes of up to `at_most` legal sticks; return how many."""
    cubes = 0
    for colour in range(5):
        cubes += state.cubes[state.turn, colour]
    longest = min(cubes, int(state.sticks_left[state.turn]))  # each stick costs a cube at least
    if longest <= _SEEN_AT_ONCE:
        return _seen_at_once(state, actions, at_most, longest) if longest else 0
    room, count = _FEW, -1
    while count < 0:  # a single call: every call would compile another copy of this long function
        count = _legal_sticks(state, actions, at_most, longest, room)
        room *= 16
    return count


@compiled
def price_of(state: Any, hexagon: int, direction: int) -> int:
    """How many cubes a stick on an edge costs the seat at turn; 0 if none may be laid there."""
    sticks = state.sticks[state.edge[hexagon, direction]]
    if sticks >> state.turn & 1:
        return 0
    if sticks == 0 or state.parallel == FREE:
        return 1
    if state.parallel == FORBIDDEN:
        return 0
    others = 0
    for seat in range(state.players):
        others += sticks >> seat & 1
    return 1 + others


@compiled
def ends_from(state: Any, start: int, anchors: Bits) -> Bits:
    """The anchors where a route from `start` may end."""
    ends = anchors & ~(_ONE << start)
    if not state.needs_house:
        return ends
    wanted = _unlinked(state, start)
    allowed = np.int64(0)
    if wanted == 0:
        return allowed
    for end in range(state.hexes):
        if ends >> end & 1 and cities_at(state, end) & wanted:
            allowed |= _ONE << end
    return allowed


@compiled
def cities_at(state: Any, anchor: int) -> Bits:
    """The cities of an anchor: the city itself, or those at its piece of road."""
    if state.kind[anchor] == CITY:
        return 1 << int(state.city[anchor])
    return np.int64(state.reach[state.turn, anchor])


@compiled
def _unlinked(state: Any, anchor: int) -> Bits:
    """The cities that some city of an anchor is not directly linked with."""
    here = cities_at(state, anchor)
    missing = np.int64(0)
    for city in range(9):
        if here >> city & 1:
            missing |= ~(np.int64(state.links[state.turn, city]) | 1 << city)
    return missing & 511


@compiled
def _purse(state: Any, sticks: int) -> Bits:
    """The cubes of the seat at turn and a number of sticks, packed as a price."""
    purse = np.int64(sticks) * _ONE_STICK
    for colour in range(5):
        purse |= np.int64(state.cubes[state.turn, colour]) << (6 * colour)
    return purse


@compiled
def _stick(colour: int, cubes: int) -> Bits:
    """The price of one stick."""
    return _ONE_STICK | np.int64(cubes) << (6 * colour)


@compiled
def _within(price: Bits, purse: Bits) -> bool:
    return bool(((purse | _GUARD) - price) & _GUARD == _GUARD)


class Labels(NamedTuple):
    """Prices still to be paid, and the ends that they reach.

    The labels of a hex and kind form a linked list; number 0 ends it. Labels of kind 1 pay near colours only. A label
    has one stick more than the label it was made from, so labels are sorted by sticks, and dominating ones come early.
    """

    price: Any
    ends: Any
    following: Any
    way: Any  # its hex, and the hex that its first stick leads to
    kind: Any
    chain: Any  # by hex and kind: the first label and the last
    size: Any  # an array of one: the number of labels in use


class Ahead(NamedTuple):
    """What the search knows about the paths ahead, by hex."""

    labels: Labels
    within_reach: Any  # the goals that can be reached at any price
    doubtful: Any  # filled in: 1 if a stick that leads here is still in doubt


@compiled
def _seen_at_once(state: Any, actions: Any, at_most: int, longest: int) -> int:
    """`legal_sticks` without labels, for at most `_SEEN_AT_ONCE` sticks."""
    anchors = state.cities | state.touched[state.turn]
    if longest == 1 and state.touched[state.turn] == 0 and state.route == 0:
        return 0  # a stick never lies directly between two cities
    open_land = _open_land(state, anchors) if longest > 1 else np.int64(0)
    purse = _purse(state, longest)
    count = 0
    for start in range(state.hexes):
        if count < at_most and _may_begin(state, start, anchors, open_land):
            goals = ends_from(state, start, anchors)
            count, _ = _ask_from(state, start, purse, open_land, goals, None, actions, count, at_most)
    return count


@compiled
def _legal_sticks(state: Any, actions: Any, at_most: int, longest: int, room: int) -> int:
    """`legal_sticks` with labels; -1 if there is not enough room for them."""
    purse = _purse(state, longest)
    anchors = state.cities | state.touched[state.turn]
    open_land = _open_land(state, anchors) if longest > 1 else np.int64(0)
    by_hex = np.zeros((4, MOST_HEXES), np.int64)
    goals_from, within_reach, doubtful, allowance = by_hex[0], by_hex[1], by_hex[2], by_hex[3]
    goals = np.int64(0)
    for start in range(state.hexes):
        if _may_begin(state, start, anchors, open_land):
            goals_from[start] = ends_from(state, start, anchors)
            goals |= goals_from[start]
    if goals == 0:
        return 0
    labels = Labels(
        np.empty(room, np.int64), np.empty(room, np.int64), np.empty(room, np.int32), np.empty((room, 2), np.int8),
        np.empty(room, np.int8), np.zeros((MOST_HEXES, 2, 2), np.int32), np.ones(1, np.int64),
    )  # fmt: skip
    _find_reach(state, open_land, goals, longest, within_reach)
    # A label must leave one stick for the step that leads to it.
    _label_last_sticks(state, purse - _ONE_STICK, open_land, goals, labels)
    ahead = Ahead(labels, within_reach, doubtful)
    extended, sticks = 1, 1
    while True:
        count, wanted = _ask_everywhere(state, purse, open_land, goals_from, ahead, actions, at_most)
        if wanted == 0 or count >= at_most or extended == labels.size[0]:
            return count
        _spread_doubt(state, purse, open_land, doubtful, allowance)
        doubtful[:] = 0
        if _is_full(labels):
            return -1
        sticks += 1 if sticks >= 4 else sticks
        extended = _extend(state, allowance, open_land, wanted, labels, extended, sticks)


@compiled
def _is_full(labels: Any) -> bool:
    """Could the labels that one label leads to overflow the room?"""
    return bool(labels.size[0] >= len(labels.price) - _ENOUGH)


@compiled
def _spread_doubt(state: Any, purse: Bits, open_land: Bits, doubtful: Any, allowance: Any) -> None:
    """Fill in the highest useful price at each hex: the purse less the sticks to the nearest stick in doubt."""
    front, reached, left = np.int64(0), np.int64(0), purse - _ONE_STICK
    for place in range(state.hexes):
        if doubtful[place]:
            front |= _ONE << place
    allowance[:] = 0
    while front and left >= 0:
        reached |= front
        beside = np.int64(0)
        for place in range(state.hexes):
            if front >> place & 1:
                allowance[place] = left
                beside |= state.around[place]
        front = beside & open_land & ~reached
        left -= _ONE_STICK


@compiled
def _open_land(state: Any, anchors: Bits) -> Bits:
    """The hexes that a route may pass between its ends. It pays the colour of each at least once."""
    open_land = np.int64(0)
    for place in range(state.hexes):
        if state.kind[place] < CITY and state.cubes[state.turn, state.kind[place]]:
            open_land |= _ONE << place
    open_land &= ~anchors
    for step in range(state.route):
        open_land &= ~(_ONE << state.path[step])
    return open_land


@compiled
def _may_begin(state: Any, start: int, anchors: Bits, open_land: Bits) -> bool:
    """Has the route begun at `start` or, if there is none, can one begin there?"""
    if state.route:
        return bool(start == state.path[0])
    return bool(anchors >> start & 1 and state.around[start] & (anchors | open_land))


@compiled
def _find_reach(state: Any, open_land: Bits, goals: Bits, longest: int, within_reach: Any) -> None:
    """Fill in the goals that can be reached over open land from each of its hexes, at any price."""
    if longest <= _SHORT:  # looking at all paths is cheaper
        within_reach[:] = goals
        return
    for first in range(state.hexes):
        if not open_land >> first & 1 or within_reach[first]:
            continue
        piece, before, beside = _ONE << first, np.int64(0), np.int64(0)
        while piece != before:
            before = piece
            for place in range(state.hexes):
                if before >> place & 1:
                    beside |= state.around[place]
            piece |= beside & open_land
        for place in range(state.hexes):
            if piece >> place & 1:
                within_reach[place] = beside & goals


@compiled
def _ask_everywhere(
    state: Any, purse: Bits, open_land: Bits, goals_from: Any, ahead: Any, actions: Any, at_most: int
) -> tuple[int, Bits]:
    """Fill in the sticks known to be legal; return how many, and the goals of the sticks in doubt."""
    count, all_wanted = 0, np.int64(0)
    for start in range(state.hexes):
        if goals_from[start] and count < at_most:
            count, wanted = _ask_from(state, start, purse, open_land, goals_from[start], ahead, actions, count, at_most)
            all_wanted |= wanted
    return count, all_wanted


@compiled
def _ask_from(
    state: Any,
    start: int,
    purse: Bits,
    open_land: Bits,
    goals: Bits,
    ahead: Any,
    actions: Any,
    count: int,
    at_most: int,
) -> tuple[int, Bits]:
    """`_ask_everywhere` for routes from one anchor, after `count` sticks found before."""
    wanted = np.int64(0)
    here, near = (state.path[state.route - 1], int(state.near)) if state.route else (start, 0)
    if not state.around[here] & (goals | open_land):
        return count, wanted
    for direction in range(6):
        there = state.beside[here, direction]
        if there == NOWHERE or not (goals | open_land) >> there & 1:
            continue
        cubes = price_of(state, here, direction)
        near_colour, far_colour = state.kind[here], state.kind[there]
        if cubes == 0:
            continue
        for paying_near in range(2):
            colour = near_colour if paying_near else far_colour
            if colour == CITY or not _may_pay(near, paying_near, near_colour, far_colour):
                continue
            price = _stick(colour, cubes)
            if not _within(price, purse) or count >= at_most:
                continue
            if goals >> there & 1 or _goes_on(state, purse - price, there, near | paying_near, goals, open_land, ahead):
                actions[count] = STICK + (int(here) * 6 + direction) * 5 + int(colour)
                count += 1
            elif ahead is not None and ahead.within_reach[there] & goals:
                wanted |= ahead.within_reach[there] & goals
                ahead.doubtful[there] = 1
    return count, wanted


@compiled
def _may_pay(near: int, paying_near: int, near_colour: int, far_colour: int) -> bool:
    """Far colours come first, then near ones only. Two equal colours make one way to pay."""
    if near_colour == far_colour:
        return paying_near == 0
    return paying_near == 1 or near == 0


@compiled
def _goes_on(state: Any, purse: Bits, hexagon: int, near: int, goals: Bits, open_land: Bits, ahead: Any) -> bool:
    """Is it known that the purse can pay a route from here to one of the goals?"""
    if ahead is not None:
        return _can_finish(purse, hexagon, near, goals, ahead.labels)
    return _can_end(state, purse, hexagon, near, goals) or (
        purse >= 2 * _ONE_STICK and _can_end_with_two(state, purse, hexagon, near, goals, open_land)
    )


@compiled
def _can_end(state: Any, purse: Bits, here: int, near: int, goals: Bits) -> bool:
    """Can the purse pay one more stick that leads to one of the goals?"""
    if not state.around[here] & goals:
        return False
    for direction in range(6):
        there = state.beside[here, direction]
        if there == NOWHERE or not goals >> there & 1:
            continue
        cubes = price_of(state, here, direction)
        if cubes == 0:
            continue
        if _within(_stick(state.kind[here], cubes), purse):
            return True
        if not near and state.kind[there] != CITY and _within(_stick(state.kind[there], cubes), purse):
            return True
    return False


@compiled
def _can_end_with_two(state: Any, purse: Bits, here: int, near: int, goals: Bits, open_land: Bits) -> bool:
    """Can the purse pay two more sticks, over a hex of open land, that lead to one of the goals?"""
    if not state.around[here] & open_land:
        return False
    for direction in range(6):
        there = state.beside[here, direction]
        if there == NOWHERE or not open_land >> there & 1 or not state.around[there] & goals:
            continue
        cubes = price_of(state, here, direction)
        if cubes == 0:
            continue
        price = _stick(state.kind[here], cubes)
        if _within(price, purse) and _can_end(state, purse - price, there, 1, goals):
            return True
        price = _stick(state.kind[there], cubes)
        if not near and _within(price, purse) and _can_end(state, purse - price, there, 0, goals):
            return True
    return False


@compiled
def _can_finish(purse: Bits, hexagon: int, near: int, goals: Bits, labels: Any) -> bool:
    """Is there a label here that the purse can pay and that reaches one of the goals?"""
    for kind in range(near, 2):
        label = labels.chain[hexagon, kind, 0]
        while label:
            if labels.ends[label] & goals and _within(labels.price[label], purse):
                return True
            label = labels.following[label]
    return False


@compiled
def _label_last_sticks(state: Any, purse: Bits, open_land: Bits, goals: Bits, labels: Any) -> None:
    """Add the labels of one stick, from open land to a goal."""
    for here in range(state.hexes):
        if not open_land >> here & 1 or not state.around[here] & goals:
            continue
        for direction in range(6):
            there = state.beside[here, direction]
            if there == NOWHERE or not goals >> there & 1:
                continue
            cubes = price_of(state, here, direction)
            if cubes == 0:
                continue
            near = _stick(state.kind[here], cubes)
            if _within(near, purse):
                _add(here, there, 1, near, _ONE << there, labels)
            far = _stick(state.kind[there], cubes)
            if state.kind[there] != CITY and _within(far, purse):
                _add(here, there, 0, far, _ONE << there, labels)


@compiled
def _extend(state: Any, allowance: Any, open_land: Bits, wanted: Bits, labels: Any, label: int, sticks: int) -> int:
    """Extend the labels from number `label` on backwards, up to `sticks` sticks; return where it stopped."""
    while label < labels.size[0] and labels.price[label] // _ONE_STICK < sticks:
        here, price, ends = labels.way[label, 0], labels.price[label], labels.ends[label] & wanted
        if _is_full(labels):
            return label
        if ends == 0:  # no stick in doubt leads there
            label += 1
            continue
        for direction in range(6):
            before = state.beside[here, direction]
            if before == NOWHERE or before == labels.way[label, 1] or not open_land >> before & 1:
                continue
            cubes = price_of(state, here, direction)
            if cubes == 0:
                continue
            far = price + _stick(state.kind[here], cubes)
            if _within(far, allowance[before]):
                _add(before, here, 0, far, ends, labels)
            near = price + _stick(state.kind[before], cubes)
            if labels.kind[label] and _within(near, allowance[before]):
                _add(before, here, 1, near, ends, labels)
        label += 1
    return label


@compiled
def _add(hexagon: int, onward: int, kind: int, price: Bits, ends: Bits, labels: Any) -> None:
    """Add a label for those of its ends that no other label reaches for the same price or less."""
    for other in range(kind, 2):
        label = labels.chain[hexagon, other, 0]
        while label:
            if labels.ends[label] & ends and _within(labels.price[label], price):
                ends &= ~labels.ends[label]
                if ends == 0:
                    return
            label = labels.following[label]
    size = labels.size[0]
    labels.price[size] = price
    labels.ends[size] = ends
    labels.kind[size] = kind
    labels.way[size, 0] = hexagon
    labels.way[size, 1] = onward
    labels.following[size] = 0
    last = labels.chain[hexagon, kind, 1]
    if last:
        labels.following[last] = size
    else:
        labels.chain[hexagon, kind, 0] = size
    labels.chain[hexagon, kind, 1] = size
    labels.size[0] += 1
