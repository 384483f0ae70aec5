"""What the route games have to print: a random land to lay out by hand, and tiles to cut out."""

from collections.abc import Iterable, Sequence

import msgspec

from tablee.games.document import Document
from tablee.games.language import Language
from tablee.games.scenery import PAPER_HEIGHT, PAPER_WIDTH, Node, PrintSheet
from tablee.games.shared.routes.picture.land_layers import hex_parts
from tablee.games.shared.routes.picture.picture_layout import HEXES, LYING, Ground, ground_of
from tablee.games.shared.widgets.panels import Part, Place

WINDOW = (0, 0, PAPER_WIDTH, PAPER_HEIGHT)
BELOW = 26  # how far below the middle of a city its name stands: on paper no pawn stands there


def land_sheet(say: Language) -> PrintSheet:
    """The offer of a random land."""
    about = say("A new land, with the cubes that lie on it at the start, to lay out with the pieces of the box.")
    return PrintSheet("land", say("A random land"), about, dealt=True)


def land_on_paper(view: Document, say: Language) -> tuple[Ground, Sequence[Sequence[Node]]]:
    """A land that fills a page: where it lies, and its nodes."""
    ground = ground_of(view, WINDOW)
    parts = hex_parts(ground, view["hexes"], {}, {spot.text: name for name, spot in ground.cities.items()}, say)
    return ground, [[_lower(node, ground) for node in part] for part in parts]


def _lower(node: Node, ground: Ground) -> Node:
    what, _, text = node.key.partition(" ")
    return msgspec.structs.replace(node, y=ground.at(text, 0, BELOW)[1]) if what == "name" else node


def hex_on_paper(key: str, kind: str, place: Place, name: str = "", value: int = 0, circle: bool = False) -> Part:
    """A hex to cut out."""
    tile = Node(f"hex {key}", HEXES, f"hex-{kind}", *place, "circle" * circle, str(value or ""))
    if not name:
        return (tile,)
    return tile, Node(f"name {key}", LYING, "text", place[0], place[1] + BELOW, "city-name", name)


def scaled(nodes: Iterable[Node], size: float) -> list[Node]:
    """Nodes with their places, larger or smaller."""
    return [
        Node(node.key, node.layer, node.shape, size * node.x, size * node.y, node.kind, node.text, "", size, node.turn)
        for node in nodes
    ]
