"""What a seat has been shown as numbers, for networks: how a game's `OBSERVATION` is laid out, and compiled helpers.

A game says in its `observation.py` which planes and numbers there are, each with a name and a shape, and fills them one
after the other into one row. Seats are counted from the one that looks: 0 is itself, 1 the next one clockwise.
"""

from collections.abc import Mapping
from math import prod
from typing import Any

from tablee.kernel.cache import compiled

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


@compiled
def from_seat(state: Any, seat: int, other: int) -> int:
    """A seat as the one that looks counts them."""
    return int(other - seat if other >= seat else other - seat + state.players)


@compiled
def tell_seats(state: Any, seat: int, out: Any, here: int, turn: int) -> None:
    """Twelve numbers: who is at the table, who has left, and whose turn it is, if it is anybody's."""
    for other in range(state.players):
        place = here + from_seat(state, seat, other)
        out[place] = 1
        out[place + 4] = state.left[other]
        out[place + 8] = other == turn


SEATS = (3, 4)
"""The shape of what `tell_seats` tells."""
