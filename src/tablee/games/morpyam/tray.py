"""The tray: cup, dice, kept dice, call, number of the throw, and the buttons to throw again."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from tablee.games.document import Document
from tablee.games.language import Language
from tablee.games.morpyam.rules import FIGURES, MOST_THROWS, SEC_FIGURES
from tablee.games.morpyam.words import figure_name, figure_text
from tablee.games.scenery import Button, ButtonRow, Happened, Lately, Node
from tablee.games.shared.dice.dice_scene import Dice, fallen, kept_places, lying, picks_of, thrown_by
from tablee.games.shared.dice.throws import throw_text
from tablee.games.shared.widgets.grids import on_squares
from tablee.games.shared.widgets.panels import Part, Place

TILES, RIBBONS, PIECES, BADGES, TOP = range(5)  # the layers of the picture, from bottom to top
TAG_ROOM = 26  # how many letters fit on the tag at its usual size


class Tray(NamedTuple):
    """The layout of a tray. Places are relative to its middle."""

    shape: str
    height: int
    cup: Place
    cup_size: float
    dice: tuple[float, float, float, float, float]
    die_size: float
    fallen: float  # how far below the middle thrown dice lie
    set_aside: float  # how far below the middle the strip for kept dice lies: scene.css lifts picked dice there
    throws: Place
    tag: Place
    banner_size: float
    banner: Place


BELOW = Tray("tray", 138, (-244, 9), 0.8, (-142, -48, 46, 140, 234), 0.97, 31, -9, (-276, -52), (124, -52), 1, (26, 42))
"""Below the board."""
BY_ITSELF = Tray(
    "tray-372", 148, (-146, 25), 0.6, (-88, -28, 32, 92, 152), 0.78, 41, 9, (-166, -57), (2, -31), 0.62, (28, 39)
)
"""Beside the board. This tray is narrow, so the number of the throw and the call stand one above the other."""


class Laid(NamedTuple):
    """A tray and the place of its middle in the picture."""

    tray: Tray
    x: float
    y: float

    def at(self, place: Place) -> Place:
        """The place in the picture of a place in the tray."""
        return self.x + place[0], self.y + place[1]


# ---- the dice and the cup ----------------------------------------------------------------------------------


def dice_of(view: Document, steps: Sequence[Happened]) -> Dice:
    """The dice of the latest throw; laid out from the view if the steps do not tell where they fell."""
    dice, known = thrown_by(tuple(steps)), view["dice"]
    return fallen((), "", throw_text(known), 0) if known and sorted(die.value for die in dice) != known else dice


def dice_part(view: Document, thrown: int | None, dice: Dice, laid: Laid, say: Language) -> Part:
    """The dice that the tray shows. `thrown` is the look of the throw that has just been made."""
    phase = view["phase"]
    if not dice or phase == "start":
        return ()
    kept = tuple(kept_places(dice, view["kept"])) if view["kept"] else ()
    in_cup = phase == "dice"
    spent = not view["dice"] and not in_cup
    return _dice_nodes(dice, kept, in_cup, spent, thrown, laid, say)


def just_thrown(lately: Lately) -> bool:
    """Was the latest step a throw?"""
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


# ---- the number of the throw, and the call -----------------------------------------------------------------


def status_part(view: Document, laid: Laid, say: Language) -> Part:
    """The line above the dice: the number of the throw, and the tag about the call, which the view has as `status`."""
    made = view["throws"]
    number = 0 if view["phase"] in ("start", "over") else made + (view["phase"] != "choose")
    return _status_nodes(made, number, *view["status"], laid, say)


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


def status(view: Document, lately: Lately, say: Language) -> tuple[str, str]:
    """The text of the tag about the call, and the tag's kind."""
    if view["facts"]["reason"] == "points":
        return say("Last token: +1 point"), "came-out"
    if view["phase"] in ("start", "over"):
        return "", ""
    if view["call"]:
        return call_words(view, say)
    if view["phase"] == "throw" and not view["throws"] and (past := _past_words(view, lately.steps, say)):
        return past
    return say("Nothing called") if view["facts"]["may_call"] else say("No more calls: squares taken"), "no-call"


