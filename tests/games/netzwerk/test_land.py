"""The land of Netzwerk: what the generator guarantees, over thousands of lands."""

from collections import Counter
from typing import Any

from hypothesis import given, settings

import tablee
from tablee.engine.mersenne_twister import seeded
from tablee.games import find_game
from tablee.games.netzwerk import rules
from tablee.games.netzwerk.land import lay_out
from tablee.games.shared.routes.rules.record import lay
from tests.cases import each
from tests.games.netzwerk import reference_land
from tests.games.shared.routes.hexes import coordinates
from tests.games.shared.routes.lands import (
    Land,
    has_gap,
    is_connected,
    kinds,
    moved_to_the_corner,
    neighbours_on,
    triangles_at,
)
from tests.games.shared.routes.position import COLORS
from tests.games.shared.routes.random_play import seeds

TILES = [
    "orange red green", "6 yellow blue", "desert yellow orange", "desert red blue", "desert green yellow",
    "10 desert red", "9 desert blue", "2 orange green", "3 yellow blue", "4 red orange", "5 green blue",
    "7 yellow green", "8 orange red",
]  # fmt: skip
"""The thirteen tiles; the first two stay in the box with two players."""

EACH_NUMBER = each("players", [2, 3, 4])
MANY_SEEDS = range(100)


def land_of(players: int, seed: int, **options: Any) -> Land:
    hexes: Land = tablee.new("netzwerk", players, options, seed).state()["hexes"]
    return hexes


def test_the_tiles_have_nine_cities_five_deserts_and_five_hexes_of_each_colour() -> None:
    printed = Counter(kind for tile in TILES for kind in tile.split())
    assert printed == {**dict.fromkeys(COLORS, 5), "desert": 5, **{str(value): 1 for value in range(2, 11)}}
    assert all(len(set(tile.split())) == 3 for tile in TILES)
    left = Counter(kind for tile in TILES[2:] for kind in tile.split())
    assert {left[color] for color in COLORS} == {4}


@EACH_NUMBER
@each("seed", [*range(12), 2**40, 2**63 - 1, 10**30, -5])
def test_a_seed_gives_the_land_that_it_always_gave(players: int, seed: int) -> None:
    definition = find_game("netzwerk")
    states = rules.empty(players, definition.full_options(players, {}))
    lay(states[0], reference_land.new_land(players, seed))
    assert definition.new(players, {}, seed).tobytes() == states.tobytes()


@EACH_NUMBER
@settings(max_examples=50)
@given(seed=seeds())
def test_every_land_is_as_the_rules_say(players: int, seed: int) -> None:
    check(land_of(players, seed), players)


@EACH_NUMBER
def test_the_lands_of_many_seeds_are_as_the_rules_say(players: int) -> None:
    for seed in range(400):
        check(land_of(players, seed), players)


@EACH_NUMBER
def test_however_far_from_one_another_tiles_are_laid_the_land_is_as_the_rules_say(players: int) -> None:
    """Most lands are far closer than they need be; with this freedom every other one has to be laid anew."""
    definition = find_game("netzwerk")
    for seed in range(30):
        states = definition.new(players, {}, seed)
        lay_out(states[0], seeded(seed), 25.0)
        land: Any = definition.words.write(states)["hexes"]
        assert land != land_of(players, seed)
        check(land, players)


def check(land: Land, players: int) -> None:
    tiles = TILES[2:] if players == 2 else TILES
    assert len(land) == 3 * len(tiles)
    each = 4 if players == 2 else 5
    assert kinds(land) == {**dict.fromkeys(COLORS, each), "city": 8 if players == 2 else 9, "desert": 5}
    _check_hexes(land, players)
    assert is_connected(land)
    assert not has_gap(land)
    assert is_connected(place for place, about in land.items() if about["kind"] != "desert")
    assert neighbours_on(land)[6] >= (9 if players == 2 else 12)
    assert is_laid_of(land, tiles)


def _check_hexes(land: Land, players: int) -> None:
    """Each hex is written as it should be: cubes on the countryside, values and names of their own in cities."""
    cities = [about for about in land.values() if about["kind"] == "city"]
    assert {city["value"] for city in cities} == set(range(2, 11)) - ({6} if players == 2 else set())
    assert len({city["name"] for city in cities}) == len(cities)
    assert all(set(city) == {"kind", "name", "value"} for city in cities)
    for about in land.values():
        if about["kind"] == "land":
            assert about == {"kind": "land", "color": about["color"], "cubes": 2}


def is_laid_of(land: Land, tiles: list[str]) -> bool:
    """Whether the land can be parted into these tiles, tried in every way."""
    return parted(land, list(tiles), set(land)) is not None


def parted(land: Land, tiles: list[str], rest: set[str]) -> dict[str, frozenset[str]] | None:
    """Where each tile may lie so that they make up the rest of a land; None if there is no way."""
    if not rest:
        return None if tiles else {}
    place = min(rest, key=lambda place: (len(triangles_at(place, rest)), place))
    for triangle in triangles_at(place, rest):
        printed = sorted(str(_printed(land[corner])) for corner in triangle)
        for tile in [tile for tile in tiles if sorted(tile.split()) == printed]:
            others = parted(land, [other for other in tiles if other != tile], rest - triangle)
            if others is not None:
                return {tile: triangle, **others}
    return None


def _printed(about: dict[str, Any]) -> str | int:
    printed: str | int = about.get("value", about.get("color", about["kind"]))
    return printed


@EACH_NUMBER
def test_the_same_seed_gives_the_same_land(players: int) -> None:
    for seed in (0, 1, 2**32 - 1):
        assert land_of(players, seed) == land_of(players, seed, hands="hidden")


@EACH_NUMBER
def test_different_seeds_give_visibly_different_lands(players: int) -> None:
    lands = [land_of(players, seed) for seed in MANY_SEEDS]
    assert len({moved_to_the_corner(land) for land in lands}) == len(lands)
    shapes = {frozenset(place for place, _ in moved_to_the_corner(land)) for land in lands}
    assert len(shapes) > len(lands) / 2


def test_tiles_are_turned_at_random_with_their_hexes_in_any_order_around_them() -> None:
    arrangements: dict[str, set[tuple[tuple[int, int], ...]]] = {tile: set() for tile in TILES}
    for seed in MANY_SEEDS:
        land = land_of(3, seed)
        for tile, triangle in (parted(land, TILES, set(land)) or {}).items():
            arrangements[tile].add(_arrangement(tile, {str(_printed(land[place])): place for place in triangle}))
    assert {tile: len(found) for tile, found in arrangements.items()} == dict.fromkeys(TILES, 12)


def _arrangement(tile: str, places: dict[str, str]) -> tuple[tuple[int, int], ...]:
    """Where the second and the third hex of a tile lie, seen from the first: six directions, and two ways round."""
    first, second, third = (coordinates(places[kind]) for kind in tile.split())
    return (second[0] - first[0], second[1] - first[1]), (third[0] - first[0], third[1] - first[1])


def test_every_city_lies_at_the_border_and_inside_with_some_seed() -> None:
    lands = [land_of(3, seed) for seed in MANY_SEEDS]
    where: dict[int, set[bool]] = {value: set() for value in range(2, 11)}
    for land in lands:
        for place, about in land.items():
            if about["kind"] == "city":
                where[about["value"]].add(len(triangles_at(place, land)) == 6)
    assert all(found == {True, False} for found in where.values())
