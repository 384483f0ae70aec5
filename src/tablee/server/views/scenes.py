"""The picture of a view, in the requested shape and in the colours chosen at the table.

Rules and scenes know only seats, each with its own colour. If people have chosen others, `say` knows them
(`Language.in_colours`): sentences use them, and this module repaints the picture. No other module needs to know.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from tablee.games import GameDefinition
from tablee.games.canvas import Canvas
from tablee.games.document import Document
from tablee.games.language import Language
from tablee.games.scenery import LOW, NOTHING, SEAT_KIND, UPRIGHT, WIDE, Lately, Node, Scene
from tablee.server.views.bot_marks import MARK, spoken_part


def shape_of(definition: GameDefinition | None, requested: str) -> str:
    """The requested shape, if the game has it; else upright."""
    needed = WIDE if requested == LOW else requested
    return requested if needed in (definition.pictures.SHAPES if definition else ()) else UPRIGHT


def scene_of(
    definition: GameDefinition,
    shape: str,
    view: Document,
    seat: int | None,
    actions: Sequence[str],
    names: Sequence[str],
    say: Language,
    lately: Lately = NOTHING,
    canvas: Canvas | None = None,
) -> Scene:
    """The picture of a view in a shape, with the colours chosen at the table."""
    scene = definition.paint(view, seat, actions, names, say, lately, WIDE if shape == LOW else shape, canvas)
    if shape == LOW and scene.free is not None:
        scene = _with_larger_panels(scene, scene.free)
    if MARK in "".join(names):
        scene = msgspec.structs.replace(scene, parts=[spoken_part(tuple(part), say) for part in scene.parts])
    if say.colours:
        scene = msgspec.structs.replace(scene, parts=[_dressed(tuple(part), say.colours) for part in scene.parts])
    return scene


LOW_ASPECT, LARGEST = 1.7, 1.5
"""The width of a low picture by its height, which leaves room for text beside it; how much larger panels may get."""


class _Enlarging(NamedTuple):
    """Panels right of `left` grow by `factor`: those above `middle` from the top down, the others from `bottom` up."""

    left: float
    middle: float
    bottom: float
    factor: float
    first_layer: int

    def place(self, node: Node) -> Node:
        if node.x < self.left or node.layer < self.first_layer:
            return node
        x = self.left + (node.x - self.left) * self.factor
        y = node.y * self.factor if node.y < self.middle else self.bottom - (self.bottom - node.y) * self.factor
        return msgspec.structs.replace(node, x=round(x, 1), y=round(y, 1), size=round(node.size * self.factor, 3))


def _with_larger_panels(scene: Scene, free: tuple[float, float, float, float]) -> Scene:
    """A wide scene whose panels take the box that was free: on a low screen the page's own text lies beside it."""
    left, top, width, height = free
    factor = min(LARGEST, (LOW_ASPECT * scene.height - left) / width, scene.height / (scene.height - height))
    enlarging = _Enlarging(left, top + height / 2, scene.height, max(1.0, factor), scene.window)
    parts = [_enlarged(tuple(part), enlarging) for part in scene.parts]
    whole = round(left + (scene.width - left) * enlarging.factor)
    return msgspec.structs.replace(scene, parts=parts, width=whole, free=None)


@lru_cache(maxsize=8192)
def _enlarged(part: tuple[Node, ...], enlarging: _Enlarging) -> tuple[Node, ...]:
    """Cached, so that equal parts give the same object and do not count as changed."""
    return tuple(map(enlarging.place, part))


@lru_cache(maxsize=8192)
def _dressed(part: tuple[Node, ...], colours: tuple[int, ...]) -> tuple[Node, ...]:
    """Cached, so that equal parts give the same object and do not count as changed."""
    return tuple([_dress(node, colours) for node in part])


def _dress(node: Node, colours: tuple[int, ...]) -> Node:
    """The node in the colour of its seat."""
    words = node.kind.split()
    seat = next((word.removeprefix(SEAT_KIND) for word in words if word.startswith(SEAT_KIND)), "")
    if not seat:
        return node
    colour = str(colours[int(seat)])
    stem, _, number = node.shape.rpartition("-")
    shape = f"{stem}-{colour}" if number == seat else node.shape
    kind = " ".join(f"{SEAT_KIND}{colour}" if word.startswith(SEAT_KIND) else word for word in words)
    return msgspec.structs.replace(node, shape=shape, kind=kind)
