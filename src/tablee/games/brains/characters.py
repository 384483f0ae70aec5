"""The characters of bots: three at each level, each with a face, a temper and a style.

The log identifies a bot by its name and level. Characters are below the table, which seats them; `server/views` has
what they say.
"""

from collections.abc import Collection
from typing import Literal, NamedTuple

from tablee.games.brains.levels import BOT_NAMES
from tablee.games.brains.playing_styles import Style

Temper = Literal["playful", "hearty", "thoughtful", "dry", "grand"]


class Character(NamedTuple):
    """A bot's character; `face` is the number of a symbol in faces.svg."""

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
"""The first of each level is the one in `LEVELS`. The three of a level differ in style, as do these five."""

BY_NAME = {one.name: one for one in CHARACTERS}


def of_level(level: int) -> list[Character]:
    """The characters of a level."""
    return [one for one in CHARACTERS if one.level == level]


def character(name: str, level: int) -> Character:
    """The character of a bot; "Malo 2" is a second Malo, and an unknown name is the first of the level."""
    found = BY_NAME.get(name) or BY_NAME.get(name.rpartition(" ")[0])
    return found if found is not None and found.level == level else of_level(level)[0]


def free_characters(level: int, taken: Collection[str]) -> list[Character]:
    """The characters of a level whose names are free; all of them if none is."""
    everyone = of_level(level)
    return [one for one in everyone if one.name not in taken] or everyone


def bot_name(wish: str, level: int, taken: Collection[str]) -> str:
    """The name of a bot that sits down: the wished one if it is free, else the first free one."""
    free = [one.name for one in free_characters(level, taken)]
    name = wish if wish in free else free[0]
    return name if name not in taken else _numbered(BOT_NAMES[level - 1], taken)


def _numbered(name: str, taken: Collection[str]) -> str:
    """The name with a number, if all characters of the level are at the table."""
    count = 2
    while f"{name} {count}" in taken:
        count += 1
    return f"{name} {count}"
