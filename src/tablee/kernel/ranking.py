"""Who is ahead, compiled, for the games in which the most of something wins."""

from typing import Any

from tablee.kernel.cache import compiled

MOST_SEATS = 16
"""More than any game here has."""


@compiled
def leaders(state: Any, standings: Any) -> int:
    """The seats that stayed and stand best, as a mask: those who are equal share the lead."""
    mask = 0
    best = -1
    for seat in range(state.players):
        if state.left[seat]:
            continue
        if best < 0 or standings[seat] > standings[best]:
            best, mask = seat, 0
        if standings[seat] == standings[best]:
            mask |= 1 << seat
    return mask
