"""Pebbles: lay stones by turns; every row and every column belongs to who has more stones in it."""

NAME = "Pebbles"
PLAYERS = (2,)
