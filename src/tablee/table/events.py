"""What the log of a table holds. `(table, number)` names an event for good; nothing in a log ever changes.

But for names: those of somebody who is forgotten are taken out (`forgetting`).
"""

from typing import Any

import msgspec


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """How much time everybody has, in milliseconds. `clock.py` says what becomes of it."""

    bank: int
    """For the whole game; by days it is for holidays: what a turn takes longer than its own time."""
    increment: int = 0
    """What the bank gets for each turn that was played."""
    turn: int = 0
    """For each turn, before the bank is touched; what is left of it is not kept."""

    @property
    def is_by_days(self) -> bool:
        """Does one play when one finds the time, and not at one sitting?"""
        return self.turn > 0


class Deal(msgspec.Struct, frozen=True, omit_defaults=True):
    """A deal that is played more than once: the same set-up and lots, and the same bots, for one person each time.

    With the seed of the table, `name` says which lots these are. The person sits at `seat`, and bots at the others, in
    the order in which they sat down.
    """

    name: str
    seat: int
    first: str = ""
    """The table where it was played first; an empty text for the deal of a day."""
    day: str = ""
    """The day whose deal it is, as 2026-11-17; its seed is secret until that day is over."""
    house: str = ""
    """The SHA-256 of what the house put into the seed of that day, as it was shown the day before."""
    tomorrow: str = ""
    """The same of the day after: this table adds to that one's seed what its browser adds to the dice."""


class Beginning(msgspec.Struct, frozen=True, omit_defaults=True):
    """A state in which a table begins, instead of a set-up of its own: it never counts."""

    state: dict[str, Any]
    """As the game writes it."""
    seat: int = 0
    """Where the first sitter sits; the others sit around in the order in which they sat down."""
    known_to: int | None = None
    """The seat that knew this much: what it could not know is drawn when the game starts. None if it is all true."""
    source: str = ""
    """Where it comes from, as `show/origins.py` reads it: `table ID NUMBER`, `practice ID`, `lesson STEP`, `text` …"""


class Opening(msgspec.Struct, frozen=True):
    """What is fixed when a table opens. `commitment` is the SHA-256 of the seed, shown before anyone plays."""

    table: str
    game: str
    rules: int
    players: int
    options: dict[str, Any]
    commitment: str
    solo: bool = False
    """One person against bots: it starts as soon as the person is there."""
    in_order: bool = False
    """The seats follow the order in which people sat down, instead of being drawn."""
    opened: int = 0
    """When, in milliseconds since 1970; 0 for tables from before this was written down."""
    clock: Clock | None = None
    """How much time everybody has; None if there is no hurry."""
    rated: bool = False
    """Does it count? Then nothing is taken back, there are no hints, and who runs out of time has left."""
    open: bool = False
    """Whoever comes may find it and sit down; else one needs the link."""
    watched: bool = False
    """Whoever comes may find it and look on."""
    starts_full: bool = False
    """It starts by itself as soon as every seat is taken and every browser has added to the dice."""
    by_seat: bool = False
    """Every seat draws its own row of lots; tables from before this was so draw by the number of the event."""
    deal: Deal | None = None
    """Which deal it is, if that was not made for this table alone."""
    begins: Beginning | None = None
    """The state in which it begins, if that is not a new game."""


class _Event(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, tag_field="event", tag=str.lower):
    """One line of the log."""

    number: int
    at: int
    """When, in milliseconds since 1970: what the table was told when this was decided."""

    @property
    def kind(self) -> str:
        """What kind of event it is, in a word."""
        return str(self.__struct_config__.tag)


class Sit(_Event, frozen=True):
    """Somebody takes a place: a bot if there is a level. The number of this event names the sitter from now on."""

    name: str
    level: int = 0
    program: bool = False
    """Is it a program of somebody's, and no bot of the house?"""


class Nonce(_Event, frozen=True):
    """A person's browser adds to the dice."""

    sitter: int
    nonce: str


class Name(_Event, frozen=True):
    """A sitter takes another name; an empty one if the person is forgotten, see `forgetting`."""

    sitter: int
    name: str


class Rise(_Event, frozen=True):
    """A sitter stands up while the table is waiting."""

    sitter: int


class First(_Event, frozen=True):
    """It is agreed who begins, the youngest perhaps; with 0 it is left to the lot again."""

    sitter: int = 0


class Colour(_Event, frozen=True):
    """A sitter chooses a colour, or leaves it open again."""

    sitter: int
    colour: int | None = None


class Start(_Event, frozen=True):
    """The sitters get their seats: `order` has the sitter of each seat.

    `colours` has the colour of each seat, by the seat that wears it otherwise; it is empty where all wear their own.
    """

    order: list[int]
    colours: list[int] = []


class Act(_Event, frozen=True):
    """A seat's action. What it is forgiven of the time it took, where there is a clock, is written down with it."""

    seat: int
    text: str
    lag: int = 0
    """Milliseconds that the network took, as far as they were measured."""
    late: int = 0
    """Milliseconds that the house took until it had stored, and so could show, what this answers to."""


class Chance(_Event, frozen=True):
    """An outcome, drawn for the seat whose turn it is."""

    seat: int
    text: str


class Back(_Event, frozen=True):
    """A seat takes back its latest action, and what followed, from event `to` on."""

    seat: int
    to: int


class Leave(_Event, frozen=True):
    """A seat gives the game up, or its `time` is up where that counts."""

    seat: int
    time: bool = False


class Hand(_Event, frozen=True):
    """A bot of some level plays on for the person of a seat, who is away, or whose `time` is up."""

    seat: int
    level: int
    time: bool = False


class Return(_Event, frozen=True):
    """That person is back, and plays again."""

    seat: int


class Away(_Event, frozen=True):
    """The house was open again, and had been shut `since` a time: nobody's clock ran meanwhile."""

    since: int


class Over(_Event, frozen=True):
    """The result; the seed of the dice is revealed."""

    reason: str
    scores: list[int]
    winners: list[int]
    seed: str = ""


class Close(_Event, frozen=True):
    """The table was closed.

    Earlier versions wrote this, with "rules", when they merely could not serve a table: such a table goes on.
    """

    why: str


class Next(_Event, frozen=True):
    """Another table like this one was opened."""

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
    | Leave
    | Hand
    | Return
    | Away
    | Over
    | Close
    | Next
)

STEPS = (Act, Chance)
"""The kinds of steps, to ask with `isinstance`."""


class Refused(Exception):
    """A wish that cannot be granted; nothing has changed. `code` is one of those in docs/live.md.

    `reason` is a sentence for the person, in their language, where there is more to say than the code does.
    """

    def __init__(self, code: str, reason: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.reason = reason
