"""What a bot knows of Isis & Osiris beyond its rules."""

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from tablee.games.isis import tastes
from tablee.games.isis.aspects import SHAPE, knows, stage_of, take_notes
from tablee.games.isis.rules import DRAW, PAWN, PLACE_ON, SQUARES, pawn_value, scores
from tablee.games.network import Network, Weights, answer, nobody, read_weights, ready, straightened
from tablee.kernel.cache import compiled
from tablee.kernel.chance import below
from tablee.kernel.contract import States

traits = tastes.traits

MARGIN = 10.0
"""The lead in points that is half as good as a boundless one."""
WITH_MORE = {2: 150, 3: 80, 4: 300}
"""Games in thought by level with three seats and more: a game hangs less on one seat there, so that levels must lie
further apart to be told apart."""

_NOT_FIRST = sum(1 << square for square in range(SQUARES) if square % 6 > 0)
_NOT_LAST = sum(1 << square for square in range(SQUARES) if square % 6 < 5)

FORGOTTEN = {1: 0.4, 2: 0.2}
"""The share of the face-down tiles that a bot of a low level does not remember."""


def forget(state: States, level: int, seed: int) -> States:
    """The state as a bot of that level remembers it: of some face-down tiles it no longer knows which lies where."""
    share = FORGOTTEN.get(level, 0.0)
    if state[0].option_memory or not share:
        return state
    random = Random(seed)
    tiles = [square for square, piece in enumerate(state[0].board.tolist()) if piece and piece < PAWN]
    forgotten = [square for square in tiles if random.random() < share]
    remembered = state.copy()
    remembered[0].board[forgotten] = state[0].board[random.sample(forgotten, len(forgotten))]
    return remembered


# ---- what the search is told ------------------------------------------------------------------------------

CANDIDATES = 3
"""So many squares are compared where a game is only played out in thought."""
WORTH_OF_DRAWING = 2.0
"""About what a tile brings to the one who draws it, in points."""


@compiled
def pick(state: Any, actions: Any, count: int, random: Any) -> int:
    """The best of a few squares; rather a tile than a pawn that brings little."""
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
    """What each action brings at once, less what the best does."""
    most = np.float32(-1000.0)
    for place in range(count):
        promises[place] = WORTH_OF_DRAWING if actions[place] == DRAW else gained(state, actions[place])
        most = max(most, promises[place])
    promises[:count] -= most


@compiled
def gained(state: Any, action: int) -> int:
    """By how many points the seat to act gains on the others by placing a pawn or the tile it has drawn."""
    if action < PLACE_ON:
        return pawn_value(state, action)
    return int(state.drawn * _pull(state, action - PLACE_ON, state.turn))


@compiled
def _pull(state: Any, square: int, seat: int) -> int:
    """Own pawns next to a square, less those of others: what each point of a tile there brings."""
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


# ---- what a position is worth -----------------------------------------------------------------------------

JUDGED: dict[int, int] = {}
"""By level that asks the network in place of playing games out: how many positions it judges before a decision."""
WEIGHTS = Path(__file__).with_name("network.npz")


def insight(state: States, level: int) -> Network:
    """The network, in a room of its own, where a level asks it."""
    return ready(_learnt(), SHAPE) if judged(state, level) else nobody()


def judged(state: States, level: int) -> int:
    """How many positions a level judges; 0 where it plays games out."""
    return JUDGED.get(level, 0) if knows(state[0]) else 0


@cache
def _learnt() -> Weights:
    weights, made = read_weights(WEIGHTS)
    return straightened(weights, made["slopes"])


@compiled
def judge(state: Any, insight: Any, leads: Any, shares: Any) -> bool:
    """What the network says of a position of two seats."""
    if len(insight.notes) == 0 or not knows(state):
        return False
    answer(insight, take_notes(state, insight.notes, insight.desk), stage_of(state))
    seat = state.turn
    shares[seat], shares[1 - seat] = insight.answers[0], 1 - insight.answers[0]
    leads[seat], leads[1 - seat] = insight.answers[1], 1 - insight.answers[1]
    return True


# ---- what an end hangs on ---------------------------------------------------------------------------------


@compiled
def gist(state: Any) -> int:
    """Wipe the squares that have no free one beside them: all that is left of them are the leads in points."""
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
