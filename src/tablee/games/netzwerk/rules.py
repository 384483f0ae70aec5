"""The rules of Netzwerk: the turn of the route games, with its own land and score."""

from typing import Any

import numpy as np

from tablee.engine.compile_cache import compiled
from tablee.engine.mersenne_twister import key_of, keyed, seeded
from tablee.engine.states import leaders
from tablee.games.netzwerk.land import CITY_LETTERS, FREEDOM, lay_out
from tablee.games.shared.routes.rules.record import DEARER, FORBIDDEN, blank, state_dtype
from tablee.games.shared.routes.rules.route_observation import ACTIONS, id_of
from tablee.games.shared.routes.rules.route_turn import (
    HOUSES,
    MOST_ACTIONS,
    MOST_STEPS,
    PLACE,
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
    "action_id", "apply", "facts", "leave", "legal", "new", "scores", "set_up", "winners",
]  # fmt: skip

VERSION = 1  # raise it when the same log would lead to another state

STATE = state_dtype("netzwerk")
STOCK = 23  # houses of each seat, counted by value: three of 3, three of 2, eight of 1
CUBES = 10  # cubes of each colour in the box

FACTS = facts_dtype("netzwerk")


@compiled
def scores(state: Any, scores: Any) -> None:
    """A point for each house, and the value of each city with houses of the seat."""
    for seat in range(state.players):
        points = np.int32(0)
        for city in range(9):
            points += city_points(state, seat, city)
        scores[seat] = points


@compiled
def city_points(state: Any, seat: int, city: int) -> int:
    """What a city brings to a seat."""
    houses = houses_in(state, seat, city)
    return houses + state.value[city] if houses else 0


@compiled
def facts(state: Any, facts: Any) -> None:
    """The facts of both route games, and the points of each seat in each city."""
    route_facts(state, facts)
    for seat in range(state.players):
        for city in range(9):
            facts.worth[seat, city] = city_points(state, seat, city)


@compiled
def action_id(state: Any, action: int) -> int:
    """The id of an action on the grid of all lands."""
    return id_of(state, action, CITY_LETTERS)


@compiled
def winners(state: Any) -> int:
    """The seat that built its last house; else the seats with the most points that have not left."""
    if not state.ended:
        return 0
    if state.ended == HOUSES:
        return houses_winner(state)
    points = np.empty(4, np.int32)
    scores(state, points)
    return leaders(state, points)


def new(players: int, options: dict[str, Any], seed: int) -> Any:
    """The state before the first action, on a random land."""
    states = empty(players, options)
    _lay_out(states, key_of(seed))
    return states


@compiled
def _lay_out(states: Any, key: Any) -> None:
    lay_out(states[0], keyed(key), FREEDOM)


@compiled
def set_up(state: Any, seed: int) -> None:
    """Lay another land."""
    lay_out(state, seeded(seed), FREEDOM)


def empty(players: int, options: dict[str, Any]) -> Any:
    """A state without a land."""
    states = blank(STATE, players, STOCK, options)
    state = states[0]
    state.netzwerk = VERSION
    state.phase = PLACE
    state.parallel = FORBIDDEN if players == 2 else DEARER
    return states
