"""What a scene is made of, and how it becomes an SVG text.

A game's `scene.py` turns a view into nodes. A node is a shape (a `<symbol>` of the game's `scene.svg`) at a place, with
a key by which it is known from one scene to the next. The browser, the notebook, the rulebook's figures and the tests
all draw these same nodes; looks come from CSS classes alone. Keys and kinds are a game's own, but for the few below.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape
from pathlib import Path

import msgspec

from tablee.games.document import Document

PLACE_KEYS = ("square", "hex")
"""First words of keys of places: what follows is the name of the place, and places with the same are told together."""
PLATE_KEY = "plate"
"""The first word of the key of what says how a seat stands, in its label: `plate 2`. Whoever listens hears it first."""
POINTS_KEYS = ("points", "score", PLATE_KEY)
"""First words of the keys of nodes to which a seat's points fly when they are counted: the first that there is."""
SEAT_KIND = "seat-"
"""A kind of a node that belongs to a seat, `seat-2`: colours go by it, and shapes of a seat's own end in its number."""
THROWN, PREVIEW = "thrown", "preview"
"""Kinds of dice that fall just now, and of what is only foreseen: neither is marked as having come."""

UPRIGHT, WIDE = "upright", "wide"
"""The shapes of a picture: every game has an upright one; `SHAPES` of its `scene.py` says if there is a wide one."""
HOUSE_STYLE = Path(__file__).parent.parent / "web" / "static" / "house" / "colours.css"
"""The colours of the house as CSS variables: the one place where they are said."""


class Node(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One thing in the picture.

    `key` names it from scene to scene; a node that is new flies in from the node named `enter`. Layers are painted from
    0 upwards. `label` is what a screen reader says.
    """

    key: str
    layer: int
    shape: str
    x: float
    y: float
    kind: str = ""
    text: str = ""
    label: str = ""
    size: float = 1.0
    turn: float = 0.0
    enter: str = ""


class Happened(msgspec.Struct, frozen=True, gc=False):
    """A step that everybody at the table saw, as the seat that looks may know it."""

    seat: int
    """Who did it, or whose turn it was."""
    text: str
    look: int
    """A number, the same on every screen, for what is nothing but looks: how dice lie, what an opening throw shows."""


class Lately(msgspec.Struct, frozen=True):
    """What led to a view, for a picture that shows more than that: dice that still lie there, who was just eaten."""

    before: Document | None = None
    """The view before the latest step. None if there is nothing to compare with: then nothing moves."""
    steps: Sequence[Happened] = ()
    """The latest steps, the latest last: at most `LOOK_BACK` of them, which a game's `scene.py` may set."""


NOTHING = Lately()


class Button(msgspec.Struct, frozen=True):
    """Something to do that is not a thing in the picture. `kind` is a CSS class: "main" for what is to be done."""

    text: str
    action: str
    kind: str = ""
    hint: str = ""


class Row(msgspec.Struct, frozen=True):
    """Buttons that belong together, with a word before them."""

    buttons: Sequence[Button]
    words: str = ""


class Scene(msgspec.Struct, frozen=True):
    """A picture of a view: its nodes in painting order, and what may be done by pointing at which of them.

    Nodes come in parts. A part that is the very same object as in the scene before has not changed, and is not looked
    at again: that is what keeps a scene cheap to send. A game may as well put all its nodes into one part.

    An offered text may name several actions, separated by "; ", that are played one after the other or not at all; in
    it, "{picks}" stands for the texts of the nodes that are picked, or "-" if none is.
    """

    width: int
    height: int
    parts: Sequence[Sequence[Node]]
    offers: Mapping[str, Sequence[str]] = {}
    hold: int = 0
    """Milliseconds for which this scene must stay before the next one may follow: something is shown only now."""
    bar: Sequence[Row] = ()
    """Buttons under the picture."""
    picks: Mapping[str, str] = {}
    """The nodes that can be picked, like dice to keep, and the text each one brings."""
    throw: str = ""
    """The action that throws dice if there is nothing else to decide: who likes has it played by itself."""
    spoken: Mapping[str, str] = {}
    """Offered actions in words, where one node offers several and the page asks which is meant."""
    depicted: Mapping[str, Sequence[str]] = {}
    """The shapes that stand for such actions beside the words."""
    window: int = 0
    """Nodes of layers below this number lie in a window that can be zoomed and moved; the others stay in place."""
    window_at: tuple[float, float, float, float] = (0, 0, 0, 0)
    """Where that window is: x, y, width and height."""
    free: tuple[float, float, float, float] | None = None
    """A box of a wide picture in which the page lays its own words: x, y, width, height."""

    @property
    def nodes(self) -> list[Node]:
        """All nodes."""
        return [node for part in self.parts for node in part]


def moved(part: Sequence[Node], down: float) -> Sequence[Node]:
    """The same nodes further down; equal parts give the very same one, so that it is not taken for changed."""
    return _moved(tuple(part), down) if down else part


@lru_cache(maxsize=8192)
def _moved(part: tuple[Node, ...], down: float) -> tuple[Node, ...]:
    return tuple([msgspec.structs.replace(node, y=node.y + down) for node in part])


def fitting(text: str, room: float) -> str:
    """A text of 24 units' height, cut where it would run out of its room; the typeface is taken for a rather wide one.

    >>> fitting("Maximilienne", 120)
    'Maximilie…'
    """
    kept, used = "", 0.0
    for letter in text:
        used += _letter_width(letter)
        if used > room:
            return kept.rstrip() + "…"
        kept += letter
    return kept


def _letter_width(letter: str) -> int:
    if letter in "iljft.,' ":
        return 8
    if letter in "MWmw@%&<>=+~#" or ord(letter) > 0x2E7F:
        return 23
    return 17 if letter.isupper() else 14


def to_svg(scene: Scene, shapes: str, style: str) -> str:
    """The scene as one self-contained SVG text, with the shapes and styles of its game."""
    return to_figure(scene, f"<style><![CDATA[{HOUSE_STYLE.read_text('utf8')}{style}]]></style>{shapes}")


def to_figure(scene: Scene, before: str = "") -> str:
    """The scene as an SVG text for a page that has its shapes and styles already."""
    body = nodes_svg(sorted(scene.nodes, key=lambda node: node.layer))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="scene" viewBox="0 0 {scene.width} {scene.height}" '
        f'width="{scene.width}" height="{scene.height}">{before}{body}</svg>'
    )


def nodes_svg(nodes: Sequence[Node]) -> str:
    """Nodes as they stand in the text of an SVG, in their order."""
    return "".join(map(_node_svg, nodes))


def _node_svg(node: Node) -> str:
    place = f"translate({node.x:g} {node.y:g})"
    if node.turn:
        place += f" rotate({node.turn:g})"
    if node.size != 1:
        place += f" scale({node.size:g})"
    classes = f"node {node.shape} {node.kind}".strip()
    inside = f'<use href="#{node.shape}"/>' if node.shape != "text" else ""
    if node.text:
        inside += f"<text>{escape(node.text)}</text>"
    title = f"<title>{escape(node.label)}</title>" if node.label else ""
    return f'<g class="{classes}" transform="{place}">{title}{inside}</g>'
