"""The rules of Isis & Osiris, compiled.

A tile's code is its value, -4 to +4 without 0. A square holds 0 (free), a tile, or a pawn (`PAWN` + seat).
On the small boards for learners, `WALL` is where there is no square.
"""

from typing import Any

import numpy as np

from tablee.engine import defaults
from tablee.engine.compile_cache import compiled
from tablee.engine.contract import CHANCE, OVER
from tablee.engine.states import first_state, record
from tablee.games.isis import OPTIONS

VERSION = 1  # raise it when the same log would lead to another state

SQUARES = 36
PAWN = 5
WALL = -5
UNKNOWN = 5  # in `drawn`: a tile has been drawn and not yet been turned up
VALUES = (1, 2, 3, 4, -1, -2, -3, -4)
BOX = {1: 2, 2: 6, 3: 2, 4: 1, -1: 2, -2: 6, -3: 2, -4: 1}  # how many tiles of each value the box holds: 22 in all
TILES = sum(BOX.values())
PAWNS_EACH = {2: 8, 3: 6, 4: 5}
TILES_EACH = {2: 11, 3: 7, 4: 5}

STATE = record(
    ("isis", np.int8),  # the version of the rules
    ("players", np.int8),
    ("option_reserve", np.int8),  # 1 for one common pool of tiles
    ("option_memory", np.int8),  # 1 if values stay visible
    ("turn", np.int8),
    ("drawn", np.int8),  # 0, UNKNOWN or the value of the tile that must be placed
    ("ended", np.int8),  # 0, POINTS or LEFT
    ("free", np.int8),  # free squares
    ("reserve", np.int8),  # tiles in the common pool
    ("pawns", np.int8, 4),  # in hand, by seat
    ("tiles", np.int8, 4),  # own tiles left, by seat
    ("left", np.int8, 4),
    ("unseen", np.int8, 9),  # tiles not yet revealed, by value + 4
    ("board", np.int8, SQUARES),
)

FACTS = record(("isis_facts", np.int8), ("worth", np.int8, SQUARES))  # the points of the pawn on each square

POINTS = 1  # in `ended`: no seat can play on

# Actions: `pawn` and `place` on a square, `draw`, and the outcome `reveal` of a value.
PAWN_ON = 0
PLACE_ON = SQUARES
DRAW = 2 * SQUARES
ACTIONS = DRAW + 1
REVEAL = ACTIONS + 4
MOST_ACTIONS = SQUARES + 1
MOST_STEPS = 3 * TILES + max(players * pawns for players, pawns in PAWNS_EACH.items())
"""A tile is drawn, turned up and placed; a pawn is placed."""

leave_as_usual = defaults.leave


@compiled
def to_act(state: Any) -> int:
    """The seat to act, `CHANCE` between draw and reveal, or `OVER`."""
    if state.ended:
        return OVER
    if state.drawn == UNKNOWN:
        return CHANCE
    return int(state.turn)


@compiled
def tiles_of(state: Any, seat: int) -> int:
    """How many tiles a seat may still draw."""
    return int(state.reserve if state.option_reserve else state.tiles[seat])


@compiled
def legal(state: Any, actions: Any) -> int:
    """`place` what is drawn; else `pawn` on any free square, or `draw`."""
    count = 0
    if state.drawn:
        return _free_squares(state, PLACE_ON, actions)
    if state.pawns[state.turn]:
        count = _free_squares(state, PAWN_ON, actions)
    if tiles_of(state, state.turn):
        actions[count] = DRAW
        count += 1
    return count


@compiled
def _free_squares(state: Any, first: int, actions: Any) -> int:
    # Without a branch: mispredictions would halve the speed of random play.
    count = 0
    for square in range(SQUARES):
        actions[count] = first + square
        count += state.board[square] == 0
    return count


