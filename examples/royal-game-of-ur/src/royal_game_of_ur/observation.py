"""Ur as numbers. Nothing is hidden: every seat sees the whole state."""

from typing import Any

from tablee.engine.compile_cache import compiled

from .rules import HOME

OBSERVATION = {"own": (HOME + 1,), "other": (HOME + 1,), "thrown": (1,), "turn": (1,)}
MEANINGS = {
    "own": "the observer's pieces at each step, from those that wait to those that are home, divided by 7",
    "other": "the same of the other seat",
    "thrown": "what is to be moved, divided by 4; 0 before a throw",
    "turn": "it is the observer's turn",
}


@compiled
def observe(state: Any, seat: int, out: Any) -> None:
    """Fill in `out`, which is all zeros."""
    for step in range(HOME + 1):
        out[step] = state.course[seat, step] / 7
        out[HOME + 1 + step] = state.course[1 - seat, step] / 7
    out[2 * HOME + 2], out[2 * HOME + 3] = state.thrown / 4, not state.ended and state.turn == seat
