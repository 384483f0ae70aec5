"""The land as it lies in the picture: where each hex is, and what never changes there."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, degrees, hypot, sqrt
from typing import Any, NamedTuple

from tablee.games.document import Document
from tablee.games.routes.picture.layout import Place
from tablee.games.routes.rules.hexes import Hex
from tablee.games.routes.words.speech import place_name
from tablee.language import Language

RADIUS = 50
"""From the middle of a hex to its corners, in the units of the shapes; a land is made larger or smaller as a whole."""
INNER_RADIUS = RADIUS * sqrt(3) / 2
"""From the middle of a hex to its edges."""
ROOM = 10
"""Between the land and the frame of its window."""
LARGEST = 1 / 430
"""How large a small land is drawn, for each unit of the window's height."""

CORNER = 62
"""How far from the sides of the window the free corner is."""

Window = tuple[float, float, float, float]
"""x, y, width and height."""
Looks = tuple[tuple[str, str, str, int, bool], ...]
"""Of every hex: its text, its colour or kind, the name and the value of a city, a circle."""


class Spot(NamedTuple):
    """One hex: its middle, and what it is."""

    text: str
    kind: str
    """A colour, "city" or "desert"."""
    name: str
    value: int
    circle: bool
    x: float
    y: float


class Line(NamedTuple):
    """The way from the middle of a hex to the middle of its neighbour."""

    x: float
    y: float
    """The middle of that way, on the edge."""
    angle: int
    """Where it goes, in degrees from the x axis."""
    lying: int
    """The same for something without front and back: from -90 to 90."""
    along: Place
    """One unit of the shapes along the way, and one across."""
    across: Place


@dataclass(frozen=True, eq=False)
class Ground:
    """A land in its window. Compared by identity, as a quick key of caches."""

    size: float
    """How much larger than its shapes everything is drawn."""
    spots: Mapping[str, Spot]
    """By the texts of hexes, from the top to the bottom."""
    cities: Mapping[str, Spot]
    """By name."""
    document: Document
    """What a view says of the land and will always say, for those who name places."""

    corner: Place
    """Where there is most room beside the land, in a corner of the window."""

    def at(self, text: str, x: float, y: float) -> Place:
        """A place beside the middle of a hex, in the units of the shapes."""
        spot = self.spots[text]
        return round(spot.x + self.size * x, 1), round(spot.y + self.size * y, 1)


def ground_of(view: Document, window: Window) -> Ground:
    """The land of a view, laid so that it fills the window."""
    looks = tuple(
        (text, site.get("color") or site["kind"], site.get("name", ""), site.get("value", 0), "circle" in site)
        for text, site in view["hexes"].items()
    )
    return _ground(looks, window)


@lru_cache(maxsize=512)
def _ground(looks: Looks, window: Window) -> Ground:
    middles = _turned_to_fit([_coordinates(look[0]) for look in looks], window)
    xs, ys = [x for x, _ in middles], [y for _, y in middles]
    size = round(_size_in(middles, window), 3)
    left = window[0] + window[2] / 2 - size * (min(xs) + max(xs)) / 2
    top = window[1] + window[3] / 2 - size * (min(ys) + max(ys)) / 2
    spots = [
        Spot(*look, round(left + size * x, 1), round(top + size * y, 1))
        for look, (x, y) in zip(looks, middles, strict=True)
    ]
    spots.sort(key=lambda spot: (spot.y, spot.x))
    cities = {spot.name: spot for spot in spots if spot.kind == "city"}
    document = {"hexes": {text: _site(kind, name) for text, kind, name, _, _ in looks}}
    return Ground(size, {spot.text: spot for spot in spots}, cities, document, _free_corner(spots, window))


def _free_corner(spots: list[Spot], window: Window) -> Place:
    x, y, width, height = window
    corners = [(x + near, y + far) for near in (CORNER, width - CORNER) for far in (CORNER, height - CORNER)]
    return max(corners, key=lambda corner: min(hypot(spot.x - corner[0], spot.y - corner[1]) for spot in spots))


def _site(kind: str, name: str) -> dict[str, Any]:
    if kind == "city":
        return {"kind": "city", "name": name}
    return {"kind": "desert"} if kind == "desert" else {"kind": "land", "color": kind}


def _coordinates(text: str) -> Hex:
    q, r = text.split(",")
    return int(q), int(r)


def _turned_to_fit(places: list[Hex], window: Window) -> list[Place]:
    """The middles of hexes, the land being turned in sixths so that it can be drawn as large as possible."""
    turns = [[_turned(place, sixths) for place in places] for sixths in range(3)]
    lying = [[_middle(place) for place in turned] for turned in turns]
    return max(lying, key=lambda middles: round(_size_in(middles, window), 3))


def _turned(place: Hex, sixths: int) -> Hex:
    q, r = place
    for _ in range(sixths):
        q, r = -r, q + r
    return q, r


def _middle(place: Hex) -> Place:
    """Hexes stand on a corner."""
    q, r = place
    return RADIUS * sqrt(3) * (q + r / 2), RADIUS * 1.5 * r


def _size_in(middles: list[Place], window: Window) -> float:
    xs, ys = [x for x, _ in middles], [y for _, y in middles]
    wide = max(xs) - min(xs) + sqrt(3) * RADIUS
    high = max(ys) - min(ys) + 2 * RADIUS
    return min((window[2] - 2 * ROOM) / wide, (window[3] - 2 * ROOM) / high, LARGEST * window[3])


@lru_cache(maxsize=8192)
def line(ground: Ground, start: str, end: str) -> Line:
    """The way from a hex to its neighbour."""
    one, other = ground.spots[start], ground.spots[end]
    x, y = other.x - one.x, other.y - one.y
    angle = round(degrees(atan2(y, x))) % 360
    lying = (angle + 90) % 180 - 90
    along = x / (RADIUS * sqrt(3)), y / (RADIUS * sqrt(3))
    return Line((one.x + other.x) / 2, (one.y + other.y) / 2, angle, lying, along, (-along[1], along[0]))


def beside(way: Line, along: float, across: float) -> Place:
    """A place near the middle of a way."""
    x = way.x + along * way.along[0] + across * way.across[0]
    y = way.y + along * way.along[1] + across * way.across[1]
    return round(x, 1), round(y, 1)


@lru_cache(maxsize=32768)
def called(ground: Ground, text: str, say: Language) -> str:
    """A hex as people call it."""
    return place_name(ground.document, text, say)
