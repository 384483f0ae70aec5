"""What a placing in Morfals does in the eyes of styles (`games/styles.py`)."""

from collections.abc import Sequence

from tablee.games.morfals.outlook import EATS, IN_RIVER, ON_EDGE, OPEN, Slate, new_slate, take_notes
from tablee.games.morfals.rules import ROLL, SQUARES, apply
from tablee.games.styles import Traits
from tablee.kernel.contract import States


def traits(state: States, codes: Sequence[int]) -> list[Traits]:
    """What each placing does; eating and announcing are no matter of taste."""
    slate, plain = new_slate(), state.copy()
    plain[0].capture = plain[0].last_man = 0
    return [_of_square(plain, code, slate) if code < SQUARES else Traits() for code in codes]


def _of_square(state: States, square: int, slate: Slate) -> Traits:
    after, seat = state.copy(), int(state[0].turn)
    apply(after[0], square)
    eaten = float(after[0].hands[1 - seat] - state[0].hands[1 - seat])
    if after[0].phase != ROLL:  # the game is over
        return Traits(gains=eaten)
    take_notes(after[0], slate)
    mine, theirs = slate.sums if after[0].turn == seat else slate.sums[::-1]
    return Traits(
        gains=eaten,
        safety=float(mine[ON_EDGE] + mine[IN_RIVER] - 4.0 * mine[OPEN]),
        builds=float(mine[EATS]),
        hinders=-float(theirs[EATS]),
    )
