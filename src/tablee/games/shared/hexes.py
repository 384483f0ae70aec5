"""Hexes by axial coordinates: their texts, their neighbours, and the gaps of a land."""

from collections.abc import Collection

Hex = tuple[int, int]

DIRECTIONS: tuple[Hex, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""In order around a hex; the opposite of a direction is three further on."""


def hex_text(place: Hex) -> str:
    """The text of a hex.

    >>> hex_text((-1, 2))
    '-1,2'
    """
    return f"{place[0]},{place[1]}"


def read_hex(text: str) -> Hex:
    """The hex of a text.

    >>> read_hex("-1,2")
    (-1, 2)
    """
    q, r = text.split(",")
    return int(q), int(r)


def neighbours(place: Hex) -> list[Hex]:
    """The six hexes around one."""
    return [(place[0] + q, place[1] + r) for q, r in DIRECTIONS]


def touching(place: Hex, land: Collection[Hex]) -> int:
    """How many neighbours of a hex belong to a land."""
    return sum(other in land for other in neighbours(place))


def gaps_in(land: Collection[Hex]) -> list[Hex]:
    """The gaps of a single hex that a land encloses."""
    around = {other for place in land for other in neighbours(place)}
    return sorted(place for place in around if place not in land and touching(place, land) == 6)
