"""A view as a picture: in the shape that is wished for, and in the colours that were chosen at the table.

Rules and scenes know seats alone, and each seat has a colour of its own. Where people have chosen others, `say` knows
which (`Language.in_colours`): seats are called by them, and here the picture wears them. Nobody else need know.
"""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from tablee.games import GameFolder
from tablee.games.document import Document
from tablee.games.scenery import NOTHING, SEAT_KIND, UPRIGHT, Lately, Node, Scene
from tablee.language import Language
from tablee.show.programs import MARK, spoken_parts


def shape_of(folder: GameFolder | None, wished: str) -> str:
    """The shape in which a game is painted for somebody who wishes for one."""
    return wished if wished in (folder.pictures.SHAPES if folder else ()) else UPRIGHT


def scene_of(
    folder: GameFolder,
    shape: str,
    view: Document,
    seat: int | None,
    actions: Sequence[str],
    names: Sequence[str],
    say: Language,
    lately: Lately = NOTHING,
) -> Scene:
    """The picture of a view in the shape that somebody wishes for, or the one there is."""
    scene = folder.paint(view, seat, actions, names, say, lately, shape)
    if any(MARK in name for name in names):
        scene = msgspec.structs.replace(scene, parts=spoken_parts(scene.parts, say))
    return _in_colours(scene, say.colours) if say.colours else scene


def _in_colours(scene: Scene, colours: tuple[int, ...]) -> Scene:
    return msgspec.structs.replace(scene, parts=[_dressed(tuple(part), colours) for part in scene.parts])


@lru_cache(maxsize=8192)
def _dressed(part: tuple[Node, ...], colours: tuple[int, ...]) -> tuple[Node, ...]:
    """Equal parts give the very same one, so that it is not taken for changed."""
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
