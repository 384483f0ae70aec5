"""Morisi: roads between cities, houses where they meet, and the three largest cities count."""

NAME = "Morisi"
PLAYERS = (2, 3, 4)
OPTIONS = {
    "hands": ("hidden", "open"),
    "cities": ("apart", "any"),
    "gaps": ("none", "some"),
    "predictions": ("off", "on"),
}
VARIANTS = {"predictions": ("on",)}
TURNS = 16
SECONDS = 90
