"""Evaluators: the interface between the search and whatever has learned something.

An evaluator is called with `Leaves`, any number of positions at once, and returns for each of them

- priors, float32 of (rows, num_actions), by action id, 0 or more: how much each action is worth trying. Only those of
  legal actions count; they are normalised to a sum of 1, and are all alike if they are all 0;
- values, float32 of (rows, players), from 0 to 1 and 1 in sum: the share of the win that each seat may expect, counted
  from the seat to act, as in observations (place 0 is that seat, place 1 the next clockwise). With two seats one number
  per position suffices: that of the seat to act.

What the search gives back is by absolute seat, as `returns` and `rewards` are.
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
    """float32 (rows, numbers): the observation of the seat to act; empty rows if the game has no observations."""
    mask: npt.NDArray[np.bool_]
    """bool (rows, num_actions): the legal actions, by id."""
    seat: npt.NDArray[np.int8]
    """int8 (rows): the seat to act, absolute."""
    game: npt.NDArray[np.int32]
    """int32 (rows): the number of the searched game."""
    states: npt.NDArray[Any]
    """The game's record (rows): the states, for compiled evaluators; what the searching seat cannot know is sampled."""


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


def answered(answer: Any) -> tuple[npt.ArrayLike, npt.ArrayLike]:
    """What an evaluator returned; raises `TableeError` if it is no pair."""
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        raise TableeError(f"an evaluator returns priors and values, and this one returned {answer!r:.80}")
    priors, values = answer
    return priors, values


def checked(priors: npt.ArrayLike, values: npt.ArrayLike, rows: int, actions: int, seats: int) -> tuple[Rows, Rows]:
    """The priors and values of an evaluator as arrays; raises `TableeError` if they cannot be meant."""
    given, worth = _numbers("priors", priors), _numbers("values", values)
    if seats == 2 and worth.shape in ((rows,), (rows, 1)):
        worth = np.stack([worth.reshape(rows), 1 - worth.reshape(rows)], axis=1)
    if given.shape != (rows, actions):
        raise TableeError(f"priors must be {rows} rows of {actions} numbers, and are {given.shape}")
    if worth.shape != (rows, seats):
        raise TableeError(f"values must be {rows} rows of {seats} numbers, one a seat, and are {worth.shape}")
    _check_rows("priors must be numbers from 0 on", given, np.isfinite(given) & (given >= 0))
    meant = "values must be shares of the win, from 0 to 1 and 1 in sum, the seat to act first"
    returns = "(1 + r) / 2" if seats == 2 else f"(1 + {seats - 1} r) / {seats}"
    meant += f"; of a return r, from -1 to 1, the share is {returns}"
    _check_rows(meant, worth, (worth >= -NEARLY) & (worth <= 1 + NEARLY))
    _check_rows(meant, worth, abs(worth.sum(axis=1, keepdims=True) - 1) <= NEARLY_ONE)
    return np.ascontiguousarray(given), np.ascontiguousarray(worth)


def _numbers(what: str, given: npt.ArrayLike) -> Rows:
    try:
        return np.asarray(given, np.float32)
    except (TypeError, ValueError):
        raise TableeError(f"{what} must be an array of numbers, and are {given!r:.80}") from None


def _check_rows(meant: str, numbers: Rows, fine: npt.NDArray[np.bool_]) -> None:
    wrong = np.flatnonzero(~fine.all(axis=1))
    if len(wrong):
        came = ", ".join(f"{number:.6g}" for number in numbers[wrong[0], :8])
        raise TableeError(f"{meant}; row {wrong[0]} is [{came}{', …' if numbers.shape[1] > 8 else ''}]")


NEARLY = 1e-4
"""How far values may lie beyond 0 and 1, as those of networks do."""
NEARLY_ONE = 1e-2
"""How far their sum may lie from 1, as that of a softmax in half precision does."""
