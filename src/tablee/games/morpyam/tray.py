"""The tray: the cup, the dice as they fell, those that are kept, the call, and which throw it is."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tablee.games.dice.scene import lying
from tablee.games.dice.throws import throw_text
from tablee.games.document import Document
from tablee.games.morpyam.plates import PIECES, TILES, TOP
from tablee.games.morpyam.words import capital, figure_name
from tablee.games.scenery import Happened, Lately, Node
from tablee.games.ware.plates import Part, Place
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


class Die(NamedTuple):
    """A die as it fell."""

    value: int
    look: int
    """That of the throw in which it fell."""


Dice = tuple[Die, ...]
"""Five dice by their places in the tray, or none."""


# ---- which die lies where ----------------------------------------------------------------------------------


def dice_of(view: Document, steps: Sequence[Happened]) -> Dice:
    """The dice of the latest throw."""
    dice, known = _thrown_by(tuple(steps)), view["dice"]
    if known and sorted(die.value for die in dice) != known:
        return _fallen((), "", throw_text(known), 0)
    return dice


@lru_cache(maxsize=4096)
def _thrown_by(steps: tuple[Happened, ...]) -> Dice:
    """The dice as they lie after some steps. Those that were kept of an earlier throw still lie where they fell."""
    dice: Dice = ()
    kept, keeper = "", -1
    for step in steps:
        verb, _, rest = step.text.partition(" ")
        if verb == "keep":
            kept, keeper = rest.strip("-"), step.seat
        elif verb == "dice":
            dice = _fallen(dice, kept if keeper == step.seat else "", rest, step.look)
            keeper = -1
        elif verb == "place":
            keeper = -1
    return dice


def _fallen(before: Dice, kept: str, thrown: str, look: int) -> Dice:
    """The dice after a throw: kept ones stay, and the others fill the places between them, low values first."""
    values = [int(digit) for digit in kept]
    stay = kept_places(before, values) if before else list(range(len(values)))
    fall = sorted(int(digit) for digit in thrown)
    for value in values:
        fall.remove(value)
    dice = [Die(0, look)] * len(thrown)
    for place, value in zip(stay, values, strict=True):
        dice[place] = before[place] if before else Die(value, look)
    return tuple(die if die.value else Die(fall.pop(0), look) for die in dice)


def kept_places(dice: Dice, values: Sequence[int]) -> list[int]:
    """The places of the dice that are kept: of equal ones the first."""
    places: list[int] = []
    for value in values:
        places.append(next(at for at, die in enumerate(dice) if die.value == value and at not in places))
    return places


# ---- the dice and the cup ----------------------------------------------------------------------------------


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
    nodes = []
    for place, die in enumerate(dice):
        if in_cup and place not in kept:
            continue
        kinds = ["kept"] * (place in kept) + ["thrown"] * (die.look == thrown)
        if spent:
            kinds.append("spent" if thrown is None else "soon-spent")
        nodes.append(_die(place, die, " ".join(kinds), place in kept, laid, say))
    return tuple(nodes)


def _die(place: int, die: Die, kind: str, kept: bool, laid: Laid, say: Language) -> Node:
    label = say("Die showing {value}, kept", value=die.value) if kept else say("Die showing {value}", value=die.value)
    tray = laid.tray
    x, y = laid.at((tray.dice[place], tray.set_aside if kept else tray.fallen))
    key, kind = f"die {place + 1}", f"in-tray {kind}".strip()
    return lying(key, die.value, x, y, die.look, kind=kind, label=label, enter="cup", size=tray.die_size, layer=TOP)


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
        return _call_words(view, say), call_kind(view)
    if view["phase"] == "throw" and not view["throws"] and (past := _past_words(view, lately.steps, say)):
        return past
    return say("Nothing called") if view["facts"]["may_call"] else say("No more calls: appel is full"), "no-call"


def call_kind(view: Document) -> str:
    """The kind of what tells of a call that stands."""
    if view["phase"] == "dice":
        return "called"
    return "came-out" if view["facts"]["came_out"] else "failed"


def _call_words(view: Document, say: Language) -> str:
    figure = figure_name(view["call"], say)
    if view["phase"] == "dice":
        return say("Called: {figure}", figure=figure)
    if view["facts"]["came_out"]:
        return say("{figure} came out!", figure=capital(figure))
    return say("{figure} did not come out", figure=capital(figure))


def _past_words(view: Document, steps: Sequence[Happened], say: Language) -> tuple[str, str] | None:
    """How the turn before ended, as long as its dice lie there."""
    latest = steps[-1].text if steps else ""
    if latest.startswith("place") and steps[-1].seat == view["turn"]:
        return say("Five alike: once more!"), "came-out"
    throw = steps[-2].text if len(steps) > 1 and latest.startswith("dice") else ""
    if throw.startswith("call"):
        figure = capital(figure_name(throw.removeprefix("call "), say))
        return say("{figure} failed: the turn is lost", figure=figure), "failed"
    return (say("No figure: the turn passes"), "no-call") if throw else None


# ---- a win to celebrate ------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def banner_part(seat: int, title: str, words: str, laid: Laid) -> Part:
    """Bunting, and a ribbon with the winner's name."""
    size, (ribbon, below), kind = laid.tray.banner_size, laid.tray.banner, f"seat-{seat}"
    return (
        Node("bunting", PIECES, "bunting", laid.x, laid.y, kind, size=size),
        Node("banner", TOP, "banner", *laid.at((0, ribbon)), kind, title, f"{title} – {words}", size),
        Node("banner words", TOP, "text", *laid.at((0, below)), "banner-words", words),
    )


@lru_cache(maxsize=8)
def tray_node(laid: Laid) -> Node:
    """The tray itself."""
    return Node("tray", TILES, laid.tray.shape, laid.x, laid.y)
