"""What a game says about itself on the shelf, in its rulebook, and when a table is opened.

`tablee.server.views.game_facts` puts the numbers into words, for all games alike.
"""

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

import msgspec

Span = int | tuple[int, int]  # a number, or a range


KINDS = (
    "alignment", "auction", "blocking", "bluff", "capture", "cards", "collecting", "cooperation", "deduction", "dice",
    "drawing", "majority", "memory", "patience", "questions", "race", "routes", "skill", "tiles", "trading", "words",
)  # fmt: skip
"""The kinds of games by which a shelf can be filtered. `kind_names` of `server/views/game_facts.py` has their words."""


class About(msgspec.Struct, frozen=True):
    """The facts of a game's box; unknown ones are left out."""

    invitation: str  # one sentence that invites to play
    minutes: Span  # the length of a game; 0 if unknown
    age: Span  # the lowest age, or a range of ages; 0 if unknown
    author: str = ""
    publisher: str = ""
    year: int = 0
    kinds: tuple[str, ...] = ()  # some of `KINDS`, the most telling first
    translator: str = ""  # who translated its rules into French
    thanks: str = ""  # who put its rules online, with an address: the box, the rulebook and the shelf thank them


class Sign(msgspec.Struct, frozen=True):
    """A sign on the board, for the legend of a table."""

    shape: str  # a shape of `scene.svg`
    kind: str  # the classes of its node
    name: str
    meaning: str


def ends_of(value: Span) -> tuple[int, int]:
    """The least and the most of a range."""
    return (value, value) if isinstance(value, int) else value


class RuleKind(IntEnum):
    """What a value of an option makes of the rules: `GameDefinition.option_kind` says it for every value."""

    STANDARD = 0  # the rules one plays by if nothing else is agreed
    VARIANT = 1  # printed in the box beside them: counts for ratings
    HOUSE = 2  # not in the box: a table says so to everyone, and does not count for ratings


class Option(msgspec.Struct, frozen=True):
    """An option in words."""

    question: str
    answers: Mapping[Any, str]  # a short answer for each value
    sentence: str = ""  # what it changes, for a newcomer
