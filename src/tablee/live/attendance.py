"""Everybody who is connected to this server, by who they are, in the order in which they came."""

from collections.abc import Iterator

from tablee.live.connection import Connection


class Attendance:
    """Whoever is known is counted as a person, others by their browser, and what has no cookie by its address."""

    def __init__(self) -> None:
        self._all: dict[Connection, str] = {}
        self._of: dict[str, dict[Connection, None]] = {}

    def __iter__(self) -> Iterator[Connection]:
        return iter(list(self._all))

    def __len__(self) -> int:
        return len(self._all)

    def note(self, connection: Connection) -> None:
        """Somebody has come, or it has become known who it is."""
        self.forget(connection)
        self._all[connection] = connection.who
        self._of.setdefault(connection.who, {})[connection] = None

    def forget(self, connection: Connection) -> None:
        """Somebody has gone."""
        who = self._all.pop(connection, None)
        if who is None:
            return
        del self._of[who][connection]
        if not self._of[who]:
            del self._of[who]

    @property
    def people(self) -> set[str]:
        """All who are there, each once."""
        return set(self._of)

    def of(self, person: str) -> list[Connection]:
        """The connections of a person."""
        return list(self._of.get(person, ()))

    def others_of(self, connection: Connection) -> list[Connection]:
        """What else the same one has open and has not been told to let go, the oldest first."""
        own = self._of.get(connection.who, {})
        return [one for one in own if one is not connection and not one.is_closing]
