"""Sources of positions on the analysis board, as short texts: `table ID NUMBER`, `practice ID`, `lesson STEP` …"""

import json
import re
from typing import NamedTuple

from tablee.games import GameDefinition
from tablee.games.document import Document
from tablee.games.language import Language
from tablee.server.features.lessons.service import lesson
from tablee.server.features.puzzles.service import puzzle_of
from tablee.server.table.events import Refused

TEXT = "text"
"""The source of a pasted position."""
_FIGURE = re.compile(r"^```scene\n(.*?)^```", re.MULTILINE | re.DOTALL)


class Origin(NamedTuple):
    """A parsed source."""

    kind: str
    name: str = ""
    number: int = 0


def origin_of(source: str) -> Origin:
    """Parse a source; raises `Refused`.

    >>> origin_of("table abc 12"), origin_of("lesson 3")
    (Origin(kind='table', name='abc', number=12), Origin(kind='lesson', name='', number=3))
    """
    match source.split(" "):
        case ["table" | "figure" as kind, name, number] if (
            number.isdecimal() and len(number) < 6 and name.isprintable()
        ):
            return Origin(kind, name, int(number))
        case ["lesson", number] if number.isdecimal() and len(number) < 4:
            return Origin("lesson", "", int(number))
        case ["practice", name]:
            return Origin("practice", name)
        case ["text"]:
            return Origin(TEXT)
    raise Refused("bad_message")


def position_at(definition: GameDefinition, origin: Origin) -> Document:
    """The position of a lesson, a figure or a puzzle; raises `Refused`. Positions of tables need the store."""
    match origin.kind:
        case "practice":
            return puzzle_of(definition, origin.name).position
        case "lesson":
            steps = lesson(definition.id, "en")
            if 1 <= origin.number <= len(steps):
                return steps[origin.number - 1].position
        case "figure":
            figures = figures_of(definition, origin.name)
            if 1 <= origin.number <= len(figures):
                return figures[origin.number - 1]
    raise Refused("bad_message")


def figures_of(definition: GameDefinition, language_code: str) -> list[Document]:
    """The positions of all figures in a rulebook."""
    file = definition.path / f"rulebook.{language_code}.md"
    if not re.fullmatch("[a-z]{2}", language_code) or not file.is_file():
        return []
    return [json.JSONDecoder().raw_decode(text)[0] for text in _FIGURE.findall(file.read_text("utf8"))]


def link_to(game: str, source: str) -> str:
    """The address of the source; empty for a pasted position."""
    origin = origin_of(source)
    match origin.kind:
        case "table":
            return f"/tables/{origin.name}/replay?at={origin.number}"
        case "practice":
            return f"/games/{game}/puzzles?position={origin.name}"
        case "lesson":
            return f"/games/{game}/lesson"
        case "figure":
            return f"/games/{game}/rules#figure-{origin.number}"
    return ""


def origin_words(source: str, say: Language) -> str:
    """The source in words."""
    origin = origin_of(source)
    match origin.kind:
        case "table":
            return say("From move {number} of a finished game", number=origin.number)
        case "practice":
            return say("From practice")
        case "lesson":
            return say("From the lesson, step {number}", number=origin.number)
        case "figure":
            return say("From figure {number} of the rules", number=origin.number)
    return say("From a pasted position")
