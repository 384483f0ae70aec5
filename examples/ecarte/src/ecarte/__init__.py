"""Écarté: five cards each, a trump, and the art of asking for others before one plays."""

__version__ = "1.0.0"

NAME = "Écarté"
PLAYERS = (2,)
TURNS, SECONDS = 45, 8
