"""Who is here: which sitters each person is, who is connected, and since when somebody has been away."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from tablee.show.company import Company
from tablee.table.events import Refused
from tablee.table.seating import Sitter


class Elsewhere(NamedTuple):
    """Who is at the same table through another server."""

    sitting: frozenset[str]
    watching: int


class Presence:
    """One person may be several sitters: those who play on one device."""

    def __init__(self, patience: float, clock: Callable[[], int]) -> None:
        """`patience`: after how many seconds somebody away is absent; `clock` tells the milliseconds since 1970."""
        self._patience = patience
        self._clock = clock
        self._connected: Counter[str] = Counter()
        self._elsewhere: dict[str, Elsewhere] = {}
        self._since = clock()
        self._gone: dict[str, int] = {}
        self._people: Mapping[int, str] = {}
        self._sitters: dict[str, list[Sitter]] = {}

    def seat(self, sitters: Sequence[Sitter], people: Mapping[int, str]) -> None:
        """Take note of who sits at the table now; `people` says which person a sitter is."""
        self._people = people
        self._sitters = {}
        for sitter in sitters:
            if sitter.id in people:
                self._sitters.setdefault(people[sitter.id], []).append(sitter)

    # ---- coming and going ----------------------------------------------------------------------------------

    def came(self, person: str) -> None:
        """Somebody has connected, perhaps once more."""
        self._connected[person] += 1

    def went(self, person: str) -> None:
        """One of somebody's connections has ended."""
        self._connected[person] -= 1
        if not self._connected[person]:
            del self._connected[person]
        self._note_gone([person])

    def hear(self, server: str, sitting: Sequence[str], watching: int) -> bool:
        """Take note of who is here through another server; returns whether that is something new."""
        before, now = self._elsewhere.get(server), Elsewhere(frozenset(sitting), watching)
        if sitting or watching:
            self._elsewhere[server] = now
        else:
            self._elsewhere.pop(server, None)
        if before is not None:
            self._note_gone(before.sitting - now.sitting)
        return (before or Elsewhere(frozenset(), 0)) != now

    def forget(self, server: str) -> bool:
        """Another server has gone, and all who were here through it; returns whether there was anybody."""
        return self.hear(server, (), 0)

    def _note_gone(self, people: Iterable[str]) -> None:
        now = self._clock()
        self._gone |= {person: now for person in people if person in self._sitters and not self._is_here(person)}

    def _is_here(self, person: str) -> bool:
        return person in self._connected or any(person in one.sitting for one in self._elsewhere.values())

    def became(self, before: str, now: str) -> None:
        """It has become known who somebody is that has connected."""
        self.went(before)
        self.came(now)

    # ---- who is who ----------------------------------------------------------------------------------------

    def sitters_of(self, person: str) -> list[Sitter]:
        """The sitters that a person is, oneself first, then those beside."""
        return self._sitters.get(person, [])

    def sitter_of(self, person: str) -> Sitter | None:
        """The sitter that a person is before all others, if any."""
        return next(iter(self.sitters_of(person)), None)

    def seats_of(self, person: str) -> tuple[int, ...]:
        """The seats that a person holds, once there are any."""
        return tuple(sitter.seat for sitter in self.sitters_of(person) if sitter.seat is not None)

    # ---- who is here ---------------------------------------------------------------------------------------

    @property
    def watching_here(self) -> int:
        """How many look on through this server without sitting at the table."""
        return sum(count for person, count in self._connected.items() if person not in self._sitters)

    @property
    def sitting_here(self) -> list[str]:
        """Those connected to this server who sit at the table."""
        return [person for person in self._connected if person in self._sitters]

    @property
    def watching(self) -> int:
        """How many look on without sitting at the table."""
        return self.watching_here + sum(one.watching for one in self._elsewhere.values())

    @property
    def somebody_is_elsewhere(self) -> bool:
        """Is anyone here through another server, sitting or looking on?"""
        return bool(self._elsewhere)

    @property
    def somebody_is_here(self) -> bool:
        """Is anyone connected who sits at the table?"""
        return any(self._is_here(person) for person in self._sitters)

    @property
    def first_is_here(self) -> bool:
        """Of those who sit at the table and are anywhere in the house, is the first connected to this server?"""
        return next((person in self._connected for person in self._sitters if self._is_here(person)), False)

    def company(self) -> Company:
        """Who is here, as everybody is told."""
        away = {sitter.id: self._away(sitter.id) for sitters in self._sitters.values() for sitter in sitters}
        return Company(away, self.watching, self._patience)

    def _away(self, sitter: int) -> int | None:
        """For how many seconds a sitter has been away; None for bots and those who are here."""
        person = self._people.get(sitter)
        if person is None or self._is_here(person):
            return None
        return (self._clock() - self._gone.get(person, self._since)) // 1000

    # ---- what only those who are here, or not here, may do or suffer ---------------------------------------

    def check_seated(self, person: str) -> None:
        """Raise `Refused` unless a person sits at the table."""
        if person not in self._sitters:
            raise Refused("not_seated")

    def check_absent(self, sitter: Sitter) -> None:
        """Raise `Refused` unless a sitter has been away for long."""
        away = self._away(sitter.id)
        if away is None or away < self._patience:
            raise Refused("not_absent")

    def check_own_or_bot(self, person: str, sitter: int) -> None:
        """Raise `Refused` for somebody else: everyone decides for themselves, for those beside, and for bots."""
        if self._people.get(sitter, person) != person:
            raise Refused("not_now")

    def check_may_rise(self, person: str, sitter: int) -> None:
        """Anyone may send bots away, and people who are not here; of those who are, only oneself and those beside."""
        owner = self._people.get(sitter, person)
        if owner != person and self._is_here(owner):
            raise Refused("not_now")
