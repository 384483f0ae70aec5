"""Who sits at a table, in which seats and colours, and which seats a bot plays for an absent person."""

from typing import Any

import msgspec

from tablee.server.table.events import (
    Colour,
    Event,
    First,
    Hand,
    Name,
    Nonce,
    Opening,
    Refused,
    Return,
    Rise,
    Sit,
    Start,
)


class Participant(msgspec.Struct, frozen=True):
    """A person, a bot account, or a bot of the server with a level."""

    id: int
    name: str
    level: int = 0
    nonce: str = ""
    seat: int | None = None
    colour: int | None = None
    """The chosen colour, named by the seat to which it belongs by default; None if none was chosen."""
    stand_in: int = 0
    """The level of the bot that plays for this person; 0 if none does."""
    is_late: bool = False
    """Does that bot play because the person's time was up?"""
    program: bool = False

    @property
    def played_by(self) -> int:
        """The level of the bot that decides for this seat; 0 if a person decides."""
        return self.level or self.stand_in


class Seating(msgspec.Struct, frozen=True):
    """The participants and their seats after an event. Immutable: every event leads to a new seating."""

    participants: tuple[Participant, ...] = ()
    seats: tuple[Participant, ...] = ()
    first: int = 0
    """The participant who begins; 0 if the dice decide."""
    colours: tuple[int, ...] = ()
    """The colour of each seat once the game has started; empty if each seat has its own."""

    def participant(self, participant_id: int) -> Participant:
        """The participant with that id; raises `Refused`."""
        for participant in self.participants:
            if participant.id == participant_id:
                return participant
        raise Refused("not_seated")

    def seated(self, seat: int) -> Participant:
        """The participant in a seat; raises `Refused`."""
        if not 0 <= seat < len(self.seats):
            raise Refused("not_seated")
        return self.seats[seat]

    def is_ready(self, opening: Opening) -> bool:
        """May the game start without anybody asking for it?"""
        full = len(self.participants) == opening.players
        return opening.starts_full and full and all(one.nonce or one.level for one in self.participants)

    def in_circle(self, circle: list[int]) -> list[int]:
        """The participants, rotated so that the one who was named begins."""
        begins = circle.index(self.first) if self.first in circle else 0
        return [*circle[begins:], *circle[:begins]]

    def around(self, seat: int) -> list[int]:
        """The first participant in a given seat, and the others around in the order in which they sat down."""
        first, *others = (participant.id for participant in self.participants)
        return [*others[:seat], first, *others[seat:]]

    def colours_of(self, order: list[int], palette: int) -> list[int]:
        """The colour of each seat: the chosen one, else the seat's own, else one that is left; empty if all are their
        own."""
        chosen = [self.participant(participant).colour for participant in order]
        chosen = [seat if one is None and seat not in chosen else one for seat, one in enumerate(chosen)]
        left = iter(one for one in range(palette) if one not in chosen)
        worn = [next(left) if one is None else one for one in chosen]
        return worn if worn != list(range(len(order))) else []

    def after(self, event: Event) -> "Seating":
        """The seating after an event."""
        match event:
            case Sit():
                one = Participant(event.number, event.name, event.level, program=event.program)
                return msgspec.structs.replace(self, participants=(*self.participants, one))
            case Nonce():
                return self._with(self.participant(event.participant), nonce=event.nonce)
            case Name():
                if not event.name and all(one.id != event.participant for one in self.participants):
                    return self  # a deleted person who had stood up
                return self._with(self.participant(event.participant), name=event.name)
            case Rise():
                gone = self.participant(event.participant)
                staying = tuple(one for one in self.participants if one is not gone)
                first = 0 if self.first == event.participant else self.first
                return msgspec.structs.replace(self, participants=staying, first=first)
            case First():
                return msgspec.structs.replace(self, first=event.participant)
            case Colour():
                return self._with(self.participant(event.participant), colour=event.colour)
            case Start():
                return self._started(event)
            case Hand():
                return self._with(self.seated(event.seat), stand_in=event.level, is_late=event.time)
            case Return():
                return self._with(self.seated(event.seat), stand_in=0, is_late=False)
        return self

    def _started(self, event: Start) -> "Seating":
        place = {participant: seat for seat, participant in enumerate(event.order)}
        participants = tuple(
            msgspec.structs.replace(one, seat=place[one.id]) if one.id in place else one for one in self.participants
        )
        by_id = {one.id: one for one in participants}
        try:
            seats = tuple(by_id[participant] for participant in event.order)
        except KeyError:
            raise Refused("not_seated") from None
        return Seating(participants, seats, self.first, tuple(event.colours))

    def _with(self, participant: Participant, **changes: Any) -> "Seating":
        changed = msgspec.structs.replace(participant, **changes)
        participants, seats = (
            tuple(changed if one is participant else one for one in those) for those in (self.participants, self.seats)
        )
        return Seating(participants, seats, self.first, self.colours)
