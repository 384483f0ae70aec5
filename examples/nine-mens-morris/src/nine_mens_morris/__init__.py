"""Nine Men's Morris: place nine men, move them into mills, and take those of the other side."""

__version__ = "1.0.0"

NAME = "Nine Men’s Morris"
PLAYERS = (2,)
OPTIONS = {"flying": ("three", "never")}
VARIANTS = {"flying": ("never",)}
TURNS, SECONDS = 30, 15
