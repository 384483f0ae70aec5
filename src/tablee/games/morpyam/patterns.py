"""What a seat sees along the lines of the grid, worked out once for all that may lie there.

A *pattern* is what lies on a line as one seat sees it: squares that are free, its own, or somebody else's. In a pattern
it counts *windows*: three, four or five neighbours among which nobody else stands. A window counts the more, the
easier the figures are that are still missing in it.
"""

from itertools import product

import numpy as np
import numpy.typing as npt

from tablee.games.morpyam.figures import GRID, SIDE, SQUARE_NAMES, SQUARES
from tablee.games.squares import lines

FREE, OWN, OTHER = range(3)

CHANCE = {
    **dict.fromkeys("123456", 0.3548), "ps": 0.6154, "suite": 0.2611, "full": 0.3629, "carre": 0.2908, "mini": 0.1869,
    "maxi": 0.1869, "morpyam": 0.046, "sec": 0.0947, "appel": 0.5278,
}  # fmt: skip
"""How likely a turn is to make each figure when it goes for nothing else."""
HURRY = 0.45
"""The power of these chances that is left of a window: below 1, for there are several turns, and other squares."""

WINDOWS = tuple((own, length) for length in (3, 4, 5) for own in range(1, min(length, 4) + 1))
"""The windows that are told apart: by own tokens in them, and length. Five of five have won."""

LINES = lines(SIDE, SIDE, least=3)
"""Rows, columns and diagonals that have room for three in a row."""

# ---- patterns ---------------------------------------------------------------------------------------------

PATTERN_START = np.cumsum([0, *(3 ** len(line) for line in LINES)]).astype(np.int32)
"""By line: where its patterns start. A pattern's number is written with a digit a square, in base three."""


def _crossings() -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    lines = np.full((SQUARES, 4), -1, np.int32)
    steps = np.zeros((SQUARES, 4), np.int32)
    for square, name in enumerate(SQUARE_NAMES):
        crossing = [number for number, line in enumerate(LINES) if name in line]
        lines[square, : len(crossing)] = crossing
        steps[square, : len(crossing)] = [3 ** LINES[number].index(name) for number in crossing]
    return lines, steps


CROSSING, STEP = _crossings()
"""By square: the up to four lines through it (-1: no more), and by how much an own token there raises a pattern."""


def _windows(own: int, length: int, line: tuple[str, ...]) -> npt.NDArray[np.float64]:
    """By pattern of a line: how many such windows there are, each as much as is left of it."""
    ease = np.array([CHANCE[GRID[name]] ** HURRY for name in line])
    digits = np.array([pattern[::-1] for pattern in product((FREE, OWN, OTHER), repeat=len(line))], np.int8)
    count = np.zeros(len(digits))
    for first in range(len(line) - length + 1):
        window = digits[:, first : first + length]
        left = np.where(window == OWN, 1.0, ease[first : first + length]).prod(axis=1)
        count += left * (((window == OWN).sum(axis=1) == own) & ~(window == OTHER).any(axis=1))
    return count


WINDOWS_IN = np.concatenate([np.stack([_windows(*window, line) for window in WINDOWS], axis=1) for line in LINES])
"""By pattern and window that is told apart: how many there are, each as much as what is missing is easy to make."""
