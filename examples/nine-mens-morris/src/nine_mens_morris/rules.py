"""The rules of Nine Men's Morris, compiled.

A man on a point is 1 for seat 0 and 2 for seat 1. Closing a mill does not end a turn: the same seat takes a man first.
"""

from typing import Any

import numpy as np

from tablee.engine.compile_cache import compiled
from tablee.engine.states import first_state
from tablee.games.shared.graphs import line_table, neighbour_table

from . import OPTIONS

ROWS = (("a7", "", "", "d7", "", "", "g7"), ("", "b6", "", "d6", "", "f6", ""), ("", "", "c5", "d5", "e5", "", ""),
        ("a4", "b4", "c4", "", "e4", "f4", "g4"), ("", "", "c3", "d3", "e3", "", ""),
        ("", "b2", "", "d2", "", "f2", ""), ("a1", "", "", "d1", "", "", "g1"))  # fmt: skip
POINTS = tuple(name for row in ROWS for name in row if name)
LINES = tuple(
    tuple(line[start : start + 3])
    for row in (*ROWS, *zip(*ROWS, strict=True))
    for line in [[name for name in row if name]]
    for start in range(0, len(line), 3)
)
"""The sixteen lines of three points: three men of a side on one are a mill."""
NEXT = neighbour_table(POINTS, LINES)
MILLS = line_table(POINTS, LINES)
WITH = np.array([[[other for other in line if other != point] for line in MILLS.tolist() if point in line]
                 for point in range(24)], np.int64)  # fmt: skip
"""By point: on each of its two lines, the other two points."""

MEN, FEW, QUIET = 9, 3, 60
"""Men of a side; with so many they jump, with fewer they lose; after so many moves without a mill nobody wins."""
MOVE, TAKE = 24, 24 + 24 * 24
"""The codes of moves, from × 24 + to, and of taking; below, men are placed."""
MOST_ACTIONS = 64
MOST_STEPS = 1200
REASONS = ("", "few", "blocked", "quiet", "left")
TOO_FEW, BLOCKED, NO_MILLS = 1, 2, 3
STATE = np.dtype((np.record, [
    ("morris", np.int8), ("players", np.int8), ("option_flying", np.int8),
    ("board", np.int8, 24), ("hand", np.int8, 2),
    ("taking", np.int8),  # 1: a mill was closed, and a man is to be taken
    ("quiet", np.int8),  # moves since a man was placed or taken
    ("turn", np.int8), ("ended", np.int8), ("left", np.int8, 2),
]))  # fmt: skip
FACTS = np.dtype((np.record, [
    ("morris_facts", np.int8),
    ("mill", np.int8, 24),  # by point: does a man stand there in a mill?
    ("flies", np.int8, 2),  # by seat: may its men jump?
]))  # fmt: skip


def new(players: int, options: dict[str, Any], seed: int) -> Any:  # noqa: ARG001
    """An empty board, and nine men in each hand."""
    states = first_state(STATE, players, options, OPTIONS)
    states[0].hand[:] = MEN
    return states


@compiled
def men(state: Any, seat: int) -> int:
    """The men of a seat on the board."""
    count = 0
    for point in range(24):
        count += state.board[point] == seat + 1
    return count


@compiled
def in_mill(state: Any, point: int, seat: int) -> bool:
    """Would a man of a seat on this point stand in a mill?"""
    for line in range(2):
        if state.board[WITH[point, line, 0]] == seat + 1 and state.board[WITH[point, line, 1]] == seat + 1:
            return True
    return False


@compiled
def flies(state: Any, seat: int) -> bool:
    """May its men jump to any free point?"""
    return state.hand[seat] == 0 and state.option_flying == 0 and men(state, seat) == FEW


@compiled
def legal(state: Any, actions: Any) -> int:
    """A man to take, a point to place a man on, or a man to move and where."""
    if state.taking:
        return _takes(state, actions)
    count, seat, jumps = 0, state.turn, flies(state, state.turn)
    for start in range(24):
        if state.hand[seat]:
            if state.board[start] == 0:
                actions[count] = start
                count += 1
        elif state.board[start] == seat + 1:
            for way in range(24 if jumps else NEXT.shape[1]):
                to = way if jumps else NEXT[start, way]
                if to >= 0 and state.board[to] == 0:
                    actions[count] = MOVE + start * 24 + to
                    count += 1
    return count


@compiled
def _takes(state: Any, actions: Any) -> int:
    """Men of the other side that stand in no mill, or any if all do."""
    other = 1 - state.turn
    for safe in range(2):
        count = 0
        for point in range(24):
            if state.board[point] == other + 1 and (safe or not in_mill(state, point, other)):
                actions[count] = TAKE + point
                count += 1
        if count:
            break
    return count


@compiled
def apply(state: Any, action: int) -> None:
    """Place, move or take; a mill lets the same seat take."""
    if action >= TAKE:
        state.board[action - TAKE] = 0
        state.taking = state.quiet = 0
    else:
        to = action
        if action >= MOVE:
            start, to = (action - MOVE) // 24, (action - MOVE) % 24
            state.board[start] = 0
            state.quiet += 1
        else:
            state.hand[state.turn] -= 1
        state.board[to] = state.turn + 1
        state.taking = in_mill(state, to, state.turn)
    if not state.taking:
        state.turn = 1 - state.turn
        state.ended = ending(state)


@compiled
def ending(state: Any) -> int:
    """Why the seat whose turn it is has lost, or nobody wins; 0 if the game goes on."""
    if men(state, state.turn) + state.hand[state.turn] < FEW:
        return TOO_FEW
    if legal(state, np.empty(MOST_ACTIONS, np.int32)) == 0:
        return BLOCKED
    return NO_MILLS if state.quiet >= QUIET else 0


@compiled
def scores(state: Any, scores: Any) -> None:
    """The men that each side still has."""
    for seat in range(2):
        scores[seat] = men(state, seat) + state.hand[seat]


@compiled
def winners(state: Any) -> int:
    """Who has made the other side lose; both if nobody has."""
    if not state.ended:
        return 0
    if state.left[0] or state.left[1]:
        return 2 if state.left[0] else 1
    return 3 if state.ended == NO_MILLS else 1 << (1 - state.turn)


@compiled
def facts(state: Any, facts: Any) -> None:
    """Which men stand in mills, and who may jump."""
    for point in range(24):
        facts.mill[point] = state.board[point] > 0 and in_mill(state, point, state.board[point] - 1)
    for seat in range(2):
        facts.flies[seat] = flies(state, seat)
