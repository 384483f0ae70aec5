"""Score sheets: how points came about, line by line, with a cell for each seat.

A game's words make the sheet (`score_sheet`). The page shows it as a table whose cells highlight what they count, and
the finale counts it line by line.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

import msgspec


class Cell(msgspec.Struct, frozen=True):
    """The points of a seat in a line."""

    points: int
    keys: Sequence[str] = ()  # the keys of the nodes that it counts; see `is_named`
    words: str = ""  # details that the line does not say
    shown: str = ""  # the text of the cell, if not the points


class Line(msgspec.Struct, frozen=True):
    """One line of a sheet."""

    words: str
    cells: Sequence[Cell | None]  # by seat
    apart: bool = False  # is each cell counted by itself, and not all at once?
    shares: int = 1  # the number of equal shares in which its points are counted; it must divide them
    moment: int = 0
    """The least time for each of its cells, in milliseconds, which are then read out with the line's words."""


Sheet = Sequence[Line]


class ScorePad(msgspec.Struct, frozen=True):
    """A score sheet on paper, for those who play with the box."""

    rows: Sequence[str]  # what is written down, line by line; the total is added below
    columns: Sequence[str] = ()  # by seat, if a column need not have a name written above it
    note: str = ""  # how points are counted


class CountStep(NamedTuple):
    """One step of counting a sheet."""

    line: int
    seats: tuple[int, ...]  # the seats whose cells are counted
    totals: tuple[int, ...]  # the totals of all seats afterwards
    shares: int = 1  # the number of steps of the line, each of which counts an equal share of its points


def counts_of(sheet: Sheet) -> list[CountStep]:
    """The steps of counting a sheet; the last totals are the points."""
    counts: list[CountStep] = []
    totals = [0] * len(sheet[0].cells) if sheet else []
    for number, line in enumerate(sheet):
        earning = [seat for seat, cell in enumerate(line.cells) if cell is not None]
        for seats in [[seat] for seat in earning] if line.apart else [earning] * (line.shares if earning else 0):
            for seat in seats:
                totals[seat] += cell_at(line, seat).points // line.shares
            counts.append(CountStep(number, tuple(seats), tuple(totals), line.shares))
    return counts


def reach_of(counts: Sequence[CountStep]) -> tuple[int, int]:
    """The lowest and the highest total of any seat at any step.

    >>> reach_of(counts_of([Line("A", [Cell(-2), Cell(1)]), Line("B", [Cell(5), None])]))
    (-2, 3)
    """
    totals = [total for count in counts for total in count.totals] or [0]
    return min(totals), max(totals)


def is_named(key: str, names: Iterable[str]) -> bool:
    """Does one of the names mean this key? A name that ends in a space means all keys that begin with it."""
    return bool(named(names, (key,)))


def named(names: Iterable[str], keys: Collection[str]) -> set[str]:
    """The keys that one of the names means.

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
    """Points with a sign, with a true minus sign.

    >>> signed(3), signed(0), signed(-2)
    ('+3', '0', '−2')
    """
    return f"+{points}" if points > 0 else with_minus(points)
