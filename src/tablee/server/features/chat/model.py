"""Chat messages at a table. They are stored apart from its log, and never shown to a bot. Pure.

Phrases and gestures are sent by name, and put into the language of each reader. Only people who have switched free
text on write and read it.
"""

import re
import unicodedata
from typing import Literal

import msgspec

from tablee.server.table.events import Refused
from tablee.server.table.names import JOINERS, can_be_seen

Kind = Literal["phrase", "gesture", "text"]
Room = Literal["table", "onlookers"]
"""Said at the table, or among the spectators, whom the players do not hear."""

LONGEST_TEXT = 200
LONGEST_REPORT = 300
"""Letters."""
LONGEST_WORD = 30
"""Letters in a row after which a line may break: somewhat more than the longest real words."""
BREAK = "\u200b"
"""A zero-width space, where a line may break."""

_SPACES = re.compile(r"\s+")
# A URL with a scheme, a host name or IP address, "name@host". Dots may be written out, or in another script.
_LINK = re.compile(
    r"(?i)\w+://|\bwww\.|\b\d{1,3}(?:\.\d{1,3}){3}\b|[\w-]+(?:\.|\s*[(\[]\s*(?:dot|point)\s*[)\]]\s*)[^\W\d_]{2,24}\b"
)


class ChatMessage(msgspec.Struct, frozen=True):
    """A chat message. `body` is the name of a phrase or gesture, or a text."""

    id: str
    table: str
    person: str
    participant: int
    """The participant who said it; 0 for a spectator."""
    at: int
    kind: Kind
    body: str
    room: Room
    name: str = ""
    """The name that the person has taken; not stored with the message."""


class ChatPreferences(msgspec.Struct, frozen=True):
    """The chat preferences of a person, on all their devices."""

    writes: bool = False
    """Whether they write and read free text."""
    muted: frozenset[str] = frozenset()
    """Persons whom they have muted."""


def hears(message: ChatMessage, person: str, preferences: ChatPreferences, *, sits: bool) -> bool:
    """Whether a person hears a message. `sits`: whether they sit at the table.

    Everybody hears the phrases and gestures of players; only players hear their texts. Players do not hear spectators,
    so that nobody is prompted.
    """
    if message.person == person:
        return True
    if message.person in preferences.muted or (message.room == "onlookers" and sits):
        return False
    return message.kind != "text" or (preferences.writes and (sits or not message.participant))


def written_text(text: str) -> str:
    """A typed text without needless space. Raises `Refused` if it is empty or contains a link."""
    words = plain_text(text, LONGEST_TEXT)
    if not words:
        raise Refused("bad_message")
    if has_link(words):
        raise Refused("talk_link")
    return words


def plain_text(text: str, longest: int) -> str:
    """A typed text without needless space; it may be empty or contain a link."""
    words = unicodedata.normalize("NFC", _SPACES.sub(" ", text).strip())
    if len(words) > longest:
        raise Refused("talk_long")
    if words and not can_be_seen(words):
        raise Refused("talk_unseen")
    return words


def has_link(words: str) -> bool:
    """Whether a text contains a link; it rather finds too many than too few.

    >>> [has_link(one) for one in ("https://a.example/x", "to spam.example.", "me@a.org", "a [dot] com", "b．com")]
    [True, True, True, True, True]
    >>> [has_link(one) for one in ("Well played... again?", "3.5 points", "Hm. Yes", "a.m. or p.m.?", "1:0")]
    [False, False, False, False, False]
    """
    plain = unicodedata.normalize("NFKC", words).replace("。", ".")
    return bool(_LINK.search("".join(letter for letter in plain if letter not in JOINERS)))


def with_breaks(words: str) -> str:
    """A text with breaks in overlong words, so that none reaches over the edge.

    >>> with_breaks("a" * 31).count(BREAK), with_breaks("Rindfleischetikettierung").count(BREAK)
    (1, 0)
    """
    return " ".join(
        BREAK.join(word[at : at + LONGEST_WORD] for at in range(0, len(word), LONGEST_WORD))
        for word in words.split(" ")
    )
