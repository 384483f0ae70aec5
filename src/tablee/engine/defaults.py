"""What holds for a game whose rules do not say otherwise, compiled. `kernel/contract.py` says what each one means."""

from typing import Any

import numpy as np

from tablee.kernel import contract
from tablee.kernel.cache import compiled
from tablee.kernel.contract import LEFT, OVER
from tablee.kernel.ranking import MOST_SEATS, leaders
from tablee.kernel.seats import next_seat, staying

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
    """With one seat remaining the game is over; otherwise its turn goes on to the next."""
    state.left[seat] = 1
    if staying(state) == 1:
        state.ended = LEFT
    elif seat == state.turn:
        _pass_on(state)


@compiled
def winners(state: Any) -> int:
    """The best scores among those who stayed, shared if equal."""
    if not state.ended:
        return 0
    points = np.zeros(MOST_SEATS, np.int32)
    _scores(state, points)
    return leaders(state, points)


@compiled
def reason(state: Any) -> int:
    """What the field `ended` says."""
    return int(state.ended)


@compiled
def sample(state: Any, seat: int, random: Any) -> None:
    """Nothing is hidden."""


@compiled
def action_id(state: Any, action: int) -> int:  # noqa: ARG001
    """Codes always mean the same."""
    return action


@compiled
def observe(state: Any, seat: int, out: Any) -> None:
    """A game that says nothing of it cannot be observed."""


@compiled
def observe_again(state: Any, seat: int, out: Any, looked: int, action: int) -> None:  # noqa: ARG001
    """All of it anew."""
    out[:] = 0
    _observe(state, seat, out)


@compiled
def set_up(state: Any, seed: int) -> None:
    """Everything stays as `new` has laid it out."""


@compiled
def facts(state: Any, facts: Any) -> None:
    """Nothing is worked out."""
