"""Morpyam: five dice, thirty-six figures on a grid, and five tokens in a row."""

NAME = "Morpyam"
PLAYERS = (2, 3, 4)
OPTIONS = {"double_morpyam": ("off", "ko"), "five_alike": ("morpyam", "any"), "sure_call": ("allowed", "refused")}
THROWS_FOR_START = True
TURNS = 15
