"""The events of a table's log. `(table, number)` identifies an event for good; a log never changes.

One exception: when a person is deleted, their names are removed (`without_name`).
"""

from collections.abc import Collection
from typing import Any

import msgspec
from msgspec import field


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """The time for each seat, in milliseconds. `clock.py` applies it."""

    bank: int
    """Time for the whole game. With a clock by days: holidays, which pay for turns that take longer than `turn`."""
    increment: int = 0
    """What the bank gains for each turn played."""
    turn: int = 0
    """Time for each turn before the bank is used; unused time is lost."""

    @property
    def is_by_days(self) -> bool:
        """Is this correspondence play, with days for each turn?"""
        return self.turn > 0


class Deal(msgspec.Struct, frozen=True, omit_defaults=True):
    """A deal that several tables play: the same set-up, lots and bots.

    With the table's seed, `name` determines the lots. Who sat down first sits at `seat`, the others around, in the
    order in which they sat down.
    """

    name: str
    seat: int
    first: str = ""
    """The first table that played this deal; empty for a deal of the day."""
    day: str = ""
    """The day of a deal of the day, as 2026-11-17. Its seed is secret until that day is over."""
    house: str = ""
    """The SHA-256 of the server's secret for that day's seed, published the day before."""
    tomorrow: str = ""
    """The same for the next day. This table's browser nonce becomes part of that day's seed."""
    tournament: str = ""
    """The tournament whose round this deal is."""
    until: int = 0
    """Until when its seed is secret, because others may play it; see also `day`. In milliseconds since 1970."""


class Beginning(msgspec.Struct, frozen=True, omit_defaults=True):
    """A state in which a table begins, instead of a set-up. Such a table is never rated."""

    state: dict[str, Any]
    """The state as the game writes it."""
    seat: int = 0
    """The first participant's seat. The others sit around in the order in which they sat down."""
    known_to: int | None = None
    """The seat whose knowledge this is: the hidden rest is drawn when the game starts. None if everything is known."""
    source: str = ""
    """Where the state comes from, as `analysis/origins.py` reads it: `table ID NUMBER`, `practice ID`, `lesson STEP`,
    `text` …"""


class Opening(msgspec.Struct, frozen=True):
    """What is fixed when a table opens. `commitment` is the SHA-256 of the seed, shown before the game."""

    table: str
    game: str
    rules: int
    players: int
    options: dict[str, Any]
    commitment: str
    solo: bool = False
    """One person against bots: the game starts as soon as the person is there."""
    in_order: bool = False
    """Seats follow the order in which people sat down, instead of being drawn."""
    opened: int = 0
    """Milliseconds since 1970."""
    clock: Clock | None = None
    """None if there is no clock."""
    rated: bool = False
    """Rated: no action is taken back, there are no hints, and a seat that runs out of time leaves the game."""
    open: bool = False
    """Anybody may find the table and sit down; otherwise one needs the link."""
    watched: bool = False
    """Anybody may find the table and watch."""
    starts_full: bool = False
    """The game starts by itself as soon as every seat is taken and every browser has sent its nonce."""
    deal: Deal | None = None
    """The deal, if other tables play it too."""
    begins: Beginning | None = None
    """The state in which the game begins, if it is not a new game."""

    @property
    def is_by_days(self) -> bool:
        """Is it played by days?"""
        return self.clock is not None and self.clock.is_by_days


class _Event(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, tag_field="event", tag=str.lower):
    """A line of the log."""

    number: int
    at: int
    """When it was decided, in milliseconds since 1970."""

    @property
    def kind(self) -> str:
        """The kind of event, in a word."""
        return str(self.__struct_config__.tag)


class Sit(_Event, frozen=True):
    """Somebody sits down: a bot if `level` is set. The number of this event is the participant's id."""

    name: str
    level: int = 0
    program: bool = False
    """Is it a bot account, not a bot of the server?"""


class Nonce(_Event, frozen=True):
    """A person's browser contributes to the dice."""

    participant: int = field(name="sitter")
    nonce: str


class Name(_Event, frozen=True):
    """A participant takes another name; the empty name if the person was deleted (see `forgetting`)."""

    participant: int = field(name="sitter")
    name: str


class Rise(_Event, frozen=True):
    """A participant stands up before the game starts."""

    participant: int = field(name="sitter")


class First(_Event, frozen=True):
    """The players agree on who begins; 0 leaves it to the dice."""

    participant: int = field(default=0, name="sitter")


class Colour(_Event, frozen=True):
    """A participant chooses a colour; None for no choice."""

    participant: int = field(name="sitter")
    colour: int | None = None


class Start(_Event, frozen=True):
    """The game starts: `order` has the participant of each seat.

    `colours` has the colour of each seat, named by the seat to which it belongs by default; empty if no seat has
    another's.
    """

    order: list[int]
    colours: list[int] = []


class Act(_Event, frozen=True):
    """A seat's action. With a clock, it records the time that the seat is not charged for."""

    seat: int
    text: str
    lag: int = 0
    """Measured network lag in milliseconds."""
    late: int = 0
    """Milliseconds that the server took to store, and so to show, the step that this action answers."""


class Chance(_Event, frozen=True):
    """An outcome, drawn for the seat to act."""

    seat: int
    text: str


class Back(_Event, frozen=True):
    """Undo: a seat takes back an action, event `to`, and all after it."""

    seat: int
    to: int


class UndoRequest(_Event, frozen=True, tag="ask"):
    """A seat asks the other people to let it take back event `to`, an action of its own, and all after it."""

    seat: int
    to: int


class UndoAnswer(_Event, frozen=True, tag="answer"):
    """A seat allows what another has asked for, or declines; the seat that has asked withdraws its question."""

    seat: int
    yes: bool


class Leave(_Event, frozen=True):
    """A seat leaves the game, or its `time` is up at a rated table."""

    seat: int
    time: bool = False


class Hand(_Event, frozen=True):
    """A bot takes over a seat whose person is away, or whose `time` is up."""

    seat: int
    level: int
    time: bool = False


class Return(_Event, frozen=True):
    """The person takes the seat back from the bot."""

    seat: int


class Away(_Event, frozen=True):
    """The server was down from `since` until now; no clock ran."""

    since: int


class Over(_Event, frozen=True):
    """The result. The seed of the dice is revealed."""

    reason: str
    scores: list[int]
    winners: list[int]
    seed: str = ""


class Close(_Event, frozen=True):
    """The table is closed for good."""

    why: str


class Next(_Event, frozen=True):
    """The next table was opened."""

    table: str


Step = Act | Chance
"""An action or an outcome, carried out."""
Event = (
    Sit
    | Nonce
    | Name
    | Rise
    | First
    | Colour
    | Start
    | Act
    | Chance
    | Back
    | UndoRequest
    | UndoAnswer
    | Leave
    | Hand
    | Return
    | Away
    | Over
    | Close
    | Next
)

STEPS = (Act, Chance)
"""The kinds of steps, for `isinstance`."""


class Refused(Exception):
    """A command that is refused; nothing has changed. `code` is one of those in docs/contributors/live-messages.md.

    `reason` is a sentence for the person, in their language, if there is more to say than the code does.
    """

    def __init__(self, code: str, reason: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.reason = reason


def without_name(event: Event, participants: Collection[int]) -> Event:
    """The event without the names of these participants; the same object if it names none of them."""
    of_them = (isinstance(event, Sit) and event.number in participants) or (
        isinstance(event, Name) and event.participant in participants
    )
    return msgspec.structs.replace(event, name="") if of_them else event
