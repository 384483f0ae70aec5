"""Compile games in stages: all at once with a progress bar (`tablee compile`), or one stage for a server.

`python -m tablee.api.compile_all GAME STAGE NICENESS` compiles one stage (`bots/compile_stages.py`), marks it as done
and prints `{"fault": ""}`, or what is wrong. A server runs it beside itself (`server/features/readiness`).
"""

import json
import multiprocessing
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, wait
from random import Random
from typing import Any

from tqdm import tqdm

from tablee.bots.compile_stages import ALL, LOW, LOW_LEVELS, RULES, STAGES, is_done, mark_done
from tablee.bots.level_bots import prepare
from tablee.engine import compile_cache
from tablee.engine.chance import new_random
from tablee.engine.contract import States
from tablee.engine.faults import told
from tablee.engine.playouts import buffers, play_out_many
from tablee.games import GameDefinition, find_game, game_if_here, working_games
from tablee.games.errors import TableeError

_LOOK_EVERY = 0.2
"""Seconds between two updates of the progress bar."""


def compile_games(game_ids: Sequence[str] = ()) -> None:
    """Compile these games, or all of them, with their bots, unless the cache has them.

    With `NUMBA_DISABLE_JIT` there is nothing to compile.
    """
    definitions = [find_game(game_id) for game_id in game_ids] or working_games()
    missing = [definition.id for definition in definitions if not is_done(definition.id, ALL)]
    if missing:
        _compile_in_parallel(missing)


# ---- in parallel -------------------------------------------------------------------------------------------


def _compile_in_parallel(game_ids: Sequence[str]) -> None:
    """Compile each game in a process of its own, as many at once as there are cores."""
    context = multiprocessing.get_context("spawn")
    steps = context.Value("i", 0)
    with (
        tqdm(
            total=len(game_ids) * sum(map(len, _STEPS.values())),
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
    for stage in STAGES:
        for _ in compile_stage(game_id, stage):
            with _steps_done.get_lock():
                _steps_done.value += 1


# ---- one stage of a game -----------------------------------------------------------------------------------


def compile_stage(game_id: str, stage: str) -> Iterator[None]:
    """Compile one stage, step by step, by calling everything that is compiled on its first call; then mark it."""
    definition = find_game(game_id)
    state = definition.new(definition.players[0], {}, 0)
    for step in _STEPS[stage]:
        step(definition, state)
        yield
    if compile_cache.save_errors:
        raise TableeError(f"machine code cannot be kept: {compile_cache.save_errors[-1]}")
    mark_done(game_id, stage)


def _play_out(definition: GameDefinition, state: States) -> None:
    play_out_many(state, state.copy(), 1, new_random(0), *buffers(definition.rules.MOST_ACTIONS))


def _play_through(definition: GameDefinition, state: States) -> None:
    random = Random(0)  # a game of first outcomes might never end
    while codes := definition.codes(state):
        definition.read(definition.words.write(state))  # reading another phase may call other rules
        state = definition.apply(state, random.choice(list(codes)))


_Step = Callable[[GameDefinition, States], object]
_STEPS: dict[str, tuple[_Step, ...]] = {
    RULES: (
        lambda definition, state: definition.actions(state),
        _play_through,
        lambda definition, state: definition.leave(state, 0),
        lambda definition, state: definition.truth(state),
        lambda definition, state: definition.ids.choices(state),
        lambda definition, state: definition.resample(state, 0, 0),
    ),
    LOW: (lambda definition, _: prepare(definition, LOW_LEVELS),),
    ALL: (lambda definition, _: prepare(definition), _play_out),
}
"""What each stage calls. All that a server itself calls is in the first: it never compiles."""


def main(game_id: str, stage: str, niceness: str) -> int:
    """Compile one stage and report; return the exit code."""
    report = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a game prints is no report
    if hasattr(os, "nice"):
        os.nice(int(niceness))
    fault = ""
    try:
        for _ in compile_stage(game_id, stage):
            pass
    except Exception as error:  # a game may raise anything
        definition = game_if_here(game_id)
        fault = told(error, definition.folders if definition else ()).strip().splitlines()[0]
    print(json.dumps({"fault": fault}), file=report, flush=True)
    return 1 if fault else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
