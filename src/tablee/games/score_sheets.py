"""How points came about: a sheet of lines, in each of which every seat may have earned something.

A game's words fill it in (`score_sheet`). The page shows it as a table whose cells light up what they count, and the
finale goes through it line by line.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

import msgspec


class Cell(msgspec.Struct, frozen=True):
    """What a seat has earned in a line."""

    points: int
    keys: Sequence[str] = ()
    """The nodes of the picture that it counts; see `is_named`."""
    words: str = ""
    """What exactly it was, if the line alone does not say."""
    shown: str = ""
    """What stands in the cell, if it is not the points."""


class Line(msgspec.Struct, frozen=True):
    """One thing that is counted."""

    words: str
    cells: Sequence[Cell | None]
    """By seat."""
    apart: bool = False
    """Is each cell counted by itself, not all of them at once?"""
    shares: int = 1
    """In how many equal shares its points are counted: they must be divisible by it."""
    moment: int = 0
    """For how many milliseconds each of its cells is to be looked at, at least, and said with the line's words."""


Sheet = Sequence[Line]


class Count(NamedTuple):
    """A moment in which something is counted."""

    line: int
    seats: tuple[int, ...]
    """Those whose cells are counted."""
    totals: tuple[int, ...]
    """Of every seat, after it."""
    shares: int = 1
    """How many such moments the line has: of its points as large a share is counted in each."""


def counts_of(sheet: Sheet) -> list[Count]:
    """How a sheet is counted, moment by moment: the last totals are the points."""
    counts: list[Count] = []
    totals = [0] * len(sheet[0].cells) if sheet else []
    for number, line in enumerate(sheet):
        earning = [seat for seat, cell in enumerate(line.cells) if cell is not None]
        for seats in [[seat] for seat in earning] if line.apart else [earning] * (line.shares if earning else 0):
            for seat in seats:
                totals[seat] += cell_at(line, seat).points // line.shares
            counts.append(Count(number, tuple(seats), tuple(totals), line.shares))
    return counts


def reach_of(counts: Sequence[Count]) -> tuple[int, int]:
    """The least and the most that anybody has at any moment while points are counted.

    >>> reach_of(counts_of([Line("A", [Cell(-2), Cell(1)]), Line("B", [Cell(5), None])]))
    (-2, 3)
    """
    totals = [total for count in counts for total in count.totals] or [0]
    return min(totals), max(totals)


def is_named(key: str, names: Iterable[str]) -> bool:
    """Does one of some names mean the node of that key? A name that ends in a space means all that begin so."""
    return bool(named(names, (key,)))


def named(names: Iterable[str], keys: Collection[str]) -> set[str]:
    """Those of some keys whose nodes are meant by one of some names.

    >>> sorted(named(["hex 1", "house A "], ["hex 1", "hex 12", "house A 1", "house A 2"]))
    ['hex 1', 'house A 1', 'house A 2']
    """
    whole = set(names)
    beginnings = tuple(name for name in whole if name.endswith(" "))
    begun = [key for key in keys if key.startswith(beginnings)] if beginnings else ()
    return whole.intersection(keys).union(begun)


def cell_at(line: Line, seat: int) -> Cell:
    """The cell of a seat that has one."""
    cell = line.cells[seat]
    assert cell is not None
    return cell


def totals_of(sheet: Sheet, players: int) -> list[int]:
    """The points of every seat.

    >>> totals_of([Line("A", [Cell(2), None]), Line("B", [Cell(1), Cell(4)])], 2)
    [3, 4]
    """
    return [sum(cell.points for line in sheet if (cell := line.cells[seat]) is not None) for seat in range(players)]


def with_minus(points: int) -> str:
    """Points with a true minus sign.

    >>> with_minus(-2)
    '−2'
    """
    return str(points).replace("-", "−")


def signed(points: int) -> str:
    """Points as they are added, with a true minus sign.

    >>> signed(3), signed(0), signed(-2)
    ('+3', '0', '−2')
    """
    return f"+{points}" if points > 0 else with_minus(points)
