"""Which sticks are legal: those from which a complete, allowed and affordable route can still be reached.

What is still to be paid from a hex on is found backwards, from the anchors where a route may end. A *label* says: from
this hex on, with these cubes and so many sticks, one of these ends can be reached. Cubes by colour and sticks are
packed into one number, six bits each, the highest of them a guard, so that two such prices are compared in one
subtraction. Labels that cost no less than others without reaching more are dropped.

Hexes may not be passed twice, yet the labels do not remember where they have been: a way that crosses itself becomes a
cheaper one when the loop is cut out, so if there is any way at all, there is one without loops.

Labels are made stick by stick, and no more than are needed: with many cubes in hand nearly every stick has some short
way to go on, and is known to be legal long before the dear ways have been looked at. Then only those ways are followed
that may still settle the sticks in doubt: to the goals of these, and with what the way from them leaves of the sticks.
"""

from typing import Any, NamedTuple

import numpy as np

from tablee.games.routes.rules.record import CITY, FORBIDDEN, FREE, MOST_HEXES, NOWHERE
from tablee.kernel.cache import compiled

Bits = Any
"""A whole number of 64 bits: a set of hexes or cities, or a price. What numba makes of it is beyond mypy."""

STICK = 0
"""The code of the first stick action: (hex × 6 + direction) × 5 + colour."""

_ONE_STICK = np.int64(1 << 30)
_GUARD = np.int64(sum(1 << (6 * field + 5) for field in range(6)))
_FEW = 512
"""Room for labels: enough nearly always, and for all of one stick; else it is tried again with more."""
_ENOUGH = 12
"""The labels that one label can lead to, at most."""
_SHORT = 3
"""Routes up to this length are looked at without asking first what lies within reach."""
_SEEN_AT_ONCE = 3
"""Where no more sticks can be laid than these, all ways are soon looked at, and labels cost more than they save."""
_ONE = np.int64(1)


@compiled
def legal_sticks(state: Any, actions: Any, at_most: int) -> int:
    """Fill `actions` with the codes of the legal sticks, but stop after `at_most`; return how many there are."""
    longest = _longest_route(state)
    if longest <= _SEEN_AT_ONCE:
        return _seen_at_once(state, actions, at_most, longest) if longest else 0
    room, count = _FEW, -1
    while count < 0:  # called in one place only: it is long, and would be compiled wherever it is called
        count = _legal_sticks(state, actions, at_most, longest, room)
        room *= 16
    return count


@compiled
def _longest_route(state: Any) -> int:
    """How many sticks the seat at turn can lay at most, as each costs a cube."""
    cubes = 0
    for colour in range(5):
        cubes += state.cubes[state.turn, colour]
    return min(cubes, int(state.sticks_left[state.turn]))


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
    """The anchors at which a route from an anchor may end, as bits."""
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
    """The cities that a route which ends at an anchor would link: the city itself, or those of the piece of road."""
    if state.kind[anchor] == CITY:
        return 1 << int(state.city[anchor])
    return np.int64(state.reach[state.turn, anchor])


@compiled
def _unlinked(state: Any, anchor: int) -> Bits:
    """The cities that are not yet directly linked with one of those at an anchor."""
    here = cities_at(state, anchor)
    missing = np.int64(0)
    for city in range(9):
        if here >> city & 1:
            missing |= ~(np.int64(state.links[state.turn, city]) | 1 << city)
    return missing & 511


@compiled
def _purse(state: Any, sticks: int) -> Bits:
    """What the seat at turn can spend: its cubes, and so many sticks."""
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
    """What is still to be paid, and where it leads. At [hex, 1] labels that pay near colours only, at [hex, 0] others.

    The labels of a hex are a chain; number 0 is none. Each takes one stick more than the one that it was made from, so
    they stand in the order of their sticks, and those that spare others come early.
    """

    price: Any
    ends: Any
    following: Any
    way: Any  # its hex, and the one that its first stick leads to
    kind: Any
    chain: Any  # by hex and kind: the first and the last
    size: Any  # one number: labels in use


class Ahead(NamedTuple):
    """What is known of the ways ahead, by hex."""

    labels: Labels
    within_reach: Any  # the goals that can be reached, whatever that costs
    doubtful: Any  # filled in: is there a stick that leads here, and may turn out to be legal?


