"""Making the first state of a game."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tablee.kernel.contract import States


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
