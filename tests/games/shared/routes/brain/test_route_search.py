"""The tree in which route games are thought through: it keeps to its limits, its room and the rules."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablee
from tablee.engine import calls
from tablee.engine.compile_cache import compiled
from tablee.engine.contract import States
from tablee.games import find_game
from tablee.games.brains.thoughts import Limit, Opinion
from tablee.games.brains.value_network import ValueNetwork
from tablee.games.netzwerk.brain import NETWORKS
from tablee.games.shared.routes.brain import route_search as searching
from tablee.games.shared.routes.brain.plans import ANY_GAME
from tablee.games.shared.routes.brain.route_playouts import share_out
from tablee.games.shared.routes.brain.route_search import FAR_SIGHTED, LEVELS, legal_codes, search
from tablee.games.shared.routes.rules.record import SEATS
from tablee.games.shared.routes.rules.route_turn import ENDED, POINTS, STICK_ACTIONS
from tests.games.shared.routes.games import SETUPS, Setup
from tests.games.shared.routes.positions import NINE_CITIES, linked, state_of
from tests.games.shared.routes.random_positions import random_position

ONE_STICK_FROM_WINNING = state_of("morisi", *NINE_CITIES, cubes=("red2 yellow9",), sticks=(linked("ABCDEF"),), idle=0)
"""Six cities at the spine are 30 houses in Morisi with three, of 31."""


def never() -> bool:
    return False


def searched(state: States, games: int = 64, seed: int = 0) -> list[Opinion]:
    return search(state, games, seed, never, FAR_SIGHTED)


def after_some_steps(setup: Setup, seed: int) -> States | None:
    """A state in the midst of a game that was played at random, if it is not over."""
    game, random = setup.new(seed), Random(seed)
    for _ in range(random.randrange(80)):
        if game.to_act is not None:
            game.play(random.choice(game.legal()))
    return None if game.to_act is None else find_game(setup.game).read(game.state())


@settings(max_examples=40)
@given(setup=st.sampled_from(SETUPS), seed=st.integers(0, 1000))
def test_whatever_is_considered_is_legal_and_shares_out_one_victory(setup: Setup, seed: int) -> None:
    state = after_some_steps(setup, seed)
    if state is None:
        return
    before = state.tobytes()
    found = searched(state, seed=seed)
    assert state.tobytes() == before
    assert {opinion.code for opinion in found} <= set(legal_codes(state))
    assert sum(opinion.visits for opinion in found) <= 64
    for opinion in found:
        assert sum(opinion.values) == pytest.approx(1.0)
        assert min(opinion.values) >= 0.0
    assert searched(state, seed=seed) == found


@settings(max_examples=40)
@given(seed=st.integers(0, 10**6))
def test_it_finds_its_way_on_any_land_whatever_lies_there(seed: int) -> None:
    game = tablee.load(random_position(Random(seed)))
    if game.to_act is not None:
        state = find_game(game.state()["game"]).read(game.state())
        assert {opinion.code for opinion in searched(state, 16)} <= set(legal_codes(state))


@settings(max_examples=60)
@given(seed=st.integers(0, 10**6))
def test_a_game_played_in_thought_is_won_by_the_rules(seed: int) -> None:
    game = tablee.load(random_position(Random(seed)))
    state = calls.copy(find_game(game.state()["game"]).read(game.state()))
    if state[0].phase != ENDED:
        state[0].phase, state[0].ended = ENDED, POINTS
    winners, _ = calls.result(state, np.zeros(SEATS, np.int32))
    shares = np.zeros(SEATS)
    _share_out(state.view(ANY_GAME), np.zeros(SEATS, np.int64), shares)
    expected = [(winners >> seat & 1) / max(1, winners.bit_count()) for seat in range(SEATS)]
    assert shares.tolist() == pytest.approx(expected)


@compiled
def _share_out(states: States, points: object, shares: object) -> None:
    share_out(states[0], points, shares)


@pytest.mark.parametrize("games", [1, 16, 400])
def test_a_win_in_one_is_found(games: int) -> None:
    state = find_game("morisi").read(ONE_STICK_FROM_WINNING)
    best = searched(state, games)[0]
    calls.apply(state, best.code)
    while state[0].route:
        calls.apply(state, searched(state, games)[0].code)
    assert state[0].phase == ENDED
    assert best.code < STICK_ACTIONS


def test_a_tree_that_has_no_more_room_stays_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "NODES_A_SIMULATION", 0)
    for game in ("netzwerk", "morisi"):
        state = find_game(game).new(4, {}, 3)
        found = searched(state, 300)
        assert sum(opinion.visits for opinion in found) == 300
        assert {opinion.code for opinion in found} <= set(legal_codes(state))


def test_when_the_time_is_up_there_is_an_answer_all_the_same() -> None:
    found = search(find_game("netzwerk").new(2, {}, 1), 4000, 0, lambda: True, FAR_SIGHTED)
    assert 0 < sum(opinion.visits for opinion in found) <= searching.CHUNK


def test_every_level_thinks_at_least_as_much_as_the_one_below() -> None:
    for lower, higher in zip(list(LEVELS.values()), list(LEVELS.values())[1:], strict=False):
        assert higher.simulations >= lower.simulations
        assert higher.sight.cubes >= lower.sight.cubes
        assert higher.sight.steps >= lower.sight.steps


def trusting(players: int, level: int, network: ValueNetwork | None) -> list[Opinion]:
    """What a level thinks of a game's first decisions with a network for two."""
    state = find_game("netzwerk").new(players, {}, 3)
    return searching.think(state, level, 1, Limit(simulations=120), {2: network} if network else {})


def test_level_5_of_netzwerk_with_two_trusts_what_was_learnt_and_nobody_else_does() -> None:
    assert list(NETWORKS) == [2]
    assert trusting(2, 5, NETWORKS[2]) != trusting(2, 5, None)
    assert trusting(2, 4, NETWORKS[2]) == trusting(2, 4, None)
    assert trusting(3, 5, NETWORKS[2]) == trusting(3, 5, None)


def test_a_value_in_place_of_playouts_shares_out_one_victory_the_same_way_every_time() -> None:
    state, by_value = find_game("netzwerk").new(2, {}, 3), searching.SETTINGS._replace(trust=1.0)
    one, same = (search(state, 64, 0, never, FAR_SIGHTED, by_value, network=NETWORKS[2]) for _ in range(2))
    assert one == same
    assert all(sum(opinion.values) == pytest.approx(1) for opinion in one)
    assert any(0 < opinion.values[0] < 1 for opinion in one)


def test_a_search_ends_when_its_turns_are_used_up() -> None:
    state = find_game("netzwerk").new(4, {}, 1)
    few, many = (search(state, 400, 0, never, FAR_SIGHTED, turns=turns) for turns in (2_000, 8_000))
    assert 8 < sum(one.visits for one in few) < sum(one.visits for one in many) < 400


def test_a_search_ends_when_it_is_clear_what_to_play() -> None:
    state = find_game("morisi").read(ONE_STICK_FROM_WINNING)
    whole, short = (search(state, 800, 0, never, FAR_SIGHTED, turns=turns) for turns in (0, 10**9))
    assert sum(one.visits for one in short) < sum(one.visits for one in whole) == 800
    assert short[0].code == whole[0].code
