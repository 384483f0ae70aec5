"""Isis & Osiris as numbers. Every tile was turned up for all to see, so every seat knows the whole state."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tablee.engine.compile_cache import compiled, compiled_within
from tablee.engine.observations import (
    ONE,
    SEATS,
    TAKEN_LEFT_TURN,
    Symmetry,
    board_symmetry,
    from_seat,
    places_of,
    tell_seats,
    truths,
)
from tablee.games.isis.rules import ACTIONS, BOX, PAWN, PAWNS_EACH, SQUARES, TILES, WALL

OBSERVATION = {
    "pawns": (4, 6, 6),
    "tiles": (8, 6, 6),
    "worth": (1, 6, 6),
    "seats": SEATS,
    "pawns_left": (4,),
    "tiles_left": (4,),
    "unseen": (8,),
    "drawn": (9,),
    "options": (2,),
}
MEANINGS = {
    "pawns": "the pawns of each seat, the observer first, by rank and file",
    "tiles": "one-hot: the tiles of each value, -4 to -1, then 1 to 4",
    "worth": "the value of a tile, divided by 4",
    "seats": TAKEN_LEFT_TURN,
    "pawns_left": "pawns in hand of each seat, as a share of the most that a seat can have",
    "tiles_left": "tiles left to each seat, as a share of all in the box; a common reserve counts for every seat",
    "unseen": "tiles of each value not turned up yet, as a share of the most of one value in the box",
    "drawn": "one-hot: the value that must be placed, as in tiles; last: a tile that is not turned up yet",
    "options": "a common reserve; open values",
}
_TURNS: dict[str, Callable[[int, int], tuple[int, int]]] = {
    "turned by 90°": lambda rank, file: (5 - file, rank),
    "turned by 180°": lambda rank, file: (5 - rank, 5 - file),
    "turned by 270°": lambda rank, file: (file, 5 - rank),
    "ranks mirrored": lambda rank, file: (5 - rank, file),
    "files mirrored": lambda rank, file: (rank, 5 - file),
    "diagonal mirrored": lambda rank, file: (file, rank),
    "other diagonal mirrored": lambda rank, file: (5 - file, 5 - rank),
}


def _turned(name: str) -> Symmetry:
    moved = [_TURNS[name](*divmod(square, 6)) for square in range(SQUARES)]
    squares = [6 * rank + file for rank, file in moved]
    return board_symmetry(name, OBSERVATION, squares, ("pawns", "tiles", "worth"), 2, ACTIONS, range(9))


SYMMETRIES = tuple(map(_turned, _TURNS))

_MOST_UNSEEN = max(BOX.values())
_AT = places_of(OBSERVATION)
_PAWNS, _TILES, _WORTH, _SEATS = _AT["pawns"], _AT["tiles"], _AT["worth"], _AT["seats"]
_PAWNS_LEFT, _TILES_LEFT, _UNSEEN = _AT["pawns_left"], _AT["tiles_left"], _AT["unseen"]
_DRAWN, _OPTIONS = _AT["drawn"], _AT["options"]
_MOST_PAWNS = max(PAWNS_EACH.values())


def _plane(players: int, seat: int, piece: int) -> int:
    """The start of a piece's plane. Without a piece, that of "worth", which is written right after."""
    if piece in (0, WALL):
        return _WORTH
    if piece < PAWN:
        return _TILES + (piece + 4 if piece < 0 else piece + 3) * SQUARES
    return _PAWNS + (piece - PAWN - seat) % players * SQUARES


_PIECES = range(WALL, PAWN + 4)
_PLANE = np.array(
    [[[_plane(n or 1, seat, piece) for piece in _PIECES] for seat in range(4)] for n in range(5)], np.int32
)
"""By number of players, observer, and piece - WALL."""
_QUARTERS = np.array([piece / 4 if WALL < piece < PAWN else 0 for piece in _PIECES], np.float32)

_DRAWN_KINDS = np.array([[place == kind for kind in range(9)] for place in (0, 1, 2, 3, -1, 4, 5, 6, 7, 8)], np.float32)
"""By the drawn value + 4 (0: nothing drawn); last: a tile that is not turned up."""
_OF_PAWNS = np.arange(_MOST_PAWNS + 1, dtype=np.float32) / np.float32(_MOST_PAWNS)
_OF_TILES = np.arange(TILES + 1, dtype=np.float32) / np.float32(TILES)
_OF_UNSEEN = np.arange(_MOST_UNSEEN + 1, dtype=np.float32) / np.float32(_MOST_UNSEEN)
"""Tables of quotients: divisions would take as long as all the squares."""


@compiled
def observe(state: Any, seat: int, out: Any) -> None:
    """Fill in `out`, which is all zeros."""
    for square in range(SQUARES):  # without a branch, which would be mispredicted too often
        piece = state.board[square] - WALL
        out[_PLANE[state.players, seat, piece] + square] = 1
        out[_WORTH + square] = _QUARTERS[piece]
    tell_seats(state, seat, out, _SEATS, -1 if state.ended else state.turn)
    _observe_stocks(state, seat, out)
    out[_OPTIONS], out[_OPTIONS + 1] = state.option_reserve, state.option_memory


@compiled_within
def observe_again(state: Any, seat: int, out: Any, looked: int, action: int) -> None:
    """Update the order of the seats, the square that was filled, and what is left.

    There are no unpredictable branches: what has not changed is written again.
    """
    if state.players == 2:
        _change_sides(out, seat != looked)
    else:
        _observe_pawns(state, seat, out)
    square = np.uint32(action) % np.uint32(SQUARES)  # after a draw, the first square is written again
    piece = state.board[square] - WALL
    out[_PLANE[state.players, seat, piece] + square] = 1
    out[_WORTH + square] = _QUARTERS[piece]
    if state.left[0] | state.left[1] | state.left[2] | state.left[3]:
        tell_seats(state, seat, out, _SEATS, state.turn)
    _observe_stocks(state, seat, out)


@compiled_within
def _change_sides(out: Any, whether: bool) -> None:
    """Swap two planes of pawns, if `whether`, without a branch."""
    bits, all_bits = truths(out), np.int32(-1) * np.int32(whether)
    for square in range(SQUARES):
        ours, theirs = _PAWNS + square, _PAWNS + SQUARES + square
        changed = (bits[ours] ^ bits[theirs]) & all_bits
        bits[ours] ^= changed
        bits[theirs] ^= changed


@compiled_within
def _observe_pawns(state: Any, seat: int, out: Any) -> None:
    bits = truths(out)
    for other in range(state.players):
        here, pawn = _PAWNS + from_seat(state, seat, other) * SQUARES, np.int8(PAWN + other)
        for square in range(SQUARES):
            bits[here + square] = ONE * (state.board[square] == pawn)


@compiled_within
def _observe_stocks(state: Any, seat: int, out: Any) -> None:
    """Fill in what is left and what is drawn, overwriting whatever was there."""
    for other in range(state.players):
        place = from_seat(state, seat, other)
        out[_PAWNS_LEFT + place] = _OF_PAWNS[state.pawns[other]]
        out[_TILES_LEFT + place] = _OF_TILES[state.reserve if state.option_reserve else state.tiles[other]]
    for kind in range(8):
        out[_UNSEEN + kind] = _OF_UNSEEN[state.unseen[kind if kind < 4 else kind + 1]]
    drawn = state.drawn + 4
    for kind in range(9):
        out[_DRAWN + kind] = _DRAWN_KINDS[drawn, kind]
