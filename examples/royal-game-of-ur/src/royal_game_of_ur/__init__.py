"""The Royal Game of Ur: two players race seven pieces each over a board of 2600 BC, by the rules of 177 BC."""

__version__ = "1.0.0"

NAME = "Ur"
PLAYERS = (2,)
OPTIONS = {"pieces": (7, 5)}
