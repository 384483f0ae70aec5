"""Keys of words: drawn from a word list in the person's language, written down on paper, typed in any spelling.

The first two words are the name of the key: they are found by a fast digest. The other six, more than 60 bits, are the
secret: only a slow digest (scrypt) of them is stored.
"""

import hashlib
import hmac
import re
import secrets
import unicodedata
from functools import cache
from pathlib import Path

COUNT = 8
"""Words of a key."""
NAMING = 2
"""Words that name the key."""
LONGEST_TYPED = 400
"""Characters that are read."""

_LISTS = Path(__file__).parent / "word_lists"
_SALT = 16
_EFFORT = {"n": 2**15, "r": 8, "p": 1, "maxmem": 64 * 2**20}
"""One guess costs 32 MB and a tenth of a second."""


def new_words(language: str) -> list[str]:
    """Draw a new key in a language; in English if the language has no word list."""
    words = word_list(language) or word_list("en")
    return [secrets.choice(words) for _ in range(COUNT)]


@cache
def word_list(language: str) -> tuple[str, ...]:
    """Read the word list of a language; empty if there is none."""
    path = _LISTS / f"{language}.txt"
    return tuple(path.read_text(encoding="utf-8").split()) if language.isalpha() and path.is_file() else ()


def read_words(typed: str) -> list[str]:
    """The words in a typed text, without case, accents and punctuation.

    >>> read_words("  Éléphant, ABAISSER-œuf\\n2. zoo ")
    ['elephant', 'abaisser', 'oeuf', 'zoo']
    """
    plain = unicodedata.normalize("NFKD", typed[:LONGEST_TYPED].casefold().replace("œ", "oe").replace("æ", "ae"))
    return re.findall(r"[a-z]+", re.sub(r"[\u0300-\u036f]", "", plain))


def unknown_words(words: list[str]) -> list[str]:
    """Words that are in no list."""
    return [word for word in words if word not in _known()]


@cache
def _known() -> frozenset[str]:
    lists = (word_list(path.stem) for path in _LISTS.glob("*.txt"))
    return frozenset(plain for words in lists for word in words for plain in read_words(word))


def name_of(words: list[str]) -> str:
    """The id of a key: a digest of its first words."""
    return hashlib.sha256(" ".join(words[:NAMING]).encode()).hexdigest()[:32]


def secret_of(words: list[str]) -> str:
    """The secret words of a key."""
    return " ".join(words[NAMING:])


def slow_digest(secret: str) -> bytes:
    """A salted slow digest of a secret. Blocks: call it in the worker thread."""
    salt = secrets.token_bytes(_SALT)
    return salt + _digest(secret, salt)


def opens(secret: str, kept: bytes) -> bool:
    """Whether a slow digest is one of this secret. Blocks as long as `slow_digest`."""
    return hmac.compare_digest(_digest(secret, kept[:_SALT]), kept[_SALT:])


def _digest(secret: str, salt: bytes) -> bytes:
    return hashlib.scrypt(secret.encode(), salt=salt, dklen=32, **_EFFORT)
