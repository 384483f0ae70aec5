"""The rules of Morisi: the turn of the route games, with its own land, score and predictions."""

from typing import Any

import numpy as np

from tablee.engine.chance import below
from tablee.engine.compile_cache import compiled
from tablee.engine.mersenne_twister import key_of, keyed, seeded
from tablee.engine.states import leaders
from tablee.games.morisi.land import CITY_LETTERS, lay_out
from tablee.games.shared.routes.rules.record import DEARER, FREE, NOWHERE, STICKS, blank, state_dtype
from tablee.games.shared.routes.rules.route_observation import ACTIONS, id_of
from tablee.games.shared.routes.rules.route_turn import (
    HOUSES,
    MOST_ACTIONS,
    MOST_STEPS,
    PLACE,
    POINTS,
    PREDICT,
    REASONS,
    apply,
    facts_dtype,
    houses_in,
    houses_winner,
    leave,
    legal,
    route_facts,
)

__all__ = [
    "ACTIONS", "FACTS", "MOST_ACTIONS", "MOST_STEPS", "REASONS", "STATE", "VERSION",
    "action_id", "apply", "facts", "leave", "legal", "new", "sample", "scores", "set_up", "winners",
]  # fmt: skip

VERSION = 1  # raise it when the same log would lead to another state

STATE = state_dtype("morisi")
STOCK = {2: 33, 3: 31, 4: 31}  # houses of each seat
CUBES = 14  # cubes of each colour in the box
FOR_A_CITY = 4
FOR_RANK, FOR_BEING_LARGE = 5, 2
LARGEST = 3  # how many cities count as large
EACH = 100  # the base of standings: larger than any number of points, cities, sticks or houses

FACTS = facts_dtype("morisi")


@compiled
def scores(state: Any, scores: Any) -> None:
    """Points for houses in the largest cities, for every city and, once the game is over, for predictions."""
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
    """The facts of both route games; the sizes of cities, the points of each seat in them, and of predictions."""
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
    """The points of a seat in a city."""
    houses = houses_in(state, seat, city)
    if houses == 0:
        return 0
    return (FOR_A_CITY if state.players > 2 else 0) + (houses if houses_count(state, city, sizes) else 0)


@compiled
def houses_count(state: Any, city: int, sizes: Any) -> bool:
    """Do houses in a city bring points? With two players only the largest city counts."""
    return rank_of(sizes, city) <= (1 if state.players == 2 else LARGEST)


@compiled
def city_sizes(state: Any, sizes: Any) -> None:
    """Fill in the houses of all seats in each city."""
    for city in range(9):
        sizes[city] = 0
        for seat in range(state.players):
            sizes[city] += houses_in(state, seat, city)


@compiled
def rank_of(sizes: Any, city: int) -> int:
    """The rank of a city by size, 1 for the largest; equals share the best rank."""
    rank = 1
    for other in range(9):
        if sizes[other] > sizes[city]:
            rank += 1
    return rank


@compiled
def prediction_points(state: Any, seat: int, rank: int, sizes: Any) -> int:
    """The points of one prediction, once the game is over: more for the right rank, some for a large city.

    A tied city has every rank that its tie spans. A city without houses has no rank.
    """
    city = state.predictions[seat, rank]
    if not state.ended or city == NOWHERE or sizes[city] == 0:
        return 0
    first = rank_of(sizes, city)
    count = 0
    for other in range(9):
        count += sizes[other] == sizes[city]
    if first <= rank + 1 < first + count:
        return FOR_RANK
    return FOR_BEING_LARGE if first <= LARGEST else 0


@compiled
def action_id(state: Any, action: int) -> int:
    """The id of an action on the grid of all lands."""
    return id_of(state, action, CITY_LETTERS)


@compiled
def winners(state: Any) -> int:
    """The seat that built its last house; else the seats with the best standing."""
    if not state.ended:
        return 0
    if state.ended == HOUSES:
        return houses_winner(state)
    standings = np.empty(4, np.int64)
    _standings(state, standings)
    return leaders(state, standings)


@compiled
def _standings(state: Any, standings: Any) -> None:
    """Fill in each seat's standing: its points, cities, sticks and houses in one number, points first."""
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
    """What decided between equal points: 1 cities, 2 sticks, 3 houses; 0 if points or the last house decided."""
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
    """How many leading parts of two standings are equal."""
    alike = 3
    while standing != best:
        standing, best, alike = standing // EACH, best // EACH, alike - 1
    return alike + 1


@compiled
def sample(state: Any, seat: int, random: Any) -> None:
    """Guess the others' predictions. Hidden cubes need no guess: every seat could have counted them."""
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
    """The city number `skip` of those that the seat has not named at an earlier rank."""
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


def new(players: int, options: dict[str, Any], seed: int) -> Any:
    """The state before the first action, on a random land."""
    states = empty(players, options)
    _lay_out(states, key_of(seed))
    return states


@compiled
def _lay_out(states: Any, key: Any) -> None:
    lay_out(states[0], keyed(key))


@compiled
def set_up(state: Any, seed: int) -> None:
    """Lay another land."""
    lay_out(state, seeded(seed))


def empty(players: int, options: dict[str, Any]) -> Any:
    """A state without a land."""
    states = blank(STATE, players, STOCK[players], options)
    state = states[0]
    state.morisi = VERSION
    state.phase = PREDICT if state.predicting else PLACE
    state.parallel = FREE if players == 2 else DEARER
    state.needs_house = players > 2
    state.many_routes = players == 2
    return states
