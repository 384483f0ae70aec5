"""Marks in a figure: rings, arrows, and badges with a number, a tick, a cross or a name; and the extents of nodes."""

import re
from collections.abc import Sequence
from functools import cache
from html import escape
from math import atan2, cos, degrees, hypot, sin
from typing import NamedTuple, Self

from tablee.games.scenery import SIGNED, Node

_SYMBOL = re.compile(r'<symbol id="([\w-]+)"[^>]*>(.*?)</symbol>', re.DOTALL)
_RECT = re.compile(r'<rect\b[^>]*?(?: x="(-?[\d.]+)")?(?: y="(-?[\d.]+)")? width="([\d.]+)" height="([\d.]+)"')
_USE = re.compile(r'<use href="#([\w-]+)"/>')


class Extent(NamedTuple):
    """A rectangle by its edges.

    >>> Extent(0, 0, 10, 10).joined(Extent(20, 5, 30, 8)).grown(2)
    Extent(left=-2, top=-2, right=32, bottom=12)
    """

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top

    @property
    def middle(self) -> tuple[float, float]:
        """The centre."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def joined(self, *others: Self) -> "Extent":
        """The smallest rectangle around all of them."""
        boxes = (self, *others)
        least, most = [min(edge) for edge in zip(*boxes, strict=True)], [max(edge) for edge in zip(*boxes, strict=True)]
        return Extent(least[0], least[1], most[2], most[3])

    def grown(self, by: float) -> "Extent":
        """Extended by a margin on each side."""
        return Extent(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def within(self, other: Self) -> "Extent":
        """The intersection with another rectangle."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        return Extent(left, top, min(self.right, other.right), min(self.bottom, other.bottom))

    def snapped(self, other: Self, near: float) -> "Extent":
        """With edges moved to those of another rectangle that are at most `near` away."""
        edges = zip(self, other, strict=True)
        return Extent(*[theirs if abs(theirs - ours) <= near else ours for ours, theirs in edges])

    def holds(self, x: float, y: float) -> bool:
        """Does it contain a point?"""
        return self.left <= x <= self.right and self.top <= y <= self.bottom

    def touches(self, other: Self) -> bool:
        """Do they intersect?"""
        across = self.left <= other.right and other.left <= self.right
        return across and self.top <= other.bottom and other.top <= self.bottom


USUAL = Extent(-43, -50, 43, 50)
"""The extent of a shape without rectangles: about a hex."""


def extent_of(node: Node, shapes: str) -> Extent:
    """The extent of a node; for a text, whose length is unknown, its anchor."""
    own = Extent(0, 0, 0, 0) if node.shape == "text" else shape_extent(node.shape, shapes)
    left, top, right, bottom = (edge * node.size for edge in own)
    return Extent(node.x + left, node.y + top, node.x + right, node.y + bottom)


@cache
def shape_extent(shape: str, shapes: str) -> Extent:
    """The extent of a shape: its rectangles, and those of the shapes that it uses without transformation."""
    body = _bodies(shapes)[shape]
    rects = [[float(number or 0) for number in found] for found in _RECT.findall(body)]
    boxes = [Extent(x, y, x + width, y + height) for x, y, width, height in rects]
    boxes += [shape_extent(used, shapes) for used in _USE.findall(body) if "<rect" in _bodies(shapes)[used]]
    return boxes[0].joined(*boxes[1:]) if boxes else USUAL


@cache
def _bodies(shapes: str) -> dict[str, str]:
    return dict(_SYMBOL.findall(shapes))


Spot = tuple[float, float]

LINES = ("arrow", "arc")
BADGES = ("number", "note", "tick", "cross", "name")

CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
OUT = 0.36
"""Distance of badges in a corner from the centre, as a share of the node's width."""
FIRST, LAST = 32, 22
"""Distance of an arrow's start and end from the centres of its nodes."""
BOW = 0.32
"""Height of an arc, as a share of its length."""
_DRAWN = {
    "tick": '<path class="point-line" d="M-6.5 .5L-2 5.5L7-5"/>',
    "cross": '<path class="point-line" d="M-5.5-5.5L5.5 5.5M5.5-5.5L-5.5 5.5"/>',
}


def ring(node: Node, box: Extent) -> str:
    """A ring around a node."""
    radius = max((box.width + box.height) / 4 - 3, 20)
    circle = f'cx="{node.x:g}" cy="{node.y:g}" r="{radius:.1f}"'
    return f'<g class="point point-ring"><circle class="point-case" {circle}/><circle class="point-line" {circle}/></g>'


def line(kind: str, start: Node, end: Node) -> str:
    """An arrow from one node to another: straight, or an arc."""
    far = hypot(end.x - start.x, end.y - start.y)
    right, down = (end.x - start.x) / far, (end.y - start.y) / far
    # Mirror the arc for arrows that point left, so that it always passes above what lies between.
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


def badge(kind: str, text: str, node: Node, box: Extent, nodes: Sequence[Node], taken: list[Spot]) -> str:
    """A badge on a node; `taken` are the spots that have one already."""
    x, y = _free_spot(node, box, nodes, taken)
    taken.append((x, y))
    inside = _DRAWN.get(kind) or f"<text>{escape(text)}</text>"
    face = '<rect x="-17" y="-12" width="34" height="24" rx="6"/>' if kind == "name" else '<circle r="13"/>'
    return f'<g class="point point-{kind}" transform="translate({x:.1f} {y:.1f})">{face}{inside}</g>'


def _free_spot(node: Node, box: Extent, nodes: Sequence[Node], taken: Sequence[Spot]) -> Spot:
    """The centre of an empty node; else, or if the node itself says something, the corner that covers least."""
    above = [(other.x, other.y, 20 * (other.shape == "text")) for other in nodes if other.layer > node.layer]
    lying = [(x, y, wide) for x, y, wide in [*above, *((x, y, 0) for x, y in taken)] if box.holds(x, y)]
    if not lying and not node.text and SIGNED not in node.kind.split():
        return node.x, node.y
    out = OUT * min(box.width, box.height)
    corners = [(node.x + right * out, node.y + down * out) for right, down in CORNERS]
    return max(corners, key=lambda at: round(min((hypot(x - at[0], y - at[1]) - w for x, y, w in lying), default=0)))