@compiled
def outcomes(state: Any, actions: Any, weights: Any) -> int:
    """The values that can be revealed, weighted by the tiles not yet revealed, whoever draws."""
    count = 0
    for value in VALUES:
        if state.unseen[value + 4]:
            actions[count] = REVEAL + value
            weights[count] = state.unseen[value + 4]
            count += 1
    return count


@compiled
def apply(state: Any, action: int) -> None:
    """Carry out a step."""
    if action < PLACE_ON:
        state.pawns[state.turn] -= 1
        _fill(state, action, PAWN + state.turn)
    elif action < DRAW:
        value = state.drawn
        state.drawn = 0
        _fill(state, action - PLACE_ON, value)
    elif action == DRAW:
        _take_tiles(state, state.turn, 1)
        state.drawn = UNKNOWN
    else:
        value = action - REVEAL
        state.unseen[value + 4] -= 1
        state.drawn = value


@compiled
def _fill(state: Any, square: int, piece: int) -> None:
    state.board[square] = piece
    state.free -= 1
    pass_on(state)


@compiled
def _take_tiles(state: Any, seat: int, count: int) -> None:
    if state.option_reserve:
        state.reserve -= count
    else:
        state.tiles[seat] -= count


@compiled
def can_play(state: Any, seat: int) -> bool:
    """Does the seat have anything to place?"""
    return not state.left[seat] and (state.pawns[seat] > 0 or tiles_of(state, seat) > 0)


@compiled
def pass_on(state: Any) -> None:
    """Give the turn to the next seat that can play; end the game if there is none, or no free square."""
    if state.free:
        seat = state.turn
        for _ in range(state.players):
            seat += 1
            if seat == state.players:
                seat = 0
            if can_play(state, seat):
                state.turn = seat
                return
    state.ended = POINTS


@compiled
def leave(state: Any, seat: int) -> None:
    """A seat leaves. A tile that it has drawn is unseen again; so is any drawn tile if one seat remains."""
    if state.drawn and (seat == state.turn or state.players - state.left.sum() == 2):
        _take_tiles(state, state.turn, -1)
        if state.drawn != UNKNOWN:
            state.unseen[state.drawn + 4] += 1
        state.drawn = 0
    leave_as_usual(state, seat)


@compiled
def _tile_value(state: Any, square: int) -> int:
    piece = state.board[square]
    return piece if -PAWN < piece < PAWN else 0


@compiled
def pawn_value(state: Any, square: int) -> int:
    """The sum of the tiles orthogonally next to a square."""
    value = 0
    if square % 6 > 0:
        value += _tile_value(state, square - 1)
    if square % 6 < 5:
        value += _tile_value(state, square + 1)
    if square >= 6:
        value += _tile_value(state, square - 6)
    if square < SQUARES - 6:
        value += _tile_value(state, square + 6)
    return value


@compiled
def scores(state: Any, scores: Any) -> None:
    """The sum, over a seat's pawns, of the tiles next to them."""
    scores[: state.players] = 0
    for square in range(SQUARES):
        if state.board[square] >= PAWN:
            scores[state.board[square] - PAWN] += pawn_value(state, square)


@compiled
def facts(state: Any, facts: Any) -> None:
    """Fill in the points of each pawn."""
    for square in range(SQUARES):
        facts.worth[square] = pawn_value(state, square) if state.board[square] >= PAWN else 0


@compiled
def set_up(state: Any, seed: int) -> None:
    """Nothing of the set-up is random."""


def new(players: int, options: dict[str, Any], seed: int) -> Any:  # noqa: ARG001
    """The state before the first action. Nothing of the set-up is random: tiles get their values when drawn."""
    states = first_state(STATE, players, options, OPTIONS, VERSION)
    state = states[0]
    state.free = SQUARES
    state.pawns[:players] = PAWNS_EACH[players]
    if state.option_reserve:
        state.reserve = TILES
    else:
        state.tiles[:players] = TILES_EACH[players]
    for value, count in BOX.items():
        state.unseen[value + 4] = count
    return states
