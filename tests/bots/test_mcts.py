"""The search itself: it finds what is best, the same each time, in a tree that may be full."""

import pytest

from tablee.bots.level_bots import think
from tablee.bots.parallel_search import TreeSearch
from tablee.engine.contract import States
from tests.bots import secret
from tests.bots.expectimax import action_values
from tests.bots.positions import ISIS, ONLY_A1_WINS, random_endgame
from tests.cases import each


def swapped(one: str, other: str) -> States:
    """The position with two of its tiles in each other's place."""
    board = ONLY_A1_WINS["board"]
    return ISIS.read({**ONLY_A1_WINS, "board": {**board, one: board[other], other: board[one]}})


def test_in_endgames_it_finds_what_trying_everything_finds() -> None:
    could_lose = []
    for seed in range(40):
        state = random_endgame(seed, free=4)
        exact = action_values(ISIS, state)
        found = think(ISIS, state, simulations=20_000, seed=1).choices()[0]
        assert exact[found.action] == pytest.approx(max(exact.values()), abs=0.02), f"endgame {seed}"
        assert found.reward == pytest.approx(exact[found.action], abs=0.05), f"endgame {seed}"
        could_lose.append(max(exact.values()) - min(exact.values()))
    assert sum(loss > 0.1 for loss in could_lose) > 10


def test_of_several_wins_it_takes_the_highest() -> None:
    state = swapped("e2", "f4")
    assert all(mine > theirs for mine, theirs in (scores_after(state, text) for text in ("pawn a1", "pawn f6")))
    assert think(ISIS, state, simulations=500, seed=1).best() == "pawn a1"


def test_when_all_is_lost_it_loses_by_as_little_as_it_can() -> None:
    state = swapped("c2", "d2")
    assert all(mine < theirs for mine, theirs in (scores_after(state, text) for text in ("pawn a1", "pawn f6")))
    assert think(ISIS, state, simulations=500, seed=1).best() == "pawn a1"


def scores_after(state: States, text: str) -> list[int]:
    return ISIS.result(ISIS.apply(state, text)).scores


def test_outcomes_are_thrown_by_their_weights() -> None:
    state = ISIS.apply(ISIS.new(2, {}, 0), "draw")
    visits = {choice.action: choice.visits for choice in think(ISIS, state, 22_000, seed=1).choices()}
    expected = {text: 1000 * weight for text, weight in ISIS.outcomes(state)}
    assert visits == pytest.approx(expected, rel=0.1)


@pytest.mark.parametrize("truth", [0, 1])
def test_what_the_seat_cannot_know_is_guessed_and_not_looked_at(truth: int) -> None:
    search = think(secret.FOLDER, secret.new(2, {}, truth), 5_000, seed=1)
    assert search.best() == "guess 1"
    assert search.choices()[0].reward == pytest.approx(secret.WORTH_OF_GUESSING_1, abs=0.03)


def test_the_truth_makes_no_difference_to_the_search() -> None:
    found = [think(secret.FOLDER, secret.new(2, {}, truth), 1_000, seed=1).choices() for truth in (0, 1)]
    assert found[0] == found[1]


def test_actions_that_are_legal_in_some_guesses_only_share_one_node() -> None:
    search = think(secret.FOLDER, secret.new(2, {}, 0), 1_000, seed=1)
    assert search.nodes == 1 + 2 * (1 + len(("show 0", "show 1", "give up")))


def test_simulations_run_in_parts_come_to_the_same() -> None:
    state = ISIS.new(3, {}, 0)
    at_once, in_parts = TreeSearch(ISIS, state, seed=5), TreeSearch(ISIS, state, seed=5)
    at_once.run(1000)
    for reached in (1, 300, 1000):
        in_parts.run(reached)
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


@each("most_nodes", [2, 3, 10, 40])
def test_a_full_tree_grows_no_further_and_still_answers(most_nodes: int) -> None:
    state = ISIS.new(2, {}, 0)
    search = TreeSearch(ISIS, state, seed=1, most_nodes=most_nodes)
    search.run(3_000)
    assert search.nodes == most_nodes
    assert search.simulations == 3_000
    assert search.best() in ISIS.actions(state)


def test_a_tree_with_room_for_the_root_s_actions_alone_still_takes_the_win() -> None:
    search = TreeSearch(ISIS, ISIS.read(ONLY_A1_WINS), seed=1, most_nodes=4)
    search.run(1_000)
    assert search.best() == "pawn a1"


def test_the_points_of_a_seat_that_has_left_are_no_measure() -> None:
    leavers_ahead = 0
    for seed in range(20):
        state = ISIS.leave(random_endgame(seed, free=2, players=3), 2)
        exact = action_values(ISIS, state)
        found = think(ISIS, state, simulations=5_000, seed=1).choices()[0]
        assert found.reward == pytest.approx(exact[found.action], abs=0.03), f"endgame {seed}"
        leavers_ahead += ISIS.result(state).scores[2] > max(ISIS.result(state).scores[:2]) + 5
    assert leavers_ahead >= 3
