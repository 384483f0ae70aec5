"""What bots have learnt: weights by the names of features, in a file that says how they were made (`tablee train`)."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

Weights = npt.NDArray[np.float64]
"""How much each feature counts, as logarithms of odds."""


def as_weights(named: Mapping[str, float], features: Sequence[str]) -> Weights:
    """Weights in the order of the features; whatever is not named counts nothing.

    >>> as_weights({"hands": 0.5}, ("eats", "hands")).tolist()
    [0.0, 0.5]
    """
    return np.array([named.get(name, 0.0) for name in features])


def learnt(beside: str, features: Sequence[str]) -> dict[int, Weights]:
    """By number of players: what the file of weights says that lies beside a module."""
    named = json.loads(Path(beside).with_name("weights.json").read_text("utf8"))["weights"]
    return {int(players): as_weights(weights, features) for players, weights in named.items()}
