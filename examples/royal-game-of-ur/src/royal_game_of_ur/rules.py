"""The rules of the Royal Game of Ur, compiled.

Each seat has a course of fourteen squares. Those from 5 to 12 are the same for both; the others are its own. What is at
step 0 waits to enter, and what is at step 15 is home.
"""

from typing import Any

import numpy as np

from tablee.engine.compile_cache import compiled
from tablee.engine.contract import CHANCE, OVER
from tablee.engine.states import first_state

from . import OPTIONS

WAITING, HOME = 0, 15
FIRST_SHARED, LAST_SHARED = 5, 12
MIDDLE = 8
"""The rosette on which nobody is taken."""
ROSETTES = (4, MIDDLE, 14)
WAYS = np.array((1, 4, 6, 4, 1))
"""Of sixteen throws of four dice, each of which shows a marked tip or not, so many make 0, 1, 2, 3 and 4."""
THROW = 15
"""The code of a throw of 0. Below it, a code is the step from which a piece moves."""

MOST_ACTIONS = 8
REASONS = ("", "home", "left")
STATE = np.dtype((np.record, [
    ("ur", np.int8), ("players", np.int8), ("option_pieces", np.int8),
    ("course", np.int8, (2, HOME + 1)),  # how many pieces a seat has at each step
    ("thrown", np.int8),  # what is to be moved; 0: the dice are to be thrown
    ("turn", np.int8), ("ended", np.int8), ("left", np.int8, 2),
]))  # fmt: skip

OWN_PIECE, SAFE_PIECE, TOO_FAR = -1, -2, -3
"""Why a piece cannot move."""
FACTS = np.dtype((np.record, [
    ("ur_facts", np.int8),
    ("landing", np.int8, HOME),  # by step: where a piece of the seat to act comes to, or why it cannot move
    ("danger", np.int8, (2, HOME)),  # by seat and step: of 16 throws, how many take the piece there
]))  # fmt: skip


def new(players: int, options: dict[str, Any], seed: int) -> Any:  # noqa: ARG001
    """All pieces wait, and seat 0 is to throw."""
    states = first_state(STATE, players, options, OPTIONS)
    states[0].course[:, WAITING] = options["pieces"]
    return states


@compiled
def to_act(state: Any) -> int:
    """Chance, until the dice have been thrown."""
    if state.ended:
        return OVER
    return int(state.turn) if state.thrown else CHANCE


@compiled
def outcomes(state: Any, actions: Any, weights: Any) -> int:  # noqa: ARG001
    """From no marked tip to four."""
    for marked in range(len(WAYS)):
        actions[marked], weights[marked] = THROW + marked, WAYS[marked]
    return len(WAYS)


@compiled
def legal(state: Any, actions: Any) -> int:
    """The steps from which a piece can move."""
    count = 0
    for step in range(HOME):
        if state.course[state.turn, step] and landing(state, step) > 0:
            actions[count] = step
            count += 1
    return count


@compiled
def landing(state: Any, step: int) -> int:
    """The step to which the throw brings a piece of the seat to act, or why it does not."""
    to = step + state.thrown
    if to > HOME:
        return TOO_FAR
    if to < HOME and state.course[state.turn, to]:
        return OWN_PIECE
    if to == MIDDLE and state.course[1 - state.turn, to]:
        return SAFE_PIECE
    return int(to)


@compiled
def apply(state: Any, action: int) -> None:
    """Throw, and pass if no piece can move; or move, and throw once more from a rosette."""
    if action >= THROW:
        state.thrown = action - THROW
        goes_on = state.thrown and can_move(state)
    else:
        to = action + state.thrown
        _move(state, action, to)
        state.thrown = 0
        goes_on = to in ROSETTES or state.ended
    if not goes_on:
        state.thrown = 0
        state.turn = 1 - state.turn


@compiled
def can_move(state: Any) -> bool:
    """Can the seat to act move what it has thrown?"""
    return legal(state, np.empty(MOST_ACTIONS, np.int32)) > 0


@compiled
def _move(state: Any, step: int, to: int) -> None:
    own, other = state.course[state.turn], state.course[1 - state.turn]
    own[step] -= 1
    own[to] += 1
    if takes(state, to):
        other[to] -= 1
        other[WAITING] += 1
    if own[:HOME].sum() == 0:
        state.ended = 1


@compiled
def takes(state: Any, to: int) -> bool:
    """Does the seat to act take a piece by coming to a step?"""
    return FIRST_SHARED <= to <= LAST_SHARED and state.course[1 - state.turn, to] > 0


@compiled
def danger(state: Any, seat: int, step: int) -> int:
    """Of sixteen throws of the other seat, how many would take a piece of this one at a step."""
    if not FIRST_SHARED <= step <= LAST_SHARED or step == MIDDLE:
        return 0
    ways = 0
    for marked in range(1, len(WAYS)):
        if state.course[1 - seat, step - marked]:
            ways += WAYS[marked]
    return ways


@compiled
def scores(state: Any, scores: Any) -> None:
    """How many steps the pieces of each seat have come in all: who has brought all home has most."""
    for seat in range(2):
        scores[seat] = 0
        for step in range(HOME + 1):
            scores[seat] += step * state.course[seat, step]


@compiled
def facts(state: Any, facts: Any) -> None:
    """Where the throw leads, and who is in danger."""
    for step in range(HOME):
        facts.landing[step] = landing(state, step) if state.thrown else 0
        for seat in range(2):
            facts.danger[seat, step] = danger(state, seat, step) if state.course[seat, step] else 0
