"""A brain that judges positions takes the place of games played out, where it has an opinion, and nowhere else."""

import numpy as np
import pytest

from tablee.bots.forest import Search
from tablee.bots.tree import WORTH_OF_MARGIN
from tablee.games.isis import brain
from tablee.games.isis.aspects import SHAPE
from tablee.games.network import ready, untaught
from tablee.kernel.contract import States

from . import secret
from .positions import ISIS, random_endgame

OPENING = ISIS.new(2, {}, 0)
JUDGE = 9
"""A level that asks a network of these tests."""


@pytest.fixture(autouse=True)
def _network_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brain, "JUDGED", {JUDGE: 700})
    monkeypatch.setattr(brain, "_learnt", lambda: untaught(SHAPE, seed=3))


def searched(state: States, simulations: int, level: int = 0) -> Search:
    search = Search(ISIS, state, seed=5, most_nodes=simulations + 1, level=level)
    search.run(simulations)
    return search


def test_one_simulation_says_what_the_brain_says_of_the_position_it_came_to() -> None:
    (found,) = searched(OPENING, 1, JUDGE).choices()
    leads, shares = np.zeros(2), np.zeros(2)
    assert brain.judge(ISIS.apply(OPENING, found.action)[0], ready(untaught(SHAPE, seed=3), SHAPE), leads, shares)
    assert found.values == pytest.approx(shares, abs=1e-6)
    assert found.reward == pytest.approx((1 - WORTH_OF_MARGIN) * shares[0] + WORTH_OF_MARGIN * leads[0])


def test_where_the_game_is_over_its_result_counts_and_no_opinion() -> None:
    state = random_endgame(3, free=1)
    for found in searched(state, 500, JUDGE).choices():
        after = ISIS.apply(state, found.action)
        if ISIS.to_act(after) is None:
            result = ISIS.result(after)
            assert found.values == tuple((seat in result.winners) / len(result.winners) for seat in (0, 1))


def test_a_level_that_does_not_ask_plays_games_out_as_without_any() -> None:
    assert searched(OPENING, 500, level=4).choices() == searched(OPENING, 500).choices()
    assert searched(OPENING, 500, JUDGE).choices() != searched(OPENING, 500).choices()


def test_with_three_seats_games_are_played_out() -> None:
    three = ISIS.new(3, {}, 0)
    assert searched(three, 500, JUDGE).choices() == searched(three, 500).choices()


def test_the_same_on_any_number_of_cores() -> None:
    found = []
    for cores in (1, 2):
        search = Search(ISIS, OPENING, seed=5, most_nodes=1001, trees=2, level=JUDGE)
        search.run(1000, cores=cores)
        found.append(search.choices())
    assert found[0] == found[1]


def test_a_game_without_a_judge_has_no_insight() -> None:
    assert secret.FOLDER.brain.insight(secret.new(2, {}, 0), 5) == ()


def test_a_level_judges_so_many_positions_only_where_there_is_an_opinion() -> None:
    assert ISIS.brain.judged(OPENING, JUDGE) == 700
    assert ISIS.brain.judged(OPENING, 4) == 0
    for state in (ISIS.new(2, {"reserve": "common", "memory": "hidden"}, 0), ISIS.new(3, {}, 0)):
        assert ISIS.brain.judged(state, JUDGE) == 0
        assert len(ISIS.brain.insight(state, JUDGE).notes) == 0
