"""Default rules, compiled, for what a game leaves out. `engine/contract.py` documents each one."""

from typing import Any

import numpy as np

from tablee.engine import contract
from tablee.engine.compile_cache import compiled
from tablee.engine.contract import LEFT, OVER
from tablee.engine.states import MOST_SEATS, leaders, next_seat, staying

REASONS = ("", "points", "left")
VERSION = 1
MOST_STEPS = 10_000

_pass_on, _scores, _observe = contract.pass_on, contract.scores, contract.observe


@compiled
def to_act(state: Any) -> int:
    """The seat whose turn it is, until the game is over."""
    return OVER if state.ended else int(state.turn)


@compiled
def outcomes(state: Any, actions: Any, weights: Any) -> int:  # noqa: ARG001
    """There is no chance."""
    return 0


@compiled
def pass_on(state: Any) -> None:
    """The next seat that has not left is to play."""
    state.turn = next_seat(state, state.turn)


@compiled
def leave(state: Any, seat: int) -> None:
    """End the game if one seat remains; otherwise pass on the turn of the seat that left."""
    state.left[seat] = 1
    if staying(state) == 1:
        state.ended = LEFT
    elif seat == state.turn:
        _pass_on(state)


@compiled
def winners(state: Any) -> int:
    """The seats with the best score among those who stayed."""
    if not state.ended:
        return 0
    points = np.zeros(MOST_SEATS, np.int32)
    _scores(state, points)
    return leaders(state, points)


@compiled
def reason(state: Any) -> int:
    """The field `ended`."""
    return int(state.ended)


@compiled
def sample(state: Any, seat: int, random: Any) -> None:
    """Nothing is hidden."""


@compiled
def action_id(state: Any, action: int) -> int:  # noqa: ARG001
    """Its code."""
    return action


@compiled
def observe(state: Any, seat: int, out: Any) -> None:
    """Nothing: a game without `observation.py` cannot be observed."""


@compiled
def observe_again(state: Any, seat: int, out: Any, looked: int, action: int) -> None:  # noqa: ARG001
    """Observe everything again."""
    out[:] = 0
    _observe(state, seat, out)


@compiled
def set_up(state: Any, seed: int) -> None:
    """Leave the state as `new` set it up."""


@compiled
def facts(state: Any, facts: Any) -> None:
    """Nothing."""
