"""Compiling everything once, with a progress bar, so that nobody waits for a compiler later."""

import sys
from collections.abc import Callable, Iterator
from random import Random

from tqdm import tqdm

from tablee.games import GameFolder, working_games
from tablee.kernel.cache import cache_folder
from tablee.kernel.chance import new_random
from tablee.kernel.contract import States
from tablee.kernel.playout import buffers, play_out_many
from tablee.search.bot import prepare

Step = tuple[str, Callable[[], object]]


def warm() -> None:
    """Compile the rules of every game and what plays them, unless the cache has them already."""
    done = cache_folder() / "warm"
    steps = [step for folder in working_games() for step in _steps(folder)]
    names = "\n".join(name for name, _ in steps)
    if done.exists() and done.read_text() == names:
        return
    bar = tqdm(steps, file=sys.stderr, desc="Compiling the rules, once", bar_format="{desc} {bar} {percentage:3.0f} %")
    for _, compile_it in bar:
        compile_it()
    done.write_text(names)


def _steps(folder: GameFolder) -> Iterator[Step]:
    """What to call, once each, for all of a game to be compiled."""
    state = folder.new(folder.players[0], {}, 0)
    yield f"{folder.id} actions", lambda: folder.actions(state)
    yield f"{folder.id} playout", lambda: _play_out(folder, state)
    yield f"{folder.id} game", lambda: _play_through(folder, state)
    yield f"{folder.id} leave", lambda: folder.leave(state, 0)
    yield f"{folder.id} result", lambda: folder.result(state)
    yield f"{folder.id} search", lambda: prepare(folder)


def _play_out(folder: GameFolder, state: States) -> None:
    play_out_many(state, state.copy(), 1, new_random(0), *buffers(folder.rules.MOST_ACTIONS))


def _play_through(folder: GameFolder, state: States) -> None:
    random = Random(0)  # always the first outcome might never come to an end
    while codes := folder.codes(state):
        folder.read(folder.words.write(state))  # every phase may need other rules to be read
        state = folder.apply(state, random.choice(list(codes)))
