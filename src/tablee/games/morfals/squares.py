"""The squares of Morfals by name, `7c` being column 7, row c, and the lines that can be trapped between them."""

from collections.abc import Mapping
from itertools import takewhile

from tablee.games.morfals.rules import FIRST_COLUMN, NEXT, OFF, RIVER, SIDE

COLUMN_NAMES = tuple(str(FIRST_COLUMN + column) for column in range(SIDE))
ROW_NAMES = "abcdefg"
SQUARE_NAMES = tuple(column + row for column in COLUMN_NAMES for row in ROW_NAMES)
RIVER_NAME = COLUMN_NAMES[RIVER]


def _line(square: int, steps: list[int]) -> tuple[str, ...]:
    """All squares in one direction, up to the edge or once round the ring."""
    line = []
    end = steps[square]
    while end not in (OFF, square):
        line.append(SQUARE_NAMES[end])
        end = steps[end]
    return tuple(line)


_LINES = {name: [_line(square, steps) for steps in NEXT.tolist()] for square, name in enumerate(SQUARE_NAMES)}


def trapped_by(board: Mapping[str, int], square: str, seat: int) -> list[str]:
    """The enemies in all lines that a cannibal of the seat, placed on the square, traps; those in the River as well.

    >>> trapped_by({"8d": 0, "7d": 1, "6d": 1, "5c": 1}, "5d", seat=0)
    ['6d', '7d']
    """
    trapped: list[str] = []
    for line in _LINES[square]:
        enemies = list(takewhile(lambda name: board.get(name) == 1 - seat, line))
        end = line[len(enemies) : len(enemies) + 1]
        if end and board.get(end[0]) == seat:
            trapped += enemies
    return sorted(trapped)


def is_in_river(square: str) -> bool:
    """Is the square in column 6?"""
    return square.startswith(RIVER_NAME)
