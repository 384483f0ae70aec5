"""What lies on the table of Morfals: the board with the River and its columns that are rings, and trays with dice."""

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from random import Random
from typing import Any, NamedTuple

from tablee.games.dice.scene import lying
from tablee.games.dice.throws import opening_throws, throw_text
from tablee.games.document import Document
from tablee.games.morfals.rules import PASS
from tablee.games.morfals.words import ROW_NAMES, ROWS, is_in_river, seat_name
from tablee.games.scenery import Lately, Node
from tablee.games.ware.layouts import Stage
from tablee.games.ware.plates import Part, Place
from tablee.games.ware.squares import Squares, places
from tablee.language import Language

SIZE = (600, 622)
"""Of the board with its frame."""
FIRST, PITCH = (70, 99), (79, 74)
"""The middle of its first square, and from one square to the next."""
ECHOES = {"g": 46, "a": 596}
"""The rows that are seen again beyond the edges: the last above the first, and the first below the last."""
GROUND, LIT, SQUARES, WORDS, PIECES, TOP = range(6)
"""The layers, from below."""


class Look(NamedTuple):
    """What is to be seen on a square."""

    seat: int | None  # whose cannibal stands there
    light: str = ""  # how the column of the dice is lit: "lit", or "lit soon" while they still tumble
    foe: bool = False  # may it be pointed at as trapped? All enemies may, for nothing must tell which of them are
    cheers: bool = False
    enter: str = ""  # the node from which it has just come


def board_parts(
    stage: Stage, view: Document, actions: Sequence[str], thrown: "Thrown | None", lately: Lately, say: Language
) -> list[Part]:
    """The column of the dice, the latest cannibal, all squares, and those that are seen again beyond the edge."""
    squares, echoes = _squares(stage, say)
    soon = SOON * (thrown is not None and thrown.just_now)
    looks = _looks(view, actions, f"lit {soon}".strip(), lately)
    placed = next((step.text[-2:] for step in reversed(lately.steps) if step.text.startswith("place")), "")
    latest = (Node("latest", WORDS, "latest", *squares.places[placed]),) if placed in view["board"] else ()
    # That the column is full is said only once, as long as the dice are being read.
    full = thrown.full_column if thrown and soon else 0
    column = view["facts"]["column"] or full
    lit = _column(stage, column, bool(full), soon, say) if column else ()
    return [lit, latest, *squares.parts(looks), *echoes.parts(looks)]


def _looks(view: Document, actions: Sequence[str], light: str, lately: Lately) -> Mapping[str, Look]:
    """Of all squares on which there is anything to see."""
    foes = {action[-2:] for action in actions if action.startswith("eat")}
    arrived = {}
    if lately.before and lately.steps[-1].text.startswith("place"):
        seat = lately.steps[-1].seat
        arrived[lately.steps[-1].text[-2:]] = f"hand {seat} {lately.before['hands'][seat]}"
    looks = {f"{view['facts']['column']}{row}": Look(None, light) for row in ROW_NAMES}
    for name, seat in view["board"].items():
        lit = light if name in looks else ""
        looks[name] = Look(seat, lit, name in foes, seat in view["facts"]["winners"], arrived.get(name, ""))
    return looks


@lru_cache(maxsize=256)
def _squares(stage: Stage, say: Language) -> tuple[Squares, Squares]:
    """The squares, and those beyond the edges."""
    middles = places(ROWS, (FIRST[0], stage.board.y + FIRST[1]), PITCH)
    beyond = {
        name: (middles[name][0], stage.board.y + ECHOES[row]) for row in ECHOES for name in middles if row in name
    }
    return Squares(middles, partial(_square, say=say)), Squares(beyond, _echo)


def _square(name: str, look: Look | None, place: Place, *, say: Language) -> Part:
    seat, light, foe, cheers, enter = look or Look(None)
    shape, kind = "water" if is_in_river(name) else "square", f"reachable {light}".rstrip()
    river, tribe = [say("River")] * is_in_river(name), say("free") if seat is None else seat_name(seat, say)
    square = Node(f"square {name}", SQUARES, shape, *place, kind, "", ", ".join([name, *river, tribe]))
    if seat is None:
        return (square,)
    label = say("Eat the {tribe} on {square}", tribe=tribe, square=name) if foe else ""
    kind = f"seat-{seat}" + " cheer" * cheers
    return square, Node(f"cannibal {name}", PIECES, f"cannibal-{seat}", *place, kind, label=label, enter=enter)


def _echo(name: str, look: Look | None, place: Place) -> Part:
    seat, light, *_ = look or Look(None)
    shape, kind = ("echo", "") if seat is None else (f"ghost-{seat}", f"seat-{seat}")
    kind += f" {light}".rstrip() + " wet" * is_in_river(name)
    return (Node(f"echo {name[0]} {name[1]}", SQUARES, shape, *place, kind.strip()),)


