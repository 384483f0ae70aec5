"""Netzwerk in words: the texts of actions and states, who may know what, and the texts for players."""

from collections.abc import Sequence

from tablee.engine.contract import States
from tablee.games.about import About, Option
from tablee.games.definition import Result
from tablee.games.document import Document
from tablee.games.language import Language
from tablee.games.netzwerk import rules
from tablee.games.netzwerk.land import NAMES
from tablee.games.score_sheets import Cell, Line, ScorePad
from tablee.games.shared.routes.rules.record import CITY, COLOURS, DESERT
from tablee.games.shared.routes.words import reading, route_speech, writing
from tablee.games.shared.routes.words.reasons import why_not
from tablee.games.shared.routes.words.route_advice import advice, mistake, mistakes
from tablee.games.shared.routes.words.route_speech import (
    aftermath,
    board_text,
    fine_stroke,
    orders,
    seat_name,
    sentence,
)
from tablee.games.shared.routes.words.writing import BEHIND_SCREENS, action_text, facts_of, rewrite, write

__all__ = [
    "SECRETS",
    "SMALL",
    "about",
    "action_text",
    "advice",
    "aftermath",
    "board_text",
    "decision",
    "facts_of",
    "fine_stroke",
    "goal",
    "headline",
    "id_texts",
    "mistake",
    "mistakes",
    "option_text",
    "orders",
    "prompt",
    "read",
    "rewrite",
    "score_pad",
    "score_sheet",
    "seat_name",
    "sentence",
    "why_not",
    "write",
]  # fmt: skip

SECRETS = BEHIND_SCREENS

MOST = dict.fromkeys(range(len(COLOURS)), 5) | {CITY: 9, DESERT: 5}  # the number of hexes of each kind in the box


def read(document: Document) -> States:
    """The state of a document, after carrying out what is forced."""
    states = rules.empty(document["players"], document["options"])
    return reading.read(document, states, MOST, rules.CUBES, range(min(NAMES), max(NAMES) + 1))


SMALL = reading.small_lands("netzwerk", [{"name": NAMES[value], "value": value} for value in (4, 2, 3)])


def id_texts() -> Sequence[str]:
    """The texts of all action ids."""
    return writing.id_texts(tuple(NAMES.values()))


def about(say: Language) -> About:
    """What the shelf says about the game."""
    return About(
        say("Every step earns a cube, every cube a stretch of road: who will link the richest cities?"),
        minutes=45,
        age=10,
        author="Corné van Moorsel",
        publisher="Jumbo",
        year=2003,
        translator=say("François Haffner, after the English of Garry Lloyd"),
        thanks="l’Escale à jeux (escaleajeux.fr)",
        kinds=("routes",),
    )


def score_pad(say: Language) -> ScorePad:
    """The score pad: every city by its value, and the houses."""
    cities = [say("City of {value}", value=value) for value in sorted(NAMES)]
    note = say("A city counts its value if you have a house in it; each house counts 1 point.")
    return ScorePad([*cities, say("Houses, 1 point each")], note=note)


def goal(say: Language) -> str:
    """The goal of the game, for a new player."""
    return say("Link cities with roads: every link brings houses, and the best cities score most.")


def option_text(name: str, say: Language) -> Option:  # noqa: ARG001
    """The question, the answers and the explanation of an option."""
    return route_speech.hands_text(say)


def prompt(view: Document, seat: int | None, names: Sequence[str], say: Language) -> str:
    """What the viewer may do now, or whom the table waits for."""
    build = say("You may build a route: choose a highlighted path, then go on hex by hex – or end your turn.")
    return route_speech.prompt(view, seat, names, say, build)


def headline(view: Document, result: Result, names: Sequence[str], say: Language) -> str:  # noqa: ARG001
    """The end in one sentence; empty for an end by points, which the general headline tells."""
    return route_speech.houses_headline(result, names, say)


def decision(view: Document, result: Result, say: Language) -> str:  # noqa: ARG001
    """What decided the game, unless points alone did."""
    return route_speech.houses_decision(result, say)


def score_sheet(view: Document, names: Sequence[str], say: Language) -> list[Line]:  # noqa: ARG001
    """The points by city: its houses and its value; the city of the lowest value first."""
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
    return Cell(view["facts"]["worth"][seat][city], route_speech.counted_keys(text, city, seat), words)
