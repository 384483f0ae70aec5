"""What points things out in a figure: rings, arrows, and badges with a number, a tick, a cross or a name."""

from collections.abc import Sequence
from html import escape
from math import atan2, cos, degrees, hypot, sin
from typing import NamedTuple

from tablee.games.scenery import Node
from tablee.site.extents import Box

Spot = tuple[float, float]

LINES = ("arrow", "arc")
BADGES = ("number", "note", "tick", "cross", "name")

CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
OUT = 0.36
"""How far from the middle badges lie in a corner, as a share of the node's width."""
FIRST, LAST = 32, 22
"""How far from the middle of its nodes an arrow begins and ends."""
BOW = 0.32
"""How far a bow leaves the straight way, as a share of its length."""
_DRAWN = {
    "tick": '<path class="point-line" d="M-6.5 .5L-2 5.5L7-5"/>',
    "cross": '<path class="point-line" d="M-5.5-5.5L5.5 5.5M5.5-5.5L-5.5 5.5"/>',
}


def ring(node: Node, box: Box) -> str:
    """A ring around what stands on a node."""
    radius = max((box.width + box.height) / 4 - 3, 20)
    circle = f'cx="{node.x:g}" cy="{node.y:g}" r="{radius:.1f}"'
    return f'<g class="point point-ring"><circle class="point-case" {circle}/><circle class="point-line" {circle}/></g>'


def line(kind: str, start: Node, end: Node) -> str:
    """An arrow from one node to another: straight, or in a bow."""
    far = hypot(end.x - start.x, end.y - start.y)
    right, down = (end.x - start.x) / far, (end.y - start.y) / far
    # To the left of the way for whoever goes to the left, so that a bow always leads above what lies between.
    side = BOW * far * (1 if right > 0 or (right == 0 and down > 0) else -1) if kind == "arc" else 0
    bend = ((start.x + end.x) / 2 + side * down, (start.y + end.y) / 2 - side * right)
    first, last = _towards(start, bend, FIRST * start.size), _towards(end, bend, LAST * end.size)
    tip = atan2(last[1] - bend[1], last[0] - bend[0])
    neck = last[0] - 10 * cos(tip), last[1] - 10 * sin(tip)
    way = f"M{first[0]:.1f} {first[1]:.1f}Q{bend[0]:.1f} {bend[1]:.1f} {neck[0]:.1f} {neck[1]:.1f}"
    head = f'transform="translate({last[0]:.1f} {last[1]:.1f}) rotate({degrees(tip):.0f})" d="M4 0L-16-11V11Z"'
    return (
        f'<g class="point point-arrow"><path class="point-case" d="{way}"/><path class="point-case" {head}/>'
        f'<path class="point-line" d="{way}"/><path class="point-head" {head}/></g>'
    )


def _towards(node: Node, to: Spot, gap: float) -> Spot:
    far = hypot(to[0] - node.x, to[1] - node.y)
    gap = min(gap, far / 2)
    return node.x + (to[0] - node.x) / far * gap, node.y + (to[1] - node.y) / far * gap


def badge(kind: str, text: str, node: Node, box: Box, nodes: Sequence[Node], taken: list[Spot]) -> str:
    """A small sign on a node; `taken` are the places that have one already."""
    x, y = _place(node, box, nodes, taken)
    taken.append((x, y))
    inside = _DRAWN.get(kind) or f"<text>{escape(text)}</text>"
    face = '<rect x="-17" y="-12" width="34" height="24" rx="6"/>' if kind == "name" else '<circle r="13"/>'
    return f'<g class="point point-{kind}" transform="translate({x:.1f} {y:.1f})">{face}{inside}</g>'


def _place(node: Node, box: Box, nodes: Sequence[Node], taken: Sequence[Spot]) -> Spot:
    """The middle of an empty node; else the corner where least is covered, of several the first."""
    lying = [Lying(other.x, other.y, 20 * (other.shape == "text")) for other in nodes if other.layer > node.layer]
    lying += [Lying(x, y, 0) for x, y in taken]
    lying = [thing for thing in lying if box.holds(thing.x, thing.y)]
    if not lying and not node.text:
        return node.x, node.y
    out = OUT * min(box.width, box.height)
    corners = [(node.x + right * out, node.y + down * out) for right, down in CORNERS]
    return max(corners, key=lambda corner: round(min((thing.far(corner) for thing in lying), default=0)))


class Lying(NamedTuple):
    """Something that lies on a node."""

    x: float
    y: float
    wide: float

    def far(self, spot: Spot) -> float:
        """How far it is from there."""
        return hypot(self.x - spot[0], self.y - spot[1]) - self.wide
