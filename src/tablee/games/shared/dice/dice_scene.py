"""How dice lie in a picture: never quite straight, the same on every screen, and still while they are kept."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

from tablee.games.scenery import Happened, Node

FAMILIES = {6: "die", 3: "bone"}  # the symbols of dice by number of faces; a game draws `bone-…` itself
TURNED = 14.0  # the largest turn of a die, in degrees to either side
MOVED = 3.0  # the largest distance from its place, in units of the scene
SIDE = 60  # the width of a die at size 1


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
    """A die near a place: its key and the `look` of its throw decide how it lies.

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


class Die(NamedTuple):
    """A die as it fell."""

    value: int
    look: int  # the `look` of the throw in which it fell


Dice = tuple[Die, ...]  # dice by their places, or none


def fallen(before: Dice, kept: str, thrown: str, look: int) -> Dice:
    """The dice after a throw: kept dice stay, the others fill the places between them, low values first.

    >>> [die.value for die in fallen((Die(5, 1), Die(2, 1), Die(4, 1)), "4", "146", 7)]
    [1, 6, 4]
    """
    values = [int(digit) for digit in kept]
    stay = kept_places(before, values) if before else list(range(len(values)))
    fall = sorted(int(digit) for digit in thrown)
    for value in values:
        fall.remove(value)
    dice = [Die(0, look)] * len(thrown)
    for place, value in zip(stay, values, strict=True):
        dice[place] = before[place] if before else Die(value, look)
    return tuple(die if die.value else Die(fall.pop(0), look) for die in dice)


@lru_cache(maxsize=4096)
def thrown_by(steps: tuple[Happened, ...]) -> Dice:
    """The dice after steps such as `keep 116` and `dice 11456`."""
    dice: Dice = ()
    kept, keeper = "", -1
    for step in steps:
        verb, _, rest = step.text.partition(" ")
        if verb == "keep":
            kept, keeper = rest.strip("-"), step.seat
        elif verb == "dice":
            dice = fallen(dice, kept if keeper == step.seat else "", rest, step.look)
            keeper = -1
    return dice


def kept_places(dice: Dice, values: Sequence[int]) -> list[int]:
    """The places of the dice that are kept; of equal dice the first."""
    places: list[int] = []
    for value in values:
        places.append(next(at for at, die in enumerate(dice) if die.value == value and at not in places))
    return places


def picks_of(dice: Dice) -> Mapping[str, str]:
    """The text that picking each die adds, lowest first.

    >>> picks_of((Die(5, 1), Die(2, 1)))
    {'die 2': '2', 'die 1': '5'}
    """
    by_value = sorted(range(len(dice)), key=lambda place: dice[place].value)
    return {f"die {place + 1}": str(dice[place].value) for place in by_value}
