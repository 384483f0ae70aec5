"""The land of Netzwerk, slow and obvious, as it was laid before that was compiled: tiles of three hexes."""

from collections import Counter
from functools import cache
from random import Random

from tablee.games.shared.hexes import Hex, neighbours, touching
from tablee.games.shared.routes.rules.record import CITY, COLOURS, DESERT, Land, Site
from tests.games.shared.routes.lands import connected, encloses

TILES: tuple[tuple[str | int, ...], ...] = (
    ("orange", "red", "green"), (6, "yellow", "blue"), ("desert", "yellow", "orange"), ("desert", "red", "blue"),
    ("desert", "green", "yellow"), (10, "desert", "red"), (9, "desert", "blue"), (2, "orange", "green"),
    (3, "yellow", "blue"), (4, "red", "orange"), (5, "green", "blue"), (7, "yellow", "green"), (8, "orange", "red"),
)  # fmt: skip
"""Each a triangle of three kinds; a number is the value of a city. The first two stay in the box with two players."""

NAMES = {
    2: "Ahlen", 3: "Brede", 4: "Celle", 5: "Dornum", 6: "Emden", 7: "Fulda", 8: "Gera", 9: "Husum", 10: "Ilmenau",
}  # fmt: skip
"""A name for the city of each value."""

INNER = {11: 9, 13: 12}
"""How many hexes have all six neighbours, at least, by the number of tiles."""

FREEDOM = 3.0
"""How far from the closest shape a land may grow: more looks wilder, and is more often not allowed."""


def new_land(players: int, seed: int) -> Land:
    """A land that hangs together, has no hole, and can be walked from end to end: the first such that comes up."""
    random = Random(seed)
    tiles = list(TILES[2:] if players == 2 else TILES)
    while True:
        places = _closely_laid(len(tiles), random)
        if _inner(places) < INNER[len(tiles)] or encloses([place for tile in places for place in tile]):
            continue
        for _ in range(20):
            land = _dealt(places, tiles, random)
            if connected([place for place, site in land.items() if site.kind != DESERT]):
                return land


def _closely_laid(count: int, random: Random) -> list[tuple[Hex, ...]]:
    """Places for so many tiles, each laid where it touches much of what lies there, with some chance."""
    tiles: list[tuple[Hex, ...]] = []
    land: set[Hex] = set()
    around: Counter[Hex] = Counter({(0, 0): 1})
    while len(tiles) < count:
        fitting = {tile for place in around for tile in _triangles(place) if land.isdisjoint(tile)}
        tile = max(sorted(fitting), key=lambda tile: _closeness(tile, around) + FREEDOM * random.random())
        tiles.append(tile)
        land.update(tile)
        for place in tile:
            around.update(neighbours(place))
        around = Counter({place: touched for place, touched in around.items() if place not in land})
    return tiles


def _closeness(tile: tuple[Hex, ...], around: Counter[Hex]) -> int:
    """How much of the land a tile would touch."""
    return sum(around[place] for place in tile)


@cache
def _triangles(place: Hex) -> tuple[tuple[Hex, ...], ...]:
    """The six triangles that a hex is part of."""
    around = neighbours(place)
    return tuple(tuple(sorted((place, around[side], around[side - 1]))) for side in range(6))


def _inner(tiles: list[tuple[Hex, ...]]) -> int:
    land = {place for tile in tiles for place in tile}
    return sum(touching(place, land) == 6 for place in land)


def _dealt(places: list[tuple[Hex, ...]], tiles: list[tuple[str | int, ...]], random: Random) -> Land:
    """The tiles in random order, each turned at random."""
    random.shuffle(tiles)
    land = {}
    for place, tile in zip(places, tiles, strict=True):
        for hexagon, kind in zip(place, random.sample(tile, 3), strict=True):
            land[hexagon] = _site(kind)
    return land


def _site(kind: str | int) -> Site:
    if isinstance(kind, int):
        return Site(CITY, name=NAMES[kind], value=kind)
    return Site(DESERT) if kind == "desert" else Site(COLOURS.index(kind), cubes=2)
