"""The end on the plates: the board's two scales, blue above zero and red below, on which each seat walks with a pawn.

They go to 20 points. Who has more lays a marker of +20 or -20 under the pawn, and begins the scale anew.
"""

from functools import lru_cache

from tablee.games.scenery import Node
from tablee.games.sheets import signed
from tablee.games.ware.plates import Part, Plate
from tablee.language import Language

LAP = 20
SCALES = {"scale": 6.6, "scale-short": 2.45}
"""The shapes of both scales together, and how far it is on them from one point to the next."""
SHORT = 150
"""From so little room on, there are fewer stones."""
TOLD = (-16, 76)
"""Where the points are told, from the right edge, and how much room that takes."""
BELOW, STANDS, HIGHER = 12, -4, -10
"""How far the scale lies below the middle of the row, and the pawn, which stands higher on a marker."""
WALKER = 0.5
"""The size of the pawn that walks."""


def lap_of(total: int) -> tuple[int, int]:
    """What the marker says, if there is one, and where on the scale the pawn stands.

    >>> [lap_of(total) for total in (0, 20, 23, -41)]
    [(0, 0), (0, 20), (20, 3), (-40, -1)]
    """
    laps = max(abs(total) - 1, 0) // LAP * LAP
    marker = laps if total > 0 else -laps
    return marker, total - marker


@lru_cache(maxsize=8192)
def track_nodes(plate: Plate, total: int, layer: int, say: Language) -> Part:
    """The scales, the pawn on them, perhaps on its marker, and the points of a seat."""
    seat, (start, y), (end, _) = plate.seat, plate.at(*plate.form.things), plate.at(TOLD[0], 0)
    room, label = end - TOLD[1] - start, say.plural("{count} point", "{count} points", total)
    shape = "scale" if room > SHORT else "scale-short"
    size = room / (2 * LAP * SCALES[shape])
    marker, points = lap_of(total)
    middle = start + room / 2
    x, up = round(middle + points * size * SCALES[shape], 1), y + (HIGHER if marker else STANDS)
    return (
        Node(f"scale {seat}", layer, shape, middle, y + BELOW, size=round(size, 3)),
        *([_marker(seat, marker, layer + 1, x, y + BELOW, say)] if marker else ()),
        Node(f"walker {seat}", layer + 1, f"pawn-{seat}", x, up, f"seat-{seat}", size=WALKER),
        Node(f"points {seat}", layer + 1, "text", end, y, "points", signed(total), label),
    )


def _marker(seat: int, value: int, layer: int, x: float, y: float, say: Language) -> Node:
    label = say("{value} under the pawn, which has begun the scale anew", value=signed(value))
    kind = "plus" if value > 0 else "minus"
    return Node(f"lap {seat}", layer, "lap", x, y, kind, signed(value), label, enter=f"mark {seat}")
