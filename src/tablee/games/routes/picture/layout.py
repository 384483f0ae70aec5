"""Where things lie in the picture of a route game, and which of them are painted above which.

A picture is upright, the land between the plates of the others and one's own, or wide, with all plates beside the land.
"""

from dataclasses import dataclass
from functools import lru_cache

from tablee.games.scenery import UPRIGHT, WIDE
from tablee.games.ware.plates import Form, Place, Plate

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


OWN_FORM, WIDE_OWN_FORM = Form(INNER, OWN, -37, 230, (294, -37)), Form(WIDE_PLATE, WIDE_OWN, -29, 112, (176, -29))
ONE, TWO = Form(INNER, 44, 0, 115, (179, 0)), Form(294, 72, -16, 165, (20, 17))
THREE = Form(194, 94, -28, 92, (20, 2), "narrow")
BESIDE = Form(WIDE_PLATE, WIDE_OTHER, -16, 230, (20, 17))
FORMS = (OWN_FORM, WIDE_OWN_FORM, ONE, TWO, THREE, BESIDE)
"""One's own plate, those of one, two and three others above the land, and that of another beside it."""
LAYERS = PLATES, WORDS


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
    form = (ONE, TWO, THREE)[len(others) - 1]
    strip = EDGE + form.height + EDGE
    window = strip + STRIP + EDGE
    own = window + WINDOW_HEIGHT + EDGE
    step = (INNER - form.width) / max(len(others) - 1, 1)
    x, y = EDGE + INNER / 2, own + OWN / 2
    plates = [Plate(bottom, x, y, OWN_FORM, own=True, layers=LAYERS)]
    plates += [
        Plate(seat, EDGE + form.width / 2 + at * step, EDGE + form.height / 2, form, layers=LAYERS)
        for at, seat in enumerate(others)
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
    plates = [Plate(bottom, x, own, WIDE_OWN_FORM, own=True, layers=LAYERS)]
    plates += [
        Plate(seat, x, top + WIDE_OTHER / 2 + at * (WIDE_OTHER + GAP), BESIDE, layers=LAYERS)
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
