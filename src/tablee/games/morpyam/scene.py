"""The picture of Morpyam: the grid of figures, the tokens and their rows, the tray of dice, and a plate for each seat.

It is upright, with plates above and below, or wide, with all plates beside the board and the tray. A scene is built for
every event and every viewer, so whatever does not change is made once and kept.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from tablee.games.document import Document
from tablee.games.morpyam import tray
from tablee.games.morpyam.bar import gestures
from tablee.games.morpyam.figures import GRID, SIDE, alignments, points_of_run
from tablee.games.morpyam.places import (
    BADGES,
    BELOW,
    BESIDE,
    BETWEEN,
    BOARD,
    BY_ITSELF,
    CALLING,
    EDGE,
    FLAT,
    GAP,
    JOY,
    LONG_LOOK,
    LOOK,
    LOW,
    OPENING_LOOK,
    PIECES,
    PITCH,
    RIBBONS,
    SHAKE,
    TILES,
    WIDTH,
)
from tablee.games.morpyam.plates import (
    Plate,
    bubble_part,
    lay_plates,
    lay_plates_beside,
    opening_dice,
    seat_nodes,
    top_height,
)
from tablee.games.morpyam.words import figure_name, figure_text, seat_name
from tablee.games.scenery import NOTHING, UPRIGHT, WIDE, Lately, Node, Scene, fitting
from tablee.language import Language

SHARED = ("dice",)
SHAPES = UPRIGHT, WIDE
LOOK_BACK = 12
"""Enough steps for a whole turn and the beginning of the next: they tell which die fell where."""

SINGLE_STROKES = ("ko", "double_morpyam")
"""Wins that no points are counted for."""
CHEERING = 4
"""Added to a seat: its token in a row of five."""

SWEEPS = ("right", "top", "rise", "fall")
"""Where the light goes that sweeps over the board while points are counted: along rows, columns and diagonals."""

Looks = Mapping[int | None, tuple[Node, ...]]


class Stage(NamedTuple):
    """All that stays the same as long as the same people sit at a table."""

    width: int
    height: int
    tray: tray.Laid
    plates: tuple[Plate, ...]
    fixed: tuple[Node, ...]
    squares: tuple[tuple[str, Looks], ...]
    """The nodes of each square, by whose token lies on it."""
    board_top: int
    free: tuple[float, float, float, float] | None = None


class Line(NamedTuple):
    """Tokens of one seat in a row, three or more."""

    seat: int
    squares: tuple[str, ...]
    points: int

    @property
    def is_ko(self) -> bool:
        """Does it win at once?"""
        return len(self.squares) >= 5


def scene(
    view: Document,
    seat: int | None,
    actions: Sequence[str],
    names: Sequence[str],
    say: Language,
    lately: Lately = NOTHING,
    shape: str = UPRIGHT,
) -> Scene:
    """The picture of a view, seen from a seat, with what may be done by pointing at which node."""
    stage = _stage(tuple(names), seat or 0, shape, say)
    lines = _lines(tuple(view["board"].items()), len(names))
    dice = tray.dice_of(view, lately.steps)
    offered = gestures(view, actions, dice, say)
    parts: list[Sequence[Node]] = [stage.fixed, *_square_parts(view["board"], lines, stage)]
    parts.append(_line_nodes(lines, stage.board_top, say))
    end = ending(view, lines)
    parts += _plate_parts(view, lines, end, lately, stage, say)
    parts.append(tray.status_part(view, lately, end, stage.tray, say))
    if view["call"]:
        parts.append(bubble_part(stage.plates[view["turn"]], *tray.call_aloud(view, say)))
    if view.get("counting") in range(len(SWEEPS)):
        parts.append(_sweep(SWEEPS[view["counting"]], stage.board_top))
    if end in SINGLE_STROKES:
        parts.append(_banner(end, view["turn"], names[view["turn"]], stage.tray, say))
    else:
        parts.append(tray.cup_part(view["phase"] == "dice", offered.cup, stage.tray))
        parts.append(tray.dice_part(view, lately, dice, stage.tray, say))
    hold = _hold(view, lately, end)
    return Scene(
        stage.width,
        stage.height,
        parts,
        offered.offers,
        hold,
        offered.bar,
        offered.picks,
        offered.throw,
        free=stage.free,
    )


def _hold(view: Document, lately: Lately, end: str) -> int:
    """A throw stays long enough to be seen, longer when it is the last thing of a turn; and so does the end."""
    if lately.before is None:
        return 0
    if end:
        return JOY if end in SINGLE_STROKES else LOOK
    if view["phase"] == "dice":
        return CALLING if view["call"] else SHAKE
    if tray.just_thrown(lately):
        return LOOK if view["dice"] else LONG_LOOK
    return OPENING_LOOK if lately.before["phase"] == "start" else 0


def ending(view: Document, lines: Sequence[Line]) -> str:
    """Why the game is over, or nothing."""
    if view["phase"] != "over":
        return ""
    if any(line.is_ko for line in lines):
        return "ko"
    if view.get("morpyams", 0) > 1:
        return "double_morpyam"
    return "left" if view["hands"][view["turn"]] else "points"


# ---- what changes from scene to scene ----------------------------------------------------------------------


def _square_parts(board: Mapping[str, int], lines: Sequence[Line], stage: Stage) -> list[tuple[Node, ...]]:
    winning = {name for line in lines if line.is_ko for name in line.squares}
    if not winning:
        return [looks[board.get(name)] for name, looks in stage.squares]
    return [looks[board[name] + CHEERING if name in winning else board.get(name)] for name, looks in stage.squares]


def _plate_parts(
    view: Document, lines: Sequence[Line], end: str, lately: Lately, stage: Stage, say: Language
) -> list[tuple[Node, ...]]:
    turn = view["turn"] if view["phase"] != "over" else None
    points = [sum(line.points for line in lines if line.seat == seat) for seat in range(len(stage.plates))]
    if end == "points":
        points[view["turn"]] += 1
    points = view.get("counted", points)
    opening = opening_dice(lately, view["left"])
    of_seats = zip(stage.plates, view["hands"], points, view["left"], opening, strict=True)
    return [
        seat_nodes(plate, plate.seat == turn, tokens, score, left, die, say)
        for plate, tokens, score, left, die in of_seats
    ]


@cache
def _sweep(way: str, board_top: int) -> tuple[Node, ...]:
    """A light that goes over the board along the rows that are being counted."""
    return (Node(f"sweep {way}", BADGES, "sweep", WIDTH / 2, board_top + BOARD / 2, f"to-{way}"),)


def _banner(end: str, seat: int, name: str, laid: tray.Laid, say: Language) -> tuple[Node, ...]:
    """The praise of a win by a single stroke, where the dice lay."""
    title = say("KO! {name} wins", name=fitting(name, 250))
    words = say("five in a row") if end == "ko" else say("five alike twice in one turn")
    return tray.banner_part(seat, title, words, laid)


@lru_cache(maxsize=4096)
def _lines(board: tuple[tuple[str, int], ...], players: int) -> tuple[Line, ...]:
    tokens = dict(board)
    return tuple(
        Line(seat, squares, points_of_run(squares, players))
        for seat in range(players)
        for squares in alignments(tokens, seat)
    )


@lru_cache(maxsize=4096)
def _line_nodes(lines: tuple[Line, ...], board_top: int, say: Language) -> tuple[Node, ...]:
    return tuple(node for line in lines for node in _line_node(line, board_top, say))


def _line_node(line: Line, board_top: int, say: Language) -> list[Node]:
    """A ribbon through the tokens, and what it counts on it."""
    places = _places(board_top)
    (x, y), (to_x, to_y) = places[line.squares[0]], places[line.squares[-1]]
    shape, turn = _course(to_x - x, to_y - y)
    name, steps = f"{line.squares[0]}-{line.squares[-1]}", len(line.squares) - 1
    middle = (x + to_x) / 2, (y + to_y) / 2 + TOKEN_UP
    kind = f"seat-{line.seat}" + " ko" * line.is_ko
    label = _line_label(line, say)
    ribbon = Node(f"run {name}", RIBBONS, f"{shape}-{steps + 1}", *middle, kind, "", label, turn=turn)
    if line.is_ko:
        return [ribbon]
    # Between two tokens: the first two of three, the middle ones of four.
    back = 0.5 / steps if steps == 2 else 0
    badge = middle[0] - back * (to_x - x), middle[1] - back * (to_y - y)
    return [ribbon, Node(f"worth {name}", BADGES, "worth", *badge, kind, f"+{line.points}")]


def _course(right: float, down: float) -> tuple[str, float]:
    """The shape of a ribbon that goes that way, and how it is turned."""
    if right and down:
        return "slant", 45 if down > 0 else -45
    return "run", 90 if down else 0


def _line_label(line: Line, say: Language) -> str:
    first, last, colour = line.squares[0], line.squares[-1], seat_name(line.seat, say)
    if line.is_ko:
        return say("{colour}, in a row from {first} to {last}: KO!", colour=colour, first=first, last=last)
    points = say.plural("{count} point", "{count} points", line.points)
    return say(
        "{colour}, in a row from {first} to {last}: {points}", colour=colour, first=first, last=last, points=points
    )


# ---- what stays --------------------------------------------------------------------------------------------

TOKEN_UP = -11
"""Tokens lie a little above the middle of their squares, so that the name of the figure below stays readable."""


@lru_cache(maxsize=1024)
def _stage(names: tuple[str, ...], bottom: int, shape: str, say: Language) -> Stage:
    return (_wide if shape == WIDE else _upright)(names, bottom, say)


def _upright(names: tuple[str, ...], bottom: int, say: Language) -> Stage:
    """The others on top, then the board and the tray, and one's own plate."""
    board_top = EDGE + top_height(len(names)) + GAP
    tray_top = board_top + BOARD + GAP
    height = tray_top + BELOW.height + GAP + LOW + EDGE
    laid = tray.Laid(BELOW, WIDTH / 2, tray_top + BELOW.height / 2)
    plates = lay_plates(names, bottom, height)
    return Stage(WIDTH, height, laid, plates, _fixed(board_top, laid), _squares(board_top, say), board_top)


