"""What people say to each other at a table: kept apart from its log, and never shown to a bot.

Phrases and gestures travel by their names, and are put into words for each who hears them. Free text is for those who
have asked for it, on both sides.
"""

import re
import secrets
import unicodedata
from typing import Literal

import msgspec

from tablee.table.events import Refused
from tablee.table.names import JOINERS, can_be_seen

Kind = Literal["phrase", "gesture", "text"]
Room = Literal["table", "onlookers"]
"""Where something is said: at the table, or among those who look on, whom nobody hears who plays."""
Reason = Literal["name", "talk", "play"]
"""What somebody is reported for."""

LONGEST_TEXT = 200
LONGEST_REPORT = 300
"""Letters."""
LONGEST_WORD = 30
"""Letters in a row after which a line may be broken: somewhat more than the longest words that people write."""
BREAK = "\u200b"
"""Where a line may be broken; nobody sees it."""

_SPACES = re.compile(r"\s+")
# An address with a scheme, a host by name or number, "name@host". Dots may be written out, or in another writing.
_LINK = re.compile(
    r"(?i)\w+://|\bwww\.|\b\d{1,3}(?:\.\d{1,3}){3}\b|[\w-]+(?:\.|\s*[(\[]\s*(?:dot|point)\s*[)\]]\s*)[^\W\d_]{2,24}\b"
)


class Saying(msgspec.Struct, frozen=True):
    """Something that somebody has said. `body` is the name of a phrase or gesture, or a text."""

    id: str
    table: str
    person: str
    sitter: int
    """Who said it at the table; 0 for somebody who looks on."""
    at: int
    kind: Kind
    body: str
    room: Room
    name: str = ""
    """The name that the person has taken; not kept with what was said."""


class Manners(msgspec.Struct, frozen=True):
    """How somebody likes to be talked with, on all their devices."""

    writes: bool = False
    """Do they write and read free text?"""
    muted: frozenset[str] = frozenset()
    """Persons whom they do not want to hear."""


class Report(msgspec.Struct, frozen=True):
    """Somebody asks the host to look at what another person does."""

    id: str
    at: int
    table: str
    reporter: str
    person: str
    name: str
    """What the person was called there."""
    why: Reason
    words: str
    answered: int = 0
    """When, in milliseconds since 1970; 0 for not yet."""
    answer: str = ""
    outcome: str = ""
    """What the host has done."""


def new_saying_id() -> str:
    """An id that no other server gives, either."""
    return secrets.token_hex(8)


def new_report_id() -> str:
    """Short enough to be typed."""
    return secrets.token_hex(4)


def hears(saying: Saying, person: str, manners: Manners, *, sits: bool) -> bool:
    """Does somebody hear what was said? `sits` is whether they sit at the table.

    What is said at the table in phrases and gestures is heard by all, texts of those who sit there by them alone; those
    who look on are not heard by who sits, so that nobody is prompted.
    """
    if saying.person == person:
        return True
    if saying.person in manners.muted or (saying.room == "onlookers" and sits):
        return False
    return saying.kind != "text" or (manners.writes and (sits or not saying.sitter))


def written_text(text: str, longest: int = LONGEST_TEXT) -> str:
    """A text as somebody has typed it, without needless space. Raises `Refused`."""
    words = plain_text(text, longest)
    if not words:
        raise Refused("bad_message")
    if has_link(words):
        raise Refused("talk_link")
    return words


def plain_text(text: str, longest: int) -> str:
    """The same, which may be empty and may name an address."""
    words = unicodedata.normalize("NFC", _SPACES.sub(" ", text).strip())
    if len(words) > longest:
        raise Refused("talk_long")
    if words and not can_be_seen(words):
        raise Refused("talk_unseen")
    return words


def has_link(words: str) -> bool:
    """Does a text lead elsewhere? Rather once too often than once too seldom.

    >>> [has_link(one) for one in ("https://a.example/x", "to spam.example.", "me@a.org", "a [dot] com", "b．com")]
    [True, True, True, True, True]
    >>> [has_link(one) for one in ("Well played... again?", "3.5 points", "Hm. Yes", "a.m. or p.m.?", "1:0")]
    [False, False, False, False, False]
    """
    plain = unicodedata.normalize("NFKC", words).replace("。", ".")
    return bool(_LINK.search("".join(letter for letter in plain if letter not in JOINERS)))


def with_breaks(words: str) -> str:
    """A text in which no word is so long that it would reach over the edge.

    >>> with_breaks("a" * 31).count(BREAK), with_breaks("Rindfleischetikettierung").count(BREAK)
    (1, 0)
    """
    return " ".join(_broken(word) for word in words.split(" "))


def _broken(word: str) -> str:
    if len(word) <= LONGEST_WORD:
        return word
    return BREAK.join(word[at : at + LONGEST_WORD] for at in range(0, len(word), LONGEST_WORD))
