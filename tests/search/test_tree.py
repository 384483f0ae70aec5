"""The search itself: it finds what is best, the same each time, in a tree that may be full."""

import numpy as np
import pytest

from tablee.kernel.contract import States
from tablee.search.bot import think
from tablee.search.tree import Search

from .expectimax import action_values
from .positions import ISIS, ONLY_A1_WINS, random_endgame

ENDGAMES = [random_endgame(seed, free=3) for seed in range(12)]


@pytest.mark.parametrize("state", ENDGAMES, ids=range(len(ENDGAMES)))
def test_in_an_endgame_it_finds_what_trying_everything_finds(state: States) -> None:
    exact = action_values(ISIS, state)
    found = think(ISIS, state, simulations=20_000, seed=1).best()
    assert exact[found] == pytest.approx(max(exact.values()), abs=0.005)


def test_those_endgames_can_be_played_wrong() -> None:
    spreads = [max(values) - min(values) for state in ENDGAMES if (values := action_values(ISIS, state).values())]
    assert sum(spread > 0.1 for spread in spreads) > len(ENDGAMES) / 2


def test_the_reward_it_reports_is_near_the_true_one() -> None:
    state = ENDGAMES[0]
    exact = action_values(ISIS, state)
    best = think(ISIS, state, simulations=50_000, seed=1).choices()[0]
    assert best.reward == pytest.approx(exact[best.action], abs=0.01)


def test_of_two_wins_it_prefers_the_one_with_more_points() -> None:
    ahead = {**ONLY_A1_WINS, "board": {**ONLY_A1_WINS["board"], "f5": "+1", "e6": "+1", "d1": "-4", "f3": "-3"}}
    state = ISIS.read(ahead)
    outcomes = {text: ISIS.result(ISIS.apply(state, text)).scores for text in ("pawn a1", "pawn f6")}
    assert all(mine > theirs for mine, theirs in outcomes.values())
    assert think(ISIS, state, simulations=2_000, seed=1).best() == "pawn a1"


def test_simulations_run_in_parts_come_to_the_same() -> None:
    state = ISIS.new(3, {}, 0)
    at_once, in_parts = Search(ISIS, state, seed=5), Search(ISIS, state, seed=5)
    at_once.run(1000)
    for part in (1, 299, 700):
        in_parts.run(part)
    assert in_parts.simulations == 1000
    assert in_parts.choices() == at_once.choices()


def test_another_seed_is_another_search() -> None:
    state = ISIS.new(2, {}, 0)
    assert think(ISIS, state, 500, seed=1).choices() != think(ISIS, state, 500, seed=2).choices()


def test_the_state_it_searches_is_left_as_it_was() -> None:
    state = ISIS.new(2, {}, 0)
    before = state.tobytes()
    think(ISIS, state, 500, seed=1)
    assert state.tobytes() == before


def test_every_action_is_tried_and_every_simulation_counted() -> None:
    state = ISIS.new(2, {}, 0)
    choices = think(ISIS, state, 2_000, seed=1).choices()
    assert {choice.action for choice in choices} == set(ISIS.actions(state))
    assert sum(choice.visits for choice in choices) == 2_000
    assert all(0 <= choice.reward <= 1 for choice in choices)


@pytest.mark.parametrize("most_nodes", [2, 3, 10, 40])
def test_a_full_tree_grows_no_further_and_still_answers(most_nodes: int) -> None:
    state = ISIS.new(2, {}, 0)
    search = Search(ISIS, state, seed=1, most_nodes=most_nodes)
    search.run(3_000)
    assert search.nodes == most_nodes
    assert search.simulations == 3_000
    assert search.best() in ISIS.actions(state)


def test_a_tree_with_room_for_the_root_s_actions_alone_still_takes_the_win() -> None:
    search = Search(ISIS, ISIS.read(ONLY_A1_WINS), seed=1, most_nodes=4)
    search.run(1_000)
    assert search.best() == "pawn a1"


def test_a_seat_that_has_left_does_not_count_in_the_lead() -> None:
    """Seat 2 left with many points: a lead over it is beyond reach, one over seat 1 is what matters."""
    state = ISIS.new(3, {}, 0)
    state[0].left[2] = 1
    with_points = state.copy()
    for square, piece in ((14, 7), (13, 4), (15, 3), (8, 3), (20, 2)):
        with_points[0].board[square] = piece
        with_points[0].free -= 1
    points = np.zeros(4, np.int32)
    ISIS.rules.scores(with_points[0], points)
    assert points.tolist() == [0, 0, 12, 0]
    best = think(ISIS, with_points, 2_000, seed=1).choices()
    assert np.average([choice.reward for choice in best], weights=[choice.visits for choice in best]) > 0.4
