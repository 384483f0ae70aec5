"""Observations: the layout of what a seat has been shown, as numbers for learners, and compiled helpers to fill it.

A game's `observation.py` names its planes and numbers, each with a shape, and fills them one after the other into one
row. Seats are counted from the observing one: 0 is itself, 1 the next clockwise.
"""

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

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


class Symmetry(NamedTuple):
    """A permutation of actions, outcomes and observed numbers under which a game stays the same game.

    If a game goes through some ids, its mirror image goes through `actions[id]` and `outcomes[id]`, and every seat
    observes `rows(row)` instead of `row`.
    """

    name: str
    actions: npt.NDArray[np.int32]
    """int32 (num_actions): what each action id becomes."""
    outcomes: npt.NDArray[np.int32]
    """int32 (num_outcomes): what each outcome id becomes."""
    numbers: npt.NDArray[np.int32]
    """int32 (numbers): where each number of an observation goes."""

    def rows(self, rows: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The mirror images of observations, of any shape that ends with their numbers."""
        return _moved(rows, self.numbers)

    def policies(self, policies: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The mirror images of masks, priors or visits, of any shape that ends with action ids."""
        return _moved(policies, self.actions)


def _moved(values: npt.NDArray[Any], places: npt.NDArray[np.int32]) -> npt.NDArray[Any]:
    moved = np.empty_like(values)
    moved[..., places] = values
    return moved


def identity(actions: int, outcomes: int, numbers: int) -> Symmetry:
    """The symmetry that every game has."""
    return Symmetry("identity", *(np.arange(count, dtype=np.int32) for count in (actions, outcomes, numbers)))


def board_symmetry(
    name: str,
    layout: Layout,
    squares: Sequence[int],
    boards: Sequence[str],
    action_boards: int,
    actions: int,
    outcomes: Sequence[int],
) -> Symmetry:
    """The symmetry that moves each square of a board to another.

    `boards` are the planes that are boards; the first `action_boards` × squares of so many `actions` are boards of
    actions.
    """
    moved, count = np.array(squares, np.int32), len(squares)
    ids, numbers = np.arange(actions, dtype=np.int32), np.arange(size_of(layout), dtype=np.int32)
    for board in range(action_boards):
        ids[board * count : (board + 1) * count] = board * count + moved
    for plane in boards:
        for place in range(places_of(layout)[plane], places_of(layout)[plane] + prod(layout[plane]), count):
            numbers[place : place + count] = place + moved
    return Symmetry(name, ids, np.array(outcomes, np.int32), numbers)


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
