"""The places and layers of things in the picture of a route game.

Upright, the land lies between the panels of the others and the viewer's panel; wide, all panels stand beside the land.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, wraps
from math import atan2, degrees, hypot, sqrt
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from tablee.games.document import Document
from tablee.games.language import Language
from tablee.games.scenery import UPRIGHT, WIDE
from tablee.games.shared.hexes import gaps_in, hex_text, read_hex
from tablee.games.shared.routes.words.route_speech import name_on
from tablee.games.shared.routes.words.writing import LandLooks, looks_of
from tablee.games.shared.widgets.grids import RADIUS, land_in
from tablee.games.shared.widgets.layouts import by_seat
from tablee.games.shared.widgets.panels import Box, Form, Place, PlayerPanel

SHAPES = UPRIGHT, WIDE

EDGE = 4  # the margin of the picture, and the gap between things one below the other
INNER = 592  # the width of an upright picture within its margin
WINDOW_HEIGHT = 600
STRIP = 34  # the height of the strip that counts the cubes on the land
OWN = 120  # the height of the viewer's panel, with the tray for cubes
COLOURS = 5

GAP = 2 * EDGE  # the gap between things in the column beside the land of a wide picture
WIDE_WINDOW = (EDGE, EDGE, 1042, 892)
WIDE_PANEL, WIDE_OTHER, WIDE_OWN, WIDE_STRIP = 400, 72, 132, 40
"""The width of the column; the heights of the others' panels, of the viewer's panel and of the strip."""

GROUND, HEXES, STICKS, LYING, PAWNS, HINTS = range(6)  # the layers that can be zoomed and moved, from below
PANELS, WORDS, HAND, FLYING = range(6, 10)  # the layers that stay in place
WINDOW = PANELS  # the first layer that stays in place


OWN_FORM, WIDE_OWN_FORM = (
    Form(INNER, OWN, -37, 230, (294, -37)),
    Form(WIDE_PANEL, WIDE_OWN, -43, 200, (24, -11), clock=(-60, -43)),
)
ONE, TWO = Form(INNER, 44, 0, 115, (179, 0)), Form(294, 72, -16, 165, (20, 17))
THREE = Form(194, 94, -28, 92, (20, 2), "narrow")
BESIDE = Form(WIDE_PANEL, WIDE_OTHER, -16, 200, (20, 17), clock=(-60, -16), face=True)
FORMS = (OWN_FORM, WIDE_OWN_FORM, ONE, TWO, THREE, BESIDE)
"""The viewer's panel, those of one, two and three others above the land, and another's panel beside it."""
LAYERS = PANELS, WORDS


@dataclass(frozen=True, eq=False)
class Layout:
    """Where things lie around the land. Hashed by identity, as a fast cache key."""

    width: int
    height: int
    window: tuple[float, float, float, float]
    panels: tuple[PlayerPanel, ...]  # by seat
    strip: Place  # the middle of the strip
    words: Place  # where the text on the strip begins
    counters: tuple[Place, ...]  # where the cubes on the land are counted, by colour
    tray: Place  # the middle of the tray
    wells: tuple[Place, ...]  # the middles of the tray's wells, by colour
    well_size: float = 1.0
    suffix: str = ""  # the ending of the names of shapes that have another size in this layout
    free: tuple[float, float, float, float] | None = None  # where the page may put its own texts

    @property
    def own(self) -> PlayerPanel:
        """The panel with the tray."""
        return next(panel for panel in self.panels if panel.own)


@lru_cache(maxsize=64)
def layout_for(players: int, bottom: int, shape: str = UPRIGHT) -> Layout:
    """The layout with the viewer at the bottom and the others above, in turn order."""
    others = [(bottom + step) % players for step in range(1, players)]
    return _wide(bottom, others) if shape == WIDE else _upright(bottom, others)


def _upright(bottom: int, others: list[int]) -> Layout:
    """The others side by side on top, then the strip, the land and the viewer's panel."""
    form = (ONE, TWO, THREE)[len(others) - 1]
    strip = EDGE + form.height + EDGE
    window = strip + STRIP + EDGE
    own = window + WINDOW_HEIGHT + EDGE
    step = (INNER - form.width) / max(len(others) - 1, 1)
    x, y = EDGE + INNER / 2, own + OWN / 2
    panels = [PlayerPanel(bottom, x, y, OWN_FORM, own=True, layers=LAYERS)]
    panels += [
        PlayerPanel(seat, EDGE + form.width / 2 + at * step, EDGE + form.height / 2, form, layers=LAYERS)
        for at, seat in enumerate(others)
    ]
    line = strip + STRIP / 2
    return Layout(
        INNER + 2 * EDGE,
        own + OWN + EDGE,
        (EDGE, window, INNER, WINDOW_HEIGHT),
        by_seat(panels),
        strip=(x, line),
        words=(20, line),
        counters=tuple((210 + 82 * at, line) for at in range(COLOURS)),
        tray=(x, y + 22),
        wells=tuple((x + 118 * (at - 2), y + 22) for at in range(COLOURS)),
    )


