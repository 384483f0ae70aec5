"""Player panels: mark, name and hand of each seat, whose turn it is, and who has given up."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from tablee.games.language import Language
from tablee.games.scenery import Node, whole_name

Place = tuple[float, float]
Part = tuple[Node, ...]

NAME = 20  # the distance from the middle of the mark to the name
FACE = 34  # how far a page moves the name for a face


class Box(NamedTuple):
    """A rectangle of the picture."""

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
    """The form of a panel. Places on it are counted from its left edge and its vertical middle."""

    width: int
    height: int
    head: int = 0  # the distance of the name below the middle; negative if a second row lies below the name
    room: int = 186  # the width for the name
    things: Place = (262, 0)  # the place of the first piece in hand, or of "has left"
    kind: str = ""  # a CSS class of its texts, if they must be smaller
    mark: int = 24  # the middle of the seat's mark
    clock: Place | None = None  # where a page may end the text of a clock
    face: bool = False  # may a page move the name to put a face before it?

    @property
    def shape(self) -> str:
        """The name of its symbol."""
        return f"panel-{self.width}-{self.height}" + f"-{-self.head}" * (self.head != 0)


def two_rows(width: int, height: int = 92) -> Form:
    """A panel with the name above what is in hand."""
    return Form(width, height, -height // 4, width - 84, (24, height // 5))


WHOLE = Form(600, 60)  # as wide as an upright picture, with the hand beside the name
HALF, THIRD, BESIDE = two_rows(296), two_rows(196), two_rows(372)
"""Two or three in a row, and one beside the board of a wide picture."""
USUAL = (WHOLE, HALF, THIRD, BESIDE)  # the usual `PANELS` of a game


@dataclass(frozen=True, eq=False)
class PlayerPanel:
    """The panel of a seat, placed by its middle. It is compared by identity, which makes it a fast cache key."""

    seat: int
    x: float
    y: float
    form: Form
    own: bool = False  # is it the panel at the bottom, of the seat that looks?
    corner: Box = NO_ROOM  # the free rest of its row, on the right
    layers: tuple[int, int] = (0, 1)  # the layers of the panel itself and of what is on it

    @cached_property
    def shape(self) -> str:
        """The name of its symbol."""
        return self.form.shape

    @property
    def left(self) -> float:
        """The left edge."""
        return self.x - self.form.width / 2

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.form.width / 2

    def at(self, right: float, down: float) -> Place:
        """A place on it, from its left edge (from the right one if negative) and its vertical middle."""
        return (self.right if right < 0 else self.left) + right, self.y + down


@lru_cache(maxsize=1024)
def colour_name(seat: int, say: Language) -> str:
    """The name of a seat's colour, in a game that uses the standard colours."""
    return (say("green"), say("yellow"), say("black"), say("violet"))[say.colour(seat)]


# ---- what is on it -----------------------------------------------------------------------------------------


@lru_cache(maxsize=16384)
def panel_part(
    panel: PlayerPanel,
    name: str,
    told: tuple[str, ...],
    say: Language,
    *,
    at_turn: bool = False,
    left: bool = False,
    kind: str = "",
    room: int | None = None,
) -> Part:
    """The panel with mark and name, and "has left". `told` is what a screen reader says after the name.

    `room` is the width for the name, if something else needs the usual room now.
    """
    base = base_node(panel, name, told, say, at_turn=at_turn, left=left, kind=kind)
    return base, *name_nodes(panel, name, room), *([gone_node(panel, say)] if left else ())


def base_node(
    panel: PlayerPanel,
    name: str,
    told: Iterable[str],
    say: Language,
    *,
    at_turn: bool = False,
    left: bool = False,
    kind: str = "",
) -> Node:
    """The panel itself."""
    words = [name, *told]
    if at_turn or left:
        words.append(say("has left") if left else say("to play"))
    kinds = f"seat-{panel.seat}" + f" {kind}" * bool(kind) + " turn" * at_turn + " left" * left
    shape, layer = panel.shape, panel.layers[0]
    return Node(f"panel {panel.seat}", layer, shape, panel.x, panel.y, kinds, "", ", ".join(words))


@lru_cache(maxsize=8192)
def name_nodes(panel: PlayerPanel, name: str, room: int | None = None) -> tuple[Node, Node]:
    """The seat's mark and the name beside it."""
    form, layer, seat = panel.form, panel.layers[1], panel.seat
    x, y = panel.at(form.mark, form.head)
    wide = form.room if room is None else room
    text, smaller = whole_name(name, wide - FACE * form.face)
    if form.face and "tiny" in smaller:  # rather a name that can be read than a face
        text, smaller = whole_name(name, wide)
        smaller = f"{smaller} faceless"
    kind = " ".join(filter(None, ("name", form.kind, smaller)))
    return (
        Node(f"mark {seat}", layer, f"mark-{seat}", x, y, f"seat-{seat}"),
        Node(f"name {seat}", layer, "text", x + NAME, y, kind, text),
    )


