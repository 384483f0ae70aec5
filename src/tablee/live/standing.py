"""What the host has decided about people: looked at often, so it is kept in memory, and renewed when it changes."""

from tablee.live.connection import Connection

REMOVED = 4410
"""The closing code for connections of somebody whom the host has removed."""


class Standing:
    """Nobody, until somebody says otherwise."""

    def __init__(self) -> None:
        self.silenced: frozenset[str] = frozenset()
        """Persons who may not talk."""
        self.removed: frozenset[str] = frozenset()
        """Sessions of persons who may do nothing but look at what everybody may look at."""

    def bars(self, connection: Connection) -> bool:
        """May somebody not come to any table?"""
        return connection.session in self.removed
