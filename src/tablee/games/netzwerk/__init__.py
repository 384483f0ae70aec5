"""Netzwerk: gather cubes across the land, and link the best cities by roads of your own."""

NAME = "Netzwerk"
PLAYERS = (2, 3, 4)
OPTIONS = {"hands": ("open", "hidden")}
TURNS = 15
SECONDS = 60
