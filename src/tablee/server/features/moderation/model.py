"""The sanctions in force, cached in memory, and the reports of players. Pure."""

import re
from typing import Literal

import msgspec

CLOSE_CODE = 4410
"""The WebSocket close code for people whom the host has removed."""

STAYS_OPEN = re.compile(
    r"/language|/games/[^/]+/(lesson|puzzles)/[^/]+|/games/[^/]+/analysis(/try)?"
    r"|/me/(delete|public|unmute|sessions/end|keys/remove|bot-accounts/remove|notifications/(email/)?remove)"
    r"|/notifications/unsubscribe/[^/]+|/lobby/(matchmaking/end|allow)"
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
