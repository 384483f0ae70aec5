"""Random games of a PettingZoo environment, ours or another: both are measured by the same code."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np


def play_aec(environment: Any) -> Callable[[], int]:
    """A random game of a PettingZoo environment; returns how many actions were played."""
    chooser, seeds = random.Random(3), iter(range(10**9))

    def play() -> int:
        environment.reset(seed=next(seeds))
        count = 0
        for _ in environment.agent_iter():
            observation, _, terminated, truncated, _ = environment.last()
            if terminated or truncated:
                environment.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            environment.step(int(legal[int(chooser.random() * len(legal))]))
            count += 1
        return count

    return play
