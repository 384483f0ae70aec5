"""Where things lie in the picture of Morpyam, and how long they stay."""

from typing import NamedTuple

Place = tuple[float, float]

WIDTH = 600
"""How wide an upright picture is."""
BESIDE = 372
"""How wide plates and tray beside the board are."""
BETWEEN = 12
"""From the board to them."""
GAP = 5
EDGE = 4
"""Around the whole picture."""

PITCH = 92
"""From the middle of one square to the next."""
BOARD = 592
"""How high the board is, with its frame; it is as wide as an upright picture."""
LOW, HIGH = 48, 76
"""How high plates are: in one row of things, or in two."""
FLAT = 44
"""How high they are beside the board, where words must have room between them."""

TILES, RIBBONS, PIECES, BADGES, TOP = 0, 1, 2, 3, 4
"""The layers, from below."""


class Tray(NamedTuple):
    """How the tray is laid out in which the dice fall; places count from its middle."""

    shape: str
    height: int
    cup: Place
    cup_size: float
    dice: tuple[float, float, float, float, float]
    die_size: float
    fallen: float
    """How far below the middle dice lie that have fallen."""
    set_aside: float
    """The same on the strip for those that are kept. Picking lifts them there: see scene.css."""
    throws: Place
    tag: Place
    banner_size: float
    banner: Place


BELOW = Tray("tray", 138, (-244, 9), 0.8, (-142, -48, 46, 140, 234), 0.97, 31, -9, (-276, -52), (124, -52), 1, (26, 42))
"""Below the board."""
BY_ITSELF = Tray(
    "tray-372", 148, (-146, 25), 0.6, (-88, -28, 32, 92, 152), 0.78, 41, 9, (-166, -57), (2, -31), 0.62, (28, 41)
)
"""Beside it, where it is narrow: which throw it is and what was called stand one above the other."""


SHAKE = 450
"""Milliseconds for which the cup is shaken."""
CALLING = 1100
"""The same after a call, which is to be heard first."""
LOOK = 1100
"""How long a throw stays before anything else happens."""
LONG_LOOK = 2200
"""The same when the turn is over with it."""
OPENING_LOOK = 2400
"""The same for the throw that decides who starts."""
JOY = 3400
"""How long a win by a single stroke is celebrated before the result is told."""
