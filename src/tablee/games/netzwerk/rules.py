"""The rules of Netzwerk: the turn of the route games, with its own land and score."""

from typing import Any

import numpy as np

from tablee.games.netzwerk.land import FREEDOM, NAMES, lay_out
from tablee.games.routes.rules.facts import facts_dtype, route_facts
from tablee.games.routes.rules.grid import ACTIONS, id_of, letters_of
from tablee.games.routes.rules.record import DEARER, FORBIDDEN, blank, state_dtype
from tablee.games.routes.rules.turn import (
    HOUSES,
    MOST_ACTIONS,
    MOST_STEPS,
    PLACE,
    REASONS,
    apply,
    houses_in,
    houses_winner,
    leave,
    legal,
)
from tablee.kernel.cache import compiled
from tablee.kernel.ranking import leaders
from tablee.kernel.twister import key_of, keyed, seeded

__all__ = [
    "ACTIONS", "FACTS", "MOST_ACTIONS", "MOST_STEPS", "REASONS", "STATE", "VERSION",
    "action_id", "apply", "facts", "leave", "legal", "new", "scores", "set_up", "winners",
]  # fmt: skip

VERSION = 1
"""Raise it when the same log would lead to another state."""

STATE = state_dtype("netzwerk")
STOCK = 23
"""Houses of each seat: three of value 3, three of value 2, eight of value 1."""
CUBES = 10
"""Cubes of each colour in the box."""


FACTS = facts_dtype("netzwerk")
_CITY_NAMES = letters_of(tuple(NAMES.values()))


@compiled
def scores(state: Any, scores: Any) -> None:
    """Houses built, and the values of the cities they stand in."""
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
    """What both route games know, and what cities are worth to whom."""
    route_facts(state, facts)
    for seat in range(state.players):
        for city in range(9):
            facts.worth[seat, city] = city_points(state, seat, city)


@compiled
def action_id(state: Any, action: int) -> int:
    """The id of an action on the grid of all lands."""
    return id_of(state, action, _CITY_NAMES)


@compiled
def winners(state: Any) -> int:
    """Who built the last house; else the best scores among the seats that stayed, shared if equal."""
    if not state.ended:
        return 0
    if state.ended == HOUSES:
        return houses_winner(state)
    points = np.empty(4, np.int32)
    scores(state, points)
    return leaders(state, points)


def new(players: int, options: dict[str, Any], seed: int) -> Any:
    """The state before the first pawn is placed, on a land of its own."""
    states = empty(players, options)
    _lay_out(states, key_of(seed))
    return states


@compiled
def _lay_out(states: Any, key: Any) -> None:
    lay_out(states[0], keyed(key), FREEDOM)


@compiled
def set_up(state: Any, seed: int) -> None:
    """Another land."""
    lay_out(state, seeded(seed), FREEDOM)


def empty(players: int, options: dict[str, Any]) -> Any:
    """A state without a land."""
    states = blank(STATE, players, STOCK, hidden=options["hands"] == "hidden")
    state = states[0]
    state.netzwerk = VERSION
    state.phase = PLACE
    state.parallel = FORBIDDEN if players == 2 else DEARER
    return states
