"""Where things lie in the picture of a route game, and which of them are painted above which."""

from dataclasses import dataclass
from functools import lru_cache

Place = tuple[float, float]

WIDTH = 600
EDGE = 4
"""Room at the rim, and between what lies one below the other."""
INNER = WIDTH - 2 * EDGE
WINDOW_HEIGHT = 600
STRIP = 34
"""How high the strip is that counts the cubes on the land."""
OWN = 120
"""How high one's own plate is, with the tray for cubes."""

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
    def rows(self) -> int:
        """In how many rows things lie on it."""
        return {44: 1, 72: 2, 94: 3}.get(self.height, 1)


@dataclass(frozen=True, eq=False)
class Layout:
    """Where everything lies around the land."""

    plates: tuple[Plate, ...]
    """By seat."""
    strip: float
    """The middle of the strip."""
    window: tuple[float, float, float, float]
    height: int


@lru_cache(maxsize=64)
def layout_for(players: int, bottom: int, hidden: bool) -> Layout:
    """Whoever looks sits at the bottom, the others on top, side by side in turn order."""
    high = 44 if players == 2 else 72 if players == 3 or hidden else 94
    strip = EDGE + high + EDGE
    window = strip + STRIP + EDGE
    own = window + WINDOW_HEIGHT + EDGE
    width = {2: 592, 3: 294, 4: 194}[players]
    others = [(bottom + step) % players for step in range(1, players)]
    step = (INNER - width) / max(players - 2, 1)
    plates = [Plate(bottom, True, WIDTH / 2, own + OWN / 2, INNER, OWN)]
    plates += [
        Plate(seat, False, EDGE + width / 2 + at * step, EDGE + high / 2, width, high) for at, seat in enumerate(others)
    ]
    by_seat = tuple(sorted(plates, key=lambda plate: plate.seat))
    return Layout(by_seat, strip + STRIP / 2, (EDGE, window, INNER, WINDOW_HEIGHT), own + OWN + EDGE)
