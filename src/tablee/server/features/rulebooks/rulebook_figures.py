"""The figures of a rulebook: a position as its game draws it, cut to what matters, with marks.

A fenced block of kind `scene` holds a state, followed by lines that cut and mark its picture. Nodes are named by their
keys, separated by semicolons:

    show square b3; square d5      a picture cut to these nodes; several such lines are as many pictures, side by side
    ring square c4; square d4      a ring around each
    number square b4; square c5    1, 2, 3 … on them
    note 3: square b4              some other number, or a few letters
    tick square b4                 a tick: yes
    cross square b5                a cross: no
    name square b4; square b5      what the square is called, where the letters of the board are cut off
    arrow square c4 > square d4    from one node to another
    arc hex 0,0 > hex 2,0          the same in a bow, over what lies between
    seat 0                         as that seat sees it, with its hidden hand; without this line, as a spectator does
    caption Green is worth −3.     what is seen, in words

A node that does not exist, or that is cut off, is an error: a rulebook never shows less than it says.
"""

import json
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from tablee.api.game import load
from tablee.games import GameDefinition, find_game
from tablee.games.language import Language
from tablee.games.scenery import Node, Scene, nodes_svg
from tablee.server.features.rulebooks.figure_marks import BADGES, LINES, Extent, Spot, badge, extent_of, line, ring
from tablee.server.views.sentences import seat_colours

AIR = 12
"""Margin around several nodes that a picture is cut to; a single one, like a tray, gets none."""
NEAR = 30
"""A cut this near to the edge of a board is moved to the edge, so that letters are not halved."""
SCALE = 0.7
"""Pixels for a unit of a picture, if there is room."""


class FigureCommand(NamedTuple):
    """A line of a figure: a verb, and its nodes or words."""

    verb: str
    rest: str

    @property
    def keys(self) -> list[str]:
        """The nodes that the line names."""
        nodes = self.rest.partition(":")[2] if self.verb == "note" else self.rest
        return [key.strip() for key in nodes.split(">" if self.verb in LINES else ";")]

    @property
    def texts(self) -> list[str]:
        """The texts of the badges on these nodes."""
        if self.verb == "note":
            return [self.rest.partition(":")[0]] * len(self.keys)
        return [key.split()[-1] if self.verb == "name" else str(at + 1) for at, key in enumerate(self.keys)]


def figure(text: str, number: int, say: Language) -> str:
    """A figure as HTML. The id of its caption contains its number."""
    state, end = json.JSONDecoder().raw_decode(text)
    commands = [FigureCommand(*line.split(maxsplit=1)) for line in text[end:].splitlines() if line.strip()]
    seat = next((int(command.rest) for command in commands if command.verb == "seat"), None)
    view = load(state).sight(seat)
    definition = find_game(view["game"])
    scene = definition.paint(view, seat, [], seat_colours(definition, view["players"], say), say)
    caption = " ".join(command.rest for command in commands if command.verb == "caption")
    pictures = "".join(_pictures(_Drawing(definition, scene), commands, f"figure-{number}" if caption else ""))
    link = ""
    if caption and load(state).to_act is not None:
        address = f"/games/{definition.id}/analysis?from=figure+{say.code}+{number}"
        link = f' <a class="try-out" href="{address}">{escape(say("Try it out"))}</a>'
    words = f'<figcaption id="figure-{number}">{escape(caption)}{link}</figcaption>' if caption else ""
    return f'<figure><div class="pictures">{pictures}</div>{words}</figure>'


class _Drawing:
    """The nodes of a scene by key, with their extents."""

    def __init__(self, definition: GameDefinition, scene: Scene) -> None:
        self.nodes = sorted(scene.nodes, key=lambda node: node.layer)
        self.whole = Extent(0, 0, scene.width, scene.height)
        self._boxes = {node.key: extent_of(node, definition.shapes) for node in self.nodes}
        self._by_key = {node.key: node for node in self.nodes}

    def node(self, key: str) -> Node:
        """The node with that key; raises `ValueError`."""
        if key not in self._by_key:
            raise ValueError(f"a figure names {key!r}, but there is only {', '.join(self._by_key)}")
        return self._by_key[key]

    def box(self, node: Node) -> Extent:
        """The extent of a node."""
        return self._boxes[node.key]

    def cut(self, keys: Sequence[str]) -> Extent:
        """The section of the picture that shows these nodes."""
        found = [self.box(self.node(key)) for key in keys]
        cut = found[0].joined(*found[1:]).grown(AIR if len(keys) > 1 else 0)
        for ground in self.nodes:
            if ground.layer == 0 and ground.key not in keys and self.box(ground).holds(*cut.middle):
                cut = cut.snapped(self.box(ground), NEAR)
        return cut.within(self.whole)


def _pictures(drawing: _Drawing, commands: Sequence[FigureCommand], name: str) -> list[str]:
    cuts = [drawing.cut(command.keys) for command in commands if command.verb == "show"] or [drawing.whole]
    taken: list[Spot] = []
    marking = [command for command in commands if command.verb not in ("show", "seat", "caption")]
    layered = [mark for command in marking for mark in _marks_of(drawing, command, taken)]
    marks = [mark for _, mark in sorted(layered, key=lambda one: one[0])]
    for key in {key for keys, _ in marks for key in keys}:
        if not any(cut.holds(drawing.node(key).x, drawing.node(key).y) for cut in cuts):
            raise ValueError(f"a figure marks {key!r}, which is cut off")
    return [_picture(drawing, cut, marks, name) for cut in cuts]


Mark = tuple[Sequence[str], str]
"""The nodes that a mark belongs to, and its SVG."""


def _marks_of(drawing: _Drawing, command: FigureCommand, taken: list[Spot]) -> list[tuple[int, Mark]]:
    """The marks of a line, each with its layer: lines at the bottom, then rings, badges on top."""
    nodes = [drawing.node(key) for key in command.keys]
    if command.verb in LINES:
        return [(0, (command.keys, line(command.verb, *nodes)))]
    if command.verb == "ring":
        return [(1, ([node.key], ring(node, drawing.box(node)))) for node in nodes]
    if command.verb not in BADGES:
        raise ValueError(f"a figure knows no {command.verb!r}")
    return [
        (2, ([node.key], badge(command.verb, text, node, drawing.box(node), drawing.nodes, taken)))
        for text, node in zip(command.texts, nodes, strict=True)
    ]


def _picture(drawing: _Drawing, cut: Extent, marks: Sequence[Mark], name: str) -> str:
    seen = [node for node in drawing.nodes if drawing.box(node).touches(cut)]
    drawn = "".join(svg for keys, svg in marks if all(cut.holds(drawing.node(k).x, drawing.node(k).y) for k in keys))
    role = f'role="img" aria-labelledby="{name}"' if name else ""
    return (
        f'<svg class="scene" {role} viewBox="{cut.left:g} {cut.top:g} {cut.width:g} {cut.height:g}" '
        f'width="{cut.width * SCALE:.0f}" height="{cut.height * SCALE:.0f}">{nodes_svg(seen)}{drawn}</svg>'
    )
