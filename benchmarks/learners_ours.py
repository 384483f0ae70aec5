"""Our side of `learners.py`: measures Tablée, one request per line (`measuring.py`)."""

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from measuring import answer_all, play_aec

import tablee
from tablee.engine.chance import below, new_random
from tablee.engine.playouts import measure
from tablee.games import find_game

SIZE = 1024


@tablee.compiled
def choose(ids: Any, count: Any, generator: Any, chosen: Any) -> None:
    """Any legal id in each game."""
    for game in range(len(chosen)):
        chosen[game] = ids[game, below(generator, count[game])] if count[game] > 0 else 0


@tablee.compiled
def count_steps(steps: Any, ended: Any, before: Any) -> int:
    """How many steps there were since `before`, which is brought up to date; a game that ended has made one."""
    total = 0
    for game in range(len(steps)):
        total += 1 if ended[game] else steps[game] - before[game]
        before[game] = steps[game]
    return total


@cache
def loop(game_id: str) -> Callable[[], int]:
    """Random games in one compiled loop, as `tablee bench` plays them, on 64 lands."""
    definition = find_game(game_id)
    fresh = np.concatenate([definition.new(2, {}, seed) for seed in range(64)])
    return lambda: measure(fresh, definition.rules.MOST_ACTIONS, 0.05, new_random(1))[1]


@cache
def batch(game_id: str) -> Callable[[], int]:
    """1,024 games at once, with mask and observation; each new game on a land of its own."""
    games = tablee.Batch(game_id, SIZE, 2, seed=1, autoreset="same_step", observe=True)
    chosen, generator = np.zeros(SIZE, np.int64), new_random(2)
    ids, count, before = games._buffers.ids, games._buffers.count, games.steps.copy()

    def step() -> int:
        choose(ids, count, generator, chosen)
        games.step(chosen)
        return count_steps(games.steps, games.terminated, before)

    return step


@cache
def sampled(game_id: str) -> Callable[[], int]:
    """1,024 games at once as a caller plays them at random: `sample`, then `step`, with mask, without observation."""
    games = tablee.Batch(game_id, SIZE, 2, seed=1, autoreset="same_step")
    before = games.steps.copy()

    def step() -> int:
        games.step(games.sample())
        return count_steps(games.steps, games.terminated, before)

    return step


@cache
def one(game_id: str) -> Callable[[], int]:
    """One game at a time through `Stepper`: what is legal as a list, any of it, a step."""
    stepper, chooser = tablee.Stepper(game_id, 2, seed=1, observe=False), random.Random(3)
    seeds = iter(range(2, 10**9))

    def play() -> int:
        stepper.reset(next(seeds))
        while stepper.to_act >= 0:
            stepper.step(chooser.choice(stepper.legal_ids()))
        return stepper.steps

    return play


@cache
def aec(game_id: str) -> Callable[[], int]:
    """One game through the PettingZoo adapter, as its tutorial plays: `last`, any legal action, `step`."""
    from tablee.adapters.pettingzoo import env

    return play_aec(env(game_id, players=2))


MEASURES = {"loop": loop, "batch": batch, "sampled": sampled, "one": one, "aec": aec}

if __name__ == "__main__":
    answer_all(MEASURES)
