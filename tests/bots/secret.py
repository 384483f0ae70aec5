"""A toy game with something to hide: seat 0 guesses a number that only seat 1 knows, and is right or wrong.

Seat 1 then shows its number or gives up. What it may do depends on what it hides, and so does the order in which its
actions are listed.
"""

import hashlib
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from tablee.engine import contract
from tablee.engine.chance import below
from tablee.engine.compile_cache import compiled
from tablee.engine.contract import OVER
from tablee.games.game_contract import Brain

VERSION = 1
MOST_ACTIONS = 2
REASONS = ("", "shown", "given up", "left")
SHOW, GIVE_UP = 10, 20
TEXTS = {0: "guess 0", 1: "guess 1", SHOW: "show 0", SHOW + 1: "show 1", GIVE_UP: "give up"}
WORTH_OF_GUESSING_1 = 0.75 * 0.75 + 0.25 * 0.5
"""Three times in four it wins, and the points are always equal."""

# The type carries the source: code compiled for an earlier version of this file would not fit.
_SOURCE = "source_" + hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:16]
STATE = np.dtype(
    (
        np.record,
        [
            ("secret", np.int8),
            (_SOURCE, np.int8),
            ("players", np.int8),
            ("turn", np.int8),
            ("ended", np.int8),
            ("hidden", np.int8),
            ("guess", np.int8),
            ("left", np.int8, 2),
        ],
    )
)


@compiled
def to_act(state: Any) -> int:
    return OVER if state.ended else np.int64(state.turn)


@compiled
def legal(state: Any, actions: Any) -> int:
    if state.turn == 0:
        actions[0], actions[1] = 0, 1
    elif state.hidden:
        actions[0], actions[1] = GIVE_UP, SHOW + 1
    else:
        actions[0], actions[1] = SHOW, GIVE_UP
    return 2


@compiled
def outcomes(state: Any, actions: Any, weights: Any) -> int:  # noqa: ARG001
    return 0


@compiled
def apply(state: Any, action: int) -> None:
    if state.turn == 0:
        state.guess = action
        state.turn = 1
    else:
        state.ended = 2 if action == GIVE_UP else 1


@compiled
def leave(state: Any, seat: int) -> None:
    state.left[seat] = 1
    state.ended = 2


@compiled
def scores(state: Any, scores: Any) -> None:  # noqa: ARG001
    scores[:2] = 0


@compiled
def winners(state: Any) -> int:
    if not state.ended:
        return 0
    return 1 if state.ended == 2 or state.guess == state.hidden else 2


@compiled
def reason(state: Any) -> int:
    return np.int64(state.ended)


@compiled
def sample(state: Any, seat: int, random: Any) -> None:
    if seat == 0:
        state.hidden = 1 if below(random, 4) else 0


def new(players: int, options: dict[str, Any], seed: int) -> Any:  # noqa: ARG001
    """The truth is the seed."""
    states = np.zeros(1, STATE)
    states[0].players, states[0].hidden = players, seed
    return states


JUDGING_LEVEL = 9
"""The level of these tests that evaluates positions; the others play games out."""
SHARES = (0.25, 0.875)
"""What the brain says that seat 0 may expect after each guess; its lead is the square of that."""


def insight(state: Any, level: int) -> Any:  # noqa: ARG001
    return np.array(SHARES if level == JUDGING_LEVEL else ())


def judged(state: Any, level: int) -> int:
    return 700 if level == JUDGING_LEVEL and state[0].players == 2 else 0


@compiled
def judge(state: Any, insight: Any, leads: Any, shares: Any) -> bool:
    if len(insight) == 0 or state.ended:
        return False
    shares[0] = insight[state.guess]
    leads[0] = shares[0] * shares[0]
    shares[1], leads[1] = 1 - shares[0], 1 - leads[0]
    return True


contract.register("secret", sys.modules[__name__])
BRAIN: Any = SimpleNamespace(insight=insight, judged=judged, judge=judge)
FOLDER: Any = SimpleNamespace(
    rules=sys.modules[__name__],
    words=SimpleNamespace(action_text=lambda _, action: TEXTS[action]),
    brain=Brain("secret", BRAIN),
    nothing_is_hidden=False,
    folders=[],
    read=lambda state: state,
    to_act=lambda state: int(state[0].turn),
    actions=lambda state: ["guess 0", "guess 1"] if state[0].turn == 0 else ["show or give up"],
)
"""As much of a game's folder as a bot asks for. What it is told is the state itself: it must not look at the truth."""
