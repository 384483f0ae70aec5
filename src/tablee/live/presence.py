"""The people of a table: which sitters each of them is, who is here, and since when somebody has been away."""

import time
from collections.abc import Iterable, Mapping

from tablee.live.connection import Connection
from tablee.table.events import Refused
from tablee.table.seating import Sitter
from tablee.table.table import Table


class Presence:
    """One person may be several sitters: those who play on one device."""

    def __init__(self, table: Table, people: Mapping[int, str], patience: float) -> None:
        """`people` says which person each sitter is; `patience`, after how many seconds somebody away is absent."""
        self.people = dict(people)
        self.patience = patience
        self.connections: list[Connection] = []
        self._since = time.monotonic()
        self._gone: dict[str, float] = {}
        self.index(table)

    def index(self, table: Table) -> None:
        """Find everybody's sitters anew: some have come or gone."""
        self._sitters: dict[str, list[Sitter]] = {}
        for sitter in table.sitters:
            if sitter.id in self.people:
                self._sitters.setdefault(self.people[sitter.id], []).append(sitter)

    def sitters_of(self, person: str) -> list[Sitter]:
        """The sitters that a person is, oneself first, then those beside."""
        return self._sitters.get(person, [])

    def sitter_of(self, person: str) -> Sitter | None:
        """The sitter that a person is before all others, if any."""
        return next(iter(self.sitters_of(person)), None)

    def seats_of(self, person: str) -> tuple[int, ...]:
        """The seats that a person holds, once there are any."""
        return tuple(sitter.seat for sitter in self.sitters_of(person) if sitter.seat is not None)

    def came(self, connection: Connection) -> None:
        """Somebody has connected."""
        self.connections.append(connection)

    def went(self, connection: Connection) -> None:
        """Somebody's connection has ended."""
        self.connections.remove(connection)
        if connection.person in self._sitters:
            self._gone[connection.person] = time.monotonic()

    @property
    def here(self) -> set[str]:
        """Everybody who is connected now."""
        return {connection.person for connection in self.connections}

    @property
    def watching(self) -> int:
        """How many look on without sitting at the table."""
        return sum(connection.person not in self._sitters for connection in self.connections)

    @property
    def somebody_is_here(self) -> bool:
        """Is anyone connected who sits at the table?"""
        return any(connection.person in self._sitters for connection in self.connections)

    def away(self, sitter: Sitter, here: Iterable[str]) -> int | None:
        """For how many seconds a sitter has been away; None for bots and those who are here."""
        person = self.people.get(sitter.id)
        if person is None or person in here:
            return None
        return int(time.monotonic() - self._gone.get(person, self._since))

    def check_absent(self, sitter: Sitter) -> None:
        """Raise `Refused` unless a sitter has been away for long."""
        away = self.away(sitter, self.here)
        if away is None or away < self.patience:
            raise Refused("not_absent")

    def check_may_rise(self, person: str, sitter: int) -> None:
        """Anyone may send bots away, and people who are not here; of those who are, only oneself and those beside."""
        owner = self.people.get(sitter, person)
        if owner != person and owner in self.here:
            raise Refused("not_now")
