"""What a seat of Pebbles has been shown, as numbers, for those who train networks."""

from typing import Any

from tablee.engine.compile_cache import compiled

from .rules import SQUARES

OBSERVATION = {"own": (len(SQUARES),), "other": (len(SQUARES),)}
MEANINGS = {"own": "squares with a stone of one’s own", "other": "squares with a stone of the other"}


@compiled
def observe(state: Any, seat: int, out: Any) -> None:
    """A 1 for every stone: first one’s own, then those of the other."""
    for square in range(len(state.board)):
        if state.board[square] == 1 + seat:
            out[square] = 1.0
        elif state.board[square] != 0:
            out[len(state.board) + square] = 1.0