@compiled
def _seen_at_once(state: Any, actions: Any, at_most: int, longest: int) -> int:
    """As `legal_sticks`, where only a few sticks can be laid."""
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
    """As `legal_sticks`; -1 if there was not enough room for labels."""
    purse = _purse(state, longest)
    anchors = state.cities | state.touched[state.turn]
    open_land = _open_land(state, anchors) if longest > 1 else np.int64(0)
    by_hex = np.zeros((4, MOST_HEXES), np.int64)
    goals_from, within_reach, doubtful, allowance = by_hex[0], by_hex[1], by_hex[2], by_hex[3]
    goals = _all_goals(state, anchors, open_land, goals_from)
    if goals == 0:
        return 0
    labels = Labels(
        np.empty(room, np.int64), np.empty(room, np.int64), np.empty(room, np.int32), np.empty((room, 2), np.int8),
        np.empty(room, np.int8), np.zeros((MOST_HEXES, 2, 2), np.int32), np.ones(1, np.int64),
    )  # fmt: skip
    _find_reach(state, open_land, goals, longest, within_reach)
    # What labels may cost leaves a stick for the step that leads to them.
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
    """Might there be too little room for what one label leads to?"""
    return bool(labels.size[0] >= len(labels.price) - _ENOUGH)


@compiled
def _spread_doubt(state: Any, purse: Bits, open_land: Bits, doubtful: Any, allowance: Any) -> None:
    """What labels may still cost at each hex, as the way there from the nearest stick in doubt takes sticks, too."""
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
    """Where a route may pass between its ends: the colour of each such hex is paid at least once."""
    open_land = np.int64(0)
    for place in range(state.hexes):
        if state.kind[place] < CITY and state.cubes[state.turn, state.kind[place]]:
            open_land |= _ONE << place
    open_land &= ~anchors
    for step in range(state.route):
        open_land &= ~(_ONE << state.path[step])
    return open_land


@compiled
def _all_goals(state: Any, anchors: Bits, open_land: Bits, goals_from: Any) -> Bits:
    """Where a route may end, by the anchor where it began, and all of them together."""
    goals = np.int64(0)
    for start in range(state.hexes):
        if _may_begin(state, start, anchors, open_land):
            goals_from[start] = ends_from(state, start, anchors)
            goals |= goals_from[start]
    return goals


@compiled
def _may_begin(state: Any, start: int, anchors: Bits, open_land: Bits) -> bool:
    """Has the route begun here or, if there is none yet, can one begin?"""
    if state.route:
        return bool(start == state.path[0])
    return bool(anchors >> start & 1 and state.around[start] & (anchors | open_land))


@compiled
def _find_reach(state: Any, open_land: Bits, goals: Bits, longest: int, within_reach: Any) -> None:
    """The goals that can be reached over open land from each hex of it, whatever that costs."""
    if longest <= _SHORT:  # then it costs less to look at all ways
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
    """Fill in the sticks known to be legal; returns how many, and the goals of those that may turn out to be legal."""
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
    """As `_ask_everywhere`, for routes from one anchor, after so many sticks that were found before."""
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
    """Far colours first, near ones once that has begun; where both are the same there is one way to pay."""
    if near_colour == far_colour:
        return paying_near == 0
    return paying_near == 1 or near == 0


@compiled
def _goes_on(state: Any, purse: Bits, hexagon: int, near: int, goals: Bits, open_land: Bits, ahead: Any) -> bool:
    """Is it known that a route which has come here can be paid to one of the goals?"""
    if ahead is not None:
        return _can_finish(purse, hexagon, near, goals, ahead.labels)
    return _can_end(state, purse, hexagon, near, goals) or (
        purse >= 2 * _ONE_STICK and _can_end_with_two(state, purse, hexagon, near, goals, open_land)
    )


@compiled
def _can_end(state: Any, purse: Bits, here: int, near: int, goals: Bits) -> bool:
    """Can one stick more be paid that leads to one of the goals?"""
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
    """The same with one hex of open land between."""
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
    """Is there a label here that can be paid and reaches one of the goals?"""
    for kind in range(near, 2):
        label = labels.chain[hexagon, kind, 0]
        while label:
            if labels.ends[label] & goals and _within(labels.price[label], purse):
                return True
            label = labels.following[label]
    return False


@compiled
def _label_last_sticks(state: Any, purse: Bits, open_land: Bits, goals: Bits, labels: Any) -> None:
    """The labels of one stick, from open land to a goal."""
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
    """Lead labels from `label` on one stick further back, up to labels of so many sticks; returns where it stopped."""
    while label < labels.size[0] and labels.price[label] // _ONE_STICK < sticks:
        here, price, ends = labels.way[label, 0], labels.price[label], labels.ends[label] & wanted
        if _is_full(labels):
            return label
        if ends == 0:  # nobody in doubt wants to go there
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
    """Add a label, unless others reach its ends for no more."""
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
