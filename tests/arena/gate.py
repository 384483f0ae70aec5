"""A tournament that stops midway, so that a worker can be killed in the middle of a game, and goes on."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tablee.arena.arena_game import GameRecord
from tests.arena.tournaments import outsider, tournament

GAMES = 24
TOURNAMENT = tournament("level:1", outsider("Gate"), games=GAMES, patience=60.0)
"""After some games its bot `Gate` waits in the middle of one until it may go on."""


def with_a_worker_killed(folder: Path, play: Callable[[], Iterator[GameRecord]]) -> list[GameRecord]:
    """Play, but kill one of two workers while both are in the middle of a game; `folder` is that of the bot."""

    def waiting() -> list[int]:
        return [int(file.name.split()[1]) for file in folder.glob("worker *")]

    with ThreadPoolExecutor(1) as background:
        playing = background.submit(lambda: list(play()))
        try:
            end = time.monotonic() + 60
            while len(waiting()) < 2:
                assert time.monotonic() < end, "the workers never came to the gate"
                assert not playing.done()
                time.sleep(0.005)
            os.kill(waiting()[0], signal.SIGKILL)
        finally:
            (folder / "go").touch()
        return playing.result(timeout=300)
