"""Where a position comes from that is tried out or played on, in a few words: `table ID NUMBER`, `practice ID` …"""

import json
import re
from typing import NamedTuple

from tablee.game import load
from tablee.games import GameFolder
from tablee.games.document import Document
from tablee.games.errors import TableeError
from tablee.language import Language
from tablee.show.lesson import lesson
from tablee.show.practice import puzzle_of
from tablee.table.events import Opening, Refused

TEXT = "text"
"""The source of a position that somebody has brought along."""
_FIGURE = re.compile(r"^```scene\n(.*?)^```", re.MULTILINE | re.DOTALL)


class Origin(NamedTuple):
    """A source in its parts."""

    kind: str
    name: str = ""
    number: int = 0

    @property
    def text(self) -> str:
        """As it is written down.

        >>> Origin("table", "abc", 12).text, Origin("text").text
        ('table abc 12', 'text')
        """
        return " ".join([self.kind, self.name, str(self.number or "")]).strip().replace("  ", " ")


def origin_of(source: str) -> Origin:
    """The parts of a source; raises `Refused` for what is none.

    >>> origin_of("table abc 12"), origin_of("lesson 3")
    (Origin(kind='table', name='abc', number=12), Origin(kind='lesson', name='', number=3))
    """
    match source.split(" "):
        case ["table" | "figure" as kind, name, number] if number.isdecimal() and len(number) < 6:
            return Origin(kind, name, int(number))
        case ["lesson", number] if number.isdecimal() and len(number) < 4:
            return Origin("lesson", "", int(number))
        case ["practice", name]:
            return Origin("practice", name)
        case ["text"]:
            return Origin(TEXT)
    raise Refused("bad_message")


def position_at(folder: GameFolder, origin: Origin) -> Document:
    """The position of a lesson, of a figure or for practice; those of tables are found where tables are."""
    match origin.kind:
        case "practice":
            return puzzle_of(folder, origin.name).position
        case "lesson":
            steps = lesson(folder.id, "en")
            if 1 <= origin.number <= len(steps):
                return steps[origin.number - 1].position
        case "figure":
            figures = figures_of(folder, origin.name)
            if 1 <= origin.number <= len(figures):
                return figures[origin.number - 1]
    raise Refused("bad_message")


def figures_of(folder: GameFolder, language_code: str) -> list[Document]:
    """The positions of the figures in a rulebook."""
    file = folder.path / f"rulebook.{language_code}.md"
    if not re.fullmatch("[a-z]{2}", language_code) or not file.is_file():
        return []
    return [json.JSONDecoder().raw_decode(text)[0] for text in _FIGURE.findall(file.read_text("utf8"))]


def can_be_played_on(position: Document) -> bool:
    """Is it a position in which somebody, or chance, is to act?"""
    try:
        return load(position).to_act is not None
    except TableeError:
        return False


def link_to(game: str, source: str) -> str:
    """Where the position can be seen as it was; an empty text for what was brought along."""
    origin = origin_of(source)
    match origin.kind:
        case "table":
            return f"/tables/{origin.name}/replay?at={origin.number}"
        case "practice":
            return f"/games/{game}/practice?position={origin.name}"
        case "lesson":
            return f"/games/{game}/lesson"
        case "figure":
            return f"/games/{game}/rules#figure-{origin.number}"
    return ""


def origin_words(source: str, say: Language) -> str:
    """What is said of where a position comes from."""
    origin = origin_of(source)
    match origin.kind:
        case "table":
            return say("From event {number} of a finished game", number=origin.number)
        case "practice":
            return say("From practice")
        case "lesson":
            return say("From the lesson, step {number}", number=origin.number)
        case "figure":
            return say("From figure {number} of the rules", number=origin.number)
    return say("From a position that somebody has brought along")


def begun_words(opening: Opening, say: Language) -> tuple[str, str]:
    """At a table that has not begun as a new game: where it comes from, and a link; empty texts at others."""
    if opening.begins is None:
        return "", ""
    return origin_words(opening.begins.source, say), link_to(opening.game, opening.begins.source)
