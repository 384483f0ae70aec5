"""Random playouts, compiled, and the measurement of their speed."""

import time
from typing import Any

import numpy as np

from tablee.engine.chance import Random, below, weighted
from tablee.engine.compile_cache import compiled
from tablee.engine.contract import CHANCE, OVER, States, apply, legal, outcomes, to_act


@compiled
def play_out(state: Any, random: Any, actions: Any, weights: Any) -> int:
    """Play `state` to its end at random, in place; return the number of steps."""
    steps = 0
    while True:
        seat = to_act(state)
        if seat == OVER:
            return steps
        if seat == CHANCE:
            count = outcomes(state, actions, weights)
            apply(state, actions[weighted(random, weights, count)])
        else:
            count = legal(state, actions)
            apply(state, actions[below(random, count)])
        steps += 1


@compiled
def play_out_many(fresh: Any, scratch: Any, games: int, random: Any, actions: Any, weights: Any) -> int:
    """Play `games` random games, each from one of the states in `fresh`; return the number of steps."""
    steps = 0
    for game in range(games):
        scratch[0] = fresh[game % len(fresh)]
        steps += play_out(scratch[0], random, actions, weights)
    return steps


def buffers(most_actions: int) -> tuple[Any, Any]:
    """Arrays for the actions of one node and their weights."""
    return np.empty(most_actions, np.int32), np.empty(most_actions, np.int32)


def measure(fresh: States, most_actions: int, seconds: float, random: Random) -> tuple[int, int, float]:
    """Play random games for about `seconds`; return the number of games and steps, and the exact time."""
    actions, weights = buffers(most_actions)
    scratch = fresh[:1].copy()
    play_out_many(fresh, scratch, 1, random, actions, weights)
    games = steps = 0
    chunk = 64
    began = time.perf_counter()
    while (elapsed := time.perf_counter() - began) < seconds:
        steps += play_out_many(fresh, scratch, chunk, random, actions, weights)
        games += chunk
        chunk = min(chunk * 2, 4096)
    return games, steps, elapsed
