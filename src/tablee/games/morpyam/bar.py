"""What may be done: by pointing at squares, dice and the cup, and by the buttons under the picture."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from tablee.games.document import Document
from tablee.games.morpyam.figures import FIGURES, SEC_FIGURES
from tablee.games.morpyam.rules import MOST_THROWS
from tablee.games.morpyam.tray import Dice
from tablee.games.morpyam.words import figure_name, figure_text
from tablee.games.scenery import Button, Row
from tablee.games.ware.squares import on_squares
from tablee.language import Language

AGAIN = "keep {picks}; roll"
CALLS_AGAIN = tuple(FIGURES[call] for call in SEC_FIGURES)
"""What may be called before a second or third throw."""


class Gestures(NamedTuple):
    """What a scene offers."""

    offers: Mapping[str, Sequence[str]]
    bar: Sequence[Row] = ()
    picks: Mapping[str, str] = {}
    throw: str = ""
    cup: str = ""
    """What the cup is called when it may be touched."""


def gestures(view: Document, actions: Sequence[str], dice: Dice, say: Language) -> Gestures:
    """Nothing is offered but what is legal."""
    last = view["throws"] == MOST_THROWS - 1
    if "roll" in actions:
        calls = tuple(action.removeprefix("call ") for action in actions if action != "roll")
        bar = _rows(Button(say("Throw"), "roll", "main"), calls, "call {call}", last, say)
        return Gestures({"cup": ("roll",)}, bar, throw="" if calls else "roll", cup=say("Throw"))
    offers = on_squares([action for action in actions if action.startswith("place")])
    if len(offers) == len(actions):
        return Gestures(offers)
    # Who has a figure will rather place a token: then throwing again is not "the" thing to do.
    kind, again = "" if offers else "main", say("Throw the others again")
    throw = Button(again, AGAIN, kind, say("The dice that you have chosen are kept."))
    calls = CALLS_AGAIN if view["facts"]["may_call"] else ()
    bar = _rows(throw, calls, "keep {{picks}}; call {call}", last, say)
    return Gestures(offers | {"cup": (AGAIN,)}, bar, _picks(dice), cup=again)


def _picks(dice: Dice) -> dict[str, str]:
    """The dice in ascending order, as they are to be named when they are kept."""
    by_value = sorted(range(len(dice)), key=lambda place: dice[place].value)
    return {f"die {place + 1}": str(dice[place].value) for place in by_value}


@lru_cache(maxsize=128)
def _rows(throw: Button, calls: tuple[str, ...], action: str, last: bool, say: Language) -> tuple[Row, ...]:
    """A button to throw, and those to call before it, with the risk."""
    if not calls:
        return (Row((throw,)),)
    hit = say("A hit goes on an appel square.")
    miss = say("A miss loses the turn.") if last else say("A miss costs nothing.")
    buttons = tuple(
        Button(figure_name(call, say), action.format(call=call), "risk", f"{figure_text(call, say)} {hit} {miss}")
        for call in calls
    )
    if last:
        return Row((throw,)), Row(buttons, say("Or call – a miss loses the turn, whatever else comes:"))
    return Row((throw,)), Row(buttons, say("Or call – a miss costs nothing:"))
