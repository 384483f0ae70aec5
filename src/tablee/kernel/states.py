"""Records, and the first state of a game."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tablee.kernel.contract import States


def record(*fields: tuple[str, Any] | tuple[str, Any, Any]) -> np.dtype[Any]:
    """The type of a record with these fields, each with its name, its type and, if there are several, its shape.

    >>> record(("ur", np.int8), ("left", np.int8, 2)).names
    ('ur', 'left')
    """
    return np.dtype((np.record, list(fields)))


def option_field(dtype: np.dtype[Any], name: str) -> str:
    """The field that holds an option, as the place of its value: named like it, or `option_` and its name."""
    return f"option_{name}" if f"option_{name}" in (dtype.names or ()) else name


def first_state(
    dtype: np.dtype[Any],
    players: int,
    options: Mapping[str, Any] | None = None,
    values: Mapping[str, Sequence[Any]] | None = None,
    version: int = 1,
) -> States:
    """All zeros, but for the version of the rules, the number of players, and options as places among their values."""
    states = np.zeros(1, dtype)
    states[(dtype.names or ("",))[0]] = version
    states["players"] = players
    for name, value in (options or {}).items():
        states[option_field(dtype, name)] = (values or {})[name].index(value)
    return states
