"""The peers' side of `learners.py`: measures OpenSpiel, pgx and PettingZoo, one request per line (`measuring.py`).

It imports nothing of Tablée.
"""

import os
import random
from collections.abc import Callable
from functools import cache
from typing import Any

from measuring import answer_all

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"  # one core, as ours
SIZE = 1024


@cache
def openspiel(name: str) -> Callable[[], int]:
    """One game at a time through OpenSpiel's Python: what is legal as a list, any of it, a step."""
    import pyspiel

    game, chooser = pyspiel.load_game(name), random.Random(3)

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chooser.choices(outcomes, weights)[0])
            else:
                state.apply_action(chooser.choice(state.legal_actions()))
            steps += 1
        return steps

    return play


@cache
def pgx(name: str) -> Callable[[], int]:
    """1,024 games at once in pgx, begun anew as they end; observation and mask are part of its states."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def go_on(state: Any, key: Any) -> Any:
        key, chosen, drawn = jax.random.split(key, 3)
        actions = jax.random.categorical(chosen, jnp.where(state.legal_action_mask, 0.0, -jnp.inf), axis=-1)
        return step(state, actions, jax.random.split(drawn, SIZE)), key

    now = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), SIZE)), jax.random.PRNGKey(2)]

    def play() -> int:
        now[0], now[1] = go_on(now[0], now[1])
        jax.block_until_ready(now[0])
        return SIZE

    return play


@cache
def pettingzoo(name: str) -> Callable[[], int]:
    """One game of PettingZoo's own."""
    from importlib import import_module

    from measuring import play_aec

    return play_aec(import_module(f"pettingzoo.classic.{name}").env())


MEASURES = {"openspiel": openspiel, "pgx": pgx, "pettingzoo": pettingzoo}

if __name__ == "__main__":
    answer_all(MEASURES)
