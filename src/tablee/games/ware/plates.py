"""Plates: who sits where, with mark, name and hand, whose turn it is, and who has given up."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from tablee.games.scenery import Node, fitting
from tablee.language import Language

Place = tuple[float, float]
Part = tuple[Node, ...]

NAME = 20
"""From the middle of the mark to the name."""


class Box(NamedTuple):
    """A part of the picture."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> Place:
        """Its middle."""
        return self.x + self.width / 2, self.y + self.height / 2


NO_ROOM = Box(0, 0, 0, 0)


class Form(NamedTuple):
    """What a plate looks like, and where things lie on it: counted from its left edge and its middle."""

    width: int
    height: int
    head: int = 0
    """How far below the middle the name stands; with a second row of things below it, that is above: negative."""
    room: int = 186
    """How much room the name has."""
    things: Place = (262, 0)
    """Where the first thing lies that the seat has in hand, or it is told that it has given up."""
    kind: str = ""
    """A CSS class of the words on it, for those that must be smaller."""
    mark: int = 24
    """Where the middle of the seat's mark is."""

    @property
    def shape(self) -> str:
        """The name of its shape."""
        return f"plate-{self.width}-{self.height}" + f"-{-self.head}" * (self.head != 0)


def two_rows(width: int, height: int = 92) -> Form:
    """A plate with the name above what is in hand."""
    return Form(width, height, -height // 4, width - 84, (24, height // 5))


WHOLE = Form(600, 60)
"""As wide as an upright picture: things lie beside the name."""
HALF, THIRD, BESIDE = two_rows(296), two_rows(196), two_rows(372)
"""Two or three of which fit into a row, and one beside the board of a wide picture."""
USUAL = (WHOLE, HALF, THIRD, BESIDE)
"""What a game says that is content with these."""


@dataclass(frozen=True, eq=False)
class Plate:
    """The plate of a seat, by its middle. Compared by identity, so that it is a quick key of caches."""

    seat: int
    x: float
    y: float
    form: Form
    own: bool = False
    """Is it the one at the bottom, of whoever looks?"""
    corner: Box = NO_ROOM
    """What is left of its row to the right of it."""
    layers: tuple[int, int] = (0, 1)
    """Those of the plate itself and of what is written on it."""

    @property
    def left(self) -> float:
        """The left edge."""
        return self.x - self.form.width / 2

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.form.width / 2

    def at(self, right: float, down: float) -> Place:
        """A place on it, counted as `Form` does: from its left edge, or from the right one if negative."""
        return (self.right if right < 0 else self.left) + right, self.y + down


@lru_cache(maxsize=1024)
def colour_name(seat: int, say: Language) -> str:
    """The colour of a seat, in a game whose pieces have those of the house."""
    return (say("green"), say("yellow"), say("black"), say("violet"))[say.colour(seat)]


# ---- what is on it -----------------------------------------------------------------------------------------


@lru_cache(maxsize=16384)
def plate_part(
    plate: Plate,
    name: str,
    told: tuple[str, ...],
    say: Language,
    *,
    at_turn: bool = False,
    left: bool = False,
    kind: str = "",
    room: int | None = None,
) -> Part:
    """The plate with mark and name, and that its seat has given up if so. `told` is what a screen reader says besides.

    `room` is for the name, where something stands in its way just now.
    """
    base = base_node(plate, name, told, say, at_turn=at_turn, left=left, kind=kind)
    return base, *name_nodes(plate, name, room), *([gone_node(plate, say)] if left else ())


def base_node(
    plate: Plate,
    name: str,
    told: Iterable[str],
    say: Language,
    *,
    at_turn: bool = False,
    left: bool = False,
    kind: str = "",
) -> Node:
    """The plate itself."""
    words = [name, *told]
    if at_turn or left:
        words.append(say("has given up") if left else say("to play"))
    kinds = f"seat-{plate.seat}" + f" {kind}" * bool(kind) + " turn" * at_turn + " left" * left
    shape, layer = plate.form.shape, plate.layers[0]
    return Node(f"plate {plate.seat}", layer, shape, plate.x, plate.y, kinds, "", ", ".join(words))


@lru_cache(maxsize=8192)
def name_nodes(plate: Plate, name: str, room: int | None = None) -> tuple[Node, Node]:
    """The seat's mark and the name beside it."""
    form, layer, seat = plate.form, plate.layers[1], plate.seat
    x, y = plate.at(form.mark, form.head)
    kind, text = f"name {form.kind}".rstrip(), fitting(name, form.room if room is None else room)
    return (
        Node(f"mark {seat}", layer, f"mark-{seat}", x, y, f"seat-{seat}"),
        Node(f"name {seat}", layer, "text", x + NAME, y, kind, text),
    )


def gone_node(plate: Plate, say: Language) -> Node:
    """That the seat has given up, where its things lay."""
    place, kind = plate.at(*plate.form.things), f"gone-word {plate.form.kind}".rstrip()
    return Node(f"left {plate.seat}", plate.layers[1], "text", *place, kind, say("has given up"))


def points_node(plate: Plate, text: str, label: str = "") -> Node:
    """What the seat has won, at the right end of the line with its name; points that are counted fly there."""
    place = plate.at(-14, plate.form.head)
    return Node(
        f"points {plate.seat}", plate.layers[1], "text", *place, f"points {plate.form.kind}".rstrip(), text, label
    )


# ---- hands -------------------------------------------------------------------------------------------------


class Rows(NamedTuple):
    """How pieces in hand lie."""

    pitch: float = 30
    """From one to the next."""
    size: float = 0.58
    a_row: int = 99
    """How many lie in a row."""
    down: float = 40
    """From one row to the next."""
    layer: int | None = None
    """That of what is written on the plate, if none is said."""


ONE_ROW = Rows()


@lru_cache(maxsize=8192)
def hand(plate: Plate, shape: str, count: int, rows: Rows = ONE_ROW, kind: str = "") -> Part:
    """So many pieces of one shape."""
    return tuple([hand_piece(plate, shape, at, rows, kind) for at in range(count)])


def hand_piece(
    plate: Plate,
    shape: str,
    at: int,
    rows: Rows = ONE_ROW,
    kind: str = "",
    enter: str = "",
    owner: tuple[int, int] | None = None,
) -> Node:
    """The piece at one of the places in hand, counted from 0; it is known as `hand SEAT NUMBER`, counted from 1.

    `owner` is whose piece it is and which, if somebody else's lies there.
    """
    seat, number = owner or (plate.seat, at + 1)
    down, right = divmod(at, rows.a_row)
    x, y = plate.form.things
    place = plate.at(x + right * rows.pitch, y + down * rows.down)
    layer = plate.layers[1] if rows.layer is None else rows.layer
    kinds = f"seat-{seat} in-hand {kind}".rstrip()
    return Node(f"hand {seat} {number}", layer, shape, *place, kinds, size=rows.size, enter=enter)
