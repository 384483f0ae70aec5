"""The land as it lies in the picture: where each hex is, and what never changes there."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, degrees, hypot, sqrt
from typing import Any, NamedTuple

from tablee.games.document import Document
from tablee.games.hexes import gaps_in, hex_text, read_hex
from tablee.games.routes.words.speech import place_name
from tablee.games.ware.hexes import RADIUS, land_in
from tablee.games.ware.plates import Box, Place
from tablee.language import Language

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
    gaps: Mapping[str, Place]
    """What the land shuts in, as if it were hexes."""
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
    hexes = [read_hex(look[0]) for look in looks]
    gaps = gaps_in(hexes)
    land = land_in(Box(*window), (*hexes, *gaps))
    spots = [Spot(*look, x, y) for look, (x, y) in zip(looks, land.middles, strict=False)]
    spots.sort(key=lambda spot: (spot.y, spot.x))
    return Ground(
        land.size,
        {spot.text: spot for spot in spots},
        {spot.name: spot for spot in spots if spot.kind == "city"},
        dict(zip(map(hex_text, gaps), land.middles[len(hexes) :], strict=True)),
        {"hexes": {text: _site(kind, name) for text, kind, name, _, _ in looks}},
        _free_corner(spots, window),
    )


def _free_corner(spots: list[Spot], window: Window) -> Place:
    x, y, width, height = window
    corners = [(x + near, y + far) for near in (CORNER, width - CORNER) for far in (CORNER, height - CORNER)]
    return max(corners, key=lambda corner: min(hypot(spot.x - corner[0], spot.y - corner[1]) for spot in spots))


def _site(kind: str, name: str) -> dict[str, Any]:
    if kind == "city":
        return {"kind": "city", "name": name}
    return {"kind": "desert"} if kind == "desert" else {"kind": "land", "color": kind}


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
