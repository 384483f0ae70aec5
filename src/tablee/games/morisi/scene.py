"""The picture of Morisi: that of the route games, and predictions that are sealed until they are counted."""

from collections.abc import Set as AbstractSet

from tablee.games.document import Document
from tablee.games.routes.picture.layout import FORMS, SHAPES
from tablee.games.routes.picture.scene import scene
from tablee.games.routes.words.writing import HIDDEN

__all__ = ["LOOK_BACK", "PLATES", "SHAPES", "SHARED", "scene", "uncounted"]

SHARED = ("routes",)
"""The folders whose shapes and styles the picture needs besides its own."""
LOOK_BACK = 1
PLATES = FORMS


def uncounted(view: Document, keys: AbstractSet[str]) -> Document:
    """While points are counted, predictions are sealed until it is their turn."""
    if "predictions" not in view:
        return view
    opened = [
        [city if f"prediction {seat} {rank}" in keys else HIDDEN for rank, city in enumerate(cities, 1)]
        for seat, cities in enumerate(view["predictions"])
    ]
    return {**view, "predictions": opened}
