"""Who sits at a table: sitting down, standing up, names, and whose seat a bot plays meanwhile.

The functions that decide change nothing: they return the events that would follow, or raise `Refused`. They are told
what time it is (`now`, in milliseconds since 1970).
"""

from abc import ABC, abstractmethod
from typing import Any, Literal

import msgspec

from tablee.games.characters import bot_name
from tablee.games.levels import BOT_NAMES, STAND_IN_LEVEL
from tablee.table.dice import Dice, dealt_to, is_nonce
from tablee.table.events import Colour, Event, First, Hand, Name, Nonce, Opening, Refused, Return, Rise, Sit
from tablee.table.forgetting import without_name

Status = Literal["waiting", "playing", "over", "closed"]

MOST_EVENTS = 3000
"""In a log, before all is refused that could go on for ever: taking back, other names, coming and going."""


class Sitter(msgspec.Struct, frozen=True):
    """Somebody at the table: a person, a program of somebody's, or a bot of some level."""

    id: int
    name: str
    level: int = 0
    nonce: str = ""
    seat: int | None = None
    colour: int | None = None
    """What the sitter has chosen, by the seat that wears it otherwise; None for what is left."""
    stand_in: int = 0
    """The level of the bot that plays in this person's place, while the person is away."""
    is_late: bool = False
    """Does it play as their time was up?"""
    program: bool = False

    @property
    def played_by(self) -> int:
        """The level of the bot that decides for this seat; 0 if a person does."""
        return self.level or self.stand_in


