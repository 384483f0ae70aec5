"""The names that people take: to be seen, not too long, and nobody's who plays for the house."""

import re
import unicodedata
from functools import cache

from tablee.games.characters import CHARACTERS
from tablee.table.events import Refused

LONGEST_NAME = 24
"""Letters, whatever is set on them."""
MOST_BYTES = 4 * LONGEST_NAME
MOST_MARKS = 3
"""Marks in a row on one letter: more than any writing has, and they pile up over the lines around."""
JOINERS = "\u200c\u200d"
"""Without them some writings, and pictures of families, fall apart. They join, and so stand between two others."""
BLANK = frozenset("\u00ad\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159")
"""Taken for letters, signs or marks, and not to be seen."""
SPACES = re.compile(r"\s+")

# What looks like a letter of ours, in small letters. Not all there is, but what is typed to be taken for another.
_LOOK_ALIKES = str.maketrans(
    "аеорсухіјѕһԁӏвкмнтгпαοριντυκηεβγχωıøłđħŧð0134578$@!|l",
    "aeopcyxijshdlbkmhtrnaopivtukneByxwioldhtdoieastbsaiii".lower(),
)


def chosen_name(text: str) -> str:
    """A name as somebody has typed it, without needless space; empty if nothing was typed. Raises `Refused`."""
    name = unicodedata.normalize("NFC", SPACES.sub(" ", text).strip())
    if not name:
        return ""
    if len(name.encode("utf-8", "replace")) > MOST_BYTES or _letters(name) > LONGEST_NAME:
        raise Refused("name_long")
    if not can_be_seen(name):
        raise Refused("name_unseen")
    if {_look(name), _look(_without_number(name))} & _looks_of_bots():
        raise Refused("name_of_bot")
    return name


def _letters(name: str) -> int:
    return sum(not _is_mark(letter) and letter not in JOINERS for letter in name)


def can_be_seen(name: str) -> bool:
    """Has it something to be seen, and nothing that is not? A mark needs a letter to stand on."""
    marks = MOST_MARKS + 1  # as if there were too many before the first letter
    for place, letter in enumerate(name):
        if letter in JOINERS:
            joins = 0 < place < len(name) - 1 and " " not in (name[place - 1], name[place + 1])
            if not joins:
                return False
        elif letter in BLANK or not (letter.isprintable() or letter == " "):
            return False
        elif _is_mark(letter):
            marks += 1
            if marks > MOST_MARKS:
                return False
        else:
            marks = MOST_MARKS + 1 if letter == " " else 0
    return True


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter).startswith("M")


@cache
def _looks_of_bots() -> frozenset[str]:
    return frozenset(_look(one.name) for one in CHARACTERS)


def _without_number(name: str) -> str:
    """Of bots who come again, the second is called "Malo 2"."""
    return re.sub(r"[\s\d#.-]+$", "", name)


def _look(name: str) -> str:
    """What a name looks like from afar: small letters, without marks and signs; I, l and 1 are all the same.

    >>> _look("Inès"), _look("ＭＡＬＯ"), _look("M a l о"), _look("Inès B.")
    ('ines', 'maio', 'maio', 'inesb')
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    return "".join(letter for letter in plain.translate(_LOOK_ALIKES) if letter.isalnum())
