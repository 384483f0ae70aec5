"""Boards as bits: for each seat a number that has a bit for each of its pieces, so that rows are found by shifting.

Ranks are a bit wider than the board, and that bit is always empty: so no row goes on beyond the edge.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tablee.games.document import field, number
from tablee.games.errors import BadState
from tablee.games.fields import Field, Values
from tablee.kernel.cache import compiled


def bits_of(files: int, ranks: int) -> npt.NDArray[np.int64]:
    """By square, in the order of `square_names`: a board with it alone.

    >>> bits_of(2, 2).tolist()
    [1, 2, 8, 16]
    """
    return np.array([1 << rank * (files + 1) + file for rank in range(ranks) for file in range(files)], np.int64)


def steps_of(files: int) -> tuple[int, int, int, int]:
    """From a square's bit to that of its neighbour: to the right, up, up right, up left.

    >>> steps_of(6)
    (1, 7, 8, 6)
    """
    return 1, files + 1, files + 2, files


@compiled
def row_starts(pieces: int, step: int, length: int) -> int:
    """Where rows of exactly that length begin in one direction, as a board."""
    starts = pieces & ~(pieces << step) & ~(pieces >> length * step)
    for other in range(1, length):
        starts &= pieces >> other * step
    return starts


@compiled
def has_row(pieces: int, steps: Any, length: int) -> bool:
    """Are there so many, or more, in a row?"""
    for step in steps:
        row = pieces
        for other in range(1, length):
            row &= pieces >> other * step
        if row:
            return True
    return False


def bitboards(bits: Mapping[str, int], of: str) -> Field:
    """Whose piece lies on each square, by the names of squares and their bits; the record has a board for each seat."""

    def read(value: Any, what: str, state: Any) -> list[int]:
        boards = [0] * int(state.players)
        for name, seat in field({what: value}, what, dict).items():
            if name not in bits:
                raise BadState(f"there is no square {str(name)[:40]!r}")
            boards[number(seat, f"the piece on {name}", 0, len(boards) - 1)] |= bits[name]
        return boards

    def write(boards: Sequence[int], _: Values) -> dict[str, int]:
        return {name: seat for name, bit in bits.items() for seat, held in enumerate(boards) if held & bit}

    return Field(write, read, {}, of=of)