@lru_cache(maxsize=256)
def _column(stage: Stage, column: int, full: bool, kind: str, say: Language) -> Part:
    """The column that the dice allow, with a hint that it is a ring; or the one that was thrown in vain."""
    x, top = _squares(stage, say)[0].places[f"{column}a"]
    label = say("Column {column} is full", column=column) if full else say("Column {column}", column=column)
    frame = f"full {kind}" if full else kind + " wet" * is_in_river(str(column))
    node = Node(f"column {column}", LIT, "column", x, top, frame.strip(), str(column), label)
    if full:
        return (node,)
    words = say("The column is a ring: above row a comes row g again, and below row g comes row a.")
    above, below = (stage.board.y + ECHOES[row] for row in "ga")
    ring = f"explained {kind}".strip()
    return (
        node,
        Node("ring top", WORDS, "ring", x, above, ring, "", words),
        Node("ring bottom", WORDS, "ring", x, below, ring, "", words, turn=180),
    )


# ---- trays -------------------------------------------------------------------------------------------------

DIE = 0.72
"""The size of a die in a tray."""
CUP = (-77, 5)
DICE = ((-18, 12), (33, 14), (84, 12))
WORD = (105, -23)
"""Where things lie in a tray, from its middle."""
ON_PLATE = (-128, 17)
"""Where its middle is on a plate that has no room beside it."""

PASSES = throw_text(PASS)
SOON = "soon"
"""The kind of what is to be seen only when the dice have come to rest."""


class Thrown(NamedTuple):
    """The latest throw, which still lies there."""

    seat: int
    throw: str  # its digits, or the seat that begins if it was thrown for that
    look: int
    just_now: bool = False
    in_vain: bool = False  # has it brought no cannibal to the board?

    @property
    def opening(self) -> bool:
        """Was it thrown for who begins?"""
        return len(self.throw) == 1

    @property
    def full_column(self) -> int:
        """The column that it meant, if it was full; else 0."""
        return sum(map(int, self.throw)) if self.in_vain and self.throw != PASSES else 0

    @property
    def values(self) -> Mapping[int, Sequence[int]]:
        """What lies there, by seat: in the order in which they fell."""
        if self.opening:
            return dict(enumerate(opening_throws(int(self.throw), (False, False), self.look, 3, 3)))
        return {self.seat: Random(self.look).sample([int(value) for value in self.throw], len(self.throw))}


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


def in_tray(stage: Stage, seat: int, place: Place) -> Place:
    """A place in the tray of a seat, counted from its middle."""
    x, y = middles(stage)[seat]
    return x + place[0], y + place[1]


def cup(stage: Stage, view: Document, actions: Sequence[str], say: Language) -> Part:
    """The cup goes from hand to hand: dice are thrown from it, and with it the turn is passed on."""
    holder, ready = stage.own.seat if view["turn"] is None else view["turn"], "ready" * (view["phase"] == "roll")
    label = say("Throw the dice") if "throw" in actions else say("Pass the dice") if "silent" in actions else ""
    return (Node("cup", PIECES, "cauldron", *in_tray(stage, holder, CUP), ready, "", label),)


@lru_cache(maxsize=4096)
def dice(stage: Stage, thrown: Thrown | None, in_use: bool) -> Part:
    """The dice as they fell."""
    if thrown is None:
        return ()
    kind = "thrown" * thrown.just_now + " spent" * (not in_use and not thrown.opening)
    how: dict[str, Any] = {"faces": 3, "kind": kind.strip(), "size": DIE, "layer": PIECES}
    nodes = []
    for seat, values in thrown.values.items():
        name, enter = (f"opening {seat}", f"mark {seat}") if thrown.opening else ("die", "cup")
        for at, value in enumerate(values):
            place = in_tray(stage, seat, DICE[at])
            nodes.append(lying(f"{name} {at + 1}", value, *place, thrown.look, enter=enter, **how))
    return tuple(nodes)


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
    text, throw, kind = _meaning(own, seat, say)
    return _word(stage, seat, text, throw, kind + (SOON * own.just_now if being_read else "spent"), say)


def misses_turn(seat: int, view: Document, lately: Lately) -> bool:
    """Has the seat just been passed over? That it will be is told to nobody."""
    return lately.before is not None and lately.before["skip"][seat] > view["skip"][seat]


def _meaning(thrown: Thrown, seat: int, say: Language) -> tuple[str, str, str]:
    """What a throw means to a seat, the throw, and how this is written."""
    throw = thrown.throw
    if thrown.opening:
        values = thrown.values[seat]
        begins, total = seat == int(throw), sum(values)
        return say("{sum}: begins", sum=total) if begins else str(total), throw_text(values), "better " * begins
    column, triple = sum(map(int, throw)), len(set(throw)) == 1
    if throw == PASSES:
        return say("1 2 3: pass"), throw, ""
    if thrown.in_vain:
        return say("full, again!") if triple else say("{column} is full", column=column), throw, ""
    return say("{column}, again!", column=column) if triple else say("Column {column}", column=column), throw, ""


@lru_cache(maxsize=4096)
def _word(stage: Stage, seat: int, text: str, throw: str, kind: str, say: Language) -> Part:
    label = say("Dice {dice}: {words}", dice=", ".join(throw), words=text) if throw else text
    kind = f"tray-word {kind}".strip()
    return (Node(f"word {seat}", TOP, "text", *in_tray(stage, seat, WORD), kind, text, label),)
