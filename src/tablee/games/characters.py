"""Those who play for the house: three at each level, each with a face and a temper.

A bot is told by its name, which the log holds, and by its level: so whoever sat at a table stays who they were. It lies
on this floor because tables, which know nothing of bots, seat them. What they say, and how they are, is in `show`.
"""

from collections.abc import Collection
from typing import Literal, NamedTuple

from tablee.games.levels import BOT_NAMES

Temper = Literal["playful", "hearty", "thoughtful", "dry", "grand"]


class Character(NamedTuple):
    """Somebody who plays at a level; `face` is the number of a symbol in faces.svg."""

    name: str
    level: int
    face: int
    temper: Temper


CHARACTERS = (
    Character("Puce", 1, 1, "playful"),
    Character("Filou", 1, 6, "playful"),
    Character("Mamita", 1, 7, "hearty"),
    Character("Malo", 2, 2, "hearty"),
    Character("Rosalie", 2, 8, "playful"),
    Character("Gaston", 2, 9, "hearty"),
    Character("Ada", 3, 3, "thoughtful"),
    Character("Octave", 3, 10, "grand"),
    Character("Inès", 3, 11, "dry"),
    Character("Basile", 4, 4, "thoughtful"),
    Character("Colette", 4, 12, "dry"),
    Character("Ambroise", 4, 13, "hearty"),
    Character("Sibylle", 5, 5, "grand"),
    Character("Célestin", 5, 14, "thoughtful"),
    Character("Hermine", 5, 15, "grand"),
)
"""The first of each level is the one that `levels` names, and that came alone in earlier versions."""

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