def _wide(bottom: int, others: list[int]) -> Layout:
    """The land on the left; beside it the others from the top down, the strip and the viewer's panel at the bottom.

    The room between is free for the page.
    """
    left, top, land, high = WIDE_WINDOW
    side = left + land + GAP
    x, end = side + WIDE_PANEL / 2, top + high
    own = end - WIDE_OWN / 2
    strip = end - WIDE_OWN - GAP - WIDE_STRIP / 2
    panels = [PlayerPanel(bottom, x, own, WIDE_OWN_FORM, own=True, layers=LAYERS)]
    panels += [
        PlayerPanel(seat, x, top + WIDE_OTHER / 2 + at * (WIDE_OTHER + GAP), BESIDE, layers=LAYERS)
        for at, seat in enumerate(others)
    ]
    begin = top + len(others) * (WIDE_OTHER + GAP)
    return Layout(
        side + WIDE_PANEL + EDGE,
        high + 2 * EDGE,
        WIDE_WINDOW,
        by_seat(panels),
        strip=(x, strip),
        words=(x - 186, strip),
        counters=tuple((x - 68 + 54 * at, strip) for at in range(COLOURS)),
        tray=(x, own + 34),
        wells=tuple((x + 78 * (at - 2), own + 34) for at in range(COLOURS)),
        well_size=0.69,
        suffix="-wide",
        free=(side, begin, WIDE_PANEL, strip - WIDE_STRIP / 2 - GAP - begin),
    )


# ---- the land in its window ------------------------------------------------------------------------------------


CORNER = 62  # the distance of the free corner from the sides of the window

Window = tuple[float, float, float, float]  # x, y, width and height
PITCH = 10.5  # the distance between sticks side by side on one edge


class Light(NamedTuple):
    """How a hex is lit, by what it offers."""

    kind: str = ""  # CSS classes
    label: str = ""  # what the hex offers
    explained: bool = False  # is the label a complete tooltip?


DARK = Light()


class Spot(NamedTuple):
    """A hex in the picture."""

    text: str
    kind: str  # a colour, "city" or "desert"
    name: str
    value: int
    circle: bool
    x: float
    y: float
    size: float  # the scale of all shapes

    def at(self, x: float, y: float) -> Place:
        """A place relative to the middle of the hex, in units of the shapes."""
        return round(self.x + self.size * x, 1), round(self.y + self.size * y, 1)


class EdgeLine(NamedTuple):
    """The line from the middle of a hex to the middle of its neighbour."""

    x: float
    y: float  # the middle of the line, on the edge
    angle: int  # its direction in degrees from the x axis
    lying: int  # the angle of a shape without front and back: from -90 to 90
    along: Place  # one unit of the shapes along the line, and one across
    across: Place


