"""The ideas of a lesson: real positions, something to try in each, and answers.

A game's `lesson.md` has them (docs/makers/lessons.md); `lesson_text.py` reads it, and
`tablee.server.features.lessons.model` plays it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal, NamedTuple

from tablee.games.document import Document


class Attempt(NamedTuple):
    """An action that a learner tries, with the states before and after it, before chance."""

    action: str
    before: Document
    after: Document
    tried: Sequence[str] = ()  # the actions in this step so far


Fits = str | Callable[[Attempt], bool]  # which actions are meant: a pattern with `*`, or a function of an attempt
Verdict = Literal["right", "on", "wrong"]


@dataclass(frozen=True)
class Answer:
    """The answer to some actions.

    A "right" action is played and ends the step, one that is "on" is played and continues it, a "wrong" one is only
    answered. `then` are the outcomes of chance and actions of other seats that follow.
    """

    verdict: Verdict
    to: Sequence[Fits]
    words: str
    then: Sequence[str] = ()
    after: Sequence[str] = ()  # if not empty: one of these must have been done in this step before

    def fits(self, attempt: Attempt) -> bool:
        """Is this the answer to an attempt?

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
    """One step of a lesson. Of several answers that fit, the first counts."""

    title: str
    words: str
    position: Document
    task: str = ""  # what to try; a step without a task is only read
    answers: Sequence[Answer] = ()
    way: Sequence[str] = ()  # the actions that solve the task, shown on request
    seat: int = 0
    buttons: Sequence[str] = ("*",)  # the actions whose buttons are shown, as patterns with `*`
    line: int = 0  # its line in `lesson.md`, for messages

    def shows_button(self, action: str) -> bool:
        """Does this step show a button for the action?"""
        return matches(action, self.buttons)


def matches(action: str, patterns: Sequence[str]) -> bool:
    """Does an action match one of the patterns with `*`?"""
    return any(fnmatchcase(action, pattern) for pattern in patterns)
