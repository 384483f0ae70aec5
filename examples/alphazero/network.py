"""A small network for Isis & Osiris with two seats, in NumPy alone: priors for every action, and a value.

Each square sees itself and its four neighbours taken together, twice, and is told what lies beside the board (tiles
left, the tile drawn): so a board that is turned round or mirrored is the same to it. Whoever has torch or jax writes
this in ten lines, and changes nothing else of the example.
"""

from pathlib import Path

import numpy as np

from tablee.api.search import Leaves

SQUARES, WIDTH, CHANNELS, GLOBALS = 36, 32, 5, 39
PLANES = 13 * SQUARES  # numbers of an observation that belong to squares; the others concern the whole board


def _beside() -> np.ndarray:
    """The adjacency matrix of the squares."""
    row, column = np.divmod(np.arange(SQUARES), 6)
    apart = np.abs(row[:, None] - row) + np.abs(column[:, None] - column)
    return (apart == 1).astype(np.float32)


BESIDE = _beside()


def looked_at(squares: np.ndarray) -> np.ndarray:
    """By square, its channels and the sums of its neighbours': (36, n, c) becomes (36, n, 2 c)."""
    beside = (BESIDE @ squares.reshape(SQUARES, -1)).reshape(squares.shape)
    return np.concatenate([squares, beside], axis=2)


def looked_back(slopes: np.ndarray) -> np.ndarray:
    """The gradient of `looked_at`."""
    own, beside = np.split(slopes, 2, axis=2)
    return own + (BESIDE @ beside.reshape(SQUARES, -1)).reshape(own.shape)


def taken_apart(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Observations by square (own pawns, others', values of tiles, tiles, the board), and what all squares share."""
    planes = rows[:, :PLANES].reshape(len(rows), 13, SQUARES).transpose(2, 0, 1)
    tiles, board = planes[:, :, 4:12].sum(axis=2), np.ones((SQUARES, len(rows)), np.float32)
    return np.stack([planes[..., 0], planes[..., 1], planes[..., 12], tiles, board], axis=2), rows[:, PLANES:]


class Network:
    """The weights, their evaluation of positions, and their training (Adam)."""

    def __init__(self, seed: int = 0) -> None:
        random = np.random.default_rng(seed)
        shapes = {
            "look": (2 * CHANNELS, WIDTH), "tell": (GLOBALS, WIDTH), "again": (2 * WIDTH, WIDTH),
            "square": (WIDTH, 2), "draw": (WIDTH + GLOBALS, 1), "weigh": (WIDTH + GLOBALS, WIDTH), "win": (WIDTH, 1),
        }  # fmt: skip
        self.weights = {
            name: random.normal(0, np.sqrt(2 / shape[0]), shape).astype(np.float32) for name, shape in shapes.items()
        }
        for name in ("square", "draw", "win"):  # zero at first: no opinion
            self.weights[name] *= 0.1
        self.weights |= {f"{name} bias": np.zeros(shape[1], np.float32) for name, shape in shapes.items()}
        self._moments = {name: (np.zeros_like(one), np.zeros_like(one)) for name, one in self.weights.items()}
        self._steps = 0

    def __call__(self, leaves: Leaves) -> tuple[np.ndarray, np.ndarray]:
        """An evaluator as `tablee.api.search` asks for one."""
        logits, chance, _ = self._forward(leaves.observation)
        return _softmax(logits, leaves.mask), chance

    def _forward(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, tuple[np.ndarray, ...]]:
        w = self.weights
        squares, numbers = taken_apart(rows)
        seen = looked_at(squares)
        told = numbers @ w["tell"] + w["tell bias"]
        first = np.maximum(seen @ w["look"] + w["look bias"] + told, 0)
        again = looked_at(first)
        second = np.maximum(again @ w["again"] + w["again bias"], 0)
        whole = np.concatenate([second.mean(axis=0) * 6, numbers], axis=1)
        weighed = np.maximum(whole @ w["weigh"] + w["weigh bias"], 0)
        chance = 1 / (1 + np.exp(-(weighed @ w["win"] + w["win bias"])[:, 0]))
        moves = (second @ w["square"] + w["square bias"]).transpose(1, 2, 0).reshape(len(rows), 2 * SQUARES)
        logits = np.concatenate([moves, whole @ w["draw"] + w["draw bias"]], axis=1)
        return logits, chance, (seen, numbers, first, again, second, whole, weighed)

    def learn(self, rows: np.ndarray, masks: np.ndarray, policies: np.ndarray, won: np.ndarray, rate: float) -> float:
        """One training step towards the policies and results; returns the loss."""
        w = self.weights
        logits, chance, (seen, numbers, first, again, second, whole, weighed) = self._forward(rows)
        likely = _softmax(logits, masks)
        to_logits, to_win = (likely - policies) / len(rows), ((chance - won) / len(rows))[:, None]
        slopes = {"win": weighed.T @ to_win, "win bias": to_win.sum(axis=0)}
        to_weighed = (to_win @ w["win"].T) * (weighed > 0)
        to_draw, to_moves = to_logits[:, 72:], to_logits[:, :72].reshape(-1, 2, SQUARES).transpose(2, 0, 1)
        slopes |= {"weigh": whole.T @ to_weighed, "weigh bias": to_weighed.sum(axis=0)}
        slopes |= {"draw": whole.T @ to_draw, "draw bias": to_draw.sum(axis=0)}
        slopes |= {"square": np.tensordot(second, to_moves, ((0, 1), (0, 1))), "square bias": to_moves.sum(axis=(0, 1))}
        to_whole = to_weighed @ w["weigh"].T + to_draw @ w["draw"].T
        to_second = (to_moves @ w["square"].T + to_whole[:, :WIDTH] / 6) * (second > 0)
        slopes |= {"again": np.tensordot(again, to_second, ((0, 1), (0, 1))), "again bias": to_second.sum(axis=(0, 1))}
        to_first = looked_back(to_second @ w["again"].T) * (first > 0)
        slopes |= {"look": np.tensordot(seen, to_first, ((0, 1), (0, 1))), "look bias": to_first.sum(axis=(0, 1))}
        to_told = to_first.sum(axis=0)
        slopes |= {"tell": numbers.T @ to_told, "tell bias": to_told.sum(axis=0)}
        self._adam(slopes, rate)
        return float(-(policies * np.log(likely + 1e-9)).sum(axis=1).mean() + np.square(chance - won).mean())

    def _adam(self, slopes: dict[str, np.ndarray], rate: float) -> None:
        self._steps += 1
        for name, slope in slopes.items():
            mean, square = self._moments[name]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            step = (mean / (1 - 0.9**self._steps)) / (np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8)
            self.weights[name] -= rate * (step + 1e-4 * self.weights[name])

    def save(self, file: Path) -> None:
        """Save the weights."""
        np.savez(file, **self.weights)

    @classmethod
    def load(cls, file: Path) -> "Network":
        """Load a saved network."""
        network = cls()
        with np.load(file) as kept:
            network.weights = {name: kept[name] for name in kept.files}
        return network


def _softmax(logits: np.ndarray, mask: np.ndarray) -> np.ndarray:
    legal = np.where(mask, logits, -np.inf)
    raised = np.exp(legal - legal.max(axis=1, keepdims=True))
    return (raised / raised.sum(axis=1, keepdims=True)).astype(np.float32)
