"""Grids of squares and of hexes."""

from typing import Any

from tablee.games.scenery import Node
from tablee.games.shared.hexes import DIRECTIONS, neighbours
from tablee.games.shared.widgets.grids import RADIUS, Squares, land_in, on_squares, places, rows_of, squares_text
from tablee.games.shared.widgets.panels import Box, Part, Place


def look(name: str, what: Any, place: Place) -> Part:
    return (Node(f"square {name}", 0, f"square-{what}", *place),)


def test_the_nodes_of_a_square_are_made_once_for_all_that_may_lie_on_it() -> None:
    squares = Squares(places(rows_of(2, 2), (10, 10), 20), look)
    before, after = squares.parts({"a1": 0}), squares.parts({"a1": 0, "b2": 1})
    changed = [at for at, (one, other) in enumerate(zip(before, after, strict=True)) if one is not other]
    assert [after[at][0].key for at in changed] == ["square b2"]
    assert squares.part("b2", 1) is after[changed[0]]
    assert squares.part("b2") is before[changed[0]]


def test_a_board_need_not_be_whole() -> None:
    assert list(places([["a1", ""], ["", "b0"]], (0, 0), (10, 30)).items()) == [("a1", (0, 0)), ("b0", (10, 30))]


def test_only_what_names_a_square_is_offered_on_one() -> None:
    assert on_squares(["throw", "move 4", "eat 4"], "cannibal") == {"cannibal 4": ("move 4", "eat 4")}


def test_a_board_is_told_in_lines() -> None:
    assert squares_text(rows_of(2, 2), {"a1": 1}, width=1).splitlines() == ["2  .  .", "1  1  .", "   a  b"]


def test_a_land_fills_its_window_and_stays_in_it() -> None:
    window = Box(100, 50, 400, 800)
    hexes = tuple((q, 0) for q in range(6))
    land = land_in(window, hexes)
    assert len(set(land.middles)) == len(hexes)
    reach = RADIUS * land.size
    assert all(window.x < x - reach * 0.87 and x + reach * 0.87 < window.x + window.width for x, _ in land.middles)
    assert all(window.y < y - reach and y + reach < window.y + window.height for _, y in land.middles)
    heights = [y for _, y in land.middles]
    assert max(heights) - min(heights) > 4 * reach, "a long row is turned to stand in a high window"


def test_opposite_directions_are_three_apart() -> None:
    for at, (q, r) in enumerate(DIRECTIONS):
        assert (-q, -r) == DIRECTIONS[(at + 3) % 6]
    assert (0, 0) in neighbours((1, 0))
