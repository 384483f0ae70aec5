"""Morisi in words: the texts of actions and states, and who may know what. What is said to people is in `speech`."""

from collections.abc import Sequence
from typing import Any

from tablee.games.document import Document
from tablee.games.errors import BadState
from tablee.games.morisi import rules
from tablee.games.morisi.speech import (
    about,
    aftermath,
    decision,
    goal,
    headline,
    option_text,
    prompt,
    score_sheet,
    sentence,
    tip,
)
from tablee.games.routes.rules.record import CITY, COLOURS, Site
from tablee.games.routes.words import advice as reasoning
from tablee.games.routes.words import reading, reasons, writing
from tablee.games.routes.words.facts import facts_of
from tablee.games.routes.words.mistakes import mistake, mistakes
from tablee.games.routes.words.speech import board_text, fine_stroke, seat_name
from tablee.games.routes.words.writing import BEHIND_SCREENS, HIDDEN, action_text
from tablee.games.secrets import Secret
from tablee.kernel.contract import States
from tablee.language import Language

__all__ = [
    "SECRETS", "about", "action_text", "advice", "aftermath", "board_text", "decision", "facts_of",
    "fine_stroke", "goal", "headline", "mistake", "mistakes", "option_text", "prompt", "read", "score_sheet",
    "seat_name", "sentence", "tip", "why_not", "write",
]  # fmt: skip

SECRETS = {
    **BEHIND_SCREENS,
    "predictions": Secret(
        lambda cities: [HIDDEN] * len(cities),
        own=True,
        shown=False,
        when=lambda options: options["predictions"] == "on",
        told={"predict": lambda _: f"predict {HIDDEN}"},
    ),
}

MOST = dict.fromkeys(range(len(COLOURS)), 6) | {CITY: 9}
"""How many hexes of each kind there are."""


def write(state: States) -> dict[str, Any]:
    """The whole truth as a document."""
    return writing.write(state, _options(state))


def _options(state: States) -> dict[str, Any]:
    fields = state[0]
    return {
        "hands": "hidden" if fields.hidden else "open",
        "cities": "apart" if fields.cities_apart else "any",
        "gaps": "some" if fields.with_gaps else "none",
        "predictions": "on" if fields.predicting else "off",
    }


def read(document: Document) -> States:
    """The state that a document describes, with what is forced having happened."""
    return reading.read(document, rules.empty(document["players"], document["options"]), _site, MOST, rules.CUBES)


def _site(text: str, site: Document) -> Site:
    if site.get("kind") == "city":
        return reading.read_city(text, site)
    if site.get("kind") == "land":
        return reading.read_countryside(text, site, rules.CUBES)
    raise BadState(f"{text}: {str(site.get('kind'))[:40]!r} is no kind of hex")


def why_not(view: Document, seat: int, key: str, names: Sequence[str], say: Language) -> str:
    """Why nothing can be done with the thing that the seat to act has pointed at."""
    return reasons.why_not(view, seat, key, names, say, read)


def advice(text: str, seat: int, before: Document, after: Document, names: Sequence[str], say: Language) -> str:
    """What an action is good for, in one sentence, from what its seat knows."""
    return reasoning.advice(text, seat, before, after, names, say, read)
