"""The charts of a report as SVG: intervals, histograms and calibration.

They are narrow, for phones, and grow with the page. They are styled by class only (`api/html_report.css`), and every
mark has its numbers in a `<title>`.
"""

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

from tablee.arena.estimates import Estimate

WIDTH = 340  # the width of every chart in units of about a pixel on a small phone
_LEFT, _RIGHT = 6, 334
_ABOVE = 7  # space for a dot at the very top
_ROW = 40
_COLUMNS_HEIGHT = 56
_MOST_COLUMNS = 40
_TICKS = 5


class Mark(NamedTuple):
    """A row of an interval chart: its name, its estimate, and its numbers as text."""

    name: str
    estimate: Estimate
    words: str


class Axis(NamedTuple):
    """An axis and its ticks."""

    low: float
    high: float
    ticks: tuple[float, ...]

    def place(self, number: float) -> float:
        """The x coordinate of a number."""
        return _LEFT + (_RIGHT - _LEFT) * (number - self.low) / (self.high - self.low)


PARTS = Axis(0.0, 1.0, (0.0, 0.25, 0.5, 0.75, 1.0))  # the axis of shares


def axis_over(low: float, high: float) -> Axis:
    """An axis between round numbers that covers both of these.

    >>> axis_over(-3, 17).ticks
    (-5.0, 0.0, 5.0, 10.0, 15.0, 20.0)
    """
    rough = max(high - low, 1.0) / _TICKS
    unit = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * unit for factor in (1, 2, 5, 10) if factor * unit >= rough)
    first, last = math.floor(low / step), math.ceil(high / step)
    last = max(last, first + 1)
    return Axis(first * step, last * step, tuple(step * index for index in range(first, last + 1)))


def intervals(title: str, marks: Sequence[Mark], axis: Axis, even: float, percent: bool) -> str:
    """A row for each mark: a dot, a line for its interval, and a dashed line at `even`."""
    bottom = len(marks) * _ROW
    parts = [_ticks(axis, bottom, percent), _line(axis.place(even), 0, axis.place(even), bottom, "even")]
    for index, mark in enumerate(marks):
        top = index * _ROW
        height = top + 26
        low, high = axis.place(mark.estimate.low), axis.place(mark.estimate.high)
        parts += [
            f"<g><title>{escape(mark.name)}: {escape(mark.words)}</title>",
            _text(_LEFT, top + 13, mark.name, "name"),
            _text(_RIGHT, top + 13, mark.words, "number"),
            _line(low, height, high, height, "interval"),
            f'<circle class="dot" cx="{axis.place(mark.estimate.value):.1f}" cy="{height}" r="5"/></g>',
        ]
    return _picture(title, bottom + 22, parts)


def columns(title: str, rows: Sequence[tuple[str, Mapping[int, int]]], unit: str) -> str:
    """A histogram for each name, all on one axis; a longer line marks the mean."""
    numbers = [number for _, counts in rows for number in counts]
    low, high = min(numbers), max(numbers)
    width = max(1, math.ceil((high - low + 1) / _MOST_COLUMNS))
    axis = axis_over(low, high + width)
    row_height = _COLUMNS_HEIGHT + 24
    bottom = len(rows) * row_height
    parts = [_ticks(axis, bottom, percent=False)]
    for index, (name, counts) in enumerate(rows):
        parts += _row_of_columns(name, _binned(counts, low, width), width, axis, index * row_height, unit)
        mean = sum(number * count for number, count in counts.items()) / sum(counts.values())
        base = (index + 1) * row_height
        x = axis.place(mean + 0.5)  # the column of a number reaches to the next one
        parts.append(_line(x, base - _COLUMNS_HEIGHT - 4, x, base, "mean"))
        parts.append(_text(_RIGHT, base - _COLUMNS_HEIGHT - 9, f"mean {mean:.1f}".replace("-", "−"), "number"))
    return _picture(title, bottom + 22, parts)


class Point(NamedTuple):
    """A point of a calibration chart: x, and y with its interval, both from 0 to 1."""

    x: float
    y: Estimate
    words: str


def diagonal(title: str, points: Sequence[Point]) -> str:
    """A calibration chart: a square from 0 to 1 with a dashed diagonal."""
    side = _RIGHT - _LEFT

    def height(part: float) -> float:
        return _ABOVE + side * (1.0 - part)

    parts = [_ticks(PARTS, height(0.0), percent=True)]
    for tick in PARTS.ticks[1:]:
        parts.append(_line(_LEFT, height(tick), _RIGHT, height(tick), "tick"))
        parts.append(_text(_LEFT, height(tick) + 12, f"{100 * tick:.0f} %", "axis"))
    parts.append(_line(_LEFT, height(0.0), _RIGHT, height(1.0), "even"))
    for point in points:
        x = PARTS.place(point.x)
        parts += [
            f"<g><title>{escape(point.words)}</title>",
            _line(x, height(point.y.high), x, height(point.y.low), "interval"),
            f'<circle class="dot" cx="{x:.1f}" cy="{height(point.y.value):.1f}" r="5"/></g>',
        ]
    return _picture(title, height(0.0) + 22, parts)


def _row_of_columns(name: str, bins: Mapping[int, int], width: int, axis: Axis, top: float, unit: str) -> list[str]:
    base = top + 24 + _COLUMNS_HEIGHT
    highest = max(bins.values())
    total = sum(bins.values())
    parts = [_text(_LEFT, top + 15, name, "name")]
    for start, count in bins.items():
        height = _COLUMNS_HEIGHT * count / highest
        left, right = axis.place(start), axis.place(start + width)
        span = f"{start}" if width == 1 else f"{start} to {start + width - 1}"
        box = f'x="{left + 0.5:.1f}" y="{base - height:.1f}" width="{max(right - left - 1, 0.5):.1f}"'
        words = f"{span} {escape(unit)}: {count} of {total} games"
        parts.append(f'<rect class="column" {box} height="{height:.1f}"><title>{words}</title></rect>')
    return [*parts, _line(_LEFT, base, _RIGHT, base, "base")]


def _binned(counts: Mapping[int, int], low: int, width: int) -> dict[int, int]:
    """Counts in bins of that width, by the lowest number of each."""
    bins: dict[int, int] = {}
    for number, count in counts.items():
        start = low + (number - low) // width * width
        bins[start] = bins.get(start, 0) + count
    return bins


def _ticks(axis: Axis, bottom: float, percent: bool) -> str:
    marks = []
    for tick in axis.ticks:
        x = axis.place(tick)
        words = f"{100 * tick:.0f} %" if percent else f"{tick:g}".replace("-", "−")
        anchor = "start" if x <= _LEFT else "end" if x >= _RIGHT else "middle"
        marks += [_line(x, 0, x, bottom, "tick"), _text(x, bottom + 15, words, f"axis {anchor}")]
    return "".join(marks)


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _text(x: float, y: float, words: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(words)}</text>'


def _picture(title: str, height: float, parts: Sequence[str]) -> str:
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escape(title)}">'
        f"{''.join(parts)}</svg>"
    )
