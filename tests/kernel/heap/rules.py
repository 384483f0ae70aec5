from typing import Any

import numpy as np

from tablee.kernel.cache import compiled
from tablee.kernel.contract import CHANCE, OVER

VERSION = 1
MOST_ACTIONS = 2
REASONS = ("", "last", "left")
MOST = 2
BEGIN = 10

STATE = np.dtype(
    (
        np.record,
        [("heap", np.int8), ("players", np.int8), ("turn", np.int8), ("ended", np.int8), ("left", np.int8, 2)],
    )
)


@compiled
def to_act(state: Any) -> int:
    if state.ended:
        return OVER
    return np.int64(CHANCE if state.turn < 0 else state.turn)


@compiled
def legal(state: Any, actions: Any) -> int:
    count = min(MOST, state.heap)
    for index in range(count):
        actions[index] = index + 1
    return count


@compiled
def outcomes(state: Any, actions: Any, weights: Any) -> int:  # noqa: ARG001
    actions[0], weights[0] = BEGIN, 1
    actions[1], weights[1] = BEGIN + 1, 3
    return 2


@compiled
def apply(state: Any, action: int) -> None:
    if action >= BEGIN:
        state.turn = action - BEGIN
        return
    state.heap -= action
    if state.heap:
        state.turn = 1 - state.turn
    else:
        state.ended = 1


@compiled
def leave(state: Any, seat: int) -> None:
    state.left[seat] = 1
    state.turn = 1 - seat
    state.ended = 2


@compiled
def scores(state: Any, scores: Any) -> None:
    for seat in range(2):
        scores[seat] = 1 if state.ended and state.turn == seat else 0


@compiled
def winners(state: Any) -> int:
    return 1 << state.turn if state.ended else 0


@compiled
def reason(state: Any) -> int:
    return np.int64(state.ended)


@compiled
def sample(state: Any, seat: int, random: Any) -> None:
    """Nothing is hidden."""


def new(players: int, options: dict[str, Any], seed: int) -> Any:  # noqa: ARG001
    states = np.zeros(1, STATE)
    states[0].heap, states[0].players, states[0].turn = options["stones"], players, -1
    return states
