"""What the log of a table holds. `(table, number)` names an event for good; nothing in a log ever changes."""

from typing import Any, Literal

import msgspec

Kind = Literal[
    "sit",  # somebody takes a place; the number of this event names the sitter from now on
    "nonce",  # a person's browser adds to the dice
    "name",  # a sitter takes another name
    "rise",  # a sitter stands up while the table is waiting
    "start",  # the sitters get their seats
    "act",  # a seat's action
    "chance",  # an outcome
    "back",  # a seat takes back its latest action, and what followed, from event `to` on
    "leave",  # a seat gives the game up
    "hand",  # a bot of some level plays on for the person of a seat, who is away
    "return",  # that person is back, and plays again
    "over",  # the result; the seed of the dice is revealed
    "close",  # the table cannot go on; `text` says why
    "next",  # another table like this one was opened; `text` is its id
]


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


class Event(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One line of the log; which fields it has depends on its kind."""

    number: int
    kind: Kind
    sitter: int | None = None
    seat: int | None = None
    text: str = ""
    """An action, an outcome, a name, a nonce, a reason: whatever the kind is about."""
    level: int = 0
    order: list[int] = []
    """For `start`: the sitter of each seat."""
    to: int = 0
    scores: list[int] = []
    winners: list[int] = []
    at: int = 0
    """When, in seconds since 1970; of no meaning to the game."""


class Refused(Exception):
    """A wish that cannot be granted; nothing has changed. `code` is one of those in docs/live.md.

    `reason` is a sentence for the person, in their language, where there is more to say than the code does.
    """

    def __init__(self, code: str, reason: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.reason = reason
