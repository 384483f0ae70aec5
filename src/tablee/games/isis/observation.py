"""Isis & Osiris as numbers: every tile has been turned up for all to see, so a seat has been shown everything."""

from typing import Any

import numpy as np

from tablee.games.isis.rules import BOX, PAWN, PAWNS_EACH, SQUARES, TILES
from tablee.kernel.cache import compiled, compiled_within
from tablee.kernel.observing import ONE, SEATS, from_seat, places_of, tell_seats, truths

OBSERVATION = {
    "pawns": (4, 6, 6),  # by seat, from the one that looks
    "tiles": (8, 6, 6),  # by value: -4 to -1, then 1 to 4
    "worth": (1, 6, 6),  # the value of a tile, in quarters
    "seats": SEATS,
    "pawns_left": (4,),  # in hand, of those it began with
    "tiles_left": (4,),  # own ones, of all in the box; a common reserve is everybody's
    "unseen": (8,),  # how many of each value have not been turned up
    "drawn": (9,),  # the value that must be placed; last: one is drawn, and not yet turned up
    "options": (2,),  # a common reserve; open values
}
_MOST_UNSEEN = max(BOX.values())
_AT = places_of(OBSERVATION)
_PAWNS, _TILES, _WORTH, _SEATS = _AT["pawns"], _AT["tiles"], _AT["worth"], _AT["seats"]
_PAWNS_LEFT, _TILES_LEFT, _UNSEEN = _AT["pawns_left"], _AT["tiles_left"], _AT["unseen"]
_DRAWN, _OPTIONS = _AT["drawn"], _AT["options"]
_MOST_PAWNS = max(PAWNS_EACH.values())


def _plane(players: int, seat: int, piece: int) -> int:
    """Where the plane of a piece begins; a free square has none, and is told where its worth is told right after."""
    if piece == 0:
        return _WORTH
    if piece < PAWN:
        return _TILES + (piece + 4 if piece < 0 else piece + 3) * SQUARES
    return _PAWNS + (piece - PAWN - seat) % players * SQUARES


_PIECES = range(-4, PAWN + 4)
_PLANE = np.array(
    [[[_plane(n or 1, seat, piece) for piece in _PIECES] for seat in range(4)] for n in range(5)], np.int32
)
"""By number of players, the seat that looks, and piece + 4."""
_QUARTERS = np.array([piece / 4 if piece < PAWN else 0 for piece in _PIECES], np.float32)

_DRAWN_KINDS = np.array([[place == kind for kind in range(9)] for place in (0, 1, 2, 3, -1, 4, 5, 6, 7, 8)], np.float32)
"""By what is drawn + 4, nothing being 0; last: a tile that is not turned up."""
_OF_PAWNS = np.arange(_MOST_PAWNS + 1, dtype=np.float32) / np.float32(_MOST_PAWNS)
_OF_TILES = np.arange(TILES + 1, dtype=np.float32) / np.float32(TILES)
_OF_UNSEEN = np.arange(_MOST_UNSEEN + 1, dtype=np.float32) / np.float32(_MOST_UNSEEN)
"""Parts, looked up: dividing takes as long as all the squares."""


@compiled
def observe(state: Any, seat: int, out: Any) -> None:
    """Fill a row of zeros."""
    for square in range(SQUARES):  # no branch: a misprediction a square would cost more than all else
        piece = state.board[square] + 4
        out[_PLANE[state.players, seat, piece] + square] = 1
        out[_WORTH + square] = _QUARTERS[piece]
    tell_seats(state, seat, out, _SEATS, -1 if state.ended else state.turn)
    _observe_stocks(state, seat, out)
    out[_OPTIONS], out[_OPTIONS + 1] = state.option_reserve, state.option_memory


@compiled_within
def observe_again(state: Any, seat: int, out: Any, looked: int, action: int) -> None:
    """Whose pawns are whose, the square that has been filled, and what is left.

    No branch that could be guessed wrong: where nothing has changed the same is written again.
    """
    if state.players == 2:
        _change_sides(out, seat != looked)
    else:
        _observe_pawns(state, seat, out)
    square = np.uint32(action) % np.uint32(SQUARES)  # a drawn tile lies nowhere: the first square is told once more
    piece = state.board[square] + 4
    out[_PLANE[state.players, seat, piece] + square] = 1
    out[_WORTH + square] = _QUARTERS[piece]
    if state.left[0] | state.left[1] | state.left[2] | state.left[3]:
        tell_seats(state, seat, out, _SEATS, state.turn)
    _observe_stocks(state, seat, out)


@compiled_within
def _change_sides(out: Any, whether: bool) -> None:
    """Let two planes of pawns change places, bit by bit, so that it takes the same time if they do not."""
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
    """What is left, and what is drawn, whatever was written there before."""
    for other in range(state.players):
        place = from_seat(state, seat, other)
        out[_PAWNS_LEFT + place] = _OF_PAWNS[state.pawns[other]]
        out[_TILES_LEFT + place] = _OF_TILES[state.reserve if state.option_reserve else state.tiles[other]]
    for kind in range(8):
        out[_UNSEEN + kind] = _OF_UNSEEN[state.unseen[kind if kind < 4 else kind + 1]]
    drawn = state.drawn + 4
    for kind in range(9):
        out[_DRAWN + kind] = _DRAWN_KINDS[drawn, kind]
