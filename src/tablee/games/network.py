"""A small network that judges positions, compiled: rows of numbers added up, a layer by stage of the game, two answers.

A game says of a state which rows speak of it (its *notes*), and in which of some stages it is. Their sum, cut off at 0,
goes through one layer of its stage, cut off at 0 again, to two answers about the seat to act: its share of the win, and
its lead in points, squeezed between 0 and 1.

Weights lie in an `.npz` as they are, not rounded: a third of what they would take as JSON, and who goes on learning
from the file goes on from exactly what was learnt.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablee.kernel.cache import compiled

Numbers = npt.NDArray[np.float32]

ANSWERS = 2
"""The share of the win, and the squeezed lead."""
MADE = "made"
"""In a file, beside the layers: how they were made, as JSON."""


class Shape(NamedTuple):
    """How large a network is."""

    rows: int
    width: int  # numbers of a row
    stages: int
    inner: int  # numbers between the rows and the answers
    most_notes: int
    desk: int  # numbers that a game needs to take its notes


class Weights(NamedTuple):
    """What a network has learnt, layer by layer."""

    rows: Numbers  # by row: what it adds to each number of the sum
    inner: Numbers  # by stage, number of the sum, and inner number
    inner_bias: Numbers  # by stage and inner number
    outer: Numbers  # by stage, answer and inner number
    outer_bias: Numbers  # by stage and answer


class Network(NamedTuple):
    """Weights, and the room in which one tree asks them."""

    weights: Weights
    notes: Any  # the rows that speak of a state; none if nobody may ask
    desk: Any  # where a game takes its notes
    sums: Any
    inner: Any
    answers: Any


NOTHING = Shape(rows=1, width=1, stages=1, inner=1, most_notes=0, desk=0)
"""The shape of a network that is not asked."""


def untaught(shape: Shape, seed: int = 0) -> Weights:
    """Weights from which learning may begin."""
    random = np.random.default_rng(seed)
    rows = random.normal(0, 0.1, (shape.rows, shape.width))
    inner = random.normal(0, 1, (shape.stages, shape.width, shape.inner)) * np.sqrt(2 / shape.width)
    outer = random.normal(0, 1, (shape.stages, ANSWERS, shape.inner)) * np.sqrt(1 / shape.inner)
    inner_bias, outer_bias = np.zeros((shape.stages, shape.inner)), np.zeros((shape.stages, ANSWERS))
    return Weights(*(layer.astype(np.float32) for layer in (rows, inner, inner_bias, outer, outer_bias)))


def ready(weights: Weights, shape: Shape) -> Network:
    """A network that one tree may ask: each needs a room of its own."""
    return Network(
        weights=weights,
        notes=np.zeros(shape.most_notes, np.int32),
        desk=np.zeros(shape.desk, np.int32),
        sums=np.zeros(shape.width, np.float32),
        inner=np.zeros(shape.inner, np.float32),
        answers=np.zeros(ANSWERS, np.float32),
    )


def nobody() -> Network:
    """The network that says nothing, of the same type as one that does, so that nothing is compiled twice."""
    return ready(untaught(NOTHING), NOTHING)


def straightened(weights: Weights, slopes: Sequence[float]) -> Weights:
    """Weights that say the share of the win with odds whose logarithms are so many times as large, by stage."""
    outer, outer_bias = weights.outer.copy(), weights.outer_bias.copy()
    outer[:, 0] *= np.array(slopes, np.float32)[:, None]
    outer_bias[:, 0] *= np.array(slopes, np.float32)
    return weights._replace(outer=outer, outer_bias=outer_bias)


@compiled
def answer(network: Any, count: int, stage: int) -> None:
    """Fill in both answers for a state of which the first so many notes speak."""
    rows, inner, outer = network.weights.rows, network.weights.inner, network.weights.outer
    sums, hidden = network.sums, network.inner
    sums[:] = 0
    for place in range(count):
        row = network.notes[place]
        for number in range(len(sums)):
            sums[number] += rows[row, number]
    for number in range(len(hidden)):
        hidden[number] = network.weights.inner_bias[stage, number]
    for source in range(len(sums)):
        strength = max(sums[source], np.float32(0))
        for number in range(len(hidden)):
            hidden[number] += strength * inner[stage, source, number]
    for which in range(ANSWERS):
        total = network.weights.outer_bias[stage, which]
        for number in range(len(hidden)):
            total += max(hidden[number], np.float32(0)) * outer[stage, which, number]
        network.answers[which] = 1 / (1 + np.exp(-total))


# ---- the file ---------------------------------------------------------------------------------------------


def write_weights(path: Path, weights: Weights, made: dict[str, Any]) -> None:
    """Keep weights, with how they were made."""
    kept: dict[str, Any] = {MADE: np.array(json.dumps(made)), **weights._asdict()}
    with path.open("wb") as file:
        np.savez(file, **kept)


def read_weights(path: Path) -> tuple[Weights, dict[str, Any]]:
    """What `write_weights` kept."""
    with np.load(path) as kept:
        return Weights(*(kept[name] for name in Weights._fields)), json.loads(str(kept[MADE]))
