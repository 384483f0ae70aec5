"""Hexes by name ("0,0"), and the edges between two of them ("0,0|1,0")."""

from functools import cache

DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


def coordinates(name: str) -> tuple[int, int]:
    q, r = name.split(",")
    return int(q), int(r)


@cache
def beyond(name: str, direction: tuple[int, int]) -> str:
    """The next hex in a direction, be there one on the land or not."""
    q, r = coordinates(name)
    return f"{q + direction[0]},{r + direction[1]}"


@cache
def around(name: str) -> tuple[str, ...]:
    """The six neighbours of a hex."""
    return tuple(beyond(name, direction) for direction in DIRECTIONS)


@cache
def edge(one: str, other: str) -> str:
    """The edge between two neighbours, named in the order of (q, r)."""
    return "|".join(sorted((one, other), key=coordinates))


def ends(edge_name: str) -> tuple[str, str]:
    one, other = edge_name.split("|")
    return one, other


def in_order(edges: set[str]) -> list[str]:
    """Edges in the order of (q, r) of their ends."""
    return sorted(edges, key=lambda name: [coordinates(end) for end in ends(name)])
