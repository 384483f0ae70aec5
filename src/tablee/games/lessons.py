"""What a game's lesson is made of: real positions, something to try in each, and what is answered.

A game that teaches has a `lesson.py` with one function, `lesson(say)`, which returns its steps; docs/lessons.md says
how to write one. Nothing here knows pages: a lesson is played by `tablee.table.exercise`.
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, NamedTuple

from tablee.games.document import Document
from tablee.games.folder import GameFolder
from tablee.language import Language


class Attempt(NamedTuple):
    """An action that somebody tries, with the whole truth before and after it; chance has not answered yet."""

    action: str
    before: Document
    after: Document


Fits = str | Callable[[Attempt], bool]
"""Which actions are meant: a text, in which `*` stands for anything, or a function that says so of an attempt."""
Words = str | Callable[[Attempt], str]
"""What is answered: a sentence or two, or a function that finds them for an attempt."""
Verdict = Literal["right", "on", "wrong"]


@dataclass(frozen=True)
class Answer:
    """What the page answers to some of the actions that can be tried.

    A right one is played and ends the step, one that leads on is played and the step goes on, a wrong one is only
    spoken of. `then` is what follows by itself: outcomes of chance and actions of the other seats.
    """

    to: Fits
    words: Words
    verdict: Verdict
    then: Sequence[str] = ()

    def fits(self, attempt: Attempt) -> bool:
        """Is this the answer?"""
        return fnmatchcase(attempt.action, self.to) if isinstance(self.to, str) else self.to(attempt)

    def spoken(self, attempt: Attempt) -> str:
        """The answer in words."""
        return self.words if isinstance(self.words, str) else self.words(attempt)


def right(to: Fits, words: Words, *then: str) -> Answer:
    """What is to be found."""
    return Answer(to, words, "right", then)


def leads_on(to: Fits, words: Words, *then: str) -> Answer:
    """A part of what is to be found: there is more to do."""
    return Answer(to, words, "on", then)


def wrong(to: Fits, words: Words) -> Answer:
    """What is possible but not meant, and why not."""
    return Answer(to, words, "wrong")


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

    def shows_button(self, action: str) -> bool:
        """Is there a button for it in this step?"""
        return any(fnmatchcase(action, shown) for shown in self.buttons)


def lesson_of(folder: GameFolder, say: Language) -> list[Idea]:
    """The steps of a game's lesson; none if it has no lesson."""
    name = f"{folder.rules.__package__}.lesson"
    return list(import_module(name).lesson(say)) if find_spec(name) else []


def figures(path: Path) -> list[Document]:
    """The positions that a rulebook in a folder shows, in their order: the lesson may start from them."""
    text = (path / "rulebook.en.md").read_text("utf8")
    found = re.findall(r"^```scene\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    return [json.JSONDecoder().raw_decode(figure)[0] for figure in found]  # after the state come marks on its picture
