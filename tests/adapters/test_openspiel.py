"""Every game in OpenSpiel; its own judge is asked in `conformance.py`, from a built wheel."""

import copy
import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

import tablee
from tablee.adapters import openspiel
from tests.cases import each

pytestmark = pytest.mark.xdist_group("batches")
"""In one worker, for these load the same machine code, which takes longer than what is tested."""


def at(game: Any, steps: int, seed: int = 1) -> Any:
    """A state after so many steps at random."""
    state, rng = game.new_initial_state(), random.Random(seed)
    for _ in range(steps):
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@each("game_id", tablee.game_ids())
def test_it_is_the_same_game_with_the_same_ids(game_id: str) -> None:
    state = openspiel.load(game_id, seed=3).new_initial_state()
    game, rng = tablee.new(game_id, 2, seed=3), random.Random(1)
    while not state.is_terminal():
        assert state.legal_actions() == game.legal_ids()
        assert str(state) == game.whole_text().rpartition("\n")[0]
        if state.is_chance_node():
            assert [part for _, part in state.chance_outcomes()] == [part for _, part in game.outcomes()]
        else:
            assert state.current_player() == game.to_act
            assert state.observation_tensor(state.current_player()) == game.observation(game.to_act).tolist()
        action = rng.choice(state.legal_actions())
        assert state.action_to_string(action) == game.id_text(action)
        state.apply_action(action)
        game.step(action)
    assert game.to_act is None
    assert state.returns() == game.returns()


def test_all_games_are_registered_and_twice_does_no_harm() -> None:
    openspiel.register()
    openspiel.register()
    assert {f"tablee_{game_id}" for game_id in tablee.game_ids()} <= set(pyspiel.registered_names())


def test_its_parameters_are_those_of_the_game() -> None:
    game = openspiel.load("isis", players=4, memory="open")
    assert (game.num_players(), game.num_distinct_actions(), game.max_game_length()) == (4, 73, 86)
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1 / 3, 1, 0)
    assert game.get_parameters() == {"players": 4, "seed": 0, "reserve": "own", "memory": "open"}
    assert str(openspiel.load("netzwerk").new_initial_state()) != str(
        openspiel.load("netzwerk", seed=1).new_initial_state()
    )


@pytest.mark.parametrize("parameters", [{"players": 9}, {"memory": "short"}])
def test_what_there_is_not_is_refused(parameters: dict[str, Any]) -> None:
    with pytest.raises(tablee.BadOptions):
        openspiel.load("isis", **parameters)


@pytest.mark.parametrize(
    "parameters",
    [{"small": "9x9"}, {"small": "2x2", "players": 3}, {"small": "2x2", "memory": "open"}, {"most_steps": 0}],
)
def test_a_small_set_up_has_its_own_players_and_options(parameters: dict[str, Any]) -> None:
    with pytest.raises(tablee.TableeError):
        openspiel.load("isis", **parameters)


def test_a_small_game_is_solved_and_a_large_one_cut_short() -> None:
    game = openspiel.load("morisi", small="line")
    assert openspiel.load("isis", small="2x2").get_parameters()["small"] == "2x2"
    assert str(pyspiel.load_game(str(game))) == str(game)
    tree = pyspiel.convert_to_cached_tree(game)
    solver = pyspiel.CFRPlusSolver(tree)
    before = pyspiel.exploitability(tree, pyspiel.UniformRandomPolicy(tree))
    for _ in range(30):
        solver.evaluate_and_update_policy()
    assert before > 0.5
    assert pyspiel.exploitability(tree, solver.average_policy()) < 0.01
    cut = at(openspiel.load("morpyam", most_steps=4), 4)
    assert (cut.is_terminal(), cut.returns(), cut.get_game().max_game_length()) == (True, [0, 0], 4)


def test_clones_go_their_own_ways() -> None:
    state = at(openspiel.load("morpyam", players=3), 30)
    twin, other = state.clone(), copy.deepcopy(state)
    twin.apply_action(twin.legal_actions()[0])
    assert other.history() == state.history() != twin.history()


def test_information_states_tell_the_past_and_nothing_hidden() -> None:
    game = openspiel.load("morisi", players=2, predictions="on", seed=2)
    first, second = game.new_initial_state(), game.new_initial_state()
    for state, place in ((first, 0), (second, 1)):
        state.apply_action(state.legal_actions()[place])
    assert first.information_state_string(1) == second.information_state_string(1)
    assert first.information_state_string(0) != second.information_state_string(0)
    assert first.observation_string(1) == second.observation_string(1)
    named = make_observation(game)
    named.set_from(first, 0)
    assert named.dict["predicted"].sum() == 1
    assert (named.tensor == np.array(first.observation_tensor(0), np.float32)).all()


def test_a_past_that_fits_is_found_where_something_is_hidden() -> None:
    state, rng = at(openspiel.load("morisi", players=3, predictions="on", seed=2), 40), random.Random(1)
    twins = [state.resample_from_infostate(1, rng.random) for _ in range(5)]
    assert {twin.information_state_string(1) for twin in twins} == {state.information_state_string(1)}
    assert len({tuple(twin.history()) for twin in twins}) > 1
    open_to_all = at(openspiel.load("isis"), 20)
    assert open_to_all.resample_from_infostate(1, rng.random).history() == open_to_all.history()


def test_information_set_search_plays() -> None:
    game = openspiel.load("morisi", predictions="on", seed=2)
    bot = ismcts.ISMCTSBot(game=game, uct_c=1.0, evaluator=mcts.RandomRolloutEvaluator(1), max_simulations=3)
    state = at(game, 12)
    assert bot.step(state) in state.legal_actions()
