"""The picture of Netzwerk: that of the route games."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import atan2, degrees

from tablee.games.document import Document
from tablee.games.language import Language
from tablee.games.netzwerk.land import NAMES, TILES
from tablee.games.scenery import PAPER_WIDTH, Node, PrintSheet, Scene
from tablee.games.shared.hexes import hex_text, neighbours, read_hex
from tablee.games.shared.routes.picture.land_on_paper import (
    WINDOW,
    hex_on_paper,
    land_on_paper,
    land_sheet,
    scaled,
)
from tablee.games.shared.routes.picture.picture_layout import FORMS, SHAPES, STICKS
from tablee.games.shared.routes.picture.route_scene import scene

__all__ = ["LOOK_BACK", "PANELS", "SHAPES", "SHARED", "print_pages", "print_sheets", "scene"]

SHARED = ("routes",)  # the shared folders whose shapes and styles the picture uses
LOOK_BACK = 1
PANELS = FORMS


# ---- on paper ------------------------------------------------------------------------------------------------

A_ROW, PITCH, SIZE = 4, 176, 600 / (4 * 176)
CORNERS = ((0, -50), (43.3, 25), (-43.3, 25))  # the middles of the three hexes of a tile, from its own middle
Tile = tuple[str, str, str]  # the texts of its hexes


def print_sheets(say: Language) -> Sequence[PrintSheet]:
    """A random land, and the tiles."""
    about = say(
        "To cut out. Print both pages on the two sides of one sheet: a land may need any tile turned over. "
        "Which landscapes share a tile is reconstructed, as the sources say."
    )
    return land_sheet(say), PrintSheet("tiles", say("The 13 tiles"), about)


def print_pages(key: str, view: Document | None, say: Language) -> Sequence[Scene]:
    """The pages of a sheet. On a land, lines show where the tiles meet."""
    if key == "land" and view is not None:
        ground, parts = land_on_paper(view, say)
        edges = [_edge(at, [ground.at(text, 0, 0) for text in tile]) for at, tile in enumerate(tiles_of(view))]
        lines = [Node(edge.key, STICKS, edge.shape, edge.x, edge.y, size=ground.size, turn=edge.turn) for edge in edges]
        return [Scene(*WINDOW[2:], [*parts, lines])]
    return [_tiles(side) for side in (1, -1)]


def _tiles(side: int) -> Scene:
    """The tiles from the front (1), and from the back (-1) as they lie behind it."""
    nodes: list[Node] = []
    for at, tile in enumerate(TILES):
        x, y = PITCH * (A_ROW / 2 + side * (at % A_ROW + 0.5 - A_ROW / 2)), PITCH * (at // A_ROW) + 104
        for corner, kind in zip(CORNERS, tile, strict=True):
            place = x + side * corner[0], y + corner[1]
            nodes += (
                hex_on_paper(f"{at} {kind}", kind, place)
                if isinstance(kind, str)
                else hex_on_paper(f"{at} {kind}", "city", place, NAMES[kind], kind)
            )
        nodes.append(Node(f"edge {at}", STICKS, "tile-edge", x, y))
    return Scene(PAPER_WIDTH, 610, [scaled(nodes, SIZE)])


def _edge(at: int, middles: Sequence[tuple[float, float]]) -> Node:
    """The edge of a tile whose hexes have these middles."""
    x, y = (sum(place[axis] for place in middles) / 3 for axis in range(2))
    turn = degrees(atan2(middles[0][1] - y, middles[0][0] - x)) + 90
    return Node(f"edge {at}", STICKS, "tile-edge", round(x, 1), round(y, 1), turn=round(turn) % 120)


def tiles_of(view: Document) -> list[Tile]:
    """Tiles of which the land can be laid. The log knows the hexes alone; any tiles that give the same land will do."""
    kinds = {text: _kind(site) for text, site in view["hexes"].items()}
    # With two players, two tiles stay in the box.
    left = [tuple(sorted(map(str, tile))) for tile in (TILES[2:] if view["players"] == 2 else TILES)]
    return _tiled(kinds, left) or []


def _kind(site: Mapping[str, object]) -> str:
    return str(site.get("color") or site.get("value") or site["kind"])


def _tiled(kinds: dict[str, str], left: list[tuple[str, ...]]) -> list[Tile] | None:
    """Lay the tiles that are left on the hexes that are left; None if they do not fit."""
    if not kinds:
        return []
    # The hex with the fewest neighbours left has the fewest tiles to be part of.
    hardest = min(kinds, key=lambda text: len(_beside(text, kinds)))
    for one, other in combinations(_beside(hardest, kinds), 2):
        found = tuple(sorted((kinds[hardest], kinds[one], kinds[other])))
        if other in _beside(one, kinds) and found in left:
            rest = {text: kind for text, kind in kinds.items() if text not in (hardest, one, other)}
            without = [*left[: left.index(found)], *left[left.index(found) + 1 :]]
            further = _tiled(rest, without)
            if further is not None:
                return [(hardest, one, other), *further]
    return None


def _beside(text: str, kinds: Mapping[str, str]) -> list[str]:
    return [other for other in map(hex_text, neighbours(read_hex(text))) if other in kinds]
