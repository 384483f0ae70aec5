"""What a network is told of a position of two seats: for each free square and each number in hand the row of its kind.

A free square is told by what a pawn there would be worth, by how many more own pawns than others are beside it, and by
how many free squares are. So positions that mirror each other are one, and so are those with the seats exchanged: all
is told from the seat to act.
"""

from typing import Any

import numpy as np

from tablee.games.isis.rules import BOX, PAWN, PAWNS_EACH, SQUARES, TILES_EACH, UNKNOWN, VALUES
from tablee.games.network import Shape
from tablee.kernel.cache import compiled

PLAYERS = 2
MOST_WORTH, MOST_PULL, MOST_FREE, MOST_LEAD = 6, 3, 4, 24
"""What is beyond counts as this."""
STAGE = 6
"""So many free squares are a stage of the game."""
STAGES = SQUARES // STAGE

_PULLS, _FREES = 2 * MOST_PULL + 1, MOST_FREE + 1
_PAWNS, _TILES, _UNSEEN = PAWNS_EACH[PLAYERS] + 1, TILES_EACH[PLAYERS] + 1, max(BOX.values()) + 1
OF_LEAD = (2 * MOST_WORTH + 1) * _PULLS * _FREES
OF_PAWNS = OF_LEAD + 2 * MOST_LEAD + 1
OF_TILES = OF_PAWNS + 2 * _PAWNS
OF_DRAWN = OF_TILES + 2 * _TILES
OF_UNSEEN = OF_DRAWN + UNKNOWN + 5
_ROWS = OF_UNSEEN + len(VALUES) * _UNSEEN

_WIDE = 8
"""The board lies in a wider one, whose border is neither free nor worth anything."""
_AREA = _WIDE * _WIDE
_AT_SQUARE = np.array([(square // 6 + 1) * _WIDE + square % 6 + 1 for square in range(SQUARES)], np.int32)

SHAPE = Shape(rows=_ROWS, width=64, stages=STAGES, inner=32, most_notes=SQUARES + 6 + len(VALUES), desk=4 * _AREA)


@compiled
def knows(state: Any) -> bool:
    """Is it a position that the network has learnt to judge?"""
    return bool(state.players == PLAYERS and state.option_reserve == 0 and state.ended == 0)


@compiled
def stage_of(state: Any) -> int:
    """In which stage of the game it is, by free squares."""
    return int((state.free - 1) // STAGE)


@compiled
def take_notes(state: Any, notes: Any, desk: Any) -> int:
    """Fill in which rows speak of a state; return how many."""
    lead, count = _note_squares(state, notes, desk)
    seat = state.turn
    notes[count] = OF_LEAD + MOST_LEAD + min(max(lead, -MOST_LEAD), MOST_LEAD)
    notes[count + 1] = OF_PAWNS + state.pawns[seat]
    notes[count + 2] = OF_PAWNS + _PAWNS + state.pawns[1 - seat]
    notes[count + 3] = OF_TILES + state.tiles[seat]
    notes[count + 4] = OF_TILES + _TILES + state.tiles[1 - seat]
    notes[count + 5] = OF_DRAWN + 4 + state.drawn
    count += 6
    for kind in range(8):
        notes[count + kind] = OF_UNSEEN + kind * _UNSEEN + state.unseen[kind if kind < 4 else kind + 1]
    return count + 8


@compiled
def _note_squares(state: Any, notes: Any, desk: Any) -> tuple[int, int]:
    """The kinds of all free squares; returns the lead of the seat to act, and how many there are."""
    tiles, sides, free = desk[:_AREA], desk[_AREA : 2 * _AREA], desk[2 * _AREA : 3 * _AREA]
    kinds = desk[3 * _AREA : 4 * _AREA]
    for square in range(SQUARES):
        piece, at = state.board[square], _AT_SQUARE[square]
        tiles[at] = piece if piece < PAWN else 0
        sides[at] = 0 if piece < PAWN else (1 if piece == PAWN + state.turn else -1)
        free[at] = piece == 0
    lead = 0
    for at in range(_WIDE, _AREA - _WIDE):
        worth = tiles[at - 1] + tiles[at + 1] + tiles[at - _WIDE] + tiles[at + _WIDE]
        pull = sides[at - 1] + sides[at + 1] + sides[at - _WIDE] + sides[at + _WIDE]
        room = free[at - 1] + free[at + 1] + free[at - _WIDE] + free[at + _WIDE]
        lead += sides[at] * worth
        worth = min(max(worth, -MOST_WORTH), MOST_WORTH) + MOST_WORTH
        pull = min(max(pull, -MOST_PULL), MOST_PULL) + MOST_PULL
        kinds[at] = (worth * _PULLS + pull) * _FREES + room
    count = 0
    for square in range(SQUARES):
        at = _AT_SQUARE[square]
        notes[count] = kinds[at]
        count += free[at]
    return lead, count
