"""Grids of squares and of hexes in a picture: their places, what lies on them, and what is offered there."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from math import sqrt
from operator import getitem
from typing import Any, NamedTuple

from tablee.games.shared.hexes import Hex
from tablee.games.shared.widgets.panels import Box, Part, Place

Look = Callable[[str, Any, Place], Part]
"""Makes the nodes of a square from its name, what lies on it (None: nothing) and its place."""


def rows_of(files: int, ranks: int) -> tuple[tuple[str, ...], ...]:
    """The names of squares in reading order, the top rank first; a1 is bottom left.

    >>> rows_of(3, 2)
    (('a2', 'b2', 'c2'), ('a1', 'b1', 'c1'))
    """
    letters = [chr(ord("a") + file) for file in range(files)]
    return tuple(tuple(f"{letter}{rank}" for letter in letters) for rank in range(ranks, 0, -1))


def places(rows: Sequence[Sequence[str]], first: Place, pitch: float | Place) -> dict[str, Place]:
    """The middle of each square; `first` is that of the top left one. An empty name means no square.

    >>> places([["a2", ""], ["a1", "b1"]], first=(30, 20), pitch=50)
    {'a2': (30, 20), 'a1': (30, 70), 'b1': (80, 70)}
    """
    right, down = pitch if isinstance(pitch, tuple) else (pitch, pitch)
    return {
        name: (first[0] + column * right, first[1] + row * down)
        for row, names in enumerate(rows)
        for column, name in enumerate(names)
        if name
    }


class _Looks(dict[Hashable, Part]):
    """The nodes of one square by what lies on it, made on first use."""

    __slots__ = ("look", "name", "place")

    def __init__(self, name: str, place: Place, look: Look) -> None:
        super().__init__()
        self.name, self.place, self.look = name, place, look

    def __missing__(self, what: Hashable) -> Part:
        part = self[what] = self.look(self.name, what, self.place)
        return part


class Squares:
    """The squares of a board. The nodes of a square are made once for each thing that lies on it."""

    def __init__(self, places: Mapping[str, Place], look: Look) -> None:
        self.places = places
        self._squares = {name: _Looks(name, place, look) for name, place in places.items()}

    def parts(self, board: Mapping[str, Any]) -> list[Part]:
        """The nodes of all squares; `board` has what lies on those that are not empty."""
        return list(map(getitem, self._squares.values(), map(board.get, self._squares)))

    def part(self, name: str, what: Hashable = None) -> Part:
        """The nodes of one square."""
        return self._squares[name][what]


def on_squares(actions: Sequence[str], what: str = "square") -> dict[str, Sequence[str]]:
    """Offers on squares: the actions whose texts end in the name of a square.

    >>> on_squares(["pawn c4", "draw", "place c4"])
    {'square c4': ('pawn c4', 'place c4')}
    """
    offers: dict[str, Sequence[str]] = {}
    for action in actions:
        if key := _pointed_at(action, what):
            offers[key] = (*offers[key], action) if key in offers else (action,)
    return offers


@lru_cache(maxsize=4096)
def _pointed_at(action: str, what: str) -> str:
    """The key of the square that an action's text ends in."""
    _, space, name = action.rpartition(" ")
    return f"{what} {name}" if space else ""


def squares_text(rows: Sequence[Sequence[str]], board: Mapping[str, Any], width: int = 2) -> str:
    """A board as lines of text, with the names of ranks and files; a dot is a free square, an empty name means none.

    >>> print(squares_text(rows_of(3, 2), {"b1": "P0"}))
    2   .   .   .
    1   .  P0   .
        a   b   c
    >>> print(squares_text([["", "b2"], ["a1", ""]], {"a1": 0}))
    2       .
    1   0
        a   b
    """
    ranks = [next((name[1:] for name in row if name), "") for row in rows]
    letters = [
        next((row[file][0] for row in rows if file < len(row) and row[file]), "") for file in range(len(rows[-1]))
    ]
    side = max(map(len, ranks), default=1) or 1
    lines = [
        "  ".join([f"{rank:<{side}}", *(f"{_cell(name, board):>{width}}" for name in row)]).rstrip()
        for rank, row in zip(ranks, rows, strict=True)
    ]
    return "\n".join([*lines, "  ".join([" " * side, *(f"{letter:>{width}}" for letter in letters)])])


def _cell(name: str, board: Mapping[str, Any]) -> str:
    return str(board.get(name, ".")) if name else ""


# ---- hexes, which stand on a corner ------------------------------------------------------------------------


RADIUS = 50  # from the middle of a hex to its corners, in units of the symbols; a land is scaled as a whole
ROOM = 10  # the margin between the land and the frame of its window
LARGEST = 1 / 430  # the largest scale of a land, for each unit of the window's height


class Land(NamedTuple):
    """The places of hexes in a window."""

    size: float  # the scale of the symbols
    middles: tuple[Place, ...]  # the middle of each hex, in their order


@lru_cache(maxsize=512)
def land_in(window: Box, hexes: tuple[Hex, ...]) -> Land:
    """Hexes scaled to fill a window, and turned by sixths so that they are as large as possible.

    >>> land_in(Box(0, 0, 600, 430), ((0, 0), (1, 0)))
    Land(size=1.0, middles=((256.7, 215.0), (343.3, 215.0)))
    """
    turns = [[_middle(_turned(place, sixths)) for place in hexes] for sixths in range(3)]
    middles = max(turns, key=lambda lying: round(_size_in(lying, window), 3))
    size = round(_size_in(middles, window), 3)
    xs, ys = [x for x, _ in middles], [y for _, y in middles]
    left, top = window.middle[0] - size * (min(xs) + max(xs)) / 2, window.middle[1] - size * (min(ys) + max(ys)) / 2
    return Land(size, tuple((round(left + size * x, 1), round(top + size * y, 1)) for x, y in middles))


def _turned(place: Hex, sixths: int) -> Hex:
    q, r = place
    for _ in range(sixths):
        q, r = -r, q + r
    return q, r


def _middle(place: Hex) -> Place:
    q, r = place
    return RADIUS * sqrt(3) * (q + r / 2), RADIUS * 1.5 * r


def _size_in(middles: Sequence[Place], window: Box) -> float:
    xs, ys = [x for x, _ in middles], [y for _, y in middles]
    wide = max(xs) - min(xs) + sqrt(3) * RADIUS
    high = max(ys) - min(ys) + 2 * RADIUS
    return min((window.width - 2 * ROOM) / wide, (window.height - 2 * ROOM) / high, LARGEST * window.height)
