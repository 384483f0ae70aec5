"""Random play in compiled code."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.engine.chance import new_random
from tablee.engine.playouts import buffers, measure, play_out, play_out_many
from tablee.games import find_game

FOLDER = find_game("isis")
ROOM = buffers(FOLDER.rules.MOST_ACTIONS)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("reserve", ["own", "common"])
@settings(max_examples=10)
@given(seed=st.integers(0, 2**64 - 1))
def test_a_playout_ends_the_game_and_counts_its_steps(players: int, reserve: str, seed: int) -> None:
    state = FOLDER.new(players, {"reserve": reserve}, 0)
    steps = play_out(state[0], new_random(seed), *ROOM)
    board = FOLDER.words.write(state)["board"]
    tiles = sum(not piece.startswith("P") for piece in board.values())
    assert FOLDER.to_act(state) is None
    assert (len(board), steps) == (36, 36 + 2 * tiles)


@settings(max_examples=10)
@given(seed=st.integers(0, 2**64 - 1))
def test_what_a_playout_leaves_behind_is_a_state_that_can_be_read(seed: int) -> None:
    state = FOLDER.new(3, {}, 0)
    play_out(state[0], new_random(seed), *ROOM)
    assert FOLDER.read(FOLDER.words.write(state)).tobytes() == state.tobytes()


def test_a_playout_of_a_finished_game_has_no_steps() -> None:
    state = FOLDER.leave(FOLDER.new(2, {}, 0), 0)
    before = state.tobytes()
    assert play_out(state[0], new_random(0), *ROOM) == 0
    assert state.tobytes() == before


def test_the_same_seed_plays_the_same_game_and_another_seed_another() -> None:
    ends = []
    for seed in (1, 1, 2):
        state = FOLDER.new(2, {}, 0)
        play_out(state[0], new_random(seed), *ROOM)
        ends.append(state.tobytes())
    assert ends[0] == ends[1] != ends[2]


def test_many_playouts_begin_in_turn_from_each_fresh_state_and_leave_them_fresh() -> None:
    finished = FOLDER.leave(FOLDER.new(2, {}, 0), 0)
    fresh = np.concatenate([FOLDER.new(2, {}, 0), finished])
    before = fresh.tobytes()
    scratch = fresh[:1].copy()
    first = play_out_many(fresh, scratch, 1, new_random(3), *ROOM)
    assert play_out_many(fresh, scratch, 2, new_random(3), *ROOM) == first
    assert scratch.tobytes() == finished.tobytes()
    assert play_out_many(fresh, scratch, 3, new_random(3), *ROOM) > first
    assert fresh.tobytes() == before


def test_a_measurement_counts_whole_games_and_their_steps() -> None:
    games, steps, seconds = measure(FOLDER.new(2, {}, 0), FOLDER.rules.MOST_ACTIONS, 0.01, new_random(0))
    assert games >= 64
    assert 36 * games < steps < 80 * games
    assert seconds >= 0.01
