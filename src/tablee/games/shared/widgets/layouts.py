"""Layouts of a picture: upright, with the board between the panels, or wide, with all panels beside the board.

The seat that looks is at the bottom; the others follow in turn order, from left to right or from the top down.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tablee.games.scenery import UPRIGHT, WIDE
from tablee.games.shared.widgets.panels import BESIDE, HALF, NO_ROOM, THIRD, WHOLE, Box, Form, PlayerPanel

SHAPES = UPRIGHT, WIDE  # the `SHAPES` of a scene that can be both
Size = tuple[int, int]  # width and height
BETWEEN = 12  # the distance between the board and the panels beside it


@dataclass(frozen=True, eq=False)
class SceneLayout:
    """The places of board, panels and boxes for a number of players. It is compared by identity."""

    width: int
    height: int
    board: Box
    panels: tuple[PlayerPanel, ...]  # by seat
    strip: Box = NO_ROOM  # the strip above the board
    tray: Box = NO_ROOM  # the tray above one's own panel
    free: Box | None = None  # the box for the page's own text

    @property
    def own(self) -> PlayerPanel:
        """The panel at the bottom."""
        return next(panel for panel in self.panels if panel.own)


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
) -> SceneLayout:
    """From the top: the others side by side, a strip, the board, a tray, and one's own panel.

    `others` are the forms of the panels on top for one, two and three of them; `edge` is the margin above and below,
    `rim` that to the left and right, and `gap` the distance between rows.

    >>> stage = upright(3, bottom=1, board=(600, 400))
    >>> stage.board, [(panel.x, panel.y, panel.own) for panel in stage.panels]
    (Box(x=0, y=104, width=600, height=400), [(452.0, 50.0, False), (300.0, 542.0, True), (148.0, 50.0, False)])
    """
    width = board[0]
    down = _Down(rim, edge, width, gap)
    row = down.take(others[players - 2].height)
    above = down.take(strip)
    middle = down.take(board[1])
    below, last = down.take(tray), down.take(own.height)
    panels = [_at_left(bottom, own, last, gap, layers, own=True)]
    panels += _side_by_side(_others(players, bottom), others[players - 2], row, gap, layers)
    return SceneLayout(width + 2 * rim, down.y - gap + edge, middle, by_seat(panels), above, below)


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
) -> SceneLayout:
    """The board; beside it from the top: the others, the box for text, a tray, and one's own panel.

    >>> stage = wide(2, bottom=0, board=(600, 600))
    >>> stage.width, stage.free
    (984, Box(x=612, y=104, width=372, height=400))
    """
    left = rim + board[0] + between
    height = 2 * edge + board[1]
    down, up = _Down(left, edge, other.width, gap), height - edge - own.height
    panels = [_at_left(bottom, own, Box(left, up, other.width, own.height), gap, layers, own=True)]
    for seat in _others(players, bottom):
        panels.append(_at_left(seat, other, down.take(other.height), gap, layers))
    below = Box(left, up - gap - tray, other.width, tray) if tray else NO_ROOM
    end = (below.y if tray else up) - gap
    free = Box(left, down.y, other.width, end - down.y)
    whole = Box(rim, edge, *board)
    return SceneLayout(left + other.width + rim, height, whole, by_seat(panels), tray=below, free=free)


class _Down:
    """Allots boxes from the top down."""

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


def _side_by_side(seats: Sequence[int], form: Form, row: Box, gap: int, layers: tuple[int, int]) -> list[PlayerPanel]:
    if len(seats) == 1:
        return [_at_left(seats[0], form, row, gap, layers)]
    step = (row.width - form.width) / (len(seats) - 1)
    left, y = row.x + form.width / 2, row.middle[1]
    return [PlayerPanel(seat, left + at * step, y, form, layers=layers) for at, seat in enumerate(seats)]


def _at_left(seat: int, form: Form, row: Box, gap: int, layers: tuple[int, int], *, own: bool = False) -> PlayerPanel:
    """A panel at the left of its row; the rest of the row is its corner."""
    rest = form.width + gap
    corner = Box(row.x + rest, row.y, row.width - rest, row.height) if rest < row.width else NO_ROOM
    return PlayerPanel(seat, row.x + form.width / 2, row.middle[1], form, own, corner, layers)


def by_seat(panels: list[PlayerPanel]) -> tuple[PlayerPanel, ...]:
    """Panels in the order of their seats."""
    return tuple(sorted(panels, key=lambda panel: panel.seat))
