"""Search in the text of a rulebook: the places are marked in the page itself, and listed above it, without a script."""

import re
import unicodedata
from functools import lru_cache
from html import escape, unescape
from typing import NamedTuple

from tablee.server.features.rulebooks.model import Rulebook

LONGEST_QUERY = 60
MOST_PLACES = 200
AROUND = 40
"""Characters shown before and after a place in the list."""
_PARTS = re.compile(r"(<svg\b.*?</svg>|<[^>]*>)", re.DOTALL)
_HEADING = re.compile(r'<h[2-6] id="([\w-]+)"')


class FoundPlace(NamedTuple):
    """A place in a text: its anchor, the title of its section, and the words around it."""

    anchor: str
    section: str
    before: str
    found: str
    after: str


def folded(text: str) -> str:
    """A text as it is compared: small letters without accents. Every letter stays one letter, so that places agree.

    >>> folded("Épée d’Œdipe")
    "epee d'œdipe"
    """
    return "".join(map(_folded_letter, text))


@lru_cache(4096)
def _folded_letter(letter: str) -> str:
    plain = unicodedata.normalize("NFD", letter)[0].casefold()
    return {"’": "'", "\u202f": " ", "\u00a0": " "}.get(plain, plain if len(plain) == 1 else letter)


def search_in(book: Rulebook, wanted: str) -> tuple[str, list[FoundPlace]]:
    """The text with all places of the wanted words marked, and these places; nothing for an empty wish."""
    words = " ".join(folded(wanted[:LONGEST_QUERY]).split())
    if not words:
        return book.body, []
    titles = {section.anchor: section.title for top in book.contents for section in (top, *top.parts)}
    marked: list[str] = []
    places: list[FoundPlace] = []
    section = ""
    for number, part in enumerate(_PARTS.split(book.body)):
        if number % 2:
            heading = _HEADING.match(part)
            section = titles.get(heading[1], section) if heading else section
            marked.append(part)
            continue
        text, end = unescape(part), 0
        compared = folded(text)
        at = compared.find(words)
        while at >= 0 and len(places) < MOST_PLACES:
            anchor, stop = f"found-{len(places) + 1}", at + len(words)
            around = text[max(0, at - AROUND) : at], text[at:stop], text[stop : stop + AROUND]
            places.append(FoundPlace(anchor, section or book.title, *around))
            marked += [escape(text[end:at], quote=False), f'<mark id="{anchor}">{escape(text[at:stop])}</mark>']
            end, at = stop, compared.find(words, stop)
        marked.append(escape(text[end:], quote=False) if end else part)
    return "".join(marked), places
