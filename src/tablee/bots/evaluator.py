"""Evaluators: the interface between the search and whatever has learned something.

An evaluator is called with `Leaves`, any number of positions at once, and returns for each of them

- priors, a row of numbers by action id, not negative: how much each action is worth trying. Only those of legal actions
  count; they are normalised to a sum of 1;
- values, a row of numbers from 0 to 1: the expected share of the win of each seat, counted from the seat to act, as in
  observations. With two seats one number per position suffices: that of the seat to act.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from tablee.games.errors import TableeError

Rows = npt.NDArray[np.float32]


class Leaves(NamedTuple):
    """Positions to evaluate, one row each, all of one game with the same number of seats."""

    observation: Rows
    """The observation of the seat to act (`Game.observation`); empty rows if the game has no observations."""
    mask: npt.NDArray[np.bool_]
    """The legal actions, by id."""
    seat: npt.NDArray[np.int8]
    """The seat to act."""
    game: npt.NDArray[np.int32]
    """The number of the searched game."""
    states: npt.NDArray[Any]
    """The states themselves, for compiled evaluators; what the searching seat cannot know is sampled."""


class Evaluator(Protocol):
    """Evaluates positions: a function, or an object with `__call__`."""

    def __call__(self, leaves: Leaves, /) -> tuple[npt.ArrayLike, npt.ArrayLike]:
        """Priors and values of these positions."""


def uniform(leaves: Leaves) -> tuple[npt.ArrayLike, npt.ArrayLike]:
    """The evaluator that knows nothing: equal priors and equal values."""
    seats = int(leaves.states["players"][0]) if len(leaves.states) else 1
    return leaves.mask.astype(np.float32), np.full((len(leaves.seat), seats), 1 / seats, np.float32)


def one_by_one(
    evaluate_one: Callable[[Rows, npt.NDArray[np.bool_], int], tuple[npt.ArrayLike, npt.ArrayLike]],
) -> Evaluator:
    """Make an evaluator of a function of one position: `evaluate_one(observation, mask, seat)`."""

    def evaluate(leaves: Leaves, /) -> tuple[npt.ArrayLike, npt.ArrayLike]:
        found = [
            evaluate_one(row, mask, int(seat))
            for row, mask, seat in zip(leaves.observation, leaves.mask, leaves.seat, strict=True)
        ]
        priors, values = zip(*found, strict=True)
        return np.stack([np.asarray(one) for one in priors]), np.stack([np.asarray(one) for one in values])

    return evaluate


def checked(priors: npt.ArrayLike, values: npt.ArrayLike, rows: int, actions: int, seats: int) -> tuple[Rows, Rows]:
    """The priors and values of an evaluator as arrays; raises `TableeError` if they are invalid."""
    given, worth = np.asarray(priors, np.float32), np.asarray(values, np.float32)
    if seats == 2 and worth.shape in ((rows,), (rows, 1)):
        worth = np.stack([worth.reshape(rows), 1 - worth.reshape(rows)], axis=1)
    if given.shape != (rows, actions):
        raise TableeError(f"priors must be {rows} rows of {actions} numbers, and are {given.shape}")
    if worth.shape != (rows, seats):
        raise TableeError(f"values must be {rows} rows of {seats} numbers, one a seat, and are {worth.shape}")
    if not np.isfinite(given).all() or (given < 0).any():
        raise TableeError("priors must be numbers from 0 on")
    if not ((worth >= -NEARLY) & (worth <= 1 + NEARLY)).all():
        raise TableeError("values must be shares of the win, from 0 to 1")
    return np.ascontiguousarray(given), np.ascontiguousarray(worth)


NEARLY = 1e-4
"""How far values may lie beyond 0 and 1, as those of networks do."""
