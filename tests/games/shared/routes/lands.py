"""What can be said of a land as a whole."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from tablee.games.shared.hexes import Hex, neighbours
from tests.games.shared.routes.hexes import around, coordinates

Land = dict[str, dict[str, Any]]


def is_connected(places: Iterable[str]) -> bool:
    """Whether every hex can be reached from every other over these."""
    return connected(map(coordinates, places))


def connected(land: Iterable[Hex]) -> bool:
    unseen = set(land)
    frontier = [unseen.pop()]
    while frontier:
        reached = unseen.intersection(neighbours(frontier.pop()))
        unseen -= reached
        frontier.extend(reached)
    return not unseen


def has_gap(places: Iterable[str]) -> bool:
    """Whether something that is not land is enclosed by it."""
    return encloses(map(coordinates, places))


def encloses(places: Iterable[Hex]) -> bool:
    """The same, by coordinates: what is not land, and a rim around it, does not hang together."""
    land = set(places)
    (left, right), (top, bottom) = ((min(axis) - 1, max(axis) + 2) for axis in zip(*land, strict=True))
    return not connected({(q, r) for q in range(left, right) for r in range(top, bottom)} - land)


def neighbours_on(land: Iterable[str]) -> Counter[int]:
    """How many hexes have how many neighbours."""
    places = set(land)
    return Counter(len(places & set(around(place))) for place in places)


def kinds(land: Land) -> Counter[str]:
    """How many hexes there are of each kind and colour."""
    return Counter(str(about.get("color", about["kind"])) for about in land.values())


def moved_to_the_corner(land: Land) -> frozenset[tuple[tuple[int, int], str]]:
    """The land as it looks, wherever it lies: each hex with what is printed on it."""
    rows = {place: coordinates(place) for place in land}
    left, top = min(row[0] for row in rows.values()), min(row[1] for row in rows.values())
    return frozenset(((q - left, r - top), str(sorted(land[place].items()))) for place, (q, r) in rows.items())


def triangles_at(place: str, land: Iterable[str]) -> list[frozenset[str]]:
    """The triangles of three mutually adjacent hexes of the land with that one among them."""
    places = set(land)
    found = {
        frozenset((place, one, other))
        for one in around(place)
        for other in around(place)
        if other in around(one) and {one, other} <= places
    }
    return sorted(found, key=sorted)
