"""A learned value: a network of one hidden layer that says which share of the win each seat may expect.

It is asked for every seat with the same weights: with the seat's own numbers, with the mean and the most of those of
the others, and with those that are common to all. The answers go through a softmax. So seats can be swapped, and there
may be two to four of them. `tablee train` makes the weights.
"""

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablee.engine.compile_cache import compiled

Floats = npt.NDArray[np.float32]


class ValueNetwork(NamedTuple):
    """The weights, float32."""

    inner: Any  # (hidden, inputs)
    bias: Any  # (hidden)
    outer: Any  # (hidden)
    direct: Any  # (inputs): from the inputs straight to the answer


class TrainingData(NamedTuple):
    """Positions to learn from: numbers about each seat, common ones, and how the games ended."""

    own: Floats  # (positions, seats, numbers)
    common: Floats  # (positions, numbers)
    shares: Floats  # (positions, seats)


def inputs_of(own: int, common: int) -> int:
    """How many numbers the network reads for a seat.

    >>> inputs_of(own=3, common=2)
    11
    """
    return 3 * own + common


def blank_network(own: int, common: int) -> ValueNetwork:
    """A network that expects the same of every seat."""
    inputs = inputs_of(own, common)
    return ValueNetwork(*(np.zeros(shape, np.float32) for shape in ((1, inputs), 1, 1, inputs)))


def as_network(layers: Mapping[str, Any], own: Sequence[str], common: Sequence[str]) -> ValueNetwork:
    """The network of a file of `tablee train`; raises `ValueError` if it reads other numbers than these."""
    if list(layers["reads"]) != [*own, *common]:
        raise ValueError("the network reads other numbers: train it again")
    inputs = inputs_of(len(own), len(common))
    inner, bias, outer, direct = (np.array(layers[name], np.float32) for name in ValueNetwork._fields)
    if inner.shape != (len(bias), inputs) or outer.shape != bias.shape or direct.shape != (inputs,):
        raise ValueError("the layers of the network do not fit each other")
    return ValueNetwork(inner, bias, outer, direct)


def learnt_networks(beside: str, own: Sequence[str], common: Sequence[str]) -> dict[int, ValueNetwork]:
    """The networks of `weights.json` beside a module, by number of players."""
    layers = json.loads(Path(beside).with_name("weights.json").read_text("utf8"))["weights"]
    return {int(players): as_network(one, own, common) for players, one in layers.items()}


@compiled
def read_inputs(seat: int, seats: int, left: Any, own: Any, common: Any, inputs: Any) -> None:
    """Fill in what the network reads for a seat; those who left count for nothing."""
    many, others = own.shape[1], 0
    inputs[many : 2 * many] = 0.0
    inputs[2 * many : 3 * many] = -1e9
    for other in range(seats):
        if other != seat and not left[other]:
            others += 1
            for number in range(many):
                inputs[many + number] += own[other, number]
                inputs[2 * many + number] = max(inputs[2 * many + number], own[other, number])
    for number in range(many):
        inputs[number] = own[seat, number]
        inputs[many + number] /= max(others, 1)
    for number in range(len(common)):
        inputs[3 * many + number] = common[number]


@compiled
def expect(network: Any, seats: int, left: Any, own: Any, common: Any, shares: Any) -> None:
    """Fill in the share of the win that each seat may expect, 1 in sum. `own` has a row of numbers for each seat."""
    inputs, most, total = np.empty(len(network.direct), np.float32), -np.inf, 0.0
    for seat in range(seats):
        if not left[seat]:
            read_inputs(seat, seats, left, own, common, inputs)
            answer = np.float32(0.0)
            for number in range(len(inputs)):
                answer += network.direct[number] * inputs[number]
            for unit in range(len(network.bias)):
                reached = network.bias[unit]
                for number in range(len(inputs)):
                    reached += network.inner[unit, number] * inputs[number]
                answer += network.outer[unit] * max(reached, np.float32(0.0))
            shares[seat] = answer
            most = max(most, np.float64(answer))
    for seat in range(seats):
        shares[seat] = 0.0 if left[seat] else math.exp(shares[seat] - most)
        total += shares[seat]
    for seat in range(seats):
        shares[seat] /= total
