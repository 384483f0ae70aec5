"""The lots of a deal: its set-up, and a row of lots for each seat, so that it can be played more than once.

Every seat draws its own row: what the others do does not shift it.
"""

import hashlib
from collections.abc import Callable, Sequence
from itertools import accumulate

Lot = Callable[[str], int]
"""A number below 2⁶⁴ for a text, always the same one."""


def lot(text: str) -> int:
    """A number below 2⁶⁴ that follows from a text, for all to know."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def drawn(number: int, weights: Sequence[int]) -> int:
    """The index that a lot below 2⁶⁴ means, in proportion to the weights.

    The lot is a point on the line of all weights, so that it means much the same if these differ a little: of two games
    of one deal, the one in which fewer tiles are left still gives a good tile where the other does.

    >>> drawn(3 << 62, [1, 1, 2]), drawn(3 << 62, [1, 1, 1])
    (2, 2)
    """
    point = number * sum(weights) >> 64
    return next(index for index, reached in enumerate(accumulate(weights)) if point < reached)


class Lots:
    """All that is random in one deal, if thoughts of bots are counted among it.

    >>> lots = Lots(lambda text: lot(f"a deal {text}"))
    >>> lots.outcome(seat=0, place=3, weights=[1, 1, 4]) == lots.outcome(0, 3, [1, 1, 4])
    True
    """

    def __init__(self, lot: Lot) -> None:
        self._lot = lot

    def set_up(self, bits: int = 63) -> int:
        """The seed of everything random in the set-up."""
        return self._lot("set-up") >> 64 - bits

    def outcome(self, seat: int, place: int, weights: Sequence[int]) -> int:
        """The index of what a seat draws when it has drawn so often before."""
        return drawn(self._lot(f"seat {seat} draw {place}"), weights)

    def thought(self, who: str, place: int) -> int:
        """The seed of a bot's thought."""
        return self._lot(f"{who} decision {place}") >> 33
