"""Where things lie in the picture of a route game, and which of them are painted above which.

A picture is upright, the land between the plates of the others and one's own, or wide, with all plates beside the land.
"""

from dataclasses import dataclass
from functools import lru_cache

from tablee.games.scenery import UPRIGHT, WIDE

Place = tuple[float, float]

SHAPES = UPRIGHT, WIDE

EDGE = 4
"""Room at the rim, and between what lies one below the other."""
INNER = 592
"""How wide an upright picture is within its rim."""
WINDOW_HEIGHT = 600
STRIP = 34
"""How high the strip is that counts the cubes on the land."""
OWN = 120
"""How high one's own plate is, with the tray for cubes."""
COLOURS = 5

GAP = 2 * EDGE
"""Room between what lies in the column beside the land of a wide picture."""
WIDE_WINDOW = (EDGE, EDGE, 1042, 892)
WIDE_PLATE, WIDE_OTHER, WIDE_OWN, WIDE_STRIP = 400, 72, 104, 40
"""How wide the column is; how high the plates of the others, one's own and the strip are."""

GROUND, HEXES, STICKS, LYING, PAWNS, HINTS = range(6)
"""The layers of the land, from below: they can be zoomed and moved."""
PLATES, WORDS, HAND, FLYING = range(6, 10)
"""The layers of what stays where it is."""
WINDOW = PLATES
"""The first layer that stays."""


@dataclass(frozen=True, eq=False)
class Plate:
    """Where the things of one seat lie: the middle of its plate. Compared by identity, as a quick key of caches."""

    seat: int
    own: bool
    """Is it the one at the bottom, with the tray?"""
    x: float
    y: float
    width: int
    height: int

    @property
    def left(self) -> float:
        """The left edge."""
        return self.x - self.width / 2

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width / 2

    @property
    def narrow(self) -> bool:
        """Are letters and numbers smaller on it?"""
        return self.width < 300

    @property
    def rows(self) -> int:
        """In how many rows things lie on it."""
        return {44: 1, 72: 2, 94: 3}.get(self.height, 1)


@dataclass(frozen=True, eq=False)
class Layout:
    """Where everything lies around the land. Compared by identity, too."""

    width: int
    height: int
    window: tuple[float, float, float, float]
    plates: tuple[Plate, ...]
    """By seat."""
    strip: Place
    """The middle of the strip."""
    words: Place
    """Where the words on the strip begin."""
    counters: tuple[Place, ...]
    """Where the cubes on the land are counted, by colour."""
    tray: Place
    """The middle of the tray."""
    wells: tuple[Place, ...]
    """The middles of its wells, by colour."""
    well_size: float = 1.0
    suffix: str = ""
    """What the names of the shapes end in that are of another size in this layout."""
    free: tuple[float, float, float, float] | None = None
    """Where the page may lay its own words."""

    @property
    def own(self) -> Plate:
        """The plate with the tray."""
        return next(plate for plate in self.plates if plate.own)


@lru_cache(maxsize=64)
def layout_for(players: int, bottom: int, shape: str = UPRIGHT) -> Layout:
    """Whoever looks sits at the bottom, the others above, in turn order."""
    others = [(bottom + step) % players for step in range(1, players)]
    return _wide(bottom, others) if shape == WIDE else _upright(bottom, others)


def _upright(bottom: int, others: list[int]) -> Layout:
    """The others side by side on top, then the strip, the land and one's own plate."""
    count = len(others)
    high = {1: 44, 2: 72, 3: 94}[count]
    strip = EDGE + high + EDGE
    window = strip + STRIP + EDGE
    own = window + WINDOW_HEIGHT + EDGE
    width = {1: 592, 2: 294, 3: 194}[count]
    step = (INNER - width) / max(count - 1, 1)
    x, y = EDGE + INNER / 2, own + OWN / 2
    plates = [Plate(bottom, True, x, y, INNER, OWN)]
    plates += [
        Plate(seat, False, EDGE + width / 2 + at * step, EDGE + high / 2, width, high) for at, seat in enumerate(others)
    ]
    line = strip + STRIP / 2
    return Layout(
        INNER + 2 * EDGE,
        own + OWN + EDGE,
        (EDGE, window, INNER, WINDOW_HEIGHT),
        _by_seat(plates),
        strip=(x, line),
        words=(20, line),
        counters=tuple((210 + 82 * at, line) for at in range(COLOURS)),
        tray=(x, y + 22),
        wells=tuple((x + 118 * (at - 2), y + 22) for at in range(COLOURS)),
    )


def _wide(bottom: int, others: list[int]) -> Layout:
    """The land on the left; beside it a column: the others from the top down, at the bottom the strip and one's own.

    What is between them is left to the page.
    """
    left, top, land, high = WIDE_WINDOW
    side = left + land + GAP
    x, end = side + WIDE_PLATE / 2, top + high
    own = end - WIDE_OWN / 2
    strip = end - WIDE_OWN - GAP - WIDE_STRIP / 2
    plates = [Plate(bottom, True, x, own, WIDE_PLATE, WIDE_OWN)]
    plates += [
        Plate(seat, False, x, top + WIDE_OTHER / 2 + at * (WIDE_OTHER + GAP), WIDE_PLATE, WIDE_OTHER)
        for at, seat in enumerate(others)
    ]
    begin = top + len(others) * (WIDE_OTHER + GAP)
    return Layout(
        side + WIDE_PLATE + EDGE,
        high + 2 * EDGE,
        WIDE_WINDOW,
        _by_seat(plates),
        strip=(x, strip),
        words=(x - 186, strip),
        counters=tuple((x - 50 + 49 * at, strip) for at in range(COLOURS)),
        tray=(x, own + 20),
        wells=tuple((x + 78 * (at - 2), own + 20) for at in range(COLOURS)),
        well_size=0.69,
        suffix="-wide",
        free=(side, begin, WIDE_PLATE, strip - WIDE_STRIP / 2 - GAP - begin),
    )


def _by_seat(plates: list[Plate]) -> tuple[Plate, ...]:
    return tuple(sorted(plates, key=lambda plate: plate.seat))
