"""What a bot knows of Isis & Osiris beyond its rules."""

from random import Random

from tablee.games.isis.rules import PAWN
from tablee.kernel.contract import States

MARGIN = 10.0
"""The lead in points that is half as good as a boundless one."""

FORGOTTEN = {1: 0.5, 2: 0.25}
"""The share of the face-down tiles that a bot of a low level does not remember."""


def forget(state: States, level: int, seed: int) -> States:
    """The state as a bot of that level remembers it: of some face-down tiles it no longer knows which lies where."""
    share = FORGOTTEN.get(level, 0.0)
    if state[0].open or not share:
        return state
    random = Random(seed)
    tiles = [square for square, piece in enumerate(state[0].board.tolist()) if piece and piece < PAWN]
    forgotten = [square for square in tiles if random.random() < share]
    remembered = state.copy()
    remembered[0].board[forgotten] = state[0].board[random.sample(forgotten, len(forgotten))]
    return remembered
