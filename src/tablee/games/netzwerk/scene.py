"""The picture of Netzwerk: that of the route games."""

from tablee.games.routes.picture.layout import FORMS, SHAPES
from tablee.games.routes.picture.scene import scene

__all__ = ["LOOK_BACK", "PLATES", "SHAPES", "SHARED", "scene"]

SHARED = ("routes",)
"""The folders whose shapes and styles the picture needs besides its own."""
LOOK_BACK = 1
PLATES = FORMS
