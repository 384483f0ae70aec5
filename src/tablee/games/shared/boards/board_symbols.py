"""The symbols of boards, drawn from the places of their points, squares or hexes: `SYMBOLS` of a game's scene.

A symbol has its middle at 0, 0, so a board is one node: `Node("board", 0, "board", *stage.board.middle)`. Its parts
have classes whose colours are in `scene.css`: `board-ground`, `board-line`, `board-point`, `board-dark`, `board-light`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import cos, pi, sin

from tablee.games.shared.widgets.panels import Place

CORNER = 16


def centred(places: Mapping[str, Place]) -> dict[str, Place]:
    """Places around 0, 0 instead of where they are.

    >>> centred({"a1": (10, 40), "b1": (30, 40)})
    {'a1': (-10.0, 0.0), 'b1': (10.0, 0.0)}
    """
    xs, ys = [x for x, _ in places.values()], [y for _, y in places.values()]
    left, top = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return {name: (x - left, y - top) for name, (x, y) in places.items()}


def point_board(name: str, places: Mapping[str, Place], lines: Iterable[Sequence[str]], margin: float = 40) -> str:
    """A board of points and lines; a line names the points on it, and is drawn from the first to the last.

    >>> print(point_board("board", {"a1": (0, 0), "b1": (50, 0)}, [("a1", "b1")], margin=20))
    <symbol id="board" overflow="visible"><rect class="board-ground" x="-20" y="-20" width="90" height="40" rx="16"/>\
<path class="board-line" d="M0 0L50 0"/><circle class="board-point" cx="0" cy="0" r="6"/>\
<circle class="board-point" cx="50" cy="0" r="6"/></symbol>
    """
    ways = " ".join("M" + "L".join(_at(places[point]) for point in (line[0], line[-1])) for line in lines)
    points = [f'<circle class="board-point" cx="{x:g}" cy="{y:g}" r="6"/>' for x, y in places.values()]
    return _symbol(name, _ground(places, margin), f'<path class="board-line" d="{ways}"/>', *points)


def square_board(name: str, places: Mapping[str, Place], pitch: float, dark: Collection[str] = ()) -> str:
    """A board of squares; those named in `dark` are dark."""
    half = pitch / 2
    squares = [
        f'<rect class="board-{"dark" if square in dark else "light"}" x="{x - half:g}" y="{y - half:g}" '
        f'width="{pitch:g}" height="{pitch:g}"/>'
        for square, (x, y) in places.items()
    ]
    return _symbol(name, _ground(places, half + CORNER), *squares)


def hex_board(name: str, places: Mapping[str, Place], radius: float, dark: Collection[str] = ()) -> str:
    """A board of hexes that stand on a corner, so far from their middles."""
    corners = [(radius * sin(sixth * pi / 3), radius * cos(sixth * pi / 3)) for sixth in range(6)]
    hexes = [
        f'<path class="board-{"dark" if cell in dark else "light"}" '
        f'd="M{"L".join(_at((x + right, y + down)) for right, down in corners)}Z"/>'
        for cell, (x, y) in places.items()
    ]
    return _symbol(name, _ground(places, radius + CORNER), *hexes)


def _ground(places: Mapping[str, Place], margin: float) -> str:
    xs, ys = [x for x, _ in places.values()], [y for _, y in places.values()]
    left, top = min(xs) - margin, min(ys) - margin
    width, height = max(xs) + margin - left, max(ys) + margin - top
    return f'<rect class="board-ground" x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" rx="{CORNER}"/>'


def _at(place: Place) -> str:
    return f"{round(place[0], 2):g} {round(place[1], 2):g}"


def _symbol(name: str, *inside: str) -> str:
    return f'<symbol id="{name}" overflow="visible">{"".join(inside)}</symbol>'
