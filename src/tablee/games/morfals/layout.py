"""Where things lie in the picture of Morfals, and which of them are painted above which.

It is upright, with a row of plate and tray above and below the board, or wide, with all of them beside it.
"""

Place = tuple[float, float]

WIDTH, HEIGHT = 600, 826
PLATE, TRAY = 354, 240
"""How wide plates and trays are."""
ROW = 92
"""How high they are."""
BOARD_TOP = 102

WIDE_WIDTH, WIDE_HEIGHT = 1014, 626
BESIDE = 402
"""How wide plates beside the board are: each has the seat's tray on it."""
TALL = 138
"""How high they are."""
FREE = (WIDE_WIDTH - BESIDE, TALL + 10, BESIDE, WIDE_HEIGHT - 2 * (TALL + 10))
"""The box between them: x, y, width, height."""
UP = 2 - BOARD_TOP
"""How far the board of a wide picture lies below that of an upright one."""

BOARD, LIT, SQUARES, WORDS, PIECES, TOP = range(6)
"""The layers, from below."""
