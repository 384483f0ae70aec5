"""Who says what positions are worth: the one interface between the search and whatever has learned something.

An evaluator is called with `Leaves`, any number of positions at once, and gives for each of them

- priors, a row of numbers by id of action, not negative: how much each is worth trying. Only those of legal actions
  count, and they are scaled to 1 in all;
- values, a row of numbers from 0 to 1: the share of the win that each seat may expect, counted from the seat that is to
  act, as observations are. With two seats one number for each position will do: what the seat to act may expect.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from tablee.games.errors import TableeError

Rows = npt.NDArray[np.float32]


class Leaves(NamedTuple):
    """Positions that are to be judged, a row each, all of one game with the same number of seats."""

    observation: Rows
    """What the seat to act has been shown (`Game.observation`); rows without numbers if the game does not say it."""
    mask: npt.NDArray[np.bool_]
    """Which actions are legal, by id."""
    seat: npt.NDArray[np.int8]
    """Who is to act."""
    game: npt.NDArray[np.int32]
    """Which of the games that are searched it belongs to."""
    states: npt.NDArray[Any]
    """The states themselves, for compiled evaluators; what the searching seat cannot know is a guess in them."""


class Evaluator(Protocol):
    """Whatever judges positions: a function, or an object with `__call__`."""

    def __call__(self, leaves: Leaves, /) -> tuple[npt.ArrayLike, npt.ArrayLike]:
        """Priors and values of these positions."""


def uniform(leaves: Leaves) -> tuple[npt.ArrayLike, npt.ArrayLike]:
    """The evaluator that knows nothing: all actions are equally likely, and all seats equally well off."""
    seats = int(leaves.states["players"][0]) if len(leaves.states) else 1
    return leaves.mask.astype(np.float32), np.full((len(leaves.seat), seats), 1 / seats, np.float32)


def one_by_one(judge: Callable[[Rows, npt.NDArray[np.bool_], int], tuple[npt.ArrayLike, npt.ArrayLike]]) -> Evaluator:
    """The evaluator that asks a function about each position by itself: `judge(observation, mask, seat)`."""

    def evaluate(leaves: Leaves, /) -> tuple[npt.ArrayLike, npt.ArrayLike]:
        judged = [
            judge(row, mask, int(seat))
            for row, mask, seat in zip(leaves.observation, leaves.mask, leaves.seat, strict=True)
        ]
        priors, values = zip(*judged, strict=True)
        return np.stack([np.asarray(one) for one in priors]), np.stack([np.asarray(one) for one in values])

    return evaluate


def checked(priors: npt.ArrayLike, values: npt.ArrayLike, rows: int, actions: int, seats: int) -> tuple[Rows, Rows]:
    """What an evaluator gave, as the search takes it; raises `TableeError` for what it cannot mean."""
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
"""How far beyond 0 and 1 values may lie, as numbers of networks do."""