def call_words(view: Document, say: Language) -> tuple[str, str]:
    """What has become of the call, and the kind of the node that says so."""
    figure = figure_name(view["call"], say)
    if view["phase"] == "dice":
        return say("Called: {figure}", figure=figure), "called"
    if view["facts"]["came_out"]:
        return say("{figure}: called it!", figure=figure.capitalize()), "came-out"
    return say("{figure}: call failed", figure=figure.capitalize()), "failed"


def _past_words(view: Document, steps: Sequence[Happened], say: Language) -> tuple[str, str] | None:
    """How the turn before ended, shown until the next throw."""
    latest = steps[-1].text if steps else ""
    if latest.startswith("place") and steps[-1].seat == view["turn"]:
        return say("Five of a kind: go again!"), "came-out"
    throw = steps[-2].text if len(steps) > 1 and latest.startswith("dice") else ""
    if throw.startswith("call"):
        figure = figure_name(throw.removeprefix("call "), say).capitalize()
        return say("{figure} failed: turn lost", figure=figure), "failed"
    return (say("No figure: the turn passes"), "no-call") if throw else None


# ---- what may be done --------------------------------------------------------------------------------------

AGAIN = "keep {picks}; roll"
CALLS_AGAIN = tuple(FIGURES[call] for call in SEC_FIGURES)  # those for the second and third throw


class Gestures(NamedTuple):
    """The gestures that a scene offers: nodes to point at, buttons, dice to pick, and the action to throw."""

    offers: Mapping[str, Sequence[str]]
    bar: Sequence[ButtonRow] = ()
    picks: Mapping[str, str] = {}
    throw: str = ""


def gestures(view: Document, actions: Sequence[str], dice: Dice, say: Language) -> Gestures:
    """The gestures for the legal actions."""
    last = view["throws"] == MOST_THROWS - 1
    if "roll" in actions:
        calls = tuple(action.removeprefix("call ") for action in actions if action != "roll")
        bar = _rows(Button(say("Throw"), "roll", "main"), calls, "call {call}", last, say)
        return Gestures({"cup": ("roll",)}, bar, throw="" if calls else "roll")
    offers = on_squares([action for action in actions if action.startswith("place")])
    if len(offers) == len(actions):
        return Gestures(offers)
    # With a figure thrown most players place a token, so throwing again is not the main button then.
    kind, hint = "" if offers else "main", say("The dice you have chosen are kept.")
    throw = Button(say("Throw the others again"), AGAIN, kind, hint)
    calls = CALLS_AGAIN if view["facts"]["may_call"] else ()
    bar = _rows(throw, calls, "keep {{picks}}; call {call}", last, say)
    return Gestures(offers | {"cup": (AGAIN,)}, bar, picks_of(dice))


@lru_cache(maxsize=128)
def _rows(throw: Button, calls: tuple[str, ...], action: str, last: bool, say: Language) -> tuple[ButtonRow, ...]:
    """The button to throw, and a row of buttons to call a figure first, with the risk."""
    if not calls:
        return (ButtonRow((throw,)),)
    hit = say("If it comes up, it goes on a call square.")
    miss = say("If it fails, the turn is lost.") if last else say("If it fails, nothing is lost.")
    buttons = tuple(
        Button(figure_name(call, say), action.format(call=call), "risk", f"{figure_text(call, say)} {hit} {miss}")
        for call in calls
    )
    if last:
        return ButtonRow((throw,)), ButtonRow(buttons, say("Or call – if it fails, the turn is lost:"))
    return ButtonRow((throw,)), ButtonRow(buttons, say("Or call – nothing is lost if it fails:"))
