"""`tablee train`: a bot learns by playing against itself what speaks for winning (`course.py` says how)."""

import sys
from pathlib import Path

from tablee.arena.report import table
from tablee.games import GameFolder, find_game
from tablee.train.course import Course, Learner, Made, attend, learning_of
from tablee.train.networks import Networked
from tablee.train.regression import Learnt, Regression, compare, foretelling

__all__ = ["Course", "Learnt", "Made", "compare", "file_of", "foretelling", "learning_of", "run", "train"]


def train(course: Course, path: Path) -> Made:
    """Learn, going on from the file if it is of the same course; the file is written after each generation."""
    return attend(_learner(find_game(course.game)), course, path)


def file_of(folder: GameFolder) -> Path:
    """Where what is learnt is kept, if nobody says otherwise."""
    return Path(f"{folder.id}-network.npz" if _has_network(folder) else f"{folder.id}-weights.json")


def run(course: Course, path: Path, measure: int) -> None:
    """Learn, and say by how much the trained bot beats the untrained one."""
    learner = _learner(find_game(course.game))
    made = attend(learner, course, path)
    print(f"{path}: {made.made_by}", file=sys.stderr)
    if measure:
        print(table(learner.measure(measure)))


def _learner(folder: GameFolder) -> Learner:
    return Networked(folder) if _has_network(folder) else Regression(folder)


def _has_network(folder: GameFolder) -> bool:
    return hasattr(learning_of(folder), "NETWORK")
