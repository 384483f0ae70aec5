"""`tablee check`, as the command line has it."""

import sys
import time
from collections.abc import Sequence

from tablee.games import find_game
from tablee.kit.checking import examine
from tablee.warm import warm

WHEEL = "|/-\\"


def print_check(games: Sequence[str], *, quick: bool) -> int:
    """Check games one after the other; returns 1 if something is missing in one of them."""
    for game in games:
        find_game(game)  # one that is not there is said before anything is done
    warm(games)
    missing = [_print_one(game, quick) for game in games]
    return int(any(missing))


def _print_one(game: str, quick: bool) -> int:
    """How many things are missing in a game."""
    began, waiting = time.monotonic(), _Waiting()
    print(f"{find_game(game).name} ({game})", flush=True)
    faults = 0
    for finding in examine(game, quick=quick, begin=waiting.begin, tick=waiting.tick):
        waiting.end()
        faults += len(finding.faults)
        print("\n".join(f"  {line}" for line in str(finding).splitlines()), flush=True)
    said = "is fit for the house" if not faults else "is not finished yet"
    print(f"  {game} {said}, after {time.monotonic() - began:.0f} s.", flush=True)
    return faults


class _Waiting:
    """What somebody at a terminal sees while something is looked at."""

    def __init__(self) -> None:
        self._shown = sys.stdout.isatty()
        self._words, self._ticks, self._latest = "", 0, 0.0

    def begin(self, words: str) -> None:
        self._words, self._ticks = words, 0
        self._write()

    def tick(self) -> None:
        if time.monotonic() - self._latest > 0.1:
            self._ticks += 1
            self._write()

    def end(self) -> None:
        if self._shown:
            print("\r\x1b[K", end="", flush=True)

    def _write(self) -> None:
        self._latest = time.monotonic()
        if self._shown:
            print(f"\r\x1b[K  {WHEEL[self._ticks % len(WHEEL)]} {self._words} …", end="", flush=True)