def _wide(names: tuple[str, ...], bottom: int, say: Language) -> Stage:
    """The board; beside it the others from the top down, room for words, the tray, and one's own plate."""
    height, left = EDGE + BOARD + EDGE, WIDTH + BETWEEN
    plates = lay_plates_beside(names, bottom, height)
    top, tray_top = EDGE + (len(names) - 1) * (FLAT + GAP), height - EDGE - FLAT - GAP - BY_ITSELF.height
    laid = tray.Laid(BY_ITSELF, left + BESIDE / 2, tray_top + BY_ITSELF.height / 2)
    free = (left, top, BESIDE, tray_top - top - GAP)
    return Stage(left + BESIDE, height, laid, plates, _fixed(EDGE, laid), _squares(EDGE, say), EDGE, free)


def _fixed(board_top: int, laid: tray.Laid) -> tuple[Node, ...]:
    return Node("board", TILES, "board", WIDTH / 2, board_top + BOARD / 2), tray.tray_node(laid)


@cache
def _places(board_top: int) -> dict[str, tuple[float, float]]:
    """The middle of each square, the top left one first, as one reads."""
    left, top = 34 + PITCH / 2, board_top + 13 + PITCH / 2
    return {
        f"{file}{rank}": (left + at * PITCH, top + (SIDE - rank) * PITCH)
        for rank in range(SIDE, 0, -1)
        for at, file in enumerate("abcdef")
    }


