"""Who is at a table: participants of each person, each spectator, who is connected or away, what each has seen."""

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from tablee.server.storage import NotSaved, Store
from tablee.server.table.events import Act, Refused
from tablee.server.table.seating import Participant
from tablee.server.table.table import Table
from tablee.server.views.company import Company

logger = logging.getLogger("tablee")


class Elsewhere(NamedTuple):
    """The people at the same table through another server."""

    sitting: frozenset[str]
    watching: int


class Presence:
    """Who is connected to a table. One person may be several participants, who share a device."""

    def __init__(self, patience: float, clock: Callable[[], int]) -> None:
        """`patience`: seconds until somebody away counts as absent; `clock` returns milliseconds since 1970."""
        self._patience = patience
        self._clock = clock
        self._connected: Counter[str] = Counter()
        self._elsewhere: dict[str, Elsewhere] = {}
        self._since = clock()
        self._gone: dict[str, int] = {}
        self._people: Mapping[int, str] = {}
        self._participants: dict[str, list[Participant]] = {}

    def seat(self, participants: Sequence[Participant], people: Mapping[int, str]) -> None:
        """Set the participants; `people` maps them to people."""
        self._people = people
        self._participants = {}
        for participant in participants:
            if participant.id in people:
                self._participants.setdefault(people[participant.id], []).append(participant)

    # ---- coming and going ----------------------------------------------------------------------------------

    def came(self, person: str) -> None:
        """A person has opened a connection, perhaps another one."""
        self._connected[person] += 1

    def went(self, person: str) -> None:
        """One of a person's connections has ended."""
        self._connected[person] -= 1
        if not self._connected[person]:
            del self._connected[person]
        self._note_gone([person])

    def hear(self, server: str, sitting: Sequence[str], watching: int) -> bool:
        """Set who is connected to another server; returns whether that has changed."""
        before, now = self._elsewhere.get(server), Elsewhere(frozenset(sitting), watching)
        if sitting or watching:
            self._elsewhere[server] = now
        else:
            self._elsewhere.pop(server, None)
        if before is not None:
            self._note_gone(before.sitting - now.sitting)
        return (before or Elsewhere(frozenset(), 0)) != now

    def _note_gone(self, people: Iterable[str]) -> None:
        now = self._clock()
        self._gone |= {person: now for person in people if person in self._participants and not self._is_here(person)}

    def _is_here(self, person: str) -> bool:
        return person in self._connected or any(person in one.sitting for one in self._elsewhere.values())

    def became(self, before: str, now: str) -> None:
        """A connection belongs to another person now."""
        self.went(before)
        self.came(now)

    # ---- participants --------------------------------------------------------------------------------------

    def participants_of(self, person: str) -> list[Participant]:
        """A person's participants: the person first, then those who share the device."""
        return self._participants.get(person, [])

    def participant_of(self, person: str) -> Participant | None:
        """A person's first participant, if any."""
        return next(iter(self.participants_of(person)), None)

    def seats_of(self, person: str) -> tuple[int, ...]:
        """A person's seats, once the game has started."""
        return tuple(participant.seat for participant in self.participants_of(person) if participant.seat is not None)

    # ---- presence ------------------------------------------------------------------------------------------

    @property
    def watching_here(self) -> int:
        """The number of spectators connected to this server."""
        return sum(count for person, count in self._connected.items() if person not in self._participants)

    @property
    def sitting_here(self) -> list[str]:
        """The participants connected to this server."""
        return [person for person in self._connected if person in self._participants]

    @property
    def watching(self) -> int:
        """The number of spectators."""
        return self.watching_here + sum(one.watching for one in self._elsewhere.values())

    @property
    def somebody_is_elsewhere(self) -> bool:
        """Is anyone connected to this table through another server?"""
        return bool(self._elsewhere)

    @property
    def somebody_is_here(self) -> bool:
        """Is any participant connected?"""
        return any(self._is_here(person) for person in self._participants)

    @property
    def first_is_here(self) -> bool:
        """Is the first of all connected participants connected to this server?"""
        return next((person in self._connected for person in self._participants if self._is_here(person)), False)

    def company(self) -> Company:
        """Who is here, for the message to everybody."""
        away = {
            participant.id: self._away(participant.id)
            for participants in self._participants.values()
            for participant in participants
        }
        return Company(away, self.watching, self._patience)

    def _away(self, participant: int) -> int | None:
        """The seconds that a participant has been away; None for bots and those who are here."""
        person = self._people.get(participant)
        if person is None or self._is_here(person):
            return None
        return (self._clock() - self._gone.get(person, self._since)) // 1000

    # ---- permissions ---------------------------------------------------------------------------------------

    def check_seated(self, person: str) -> None:
        """Raise `Refused` unless a person sits at the table."""
        if person not in self._participants:
            raise Refused("not_seated")

    def check_absent(self, participant: Participant) -> None:
        """Raise `Refused` unless a participant counts as absent."""
        away = self._away(participant.id)
        if away is None or away < self._patience:
            raise Refused("not_absent")

    def check_own_or_bot(self, person: str, participant: int) -> None:
        """Raise `Refused` unless the participant is a bot, or belongs to the person's own device."""
        if self._people.get(participant, person) != person:
            raise Refused("not_now")

    def check_may_rise(self, person: str, participant: int) -> None:
        """Raise `Refused` unless the participant is a bot, not connected, or belongs to the person's own device."""
        owner = self._people.get(participant, person)
        if owner != person and self._is_here(owner):
            raise Refused("not_now")


class Seen:
    """The latest event that each participant's page has shown, or its own last action if that is later."""

    def __init__(self, store: Store, numbers: Mapping[int, int]) -> None:
        """`numbers` has the stored values: the latest event that each participant has seen."""
        self._store = store
        self._numbers = dict(numbers)

    def update(self, numbers: Mapping[int, int]) -> None:
        """Merge what another server has stored."""
        self._numbers |= {
            participant: max(number, self._numbers.get(participant, 0)) for participant, number in numbers.items()
        }

    def by(self, participant: Participant, table: Table) -> int:
        """The latest event that a participant has seen."""
        acts = (event for event in reversed(table.events) if isinstance(event, Act))
        own = (event.number for event in acts if event.seat == participant.seat)
        return max(self._numbers.get(participant.id, 0), next(own, 0))

    async def note(self, table: Table, participants: Sequence[Participant], number: int) -> None:
        """Store that all participants at a screen have seen everything up to an event."""
        news = [participant for participant in participants if number > self.by(participant, table)]
        self._numbers |= {participant.id: number for participant in news}
        for participant in news:
            try:
                await self._store.saw(table.id, participant.id, number)
            except NotSaved as error:  # then it may be shown once more after a restart
                logger.error("table %s: what was seen could not be stored: %s", table.id, error)
