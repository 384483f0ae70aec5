"""Morfals: two tribes of cannibals on 7×7; the dice choose the column, and whoever is sandwiched is eaten."""

NAME = "Morfals"
PLAYERS = (2,)
OPTIONS = {"match": (1, 20), "capture": ("auto", "claim"), "last_man": ("auto", "announce")}
VARIANTS = {"match": (20,), "capture": ("claim",), "last_man": ("announce",)}
THROWS_FOR_START = True
TURNS = 9
