"""The dice of a turn once more, slow and obvious: for each throw what may be done, for each keep what may fall.

Without a line of the engine.
"""

from collections.abc import Mapping
from functools import cache
from itertools import combinations

from tests.games.morpyam.reference import FIGURES, SEC, Dice, comes_out, fits, throw

Worths = Mapping[str, tuple[float, float]]
"""By free square: what a token there is worth, without and with five alike."""


class SlowTurn:
    """What everything in a turn is worth, given what the free squares and passing are.

    `house`: by house rules five alike go wherever they fit, and sure calls are refused.
    """

    def __init__(self, worths: Worths, passing: float, house: bool = False) -> None:
        self.worths = worths
        self.passing = passing
        self.house = house
        self.ways = cache(self._ways)
        self.lying = cache(self._lying)

    def throwing(self, throws: int, kept: Dice) -> float:
        """Some dice kept after so many throws, then the best of `roll` and the calls."""
        return max(self.ways(throws, kept).values())

    def placing(self, square: str, dice: Dice) -> float:
        """A token placed with these dice."""
        return self.worths[square][len(set(dice)) == 1]

    def _ways(self, throws: int, kept: Dice) -> dict[str | None, float]:
        """By figure called, None for a mere roll: throwing the dice that are not kept."""
        calls = [None, *SEC, "sec"] if throws == 0 else [None, *SEC]
        return {
            call: sum(chance * self._fallen(throws + 1, dice, call) for dice, chance in _falls(kept))
            for call in calls
            if call is None or (self._free("appel") and not (call == "carre" and self._is_refused(kept)))
        }

    def _fallen(self, throws: int, dice: Dice, call: str | None) -> float:
        if call is not None and _comes_out(dice, call, throws):
            return max(self.placing(square, dice) for square in self._free("appel"))
        if call is not None and throws == 3:
            return self.passing
        return self.lying(throws, dice)

    def _lying(self, throws: int, dice: Dice) -> float:
        """Dice that have fallen, nothing having been called, or in vain."""
        squares = [square for square in self.worths if _fits(dice, FIGURES[square], throws)]
        if len(set(dice)) == 1 and self._free("morpyam") and not self.house:
            squares = [square for square in squares if FIGURES[square] in ("morpyam", "sec")]
        choices = [self.placing(square, dice) for square in squares]
        if throws < 3:
            choices += [self.throwing(throws, kept) for kept in _keeps(dice)]
        return max(choices, default=self.passing)

    def _is_refused(self, kept: Dice) -> bool:
        return self.house and len(kept) == 4 and len(set(kept)) == 1

    def _free(self, figure: str) -> list[str]:
        return [square for square in self.worths if FIGURES[square] == figure]


_comes_out = cache(comes_out)
_fits = cache(fits)


@cache
def _falls(kept: Dice) -> list[tuple[Dice, float]]:
    return [(tuple(map(int, text.removeprefix("dice "))), float(chance)) for text, chance in throw(kept).items()]


@cache
def _keeps(dice: Dice) -> set[Dice]:
    return {kept for count in range(5) for kept in combinations(dice, count)}
