"""The rules of Morfals, compiled.

A square's index runs down the columns: 3a, 3b, …, 9g. It holds 0 (free) or 1 + the seat of the cannibal that stands on
it. After the last square the board has a place `OFF` that is always free: lines that leave the board end there.
"""

from typing import Any

import numpy as np

from tablee.engine.compile_cache import compiled
from tablee.engine.contract import CHANCE, OVER
from tablee.engine.states import first_state, record
from tablee.games.morfals import OPTIONS
from tablee.games.shared.dice.throws import throws, ways

VERSION = 1  # raise it when the same log would lead to another state

SIDE = 7
SQUARES = SIDE * SIDE
OFF = SQUARES
FIRST_COLUMN = 3
RIVER = 3  # the index of column 6, whose cannibals are never eaten
CANNIBALS = 12
MATCH_POINTS = 20
THROWS = throws(dice=3, faces=3)
PASS, NO_COLUMN = (1, 2, 3), -1

START, ROLL, PLACE, CLAIM, ANNOUNCE, ENDED = range(6)
PHASES = ("start", "roll", "place", "claim", "announce", "over")

STATE = record(
    ("morfals", np.int8),  # the version of the rules
    ("players", np.int8),
    ("match", np.int8),  # option: 1 for a match of several games
    ("capture", np.int8),  # option: 1 if traps must be claimed
    ("last_man", np.int8),  # option: 1 if the last cannibal must be announced
    ("phase", np.int8),
    ("turn", np.int8),  # 0, without a meaning, in the phase start
    ("dice", np.int8),  # 0, or 1 + the index of the throw in use
    ("ended", np.int8),  # 0 or the index of the reason
    ("left", np.int8, 2),
    ("hands", np.int8, 2),
    ("announced", np.int8, 2),
    ("skip", np.int8, 2),
    ("match_score", np.int8, 2),
    ("trapped", np.int64),  # a bit for each square that can still be eaten
    ("board", np.int8, SQUARES + 1),
)

FACTS = record(
    ("morfals_facts", np.int8),
    ("column", np.int8),  # the number of the column to place in, or 0
    ("last_one", np.int8, 2),  # is it known that the seat has one cannibal left in hand?
    ("points", np.int8, 2),  # of the finished game; in a match, of its last game
    ("traps", np.int64, SIDE),  # by row of the column: a bit for each enemy in the lines trapped from there
)

REASONS = ("", "placed", "match", "left")
PLACED, MATCH, LEFT = 1, 2, 3

# Actions: a square itself to place on it, `eat` on a square, `done`, `announce`, `silent`; outcomes: `roll` of a throw,
# `start` of a seat.
EAT_ON = SQUARES
DONE = 2 * SQUARES
TELL = DONE + 1
KEEP_SILENT = DONE + 2
ACTIONS = DONE + 3
ROLL_OF = ACTIONS
START_OF = ROLL_OF + len(THROWS)
MOST_ACTIONS = CANNIBALS + 1
MOST_STEPS = 100_000  # nothing bounds a game; the longest of 24,000 random games, including matches, had 33,394 steps


def _next_square(square: int, right: int, down: int) -> int:
    """The next square in a direction: columns are rings, rows and diagonals end at the edge."""
    column, row = divmod(square, SIDE)
    column, row = column + right, row + down
    if right == 0:
        return column * SIDE + row % SIDE
    return column * SIDE + row if 0 <= column < SIDE and 0 <= row < SIDE else OFF


_DIRECTIONS = tuple((right, down) for right in (-1, 0, 1) for down in (-1, 0, 1) if right or down)

# By throw, and by direction and square.
WAYS = np.array([ways(throw) for throw in THROWS], np.int32)
COLUMN_OF = np.array([sum(throw) - FIRST_COLUMN if throw != PASS else NO_COLUMN for throw in THROWS], np.int64)
IS_TRIPLE = np.array([len(set(throw)) == 1 for throw in THROWS])
IN_RIVER = sum(1 << square for square in range(RIVER * SIDE, RIVER * SIDE + SIDE))
NEXT = np.array([[_next_square(square, *step) for square in range(SQUARES)] for step in _DIRECTIONS], np.int64)


