"""Compile games in advance, with a progress bar (`tablee compile`)."""

import multiprocessing
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, wait
from pathlib import Path
from random import Random
from typing import Any

import numba
from tqdm import tqdm

from tablee.bots.level_bots import prepare
from tablee.engine import compile_cache
from tablee.engine.chance import new_random
from tablee.engine.contract import States
from tablee.engine.playouts import buffers, play_out_many
from tablee.games import GameDefinition, find_game, working_games

_LOOK_EVERY = 0.2
"""Seconds between two updates of the progress bar."""


def compile_games(game_ids: Sequence[str] = ()) -> None:
    """Compile these games, or all of them, with their bots, unless the cache has them.

    With `NUMBA_DISABLE_JIT` there is nothing to compile.
    """
    if numba.config.DISABLE_JIT:
        return
    definitions = [find_game(game_id) for game_id in game_ids] or working_games()
    definitions = [definition for definition in definitions if not _done(definition).exists()]
    if not definitions:
        return
    _compile_in_parallel([definition.id for definition in definitions])
    for definition in definitions:
        # Two processes that write the same index at the same time can lose an entry; this adds it.
        for _ in _compile(definition):
            pass
        _done(definition).touch()


def _done(definition: GameDefinition) -> Path:
    """The marker file of a game that is compiled completely."""
    digests = f"{compile_cache.generic_digest()}-{compile_cache.game_digest(definition.id)}"
    return compile_cache.cache_folder(Path(compile_cache.__file__)) / f"compiled-{definition.id}-{digests}"


# ---- in parallel -------------------------------------------------------------------------------------------


def _compile_in_parallel(game_ids: Sequence[str]) -> None:
    """Compile each game in a process of its own, as many at once as there are cores."""
    context = multiprocessing.get_context("spawn")
    steps = context.Value("i", 0)
    with (
        tqdm(
            total=len(game_ids) * len(_STEPS),
            file=sys.stderr,
            desc="Compiling the rules, once",
            bar_format="{desc} {bar} {percentage:3.0f} %",
        ) as bar,
        ProcessPoolExecutor(os.cpu_count(), context, initializer=_share, initargs=(steps,)) as pool,
    ):
        waiting = {pool.submit(_compile_and_count, game_id) for game_id in game_ids}
        while waiting:
            finished, waiting = wait(waiting, _LOOK_EVERY)
            if steps.value > bar.n:
                bar.update(steps.value - bar.n)
            for game in finished:
                game.result()


_steps_done: Any = None
"""In a compiling process: the number of steps done by all of them, in shared memory."""


def _share(steps: Any) -> None:
    global _steps_done
    _steps_done = steps


def _compile_and_count(game_id: str) -> None:
    for _ in _compile(find_game(game_id)):
        with _steps_done.get_lock():
            _steps_done.value += 1


# ---- one game ----------------------------------------------------------------------------------------------


def _compile(definition: GameDefinition) -> Iterator[None]:
    """Call everything that is compiled on its first call, step by step."""
    state = definition.new(definition.players[0], {}, 0)
    for step in _STEPS:
        step(definition, state)
        yield


def _play_out(definition: GameDefinition, state: States) -> None:
    play_out_many(state, state.copy(), 1, new_random(0), *buffers(definition.rules.MOST_ACTIONS))


def _play_through(definition: GameDefinition, state: States) -> None:
    random = Random(0)  # a game of first outcomes might never end
    while codes := definition.codes(state):
        definition.read(definition.words.write(state))  # reading another phase may call other rules
        state = definition.apply(state, random.choice(list(codes)))


_STEPS: tuple[Callable[[GameDefinition, States], object], ...] = (
    lambda definition, state: definition.actions(state),
    _play_out,
    _play_through,
    lambda definition, state: definition.leave(state, 0),
    lambda definition, state: definition.result(state),
    lambda definition, _: prepare(definition),
)
