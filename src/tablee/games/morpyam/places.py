"""Where things lie in the picture of Morpyam, and how long they stay."""

WIDTH = 600
"""How wide an upright picture is."""
BESIDE = 296
"""How wide plates beside the board are."""
GAP = 5
EDGE = 4
"""Around the whole picture."""

PITCH = 92
"""From the middle of one square to the next."""
BOARD = 592
"""How high the board is, with its frame; it is as wide as an upright picture."""
TRAY = 138
"""How high the tray is in which the dice fall."""
LOW, HIGH = 48, 76
"""How high plates are: in one row of things, or in two."""

TILES, RIBBONS, PIECES, BADGES, TOP = 0, 1, 2, 3, 4
"""The layers, from below."""

DIE_SIZE = 0.97
DIE_PLACES = (158, 252, 346, 440, 534)
FALLEN, SET_ASIDE = 31, -9
"""How far below the tray's middle dice lie: where they fall, and on the strip for those that are kept."""

SHAKE = 450
"""Milliseconds for which the cup is shaken."""
LOOK = 1100
"""How long a throw stays before anything else happens."""
LONG_LOOK = 2200
"""The same when the turn is over with it."""
OPENING_LOOK = 2400
"""The same for the throw that decides who starts."""
JOY = 3400
"""How long a win by a single stroke is celebrated before the result is told."""
