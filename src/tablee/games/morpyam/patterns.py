"""What a seat sees along the lines of the grid, worked out once for all that may lie there.

A *pattern* is what lies on a line as one seat sees it: squares that are free, its own, or somebody else's. In a pattern
it counts *windows*: three, four or five neighbours among which nobody else stands. A window counts the more, the
easier the figures are that are still missing in it.
"""

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from tablee.games.morpyam.figures import GRID, SIDE, SQUARE_NAMES, SQUARES

FREE, OWN, OTHER = range(3)
Digits = npt.NDArray[np.int8]
"""By pattern of a line: what lies on each square."""

CHANCE = {
    **dict.fromkeys("123456", 0.3548), "ps": 0.6154, "suite": 0.2611, "full": 0.3629, "carre": 0.2908, "mini": 0.1869,
    "maxi": 0.1869, "morpyam": 0.046, "sec": 0.0947, "appel": 0.5278,
}  # fmt: skip
"""How likely a turn is to make each figure when it goes for nothing else."""
HURRY = 0.45
"""The power of these chances that is left of a window: below 1, for there are several turns, and other squares."""

WINDOWS = tuple((own, length) for length in (3, 4, 5) for own in range(1, min(length, 4) + 1))
"""The windows that are told apart: by own tokens in them, and length. Five of five have won."""

# ---- lines ------------------------------------------------------------------------------------------------


def _line(square: int, right: int, up: int) -> tuple[str, ...]:
    """The squares from one to the edge of the grid."""
    file, rank, names = square % SIDE, square // SIDE, []
    while 0 <= file < SIDE and 0 <= rank < SIDE:
        names.append(SQUARE_NAMES[rank * SIDE + file])
        file, rank = file + right, rank + up
    return tuple(names)


def _lines() -> list[tuple[str, ...]]:
    ways = ((1, 0), (0, 1), (1, 1), (1, -1))
    lines = [_line(square, *way) for way in ways for square in range(SQUARES)]
    return [line for line in lines if len(line) >= 3 and not any(set(line) < set(longer) for longer in lines)]


LINES = _lines()
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


def _over_lines(count: Callable[[tuple[str, ...], Digits], npt.NDArray[Any]]) -> npt.NDArray[Any]:
    """What is counted in each pattern, all lines one after the other."""
    return np.concatenate([count(line, _digits(len(line))) for line in LINES])


def _digits(length: int) -> Digits:
    return np.array([pattern[::-1] for pattern in product((FREE, OWN, OTHER), repeat=length)], np.int8)


# ---- what is counted --------------------------------------------------------------------------------------


def _runs(digits: Digits, length: int) -> npt.NDArray[np.int8]:
    """By pattern: how many runs of exactly that length the own tokens make."""
    edged = np.pad(digits == OWN, ((0, 0), (1, 1)))
    count = np.zeros(len(digits), np.int8)
    for first in range(1, digits.shape[1] - length + 2):
        run = edged[:, first : first + length].all(axis=1)
        count += run & ~edged[:, first - 1] & ~edged[:, first + length]
    return count


THREES = _over_lines(lambda _line, digits: _runs(digits, 3))
FOURS = _over_lines(lambda _line, digits: _runs(digits, 4))
FIVES = _over_lines(lambda _line, digits: _runs(digits, 5) + _runs(digits, 6))
"""By pattern: how many runs of three, of four, and of five or more it has."""


def _windows(line: tuple[str, ...], digits: Digits) -> npt.NDArray[np.float64]:
    """By pattern and window that is told apart: how many there are, each as much as is left of it."""
    counts = [_windows_with(own, length, line, digits) for own, length in WINDOWS]
    return np.stack(counts, axis=1)


def _windows_with(own: int, length: int, line: tuple[str, ...], digits: Digits) -> npt.NDArray[np.float64]:
    ease = np.array([CHANCE[GRID[name]] ** HURRY for name in line])
    count = np.zeros(len(digits))
    for first in range(len(line) - length + 1):
        window = digits[:, first : first + length]
        left = np.where(window == OWN, 1.0, ease[first : first + length]).prod(axis=1)
        count += left * (((window == OWN).sum(axis=1) == own) & ~(window == OTHER).any(axis=1))
    return count


WINDOWS_IN = _over_lines(_windows)
"""By pattern and window that is told apart: how many there are, each as much as what is missing is easy to make."""
