"""The rules of Morisi: the turn of the route games, with its own land, score and predictions."""

from typing import Any

import numpy as np

from tablee.games.morisi.land import CITIES, lay_first_version, lay_out
from tablee.games.routes.rules.facts import facts_dtype, route_facts
from tablee.games.routes.rules.grid import ACTIONS, id_of, letters_of
from tablee.games.routes.rules.record import DEARER, FREE, NOWHERE, STICKS, blank, state_dtype
from tablee.games.routes.rules.turn import (
    HOUSES,
    MOST_ACTIONS,
    MOST_STEPS,
    PLACE,
    POINTS,
    PREDICT,
    REASONS,
    apply,
    houses_in,
    houses_winner,
    leave,
    legal,
)
from tablee.kernel.cache import compiled
from tablee.kernel.chance import below
from tablee.kernel.ranking import leaders
from tablee.kernel.twister import key_of, keyed, seeded

__all__ = [
    "ACTIONS", "FACTS", "MOST_ACTIONS", "MOST_STEPS", "OLDER_VERSIONS", "REASONS", "STATE", "VERSION",
    "action_id", "apply", "facts", "leave", "legal", "new", "sample", "scores", "set_up", "winners",
]  # fmt: skip

VERSION = 2
"""Raise it when the same log would lead to another state."""
OLDER_VERSIONS = (1,)
"""Lands had other shapes, and there were no gaps."""

STATE = state_dtype("morisi")
STOCK = {2: 33, 3: 31, 4: 31}
"""Houses of each seat."""
CUBES = 14
"""Cubes of each colour in the box."""
FOR_A_CITY = 4
FOR_RANK, FOR_BEING_LARGE = 5, 2
LARGEST = 3
"""So many cities count."""
EACH = 100
"""More than there can be of anything that is compared."""


FACTS = facts_dtype("morisi")
_CITY_NAMES = letters_of(CITIES)


@compiled
def scores(state: Any, scores: Any) -> None:
    """Houses in the largest cities, something for every city and, once the game is over, for predictions."""
    sizes = np.empty(9, np.int32)
    city_sizes(state, sizes)
    for seat in range(state.players):
        points = np.int32(0)
        for city in range(9):
            points += city_points(state, seat, city, sizes)
        for rank in range(3):
            points += prediction_points(state, seat, rank, sizes)
        scores[seat] = points


@compiled
def facts(state: Any, facts: Any) -> None:
    """What both route games know; the sizes of cities, what each is worth to whom, and predictions."""
    route_facts(state, facts)
    sizes = np.empty(9, np.int32)
    city_sizes(state, sizes)
    for city in range(9):
        facts.sizes[city] = sizes[city]
        if sizes[city]:
            facts.ranks[city] = rank_of(sizes, city)
            facts.counts[city] = houses_count(state, city, sizes)
    for seat in range(state.players):
        for city in range(9):
            facts.worth[seat, city] = city_points(state, seat, city, sizes)
        for rank in range(3):
            facts.foreseen[seat, rank] = prediction_points(state, seat, rank, sizes)
    facts.decisive = _decisive(state)


@compiled
def city_points(state: Any, seat: int, city: int, sizes: Any) -> int:
    """What a city brings to a seat."""
    houses = houses_in(state, seat, city)
    if houses == 0:
        return 0
    return (FOR_A_CITY if state.players > 2 else 0) + (houses if houses_count(state, city, sizes) else 0)


@compiled
def houses_count(state: Any, city: int, sizes: Any) -> bool:
    """Do houses in a city bring points? With two players only in the largest."""
    return rank_of(sizes, city) <= (1 if state.players == 2 else LARGEST)


@compiled
def city_sizes(state: Any, sizes: Any) -> None:
    """The houses of all seats in each city."""
    for city in range(9):
        sizes[city] = 0
        for seat in range(state.players):
            sizes[city] += houses_in(state, seat, city)


@compiled
def rank_of(sizes: Any, city: int) -> int:
    """The best rank of a city among equals: 1 for the largest."""
    rank = 1
    for other in range(9):
        if sizes[other] > sizes[city]:
            rank += 1
    return rank


@compiled
def _equals(sizes: Any, city: int) -> int:
    count = 0
    for other in range(9):
        count += sizes[other] == sizes[city]
    return count


