"""The board of Morfals: the squares and who stands on them, the River, and the columns that are rings."""

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from tablee.games.document import Document
from tablee.games.morfals.words import seat_name
from tablee.games.morfals.writing import COLUMN_NAMES, ROW_NAMES, is_in_river
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

    seat: int | None
    """Whose cannibal stands there."""
    light: str = ""
    """How the column of the dice is lit: "lit", or "lit soon" while they still tumble."""
    foe: bool = False
    """May it be pointed at as trapped? All enemies may, for nothing must tell which of them are."""
    cheers: bool = False
    enter: str = ""
    """The node from which it has just come."""


def board_parts(
    stage: Stage, view: Document, actions: Sequence[str], light: str, lately: Lately, say: Language
) -> list[Part]:
    """A ring around the latest cannibal, and a part for each square and for each that is seen again beyond the edge."""
    squares, echoes = _squares(stage, say)
    looks = _looks(view, actions, light, lately)
    placed = next((step.text[-2:] for step in reversed(lately.steps) if step.text.startswith("place")), "")
    latest = _latest(*squares.places[placed]) if placed in view["board"] else ()
    return [latest, *squares.parts(looks), *echoes.parts(looks)]


def _looks(view: Document, actions: Sequence[str], light: str, lately: Lately) -> Mapping[str, Look]:
    """Of all squares on which there is anything to see."""
    foes = {action[-2:] for action in actions if action.startswith("eat")}
    placed = lately.before is not None and lately.steps[-1].text.startswith("place")
    looks = {f"{view['facts']['column']}{row}": Look(None, light) for row in ROW_NAMES}
    for name, seat in view["board"].items():
        enter = _from_hand(lately) if placed and lately.steps[-1].text.endswith(name) else ""
        lit = light if name in looks else ""
        looks[name] = Look(seat, lit, name in foes, seat in view["facts"]["winners"], enter)
    return looks


def _from_hand(lately: Lately) -> str:
    """The last of the cannibals that were in hand: it was placed just now."""
    assert lately.before is not None
    seat = lately.steps[-1].seat
    return f"hand {seat} {lately.before['hands'][seat]}"


@lru_cache(maxsize=256)
def _squares(stage: Stage, say: Language) -> tuple[Squares, Squares]:
    """The squares, and those beyond the edges."""
    rows = [[column + row for column in COLUMN_NAMES] for row in ROW_NAMES]
    middles = places(rows, (FIRST[0], stage.board.y + FIRST[1]), PITCH)
    beyond = {
        name: (middles[name][0], stage.board.y + ECHOES[row]) for row in ECHOES for name in middles if row in name
    }
    return Squares(middles, partial(_square, say=say)), Squares(beyond, _echo)


def _square(name: str, look: Look | None, place: Place, *, say: Language) -> Part:
    seat, light, foe, cheers, enter = look or Look(None)
    shape, kind = "water" if is_in_river(name) else "square", f"reachable {light}".rstrip()
    square = Node(f"square {name}", SQUARES, shape, *place, kind, "", _label(name, seat, say))
    if seat is None:
        return (square,)
    label = say("Eat the {tribe} on {square}", tribe=seat_name(seat, say), square=name) if foe else ""
    kind = f"seat-{seat}" + " cheer" * cheers
    return square, Node(f"cannibal {name}", PIECES, f"cannibal-{seat}", *place, kind, label=label, enter=enter)


def _label(name: str, seat: int | None, say: Language) -> str:
    if seat is None:
        return say("{square}, River, free", square=name) if is_in_river(name) else say("{square}, free", square=name)
    tribe = seat_name(seat, say)
    if is_in_river(name):
        return say("{square}, River, {tribe}", square=name, tribe=tribe)
    return say("{square}, {tribe}", square=name, tribe=tribe)


def _echo(name: str, look: Look | None, place: Place) -> Part:
    seat, light, *_ = look or Look(None)
    shape, kind = ("echo", "") if seat is None else (f"ghost-{seat}", f"seat-{seat}")
    kind += f" {light}".rstrip() + " wet" * is_in_river(name)
    return (Node(f"echo {name[0]} {name[1]}", SQUARES, shape, *place, kind.strip()),)


@lru_cache(maxsize=256)
def _latest(x: float, y: float) -> Part:
    return (Node("latest", WORDS, "latest", x, y),)


@lru_cache(maxsize=256)
def column_part(stage: Stage, column: int, full: bool, kind: str, say: Language) -> Part:
    """The column that the dice allow, with a hint that it is a ring; or the one that was thrown in vain."""
    x, top = _squares(stage, say)[0].places[f"{column}a"]
    if full:
        label = say("Column {column} is full", column=column)
        return (Node(f"column {column}", LIT, "column", x, top, f"full {kind}".strip(), str(column), label),)
    label, frame = say("Column {column}", column=column), kind + " wet" * is_in_river(str(column))
    ring = say("The column is a ring: above row a comes row g again, and below row g comes row a.")
    above, below = (stage.board.y + ECHOES[row] for row in "ga")
    return (
        Node(f"column {column}", LIT, "column", x, top, frame.strip(), str(column), label),
        Node("ring top", WORDS, "ring", x, above, f"explained {kind}".strip(), "", ring),
        Node("ring bottom", WORDS, "ring", x, below, f"explained {kind}".strip(), "", ring, turn=180),
    )
