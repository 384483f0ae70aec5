"""Where things lie in the picture of Morfals, and which of them are painted above which."""

Place = tuple[float, float]

WIDTH, HEIGHT = 600, 826
PLATE, TRAY = 354, 240
"""How wide plates and trays are."""
ROW = 92
"""How high they are."""
BOARD_TOP = 102

BOARD, LIT, SQUARES, WORDS, PIECES, TOP = range(6)
"""The layers, from below."""
