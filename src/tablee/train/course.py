"""`tablee train`: a bot learns by playing against itself. The course, its file, and the way through it.

A generation plays some games with what is known so far, and learns from them; the next one plays with that. What is
known after each generation is in a file, from which the same command goes on. What is to be learnt stands in the game's
`learning.py`, and there are two kinds of it: weights of features (`regression.py`), and a network (`networks.py`).
"""

import shlex
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Protocol

import msgspec
from tqdm import tqdm

from tablee.arena.standings import Standings
from tablee.games import GameFolder
from tablee.games.errors import TableeError


class Course(msgspec.Struct, frozen=True):
    """What is to be learnt, and how: the same course always gives the same weights."""

    game: str
    generations: int
    games: int
    seed: int

    @property
    def command(self) -> str:
        """What makes these weights anew."""
        parts = ["tablee", "train", self.game, "--generations", self.generations, "--games", self.games]
        return shlex.join(map(str, [*parts, "--seed", self.seed]))


class Made(msgspec.Struct, frozen=True):
    """What every file says: how its weights were made, and how far that has come."""

    made_by: str
    made_on: str
    generation: int
    games: int  # a generation
    seed: int


class Learner(Protocol):
    """Somebody who learns, of either kind."""

    def go_on_from(self, path: Path) -> Made:
        """Take over what a file knows; raises `TableeError` if it cannot be read."""

    def learn(self, course: Course, generation: int) -> None:
        """Play, and learn from it."""

    def write(self, made: Made, path: Path) -> Made:
        """Keep what is known, and return it."""

    def measure(self, games: int) -> Standings:
        """Let who was trained play who was not."""


def attend(learner: Learner, course: Course, path: Path) -> Made:
    """Learn, going on from the file if it is of the same course; the file is written after each generation."""
    made = _begun(learner, course, path)
    first = made.generation if made else 0
    numbers = range(first, course.generations)
    for generation in tqdm(numbers, initial=first, total=course.generations, unit="generation", disable=None):
        learner.learn(course, generation)
        made = learner.write(_made(course, generation + 1), path)
    assert made is not None
    return made


def _begun(learner: Learner, course: Course, path: Path) -> Made | None:
    """What the file already knows of this course."""
    if not path.exists():
        return None
    made = learner.go_on_from(path)
    if (made.games, made.seed) != (course.games, course.seed) or made.generation > course.generations:
        raise TableeError(f"{path} is of another course ({made.made_by}); name another file")
    return made


def _made(course: Course, generation: int) -> Made:
    done = msgspec.structs.replace(course, generations=generation)
    return Made(done.command, datetime.now(UTC).date().isoformat(), generation, course.games, course.seed)


def learning_of(folder: GameFolder) -> ModuleType:
    """What the game says about learning; raises `TableeError` if it does not learn."""
    name = f"{folder.rules.__name__.rpartition('.')[0]}.learning"
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise TableeError(f"the bots of {folder.id} do not learn by playing") from None
