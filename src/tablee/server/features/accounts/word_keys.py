"""A key of words: drawn by lot from a list in one's own language, to be written down and typed as one likes.

The first two words say whose key it is, as a name would: they are looked up by a quick digest. The other six, more than
60 bits, are the secret, of which only a slow digest is kept.
"""

import hashlib
import re
import secrets
import unicodedata
from functools import cache
from pathlib import Path

COUNT = 8
"""Words of a key."""
NAMING = 2
"""Words of those by which it is found."""
LONGEST_TYPED = 400
"""Characters that are looked at."""

_LISTS = Path(__file__).parent / "word_lists"


def new_words(language: str) -> list[str]:
    """A new key, in that language if there is a list of it, else in English."""
    words = word_list(language) or word_list("en")
    return [secrets.choice(words) for _ in range(COUNT)]


@cache
def word_list(language: str) -> tuple[str, ...]:
    """The list of a language; empty if there is none."""
    path = _LISTS / f"{language}.txt"
    return tuple(path.read_text(encoding="utf-8").split()) if language.isalpha() and path.is_file() else ()


def read_words(typed: str) -> list[str]:
    """The words that somebody has typed, however they have: case, accents, and what is between them do not matter.

    >>> read_words("  Éléphant, ABAISSER-œuf\\n2. zoo ")
    ['elephant', 'abaisser', 'oeuf', 'zoo']
    """
    plain = unicodedata.normalize("NFKD", typed[:LONGEST_TYPED].casefold().replace("œ", "oe").replace("æ", "ae"))
    return re.findall(r"[a-z]+", re.sub(r"[\u0300-\u036f]", "", plain))


def name_of(words: list[str]) -> str:
    """The id of a key, by its first words."""
    return hashlib.sha256(" ".join(words[:NAMING]).encode()).hexdigest()[:32]


def secret_of(words: list[str]) -> str:
    """What must be right for the key to open."""
    return " ".join(words[NAMING:])


def unknown_words(words: list[str]) -> list[str]:
    """Those that are in no list: typed wrongly."""
    return [word for word in words if word not in _known()]


@cache
def _known() -> frozenset[str]:
    lists = (word_list(path.stem) for path in _LISTS.glob("*.txt"))
    return frozenset(plain for words in lists for word in words for plain in read_words(word))
