"""Isis & Osiris as numbers: every tile has been turned up for all to see, so a seat has been shown everything."""

from typing import Any

import numpy as np

from tablee.games.isis.rules import PAWN, PAWNS_EACH, SQUARES, TILES, UNKNOWN
from tablee.kernel.cache import compiled
from tablee.kernel.observing import SEATS, from_seat, places_of, tell_seats

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
MOST_UNSEEN = 6
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

_OF_TILES = np.arange(TILES + 1, dtype=np.float32) / np.float32(TILES)
_OF_UNSEEN = np.arange(MOST_UNSEEN + 1, dtype=np.float32) / np.float32(MOST_UNSEEN)
"""Parts, looked up: dividing takes as long as all the squares."""


@compiled
def observe(state: Any, seat: int, out: Any) -> None:
    """Fill a row of zeros."""
    for square in range(SQUARES):  # no branch: a misprediction a square would cost more than all else
        piece = state.board[square] + 4
        out[_PLANE[state.players, seat, piece] + square] = 1
        out[_WORTH + square] = _QUARTERS[piece]
    tell_seats(state, seat, out, _SEATS, -1 if state.ended else state.turn)
    for other in range(state.players):
        place = from_seat(state, seat, other)
        out[_PAWNS_LEFT + place] = state.pawns[other] / _MOST_PAWNS
        out[_TILES_LEFT + place] = _OF_TILES[state.reserve if state.option_reserve else state.tiles[other]]
    for kind in range(8):
        out[_UNSEEN + kind] = _OF_UNSEEN[state.unseen[kind if kind < 4 else kind + 1]]
    if state.drawn == UNKNOWN:
        out[_DRAWN + 8] = 1
    elif state.drawn != 0:
        out[_DRAWN + _kind(state.drawn)] = 1
    out[_OPTIONS], out[_OPTIONS + 1] = state.option_reserve, state.option_memory


@compiled
def _kind(value: int) -> int:
    """The place of a value: there is no 0."""
    return value + 4 if value < 0 else value + 3
