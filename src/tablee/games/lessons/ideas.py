"""What a game's lesson is made of: real positions, something to try in each, and what is answered.

A game that teaches has a `lesson.md` in its folder; docs/lessons.md says how to write one, `games/lesson_text.py` reads
it. Nothing here knows pages: a lesson is played by `tablee.table.exercise`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal, NamedTuple

from tablee.games.document import Document


class Attempt(NamedTuple):
    """An action that somebody tries, with the whole truth before and after it; chance has not answered yet."""

    action: str
    before: Document
    after: Document
    tried: Sequence[str] = ()
    """What has been done in this step so far."""


Fits = str | Callable[[Attempt], bool]
"""Which actions are meant: a text, in which `*` stands for anything, or a function that says so of an attempt."""
Verdict = Literal["right", "on", "wrong"]


@dataclass(frozen=True)
class Answer:
    """What the page answers to some of the actions that can be tried.

    A right one is played and ends the step, one that leads on is played and the step goes on, a wrong one is only
    spoken of. `then` is what follows by itself: outcomes of chance and actions of the other seats.
    """

    verdict: Verdict
    to: Sequence[Fits]
    words: str
    then: Sequence[str] = ()
    after: Sequence[str] = ()
    """If there are any: one of these has been done in this step before."""

    def fits(self, attempt: Attempt) -> bool:
        """Is this the answer?

        >>> once_more = Answer("right", ["throw"], "1 2 3, what a pity!", after=["place *"])
        >>> [once_more.fits(Attempt("throw", {}, {}, tried)) for tried in (["throw"], ["throw", "place 6d"])]
        [False, True]
        """
        in_time = not self.after or any(matches(done, self.after) for done in attempt.tried)
        return in_time and any(
            fnmatchcase(attempt.action, each) if isinstance(each, str) else each(attempt) for each in self.to
        )


@dataclass(frozen=True)
class Idea:
    """One idea. Of several answers that fit, the first counts."""

    title: str
    words: str
    position: Document
    task: str = ""
    """What is to be tried; a step without it is only looked at."""
    answers: Sequence[Answer] = ()
    way: Sequence[str] = ()
    """Actions that do what the task asks for: what is shown to who would like to see it."""
    seat: int = 0
    buttons: Sequence[str] = ("*",)
    """The actions whose buttons are shown, `*` standing for anything: not those that have not been spoken of yet."""
    line: int = 0
    """Where it begins in `lesson.md`, for who looks for a mistake."""

    def shows_button(self, action: str) -> bool:
        """Is there a button for it in this step?"""
        return matches(action, self.buttons)


def matches(action: str, patterns: Sequence[str]) -> bool:
    """Is it like one of the patterns, in which `*` stands for anything?"""
    return any(fnmatchcase(action, pattern) for pattern in patterns)
