"""The picture of Netzwerk: that of the route games."""

from tablee.games.shared.routes.picture.picture_layout import FORMS, SHAPES
from tablee.games.shared.routes.picture.route_scene import scene

__all__ = ["LOOK_BACK", "PANELS", "SHAPES", "SHARED", "scene"]

SHARED = ("routes",)  # the shared folders whose shapes and styles the picture uses
LOOK_BACK = 1
PANELS = FORMS
