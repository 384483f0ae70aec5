"""Weaker bots forget which face-down tile lies where, and nothing else."""

import pytest

from tablee.games.isis.brain import forget
from tablee.games.isis.rules import PAWN
from tests.games.isis.random_play import new_game, random_log, replay

from .positions import ISIS


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
