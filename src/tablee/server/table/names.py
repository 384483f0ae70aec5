"""Checks the names that people choose: visible, not too long, and not a bot's name."""

import re
import unicodedata
from functools import cache

from tablee.games.brains.characters import CHARACTERS
from tablee.server.table.events import Refused

LONGEST_NAME = 24
"""Letters, not counting combining marks."""
MOST_BYTES = 4 * LONGEST_NAME
MOST_MARKS = 3
"""Combining marks in a row on one letter: more than any script needs. More would cover the lines around."""
JOINERS = "\u200c\u200d"
"""Some scripts and emoji need these joiners. They are allowed only between two other characters."""
BLANK = frozenset("\u00ad\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159")
"""Characters that Unicode calls letters, signs or marks, but that are invisible."""
SPACES = re.compile(r"\s+")

# Look-alikes of Latin letters, in lower case. Not complete: those that are typed to imitate another name.
_LOOK_ALIKES = str.maketrans(
    "аеорсухіјѕһԁӏвкмнтгпαοριντυκηεβγχωıøłđħŧð0134578$@!|l",
    "aeopcyxijshdlbkmhtrnaopivtukneByxwioldhtdoieastbsaiii".lower(),
)


def chosen_name(text: str) -> str:
    """Normalise a typed name; empty if nothing was typed. Raises `Refused`."""
    name = unicodedata.normalize("NFC", SPACES.sub(" ", text).strip())
    if not name:
        return ""
    letters = sum(not _is_mark(letter) and letter not in JOINERS for letter in name)
    if len(name.encode("utf-8", "replace")) > MOST_BYTES or letters > LONGEST_NAME:
        raise Refused("name_long")
    if not can_be_seen(name):
        raise Refused("name_unseen")
    without_number = re.sub(r"[\s\d#.-]+$", "", name)  # a second bot of a name is called "Malo 2"
    if {_look(name), _look(without_number)} & _looks_of_bots():
        raise Refused("name_of_bot")
    return name


def can_be_seen(name: str) -> bool:
    """Is every character visible? A mark needs a letter to stand on."""
    marks = MOST_MARKS + 1  # no mark is allowed before the first letter
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


def _look(name: str) -> str:
    """What a name looks like from afar: small letters, without marks and signs; I, l and 1 are all the same.

    >>> _look("Inès"), _look("ＭＡＬＯ"), _look("M a l о"), _look("Inès B.")
    ('ines', 'maio', 'maio', 'inesb')
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    return "".join(letter for letter in plain.translate(_LOOK_ALIKES) if letter.isalnum())
