"""Positions of Morisi made by hand, in which two seats are equal in nearly everything."""

from typing import Any

from tests.games.shared.routes.position import State
from tests.games.shared.routes.positions import PARKED, state_of, sticks_along

SIX_AND_THREE = (
    "A . B . C", "yellow orange red green blue", "D . E . F", "", ". red Q", "P blue yellow", ". R",
)  # fmt: skip
"""Six cities at a spine; and far from them P, Q and R around a blue hex."""
ALL_SIX = sticks_along("0,1 1,1 2,1 3,1 4,1", "0,0 0,1", "2,0 2,1", "4,0 4,1", "0,2 0,1", "2,2 2,1", "4,2 4,1")
ONE_BY_ONE = sticks_along("0,5 1,4 2,4", "2,4 2,5 1,6")
FROM_THE_MIDDLE = sticks_along("1,5 0,5", "1,5 2,4", "1,5 1,6")


def state_against_a_leaver(*built: list[str], **more: Any) -> State:
    """Seats 0 and 1 have built that. The largest cities are those where seat 2, which has left, is alone."""
    return state_of(
        "morisi",
        *SIX_AND_THREE,
        sticks=(*built, ALL_SIX),
        left=[False, False, True],
        **{"pawns": [*PARKED[:2], None], **more},
    )
