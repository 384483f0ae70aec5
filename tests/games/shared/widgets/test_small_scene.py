"""A whole picture of a small game that says only what is special about it, and draws but a square and stones."""

from collections.abc import Sequence
from typing import Any

from tablee.games.language import ENGLISH, Language
from tablee.games.scenery import UPRIGHT, WIDE, Node, Scene, to_svg
from tablee.games.shared.widgets.grids import Squares, on_squares, places, rows_of
from tablee.games.shared.widgets.layouts import SceneLayout, upright, wide
from tablee.games.shared.widgets.panels import (
    USUAL,
    Part,
    Place,
    PlayerPanel,
    hand,
    panel_part,
    panel_shapes,
    points_node,
)
from tests.cases import each

DRAWN = '<defs><symbol id="square"/><symbol id="stone-0"/><symbol id="stone-1"/></defs>'
BOARD = (600, 400)
ROWS = rows_of(6, 4)


def look(name: str, owner: int | None, place: Place) -> Part:
    square = Node(f"square {name}", 0, "square", *place, label=name)
    if owner is None:
        return (square,)
    return square, Node(f"stone {name}", 2, f"stone-{owner}", *place, f"seat-{owner}", enter=f"hand {owner} 1")


SQUARES = {
    stage: Squares(places(ROWS, (stage.board.x + 50, stage.board.y + 50), 100), look)
    for make in (upright, wide)
    for players in (2, 3)
    for bottom in range(players)
    for stage in [make(players, bottom, BOARD)]
}


def scene(
    view: Any, seat: int | None, actions: Sequence[str], names: Sequence[str], say: Language, shape: str
) -> Scene:
    stage = (wide if shape == WIDE else upright)(len(names), seat or 0, BOARD)
    parts = [*SQUARES[stage].parts(view["board"]), *(panel_of(panel, view, names, say) for panel in stage.panels)]
    return Scene(stage.width, stage.height, parts, on_squares(actions), free=stage.free)


def panel_of(panel: PlayerPanel, view: Any, names: Sequence[str], say: Language) -> Part:
    seat = panel.seat
    laid = panel_part(panel, names[seat], (), say, at_turn=view["turn"] == seat, left=view["left"][seat])
    return *laid, *hand(panel, f"stone-{seat % 2}", view["hands"][seat]), points_node(panel, "0")


def view_of(players: int, **board: int) -> dict[str, Any]:
    return {"board": board, "turn": 0, "left": [False] * players, "hands": [7] * players}


@each("shape", [UPRIGHT, WIDE])
@each("players", [2, 3])
def test_it_has_every_shape_it_uses_and_no_key_twice(shape: str, players: int) -> None:
    picture = scene(view_of(players, a1=0, c3=1), 0, ["lay b2"], ["Zoé", "Ada", "Otto"][:players], ENGLISH, shape)
    shapes = DRAWN + panel_shapes(USUAL, DRAWN)
    svg = to_svg(picture, shapes, "")
    used = {node.shape for node in picture.nodes} - {"text"}
    assert all(f'<symbol id="{name}"' in svg for name in used)
    keys = [node.key for node in picture.nodes]
    assert len(set(keys)) == len(keys)
    assert picture.offers == {"square b2": ("lay b2",)}
    assert all(0 <= node.x <= picture.width and 0 <= node.y <= picture.height for node in picture.nodes)


def test_of_the_squares_only_the_one_that_has_changed_is_another_part() -> None:
    before, after = (scene(view_of(2, **board), 0, [], ["Zoé", "Ada"], ENGLISH, UPRIGHT) for board in ({}, {"a1": 0}))
    changed = [new for old, new in zip(before.parts[:24], after.parts[:24], strict=True) if old is not new]
    assert [part[0].key for part in changed] == ["square a1"]


def test_points_stand_in_the_line_of_the_name() -> None:
    panel = _stage().panels[1]
    base, mark, name = panel_part(panel, "Ada", (), ENGLISH)
    points = points_node(panel, "12", "12 points")
    assert (points.key, points.text, points.label) == ("points 1", "12", "12 points")
    assert points.y == name.y == mark.y
    assert name.x < points.x < base.x + panel.form.width / 2


def _stage() -> SceneLayout:
    return upright(3, 0, BOARD)
