"""What an action of Isis & Osiris does in the eyes of styles (`games/styles.py`)."""

from collections.abc import Sequence

from tablee.games.isis.rules import DRAW, PAWN, PLACE_ON, SQUARES
from tablee.games.styles import Traits
from tablee.kernel.contract import States

SIDE = 6
BESIDE = [
    [square + step for step, inside in ((-1, x > 0), (1, x < SIDE - 1), (-SIDE, y > 0), (SIDE, y < SIDE - 1)) if inside]
    for y in range(SIDE)
    for x in range(SIDE)
    for square in [y * SIDE + x]
]
"""By square: those orthogonally next to it."""


def traits(state: States, codes: Sequence[int]) -> list[Traits]:
    """What each action does: a tile that is drawn is yet to come, and does nothing by itself."""
    board, seat = state[0].board.tolist(), int(state[0].turn)
    return [Traits() if code == DRAW else _of_square(board, code, seat, int(state[0].drawn)) for code in codes]


def _of_square(board: list[int], code: int, seat: int, drawn: int) -> Traits:
    """Of a pawn, or of the tile that was drawn, on a square."""
    square, own = code % SQUARES, PAWN + seat
    around = [board[other] for other in BESIDE[square]]
    mine, theirs = around.count(own), sum(piece > PAWN - 1 and piece != own for piece in around)
    if code >= PLACE_ON:
        return Traits(
            gains=drawn * mine,
            safety=mine - (drawn > 0) * around.count(0),
            builds=_partners(board, square, own) if drawn > 0 else -mine,
            hinders=-drawn * theirs,
        )
    worth = sum(piece for piece in around if -PAWN < piece < PAWN)
    return Traits(gains=worth, safety=-around.count(0), builds=_partners(board, square, own), hinders=theirs)


def _partners(board: list[int], square: int, own: int) -> int:
    """Own pawns that have a neighbour in common with a square: what lies there serves both."""
    near = {other for middle in BESIDE[square] for other in BESIDE[middle]} | set(BESIDE[square])
    return sum(board[other] == own for other in near - {square})
