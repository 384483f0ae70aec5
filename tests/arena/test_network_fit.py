"""Fitting a network: the slopes are right, and what decides a toy game is found."""

import numpy as np
import pytest

from tablee.arena.network_fit import fit, fresh_network, inputs_for_all, shares_of, slopes
from tablee.games.brains.value_network import TrainingData, ValueNetwork

EVEN = np.log(3.0)


def loss_of(network: ValueNetwork, data: TrainingData) -> float:
    """The cross-entropy of how games ended: 0.69 for even odds of two."""
    expected = np.clip(shares_of(network, inputs_for_all(data)), 1e-6, 1)
    return float(-(data.shares * np.log(expected)).sum(axis=1).mean())


def toy_games(positions: int, seed: int) -> TrainingData:
    """Three seats; whoever has the most of the first number mostly wins, unless it is late: then the least of it."""
    random = np.random.default_rng(seed)
    own = random.normal(size=(positions, 3, 2)).astype(np.float32)
    common = random.integers(0, 2, (positions, 1)).astype(np.float32)
    answers = 3 * own[:, :, 0] * (1 - 2 * common)
    lots = random.gumbel(size=answers.shape)
    return TrainingData(own, common, np.eye(3, dtype=np.float32)[(answers + lots).argmax(axis=1)])


def mean_loss(layers: list[np.ndarray], inputs: np.ndarray, shares: np.ndarray) -> float:
    """The cross-entropy, with double precision."""
    found = shares_of(ValueNetwork(*layers), inputs)
    return float(-(shares * np.log(found)).sum(axis=1).mean())


def test_slopes_are_those_of_the_loss() -> None:
    data, random = toy_games(20, 1), np.random.default_rng(2)
    inputs, shares = inputs_for_all(data).astype(float), data.shares.astype(float)
    fresh = fresh_network(2, 1, hidden=4, seed=3)
    layers = [random.normal(size=layer.shape) for layer in fresh]
    found = slopes(ValueNetwork(*layers), inputs, shares)
    for number, layer in enumerate(layers):
        place = tuple(int(random.integers(size)) for size in layer.shape)
        layer[place] += 1e-6
        more = mean_loss(layers, inputs, shares)
        layer[place] -= 2e-6
        less = mean_loss(layers, inputs, shares)
        layer[place] += 1e-6
        assert found[number][place] == pytest.approx((more - less) / 2e-6, abs=1e-5)


def test_what_decides_is_found_even_where_it_turns_round() -> None:
    others = toy_games(2_000, 5)
    network = fresh_network(2, 1, hidden=8, seed=6)
    assert loss_of(network, others) == pytest.approx(EVEN)
    learnt = fit(network, toy_games(6_000, 4), seed=7, rate=0.01)
    assert loss_of(learnt, others) < 0.7 * EVEN
    linear = fit(network._replace(inner=network.inner * 0), toy_games(6_000, 4), seed=7, rate=0.01)
    assert loss_of(linear, others) > 0.95 * EVEN  # without hidden units it cannot be seen


def test_the_same_seed_gives_the_same_network() -> None:
    one, other = (fit(fresh_network(2, 1, 4, 1), toy_games(1_000, 1), seed=2, epochs=1) for _ in range(2))
    assert all(np.array_equal(some, same) for some, same in zip(one, other, strict=True))
