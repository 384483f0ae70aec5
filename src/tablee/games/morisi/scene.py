"""The picture of Morisi: that of the route games, with predictions that stay sealed until they are counted."""

from collections.abc import Set as AbstractSet

from tablee.games.document import Document
from tablee.games.shared.routes.picture.picture_layout import FORMS, SHAPES
from tablee.games.shared.routes.picture.route_scene import scene
from tablee.games.shared.routes.words.writing import HIDDEN

__all__ = ["LOOK_BACK", "PANELS", "SHAPES", "SHARED", "scene", "uncounted"]

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
