"""The picture of Isis & Osiris."""

from collections.abc import Sequence

from tablee.games.document import Document
from tablee.games.scenery import Node, Scene
from tablee.language import Language


def scene(view: Document, seat: int | None, actions: Sequence[str], names: Sequence[str], say: Language) -> Scene:  # noqa: ARG001
    """The picture of a view, seen from a seat, with what may be done by pointing at which node."""
    return Scene(600, 600, [Node("board", 0, "board", 0, 0)])
