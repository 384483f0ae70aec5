"""Netzwerk in words: the texts of actions and states, who may know what, and what is said to people."""

from collections.abc import Sequence
from typing import Any

from tablee.games.about import About, Option
from tablee.games.document import Document, number
from tablee.games.errors import BadState
from tablee.games.folder import Result
from tablee.games.netzwerk import rules
from tablee.games.netzwerk.land import NAMES
from tablee.games.routes.rules.record import CITY, COLOURS, DESERT, Site
from tablee.games.routes.words import advice as reasoning
from tablee.games.routes.words import reading, reasons, speech, writing
from tablee.games.routes.words.facts import facts_of
from tablee.games.routes.words.mistakes import mistake, mistakes
from tablee.games.routes.words.speech import aftermath, board_text, fine_stroke, seat_name, sentence
from tablee.games.routes.words.writing import BEHIND_SCREENS, action_text
from tablee.games.sheets import Cell, Line
from tablee.kernel.contract import States
from tablee.language import Language

__all__ = [
    "SECRETS", "about", "action_text", "advice", "aftermath", "board_text", "decision", "facts_of",
    "fine_stroke", "goal", "headline", "mistake", "mistakes", "option_text", "prompt", "read", "score_sheet",
    "seat_name", "sentence", "why_not", "write",
]  # fmt: skip

SECRETS = BEHIND_SCREENS

MOST = dict.fromkeys(range(len(COLOURS)), 5) | {CITY: 9, DESERT: 5}
"""How many hexes of each kind there are."""


def write(state: States) -> dict[str, Any]:
    """The whole truth as a document."""
    return writing.write(state, _options(state))


def _options(state: States) -> dict[str, Any]:
    return {"hands": "hidden" if state["hidden"][0] else "open"}


def read(document: Document) -> States:
    """The state that a document describes, with what is forced having happened."""
    return reading.read(document, rules.empty(document["players"], document["options"]), _site, MOST, rules.CUBES)


def _site(text: str, site: Document) -> Site:
    if site.get("kind") == "desert":
        return Site(DESERT)
    if site.get("kind") == "city":
        value = number(site.get("value"), f"{text}: the value of a city", min(NAMES), max(NAMES))
        return reading.read_city(text, site, value)
    if site.get("kind") == "land":
        return reading.read_countryside(text, site, rules.CUBES)
    raise BadState(f"{text}: {str(site.get('kind'))[:40]!r} is no kind of hex")


# ---- what is said to people -----------------------------------------------------------------------------------


def about(say: Language) -> About:
    """The game as its box has it."""
    return About(
        say("Every step earns a cube, every cube a stretch of road: who will link the richest cities?"),
        minutes=45,
        age=10,
        author="Corné van Moorsel",
        publisher="Jumbo",
        year=2003,
    )


def goal(say: Language) -> str:
    """What one plays for, to somebody who comes for the first time."""
    return say("Link cities by roads: every link brings houses, and the best cities count most.")


def option_text(name: str, say: Language) -> Option:  # noqa: ARG001
    """A question for each option, a short answer for each of its values, and what it changes."""
    return speech.hands_text(say)


def prompt(view: Document, seat: int | None, names: Sequence[str], say: Language) -> str:
    """What to do now, or whom the table waits for."""
    build = say("You may build a route: point at a lit way, then on hex by hex – or end your turn.")
    return speech.prompt(view, seat, names, say, build)


def why_not(view: Document, seat: int, key: str, names: Sequence[str], say: Language) -> str:
    """Why nothing can be done with the thing that the seat to act has pointed at."""
    return reasons.why_not(view, seat, key, names, say, read)


def advice(text: str, seat: int, before: Document, after: Document, names: Sequence[str], say: Language) -> str:
    """What an action is good for, in one sentence, from what its seat knows."""
    return reasoning.advice(text, seat, before, after, names, say, read)


def headline(view: Document, result: Result, names: Sequence[str], say: Language) -> str:  # noqa: ARG001
    """The end in one sentence; points are told by the house."""
    return speech.houses_headline(result, names, say)


def decision(view: Document, result: Result, say: Language) -> str:  # noqa: ARG001
    """What decided the game, if it was not points alone."""
    return speech.houses_decision(result, say)


def score_sheet(view: Document, names: Sequence[str], say: Language) -> list[Line]:  # noqa: ARG001
    """How the points came about: for each city its houses, and its value; the poorest city first."""
    cities = [(site["value"], site["name"], text) for text, site in view["hexes"].items() if site["kind"] == "city"]
    whose = list(enumerate(view["houses"]))
    return [
        Line(city, [_cell(view, built.get(city, 0), value, text, city, seat, say) for seat, built in whose])
        for value, city, text in sorted(cities)
        if any(city in built for _, built in whose)
    ]


def _cell(view: Document, count: int, value: int, text: str, city: str, seat: int, say: Language) -> Cell | None:
    if not count:
        return None
    words = say.plural("{city}, worth {value}, and {count} house", "{city}, worth {value}, and {count} houses",
                       count, city=city, value=value)  # fmt: skip
    return Cell(view["facts"]["worth"][seat][city], speech.counted_keys(text, city, seat), words)
