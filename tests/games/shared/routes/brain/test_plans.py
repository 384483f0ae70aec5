"""What bots plan with: the routes they find are real, cost what is said, and are the best there are."""

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.engine import calls
from tablee.engine.contract import States
from tablee.games import find_game
from tablee.games.shared.routes.brain.plans import (
    ANY_GAME,
    MOST_LABELS,
    MOST_ROUTES,
    ROUTE,
    WIN,
    Route,
    find_routes,
    payable_routes,
    taste_of,
)
from tablee.games.shared.routes.brain.route_search import legal_codes
from tablee.games.shared.routes.brain.walks import POWERS, measure_land, weigh_places
from tablee.games.shared.routes.rules.record import MOST_HEXES
from tests.games.shared.routes.games import reference_of
from tests.games.shared.routes.position import Position, State, Stick, links
from tests.games.shared.routes.positions import state_of
from tests.games.shared.routes.random_positions import position_to_build, random_position

FOR_A_CUBE = 0.25
HOUSES = np.array([1.0, 0.0, 0.0, FOR_A_CUBE])
"""The taste of somebody who wants houses, wherever they are."""
MOST_CUBES = 6


def read(state: State) -> States:
    return find_game(state["game"]).read(state)


def without_predictions(state: State) -> State:
    if "predictions" not in state:
        return state
    plain = {key: value for key, value in state.items() if key != "predictions"}
    return {**plain, "options": {**state["options"], "predictions": "off"}}


@settings(max_examples=60)
@given(seed=st.integers(0, 10**6))
def test_routes_found_can_be_built_and_cost_what_is_said(seed: int) -> None:
    state = read(without_predictions(position_to_build(seed)))
    seat = int(state[0].turn)
    for route in payable_routes(state, MOST_CUBES, HOUSES):
        after = calls.copy(state)
        for code in route.codes:
            assert code in legal_codes(after)
            calls.apply(after, code)
        spent = int(state[0].cubes[seat].sum()) - int(after[0].cubes[seat].sum())
        assert after[0].route == 0
        assert route.net == pytest.approx(route.gain - FOR_A_CUBE * spent)
        assert spent <= MOST_CUBES
        if route.gain < WIN:
            assert route.gain == int(after[0].houses[seat]) - int(state[0].houses[seat])
        else:
            assert int(after[0].houses[seat]) >= int(state[0].stock)


@settings(max_examples=60)
@given(seed=st.integers(0, 10**6))
def test_the_best_route_found_is_the_best_of_all(seed: int) -> None:
    state = without_predictions(position_to_build(seed))
    reference = reference_of(state)
    best = max((worth(reference, sticks) for sticks in reference.complete_routes()), default=0.0)
    found = payable_routes(read(state), MOST_CUBES, HOUSES)
    assert max([0.0, *(route.net for route in found)]) == pytest.approx(max(best, 0.0))
    assert found == sorted(found, key=lambda route: -route.net)


def worth(reference: Position, sticks: list[Stick]) -> float:
    """What a route is worth to somebody who wants houses."""
    prices = [reference.price(stick.edge) for stick in sticks]
    cubes = sum(price for price in prices if price is not None)
    own = reference.sticks[reference.turn]
    houses = 2 * len(links(own | {stick.edge for stick in sticks}, reference.cities()))
    brought = houses - reference.houses_in_all(reference.turn)
    if cubes > MOST_CUBES or brought == 0:
        return 0.0
    return (WIN if houses >= reference.stock() else brought) - FOR_A_CUBE * cubes  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", ["netzwerk", "morisi"])
def test_ways_to_end_a_route_are_found_even_if_it_brings_nothing(game: str) -> None:
    row = "A red red B"
    linked = [["0,0|1,0", "1,0|2,0", "2,0|3,0"]]
    begun = {"route": {"path": ["0,0", "0,1"], "paid": {"blue": 1}, "near": False}}
    sticks = [[*linked[0], "0,0|0,1"], []]
    state = state_of(game, row, "blue blue blue", players=2, cubes=("blue4",), sticks=tuple(sticks), **begun)
    ends = payable_routes(read(state), MOST_CUBES, HOUSES)
    assert ends
    assert cost(read(state), ends[0]) <= 3


def cost(state: States, route: Route) -> int:
    after = calls.copy(state)
    for code in route.codes:
        calls.apply(after, code)
    return int(state[0].cubes[0].sum() - after[0].cubes[0].sum())


@pytest.mark.parametrize("steps", [0, 1, 3])
def test_a_hex_with_the_cube_that_a_plan_lacks_is_worth_more_than_others(steps: int) -> None:
    state: dict[str, Any] = state_of(
        "netzwerk", "A red2 B", "yellow2 yellow2 blue2", cubes=("red",), phase="move", pawns=["0,0", "0,9", "1,9"]
    )
    worths = dict(zip(["1,0", "0,1"], worths_at(state, ["1,0", "0,1"], steps), strict=True))
    assert worths["1,0"] > worths["0,1"] > 0


def worths_at(state: dict[str, Any], places: list[str], steps: int) -> list[float]:
    order = sorted(state["hexes"], key=lambda text: tuple(map(int, text.split(","))))
    values: list[float] = worths_of(read(state), [order.index(place) for place in places], MOST_CUBES, steps).tolist()
    return values


def worths_of(states: States, places: list[int], most_cubes: int, steps: int) -> Any:
    """What it is worth to the seat at turn to come to each of these hexes now."""
    state, values = states.view(ANY_GAME)[0], np.zeros(len(places))
    labels, routes = np.empty(MOST_LABELS, ROUTE), np.empty(MOST_ROUTES, ROUTE)
    nearest = np.empty((2, MOST_HEXES, 5), np.int64)
    count = find_routes(state, most_cubes, taste_of(states), labels, routes)
    measure_land(state, nearest)
    weigh_places(state, int(state.turn), np.array(places), values, routes, count, steps, nearest, POWERS)
    return values


def test_looking_for_plans_changes_nothing() -> None:
    state = read(random_position(Random(3)))
    before = state.tobytes()
    worths_of(state, list(range(3)), MOST_CUBES, 3)
    payable_routes(state, MOST_CUBES, taste_of(state))
    assert state.tobytes() == before
