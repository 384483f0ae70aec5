"""The bot of Isis & Osiris: what the search needs beyond the rules."""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np

from tablee.engine.chance import below
from tablee.engine.compile_cache import compiled
from tablee.engine.contract import States
from tablee.games.brains.playing_styles import Traits
from tablee.games.isis.rules import DRAW, PAWN, PLACE_ON, SQUARES, pawn_value, scores

MARGIN = 10.0  # the lead in points that counts half as much as an unbounded lead
WITH_MORE = {2: 150, 3: 80, 4: 300}
"""Simulations by level with three seats and more. One seat matters less there, so levels must differ more."""

_NOT_FIRST = sum(1 << square for square in range(SQUARES) if square % 6 > 0)
_NOT_LAST = sum(1 << square for square in range(SQUARES) if square % 6 < 5)

FORGOTTEN = {1: 0.4, 2: 0.2}  # the share of the face-down tiles that a bot of a low level does not remember


def forget(state: States, level: int, seed: int) -> States:
    """The state as a bot of that level remembers it: some face-down tiles have changed places."""
    share = FORGOTTEN.get(level, 0.0)
    if state[0].option_memory or not share:
        return state
    random = Random(seed)
    tiles = [square for square, piece in enumerate(state[0].board.tolist()) if piece and -PAWN < piece < PAWN]
    forgotten = [square for square in tiles if random.random() < share]
    remembered = state.copy()
    remembered[0].board[forgotten] = state[0].board[random.sample(forgotten, len(forgotten))]
    return remembered


# ---- what the search is told ------------------------------------------------------------------------------

CANDIDATES = 3  # how many squares a playout compares
WORTH_OF_DRAWING = 2.0  # the approximate gain from drawing a tile, in points


@compiled
def pick(state: Any, actions: Any, count: int, random: Any) -> int:
    """The rollout policy: the best of a few squares, or a draw if a pawn brings less."""
    can_draw = actions[count - 1] == DRAW
    squares = count - 1 if can_draw else count
    if squares == 0:
        return 0
    best, most = 0, -1000
    for _ in range(CANDIDATES):
        place = below(random, squares)
        gain = gained(state, actions[place])
        if gain > most:
            best, most = place, gain
    return squares if can_draw and most <= below(random, 3) else best


@compiled
def promise(state: Any, actions: Any, count: int, promises: Any) -> None:
    """The priors: the immediate gain of each action, less that of the best."""
    most = np.float32(-1000.0)
    for place in range(count):
        promises[place] = WORTH_OF_DRAWING if actions[place] == DRAW else gained(state, actions[place])
        most = max(most, promises[place])
    promises[:count] -= most


@compiled
def gained(state: Any, action: int) -> int:
    """How many points the seat to act gains on the others by placing a pawn or the drawn tile."""
    if action < PLACE_ON:
        return pawn_value(state, action)
    return int(state.drawn * _pull(state, action - PLACE_ON, state.turn))


@compiled
def _pull(state: Any, square: int, seat: int) -> int:
    """Own pawns next to a square, less those of others: the gain from each point of a tile there."""
    pull = 0
    if square % 6 > 0:
        pull += _side(state.board[square - 1], seat)
    if square % 6 < 5:
        pull += _side(state.board[square + 1], seat)
    if square >= 6:
        pull += _side(state.board[square - 6], seat)
    if square < SQUARES - 6:
        pull += _side(state.board[square + 6], seat)
    return pull


@compiled
def _side(piece: int, seat: int) -> int:
    if piece < PAWN:
        return 0
    return 1 if piece == PAWN + seat else -1


# ---- what an end depends on ---------------------------------------------------------------------------------


@compiled
def gist(state: Any) -> int:
    """The state key: squares without a free neighbour are left out, and count only through the leads in points."""
    points = np.zeros(4, np.int32)
    scores(state, points)
    number = 0
    for seat in range(1, state.players):
        number = number * 512 + (points[seat] - points[0] + 256)
    free = np.int64(0)
    for square in range(SQUARES):
        free |= np.int64(state.board[square] == 0) << square
    near = free | free << 6 | free >> 6 | (free & _NOT_LAST) << 1 | (free & _NOT_FIRST) >> 1
    for square in range(SQUARES):
        if not near >> square & 1:
            state.board[square] = PAWN
    return number


# ---- what an action does in the eyes of styles -----------------------------------------------------------------


SIDE = 6
BESIDE = [
    [square + step for step, inside in ((-1, x > 0), (1, x < SIDE - 1), (-SIDE, y > 0), (SIDE, y < SIDE - 1)) if inside]
    for y in range(SIDE)
    for x in range(SIDE)
    for square in [y * SIDE + x]
]
"""By square: its orthogonal neighbours."""


def traits(state: States, codes: Sequence[int]) -> list[Traits]:
    """The traits of each action. Drawing a tile has none."""
    board, seat = state[0].board.tolist(), int(state[0].turn)
    return [Traits() if code == DRAW else _of_square(board, code, seat, int(state[0].drawn)) for code in codes]


def _of_square(board: list[int], code: int, seat: int, drawn: int) -> Traits:
    """The traits of a pawn, or of the drawn tile, on a square."""
    square, own = code % SQUARES, PAWN + seat
    around = [board[other] for other in BESIDE[square]]
    mine, theirs = around.count(own), sum(piece > PAWN - 1 and piece != own for piece in around)
    if code >= PLACE_ON:
        return Traits(
            gains=drawn * mine,
            safety=mine - (drawn > 0) * around.count(0),
            builds=_partners(board, square, own) if drawn > 0 else -mine,
            hinders=-drawn * theirs,
        )
    worth = sum(piece for piece in around if -PAWN < piece < PAWN)
    return Traits(gains=worth, safety=-around.count(0), builds=_partners(board, square, own), hinders=theirs)


def _partners(board: list[int], square: int, own: int) -> int:
    """Own pawns that share a neighbour with a square: a tile there would count for both."""
    near = {other for middle in BESIDE[square] for other in BESIDE[middle]} | set(BESIDE[square])
    return sum(board[other] == own for other in near - {square})
