"""Positions for practice: in each one action is clearly best. `practice.json` in the folder of a game has them.

`tablee puzzles` finds them (`study/puzzles.py`); docs/study.md says how, and what the figures mean.
"""

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

FILE = "practice.json"


class Puzzle(msgspec.Struct, frozen=True):
    """A position as the seat to act knows it, and what is best there."""

    id: str
    position: dict[str, Any]
    """All that the seat to act has been shown, as a document: with options that let everybody see what was shown."""
    seat: int
    best: str
    worths: dict[str, float]
    """What each action that was looked at is worth to that seat, from 0 to 1, after ten times the thinking."""
    margin: float
    """By how much the best action is worth more than any other."""
    error: float
    """One standard deviation of that margin; 0 where the end of the game was worked out."""
    check: str
    """How it was checked: "tenfold", "played on" or "exact"."""
    found_by: list[int]
    """The levels that find it."""
    tempting: str
    """What the highest level plays that does not find it, or else the second best."""
    phase: float
    """How far the game had come, from 0 to 1."""
    source: str
    """The game that it was found in, and the step."""
    idea: str = ""
    """What its game has to say for it, in English, without names and numbers: puzzles are told apart by it."""

    @property
    def grade(self) -> int:
        """How hard it is: 1 if every level finds it, 5 if the strongest alone does."""
        return 6 - len(self.found_by)

    def cost(self, action: str) -> float | None:
        """What an action gives away; None if it was hardly looked at, so that it is known only to be no better."""
        worth = self.worths.get(action)
        return None if worth is None else max(self.worths[self.best] - worth, 0.0)


class Practice(msgspec.Struct, frozen=True):
    """The positions of one game, and what they were made with."""

    game: str
    rules: int
    made: dict[str, Any]
    puzzles: list[Puzzle]


@cache
def practice_of(folder: Path) -> Practice | None:
    """The positions that a game brings along, if it does."""
    file = folder / FILE
    return msgspec.json.decode(file.read_bytes(), type=Practice) if file.is_file() else None
