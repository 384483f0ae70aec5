"""Dice of which some are kept and the others thrown again: which one lies where, so that those that stay lie still."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from tablee.games.scenery import Happened


class Die(NamedTuple):
    """A die as it fell."""

    value: int
    look: int
    """That of the throw in which it fell."""


Dice = tuple[Die, ...]
"""Dice by their places, or none."""


def fallen(before: Dice, kept: str, thrown: str, look: int) -> Dice:
    """The dice after a throw: kept ones stay, and the others fill the places between them, low values first.

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
    """The dice as they lie after steps such as `keep 116` and `dice 11456`: what is kept stays where it fell."""
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
    """The places of the dice that are kept: of equal ones the first."""
    places: list[int] = []
    for value in values:
        places.append(next(at for at, die in enumerate(dice) if die.value == value and at not in places))
    return places


def picks_of(dice: Dice) -> Mapping[str, str]:
    """What picking each die brings, lowest first: as dice are named when they are kept.

    >>> picks_of((Die(5, 1), Die(2, 1)))
    {'die 2': '2', 'die 1': '5'}
    """
    by_value = sorted(range(len(dice)), key=lambda place: dice[place].value)
    return {f"die {place + 1}": str(dice[place].value) for place in by_value}
