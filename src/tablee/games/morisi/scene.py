"""The picture of Morisi: that of the route games, with predictions that stay sealed until they are counted."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from tablee.games.document import Document
from tablee.games.language import Language
from tablee.games.morisi.land import CIRCLES, CITIES, EACH_COLOUR
from tablee.games.scenery import PAPER_WIDTH, Node, PrintSheet, Scene
from tablee.games.shared.routes.picture.land_on_paper import (
    WINDOW,
    hex_on_paper,
    land_on_paper,
    land_sheet,
    scaled,
)
from tablee.games.shared.routes.picture.picture_layout import FORMS, SHAPES
from tablee.games.shared.routes.picture.route_scene import scene
from tablee.games.shared.routes.rules.record import COLOURS
from tablee.games.shared.routes.words.writing import HIDDEN

__all__ = ["LOOK_BACK", "PANELS", "SHAPES", "SHARED", "print_pages", "print_sheets", "scene", "uncounted"]

SHARED = ("routes",)  # the shared folders whose shapes and styles the picture uses
LOOK_BACK = 1
PANELS = FORMS


def uncounted(view: Document, keys: AbstractSet[str]) -> Document:
    """The view with the predictions sealed that are not counted yet."""
    if "predictions" not in view:
        return view
    opened = [
        [city if f"prediction {seat} {rank}" in keys else HIDDEN for rank, city in enumerate(cities, 1)]
        for seat, cities in enumerate(view["predictions"])
    ]
    return {**view, "predictions": opened}


# ---- on paper ------------------------------------------------------------------------------------------------

A_ROW, ACROSS, DOWN = 6, 100, 108  # tiles side by side, and the distances of their middles


def print_sheets(say: Language) -> Sequence[PrintSheet]:
    """A random land, and the tiles."""
    about = say("To cut out: nine cities, and six of each colour, two of them with a circle.")
    return land_sheet(say), PrintSheet("tiles", say("The 39 tiles"), about)


def print_pages(key: str, view: Document | None, say: Language) -> Sequence[Scene]:
    """The pages of a sheet."""
    if key == "land" and view is not None:
        return [Scene(*WINDOW[2:], land_on_paper(view, say)[1])]
    looks = [("city", name, False) for name in CITIES]
    looks += [(colour, "", at < CIRCLES) for colour in COLOURS for at in range(EACH_COLOUR)]
    nodes: list[Node] = []
    for at, (kind, name, circle) in enumerate(looks):
        place = ACROSS * (at % A_ROW + 0.5), DOWN * (at // A_ROW + 0.5)
        nodes += hex_on_paper(str(at), kind, place, name, circle=circle)
    return [Scene(PAPER_WIDTH, DOWN * -(-len(looks) // A_ROW), [scaled(nodes, 1.0)])]
