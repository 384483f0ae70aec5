"""How a network learns from positions: Adam, compiled, in batches, the same each time.

Both answers are odds, so what is made small is the cross-entropy between them and what positions are worth. There is no
library of matrices here: sums are made in one order, on one core, so that the same positions give the same weights.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablee.games.network import ANSWERS, Numbers, Weights
from tablee.kernel.cache import compiled

BATCH = 256
FIRST_RATE, RATE, LAST_RATE = 2e-3, 1e-3, 5e-5
"""How far a weight goes at once: from nothing, from what is known, and in the end."""
WORTH_OF_LEAD = 0.5
"""How much it counts to be right about the lead, beside the share of the win."""
ORDER = 1
"""The seed of the orders in which positions are gone through."""
FIRST_MOMENT, SECOND_MOMENT, TINY = 0.9, 0.999, 1e-8


class Samples(NamedTuple):
    """Positions, a row each, and what they are worth to the seat to act."""

    notes: npt.NDArray[np.int16]
    counts: npt.NDArray[np.int16]
    stages: npt.NDArray[np.int8]
    worths: Numbers  # by answer
    trust: Numbers  # how much each counts


class Slopes(NamedTuple):
    """A number for each weight, as in `Weights`: how the error changes with it, or a mean of that."""

    rows: Any
    inner: Any
    inner_bias: Any
    outer: Any
    outer_bias: Any


class Room(NamedTuple):
    """What one position makes of the network: its numbers, and how the error changes with each."""

    sums: Any
    hidden: Any
    answers: Any
    sums_slope: Any
    hidden_slope: Any


def fit(weights: Weights, samples: Samples, rounds: int, rate: float) -> Weights:
    """The weights after so many rounds through all positions, each time in another order."""
    found = Weights(*(layer.copy() for layer in weights))
    slopes, first, second = (Slopes(*map(np.zeros_like, weights)) for _ in range(3))
    random, room = np.random.default_rng(ORDER), _new_room(weights)
    steps, total = 0, rounds * -(-len(samples.counts) // BATCH)
    for _ in range(rounds):
        order = random.permutation(len(samples.counts)).astype(np.int32)
        steps = _fit_round(found, (slopes, first, second), room, samples, order, steps, total, rate)
    return found


def foretold(weights: Weights, samples: Samples) -> Numbers:
    """What a network says of positions: a row of answers for each."""
    answers = np.zeros((len(samples.counts), ANSWERS), np.float32)
    _foretell(weights, _new_room(weights), samples, answers)
    return answers


def _new_room(weights: Weights) -> Room:
    _, width, inner = weights.inner.shape
    return Room(*(np.zeros(size, np.float32) for size in (width, inner, ANSWERS, width, inner)))


@compiled
def _fit_round(
    weights: Any, moments: Any, room: Any, samples: Any, order: Any, steps: int, total: int, rate: float
) -> int:
    """Go through all positions once; return how many steps have been taken."""
    for begin in range(0, len(order), BATCH):
        for place in range(begin, min(begin + BATCH, len(order))):
            _forward(weights, room, samples, order[place])
            _backward(weights, moments[0], room, samples, order[place])
        steps += 1
        now = LAST_RATE + (rate - LAST_RATE) * 0.5 * (1 + np.cos(np.pi * (steps / total)))
        _step_all(weights, moments, now * np.sqrt(1 - SECOND_MOMENT**steps) / (1 - FIRST_MOMENT**steps))
    return steps


@compiled
def _foretell(weights: Any, room: Any, samples: Any, answers: Any) -> None:
    for sample in range(len(answers)):
        _forward(weights, room, samples, sample)
        answers[sample] = room.answers


# ---- one position -----------------------------------------------------------------------------------------


@compiled
def _forward(weights: Any, room: Any, samples: Any, sample: int) -> None:
    """Fill the room with what the network makes of a position; as `answer` does, and nothing is cut off twice."""
    stage, sums, hidden = samples.stages[sample], room.sums, room.hidden
    sums[:] = 0
    for place in range(samples.counts[sample]):
        row = samples.notes[sample, place]
        for number in range(len(sums)):
            sums[number] += weights.rows[row, number]
    _cut_off(sums)
    for number in range(len(hidden)):
        hidden[number] = weights.inner_bias[stage, number]
    for source in range(len(sums)):
        for number in range(len(hidden)):
            hidden[number] += sums[source] * weights.inner[stage, source, number]
    _cut_off(hidden)
    for which in range(ANSWERS):
        total = weights.outer_bias[stage, which]
        for number in range(len(hidden)):
            total += hidden[number] * weights.outer[stage, which, number]
        room.answers[which] = 1 / (1 + np.exp(-total))


@compiled
def _cut_off(numbers: Any) -> None:
    for place in range(len(numbers)):
        numbers[place] = max(numbers[place], np.float32(0))


@compiled
def _backward(weights: Any, slopes: Any, room: Any, samples: Any, sample: int) -> None:
    """Add what a position says about each weight."""
    stage = samples.stages[sample]
    _back_from_answers(weights, slopes, room, samples, sample)
    for number in range(len(room.hidden)):
        slopes.inner_bias[stage, number] += room.hidden_slope[number]
    _back_from_inner(weights, slopes, room, stage)
    for place in range(samples.counts[sample]):
        row = samples.notes[sample, place]
        for number in range(len(room.sums)):
            slopes.rows[row, number] += room.sums_slope[number]


@compiled
def _back_from_answers(weights: Any, slopes: Any, room: Any, samples: Any, sample: int) -> None:
    stage, hidden, hidden_slope = samples.stages[sample], room.hidden, room.hidden_slope
    hidden_slope[:] = 0
    for which in range(ANSWERS):
        counts = np.float32(WORTH_OF_LEAD if which else 1.0) * samples.trust[sample] / np.float32(BATCH)
        off = (room.answers[which] - samples.worths[sample, which]) * counts
        slopes.outer_bias[stage, which] += off
        for number in range(len(hidden)):
            slopes.outer[stage, which, number] += off * hidden[number]
            hidden_slope[number] += off * weights.outer[stage, which, number]
    for number in range(len(hidden)):
        hidden_slope[number] = hidden_slope[number] if hidden[number] > 0 else np.float32(0)


@compiled
def _back_from_inner(weights: Any, slopes: Any, room: Any, stage: int) -> None:
    sums, hidden_slope = room.sums, room.hidden_slope
    for source in range(len(sums)):
        room.sums_slope[source] = 0
        strength, total = sums[source], np.float32(0)
        if strength > 0:
            for number in range(len(hidden_slope)):
                slopes.inner[stage, source, number] += strength * hidden_slope[number]
            for number in range(len(hidden_slope)):
                total += hidden_slope[number] * weights.inner[stage, source, number]
            room.sums_slope[source] = total


# ---- one step ---------------------------------------------------------------------------------------------


@compiled
def _step_all(weights: Any, moments: Any, rate: float) -> None:
    """Adam's step of every layer."""
    slopes, first, second = moments
    _step(weights.rows, slopes.rows, first.rows, second.rows, rate)
    _step(weights.inner, slopes.inner, first.inner, second.inner, rate)
    _step(weights.inner_bias, slopes.inner_bias, first.inner_bias, second.inner_bias, rate)
    _step(weights.outer, slopes.outer, first.outer, second.outer, rate)
    _step(weights.outer_bias, slopes.outer_bias, first.outer_bias, second.outer_bias, rate)


@compiled
def _step(layer: Any, slope: Any, first: Any, second: Any, rate: float) -> None:
    """Against the slopes, which begin anew."""
    weights, slopes, firsts, seconds = layer.ravel(), slope.ravel(), first.ravel(), second.ravel()
    for at in range(len(weights)):
        firsts[at] += np.float32(1 - FIRST_MOMENT) * (slopes[at] - firsts[at])
        seconds[at] += np.float32(1 - SECOND_MOMENT) * (slopes[at] * slopes[at] - seconds[at])
        weights[at] -= np.float32(rate) * firsts[at] / (np.sqrt(seconds[at]) + np.float32(TINY))
        slopes[at] = 0
