"""Weaker bots forget which face-down tile lies where, and nothing else; all know what an action brings at once."""

import numpy as np
import pytest

from tablee.engine.chance import new_random
from tablee.games.isis.brain import forget, gained, pick, promise
from tablee.games.isis.rules import DRAW, MOST_ACTIONS, PAWN
from tests.bots.positions import ISIS, random_endgame
from tests.games.isis.random_play import new_game, random_log, replay


def middle_game(memory: str = "hidden"):
    log = random_log(2, "own", memory, seed=4)
    return ISIS.read(replay(new_game(2, memory=memory), log[:45]).state())


def differences(state, remembered):
    return [square for square in range(36) if state[0].board[square] != remembered[0].board[square]]


def test_a_weak_bot_mixes_up_tiles_and_nothing_else() -> None:
    state = middle_game()
    mixed_up = set()
    for seed in range(30):
        remembered = forget(state, 1, seed)
        changed = differences(state, remembered)
        assert all(0 != state[0].board[square] < PAWN for square in changed)
        assert sorted(remembered[0].board) == sorted(state[0].board)
        remembered[0].board = state[0].board
        assert remembered.tobytes() == state.tobytes()
        mixed_up.update(changed)
    assert len(mixed_up) > 5


def test_the_weaker_forgets_more() -> None:
    state = middle_game()
    forgotten = {
        level: sum(len(differences(state, forget(state, level, seed))) for seed in range(50)) for level in (1, 2)
    }
    assert forgotten[1] > forgotten[2] > 0


@pytest.mark.parametrize("level", [3, 4, 5])
def test_a_better_bot_remembers_everything(level: int) -> None:
    state = middle_game()
    assert all(not differences(state, forget(state, level, seed)) for seed in range(30))


def test_what_lies_open_need_not_be_remembered() -> None:
    state = middle_game("open")
    assert all(not differences(state, forget(state, 1, seed)) for seed in range(30))


def test_the_state_itself_is_not_changed() -> None:
    state = middle_game()
    before = state.tobytes()
    assert any(differences(state, forget(state, 1, seed)) for seed in range(10))
    assert state.tobytes() == before


def test_an_action_gains_what_it_changes_between_the_seats() -> None:
    compared = 0
    for seed in range(20):
        state = random_endgame(seed, free=10)
        for text, code in ISIS.codes(state).items():
            if text != "draw":
                assert gained(state[0], code) == lead(ISIS.step(state, code), state) - lead(state, state)
                compared += 1
        compared += tile_gains_compared(state)
    assert compared > 300


def tile_gains_compared(state) -> int:
    """Compare what placing a tile gains, if one may be drawn; the number of comparisons."""
    if "draw" not in ISIS.actions(state):
        return 0
    drawn = ISIS.apply(state, "draw")
    drawn = ISIS.apply(drawn, ISIS.outcomes(drawn)[0][0])
    for code in ISIS.codes(drawn).values():
        assert gained(drawn[0], code) == lead(ISIS.step(drawn, code), drawn) - lead(drawn, drawn)
    return len(ISIS.codes(drawn))


def lead(state, before) -> int:
    """Points of the seat that was to act, less those of the other."""
    scores = ISIS.result(state).scores
    return scores[before[0].turn] - scores[1 - before[0].turn]


def test_nothing_promises_more_than_the_best() -> None:
    for seed in range(20):
        state = random_endgame(seed, free=10)
        codes = list(ISIS.codes(state).values())
        promises = np.zeros(MOST_ACTIONS, np.float32)
        promise(state[0], np.array(codes, np.int32), len(codes), promises)
        assert max(promises[: len(codes)]) == 0


def test_whoever_has_no_pawn_left_draws_where_a_game_is_played_out() -> None:
    actions = np.array([DRAW], np.int32)
    assert pick(middle_game()[0], actions, 1, new_random(1)) == 0
