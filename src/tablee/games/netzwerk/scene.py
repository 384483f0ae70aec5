"""The picture of Netzwerk: that of the route games, with its own score."""

from collections.abc import Sequence

from tablee.games.document import Document
from tablee.games.netzwerk.rules import STOCK
from tablee.games.routes.picture.layout import SHAPES
from tablee.games.routes.picture.scene import Score, paint, winners_of
from tablee.games.scenery import NOTHING, UPRIGHT, Lately, Scene
from tablee.language import Language

__all__ = ["SHAPES", "scene"]

SHARED = ("routes",)
"""The folders whose shapes and styles the picture needs besides its own."""
LOOK_BACK = 1


def scene(
    view: Document,
    seat: int | None,
    actions: Sequence[str],
    names: Sequence[str],
    say: Language,
    lately: Lately = NOTHING,
    shape: str = UPRIGHT,
) -> Scene:
    """The picture of a view, seen from a seat, with what may be done by pointing at which node."""
    return paint(_score, view, seat, actions, names, say, lately, shape)


def _score(view: Document) -> Score:
    """Houses built, and the values of the cities they stand in."""
    values = {site["name"]: site["value"] for site in view["hexes"].values() if site["kind"] == "city"}
    points = [sum(count + values[city] for city, count in houses.items()) for houses in view["houses"]]
    return Score(view.get("counted", points), STOCK, {}, winners_of(view, STOCK, points))
