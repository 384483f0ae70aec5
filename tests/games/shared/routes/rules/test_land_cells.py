"""What is asked of the shape of a land, on shapes made by hand: lands that come up at random seldom have a gap."""

from collections.abc import Collection
from typing import Any

import numpy as np

from tablee.games.shared.hexes import Hex, neighbours, touching
from tablee.games.shared.routes.rules import land_cells
from tests.cases import each
from tests.games.shared.routes.lands import connected, encloses

RING = set(neighbours((0, 0)))
LARGE_RING = {hex for place in RING for hex in neighbours(place)} - RING - {(0, 0)}
ROOM = np.empty(land_cells.CELLS, np.int64)


def cell(place: Hex) -> int:
    return (place[0] + land_cells.MIDDLE) * land_cells.SIDE + place[1] + land_cells.MIDDLE


def cells(land: Collection[Hex]) -> Any:
    grown = land_cells.no_land()
    for place in land:
        land_cells.add(grown, cell(place))
    return grown


@each("land", [RING, LARGE_RING, LARGE_RING | {(0, 0)}, RING | {(5, 0), (9, 9)}])
def test_what_a_land_encloses_is_a_gap(land: set[Hex]) -> None:
    assert land_cells.has_gap(cells(land), ROOM)
    assert encloses(land)


@each(
    "land",
    [{(0, 0)}, RING | {(0, 0)}, RING - {(1, 0)}, LARGE_RING - {(2, 0)}, {(0, 0), (3, 0)}, {(q, 0) for q in range(9)}],
)
def test_a_bay_is_no_gap(land: set[Hex]) -> None:
    assert not land_cells.has_gap(cells(land), ROOM)
    assert not encloses(land)


@each(
    ("land", "whole"),
    [(RING, True), ({(0, 0), (1, -1)}, True), ({(0, 0), (1, 1)}, False), (RING | {(3, 0)}, False)],
)
def test_a_land_hangs_together_if_every_hex_can_be_reached(land: set[Hex], whole: bool) -> None:
    assert land_cells.is_whole(cells(land), ROOM) == whole
    assert connected(land) == whole


def test_how_many_hexes_of_a_land_touch_one() -> None:
    ring, places = cells(RING), [(0, 0), (1, 0), (2, 0)]
    assert [land_cells.touching(ring, cell(place)) for place in places] == [6, 2, 1]
    assert [touching(place, RING) for place in places] == [6, 2, 1]
