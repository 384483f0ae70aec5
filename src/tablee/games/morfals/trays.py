"""The trays of Morfals: where each seat's dice fall, the cup from which they come, and a word on what they mean."""

from functools import lru_cache
from random import Random
from typing import NamedTuple

from tablee.games.dice.scene import lying
from tablee.games.dice.throws import throw_text
from tablee.games.document import Document
from tablee.games.morfals.layout import LIT, PIECES, TOP, Place
from tablee.games.scenery import Happened, Lately, Node
from tablee.language import Language

DIE = 0.72
"""The size of a die in a tray."""
CUP = (-77, 5)
DICE = ((-18, 12), (33, 14), (84, 12))
WORD = (105, -23)
"""Where things lie in a tray, from its middle."""

PASS = "123"
"""The throw without a column."""
SOON = "soon"
"""The kind of what is to be seen only when the dice have come to rest."""


class Thrown(NamedTuple):
    """The latest throw, which still lies there."""

    by: Happened
    opening: bool
    """Was it thrown for who begins?"""
    just_now: bool
    used: bool
    """Has a cannibal been placed by it?"""


def latest_throw(view: Document, lately: Lately) -> Thrown | None:
    """What lies in the trays: the latest throw, for a turn or for who begins."""
    used = False
    for back, step in enumerate(reversed(lately.steps)):
        verb = step.text.partition(" ")[0]
        if verb in ("roll", "start"):
            return Thrown(step, verb == "start", back == 0 and lately.before is not None, used)
        used = used or verb == "place"
    if view["dice"] is None:
        return None
    return Thrown(Happened(view["turn"], f"roll {throw_text(view['dice'])}", 0), False, False, False)


def is_in_vain(thrown: Thrown, view: Document) -> bool:
    """Has a throw of a turn brought no cannibal to the board?"""
    return not (thrown.opening or thrown.used or view["dice"]) and view["phase"] != "over"


def full_column(thrown: Thrown, view: Document) -> int:
    """The column that was thrown and is full; 0 if that is not so."""
    throw = thrown.by.text[-3:]
    return sum(map(int, throw)) if is_in_vain(thrown, view) and throw != PASS else 0


def empty_trays(middles: tuple[Place, ...]) -> tuple[Node, ...]:
    """The trays themselves, by seat. In a wide picture they lie on the plates."""
    return tuple(Node(f"tray {seat}", LIT, "tray", x, y) for seat, (x, y) in enumerate(middles))


@lru_cache(maxsize=1024)
def cup(middle: Place, ready: bool, label: str) -> tuple[Node, ...]:
    """The cup, which goes from hand to hand."""
    x, y = middle[0] + CUP[0], middle[1] + CUP[1]
    return (Node("cup", PIECES, "cauldron", x, y, "ready" * ready, "", label),)


def dice(thrown: Thrown | None, in_use: bool, middles: tuple[Place, ...]) -> tuple[Node, ...]:
    """The dice as they fell."""
    if thrown is None:
        return ()
    step, kind = thrown.by, "thrown" * thrown.just_now
    if thrown.opening:
        return _opening_dice(int(step.text[-1]), step.look, kind, middles)
    return _dice(step.text[-3:], step.look, (kind + " spent" * (not in_use)).strip(), middles[step.seat])


@lru_cache(maxsize=4096)
def _dice(throw: str, look: int, kind: str, middle: Place) -> tuple[Node, ...]:
    fallen = Random(look).sample(throw, len(throw))
    return tuple(_die(f"die {at + 1}", int(value), at, look, kind, "cup", middle) for at, value in enumerate(fallen))


@lru_cache(maxsize=4096)
def _opening_dice(better: int, look: int, kind: str, middles: tuple[Place, ...]) -> tuple[Node, ...]:
    return tuple(
        _die(f"opening {seat} {at + 1}", value, at, look, kind, f"mark {seat}", middles[seat])
        for seat, values in enumerate(opening_throws(better, look))
        for at, value in enumerate(values)
    )


def _die(key: str, value: int, at: int, look: int, kind: str, enter: str, middle: Place) -> Node:
    x, y = middle[0] + DICE[at][0], middle[1] + DICE[at][1]
    return lying(key, value, x, y, look, faces=3, kind=kind, enter=enter, size=DIE, layer=PIECES)


@lru_cache(maxsize=1024)
def opening_throws(better: int, look: int) -> tuple[tuple[int, ...], ...]:
    """What both seats threw for who begins: any two throws of which that seat's is better.

    The rules only draw who begins, so the dice are made up afterwards, each pair of throws as likely as at a table.
    """
    chance = Random(look)
    while True:
        throws = [tuple(chance.randint(1, 3) for _ in range(3)) for _ in range(2)]
        if sum(throws[better]) > sum(throws[1 - better]):
            return tuple(throws)


# ---- what is said in a tray --------------------------------------------------------------------------------


def word(
    seat: int, thrown: Thrown | None, view: Document, lately: Lately, middle: Place, say: Language
) -> tuple[Node, ...]:
    """What the dice in the seat's tray mean, or what else is to be known of its turns."""
    if misses_turn(seat, view, lately):
        return _word(seat, say("misses a turn"), "", "status", middle, say)
    if thrown and thrown.opening:
        return _opening_word(seat, int(thrown.by.text[-1]), thrown.by.look, SOON * thrown.just_now, middle, say)
    own = thrown if thrown and thrown.by.seat == seat else None
    being_read = own is not None and (own.just_now or view["dice"] is not None)
    if not being_read and (status := _status(seat, view, say)):
        return _word(seat, status, "", "status", middle, say)
    if own is None:
        return ()
    meaning = _meaning(own.by.text[-3:], is_in_vain(own, view), say)
    kind = SOON * own.just_now if being_read else "spent"
    return _word(seat, meaning, own.by.text[-3:], kind, middle, say)


def misses_turn(seat: int, view: Document, lately: Lately) -> bool:
    """Has the seat just been passed over? That it will be is told to nobody."""
    return lately.before is not None and lately.before["skip"][seat] > view["skip"][seat]


def _status(seat: int, view: Document, say: Language) -> str:
    told = view["announced"][seat] or view["options"]["last_man"] == "auto"
    return say("Last one!") if told and view["hands"][seat] == 1 else ""


def _meaning(throw: str, passed: bool, say: Language) -> str:
    column = sum(map(int, throw))
    triple = len(set(throw)) == 1
    if throw == PASS:
        return say("1 2 3: pass")
    if passed:
        return say("full, again!") if triple else say("{column} is full", column=column)
    return say("{column}, again!", column=column) if triple else say("Column {column}", column=column)


@lru_cache(maxsize=4096)
def _opening_word(seat: int, better: int, look: int, kind: str, middle: Place, say: Language) -> tuple[Node, ...]:
    values = opening_throws(better, look)[seat]
    if seat != better:
        return _word(seat, str(sum(values)), throw_text(values), kind, middle, say)
    return _word(seat, say("{sum}: begins", sum=sum(values)), throw_text(values), f"better {kind}".strip(), middle, say)


@lru_cache(maxsize=4096)
def _word(seat: int, text: str, throw: str, kind: str, middle: Place, say: Language) -> tuple[Node, ...]:
    label = say("Dice {dice}: {words}", dice=", ".join(throw), words=text) if throw else text
    x, y = middle[0] + WORD[0], middle[1] + WORD[1]
    return (Node(f"word {seat}", TOP, "text", x, y, f"tray-word {kind}".strip(), text, label),)
