"""What may be done: by pointing at squares, dice and the cup, and by the buttons under the picture."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from tablee.games.document import Document
from tablee.games.morpyam.figures import CALLS, FIGURES, GRID
from tablee.games.morpyam.rules import MOST_THROWS
from tablee.games.morpyam.tray import APPEL_SQUARES, Dice
from tablee.games.morpyam.words import figure_name, figure_text
from tablee.games.scenery import Button, Row
from tablee.language import Language

AGAIN = "keep {picks}; roll"
CALLS_AGAIN = tuple(FIGURES[call] for call in CALLS if FIGURES[call] != "sec")
"""What may be called before a second or third throw."""


class Gestures(NamedTuple):
    """What a scene offers."""

    offers: Mapping[str, Sequence[str]]
    bar: Sequence[Row] = ()
    picks: Mapping[str, str] = {}
    throw: str = ""
    cup: str = ""
    """What the cup is called when it may be touched."""


NO_GESTURES = Gestures({})
_SQUARE_OF = {f"place {name}": f"square {name}" for name in GRID}


def gestures(view: Document, actions: Sequence[str], dice: Dice, say: Language) -> Gestures:
    """Nothing is offered but what is legal."""
    if not actions:
        return NO_GESTURES
    last = view["throws"] == MOST_THROWS - 1
    if "roll" in actions:
        calls = tuple(action.removeprefix("call ") for action in actions if action != "roll")
        bar = _before_a_throw(calls, last, say)
        return Gestures({"cup": ("roll",)}, bar, throw="" if calls else "roll", cup=say("Throw"))
    offers: dict[str, Sequence[str]] = {_SQUARE_OF[action]: (action,) for action in actions if action in _SQUARE_OF}
    if len(offers) == len(actions):
        return Gestures(offers)
    may_call = any(name not in view["board"] for name in APPEL_SQUARES)
    bar = _after_a_throw(CALLS_AGAIN if may_call else (), last, bool(offers), say)
    return Gestures(offers | {"cup": (AGAIN,)}, bar, _picks(dice), cup=_again(say))


def _picks(dice: Dice) -> dict[str, str]:
    """The dice in ascending order, as they are to be named when they are kept."""
    by_value = sorted(range(len(dice)), key=lambda place: dice[place].value)
    return {f"die {place + 1}": str(dice[place].value) for place in by_value}


@lru_cache(maxsize=64)
def _before_a_throw(calls: tuple[str, ...], last: bool, say: Language) -> tuple[Row, ...]:
    throw = Row((Button(say("Throw"), "roll", "main"),))
    return (throw, *_call_rows(calls, "call {call}", last, say))


@lru_cache(maxsize=64)
def _after_a_throw(calls: tuple[str, ...], last: bool, may_place: bool, say: Language) -> tuple[Row, ...]:
    # Who has a figure will rather place a token: then throwing again is not "the" thing to do.
    throw = Row(
        (Button(_again(say), AGAIN, "" if may_place else "main", say("The dice that you have chosen are kept.")),)
    )
    return (throw, *_call_rows(calls, "keep {{picks}}; call {call}", last, say))


def _again(say: Language) -> str:
    return say("Throw the others again")


def _call_rows(calls: Sequence[str], action: str, last: bool, say: Language) -> tuple[Row, ...]:
    if not calls:
        return ()
    buttons = [
        Button(figure_name(call, say), action.format(call=call), "risk", _hint(call, last, say)) for call in calls
    ]
    return (Row(tuple(buttons), _risk(last, say)),)


def _risk(last: bool, say: Language) -> str:
    if last:
        return say("Or call – a miss loses the turn, whatever else comes:")
    return say("Or call – a miss costs nothing:")


def _hint(call: str, last: bool, say: Language) -> str:
    hit = say("A hit goes on an appel square.")
    miss = say("A miss loses the turn.") if last else say("A miss costs nothing.")
    return f"{figure_text(call, say)} {hit} {miss}"
