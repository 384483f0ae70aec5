"""The picture of a view, in the requested shape and in the colours chosen at the table.

Rules and scenes know only seats, each with its own colour. If people have chosen others, `say` knows them
(`Language.in_colours`): sentences use them, and this module repaints the picture. No other module needs to know.
"""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from tablee.games import GameDefinition
from tablee.games.document import Document
from tablee.games.language import Language
from tablee.games.scenery import NOTHING, SEAT_KIND, UPRIGHT, Lately, Node, Scene
from tablee.server.views.bot_marks import MARK, spoken_part


def shape_of(definition: GameDefinition | None, requested: str) -> str:
    """The requested shape, if the game has it; else upright."""
    return requested if requested in (definition.pictures.SHAPES if definition else ()) else UPRIGHT


def scene_of(
    definition: GameDefinition,
    shape: str,
    view: Document,
    seat: int | None,
    actions: Sequence[str],
    names: Sequence[str],
    say: Language,
    lately: Lately = NOTHING,
) -> Scene:
    """The picture of a view in a shape, with the colours chosen at the table."""
    scene = definition.paint(view, seat, actions, names, say, lately, shape)
    if any(MARK in name for name in names):
        scene = msgspec.structs.replace(scene, parts=[spoken_part(tuple(part), say) for part in scene.parts])
    if say.colours:
        scene = msgspec.structs.replace(scene, parts=[_dressed(tuple(part), say.colours) for part in scene.parts])
    return scene


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
