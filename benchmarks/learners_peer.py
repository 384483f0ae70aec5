"""The peers' side of `learners.py`: measures OpenSpiel, pgx, PettingZoo and PufferLib, one request per line.

`measuring.py` says how.

It imports nothing of Tablée.
"""

import os
import random
import subprocess
import sysconfig
import tempfile
from collections.abc import Callable
from functools import cache
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
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


PUFFER_GO = {
    "width": 950, "height": 512, "grid_size": 7, "board_width": 600, "board_height": 600, "grid_square_size": 600 / 9,
    "moves_made": 0, "komi": 7.5, "score": 0.0, "last_capture_position": -1, "reward_move_pass": -0.25,
    "reward_move_invalid": -0.1, "reward_move_valid": 0.1, "reward_player_capture": 0.25,
    "reward_opponent_capture": -0.25,
}  # fmt: skip
PUFFER_ENVIRONMENTS: dict[str, tuple[int, str, int, dict[str, Any]]] = {
    "connect4": (42, "float32", 7, {}),
    "checkers": (64, "uint8", 512, {"size": 8}),
    "go": (100, "float32", 50, PUFFER_GO),
    "tripletriad": (114, "float32", 14, {"width": 990, "height": 690, "card_width": 192, "card_height": 224}),
    "squared": (121, "uint8", 5, {"size": 11}),
}
"""By name: numbers observed and their type, actions, and settings, as PufferLib's own Python sets them."""


@cache
def pufferlib(name: str) -> Callable[[], int]:
    """1,024 of PufferLib's C environments in one call, with any actions, drawn in advance as its own speed tests do."""
    import numpy as np

    binding = puffer_binding(name)
    numbers, kind, actions, settings = PUFFER_ENVIRONMENTS[name]
    chosen, steps = np.zeros(SIZE, np.int32), iter(range(10**9))
    arrays = (
        np.zeros((SIZE, numbers), kind),
        chosen,
        np.zeros(SIZE, np.float32),
        np.zeros(SIZE, bool),
        np.zeros(SIZE, bool),
    )
    environments = binding.vec_init(*arrays, SIZE, 1, **settings)
    binding.vec_reset(environments, 1)
    drawn = np.random.default_rng(3).integers(0, actions, (SIZE, SIZE), np.int32)

    def play() -> int:
        chosen[:] = drawn[next(steps) % SIZE]
        binding.vec_step(environments)
        return SIZE

    play.arrays = arrays  # type: ignore[attr-defined]  # C keeps their addresses
    return play


def puffer_binding(name: str) -> Any:
    """One environment of the source in `$PUFFERLIB`, compiled with the flags of its `setup.py`."""
    import numpy as np

    source, target = Path(os.environ["PUFFERLIB"]), Path(tempfile.mkdtemp()) / "binding.so"
    raylib = source / "raylib-5.5_linux_amd64"
    include = [f"-I{folder}" for folder in (raylib / "include", sysconfig.get_paths()["include"], np.get_include())]
    flags = ["-O2", "-flto", "-fwrapv", "-fPIC", "-shared", "-w", "-DPLATFORM_DESKTOP"]
    files = [str(source / "pufferlib" / "ocean" / name / "binding.c"), str(raylib / "lib" / "libraylib.a")]
    subprocess.run(["gcc", *flags, *include, *files, "-o", str(target), "-lm", "-lpthread", "-ldl"], check=True)
    loader = ExtensionFileLoader("binding", str(target))
    spec = spec_from_loader("binding", loader)
    assert spec
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


MEASURES = {"openspiel": openspiel, "pgx": pgx, "pettingzoo": pettingzoo, "pufferlib": pufferlib}

if __name__ == "__main__":
    answer_all(MEASURES)
