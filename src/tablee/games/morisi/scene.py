"""The picture of Morisi: that of the route games, with its own score and the sizes of its cities."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from tablee.games.document import Document
from tablee.games.morisi.rules import FOR_A_CITY, LARGEST, STOCK
from tablee.games.morisi.speech import city_sizes, rank_of, score_sheet
from tablee.games.routes.picture.layout import SHAPES
from tablee.games.routes.picture.scene import Score, paint, winners_of
from tablee.games.routes.words.writing import HIDDEN
from tablee.games.scenery import NOTHING, UPRIGHT, Lately, Scene
from tablee.games.sheets import totals_of
from tablee.language import ENGLISH, Language

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


def uncounted(view: Document, keys: AbstractSet[str]) -> Document:
    """While points are counted, predictions are sealed until it is their turn."""
    if "predictions" not in view:
        return view
    opened = [
        [city if f"prediction {seat} {rank}" in keys else HIDDEN for rank, city in enumerate(cities, 1)]
        for seat, cities in enumerate(view["predictions"])
    ]
    return {**view, "predictions": opened}


def _score(view: Document) -> Score:
    sizes = city_sizes(view)
    counting = {name for name in sizes if rank_of(name, sizes) <= (1 if view["players"] == 2 else LARGEST)}
    points = view.get("counted") or (_final_points(view) if view["phase"] == "over" else _points_so_far(view, counting))
    shown = {name: (size, name in counting) for name, size in sizes.items()}
    stock = STOCK[view["players"]]
    standings = [
        (points[seat], len(houses), len(view["sticks"][seat]), sum(houses.values()))
        for seat, houses in enumerate(view["houses"])
    ]
    return Score(points, stock, shown, winners_of(view, stock, standings))


def _points_so_far(view: Document, counting: AbstractSet[str]) -> list[int]:
    """Houses in the largest cities and, but for two players, something for every city."""
    each = FOR_A_CITY if view["players"] > 2 else 0
    return [
        sum(count for name, count in houses.items() if name in counting) + each * len(houses)
        for houses in view["houses"]
    ]


def _final_points(view: Document) -> list[int]:
    """Predictions count, too."""
    return totals_of(score_sheet(view, (), ENGLISH), view["players"])
