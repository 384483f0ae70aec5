"""Learn Isis & Osiris from nothing but its rules: python train.py --minutes 6 network.npz

The network plays many games at once against itself. In each position a search, guided by the network, counts the visits
of each action; the network learns to predict these counts and the winner. Only three calls are particular to Tablée:
`Batch`, `Search` and `step`.
"""

import argparse
import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from network import Network

import tablee
from tablee.api.search import Search

REMEMBERED = 40_000  # positions of the latest games
OPENING = 12  # steps of a game in which actions are sampled by visits; afterwards nearly the best is played


def self_play(network: Network, games: int, simulations: int, seed: int) -> tuple[np.ndarray, ...]:
    """Play whole games; return observations, masks, policies by visits, and who won."""
    batch = tablee.Batch("isis", size=games, players=2, seed=seed, autoreset="disabled")
    rows, won, steps = [], np.zeros((games, 2), np.float32), 0
    while (running := ~batch.terminated).any():
        search = Search(batch, noise=0.25, seed=seed + steps)
        search.run(network, simulations)
        here = np.flatnonzero(running)
        rows.append((here, batch.to_act[here], batch.observe()[here], batch.mask[here], search.policy()[here]))
        batch.step(search.choose(temperature=1.0 if steps < OPENING else 0.2))
        ended = running & batch.terminated
        won[ended] = (batch.rewards[ended] + 1) / 2
        steps += 1
    game, seat, observed, mask, policy = (np.concatenate(part) for part in zip(*rows, strict=True))
    return observed, mask, policy, won[game, seat]


def train(network: Network, minutes: float, games: int, simulations: int, seed: int) -> Iterator[Network]:
    """Play and learn in turns, for so many minutes of processor time; yield the network after every generation."""
    random, remembered = np.random.default_rng(seed), deque[tuple[np.ndarray, ...]]()
    started, generation = time.process_time(), 0
    while (spent := time.process_time() - started) < 60 * minutes or generation == 0:
        generation += 1
        remembered.append(self_play(network, games, simulations, seed=1000 * seed + generation))
        while sum(len(one[0]) for one in remembered) > REMEMBERED and len(remembered) > 1:
            remembered.popleft()
        data = [np.concatenate(part) for part in zip(*remembered, strict=True)]
        rate = 2e-3 if spent < 40 * minutes else 5e-4
        losses = []
        for _ in range(3 * len(remembered[-1][0]) // 256 + 1):
            some = random.integers(len(data[0]), size=256)
            losses.append(network.learn(*(part[some] for part in data), rate))
        known, off = len(data[0]), np.mean(losses)
        print(f"generation {generation}: {spent:.0f} s, {known} positions, loss {off:.3f}", flush=True)
        yield network


def main() -> None:
    """Train, and save the network after every generation; continue from an existing file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, nargs="?", default=Path("network.npz"))
    parser.add_argument("--minutes", type=float, default=6.0, help="minutes of processor time")
    parser.add_argument("--games", type=int, default=128, help="games per generation, all at once")
    parser.add_argument("--simulations", type=int, default=40, help="simulations per position")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    network = Network.load(options.file) if options.file.exists() else Network(options.seed)
    for learnt in train(network, options.minutes, options.games, options.simulations, options.seed):
        learnt.save(options.file)
    print(f"tablee arena isis --bots python:bot.py level:1 --games 100   # bot.py plays {options.file}")


if __name__ == "__main__":
    main()