@dataclass(frozen=True, eq=False)
class Ground:
    """A land in its window. Hashed by identity, as a fast cache key."""

    size: float  # the scale of all shapes
    spots: Mapping[str, Spot]  # by the texts of hexes, from top to bottom
    cities: Mapping[str, Spot]  # by name
    gaps: Mapping[str, Place]  # the gaps that the land encloses, as hexes
    looks: LandLooks

    corner: Place  # the corner of the window with the most room beside the land
    kept: dict[Hashable, Any] = field(default_factory=dict)
    """What has been made of it. Nothing in it refers to the land, so that all goes with those who look."""

    def at(self, text: str, x: float, y: float) -> Place:
        """A place relative to the middle of a hex, in units of the shapes."""
        return self.spots[text].at(x, y)


P = ParamSpec("P")
T = TypeVar("T")


def kept_with_the_land(make: Callable[Concatenate[Ground, P], T]) -> Callable[Concatenate[Ground, P], T]:
    """Keep what is made of a land with it. One cache for all lands would be too small for a full house."""

    @wraps(make)
    def kept(ground: Ground, /, *rest: P.args, **named: P.kwargs) -> T:
        key = make, rest, *named.items()
        known: T | None = ground.kept.get(key)
        if known is None:
            known = ground.kept[key] = make(ground, *rest, **named)
        return known

    return kept


def ground_of(view: Document, window: Window) -> Ground:
    """The land of a view, scaled to fill the window."""
    return _ground(looks_of(view["hexes"]), window)


@lru_cache(maxsize=64)
def _ground(looks: LandLooks, window: Window) -> Ground:
    """The latest are kept for pictures without a table."""
    known: Ground | None = looks.grounds.get(window)
    if known is None:
        known = looks.grounds[window] = _laid_out(looks, window)
    return known


def _laid_out(land_looks: LandLooks, window: Window) -> Ground:
    looks = land_looks.hexes
    hexes = [read_hex(look[0]) for look in looks]
    gaps = gaps_in(hexes)
    land = land_in(Box(*window), (*hexes, *gaps))
    spots = [Spot(*look, x, y, land.size) for look, (x, y) in zip(looks, land.middles, strict=False)]
    spots.sort(key=lambda spot: (spot.y, spot.x))
    return Ground(
        land.size,
        {spot.text: spot for spot in spots},
        {spot.name: spot for spot in spots if spot.kind == "city"},
        dict(zip(map(hex_text, gaps), land.middles[len(hexes) :], strict=True)),
        land_looks,
        _free_corner(spots, window),
    )


def _free_corner(spots: list[Spot], window: Window) -> Place:
    x, y, width, height = window
    corners = [(x + near, y + far) for near in (CORNER, width - CORNER) for far in (CORNER, height - CORNER)]
    return max(corners, key=lambda corner: min(hypot(spot.x - corner[0], spot.y - corner[1]) for spot in spots))


@kept_with_the_land
def line(ground: Ground, start: str, end: str) -> EdgeLine:
    """The line from a hex to its neighbour."""
    one, other = ground.spots[start], ground.spots[end]
    x, y = other.x - one.x, other.y - one.y
    angle = round(degrees(atan2(y, x))) % 360
    lying = (angle + 90) % 180 - 90
    along = x / (RADIUS * sqrt(3)), y / (RADIUS * sqrt(3))
    return EdgeLine((one.x + other.x) / 2, (one.y + other.y) / 2, angle, lying, along, (-along[1], along[0]))


def beside(way: EdgeLine, along: float, across: float) -> Place:
    """A place relative to the middle of a line."""
    x = way.x + along * way.along[0] + across * way.across[0]
    y = way.y + along * way.along[1] + across * way.across[1]
    return round(x, 1), round(y, 1)


def called(ground: Ground, text: str, say: Language) -> str:
    """The name of a hex."""
    return name_on(ground.looks, text, say)
