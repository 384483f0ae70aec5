"""The rules of Pebbles, compiled.

Two players lay a stone on a free square by turns. The square in the middle is a rock. When the board is full, every row
and every column in which somebody has more stones is a point.
"""

from typing import Any

import numpy as np

from tablee.engine.compile_cache import compiled
from tablee.engine.contract import States
from tablee.engine.states import first_state, record
from tablee.games.shared.widgets.grids import rows_of

SIZE = 5
ROCK = "c3"
SQUARES = [name for row in rows_of(SIZE, SIZE) for name in row if name != ROCK]
"""The squares on which stones can lie; an action is the place of one among them."""
LINE_NAMES = [*"12345", *"abcde"]
"""Rows by their numbers, then columns by their letters."""
LINES = np.array([[name in square for square in SQUARES] for name in LINE_NAMES])
"""For each line: does a square belong to it?"""

MOST_ACTIONS = len(SQUARES)
"""There are never more actions to choose from."""
FULL = 1
"""In `ended`: why the game is over, as `REASONS` has it by default; if somebody leaves, that is seen to."""

STATE = record(
    ("pebbles", np.int8),  # the first field has the name of the game, and holds the version of its rules
    ("players", np.int8),
    ("turn", np.int8),
    ("ended", np.int8),
    ("left", np.int8, 2),
    ("board", np.int8, len(SQUARES)),  # 0: free, 1 and 2: a stone of seat 0 and 1
)
FACTS = record(("owners", np.int8, len(LINE_NAMES)))
"""Whose each line is so far: a seat, or -1 for nobody."""


def new(players: int, options: dict[str, Any], seed: int) -> States:  # noqa: ARG001
    """An empty board."""
    return first_state(STATE, players)


@compiled
def legal(state: Any, actions: Any) -> int:
    """All free squares."""
    count = 0
    for square in range(len(state.board)):
        if state.board[square] == 0:
            actions[count] = square
            count += 1
    return count


@compiled
def apply(state: Any, action: int) -> None:
    """Lay a stone; then it is the other one's turn, or the board is full."""
    state.board[action] = 1 + state.turn
    state.turn = 1 - state.turn
    if np.all(state.board != 0):
        state.ended = FULL


@compiled
def owner(state: Any, line: int) -> int:
    """The seat with more stones in a line, or -1."""
    ahead = 0
    for square in range(len(state.board)):
        if LINES[line, square] and state.board[square] != 0:
            ahead += 1 if state.board[square] == 1 else -1
    if ahead == 0:
        return -1
    return 0 if ahead > 0 else 1


@compiled
def scores(state: Any, scores: Any) -> None:
    """A point for every line."""
    scores[:2] = 0
    for line in range(len(LINES)):
        seat = owner(state, line)
        if seat >= 0:
            scores[seat] += 1


@compiled
def facts(state: Any, facts: Any) -> None:
    """Whose each line is: the picture and the sheet of points read it here, and need not know how it is decided."""
    for line in range(len(LINES)):
        facts.owners[line] = owner(state, line)