@compiled
def to_act(state: Any) -> int:
    """The seat to act, `CHANCE` when dice are to be thrown, or `OVER`."""
    if state.phase == ENDED:
        return OVER
    return CHANCE if state.phase <= ROLL else int(state.turn)


@compiled
def legal(state: Any, actions: Any) -> int:
    """`place` in the column of the dice; `eat` any enemy, or be `done`; `announce` or stay `silent`."""
    if state.phase == PLACE:
        return _squares_with(state, 0, first_square(state), SIDE, 0, actions)
    if state.phase == CLAIM:
        count = _squares_with(state, 2 - state.turn, 0, SQUARES, EAT_ON, actions)
        actions[count] = DONE
        return count + 1
    actions[0] = TELL
    actions[1] = KEEP_SILENT
    return 2


@compiled
def first_square(state: Any) -> int:
    """The first square in the column of the dice; negative if the throw has none."""
    return int(COLUMN_OF[state.dice - 1] * SIDE)


@compiled
def _squares_with(state: Any, piece: int, first: int, squares: int, code: int, actions: Any) -> int:
    # Without a branch, which would be mispredicted too often.
    count = 0
    for square in range(first, first + squares):
        actions[count] = code + square
        count += state.board[square] == piece
    return count


@compiled
def outcomes(state: Any, actions: Any, weights: Any) -> int:
    """Which seat starts, both equally likely; or a throw of three dice."""
    starts = state.phase == START
    count = 2 if starts else len(THROWS)
    for outcome in range(count):
        actions[outcome] = (START_OF if starts else ROLL_OF) + outcome
        weights[outcome] = 1 if starts else WAYS[outcome]
    return count


@compiled
def apply(state: Any, action: int) -> None:
    """Carry out a step."""
    if action < EAT_ON:
        _place(state, action)
    elif action < DONE:
        _claim(state, action - EAT_ON)
    elif action >= START_OF:
        state.turn = action - START_OF
        state.phase = ROLL
    elif action >= ROLL_OF:
        use_dice(state, action - ROLL_OF)
    elif action == DONE:
        after_eating(state)
    else:
        _end_turn(state, action == TELL)


# ---- a turn ---------------------------------------------------------------------------------------------------


@compiled
def use_dice(state: Any, throw: int) -> None:
    """The seat must place in the column of the throw; without a column, or with a full one, it passes."""
    state.dice = throw + 1
    first = first_square(state)
    if first < 0 or state.board[first : first + SIDE].all():
        _after_dice(state)
    else:
        state.phase = PLACE


@compiled
def _place(state: Any, square: int) -> None:
    seat = state.turn
    state.board[square] = 1 + seat
    state.hands[seat] -= 1
    state.trapped = _caught(state, square) & ~IN_RIVER
    if state.capture and state.hands[1 - seat] < CANNIBALS:
        state.phase = CLAIM
        return
    if state.trapped:
        for other in range(SQUARES):
            if state.trapped >> other & 1:
                _eat(state, other)
    after_eating(state)


@compiled
def _caught(state: Any, square: int) -> int:
    """A bit for each enemy that the seat to act traps by placing on a square."""
    own, enemy = 1 + state.turn, 2 - state.turn
    caught = np.int64(0)
    for direction in range(len(_DIRECTIONS)):
        line = np.int64(0)
        end = NEXT[direction, square]
        while state.board[end] == enemy:
            line |= np.int64(1) << end
            end = NEXT[direction, end]
        if state.board[end] == own and end != square:
            caught |= line
    return int(caught)


@compiled
def _eat(state: Any, square: int) -> None:
    enemy = 1 - state.turn
    state.board[square] = 0
    state.hands[enemy] += 1
    if state.hands[enemy] > 1:
        state.announced[enemy] = 0


@compiled
def _claim(state: Any, square: int) -> None:
    """Eat a trapped enemy. A wrong claim, or eating the last one, ends the claiming."""
    is_trapped = state.trapped >> square & 1
    if is_trapped:
        state.trapped ^= np.int64(1) << square
        _eat(state, square)
    if not is_trapped or state.hands[1 - state.turn] == CANNIBALS:
        after_eating(state)


