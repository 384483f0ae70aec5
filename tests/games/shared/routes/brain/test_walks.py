"""What a plan is worth from somewhere: packed numbers say what counting cube by cube does."""

from random import Random

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games import find_game
from tablee.games.shared.routes.brain.plans import ANY_GAME, ROUTE
from tablee.games.shared.routes.brain.walks import FAR_AWAY, POWERS, STEPS, WHERE, measure_land, prospect
from tablee.games.shared.routes.rules.record import MOST_HEXES
from tests.games.shared.routes.random_positions import random_position

COLOURS = range(5)
Cubes = tuple[int, ...]
cubes = st.tuples(*[st.integers(0, 2) for _ in COLOURS])
plans = st.lists(st.tuples(cubes, st.floats(2, 4)), min_size=1, max_size=12)


def packed(cubes: Cubes) -> int:
    return sum(count << (6 * colour) for colour, count in enumerate(cubes))


@settings(max_examples=150)
@given(seed=st.integers(0, 10**6), hand=cubes, plans=plans, later=st.integers(0, 3), least=st.sampled_from([0.0, 1.5]))
def test_the_best_plan_is_worth_what_counting_cube_by_cube_says(
    seed: int, hand: Cubes, plans: list[tuple[Cubes, float]], later: int, least: float
) -> None:
    document = random_position(Random(seed))
    state = find_game(document["game"]).read(document).view(ANY_GAME)[0]
    nearest = np.zeros((2, MOST_HEXES, 5), np.int64)
    measure_land(state, nearest)
    routes = np.zeros(len(plans), ROUTE)
    plans = sorted(plans, key=lambda plan: -plan[1])
    for route, (price, net) in zip(routes, plans, strict=True):
        route["price"], route["net"] = packed(price), net
    here, land = seed % int(state.hexes), tuple(state.on_land.tolist())
    worths = [net * 0.85 ** (turns_until(price, hand, land, here, nearest) + later) for price, net in plans]
    found = prospect(state, routes, len(plans), packed(hand), here, nearest, POWERS, later, least)
    assert found == pytest.approx(max([least, *worths]))


def turns_until(price: Cubes, hand: Cubes, land: Cubes, here: int, nearest: npt.NDArray[np.int64]) -> int:
    """Fetch what is nearest first, then what is nearest from there."""
    lacking = [max(asked - held, 0) for asked, held in zip(price, hand, strict=True)]
    if any(missing > lying for missing, lying in zip(lacking, land, strict=True)):
        return FAR_AWAY
    turns = 0
    while any(lacking):
        ways = [(int(nearest[STEPS, here, colour]) or 2, colour) for colour in COLOURS if lacking[colour]]
        steps, colour = min(ways)
        turns += steps
        if turns >= FAR_AWAY:
            return FAR_AWAY
        here = int(nearest[WHERE, here, colour])
        lacking[colour] -= 1
    return turns
