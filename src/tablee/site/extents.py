"""How far the things of a picture reach, as far as that can be read from their shapes."""

import re
from functools import cache
from typing import NamedTuple, Self

from tablee.games.scenery import Node

_SYMBOL = re.compile(r'<symbol id="([\w-]+)"[^>]*>(.*?)</symbol>', re.DOTALL)
_RECT = re.compile(r'<rect\b[^>]*?(?: x="(-?[\d.]+)")?(?: y="(-?[\d.]+)")? width="([\d.]+)" height="([\d.]+)"')
_USE = re.compile(r'<use href="#([\w-]+)"/>')


class Box(NamedTuple):
    """A rectangle by its edges.

    >>> Box(0, 0, 10, 10).joined(Box(20, 5, 30, 8)).grown(2)
    Box(left=-2, top=-2, right=32, bottom=12)
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
        """The point in the middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def joined(self, *others: Self) -> "Box":
        """The least one around all of them."""
        boxes = (self, *others)
        least, most = [min(edge) for edge in zip(*boxes, strict=True)], [max(edge) for edge in zip(*boxes, strict=True)]
        return Box(least[0], least[1], most[2], most[3])

    def grown(self, by: float) -> "Box":
        """With so much more on each side."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def within(self, other: Self) -> "Box":
        """What of it lies in another one."""
        return Box(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )

    def snapped(self, other: Self, near: float) -> "Box":
        """With the edges of another one, wherever they are so near."""
        return Box(*[theirs if abs(theirs - ours) <= near else ours for ours, theirs in zip(self, other, strict=True)])

    def holds(self, x: float, y: float) -> bool:
        """Does a point lie in it?"""
        return self.left <= x <= self.right and self.top <= y <= self.bottom

    def touches(self, other: Self) -> bool:
        """Have they anything in common?"""
        return (
            self.left <= other.right
            and other.left <= self.right
            and self.top <= other.bottom
            and other.top <= self.bottom
        )


USUAL = Box(-43, -50, 43, 50)
"""Taken for a shape without a rectangle in it: hexes are that large."""


def extent_of(node: Node, shapes: str) -> Box:
    """How far a node reaches; a text, whose length nobody knows, is where it is anchored."""
    own = Box(0, 0, 0, 0) if node.shape == "text" else shape_extent(node.shape, shapes)
    left, top, right, bottom = (edge * node.size for edge in own)
    return Box(node.x + left, node.y + top, node.x + right, node.y + bottom)


@cache
def shape_extent(shape: str, shapes: str) -> Box:
    """How far a shape reaches: its rectangles, and those of the shapes that it uses as they are."""
    body = _bodies(shapes)[shape]
    rects = [[float(number or 0) for number in found] for found in _RECT.findall(body)]
    boxes = [Box(x, y, x + width, y + height) for x, y, width, height in rects]
    boxes += [shape_extent(used, shapes) for used in _USE.findall(body) if "<rect" in _bodies(shapes)[used]]
    return boxes[0].joined(*boxes[1:]) if boxes else USUAL


@cache
def _bodies(shapes: str) -> dict[str, str]:
    return dict(_SYMBOL.findall(shapes))
