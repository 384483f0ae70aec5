from typing import Any

import numpy as np

from tablee.engine.compile_cache import compiled
from tablee.engine.contract import CHANCE, OVER
from tablee.engine.states import first_state

from . import OPTIONS

VERSION = 1
MOST_ACTIONS = 2
REASONS = ("", "last", "left")
MOST = 2
BEGIN = 10

STATE = np.dtype(
    (
        np.record,
        [
            ("heap", np.int8),
            ("players", np.int8),
            ("option_stones", np.int8),
            ("stones", np.int8),
            ("turn", np.int8),
            ("ended", np.int8),
            ("left", np.int8, 2),
        ],
    )
)


@compiled
def to_act(state: Any) -> int:
    if state.ended:
        return OVER
    return np.int64(CHANCE if state.turn < 0 else state.turn)


@compiled
def legal(state: Any, actions: Any) -> int:
    count = min(MOST, state.stones)
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
    state.stones -= action
    if state.stones:
        state.turn = 1 - state.turn
    else:
        state.ended = 1


@compiled
def scores(state: Any, scores: Any) -> None:
    for seat in range(2):
        scores[seat] = 1 if state.ended and (state.turn == seat or state.left[1 - seat]) else 0


def new(players: int, options: dict[str, Any], seed: int) -> Any:  # noqa: ARG001
    states = first_state(STATE, players, options, OPTIONS, VERSION)
    states[0].stones, states[0].turn = options["stones"], -1
    return states
