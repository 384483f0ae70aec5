"""Fit a value network to games, with NumPy alone: Adam on the cross-entropy of each seat's share of the win."""

import numpy as np

from tablee.games.brains.value_network import Floats, TrainingData, ValueNetwork, inputs_of

EPOCHS, BATCH = 6, 512
RATE = 0.002  # of the first step; it falls to 0
LEAST_SPREAD = 1e-3  # of an input: some hardly vary
DECAY = 1e-4  # the penalty on weights
MEAN, SQUARE = 0.9, 0.999  # Adam's memories of the slope and of its square


def fresh_network(own: int, common: int, hidden: int, seed: int) -> ValueNetwork:
    """A network that has not learnt anything and expects the same of every seat."""
    inputs, random = inputs_of(own, common), np.random.default_rng(seed)
    inner = random.normal(size=(hidden, inputs)).astype(np.float32) / np.float32(inputs**0.5)  # of even spread
    shapes = (hidden, hidden, inputs)
    return ValueNetwork(inner, *(np.zeros(shape, np.float32) for shape in shapes))


def inputs_for_all(data: TrainingData) -> Floats:
    """What the network reads for each seat: (positions, seats, inputs)."""
    seats = range(data.own.shape[1])
    rows = []
    for seat in seats:
        others = data.own[:, [other for other in seats if other != seat]]
        rows.append(np.concatenate([data.own[:, seat], others.mean(1), others.max(1), data.common], axis=1))
    return np.stack(rows, axis=1)


def shares_of(network: ValueNetwork, inputs: Floats) -> Floats:
    """The shares of the win that the network expects: (positions, seats)."""
    return _forward(network, inputs)[1]


def _forward(network: ValueNetwork, inputs: Floats) -> tuple[Floats, Floats]:
    reached = np.maximum(inputs @ network.inner.T + network.bias, 0)
    answers = reached @ network.outer + inputs @ network.direct
    powers = np.exp(answers - answers.max(axis=1, keepdims=True))
    return reached, powers / powers.sum(axis=1, keepdims=True)


def slopes(network: ValueNetwork, inputs: Floats, shares: Floats) -> ValueNetwork:
    """The slope of the mean loss by each weight."""
    reached, expected = _forward(network, inputs)
    rows, units = inputs.reshape(-1, inputs.shape[2]), reached.reshape(-1, len(network.bias))
    answers = ((expected - shares) / len(inputs)).reshape(-1)
    hidden = answers[:, None] * network.outer * (units > 0)
    return ValueNetwork(hidden.T @ rows, hidden.sum(axis=0), units.T @ answers, rows.T @ answers)


def fit(network: ValueNetwork, data: TrainingData, seed: int, rate: float = RATE, epochs: int = EPOCHS) -> ValueNetwork:
    """The network after so many epochs over the positions, in an order that follows from the seed."""
    inputs, random = inputs_for_all(data), np.random.default_rng(seed)
    middle, spread = inputs.mean(axis=(0, 1)), inputs.std(axis=(0, 1)) + LEAST_SPREAD
    inputs = (inputs - middle) / spread
    inner, bias, outer, direct = network
    weights = [inner * spread, bias + inner @ middle, outer.copy(), direct * spread]  # the same, of these inputs
    means, squares = ([np.zeros_like(layer) for layer in weights] for _ in range(2))
    starts = range(0, max(1, len(inputs) - BATCH + 1), BATCH)
    step, last = 0, epochs * len(starts)
    for _ in range(epochs):
        order = random.permutation(len(inputs))
        for start in starts:
            chosen = order[start : start + BATCH]
            found = slopes(ValueNetwork(*weights), inputs[chosen], data.shares[chosen])
            step += 1
            for layer, slope, mean, square in zip(weights, found, means, squares, strict=True):
                steeper = slope + DECAY * layer
                mean += (1 - MEAN) * (steeper - mean)
                square += (1 - SQUARE) * (steeper**2 - square)
                length = np.sqrt(square / (1 - SQUARE**step)) + 1e-8
                layer -= rate * (1 - (step - 1) / last) * mean / (1 - MEAN**step) / length
    inner, bias, outer, direct = weights
    inner, direct = inner / spread, direct / spread
    layers = (inner, bias - inner @ middle, outer, direct)  # what all seats share in the answer does not count
    return ValueNetwork(*(layer.astype(np.float32) for layer in layers))
