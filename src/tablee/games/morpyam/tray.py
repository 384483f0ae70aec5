"""The tray: the cup, the dice as they fell, those that are kept, the call, which throw it is, and how to throw on."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from tablee.games.dice.kept import Dice, fallen, kept_places, picks_of, thrown_by
from tablee.games.dice.scene import lying
from tablee.games.dice.throws import throw_text
from tablee.games.document import Document
from tablee.games.morpyam.figures import FIGURES, SEC_FIGURES
from tablee.games.morpyam.plates import PIECES, TOP
from tablee.games.morpyam.rules import MOST_THROWS
from tablee.games.morpyam.words import figure_name, figure_text
from tablee.games.scenery import Button, Happened, Lately, Node, Row
from tablee.games.ware.plates import Part, Place
from tablee.games.ware.squares import on_squares
from tablee.language import Language

TAG_ROOM = 26
"""Letters for which the tag has room at its usual size."""


class Tray(NamedTuple):
    """How a tray is laid out; places count from its middle."""

    shape: str
    height: int
    cup: Place
    cup_size: float
    dice: tuple[float, float, float, float, float]
    die_size: float
    fallen: float
    """How far below the middle dice lie that have fallen."""
    set_aside: float
    """The same on the strip for those that are kept. Picking lifts them there: see scene.css."""
    throws: Place
    tag: Place
    banner_size: float
    banner: Place


BELOW = Tray("tray", 138, (-244, 9), 0.8, (-142, -48, 46, 140, 234), 0.97, 31, -9, (-276, -52), (124, -52), 1, (26, 42))
"""Below the board."""
BY_ITSELF = Tray(
    "tray-372", 148, (-146, 25), 0.6, (-88, -28, 32, 92, 152), 0.78, 41, 9, (-166, -57), (2, -31), 0.62, (28, 41)
)
"""Beside it, where it is narrow: which throw it is and what was called stand one above the other."""


class Laid(NamedTuple):
    """A tray, and where its middle is."""

    tray: Tray
    x: float
    y: float

    def at(self, place: Place) -> Place:
        """A place in it, in the picture."""
        return self.x + place[0], self.y + place[1]


# ---- the dice and the cup ----------------------------------------------------------------------------------


def dice_of(view: Document, steps: Sequence[Happened]) -> Dice:
    """The dice of the latest throw."""
    dice, known = thrown_by(tuple(steps)), view["dice"]
    return fallen((), "", throw_text(known), 0) if known and sorted(die.value for die in dice) != known else dice


def dice_part(view: Document, lately: Lately, dice: Dice, laid: Laid, say: Language) -> Part:
    """The dice that are to be seen."""
    phase = view["phase"]
    if not dice or phase == "start":
        return ()
    kept = tuple(kept_places(dice, view["kept"])) if view["kept"] else ()
    in_cup = phase == "dice"
    spent = not view["dice"] and not in_cup
    thrown = lately.steps[-1].look if just_thrown(lately) else None
    return _dice_nodes(dice, kept, in_cup, spent, thrown, laid, say)


def just_thrown(lately: Lately) -> bool:
    """Is it a throw that led to this view?"""
    return lately.before is not None and bool(lately.steps) and lately.steps[-1].text.startswith("dice")


@lru_cache(maxsize=4096)
def _dice_nodes(
    dice: Dice, kept: tuple[int, ...], in_cup: bool, spent: bool, thrown: int | None, laid: Laid, say: Language
) -> Part:
    nodes, tray = [], laid.tray
    for place, (value, look) in enumerate(dice):
        if in_cup and place not in kept:
            continue
        kinds = ["in-tray"] + ["kept"] * (place in kept) + ["thrown"] * (look == thrown)
        if spent:
            kinds.append("spent" if thrown is None else "soon-spent")
        shown = say("Die showing {value}", value=value)
        label = say("Die showing {value}, kept", value=value) if place in kept else shown
        x, y = laid.at((tray.dice[place], tray.set_aside if place in kept else tray.fallen))
        key, kind, size = f"die {place + 1}", " ".join(kinds), tray.die_size
        nodes.append(lying(key, value, x, y, look, kind=kind, label=label, enter="cup", size=size, layer=TOP))
    return tuple(nodes)


@lru_cache(maxsize=256)
def cup_part(shaken: bool, label: str, laid: Laid) -> Part:
    """The cup."""
    tray = laid.tray
    return (Node("cup", PIECES, "cup", *laid.at(tray.cup), "shaken" if shaken else "", "", label, tray.cup_size),)


# ---- which throw it is, and what has been called -----------------------------------------------------------


def status_part(view: Document, lately: Lately, laid: Laid, say: Language) -> Part:
    """The line above the dice."""
    made = view["throws"]
    number = 0 if view["phase"] in ("start", "over") else made + (view["phase"] != "choose")
    return _status_nodes(made, number, *_status(view, lately, say), laid, say)


@lru_cache(maxsize=1024)
def _status_nodes(made: int, number: int, words: str, kind: str, laid: Laid, say: Language) -> Part:
    nodes = []
    if number:
        text = say("Throw {number} of 3", number=number)
        kind_of_throw = "resting" if made == number else ""
        nodes.append(Node("throws", PIECES, f"throws-{made}", *laid.at(laid.tray.throws), kind_of_throw, text, text))
    if words:
        kind += " long" * (len(words) > TAG_ROOM)
        nodes.append(Node("call", PIECES, "tag", *laid.at(laid.tray.tag), kind, words, words))
    return tuple(nodes)


def _status(view: Document, lately: Lately, say: Language) -> tuple[str, str]:
    """What is to be said about calling, and the kind of the tag that says it."""
    if view["facts"]["reason"] == "points":
        return say("Last token: +1 point"), "came-out"
    if view["phase"] in ("start", "over"):
        return "", ""
    if view["call"]:
        return call_words(view, say)
    if view["phase"] == "throw" and not view["throws"] and (past := _past_words(view, lately.steps, say)):
        return past
    return say("Nothing called") if view["facts"]["may_call"] else say("No more calls: appel is full"), "no-call"


def call_words(view: Document, say: Language) -> tuple[str, str]:
    """What has become of a call that stands, and the kind of what tells of it."""
    figure = figure_name(view["call"], say)
    if view["phase"] == "dice":
        return say("Called: {figure}", figure=figure), "called"
    if view["facts"]["came_out"]:
        return say("{figure} came out!", figure=figure.capitalize()), "came-out"
    return say("{figure} did not come out", figure=figure.capitalize()), "failed"


def _past_words(view: Document, steps: Sequence[Happened], say: Language) -> tuple[str, str] | None:
    """How the turn before ended, as long as its dice lie there."""
    latest = steps[-1].text if steps else ""
    if latest.startswith("place") and steps[-1].seat == view["turn"]:
        return say("Five alike: once more!"), "came-out"
    throw = steps[-2].text if len(steps) > 1 and latest.startswith("dice") else ""
    if throw.startswith("call"):
        figure = figure_name(throw.removeprefix("call "), say).capitalize()
        return say("{figure} failed: the turn is lost", figure=figure), "failed"
    return (say("No figure: the turn passes"), "no-call") if throw else None


# ---- what may be done --------------------------------------------------------------------------------------

AGAIN = "keep {picks}; roll"
CALLS_AGAIN = tuple(FIGURES[call] for call in SEC_FIGURES)
"""What may be called before a second or third throw."""


class Gestures(NamedTuple):
    """What a scene offers."""

    offers: Mapping[str, Sequence[str]]
    bar: Sequence[Row] = ()
    picks: Mapping[str, str] = {}
    throw: str = ""


def gestures(view: Document, actions: Sequence[str], dice: Dice, say: Language) -> Gestures:
    """Nothing is offered but what is legal."""
    last = view["throws"] == MOST_THROWS - 1
    if "roll" in actions:
        calls = tuple(action.removeprefix("call ") for action in actions if action != "roll")
        bar = _rows(Button(say("Throw"), "roll", "main"), calls, "call {call}", last, say)
        return Gestures({"cup": ("roll",)}, bar, throw="" if calls else "roll")
    offers = on_squares([action for action in actions if action.startswith("place")])
    if len(offers) == len(actions):
        return Gestures(offers)
    # Who has a figure will rather place a token: then throwing again is not "the" thing to do.
    kind, hint = "" if offers else "main", say("The dice that you have chosen are kept.")
    throw = Button(say("Throw the others again"), AGAIN, kind, hint)
    calls = CALLS_AGAIN if view["facts"]["may_call"] else ()
    bar = _rows(throw, calls, "keep {{picks}}; call {call}", last, say)
    return Gestures(offers | {"cup": (AGAIN,)}, bar, picks_of(dice))


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
