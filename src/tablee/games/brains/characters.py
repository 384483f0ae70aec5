"""Those who play for the house: three at each level, each with a face, a temper and a way of playing.

A bot is told by its name, which the log holds, and by its level: so whoever sat at a table stays who they were. It lies
on this floor because tables, which know nothing of bots, seat them. What they say, and how they are, is in `show`.
"""

from collections.abc import Collection
from typing import Literal, NamedTuple

from tablee.games.levels import BOT_NAMES
from tablee.games.styles import Style

Temper = Literal["playful", "hearty", "thoughtful", "dry", "grand"]


class Character(NamedTuple):
    """Somebody who plays at a level; `face` is the number of a symbol in faces.svg."""

    name: str
    level: int
    face: int
    temper: Temper
    style: Style


CHARACTERS = (
    Character("Puce", 1, 1, "playful", "greedy"),
    Character("Filou", 1, 6, "playful", "bold"),
    Character("Mamita", 1, 7, "hearty", "cautious"),
    Character("Malo", 2, 2, "hearty", "bold"),
    Character("Rosalie", 2, 8, "playful", "builder"),
    Character("Gaston", 2, 9, "hearty", "greedy"),
    Character("Ada", 3, 3, "thoughtful", "cautious"),
    Character("Octave", 3, 10, "grand", "greedy"),
    Character("Inès", 3, 11, "dry", "spoiler"),
    Character("Basile", 4, 4, "thoughtful", "builder"),
    Character("Colette", 4, 12, "dry", "spoiler"),
    Character("Ambroise", 4, 13, "hearty", "bold"),
    Character("Sibylle", 5, 5, "grand", "spoiler"),
    Character("Célestin", 5, 14, "thoughtful", "builder"),
    Character("Hermine", 5, 15, "grand", "cautious"),
)
"""The first of each level is the one that `levels` names, and that came alone in earlier versions.

The three of a level play in different ways, and so do these five.
"""

BY_NAME = {one.name: one for one in CHARACTERS}


def of_level(level: int) -> list[Character]:
    """Who plays at a level."""
    return [one for one in CHARACTERS if one.level == level]


def character(name: str, level: int) -> Character:
    """Who a bot is. Earlier versions seated "Malo 2" beside Malo; whom nobody knows is the first of the level."""
    found = BY_NAME.get(name) or BY_NAME.get(name.rpartition(" ")[0])
    return found if found is not None and found.level == level else of_level(level)[0]


def free_characters(level: int, taken: Collection[str]) -> list[Character]:
    """Those of a level whose names nobody at a table bears; all of them if none is left."""
    everyone = of_level(level)
    return [one for one in everyone if one.name not in taken] or everyone


def bot_name(wish: str, level: int, taken: Collection[str]) -> str:
    """What a bot is called that sits down: as is wished, if it can be, else as the first whose name is not taken."""
    free = [one.name for one in free_characters(level, taken)]
    name = wish if wish in free else free[0]
    return name if name not in taken else _numbered(BOT_NAMES[level - 1], taken)


def _numbered(name: str, taken: Collection[str]) -> str:
    """With all of a level at the table, one comes again."""
    count = 2
    while f"{name} {count}" in taken:
        count += 1
    return f"{name} {count}"
