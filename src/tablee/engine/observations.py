"""What a seat has been shown as numbers, for networks: how a game's `OBSERVATION` is laid out, and compiled helpers.

A game says in its `observation.py` which planes and numbers there are, each with a name and a shape, and fills them one
after the other into one row. Seats are counted from the one that looks: 0 is itself, 1 the next one clockwise.
"""

from collections.abc import Mapping
from math import prod
from typing import Any

import numpy as np

from tablee.kernel.cache import compiled_within

Layout = Mapping[str, tuple[int, ...]]
"""The names of planes and numbers in their order, each with its shape."""


def size_of(layout: Layout) -> int:
    """How many numbers a row has.

    >>> size_of({"board": (2, 3, 3), "turn": (1,)})
    19
    """
    return sum(prod(shape) for shape in layout.values())


def places_of(layout: Layout) -> dict[str, int]:
    """Where each begins.

    >>> places_of({"board": (2, 3, 3), "turn": (1,)})
    {'board': 0, 'turn': 18}
    """
    places, place = {}, 0
    for name, shape in layout.items():
        places[name] = place
        place += prod(shape)
    return places


ONE = np.int32(np.float32(1).view(np.int32))
"""The number 1 as its bits. `truths(out)[place] = ONE * (a == b)` is `out[place] = a == b` without a branch, which a
processor would guess wrong every other time.
"""


@compiled_within
def truths(out: Any) -> Any:
    """A row as the bits of its numbers."""
    return out.view(np.int32)


@compiled_within
def from_seat(state: Any, seat: int, other: int) -> int:
    """A seat as the one that looks counts them."""
    return int(other - seat + state.players * (other < seat))


@compiled_within
def tell_seats(state: Any, seat: int, out: Any, here: int, turn: int) -> None:
    """Twelve numbers: who is at the table, who has left, and whose turn it is, if it is anybody's."""
    bits = truths(out)
    for other in range(state.players):
        place = here + from_seat(state, seat, other)
        bits[place] = ONE
        bits[place + 4] = ONE * (state.left[other] != 0)
        bits[place + 8] = ONE * (other == turn)


SEATS = (3, 4)
"""The shape of what `tell_seats` tells."""
