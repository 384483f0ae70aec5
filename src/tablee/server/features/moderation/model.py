"""Sanctions in force and the reports of players; keys to the host's page, and announcements to everybody.

Pure; times are in milliseconds since 1970.
"""

import hmac
import re
import secrets
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from tablee.games.language import Language
from tablee.server.features.notifications.model import digest_of
from tablee.server.table.clock import A_DAY

CLOSE_CODE = 4410
"""The WebSocket close code for people whom the host has removed."""

STAYS_OPEN = re.compile(
    r"/language|/games/[^/]+/(lesson|puzzles)/[^/]+|/games/[^/]+/analysis(/try)?"
    r"|/me/(delete|public|unmute|holidays|sessions/end|keys/remove|bot-accounts/remove|notifications/(email/)?remove)"
    r"|/notifications/unsubscribe/[^/]+|/lobby/(matchmaking/end|allow)|/clubs/[^/]+/leave"
)
"""What removed people may send, besides looking: what concerns no table, and what takes something of theirs back."""

Reason = Literal["name", "talk", "play"]
"""The reason of a report."""


class ModerationState:
    """The sanctions that are in force. Nobody is sanctioned until the store says so."""

    def __init__(self) -> None:
        self.silenced: frozenset[str] = frozenset()
        """Persons who may not chat."""
        self.removed: frozenset[str] = frozenset()
        """Persons who may not come to any table, and their bot accounts."""


def stays_open(method: str, path: str) -> bool:
    """Whether removed people may send a request.

    >>> stays_open("GET", "/"), stays_open("POST", "/me/delete"), stays_open("POST", "/tables")
    (True, True, False)
    """
    return method in ("GET", "HEAD") or STAYS_OPEN.fullmatch(path) is not None


class PlayerReport(msgspec.Struct, frozen=True):
    """A report by one person about another, for the host."""

    id: str
    at: int
    table: str
    reporter: str
    person: str
    name: str
    """The name of the reported person at that table."""
    why: Reason
    words: str
    answered: int = 0
    """When the host answered, in milliseconds since 1970; 0 for not yet."""
    answer: str = ""
    outcome: str = ""
    """The host's decision."""


# ---- the host --------------------------------------------------------------------------------------------

UNUSED = A_DAY
"""Milliseconds within which a new key must be used."""
MOST_DAYS = 366
"""Days that a key holds at most."""
LONGEST_TEXT = 400
"""Characters of an announcement in one language."""
MOST_ANNOUNCEMENTS = 3
"""Announcements that are shown at the same time."""
READ_COOKIE = "announcements"
"""The cookie in which a browser keeps the ids of the announcements that were put away."""


class HostKey(msgspec.Struct, frozen=True):
    """A key to the host's page. Of its secret only the digest is stored."""

    id: str
    digest: str
    name: str
    """By which the record names who has done something."""
    since: int
    until: int
    lasts: int
    """Milliseconds that it holds once it was used."""
    used: int = 0
    """When it was used; 0 for not yet."""
    person: str = ""
    """Whoever has used it: they are notified of reports."""


def new_key(name: str, days: int, now: int) -> tuple[str, HostKey]:
    """A new key, as its holder gets it and as it is stored."""
    key_id, secret = secrets.token_hex(4), secrets.token_urlsafe(32)
    key = HostKey(key_id, digest_of(secret), name, now, now + min(UNUSED, days * A_DAY), days * A_DAY)
    return f"{key_id}-{secret}", key


def split_key(shown: str) -> tuple[str, str]:
    """The id and the secret of a key as it was shown."""
    key_id, _, secret = shown.partition("-")
    return key_id, secret


def opens(key: HostKey | None, secret: str, now: int) -> bool:
    """Whether this is the secret of a key that holds. Takes as long for a wrong secret as for the right one.

    >>> shown, key = new_key("Zoé", 30, now=0)
    >>> [opens(key, split_key(shown)[1], now) for now in (0, A_DAY)], opens(key, "x", 0), opens(None, "x", 0)
    ([True, False], False, False)
    """
    same = hmac.compare_digest(key.digest if key else digest_of(""), digest_of(secret))
    return same and key is not None and now < key.until


class HostAnnouncement(msgspec.Struct, frozen=True):
    """What the host tells everybody for a while, in one or more languages."""

    id: str
    since: int
    until: int
    texts: Mapping[str, str]
    """By the code of the language; at least one."""


class ShownAnnouncement(NamedTuple):
    """An announcement as somebody reads it."""

    id: str
    text: str
    language: str


def plain_text(typed: str) -> str:
    """A text of one line, no longer than an announcement may be.

    >>> plain_text("  Tonight:\\n we   upgrade. ")
    'Tonight: we upgrade.'
    """
    return " ".join("".join(one if one.isprintable() else " " for one in typed).split())[:LONGEST_TEXT]


class AnnouncementBoard:
    """The announcements of now, as this server knows them."""

    def __init__(self) -> None:
        self.current: Sequence[HostAnnouncement] = ()

    def shown(self, language: str, now: int, read: Collection[str] = ()) -> list[ShownAnnouncement]:
        """What somebody of that language is shown, without what they have `read`; in another language if need be."""
        chosen = ((one, language if language in one.texts else next(iter(one.texts))) for one in self.current)
        return [
            ShownAnnouncement(one.id, one.texts[code], code)
            for one, code in chosen
            if one.since <= now < one.until and one.id not in read
        ]

    def message(self, say: Language, now: int) -> dict[str, Any]:
        """What a page at a table is told."""
        return {
            "say": "announcements",
            "announcements": [one._asdict() for one in self.shown(say.code, now)],
            "from": say("From the host"),
            "read": say("Got it"),
        }
