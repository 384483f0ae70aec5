"""The contract as the interpreter calls it: through arrays of one state."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.engine import calls, contract
from tablee.engine.chance import new_random
from tablee.engine.contract import CHANCE, OVER, States
from tablee.engine.playouts import buffers
from tablee.games import find_game

RULES = find_game("isis").rules


def played(players: int, steps: int, seed: int) -> States:
    """A state after so many random steps."""
    state: States = RULES.new(players, {"reserve": "own", "memory": "hidden"}, 0)
    actions, weights = buffers(RULES.MOST_ACTIONS)
    random = new_random(seed)
    for _ in range(steps):
        seat = contract.to_act(state[0])
        if seat == OVER:
            break
        count = contract.outcomes(state[0], actions, weights) if seat == CHANCE else contract.legal(state[0], actions)
        contract.apply(state[0], actions[random[0] % np.uint64(count)])
        random = new_random(int(random[0]) * 6364136223846793005 + 1442695040888963407)
    return state


@settings(max_examples=40)
@given(players=st.integers(2, 4), steps=st.integers(0, 120), seed=st.integers(0, 2**60))
def test_every_call_says_what_the_rules_say(players: int, steps: int, seed: int) -> None:
    state = played(players, steps, seed)
    (actions, weights), (same_actions, same_weights) = buffers(RULES.MOST_ACTIONS), buffers(RULES.MOST_ACTIONS)
    scores, same_scores = np.zeros(4, np.int32), np.zeros(4, np.int32)
    assert calls.to_act(state) == contract.to_act(state[0])
    if calls.to_act(state) == CHANCE:
        count = calls.outcomes(state, actions, weights)
        assert count == contract.outcomes(state[0], same_actions, same_weights)
        assert weights[:count].tolist() == same_weights[:count].tolist()
    else:
        count = calls.legal(state, actions)
        assert count == contract.legal(state[0], same_actions)
    assert actions[:count].tolist() == same_actions[:count].tolist()
    contract.scores(state[0], same_scores)
    assert calls.result(state, scores) == (contract.winners(state[0]), contract.reason(state[0]))
    assert scores.tolist() == same_scores.tolist()


@settings(max_examples=20)
@given(steps=st.integers(0, 60), seed=st.integers(0, 2**60), seat=st.integers(0, 2))
def test_steps_change_the_state_as_the_rules_do(steps: int, seed: int, seat: int) -> None:
    state = played(3, steps, seed)
    actions, weights = buffers(RULES.MOST_ACTIONS)
    count = calls.outcomes(state, actions, weights) if calls.to_act(state) == CHANCE else calls.legal(state, actions)
    applied, same_applied, left, same_left = (calls.copy(state) for _ in range(4))
    calls.apply(applied, int(actions[count - 1]))
    contract.apply(same_applied[0], int(actions[count - 1]))
    calls.leave(left, seat)
    contract.leave(same_left[0], seat)
    assert applied.tobytes() == same_applied.tobytes() != state.tobytes()
    assert left.tobytes() == same_left.tobytes() != state.tobytes()


def test_a_copy_has_the_same_bytes_and_goes_its_own_way() -> None:
    state = played(2, 20, 1)
    before = state.tobytes()
    twin = calls.copy(state)
    assert (twin.dtype, twin.shape, twin.tobytes()) == (state.dtype, state.shape, before)
    contract.leave(twin[0], 0)
    assert state.tobytes() == before != twin.tobytes()


@pytest.mark.parametrize("steps", [0, 20, 200])
def test_values_are_plain_numbers_and_lists_by_name(steps: int) -> None:
    state = played(3, steps, 1)
    values = calls.values(state)
    assert tuple(values) == state.dtype.names
    assert all(type(value) in (int, list) for value in values.values())
    assert values["board"] == state[0].board.tolist()
    assert values["players"] == 3
