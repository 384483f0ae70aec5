"""Shared by both sides of `learners.py`: measure one thing per line, in steps per second of processor time.

`{"what": "batch", "game": "isis", "seconds": 0.5, "seed": 7}` is answered by `{"count": 71234, "seconds": 0.501}`.
"""

import json
import random
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

Work = Callable[[], int]
"""Runs for a while and returns the number of steps."""


def answer_all(measures: Mapping[str, Callable[[str], Work]]) -> None:
    """Answer every line of standard input."""
    for line in sys.stdin:
        request = json.loads(line)
        count, seconds = _timed(measures[request["what"]](request["game"]), request["seconds"])
        print(json.dumps({"count": count, "seconds": seconds}), flush=True)


def _timed(work: Work, seconds: float) -> tuple[int, float]:
    """Count steps for some processor time, after a first run that may compile."""
    work()
    began, done = time.process_time(), 0
    while (taken := time.process_time() - began) < seconds:
        done += work()
    return done, taken


def play_aec(environment: Any) -> Callable[[], int]:
    """Play random games of a PettingZoo environment, ours or another; each run returns its number of actions."""
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