@compiled
def prediction_points(state: Any, seat: int, rank: int, sizes: Any) -> int:
    """What one prediction earns, once the game is over: more for the right rank, something for being among the largest.

    A city holds every rank that its tie spans; without houses it has none.
    """
    city = state.predictions[seat, rank]
    if not state.ended or city == NOWHERE or sizes[city] == 0:
        return 0
    first = rank_of(sizes, city)
    if first <= rank + 1 < first + _equals(sizes, city):
        return FOR_RANK
    return FOR_BEING_LARGE if first <= LARGEST else 0


@compiled
def action_id(state: Any, action: int) -> int:
    """The id of an action on the grid of all lands."""
    return id_of(state, action, _CITY_NAMES)


@compiled
def winners(state: Any) -> int:
    """Who built the last house; else the best score, then cities, sticks and houses, then shared."""
    if not state.ended:
        return 0
    if state.ended == HOUSES:
        return houses_winner(state)
    standings = np.empty(4, np.int64)
    _standings(state, standings)
    return leaders(state, standings)


@compiled
def _standings(state: Any, standings: Any) -> None:
    """Points, cities, sticks and houses of each seat in one number, the first weighing most."""
    points = np.empty(4, np.int32)
    scores(state, points)
    for seat in range(state.players):
        cities = 0
        for city in range(9):
            cities += houses_in(state, seat, city) > 0
        sticks = STICKS - state.sticks_left[seat]
        standing = (np.int64(points[seat]) * EACH + cities) * EACH + sticks
        standings[seat] = standing * EACH + state.houses[seat]


@compiled
def _decisive(state: Any) -> int:
    """What has decided between equal points: 1 cities, 2 sticks, 3 houses; 0 if points did, or the last house."""
    if state.ended != POINTS:
        return 0
    standings = np.empty(4, np.int64)
    _standings(state, standings)
    best, decisive = np.int64(-1), 0
    for seat in range(state.players):
        if not state.left[seat]:
            best = max(best, standings[seat])
    for seat in range(state.players):
        if not state.left[seat] and standings[seat] != best:
            decisive = max(decisive, _alike(standings[seat], best))
    return decisive


@compiled
def _alike(standing: Any, best: Any) -> int:
    """In how many things of a standing two are equal before they differ."""
    alike = 3
    while standing != best:
        standing, best, alike = standing // EACH, best // EACH, alike - 1
    return alike + 1


@compiled
def sample(state: Any, seat: int, random: Any) -> None:
    """The others' predictions are anybody's guess; what lies behind screens knows who has counted."""
    if not state.predicting:
        return
    cities = 0
    for place in range(state.hexes):
        cities += state.city[place] != NOWHERE
    for other in range(state.players):
        if other == seat:
            continue
        for rank in range(3):
            if state.predictions[other, rank] != NOWHERE:
                state.predictions[other, rank] = _another(state, other, rank, below(random, cities - rank))


@compiled
def _another(state: Any, seat: int, rank: int, skip: int) -> int:
    """The city that comes after so many which the seat has not named at an earlier rank."""
    city = 0
    while True:
        named = False
        for earlier in range(rank):
            named = named or state.predictions[seat, earlier] == city
        if not named:
            if skip == 0:
                return city
            skip -= 1
        city += 1


def new(players: int, options: dict[str, Any], seed: int, version: int) -> Any:
    """The state before the first action, on a land of its own."""
    states = empty(players, options)
    states[0].morisi = version
    if version == 1:
        lay_first_version(states, seed)
    else:
        _lay_out(states, key_of(seed))
    return states


@compiled
def _lay_out(states: Any, key: Any) -> None:
    lay_out(states[0], keyed(key))


@compiled
def set_up(state: Any, seed: int) -> None:
    """Another land."""
    lay_out(state, seeded(seed))


def empty(players: int, options: dict[str, Any]) -> Any:
    """A state without a land."""
    states = blank(STATE, players, STOCK[players], hidden=options["hands"] == "hidden")
    state = states[0]
    state.morisi = VERSION
    state.predicting = options["predictions"] == "on"
    state.phase = PREDICT if state.predicting else PLACE
    state.parallel = FREE if players == 2 else DEARER
    state.needs_house = players > 2
    state.many_routes = players == 2
    state.cities_apart = options["cities"] == "apart"
    state.with_gaps = options["gaps"] == "some"
    return states
