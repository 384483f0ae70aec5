"""Compiling everything once, with a progress bar, so that nobody waits for a compiler later."""

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

from tablee.bots.mind import prepare
from tablee.games import GameFolder, find_game, working_games
from tablee.kernel import cache
from tablee.kernel.chance import new_random
from tablee.kernel.contract import States
from tablee.kernel.playout import buffers, play_out_many

_LOOK_EVERY = 0.2
"""Seconds between two looks at how far the processes are."""


def warm(game_ids: Sequence[str] = ()) -> None:
    """Compile these games, or all of them, with what plays them, unless the cache has them already.

    With `NUMBA_DISABLE_JIT` there is nothing to compile, and what plays them would take for ever.
    """
    if numba.config.DISABLE_JIT:
        return
    folders = [find_game(game_id) for game_id in game_ids] or working_games()
    folders = [folder for folder in folders if not _done(folder).exists()]
    if not folders:
        return
    _compile_side_by_side([folder.id for folder in folders])
    for folder in folders:
        # Of two processes that write the same index at the same time one may lose its entry: that is made up for here.
        for _ in _compile(folder):
            pass
        _done(folder).touch()


def _done(folder: GameFolder) -> Path:
    """The file that says that all of a game is compiled."""
    digests = f"{cache.generic_digest()}-{cache.game_digest(folder.id)}"
    return cache.cache_folder(Path(cache.__file__)) / f"warm-{folder.id}-{digests}"


# ---- side by side ------------------------------------------------------------------------------------------


def _compile_side_by_side(game_ids: Sequence[str]) -> None:
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
"""In such a process: how many steps all of them have taken, a number that they share."""


def _share(steps: Any) -> None:
    global _steps_done
    _steps_done = steps


def _compile_and_count(game_id: str) -> None:
    for _ in _compile(find_game(game_id)):
        with _steps_done.get_lock():
            _steps_done.value += 1


# ---- one game ----------------------------------------------------------------------------------------------


def _compile(folder: GameFolder) -> Iterator[None]:
    """Call, step by step, all that is compiled on its first call."""
    state = folder.new(folder.players[0], {}, 0)
    for step in _STEPS:
        step(folder, state)
        yield


def _play_out(folder: GameFolder, state: States) -> None:
    play_out_many(state, state.copy(), 1, new_random(0), *buffers(folder.rules.MOST_ACTIONS))


def _play_through(folder: GameFolder, state: States) -> None:
    random = Random(0)  # always the first outcome might never come to an end
    while codes := folder.codes(state):
        folder.read(folder.words.write(state))  # every phase may need other rules to be read
        state = folder.apply(state, random.choice(list(codes)))


_STEPS: tuple[Callable[[GameFolder, States], object], ...] = (
    lambda folder, state: folder.actions(state),
    _play_out,
    _play_through,
    lambda folder, state: folder.leave(state, 0),
    lambda folder, state: folder.result(state),
    lambda folder, _: prepare(folder),
)
