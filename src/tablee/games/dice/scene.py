"""How dice lie on the table: never quite straight, and the same on every screen."""

from zlib import crc32

from tablee.games.scenery import Node

FAMILIES = {6: "die", 3: "bone"}
"""The shapes of dice by their number of faces: of ivory from `die-1` on, or of bone, which a game draws itself."""
TURNED = 14.0
"""The most that a die is turned, in degrees to either side."""
MOVED = 3.0
"""The most that it lies beside its place, in units of the scene."""
SIDE = 60
"""How wide a die is at size 1."""


def lying(
    key: str,
    value: int,
    x: float,
    y: float,
    look: int,
    *,
    faces: int = 6,
    kind: str = "",
    label: str = "",
    enter: str = "",
    size: float = 1.0,
    layer: int = 2,
) -> Node:
    """One die near a place, as it fell: its key and the look of its throw say how it lies.

    >>> die = lying("die 1", 5, 100, 40, look=7)
    >>> die.shape, die.x, die.y, die.turn
    ('die-5', 98.6, 37.5, 5.8)
    """
    right, down, turn = (_share(f"{key} {look} {what}") for what in ("x", "y", "turn"))
    return Node(
        key,
        layer,
        f"{FAMILIES[faces]}-{value}",
        round(x + MOVED * right, 1),
        round(y + MOVED * down, 1),
        kind,
        label=label,
        size=size,
        turn=round(TURNED * turn, 1),
        enter=enter,
    )


def _share(text: str) -> float:
    """A number from -1 to 1."""
    return crc32(text.encode()) % 2001 / 1000 - 1