class Seating(ABC):
    """The part of a table that is about people: it knows no game."""

    def __init__(self, opening: Opening, seed: bytes) -> None:
        self.opening = opening
        self.seed = seed
        self.events: list[Event] = []
        self.sitters: list[Sitter] = []
        self.seats: list[Sitter] = []
        self.first = 0
        """Who was named to begin; 0 if that is left to the lot."""
        self.colours: tuple[int, ...] = ()
        """The colour of each seat, once the game has started; empty if all wear their own."""
        self.status: Status = "waiting"
        self.unserved = ""
        """Why this house cannot serve the table at the moment, though its log is kept: see `Table`."""
        self.fault = ""
        """What is wrong with the log, in words for the host, where it cannot be read."""

    @property
    def id(self) -> str:
        """The name of the table in its address."""
        return self.opening.table

    @property
    def number(self) -> int:
        """The number of the latest event."""
        return len(self.events)

    @property
    def names(self) -> list[str]:
        """The names by seat."""
        return [sitter.name for sitter in self.seats]

    def colour(self, seat: int) -> int:
        """The colour that a seat wears, by the seat that wears it otherwise."""
        return self.colours[seat] if self.colours else seat

    @abstractmethod
    def has_left(self, seat: int | None) -> bool:
        """Has the seat given the game up?"""

    @property
    @abstractmethod
    def throws_for_start(self) -> bool:
        """Is it thrown for who begins, so that nobody can be named?"""

    @property
    @abstractmethod
    def palette(self) -> int:
        """How many colours there are to choose from."""

    @abstractmethod
    def start(self, now: int) -> list[Event]:
        """The game starts."""

    @abstractmethod
    def ahead(self, *events: Event) -> "Seating":
        """A table that is some events further; this one stays as it is."""

    # ---- what may happen: nothing changes here -------------------------------------------------------------

    def sit(self, name: str, now: int, *, level: int = 0, nonce: str = "", program: bool = False) -> list[Event]:
        """Somebody sits down: a bot if it has a level, else a person, perhaps with a nonce for the dice at once.

        A bot is called by a name of its level that nobody else has here, by `name` if that is one.
        """
        self._expect("waiting")
        self._expect_room()
        if len(self.sitters) >= self.opening.players:
            raise Refused("full")
        if level:
            name = bot_name(name, level, [sitter.name for sitter in self.sitters])
        event = Sit(self.number + 1, now, name, level, program)
        return [event, *self.ahead(event).add_nonce(event.number, nonce, now)] if nonce else [event]

    def add_nonce(self, sitter: int, nonce: str, now: int) -> list[Event]:
        """A person's browser adds to the dice; the game then starts at a solo table, and at one that need not wait."""
        self._expect("waiting")
        if not is_nonce(nonce):
            raise Refused("bad_message")
        if self._sitter(sitter).nonce:
            raise Refused("not_now")
        event = Nonce(self.number + 1, now, sitter, nonce)
        after = self.ahead(event)
        return [event, *after.start(now)] if self.opening.solo or after.is_ready else [event]

    @property
    def is_ready(self) -> bool:
        """Need nobody say that it may start?"""
        full = len(self.sitters) == self.opening.players
        return self.opening.starts_full and full and all(one.nonce or one.level for one in self.sitters)

    def rename(self, sitter: int, name: str, now: int) -> list[Event]:
        """A sitter takes another name."""
        self._expect_served()
        if self._sitter(sitter).name == name:
            return []
        self._expect_room()
        return [Name(self.number + 1, now, sitter, name)]

    def rise(self, sitter: int, now: int) -> list[Event]:
        """A sitter stands up, or is sent away."""
        self._expect("waiting")
        return [Rise(self.number + 1, now, self._sitter(sitter).id)]

    def begin_with(self, sitter: int, now: int) -> list[Event]:
        """It is agreed who begins; with 0 it is left to the lot."""
        self._expect("waiting")
        self._expect_room()
        if self.throws_for_start:
            raise Refused("not_now")
        if sitter:
            self._sitter(sitter)
        return [] if sitter == self.first else [First(self.number + 1, now, sitter)]

    def choose_colour(self, sitter: int, colour: int | None, now: int) -> list[Event]:
        """A sitter chooses a colour that nobody else has chosen, or with None leaves it open."""
        self._expect("waiting")
        self._expect_room()
        own = self._sitter(sitter)
        if colour == own.colour:
            return []
        if colour is not None and not 0 <= colour < self.palette:
            raise Refused("bad_message")
        if colour is not None and any(one.colour == colour for one in self.sitters):
            raise Refused("colour_taken")
        return [Colour(self.number + 1, now, sitter, colour)]

    def order(self, number: int) -> list[int]:
        """The sitters in the order of their seats: as they sat down where that was settled, else as the dice say.

        If somebody was named to begin, the circle is turned to them. A deal, or a state to begin with, says where
        the first of them sits.
        """
        sitters = [sitter.id for sitter in self.sitters]
        given = self.opening.deal or self.opening.begins
        if given is not None:
            return self._as_dealt(given.seat)
        circle = sitters if self.opening.in_order else self._dice().shuffled(number, sitters)
        begins = circle.index(self.first) if self.first in circle else 0
        return [*circle[begins:], *circle[:begins]]

    def _as_dealt(self, seat: int) -> list[int]:
        bots = [sitter.id for sitter in self.sitters[1:]]
        return [*bots[:seat], self.sitters[0].id, *bots[seat:]]

    def worn(self, order: list[int]) -> list[int]:
        """The colour of each seat: what was chosen, else the seat's own, else what is left; empty if all are own."""
        colours = [self._sitter(sitter).colour for sitter in order]
        colours = [seat if one is None and seat not in colours else one for seat, one in enumerate(colours)]
        left = iter(one for one in range(self.palette) if one not in colours)
        worn = [next(left) if one is None else one for one in colours]
        return worn if worn != list(range(len(order))) else []

    def hand(self, seat: int, now: int, *, level: int = STAND_IN_LEVEL, time: bool = False) -> list[Event]:
        """A bot plays on in a person's place, who is away, or whose `time` is up: that cannot be often."""
        self._expect("playing")
        if not time:
            self._expect_room()
        if self._seated(seat).played_by or self.has_left(seat) or not 1 <= level <= len(BOT_NAMES):
            raise Refused("not_now")
        return [Hand(self.number + 1, now, seat, level, time)]

    def give_back(self, seat: int, now: int) -> list[Event]:
        """The person is back, and plays again."""
        self._expect("playing")
        if not self._seated(seat).stand_in:
            raise Refused("not_now")
        return [Return(self.number + 1, now, seat)]

    # ---- events become part of the table -------------------------------------------------------------------

    def _append_sit(self, event: Sit) -> None:
        self.sitters = [*self.sitters, Sitter(event.number, event.name, event.level, program=event.program)]

    def _append_nonce(self, event: Nonce) -> None:
        self._change(self._sitter(event.sitter), nonce=event.nonce)

    def _append_name(self, event: Name) -> None:
        if not event.name:
            self.events = [without_name(one, (event.sitter,)) for one in self.events]
        if event.name or any(one.id == event.sitter for one in self.sitters):  # who has risen is forgotten, too
            self._change(self._sitter(event.sitter), name=event.name)

    def _append_rise(self, event: Rise) -> None:
        gone = self._sitter(event.sitter)
        self.sitters = [sitter for sitter in self.sitters if sitter is not gone]
        self.first = 0 if self.first == event.sitter else self.first

    def _append_first(self, event: First) -> None:
        self.first = event.sitter

    def _append_colour(self, event: Colour) -> None:
        self._change(self._sitter(event.sitter), colour=event.colour)

    def _append_hand(self, event: Hand) -> None:
        self._change(self._seated(event.seat), stand_in=event.level, is_late=event.time)

    def _append_return(self, event: Return) -> None:
        self._change(self._seated(event.seat), stand_in=0, is_late=False)

    def _change(self, sitter: Sitter, **changes: Any) -> None:
        """Put a sitter that is otherwise in the place of one: tables that looked ahead from here keep theirs."""
        changed = msgspec.structs.replace(sitter, **changes)
        self.sitters = [changed if one is sitter else one for one in self.sitters]
        self.seats = [changed if one is sitter else one for one in self.seats]

    # ---- small things --------------------------------------------------------------------------------------

    def _expect_served(self) -> None:
        if self.unserved:
            raise Refused("not_served")

    def _expect(self, status: Status) -> None:
        self._expect_served()
        if self.status != status:
            raise Refused("not_now")

    def _expect_room(self) -> None:
        if self.number >= MOST_EVENTS:
            raise Refused("not_now")

    def _sitter(self, sitter_id: int | None) -> Sitter:
        for sitter in self.sitters:
            if sitter.id == sitter_id:
                return sitter
        raise Refused("not_seated")

    def _seated(self, seat: int | None) -> Sitter:
        if seat is None or not 0 <= seat < len(self.seats):
            raise Refused("not_seated")
        return self.seats[seat]

    def _dice(self) -> Dice:
        return Dice(self.seed, self.dealt_to)

    @property
    def dealt_to(self) -> str:
        """What the draws are named by: `Dice` says more."""
        deal = self.opening.deal
        return deal.name if deal else dealt_to(self.id, [sitter.nonce for sitter in self.sitters])
