"""A brain that evaluates positions replaces playouts where it has an opinion, and nowhere else."""

import pytest

from tablee.bots.mcts import MARGIN_WEIGHT
from tablee.bots.parallel_search import TreeSearch
from tablee.engine.contract import States
from tablee.games.game_contract import Brain
from tests.bots import secret
from tests.bots.secret import FOLDER, JUDGING_LEVEL, SHARES

OPENING = secret.new(2, {}, 0)


def searched(state: States, simulations: int, level: int = 0) -> TreeSearch:
    search = TreeSearch(FOLDER, state, seed=5, most_nodes=simulations + 1, level=level)
    search.run(simulations)
    return search


def test_one_simulation_says_what_the_brain_says_of_the_position_it_came_to() -> None:
    (found,) = searched(OPENING, 1, JUDGING_LEVEL).choices()
    share = SHARES[int(found.action[-1])]
    assert found.values == pytest.approx((share, 1 - share))
    assert found.reward == pytest.approx((1 - MARGIN_WEIGHT) * share + MARGIN_WEIGHT * share * share)


@pytest.mark.parametrize("hidden", [0, 1])
def test_where_the_game_is_over_its_result_counts_and_no_opinion(hidden: int) -> None:
    state = secret.new(2, {}, hidden)
    secret.apply(state[0], hidden)
    values = {found.action: found.values for found in searched(state, 500, JUDGING_LEVEL).choices()}
    assert values == {f"show {hidden}": (1.0, 0.0), "give up": (1.0, 0.0)}


def test_a_level_that_does_not_ask_plays_games_out_as_without_any() -> None:
    assert searched(OPENING, 500, level=4).choices() == searched(OPENING, 500).choices()
    assert searched(OPENING, 500, JUDGING_LEVEL).choices() != searched(OPENING, 500).choices()


def test_the_same_on_any_number_of_cores() -> None:
    found = []
    for cores in (1, 2):
        search = TreeSearch(FOLDER, OPENING, seed=5, most_nodes=1001, trees=2, level=JUDGING_LEVEL)
        search.run(1000, cores=cores)
        found.append(search.choices())
    assert found[0] == found[1]


def test_a_game_without_a_judge_has_no_insight() -> None:
    brain = Brain("secret", None)
    assert brain.insight(OPENING, 5) == ()
    assert brain.judged(OPENING, 5) == 0
