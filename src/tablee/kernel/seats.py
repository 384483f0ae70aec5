"""Who is still there, and whose turn follows, compiled."""

from typing import Any

from tablee.kernel.cache import compiled


@compiled
def next_seat(state: Any, seat: int) -> int:
    """The next seat that has not left; the same one if nobody else is there."""
    for _ in range(state.players):
        seat = seat + 1 if seat + 1 < state.players else 0
        if not state.left[seat]:
            break
    return seat


@compiled
def staying(state: Any) -> int:
    """How many have not left."""
    count = 0
    for seat in range(state.players):
        count += 1 - state.left[seat]
    return count
