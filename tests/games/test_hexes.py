"""What is asked of the shape of a land, on shapes made by hand: lands that come up at random seldom have a gap."""

import pytest

from tablee.games.hexes import Hex, connected, has_gap, neighbours, touching

RING = set(neighbours((0, 0)))
LARGE_RING = {hex for place in RING for hex in neighbours(place)} - RING - {(0, 0)}


@pytest.mark.parametrize("land", [RING, LARGE_RING, LARGE_RING | {(0, 0)}, RING | {(5, 0), (9, 9)}])
def test_what_a_land_encloses_is_a_gap(land: set[Hex]) -> None:
    assert has_gap(land)


@pytest.mark.parametrize(
    "land",
    [{(0, 0)}, RING | {(0, 0)}, RING - {(1, 0)}, LARGE_RING - {(2, 0)}, {(0, 0), (3, 0)}, {(q, 0) for q in range(9)}],
)
def test_a_bay_is_no_gap(land: set[Hex]) -> None:
    assert not has_gap(land)


def test_a_land_hangs_together_if_every_hex_can_be_reached() -> None:
    assert connected(RING)
    assert connected({(0, 0), (1, -1)})
    assert not connected({(0, 0), (1, 1)})
    assert not connected(RING | {(3, 0)})


def test_how_many_hexes_of_a_land_touch_one() -> None:
    assert (touching((0, 0), RING), touching((1, 0), RING), touching((2, 0), RING)) == (6, 2, 1)
