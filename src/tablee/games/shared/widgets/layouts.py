"""Where things lie in a picture: upright, the board between the plates, or wide, with all plates beside it.

Whoever looks sits at the bottom; the others follow in turn order, from left to right or from the top down.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tablee.games.scenery import UPRIGHT, WIDE
from tablee.games.ware.plates import BESIDE, HALF, NO_ROOM, THIRD, WHOLE, Box, Form, Plate

SHAPES = UPRIGHT, WIDE
"""What a scene says that can be both."""
Size = tuple[int, int]
"""Width and height."""
BETWEEN = 12
"""From a board to what lies beside it."""


@dataclass(frozen=True, eq=False)
class Stage:
    """All that stays where it is as long as the same number of people sit at a table. Compared by identity, too."""

    width: int
    height: int
    board: Box
    plates: tuple[Plate, ...]
    """By seat."""
    strip: Box = NO_ROOM
    """The room asked for above the board."""
    tray: Box = NO_ROOM
    """The room asked for above one's own plate."""
    free: Box | None = None
    """Where the page may lay its own words."""

    @property
    def own(self) -> Plate:
        """The plate at the bottom."""
        return next(plate for plate in self.plates if plate.own)


@lru_cache(maxsize=256)
def upright(
    players: int,
    bottom: int,
    board: Size,
    own: Form = WHOLE,
    others: tuple[Form, ...] = (WHOLE, HALF, THIRD),
    *,
    edge: int = 4,
    rim: int = 0,
    gap: int = 8,
    strip: int = 0,
    tray: int = 0,
    layers: tuple[int, int] = (0, 1),
) -> Stage:
    """The others side by side on top, a strip if wanted, the board, a tray if wanted, and one's own plate.

    `others` are the forms of the plates on top by how many there are; `edge` is the room above and below, `rim` that to
    the left and right, and `gap` that between what lies one below the other.

    >>> stage = upright(3, bottom=1, board=(600, 400))
    >>> stage.board, [(plate.x, plate.y, plate.own) for plate in stage.plates]
    (Box(x=0, y=104, width=600, height=400), [(452.0, 50.0, False), (300.0, 542.0, True), (148.0, 50.0, False)])
    """
    width = board[0]
    down = _Down(rim, edge, width, gap)
    row = down.take(others[players - 2].height)
    above = down.take(strip)
    middle = down.take(board[1])
    below, last = down.take(tray), down.take(own.height)
    plates = [_at_left(bottom, own, last, gap, layers, own=True)]
    plates += _side_by_side(_others(players, bottom), others[players - 2], row, gap, layers)
    return Stage(width + 2 * rim, down.y - gap + edge, middle, _by_seat(plates), above, below)


@lru_cache(maxsize=256)
def wide(
    players: int,
    bottom: int,
    board: Size,
    own: Form = BESIDE,
    other: Form = BESIDE,
    *,
    edge: int = 4,
    rim: int = 0,
    gap: int = 8,
    between: int = BETWEEN,
    tray: int = 0,
    layers: tuple[int, int] = (0, 1),
) -> Stage:
    """The board; beside it the others from the top down, room for words, a tray if wanted, and one's own plate.

    >>> stage = wide(2, bottom=0, board=(600, 600))
    >>> stage.width, stage.free
    (984, Box(x=612, y=104, width=372, height=400))
    """
    left = rim + board[0] + between
    height = 2 * edge + board[1]
    down, up = _Down(left, edge, other.width, gap), height - edge - own.height
    plates = [_at_left(bottom, own, Box(left, up, other.width, own.height), gap, layers, own=True)]
    for seat in _others(players, bottom):
        plates.append(_at_left(seat, other, down.take(other.height), gap, layers))
    below = Box(left, up - gap - tray, other.width, tray) if tray else NO_ROOM
    end = (below.y if tray else up) - gap
    free = Box(left, down.y, other.width, end - down.y)
    whole = Box(rim, edge, *board)
    return Stage(left + other.width + rim, height, whole, _by_seat(plates), tray=below, free=free)


class _Down:
    """Takes one box after the other, from the top down."""

    def __init__(self, x: int, y: int, width: int, gap: int) -> None:
        self.x, self.y, self.width, self.gap = x, y, width, gap

    def take(self, height: int) -> Box:
        if not height:
            return NO_ROOM
        box = Box(self.x, self.y, self.width, height)
        self.y += height + self.gap
        return box


def _others(players: int, bottom: int) -> list[int]:
    return [(bottom + step) % players for step in range(1, players)]


def _side_by_side(seats: Sequence[int], form: Form, row: Box, gap: int, layers: tuple[int, int]) -> list[Plate]:
    if len(seats) == 1:
        return [_at_left(seats[0], form, row, gap, layers)]
    step = (row.width - form.width) / (len(seats) - 1)
    left, y = row.x + form.width / 2, row.middle[1]
    return [Plate(seat, left + at * step, y, form, layers=layers) for at, seat in enumerate(seats)]


def _at_left(seat: int, form: Form, row: Box, gap: int, layers: tuple[int, int], *, own: bool = False) -> Plate:
    """A plate at the beginning of its row; if it does not fill it, the rest is its corner."""
    rest = form.width + gap
    corner = Box(row.x + rest, row.y, row.width - rest, row.height) if rest < row.width else NO_ROOM
    return Plate(seat, row.x + form.width / 2, row.middle[1], form, own, corner, layers)


def _by_seat(plates: list[Plate]) -> tuple[Plate, ...]:
    return tuple(sorted(plates, key=lambda plate: plate.seat))
