"""The trays of Morfals: where each seat's dice fall, the cup from which they come, and a word on what they mean."""

from functools import lru_cache
from random import Random
from typing import NamedTuple

from tablee.games.dice.scene import lying
from tablee.games.dice.throws import throw_text
from tablee.games.document import Document
from tablee.games.morfals.board import LIT, PIECES, TOP
from tablee.games.scenery import Lately, Node
from tablee.games.ware.layouts import Stage
from tablee.games.ware.plates import Part, Place
from tablee.language import Language

DIE = 0.72
"""The size of a die in a tray."""
CUP = (-77, 5)
DICE = ((-18, 12), (33, 14), (84, 12))
WORD = (105, -23)
"""Where things lie in a tray, from its middle."""
ON_PLATE = (-128, 17)
"""Where its middle is on a plate that has no room beside it."""

PASS = "123"
"""The throw without a column."""
SOON = "soon"
"""The kind of what is to be seen only when the dice have come to rest."""


class Thrown(NamedTuple):
    """The latest throw, which still lies there."""

    seat: int
    throw: str
    """Its digits, or the seat that begins if it was thrown for that."""
    look: int
    just_now: bool = False
    in_vain: bool = False
    """Has it brought no cannibal to the board?"""

    @property
    def opening(self) -> bool:
        """Was it thrown for who begins?"""
        return len(self.throw) == 1

    @property
    def full_column(self) -> int:
        """The column that it meant, if it was full; else 0."""
        return sum(map(int, self.throw)) if self.in_vain and self.throw != PASS else 0


def latest_throw(view: Document, lately: Lately) -> Thrown | None:
    """What lies in the trays: the latest throw, for a turn or for who begins."""
    used = view["dice"] is not None or view["facts"]["over"]
    for back, step in enumerate(reversed(lately.steps)):
        verb, _, what = step.text.partition(" ")
        if verb in ("roll", "start"):
            just_now = back == 0 and lately.before is not None
            return Thrown(step.seat, what, step.look, just_now, verb == "roll" and not used)
        used = used or verb == "place"
    return Thrown(view["turn"], throw_text(view["dice"]), 0) if view["dice"] else None


@lru_cache(maxsize=256)
def middles(stage: Stage) -> tuple[Place, ...]:
    """The middle of the tray of each seat: beside its plate or, in a wide picture, on it."""
    return tuple(plate.corner.middle if plate.corner.width else plate.at(*ON_PLATE) for plate in stage.plates)


@lru_cache(maxsize=1024)
def cup(stage: Stage, seat: int, ready: bool, label: str) -> Part:
    """The cup, which goes from hand to hand."""
    return (Node("cup", PIECES, "cauldron", *_in_tray(stage, seat, CUP), "ready" * ready, "", label),)


def _in_tray(stage: Stage, seat: int, place: Place) -> Place:
    x, y = middles(stage)[seat]
    return x + place[0], y + place[1]


def empty_trays(stage: Stage) -> Part:
    """The trays themselves."""
    return tuple(Node(f"tray {seat}", LIT, "tray", x, y) for seat, (x, y) in enumerate(middles(stage)))


@lru_cache(maxsize=4096)
def dice(stage: Stage, thrown: Thrown | None, in_use: bool) -> Part:
    """The dice as they fell."""
    if thrown is None:
        return ()
    seat, throw, look, kind = thrown.seat, thrown.throw, thrown.look, "thrown" * thrown.just_now
    if thrown.opening:
        throws = enumerate(opening_throws(int(throw), look))
        lie = [(f"opening {by} {at + 1}", value, at, by) for by, values in throws for at, value in enumerate(values)]
        return tuple(_die(stage, *one, look, kind, f"mark {one[-1]}") for one in lie)
    fallen, kind = Random(look).sample(throw, len(throw)), (kind + " spent" * (not in_use)).strip()
    return tuple(
        _die(stage, f"die {at + 1}", int(value), at, seat, look, kind, "cup") for at, value in enumerate(fallen)
    )


def _die(stage: Stage, key: str, value: int, at: int, seat: int, look: int, kind: str, enter: str) -> Node:
    place = _in_tray(stage, seat, DICE[at])
    return lying(key, value, *place, look, faces=3, kind=kind, enter=enter, size=DIE, layer=PIECES)


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


def word(stage: Stage, seat: int, thrown: Thrown | None, view: Document, lately: Lately, say: Language) -> Part:
    """What the dice in the seat's tray mean, or what else is to be known of its turns."""
    own = thrown if thrown and (thrown.seat == seat or thrown.opening) else None
    being_read = own is not None and (own.just_now or own.opening or view["dice"] is not None)
    if misses_turn(seat, view, lately):
        return _word(stage, seat, say("misses a turn"), "", "status", say)
    if view["facts"]["last_one"][seat] and not being_read:
        return _word(stage, seat, say("Last one!"), "", "status", say)
    if own is None:
        return ()
    kind = SOON * own.just_now if being_read else "spent"
    if own.opening:
        return _opening_word(stage, seat, int(own.throw), own.look, kind, say)
    return _word(stage, seat, _meaning(own, say), own.throw, kind, say)


def misses_turn(seat: int, view: Document, lately: Lately) -> bool:
    """Has the seat just been passed over? That it will be is told to nobody."""
    return lately.before is not None and lately.before["skip"][seat] > view["skip"][seat]


def _meaning(thrown: Thrown, say: Language) -> str:
    column, triple = sum(map(int, thrown.throw)), len(set(thrown.throw)) == 1
    if thrown.throw == PASS:
        return say("1 2 3: pass")
    if thrown.in_vain:
        return say("full, again!") if triple else say("{column} is full", column=column)
    return say("{column}, again!", column=column) if triple else say("Column {column}", column=column)


def _opening_word(stage: Stage, seat: int, better: int, look: int, kind: str, say: Language) -> Part:
    values = opening_throws(better, look)[seat]
    text = say("{sum}: begins", sum=sum(values)) if seat == better else str(sum(values))
    return _word(stage, seat, text, throw_text(values), "better " * (seat == better) + kind, say)


@lru_cache(maxsize=4096)
def _word(stage: Stage, seat: int, text: str, throw: str, kind: str, say: Language) -> Part:
    label = say("Dice {dice}: {words}", dice=", ".join(throw), words=text) if throw else text
    kind = f"tray-word {kind}".strip()
    return (Node(f"word {seat}", TOP, "text", *_in_tray(stage, seat, WORD), kind, text, label),)
