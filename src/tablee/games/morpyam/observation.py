"""Morpyam as numbers: everything lies open. Which figure a square bears is the same in every game."""

from typing import Any

import numpy as np

from tablee.games.morpyam.figures import BIT, DICE_COUNT, FACES, FIGURES, HANDFULS, SIDE, SQUARES
from tablee.games.morpyam.rules import MOST_THROWS, PHASES, START_PHASE, TOKENS_EACH
from tablee.kernel.cache import compiled
from tablee.kernel.observing import ONE, SEATS, from_seat, places_of, tell_seats, truths

OBSERVATION = {
    "tokens": (4, SIDE, SIDE),  # by seat, from the one that looks
    "seats": SEATS,
    "hands": (4,),  # tokens in hand, of those it began with
    "phase": (len(PHASES),),
    "dice": (FACES,),  # how many show each face, of five
    "kept": (FACES,),
    "throws": (MOST_THROWS + 1,),  # made this turn
    "call": (len(FIGURES),),  # the first: none
    "morpyams": (1,),  # tokens placed with five alike this turn, when that can win
    "options": (3,),  # two morpyams win; five alike go on any; a sure call is refused
}
_AT = places_of(OBSERVATION)
_TOKENS, _SEATS, _HANDS, _PHASE = _AT["tokens"], _AT["seats"], _AT["hands"], _AT["phase"]
_DICE, _KEPT, _THROWS, _CALL = _AT["dice"], _AT["kept"], _AT["throws"], _AT["call"]
_MORPYAMS, _OPTIONS = _AT["morpyams"], _AT["options"]
_MOST_TOKENS = max(TOKENS_EACH.values())
_OF_TOKENS = (np.arange(_MOST_TOKENS + 1) / _MOST_TOKENS).astype(np.float32)
_SHOWING = np.array(
    [[handful.count(face) / DICE_COUNT for face in range(1, FACES + 1)] for handful in HANDFULS], np.float32
)


@compiled
def observe(state: Any, seat: int, out: Any) -> None:
    """Fill a row of zeros."""
    bits = truths(out)
    for other in range(state.players):
        place, tokens = from_seat(state, seat, other), state.tokens[other]
        for square in range(SQUARES):
            bits[_TOKENS + place * SQUARES + square] = ONE * ((tokens & BIT[square]) != 0)
        out[_HANDS + place] = _OF_TOKENS[state.hands[other]]
    tell_seats(state, seat, out, _SEATS, -1 if state.phase == START_PHASE or state.ended else state.turn)
    out[_PHASE + state.phase] = 1
    for face in range(FACES):
        out[_DICE + face] = _SHOWING[state.dice, face]
        out[_KEPT + face] = _SHOWING[state.kept, face]
    out[_THROWS + state.throws] = 1
    out[_CALL + state.call] = 1
    out[_MORPYAMS] = state.morpyams / 2
    out[_OPTIONS], out[_OPTIONS + 1], out[_OPTIONS + 2] = state.double_morpyam, state.five_alike, state.sure_call