def gone_node(panel: PlayerPanel, say: Language) -> Node:
    """The text "has left", in place of the hand."""
    place, kind = panel.at(*panel.form.things), f"gone-word {panel.form.kind}".rstrip()
    return Node(f"left {panel.seat}", panel.layers[1], "text", *place, kind, say("has left"))


def points_node(panel: PlayerPanel, text: str, label: str = "") -> Node:
    """The seat's points, at the right end of the row of its name; points that are counted fly there."""
    place = panel.at(-14, panel.form.head)
    return Node(
        f"points {panel.seat}", panel.layers[1], "text", *place, f"points {panel.form.kind}".rstrip(), text, label
    )


# ---- hands -------------------------------------------------------------------------------------------------


class HandRows(NamedTuple):
    """The arrangement of pieces in hand."""

    pitch: float = 30  # the distance from one to the next
    size: float = 0.58
    a_row: int = 99  # the number of pieces in a row
    down: float = 40  # the distance from one row to the next
    layer: int | None = None  # default: the layer of the texts on the panel


ONE_ROW = HandRows()


@lru_cache(maxsize=8192)
def hand(panel: PlayerPanel, shape: str, count: int, rows: HandRows = ONE_ROW, kind: str = "") -> Part:
    """The pieces of one shape in hand."""
    return tuple([hand_piece(panel, shape, at, rows, kind) for at in range(count)])


def hand_piece(
    panel: PlayerPanel,
    shape: str,
    at: int,
    rows: HandRows = ONE_ROW,
    kind: str = "",
    enter: str = "",
    owner: tuple[int, int] | None = None,
) -> Node:
    """The piece at place `at` in hand, counted from 0. Its key is `hand SEAT NUMBER`, counted from 1.

    `owner` is the seat and number of the piece, if it is another seat's.
    """
    seat, number = owner or (panel.seat, at + 1)
    down, right = divmod(at, rows.a_row)
    x, y = panel.form.things
    place = panel.at(x + right * rows.pitch, y + down * rows.down)
    layer = panel.layers[1] if rows.layer is None else rows.layer
    kinds = f"seat-{seat} in-hand {kind}".rstrip()
    return Node(f"hand {seat} {number}", layer, shape, *place, kinds, size=rows.size, enter=enter)


# ---- symbols -----------------------------------------------------------------------------------------------


MARKS = (
    '<circle class="mark" r="11"/>',
    '<path class="mark" d="M0-12L13 10H-13Z"/>',
    '<rect class="mark" x="-10.5" y="-10.5" width="21" height="21"/>',
    '<path class="mark" d="M0-13L12 0L0 13L-12 0Z"/>',
)
"""The marks of the seats, which tell them apart without colours, for games that draw none."""
HIGH = 80  # panels of this height and more have rounder corners and a larger sign at turn


def panel_shapes(forms: Iterable[Form], drawn: str) -> str:
    """The symbols of panels, and of marks that the game has not drawn itself."""
    by_shape = {form.shape: form for form in forms}
    if not by_shape:
        return ""
    marks = [(f"mark-{seat}", mark) for seat, mark in enumerate(MARKS)]
    symbols = [(name, _panel(form)) for name, form in by_shape.items()]
    symbols += [(name, mark) for name, mark in marks if f'id="{name}"' not in drawn]
    return f"<defs>{''.join(_symbol(name, inside) for name, inside in symbols)}</defs>\n"


def _symbol(name: str, inside: str) -> str:
    return f'<symbol id="{name}" overflow="visible">{inside}</symbol>'


def _panel(form: Form) -> str:
    """A sheet with its shadow, and a sign at its left edge that shows at the seat's turn."""
    left, top = -form.width / 2, -form.height / 2
    corner, side = (14, 12) if form.height >= HIGH else (12, 10)
    shadow = _rect("shadow", left + 4, top + 5, form.width - 5, form.height - 2, corner)
    sheet = _rect("panel", left + 1.5, top + 1.5, form.width - 3, form.height - 3, corner)
    sign = f"M{left:g} {form.head - corner}l{side} {corner}l-{side} {corner}Z"
    return f'{shadow}{sheet}<path class="turn-mark" d="{sign}"/>{_places(form)}'


def _places(form: Form) -> str:
    """Invisible points that tell a page where it may put what no rule knows of: a clock, a face."""
    places = []
    if form.clock:
        x = (form.width / 2 if form.clock[0] < 0 else -form.width / 2) + form.clock[0]
        places.append(("clock-at", x, form.clock[1]))
    if form.face:
        places.append(("face-at", form.mark + NAME - form.width / 2, form.head))
    return "".join(f'<circle class="{kind}" cx="{x:g}" cy="{y:g}" r="0"/>' for kind, x, y in places)


def _rect(kind: str, x: float, y: float, width: float, height: float, corner: int) -> str:
    return f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{corner}"/>'
