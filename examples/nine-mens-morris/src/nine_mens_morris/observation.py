"""Nine Men's Morris as numbers. Nothing is hidden: every seat sees the whole state."""

from typing import Any

from tablee.engine.compile_cache import compiled
from tablee.engine.observations import places_of

from .rules import MEN, QUIET

OBSERVATION = {"men": (2, 24), "hands": (2,), "turn": (2,), "taking": (1,), "quiet": (1,), "flying": (1,)}
MEANINGS = {
    "men": "the men of each seat, the observer first, by point: a7, d7, g7, b6 … in reading order",
    "hands": "men in hand of each seat, the observer first, divided by 9",
    "turn": "whose turn it is, the observer first",
    "taking": "a mill was closed, and a man is to be taken",
    "quiet": "moves since a man was placed or taken, as a share of those after which nobody wins",
    "flying": "three men may jump",
}
_AT = places_of(OBSERVATION)
_HANDS, _TURN, _TAKING, _QUIET, _FLYING = (_AT[name] for name in ("hands", "turn", "taking", "quiet", "flying"))


@compiled
def observe(state: Any, seat: int, out: Any) -> None:
    """Fill in `out`, which is all zeros."""
    for point in range(24):
        if state.board[point]:
            out[(state.board[point] - 1 != seat) * 24 + point] = 1
    for other in range(2):
        place = int(other != seat)
        out[_HANDS + place] = state.hand[other] / MEN
        out[_TURN + place] = not state.ended and state.turn == other
    out[_TAKING], out[_QUIET], out[_FLYING] = state.taking, state.quiet / QUIET, 1 - state.option_flying
