"""Finished games of the route games: found by random play of the reference, kept with their first state, replayed.

The land is random, so what is kept is the whole state before the first step, not the seed it came from.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from zlib import crc32

from tests.games.finished import path_of, read
from tests.games.shared.routes.corners import visited
from tests.games.shared.routes.games import Setup, reference_of
from tests.games.shared.routes.position import State
from tests.games.shared.routes.random_play import STEADY, Habits, random_log
from tests.games.shared.routes.reference import Reference

VERSION = 1


@dataclass(frozen=True)
class Ending:
    """A way for a game to end: how it begins, how it is played, and which corners of the rules it must come to."""

    corners: tuple[str, ...]
    start: Setup | State
    habits: Habits = STEADY
    wanted: Callable[[Reference], bool] = lambda _end: True


Endings = Mapping[str, Ending]


def make(folder: Path, endings: Endings) -> None:
    """Write the games that are not there yet; those that are there stay as they are."""
    folder.mkdir(exist_ok=True)
    for name, ending in endings.items():
        path = path_of(folder, name)
        if not path.exists():
            start, log = find(name, ending)
            path.write_text(as_json(name, start, log))


def find(name: str, ending: Ending) -> tuple[State, list[str]]:
    """The first game that ends as wanted: its first state and its log."""
    games = (play(ending, crc32(f"{name} {number}".encode())) for number in count())
    return next((start, log) for start, log in games if is_as_wanted(ending, start, log))


def play(ending: Ending, seed: int) -> tuple[State, list[str]]:
    start = dict(ending.start.new(seed).state()) if isinstance(ending.start, Setup) else ending.start
    return start, random_log(start, seed, ending.habits)


def is_as_wanted(ending: Ending, start: State, log: Sequence[str]) -> bool:
    end = reference_of(start)
    came_to = visited(end, log, ending.corners)
    return end.reason is not None and came_to == set(ending.corners) and ending.wanted(end)


def as_json(name: str, start: State, log: Sequence[str]) -> str:
    """What is kept of a game."""
    end = reference_of(start)
    for text in log:
        end.step(text)
    fields = {
        "ending": name,
        "game": end.game,
        "players": end.players,
        "options": end.options,
        "version": VERSION,
        "start": start,
        "log": list(log),
        "result": {"scores": end.scores(), "winners": end.winners(), "reason": end.reason},
    }
    return "{\n" + ",\n".join(f" {json.dumps(key)}: {json.dumps(value)}" for key, value in fields.items()) + "\n}\n"


# ---- what is tested of them -----------------------------------------------------------------------------------


def assert_comes_to_its_corners(path: Path, endings: Endings) -> None:
    finished = read(path)
    assert is_as_wanted(endings[finished["ending"]], finished["start"], finished["log"])
