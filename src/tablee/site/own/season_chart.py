"""Quiet pictures of a season: luck as it adds up, and what mistakes cost, game by game."""

from collections.abc import Sequence
from typing import Any

from tablee.language import Language

WIDTH, HEIGHT, LEFT, EDGE = 600, 150, 56, 12


def lines(values: Sequence[float], off: float, say: Language) -> dict[str, Any]:
    """A line that adds up around nothing, and how far chance may well bring it."""
    reach = max([2 * off, *map(abs, values), 0.5])
    points = [(_x(place, len(values)), _y(value, -reach, reach)) for place, value in enumerate([0.0, *values])]
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": WIDTH - EDGE,
        "zero": _y(0.0, -reach, reach),
        "band": (_y(2 * off, -reach, reach), _y(-2 * off, -reach, reach)),
        "path": "M" + " ".join(f"{x:.1f} {y:.1f}" for x, y in points),
        "ticks": [(_y(one, -reach, reach), _signed(one, say)) for one in (-reach, 0.0, reach)],
    }


def bars(values: Sequence[float], means: Sequence[float], say: Language) -> dict[str, Any]:
    """A dot for what mistakes cost in each game, and a line for their mean."""
    reach = max([*values, 0.05])
    dots = [(_x(place + 1, len(values)), _y(value, 0.0, reach)) for place, value in enumerate(values)]
    mean = [(_x(place + 1, len(means)), _y(value, 0.0, reach)) for place, value in enumerate(means)]
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": WIDTH - EDGE,
        "dots": [(round(x, 1), round(y, 1)) for x, y in dots],
        "path": "M" + " ".join(f"{x:.1f} {y:.1f}" for x, y in mean) if mean else "",
        "ticks": [(_y(one, 0.0, reach), say.percent(one)) for one in (0.0, reach)],
    }


def _x(place: int, count: int) -> float:
    return LEFT + (WIDTH - EDGE - LEFT) * place / max(count, 1)


def _y(value: float, low: float, high: float) -> float:
    part = (min(max(value, low), high) - low) / (high - low)
    return round(HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * part, 1)


def _signed(value: float, say: Language) -> str:
    told = say.tenths(abs(value))
    return f"+{told}" if value > 0 else f"−{told}" if value < 0 else told
