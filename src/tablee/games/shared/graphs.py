"""Boards of points and lines. A line names the points on it, in order; each is next to the one after it."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

NONE = -1


def next_points(points: Sequence[str], lines: Sequence[Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """The points next to each, in the order of `points`.

    >>> next_points(["a1", "b1", "c1"], [("a1", "b1", "c1")])
    {'a1': ('b1',), 'b1': ('a1', 'c1'), 'c1': ('b1',)}
    """
    joined = {frozenset(pair) for line in lines for pair in pairwise(line)}
    return {point: tuple(other for other in points if {point, other} in joined) for point in points}


def neighbour_table(points: Sequence[str], lines: Sequence[Sequence[str]]) -> npt.NDArray[np.int64]:
    """The same by index, for compiled rules: a row for each point, filled up with -1.

    >>> neighbour_table(["a1", "b1", "c1"], [("a1", "b1", "c1")]).tolist()
    [[1, -1], [0, 2], [1, -1]]
    """
    return _table([[points.index(other) for other in near] for near in next_points(points, lines).values()])


def line_table(points: Sequence[str], lines: Sequence[Sequence[str]]) -> npt.NDArray[np.int64]:
    """The points of each line, by index: a row for each line, filled up with -1.

    >>> line_table(["a1", "b1", "c1"], [("a1", "b1", "c1"), ("c1", "a1")]).tolist()
    [[0, 1, 2], [2, 0, -1]]
    """
    return _table([[points.index(point) for point in line] for line in lines])


def _table(rows: Sequence[Sequence[int]]) -> npt.NDArray[np.int64]:
    longest = max(map(len, rows))
    return np.array([[*row, *[NONE] * (longest - len(row))] for row in rows], np.int64)
