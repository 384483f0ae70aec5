"""Écarté as numbers: what a seat has seen, and never what it has not."""

from typing import Any

from tablee.engine.compile_cache import compiled
from tablee.engine.observations import places_of

from .rules import AWAY, CARDS, GOAL, HAND, HELD, TURNED, WON

OBSERVATION = {"cards": (5, CARDS), "trick": (2, CARDS), "barred": (CARDS,), "seats": (2, 7), "phase": (6,)}
MEANINGS = {
    "cards": "own hand, own exchanged cards, the card turned up, and what each seat has won, the observer first",
    "trick": "the cards of the latest trick by seat, the observer first",
    "barred": "cards that the other cannot hold, as it did not follow suit",
    "seats": "the observer first: points, tricks, cards due, divided by 5; to act, dealer, bold, marked the king",
    "phase": "dealing, proposing, answering, exchanging, playing; and whether cards have been exchanged",
}
_CARDS, _TRICK, _BARRED, _SEATS, _PHASE = places_of(OBSERVATION).values()


@compiled
def observe(state: Any, seat: int, out: Any) -> None:
    """Fill in `out`, which is all zeros."""
    for card in range(CARDS):
        for plane, place in enumerate((HELD + seat, AWAY + seat, TURNED, WON + seat, WON + 1 - seat)):
            out[_CARDS + plane * CARDS + card] = state.place[card] == place
        out[_BARRED + card] = state.barred[1 - seat] >> card & 1
    for at, other in enumerate((seat, 1 - seat)):
        if state.trick[other] >= 0:
            out[_TRICK + CARDS * at + state.trick[other]] = 1
        first = _SEATS + 7 * at
        out[first], out[first + 1] = state.points[other] / GOAL, state.tricks[other] / HAND
        out[first + 2], out[first + 3] = state.due[other] / HAND, not state.ended and state.turn == other
        out[first + 4], out[first + 5] = state.dealer == other, state.bold == other
        out[first + 6] = state.king == other
    out[_PHASE + state.phase], out[_PHASE + 5] = 1, state.asked
