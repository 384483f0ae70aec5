"""Learnt weights of features, from the files of `tablee train`."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

Weights = npt.NDArray[np.float64]  # the weight of each feature, in log odds


def as_weights(named: Mapping[str, float], features: Sequence[str]) -> Weights:
    """Weights in the order of the features; missing ones are 0.

    >>> as_weights({"hands": 0.5}, ("eats", "hands")).tolist()
    [0.0, 0.5]
    """
    return np.array([named.get(name, 0.0) for name in features])


def learnt(beside: str, features: Sequence[str]) -> dict[int, Weights]:
    """The weights of `weights.json` beside a module, by number of players."""
    named = json.loads(Path(beside).with_name("weights.json").read_text("utf8"))["weights"]
    return {int(players): as_weights(weights, features) for players, weights in named.items()}
