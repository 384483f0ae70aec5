"""Morfals as numbers. Nothing is hidden."""

from typing import Any

import numpy as np

from tablee.engine.compile_cache import compiled
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
from tablee.games.morfals.rules import ACTIONS, CANNIBALS, MATCH_POINTS, PHASES, SIDE, SQUARES, START, THROWS

OBSERVATION = {
    "cannibals": (2, SIDE, SIDE),
    "trapped": (1, SIDE, SIDE),
    "seats": SEATS,
    "hands": (2,),
    "announced": (2,),
    "skip": (2,),
    "match_score": (2,),
    "phase": (len(PHASES),),
    "dice": (len(THROWS),),
    "options": (3,),
}
MEANINGS = {
    "cannibals": "the cannibals of each seat, the observer first, by column and row",
    "trapped": "those that can still be eaten, by column and row",
    "seats": TAKEN_LEFT_TURN,
    "hands": "cannibals in hand of each seat, as a share of twelve",
    "announced": "1 if the seat has announced its last cannibal",
    "skip": "1 if the seat sits out a turn",
    "match_score": "points of each seat, as a share of those that win a match",
    "phase": "one-hot: start, roll, place, claim, announce, over",
    "dice": "one-hot: the throw of three dice, in the order of the outcomes roll",
    "options": "a match; traps must be claimed; the last cannibal must be announced",
}
_MIRRORED = {"columns mirrored": (True, False), "rows mirrored": (False, True), "turned by 180°": (True, True)}
"""Are columns and rows in the opposite order? With columns the dice show 4 minus each face: 1 1 2 becomes 2 3 3."""


def _mirrored(name: str) -> Symmetry:
    columns, rows = _MIRRORED[name]
    squares = [
        SIDE * (SIDE - 1 - column if columns else column) + (SIDE - 1 - row if rows else row)
        for column in range(SIDE)
        for row in range(SIDE)
    ]
    dice = [THROWS.index(tuple(sorted(4 - face for face in throw)) if columns else throw) for throw in THROWS]
    outcomes = [*dice, len(THROWS), len(THROWS) + 1]  # and who begins
    found = board_symmetry(name, OBSERVATION, squares, ("cannibals", "trapped"), 2, ACTIONS, outcomes)
    place = places_of(OBSERVATION)["dice"]
    found.numbers[place : place + len(THROWS)] = [place + one for one in dice]
    return found


SYMMETRIES = tuple(map(_mirrored, _MIRRORED))

_AT = places_of(OBSERVATION)
_CANNIBALS, _TRAPPED, _SEATS, _HANDS = _AT["cannibals"], _AT["trapped"], _AT["seats"], _AT["hands"]
_ANNOUNCED, _SKIP, _MATCH_SCORE = _AT["announced"], _AT["skip"], _AT["match_score"]
_PHASE, _DICE, _OPTIONS = _AT["phase"], _AT["dice"], _AT["options"]
_OURS, _THEIRS = _CANNIBALS, _CANNIBALS + SQUARES
_OF_CANNIBALS = (np.arange(CANNIBALS + 1) / CANNIBALS).astype(np.float32)
"""Tables of quotients: a look-up is faster than a division."""


@compiled
def observe(state: Any, seat: int, out: Any) -> None:
    """Fill in `out`, which is all zeros."""
    bits, ours, theirs = truths(out), np.int8(1 + seat), np.int8(2 - seat)
    for square in range(SQUARES):
        bits[_OURS + square] = ONE * (state.board[square] == ours)
        bits[_THEIRS + square] = ONE * (state.board[square] == theirs)
        bits[_TRAPPED + square] = ONE * np.int32(state.trapped >> square & 1)
    tell_seats(state, seat, out, _SEATS, -1 if state.phase == START or state.ended else state.turn)
    for other in range(2):
        place = from_seat(state, seat, other)
        out[_HANDS + place] = _OF_CANNIBALS[state.hands[other]]
        out[_ANNOUNCED + place] = state.announced[other]
        out[_SKIP + place] = state.skip[other]
        out[_MATCH_SCORE + place] = state.match_score[other] / MATCH_POINTS
    out[_PHASE + state.phase] = 1
    if state.dice > 0:
        out[_DICE + state.dice - 1] = 1
    out[_OPTIONS], out[_OPTIONS + 1], out[_OPTIONS + 2] = state.match, state.capture, state.last_man
