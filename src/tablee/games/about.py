"""What a game says of itself before anyone plays: on the shelf, in its rulebook, and when a table is opened.

Numbers are numbers here: how they are said is settled once, for all games, in `tablee.show.about`.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

Span = int | tuple[int, int]
"""A number, or from one to another."""


class About(msgspec.Struct, frozen=True):
    """A game as its box has it. What is not known of its makers is left out."""

    invitation: str
    """One sentence that makes somebody want to play."""
    minutes: Span
    """How long it takes: about so long, or from one to the other."""
    age: Span
    """From how many years on, perhaps to how many."""
    author: str = ""
    publisher: str = ""
    year: int = 0
    translator: str = ""
    """Who has put its rules into French."""
    thanks: str = ""
    """Who has put its rules online, by name, where that is known."""


class Option(msgspec.Struct, frozen=True):
    """A house rule as it is said to people."""

    question: str
    answers: Mapping[Any, str]
    """A short answer for each value."""
    sentence: str = ""
    """What it changes, to somebody who has not met it."""
    printed: Any = None
    """The value that the box has, if it is not the first of those in the game’s `OPTIONS`, by which one plays here."""
