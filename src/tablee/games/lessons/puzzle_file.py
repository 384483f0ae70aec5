"""Puzzles: positions in which one action is clearly best, from `practice.json` in a game's folder.

`tablee puzzles` finds them (`server/features/puzzles/model.py`); docs/players/review.md says how.
"""

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

FILE = "practice.json"


class Puzzle(msgspec.Struct, frozen=True):
    """A position as the seat to act knows it, and what is best there."""

    id: str
    position: dict[str, Any]  # what the seat to act knows, with options that keep shown things visible
    seat: int
    best: str
    worths: dict[str, float]  # the values of searched actions for that seat, from 0 to 1, after a tenfold search
    margin: float  # the lead of the best action over all others
    error: float  # the standard deviation of the margin; 0 if the position was solved
    check: str  # how it was verified: "tenfold", "played on" or "exact"
    found_by: list[int]  # the levels that find it
    tempting: str  # the action of the highest level that does not find the best one, or else the second best action
    phase: float  # the progress of the game, from 0 to 1
    source: str  # the game that it was found in, and the step
    idea: str = ""  # the game's advice for it, in English, without names and numbers, which distinguishes puzzles

    @property
    def grade(self) -> int:
        """Its difficulty: 1 if every level finds it, 5 if only the strongest does."""
        return 6 - len(self.found_by)

    def cost(self, action: str) -> float | None:
        """What an action gives away; None if it was hardly searched, so that it is only known to be no better."""
        worth = self.worths.get(action)
        return None if worth is None else max(self.worths[self.best] - worth, 0.0)


class PuzzleFile(msgspec.Struct, frozen=True):
    """The puzzles of one game, and how they were made."""

    game: str
    rules: int
    made: dict[str, Any]
    puzzles: list[Puzzle]


@cache
def puzzle_file_of(folder: Path) -> PuzzleFile | None:
    """The puzzles of a game, if it has any."""
    file = folder / FILE
    return msgspec.json.decode(file.read_bytes(), type=PuzzleFile) if file.is_file() else None
