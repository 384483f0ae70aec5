"""Grids of squares: where they are, what lies on them, what is offered there, and the same as lines of text."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from operator import getitem
from typing import Any

from tablee.games.ware.plates import Part, Place

Look = Callable[[str, Any, Place], Part]
"""The nodes of a square, by its name, what lies on it (None: nothing) and where it is."""


def rows_of(files: int, ranks: int) -> tuple[tuple[str, ...], ...]:
    """The names of squares as one reads them, the top rank first; a1 is bottom left.

    >>> rows_of(3, 2)
    (('a2', 'b2', 'c2'), ('a1', 'b1', 'c1'))
    """
    letters = [chr(ord("a") + file) for file in range(files)]
    return tuple(tuple(f"{letter}{rank}" for letter in letters) for rank in range(ranks, 0, -1))


def places(rows: Sequence[Sequence[str]], first: Place, pitch: float | Place) -> dict[str, Place]:
    """The middle of each square; `first` is that of the top left one. Where a board has no square its name is empty.

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
    """All that one square has looked like, by what lies on it."""

    def __init__(self, name: str, place: Place, look: Look) -> None:
        super().__init__()
        self.name, self.place, self.look = name, place, look

    def __missing__(self, what: Hashable) -> Part:
        part = self[what] = self.look(self.name, what, self.place)
        return part


class Squares:
    """The squares of a board. The nodes of each are made once for everything that may lie on it, and kept."""

    def __init__(self, places: Mapping[str, Place], look: Look) -> None:
        self.places = places
        self._squares = {name: _Looks(name, place, look) for name, place in places.items()}

    def parts(self, board: Mapping[str, Any]) -> list[Part]:
        """The nodes of all squares, by what lies on them: `board` leaves out those on which nothing does."""
        return list(map(getitem, self._squares.values(), map(board.get, self._squares)))

    def part(self, name: str, what: Hashable = None) -> Part:
        """The nodes of one square."""
        return self._squares[name][what]


def on_squares(actions: Sequence[str], what: str = "square") -> dict[str, Sequence[str]]:
    """What may be done by pointing at squares: actions whose texts end in the name of one.

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
    """The key of the square at the end of an action's text, if there is one."""
    _, space, name = action.rpartition(" ")
    return f"{what} {name}" if space else ""


def squares_text(rows: Sequence[Sequence[str]], board: Mapping[str, Any], width: int = 2) -> str:
    """A board as lines of text, with the names of ranks and files; a dot is a free square.

    >>> print(squares_text(rows_of(3, 2), {"b1": "P0"}))
    2   .   .   .
    1   .  P0   .
        a   b   c
    """
    lines = ["  ".join([row[0][1:], *(f"{board.get(name, '.')!s:>{width}}" for name in row)]) for row in rows]
    files = "  ".join([" ", *(f"{name[0]:>{width}}" for name in rows[-1])])
    return "\n".join([*lines, files])
