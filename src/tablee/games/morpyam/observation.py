"""Morpyam as numbers. Nothing is hidden; the figures of the squares are left out, for they never change."""

from typing import Any

import numpy as np

from tablee.engine.compile_cache import compiled
from tablee.engine.observations import ONE, SEATS, TAKEN_LEFT_TURN, from_seat, places_of, tell_seats, truths
from tablee.games.morpyam import rules

OBSERVATION = {
    "tokens": (4, rules.SIDE, rules.SIDE),
    "seats": SEATS,
    "hands": (4,),
    "phase": (len(rules.PHASES),),
    "dice": (rules.FACES,),
    "kept": (rules.FACES,),
    "throws": (rules.MOST_THROWS + 1,),
    "call": (len(rules.FIGURES),),
    "morpyams": (1,),
    "options": (3,),
}
MEANINGS = {
    "tokens": "the tokens of each seat, the observer first, by rank and file",
    "seats": TAKEN_LEFT_TURN,
    "hands": "tokens in hand of each seat, as a share of 17",
    "phase": "one-hot: start, throw, dice, choose, over",
    "dice": "the share of the five dice that show each face",
    "kept": "the share of the five dice that are kept with each face",
    "throws": "one-hot: the throws made this turn, from 0",
    "call": "one-hot: the figure that was called, in the order of the actions call; the first means no call",
    "morpyams": "half the tokens placed with five alike this turn, if two of them win",
    "options": "two morpyams win; five alike go anywhere; a sure call is refused",
}
_AT = places_of(OBSERVATION)
_TOKENS, _SEATS, _HANDS, _PHASE = _AT["tokens"], _AT["seats"], _AT["hands"], _AT["phase"]
_DICE, _KEPT, _THROWS, _CALL = _AT["dice"], _AT["kept"], _AT["throws"], _AT["call"]
_MORPYAMS, _OPTIONS = _AT["morpyams"], _AT["options"]
_MOST_TOKENS = max(rules.TOKENS_EACH.values())
_OF_TOKENS = (np.arange(_MOST_TOKENS + 1) / _MOST_TOKENS).astype(np.float32)
_SHOWING = np.array(
    [[handful.count(face) / rules.DICE_COUNT for face in range(1, rules.FACES + 1)] for handful in rules.HANDFULS],
    np.float32,
)


@compiled
def observe(state: Any, seat: int, out: Any) -> None:
    """Fill in `out`, which is all zeros."""
    bits = truths(out)
    for other in range(state.players):
        place, tokens = from_seat(state, seat, other), state.tokens[other]
        for square in range(rules.SQUARES):
            bits[_TOKENS + place * rules.SQUARES + square] = ONE * ((tokens & rules.BIT[square]) != 0)
        out[_HANDS + place] = _OF_TOKENS[state.hands[other]]
    tell_seats(state, seat, out, _SEATS, -1 if state.phase == rules.START_PHASE or state.ended else state.turn)
    out[_PHASE + state.phase] = 1
    for face in range(rules.FACES):
        out[_DICE + face] = _SHOWING[state.dice, face]
        out[_KEPT + face] = _SHOWING[state.kept, face]
    out[_THROWS + state.throws] = 1
    out[_CALL + state.call] = 1
    out[_MORPYAMS] = state.morpyams / 2
    out[_OPTIONS], out[_OPTIONS + 1], out[_OPTIONS + 2] = state.double_morpyam, state.five_alike, state.sure_call
