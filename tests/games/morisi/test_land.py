"""The land of Morisi: what the generator guarantees, over thousands of lands."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablee

from ..routes.hexes import around
from ..routes.lands import Land, has_gap, is_connected, kinds, moved_to_the_corner, neighbours_on
from ..routes.position import COLORS
from ..routes.random_play import seeds

CITIES = {"KAA", "OEG", "SAS", "ZOE", "BEL", "FYN", "LUR", "MIO", "TAV"}
CUBES = {4: (1, 3, 70), 3: (2, 2, 60), 2: (1, 2, 45)}
"""By players: cubes on circle hexes, on the others, and in all."""

EACH_NUMBER = pytest.mark.parametrize("players", [2, 3, 4])
MANY_SEEDS = range(100)


def land_of(players: int, seed: int, **options: Any) -> Land:
    hexes: Land = tablee.new("morisi", players, options, seed).state()["hexes"]
    return hexes


@EACH_NUMBER
@settings(max_examples=50)
@given(seed=seeds(), cities=st.sampled_from(["apart", "any"]))
def test_every_land_is_as_the_rules_say(players: int, seed: int, cities: str) -> None:
    check(land_of(players, seed, cities=cities), players, cities)


@pytest.mark.parametrize("cities", ["apart", "any"])
@EACH_NUMBER
def test_the_lands_of_many_seeds_are_as_the_rules_say(players: int, cities: str) -> None:
    for seed in range(400):
        check(land_of(players, seed, cities=cities), players, cities)


def check(land: Land, players: int, cities: str) -> None:
    each, count, most_on_border = (5, 8, 21) if players == 2 else (6, 9, 22)
    assert len(land) == (33 if players == 2 else 39)
    assert kinds(land) == {**dict.fromkeys(COLORS, each), "city": count}
    _check_hexes(land, players)
    assert is_connected(land)
    assert not has_gap(land)
    assert min(neighbours_on(land)) >= 3
    assert len(land) - neighbours_on(land)[6] <= most_on_border
    assert cities == "any" or not neighbouring_cities(land)


def _check_hexes(land: Land, players: int) -> None:
    """Each hex is written as it should be, and the right number is marked with a circle."""
    on_circle, on_others, in_all = CUBES[players]
    names = [about["name"] for about in land.values() if about["kind"] == "city"]
    assert len(set(names)) == len(names)
    assert set(names) <= CITIES
    for color in COLORS:
        hexes = [about for about in land.values() if about.get("color") == color]
        marked = [about for about in hexes if "circle" in about]
        plain = {"kind": "land", "color": color}
        assert marked == [{**plain, "cubes": on_circle, "circle": True}] * (1 if players == 2 else 2)
        assert [about for about in hexes if "circle" not in about] == [{**plain, "cubes": on_others}] * 4
    assert sum(about.get("cubes", 0) for about in land.values()) == in_all


def neighbouring_cities(land: Land) -> list[tuple[str, str]]:
    cities = {place for place, about in land.items() if about["kind"] == "city"}
    return [(one, other) for one in cities for other in around(one) if other in cities]


@EACH_NUMBER
def test_with_cities_any_they_may_be_neighbours(players: int) -> None:
    assert any(neighbouring_cities(land_of(players, seed, cities="any")) for seed in range(30))


def test_with_two_players_every_city_is_in_the_box_once_in_a_while() -> None:
    names = [{about["name"] for about in land_of(2, seed).values() if about["kind"] == "city"} for seed in MANY_SEEDS]
    assert {name for missing in names for name in CITIES - missing} == CITIES


@pytest.mark.parametrize("cities", ["apart", "any"])
@EACH_NUMBER
def test_the_same_seed_gives_the_same_land(players: int, cities: str) -> None:
    for seed in (0, 1, 2**32 - 1):
        land = land_of(players, seed, cities=cities)
        assert land == land_of(players, seed, cities=cities)
        assert land == land_of(players, seed, cities=cities, hands="open", predictions="on")


@EACH_NUMBER
def test_different_seeds_give_visibly_different_lands(players: int) -> None:
    lands = [land_of(players, seed) for seed in MANY_SEEDS]
    assert len({moved_to_the_corner(land) for land in lands}) == len(lands)
    shapes = {frozenset(place for place, _ in moved_to_the_corner(land)) for land in lands}
    assert len(shapes) > len(lands) / 2
