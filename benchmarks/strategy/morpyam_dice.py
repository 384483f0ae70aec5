"""How likely the figures of Morpyam are for somebody who wants nothing else, worked out exactly."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

from tablee.games.morpyam import rules

Dice = tuple[int, ...]
THROWS = 3
HIGH = tuple(rules.FIGURES[figure] for figure in rules.SEC_FIGURES)


@cache
def fits(dice: Dice) -> frozenset[str]:
    """The figures that five dice are."""
    return frozenset(rules.FIGURES[figure] for figure in rules.figures_of(dice))


@cache
def thrown(count: int) -> tuple[tuple[Dice, float], ...]:
    """What some dice may show, with the chances."""
    return tuple(
        (dice, factorial(count) / prod(map(factorial, Counter(dice).values())) / 6**count)
        for dice in combinations_with_replacement(range(1, 7), count)
    )


@cache
def kept(dice: Dice) -> frozenset[Dice]:
    """What may be kept of some dice: at least one is thrown again."""
    found: set[Dice] = {()}
    for die in dice:
        found |= {(*some, die) for some in found}
    return frozenset(tuple(sorted(some)) for some in found if len(some) < len(dice))


def after(keep: Dice) -> Iterator[tuple[Dice, float]]:
    """The five dice after a throw with some kept."""
    return ((tuple(sorted(keep + dice)), chance) for dice, chance in thrown(5 - len(keep)))


def chance_of(figure: str, throws: int = THROWS) -> float:
    """Of coming out within so many throws."""
    return best_chance(lambda dice: figure in fits(dice), throws)


def best_chance(enough: Callable[[Dice], bool], throws: int = THROWS) -> float:
    """Of dice that are enough, with the best choice of what to keep."""

    @cache
    def chance(dice: Dice, left: int) -> float:
        if enough(dice):
            return 1.0
        return max(ahead(keep, left) for keep in kept(dice)) if left else 0.0

    @cache
    def ahead(keep: Dice, left: int) -> float:
        return sum(share * chance(dice, left - 1) for dice, share in after(keep))

    return ahead((), throws)


def chance_of_call() -> float:
    """Of some call that comes out, with the best choice of what to keep and what to call."""

    @cache
    def ahead(keep: Dice, left: int) -> float:
        called = (*HIGH, "sec") if left == THROWS else HIGH
        return max(
            sum(share * (1.0 if out(call, dice) else later(dice, left - 1)) for dice, share in after(keep))
            for call in called
        )

    @cache
    def later(dice: Dice, left: int) -> float:
        return max(ahead(keep, left) for keep in kept(dice)) if left else 0.0

    return ahead((), THROWS)


def out(call: str, dice: Dice) -> bool:
    """Has a call come out?"""
    return bool(fits(dice) & set(HIGH)) if call == "sec" else call in fits(dice)


def chance_of_square(bears: str) -> float:
    """Of covering a square that bears a figure, for somebody who wants nothing else."""
    if bears == "sec":
        return sum(share for dice, share in thrown(5) if out("sec", dice))
    return chance_of_call() if bears == "appel" else chance_of(bears)
