"""Observations: the layout of what a seat has been shown, as numbers for learners, and compiled helpers to fill it.

A game's `observation.py` names its planes and numbers, each with a shape, and fills them one after the other into one
row. Seats are counted from the observing one: 0 is itself, 1 the next clockwise.
"""

from collections.abc import Mapping
from math import prod
from typing import Any, NamedTuple

import numpy as np

from tablee.engine.compile_cache import compiled_within

Layout = Mapping[str, tuple[int, ...]]
"""The shape of each plane or number, by name, in order."""


class Plane(NamedTuple):
    """A plane or some numbers of an observation."""

    shape: tuple[int, ...]
    slice: slice
    """Its place in a row: `row[plane.slice].reshape(plane.shape)`."""
    meaning: str


def planes_of(layout: Layout, meanings: Mapping[str, str]) -> dict[str, Plane]:
    """The planes of a row by name.

    >>> planes_of({"board": (2, 3, 3), "turn": (1,)}, {"turn": "whose turn it is"})["turn"]
    Plane(shape=(1,), slice=slice(18, 19, None), meaning='whose turn it is')
    """
    return {
        name: Plane(shape, slice(place, place + prod(shape)), meanings.get(name, ""))
        for (name, shape), place in zip(layout.items(), places_of(layout).values(), strict=True)
    }


def size_of(layout: Layout) -> int:
    """The length of a row.

    >>> size_of({"board": (2, 3, 3), "turn": (1,)})
    19
    """
    return sum(prod(shape) for shape in layout.values())


def places_of(layout: Layout) -> dict[str, int]:
    """Where each plane or number begins in a row.

    >>> places_of({"board": (2, 3, 3), "turn": (1,)})
    {'board': 0, 'turn': 18}
    """
    places, place = {}, 0
    for name, shape in layout.items():
        places[name] = place
        place += prod(shape)
    return places


ONE = np.int32(np.float32(1).view(np.int32))
"""The bits of the number 1. `truths(out)[place] = ONE * (a == b)` is `out[place] = a == b` without a branch, which
processors would often mispredict.
"""


@compiled_within
def truths(out: Any) -> Any:
    """A row as the bits of its numbers."""
    return out.view(np.int32)


@compiled_within
def from_seat(state: Any, seat: int, other: int) -> int:
    """A seat's number, counted from the observing one."""
    return int(other - seat + state.players * (other < seat))


@compiled_within
def tell_seats(state: Any, seat: int, out: Any, here: int, turn: int) -> None:
    """Fill twelve numbers: which seats are taken, which have left, and whose turn it is."""
    bits = truths(out)
    for other in range(state.players):
        place = here + from_seat(state, seat, other)
        bits[place] = ONE
        bits[place + 4] = ONE * (state.left[other] != 0)
        bits[place + 8] = ONE * (other == turn)


SEATS = (3, 4)
"""The shape of what `tell_seats` fills."""
TAKEN_LEFT_TURN = "the seats that play; those that have left; whose turn it is"
"""Its meaning."""
