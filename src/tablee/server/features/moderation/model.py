"""The sanctions in force, cached in memory, and the reports of players. Pure."""

from typing import Literal

import msgspec

CLOSE_CODE = 4410
"""The WebSocket close code for people whom the host has removed."""

Reason = Literal["name", "talk", "play"]
"""The reason of a report."""


class ModerationState:
    """The sanctions that are in force. Nobody is sanctioned until the store says so."""

    def __init__(self) -> None:
        self.silenced: frozenset[str] = frozenset()
        """Persons who may not chat."""
        self.removed: frozenset[str] = frozenset()
        """Sessions of persons who may only look at public pages."""

    def bars(self, session: str) -> bool:
        """Whether a session may not connect to any table."""
        return session in self.removed


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
