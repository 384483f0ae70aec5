"""Boards of squares, named as in chess: a1 is bottom left. Neighbours, lines, and bitboards."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tablee.engine.compile_cache import compiled
from tablee.games.document import Field, Values, field, number
from tablee.games.errors import BadState


def square_names(files: int, ranks: int) -> tuple[str, ...]:
    """The names by index: a1, b1, …, then the next rank.

    >>> square_names(6, 6)[:7]
    ('a1', 'b1', 'c1', 'd1', 'e1', 'f1', 'a2')
    """
    return tuple(f"{chr(ord('a') + file)}{rank + 1}" for rank in range(ranks) for file in range(files))


def next_to(files: int, ranks: int) -> dict[str, tuple[str, ...]]:
    """The squares orthogonally next to each.

    >>> next_to(6, 6)["a2"]
    ('b2', 'a1', 'a3')
    """
    names = square_names(files, ranks)
    return {name: tuple(other for other in _around(name) if other in names) for name in names}


def _around(name: str) -> list[str]:
    file, rank = ord(name[0]), int(name[1:])
    around = ((file - 1, rank), (file + 1, rank), (file, rank - 1), (file, rank + 1))
    return [f"{chr(file)}{rank}" for file, rank in around]


def lines(files: int, ranks: int, least: int) -> tuple[tuple[str, ...], ...]:
    """The rows, columns and diagonals of at least so many squares, each from left to right or upwards.

    >>> lines(3, 2, least=3)
    (('a1', 'b1', 'c1'), ('a2', 'b2', 'c2'))
    """
    names = square_names(files, ranks)
    places = [(at % files, at // files) for at in range(len(names))]
    found = []
    for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for file, rank in places:
            if (file - right, rank - up) in places:
                continue
            run = [place for step in range(len(names)) if (place := (file + right * step, rank + up * step)) in places]
            found.append(tuple(names[at[1] * files + at[0]] for at in run))
    return tuple(line for line in found if len(line) >= least)


# ---- bitboards ---------------------------------------------------------------------------------------------
# One number for each seat, with a bit for each of its pieces: rows are found by shifting. A rank has one bit more than
# the board has files, always empty, so that no row goes on beyond the edge.


def bits_of(files: int, ranks: int) -> npt.NDArray[np.int64]:
    """The bit of each square, in the order of `square_names`.

    >>> bits_of(2, 2).tolist()
    [1, 2, 8, 16]
    """
    return np.array([1 << rank * (files + 1) + file for rank in range(ranks) for file in range(files)], np.int64)


def steps_of(files: int) -> tuple[int, int, int, int]:
    """The shifts from a square's bit to that of its neighbour: right, up, up right, up left.

    >>> steps_of(6)
    (1, 7, 8, 6)
    """
    return 1, files + 1, files + 2, files


@compiled
def row_starts(pieces: int, step: int, length: int) -> int:
    """The first squares of all rows of exactly that length in one direction, as a bitboard."""
    starts = pieces & ~(pieces << step) & ~(pieces >> length * step)
    for other in range(1, length):
        starts &= pieces >> other * step
    return starts


@compiled
def has_row(pieces: int, steps: Any, length: int) -> bool:
    """Is there a row of that length or more?"""
    for step in steps:
        row = pieces
        for other in range(1, length):
            row &= pieces >> other * step
        if row:
            return True
    return False


def bitboards(bits: Mapping[str, int], of: str) -> Field:
    """A document field: whose piece lies on each square; the record has a bitboard for each seat."""

    def read(value: Any, what: str, state: Any) -> list[int]:
        boards = [0] * int(state.players)
        for name, seat in field({what: value}, what, dict).items():
            if name not in bits:
                raise BadState(f"there is no square {str(name)[:40]!r}")
            boards[number(seat, f"the piece on {name}", 0, len(boards) - 1)] |= bits[name]
        return boards

    def write(boards: Sequence[int], _: Values) -> dict[str, int]:
        return {name: seat for name, bit in bits.items() for seat, held in enumerate(boards) if held & bit}

    return Field(write, read, {}, of=of, also=())
