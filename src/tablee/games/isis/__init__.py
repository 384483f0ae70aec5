"""Isis & Osiris: place pawns and face-down tiles on 6×6; memory and majority."""

NAME = "Isis & Osiris"
PLAYERS = (2, 3, 4)
OPTIONS = {"reserve": ("own", "common"), "memory": ("hidden", "open")}
VARIANTS = {"reserve": ("common",)}
TURNS = 18
