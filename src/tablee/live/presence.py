"""Who is here: which sitters each person is, who is connected, and since when somebody has been away."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from tablee.show.company import Company
from tablee.table.events import Refused
from tablee.table.seating import Sitter


class Presence:
    """One person may be several sitters: those who play on one device."""

    def __init__(self, patience: float, clock: Callable[[], int]) -> None:
        """`patience`: after how many seconds somebody away is absent; `clock` tells the milliseconds since 1970."""
        self._patience = patience
        self._clock = clock
        self._connected: Counter[str] = Counter()
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
        if person in self._sitters:
            self._gone[person] = self._clock()

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
    def watching(self) -> int:
        """How many look on without sitting at the table."""
        return sum(count for person, count in self._connected.items() if person not in self._sitters)

    @property
    def somebody_is_here(self) -> bool:
        """Is anyone connected who sits at the table?"""
        return any(person in self._sitters for person in self._connected)

    def company(self) -> Company:
        """Who is here, as everybody is told."""
        away = {sitter.id: self._away(sitter.id) for sitters in self._sitters.values() for sitter in sitters}
        return Company(away, self.watching, self._patience)

    def _away(self, sitter: int) -> int | None:
        """For how many seconds a sitter has been away; None for bots and those who are here."""
        person = self._people.get(sitter)
        if person is None or person in self._connected:
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
        if owner != person and owner in self._connected:
            raise Refused("not_now")