@compiled
def after_eating(state: Any) -> None:
    """The seat wins with an empty hand; otherwise its turn goes on or ends."""
    state.trapped = 0
    if state.hands[state.turn]:
        _after_dice(state)
    else:
        _win(state)


@compiled
def _after_dice(state: Any) -> None:
    """After a triple the seat throws again; any other throw ends its turn, after the chance to announce the last one.

    The seat is asked at the end of every turn, so that the question is no hint.
    """
    throw = state.dice - 1
    state.dice = 0
    if IS_TRIPLE[throw]:
        state.phase = ROLL
    elif state.last_man:
        state.phase = ANNOUNCE
    else:
        _next_turn(state)


@compiled
def is_untold(state: Any, seat: int) -> bool:
    """Has the seat one cannibal left in hand and not announced it?"""
    return state.hands[seat] == 1 and not state.announced[seat]


@compiled
def _end_turn(state: Any, tells: bool) -> None:
    """Announce the last cannibal, or keep silent, which costs the next turn. With more in hand neither matters."""
    seat = state.turn
    if is_untold(state, seat):
        state.announced[seat] = tells
        state.skip[seat] = not tells
    _next_turn(state)


@compiled
def _next_turn(state: Any) -> None:
    state.phase = ROLL
    state.turn = 1 - state.turn
    serve_penalties(state)


@compiled
def serve_penalties(state: Any) -> None:
    """Skip a seat that kept silent. If it still has one cannibal left, that now counts as announced."""
    while state.skip[state.turn]:
        state.skip[state.turn] = 0
        state.announced[state.turn] = state.hands[state.turn] == 1
        state.turn = 1 - state.turn


# ---- the end --------------------------------------------------------------------------------------------------


@compiled
def _win(state: Any) -> None:
    """The seat whose turn it is has placed all its cannibals."""
    seat = state.turn
    points = state.hands[1 - seat]
    if not state.match:
        _end(state, PLACED)
        return
    state.match_score[seat] += points
    state.match_score[1 - seat] -= points
    if state.match_score[seat] >= MATCH_POINTS:
        _end(state, MATCH)
    else:
        _set_up(state)


@compiled
def _end(state: Any, reason: int) -> None:
    state.phase = ENDED
    state.ended = reason
    state.dice = 0
    state.trapped = 0


@compiled
def _set_up(state: Any) -> None:
    """Start a new game on an empty board."""
    state.phase = START
    state.turn = 0
    state.dice = 0
    state.board[:] = 0
    state.hands[:] = CANNIBALS
    state.announced[:] = 0
    state.skip[:] = 0


@compiled
def leave(state: Any, seat: int) -> None:
    """A seat leaves, and the other wins."""
    state.left[seat] = 1
    _end(state, LEFT)


@compiled
def scores(state: Any, scores: Any) -> None:
    """The cannibals left in the loser's hand; in a match the running totals."""
    for seat in range(2):
        scores[seat] = state.match_score[seat]
        if state.ended == PLACED:
            scores[seat] = state.hands[1 - seat] - state.hands[seat]


@compiled
def facts(state: Any, facts: Any) -> None:
    """What everybody knows, and what each square of the column would trap."""
    for seat in range(2):
        told = state.announced[seat] or not state.last_man
        facts.last_one[seat] = told and state.hands[seat] == 1
        if state.ended == PLACED or state.ended == MATCH:
            facts.points[seat] = state.hands[1 - seat] - state.hands[seat]
    if state.phase == PLACE:
        first = first_square(state)
        facts.column = FIRST_COLUMN + first // SIDE
        for row in range(SIDE):
            if state.board[first + row] == 0:
                facts.traps[row] = _caught(state, first + row)


@compiled
def set_up(state: Any, seed: int) -> None:
    """Nothing of the set-up is random."""


def new(players: int, options: dict[str, Any], seed: int) -> Any:  # noqa: ARG001
    """The state before the throw for the start. Nothing of the set-up is random."""
    states = first_state(STATE, players, options, OPTIONS, VERSION)
    _set_up(states[0])
    return states
