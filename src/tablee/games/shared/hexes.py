"""Hexes by their axial coordinates: how they are written, what is next to one, and lands of them. Rules use it, too."""

from collections.abc import Collection

Hex = tuple[int, int]

DIRECTIONS: tuple[Hex, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""Going round; the opposite of a direction is three further on."""


def hex_text(place: Hex) -> str:
    """A hex as it is written.

    >>> hex_text((-1, 2))
    '-1,2'
    """
    return f"{place[0]},{place[1]}"


def read_hex(text: str) -> Hex:
    """The hex that is written so.

    >>> read_hex("-1,2")
    (-1, 2)
    """
    q, r = text.split(",")
    return int(q), int(r)


def neighbours(place: Hex) -> list[Hex]:
    """The six hexes around one."""
    return [(place[0] + q, place[1] + r) for q, r in DIRECTIONS]


def touching(place: Hex, land: Collection[Hex]) -> int:
    """How many hexes of a land lie around one."""
    return sum(other in land for other in neighbours(place))


def connected(land: Collection[Hex]) -> bool:
    """Can every hex of a land be reached from every other within it?"""
    rest = set(land)
    if not rest:
        return True
    waiting = [rest.pop()]
    while waiting:
        found = rest.intersection(neighbours(waiting.pop()))
        rest -= found
        waiting += found
    return not rest


def gaps_in(land: Collection[Hex]) -> list[Hex]:
    """The gaps of one hex each that a land shuts in."""
    around = {other for place in land for other in neighbours(place)}
    return sorted(place for place in around if place not in land and touching(place, land) == 6)


def has_gap(land: Collection[Hex]) -> bool:
    """Is there a hex outside the land that is enclosed by it? Then not all of the outside hangs together."""
    rows = [q for q, _ in land], [r for _, r in land]
    outside = {
        (q, r)
        for q in range(min(rows[0]) - 1, max(rows[0]) + 2)
        for r in range(min(rows[1]) - 1, max(rows[1]) + 2)
        if (q, r) not in land
    }
    return not connected(outside)