@lru_cache(maxsize=64)
def _squares(board_top: int, say: Language) -> tuple[tuple[str, Looks], ...]:
    return tuple((name, _looks(name, x, y, say)) for name, (x, y) in _places(board_top).items())


def _looks(name: str, x: float, y: float, say: Language) -> Looks:
    """All that one square may look like: free, or with somebody's token, which may be one of a row of five."""
    figure = GRID[name]
    spoken = {"square": name, "figure": figure_name(figure, say), "needs": figure_text(figure, say)}
    free = say("{square}, {figure} – free. {needs}", **spoken)
    looks: dict[int | None, tuple[Node, ...]] = {None: (_square(name, x, y, free, say),)}
    for seat in range(4):
        label = say("{square}, {figure} – {colour} token. {needs}", colour=seat_name(seat, say), **spoken)
        looks[seat] = _square(name, x, y, label, say), _token(name, seat, x, y)
        looks[seat + CHEERING] = _square(name, x, y, label, say, " won"), _token(name, seat, x, y, " cheer")
    return looks


def _square(name: str, x: float, y: float, label: str, say: Language, more: str = "") -> Node:
    figure = GRID[name]
    kind = f"square explained{more}"
    return Node(f"square {name}", TILES, f"square-{figure}", x, y, kind, _short_name(figure, say), label)


def _short_name(figure: str, say: Language) -> str:
    """The name of a figure as it stands on its square, where there is room for nine letters."""
    if figure.isdigit():
        return say("brelan {value}", value=figure)
    return say("p. suite") if figure == "ps" else figure_name(figure, say)


def _token(name: str, seat: int, x: float, y: float, more: str = "") -> Node:
    kind = f"seat-{seat} token{more}"
    return Node(f"token {name}", PIECES, f"token-{seat}", x, y + TOKEN_UP, kind, enter=f"pile {seat}")
