"""The figures of a rulebook: a position as its game draws it, cut to what matters, with marks that point things out.

A fenced block of kind `scene` holds a state, and after it a line for each thing to be said about its picture. Nodes go
by their keys, several of them separated by semicolons:

    show square b3; square d5      a picture cut to these nodes; several such lines are as many pictures, side by side
    ring square c4; square d4      a ring around each
    number square b4; square c5    1, 2, 3 … on them
    note 3: square b4              some other number, or a few letters
    tick square b4                 a tick: yes
    cross square b5                a cross: no
    name square b4; square b5      what the square is called, where the letters of the board are cut off
    arrow square c4 > square d4    from one node to another
    arc hex 0,0 > hex 2,0          the same in a bow, over what lies between
    caption Green is worth −3.     what is seen, in words

Whatever names a node that is not there, or that is cut off, is an error: a rulebook never shows less than it says.
"""

import json
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from tablee.game import load
from tablee.games import GameFolder, find_game
from tablee.games.document import Document
from tablee.games.scenery import Node, Scene, nodes_svg
from tablee.language import Language
from tablee.show.origins import can_be_played_on
from tablee.show.sentences import seat_colours
from tablee.site.extents import Box, extent_of
from tablee.site.pointers import BADGES, LINES, Spot, badge, line, ring

AIR = 12
"""Around what a picture is cut to, unless that is a single thing like a tray."""
NEAR = 30
"""A cut so near to the edge of a board goes to the edge, lest letters be halved."""
SCALE = 0.7
"""Pixels for a unit of a picture, where there is room."""


class Order(NamedTuple):
    """A line of a figure: what is to be done, and with which nodes, or in which words."""

    verb: str
    rest: str

    @property
    def keys(self) -> list[str]:
        """The nodes that are named."""
        nodes = self.rest.partition(":")[2] if self.verb == "note" else self.rest
        return [key.strip() for key in nodes.split(">" if self.verb in LINES else ";")]

    @property
    def texts(self) -> list[str]:
        """What badges on these nodes say."""
        if self.verb == "note":
            return [self.rest.partition(":")[0]] * len(self.keys)
        return [key.split()[-1] if self.verb == "name" else str(at + 1) for at, key in enumerate(self.keys)]


def figure(text: str, number: int, say: Language) -> str:
    """A figure as HTML. Its number makes an id of its caption."""
    state, end = json.JSONDecoder().raw_decode(text)
    orders = [Order(*line.split(maxsplit=1)) for line in text[end:].splitlines() if line.strip()]
    view = load(state).sight(None)
    folder = find_game(view["game"])
    scene = folder.paint(view, None, [], seat_colours(folder, view["players"], say), say)
    caption = " ".join(order.rest for order in orders if order.verb == "caption")
    pictures = "".join(_pictures(_Drawing(folder, scene), orders, f"figure-{number}" if caption else ""))
    door = _door(folder, state, number, say) if caption else ""
    words = f'<figcaption id="figure-{number}">{escape(caption)}{door}</figcaption>' if caption else ""
    return f'<figure><div class="pictures">{pictures}</div>{words}</figure>'


def _door(folder: GameFolder, state: Document, number: int, say: Language) -> str:
    """The way to trying out what a figure shows, if anything can still be done there."""
    if not can_be_played_on(state):
        return ""
    address = f"/games/{folder.id}/what-if?from=figure+{say.code}+{number}"
    return f' <a class="try-out" href="{address}">{escape(say("Try it out"))}</a>'


class _Drawing:
    """The nodes of a scene, found by key and measured."""

    def __init__(self, folder: GameFolder, scene: Scene) -> None:
        self.nodes = sorted(scene.nodes, key=lambda node: node.layer)
        self.whole = Box(0, 0, scene.width, scene.height)
        self._boxes = {node.key: extent_of(node, folder.shapes) for node in self.nodes}
        self._by_key = {node.key: node for node in self.nodes}

    def node(self, key: str) -> Node:
        """The node of a key that somebody has written down."""
        if key not in self._by_key:
            raise ValueError(f"a figure names {key!r}, but there is only {', '.join(self._by_key)}")
        return self._by_key[key]

    def box(self, node: Node) -> Box:
        """How far a node reaches."""
        return self._boxes[node.key]

    def cut(self, keys: Sequence[str]) -> Box:
        """What is to be seen of the picture if these nodes are."""
        found = [self.box(self.node(key)) for key in keys]
        cut = found[0].joined(*found[1:]).grown(AIR if len(keys) > 1 else 0)
        for ground in self.nodes:
            if ground.layer == 0 and ground.key not in keys and self.box(ground).holds(*cut.middle):
                cut = cut.snapped(self.box(ground), NEAR)
        return cut.within(self.whole)


def _pictures(drawing: _Drawing, orders: Sequence[Order], name: str) -> list[str]:
    cuts = [drawing.cut(order.keys) for order in orders if order.verb == "show"] or [drawing.whole]
    marks = _marks(drawing, [order for order in orders if order.verb not in ("show", "caption")])
    for key in {key for keys, _ in marks for key in keys}:
        if not any(cut.holds(drawing.node(key).x, drawing.node(key).y) for cut in cuts):
            raise ValueError(f"a figure marks {key!r}, which is cut off")
    return [_picture(drawing, cut, marks, name) for cut in cuts]


Mark = tuple[Sequence[str], str]
"""The nodes that a mark is about, and how it is drawn."""


def _marks(drawing: _Drawing, orders: Sequence[Order]) -> list[Mark]:
    """Lines first, then rings, badges on top."""
    taken: list[Spot] = []
    marks = [mark for order in orders for mark in _marks_of(drawing, order, taken)]
    return [mark for _, mark in sorted(marks, key=lambda mark: mark[0])]


def _marks_of(drawing: _Drawing, order: Order, taken: list[Spot]) -> list[tuple[int, Mark]]:
    """The marks that a line asks for, and how far above each lies."""
    nodes = [drawing.node(key) for key in order.keys]
    if order.verb in LINES:
        return [(0, (order.keys, line(order.verb, *nodes)))]
    if order.verb == "ring":
        return [(1, ([node.key], ring(node, drawing.box(node)))) for node in nodes]
    if order.verb not in BADGES:
        raise ValueError(f"a figure knows no {order.verb!r}")
    return [
        (2, ([node.key], badge(order.verb, text, node, drawing.box(node), drawing.nodes, taken)))
        for text, node in zip(order.texts, nodes, strict=True)
    ]


def _picture(drawing: _Drawing, cut: Box, marks: Sequence[Mark], name: str) -> str:
    seen = [node for node in drawing.nodes if drawing.box(node).touches(cut)]
    drawn = "".join(svg for keys, svg in marks if all(cut.holds(drawing.node(k).x, drawing.node(k).y) for k in keys))
    role = f'role="img" aria-labelledby="{name}"' if name else ""
    return (
        f'<svg class="scene" {role} viewBox="{cut.left:g} {cut.top:g} {cut.width:g} {cut.height:g}" '
        f'width="{cut.width * SCALE:.0f}" height="{cut.height * SCALE:.0f}">{nodes_svg(seen)}{drawn}</svg>'
    )
