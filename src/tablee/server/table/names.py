"""Checks the names that people choose: visible, not too long, and neither a bot's nor the house's."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

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

MARKS_OF_BOTS = frozenset("⚙⛭⛮⛯")
"""The sign that stands before the names of bot accounts, and signs that look like it."""
HOUSE = ("Tablée", "host", "the host", "hôte", "l’hôte")
"""Names under which the house itself speaks to people."""
LOOK_ALIKES = {
    "a": "ɑΑΛαАаᎪᏎᗅ⍶⍺Ɑꓮꭺꮞ",
    "b": "ƄƅȢȣΒβБВЬбвьѢѣҌҍ৪੪ᏏᏮᏴᏼᑲᑳᖯᗷᲀᲇⳒⳓꓐꞴꞵꮟꮾ",
    "c": "¢СсҪҫᏟᲃ₡Ⲥⲥꓚꮯ",
    "d": "ÐðƉԀԁᎠᏧᑯᗞᗪ₫ꓒꓓꭰꮷ",
    "e": "ƷȜȝɜʒΕεЕЗезҘҙҼҽҾҿӠӡᎬ℮⋿ⳌⳍⴹꓰꝪꝫꞫꬲꭼ",
    "f": "ϜϝՔքᖴẝꓝꬵ",
    "g": "ƍɡԌԍՑց৭੧୨൭ᏀᏳᏻⳊⳋꓖꝮꝯꞬꮐ",
    "h": "ΗЋНнћҢңҺһӇӈӉӊՀհᎻᏂᏲᏺᕼⲎⲏꓧꚔꚕꮋꮒ",
    "i": "ıƖǀɩΙιІіӀӏ\u05c0\u05d5\u05df\u0627\u0661\u0673۱\u07caᎥᏞᒪᛁᵻᵼ∣⍳⍸⏽ⲒⲓⳐⳑⵏꓡꓲꙆꙇꭵꮮ",
    "m": "ΜμϺϻМмӍӎᎷᗰᛖⲘⲙꓟꮇ",
    "n": "ΝηПпՈՌոռⲚⲛꓠ",
    "o": "ɵΘΟΣθοσОоѲѳӨөՕօ\u05e1\u0647\u0665\u06be\u06c1\u06d5۵\u06ff\u07c0०০੦૦ଠ୦௦౦೦ഠ൦๐໐တဝ၀ჿዐᎤᎾᏫᲂᲿᴑ⊖⊝⍬Ⲟⲟⴱⵁⵔ〇ꓳꬽꬾꭴꮎꮻ",
    "p": "ΡρРрᏢᑭ⍴Ⲣⲣꓑꮲ",
    "r": "ƦГгҒғᎡᎱᏒᖇᴦⲄⲅꓣꭇꭈꭱꮁꮢ",
    "s": "ƼƽЅѕՏտᏕᏚꓢꮥꮪ",
    "t": "ΤτТтҬҭᎢᲄᲅ₮⊤⍡⟙Ⲧⲧꓔꭲ",
    "u": "ɄʉυՍսሀᏌᑌᵾ∪⋃ꓴꞞꞟꮜ",
    "v": "νѴѵ\u05d8\u0667۷Ꮩᐯ∨⋁ⴸꓦꛟꮩ",
    "y": "¥ƔɣΓΥγУуҮүҰұყᎩᎽᲧⲨⲩꓬꭹꮍ",
}
"""Characters that look like a letter, from the confusables of Unicode's UTS #39 (version 15, either case, i like l).

Only for letters that names of bots and of the house are made of. Not listed: what normalises to such a letter, what
has a Latin letter in its name, and characters beyond the first 65,536, which hardly any font has."""
_LOOKS = {ord(one): letter for letter, others in LOOK_ALIKES.items() for one in others}
_DIGITS_AND_SIGNS = str.maketrans("013456789$@!|l", "oieasbtbgsaiii")
_LATIN = re.compile(r"(?:LATIN (?:CAPITAL |SMALL )?LETTER (?:SMALL CAPITAL )?|SYMBOL LETTER )([A-Z])(?: WITH .*)?$")
"""The end of the name of a character that is a Latin letter, however it is drawn."""


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
    looks = {_look(name), _look(_without_number(name))}  # a second bot of a name is called "Malo 2"
    if looks & _looks_of(one.name for one in CHARACTERS):
        raise Refused("name_of_bot")
    if is_of_house(name):
        raise Refused("name_of_house")
    if MARKS_OF_BOTS.intersection(name):
        raise Refused("name_marked")
    return name


def is_of_house(name: str) -> bool:
    """Could a name be mistaken for the host's?"""
    return bool({_look(name), _look(_without_number(name))} & _looks_of(HOUSE))


def _without_number(name: str) -> str:
    return re.sub(r"[\s\d#.-]+$", "", name)


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


def _looks_of(names: Iterable[str]) -> frozenset[str]:
    return frozenset(map(_look, names))


@lru_cache(maxsize=256)
def _look(name: str) -> str:
    """What a name looks like from afar: small letters, without marks and signs; I, l and 1 are all the same.

    >>> _look("Inès"), _look("ＭＡＬＯ"), _look("M a l о"), _look("Inès B."), _look("Herrnine") == _look("Hermine")
    ('ines', 'maio', 'maio', 'inesb', True)
    """
    latin = "".join(map(_latin, unicodedata.normalize("NFKD", name)))
    plain = latin.casefold().translate(_DIGITS_AND_SIGNS).replace("rn", "m")
    return "".join(letter for letter in plain if letter.isalnum())


def _latin(letter: str) -> str:
    """The Latin letter that a character looks like; itself if there is none."""
    if letter.isascii():
        return letter
    named = _LATIN.search(unicodedata.name(letter, ""))
    return _LOOKS.get(ord(letter)) or (named[1] if named else letter)
