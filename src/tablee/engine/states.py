"""Records, the first state of a game, and the seats of a state: who has left, whose turn follows, who is ahead."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tablee.engine.compile_cache import compiled
from tablee.engine.contract import States

MOST_SEATS = 16
"""More than any game here has."""


def record(*fields: tuple[str, Any] | tuple[str, Any, Any]) -> np.dtype[Any]:
    """The dtype of a record with these fields: name, type and, for an array, its shape.

    >>> record(("ur", np.int8), ("left", np.int8, 2)).names
    ('ur', 'left')
    """
    return np.dtype((np.record, list(fields)))


def option_field(dtype: np.dtype[Any], name: str) -> str:
    """The field that holds the index of an option's value: `option_` and the option's name, or the name alone."""
    return f"option_{name}" if f"option_{name}" in (dtype.names or ()) else name


def first_state(
    dtype: np.dtype[Any],
    players: int,
    options: Mapping[str, Any] | None = None,
    values: Mapping[str, Sequence[Any]] | None = None,
    version: int = 1,
) -> States:
    """A state of zeros with the version of the rules, the number of players, and the indices of the options' values."""
    states = np.zeros(1, dtype)
    states[(dtype.names or ("",))[0]] = version
    states["players"] = players
    for name, value in (options or {}).items():
        states[option_field(dtype, name)] = (values or {})[name].index(value)
    return states


@compiled
def next_seat(state: Any, seat: int) -> int:
    """The next seat that has not left; the same seat if all others have."""
    for _ in range(state.players):
        seat = seat + 1 if seat + 1 < state.players else 0
        if not state.left[seat]:
            break
    return seat


@compiled
def staying(state: Any) -> int:
    """How many seats have not left."""
    count = 0
    for seat in range(state.players):
        count += 1 - state.left[seat]
    return count


@compiled
def leaders(state: Any, standings: Any) -> int:
    """The seats with the highest standing among those that have not left, as a bit mask."""
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
