"""The picture of Morpyam: the grid of figures, the tokens and their rows, the tray of dice, and a plate for each seat.

It is upright, with plates above and below, or wide, with all plates beside the board and the tray. A scene is built for
every event and every viewer, so whatever does not change is made once and kept.
"""

from collections.abc import Sequence
from functools import cache, lru_cache

from tablee.games.document import Document
from tablee.games.morpyam import plates, tray
from tablee.games.morpyam.documents import Row
from tablee.games.morpyam.figures import GRID, SIDE
from tablee.games.morpyam.plates import BADGES, PIECES, PLATES, RIBBONS, TILES, TOP
from tablee.games.morpyam.words import figure_name, figure_text, seat_name
from tablee.games.scenery import NOTHING, UPRIGHT, WIDE, Lately, Node, Scene, fitting
from tablee.games.ware.layouts import SHAPES, Stage, upright, wide
from tablee.games.ware.plates import Box, Part, Place
from tablee.games.ware.squares import Squares, places, rows_of
from tablee.language import Language

__all__ = ["LOOK_BACK", "PLATES", "SHAPES", "SHARED", "scene"]

SHARED = ("dice",)
LOOK_BACK = 12
"""Enough steps for a whole turn and the beginning of the next: they tell which die fell where."""

BOARD = (600, 592)
"""The board with its frame."""
FIRST, PITCH = (80, 59), 92
"""The middle of its top left square, and from one square to the next."""
TOKEN_UP = -11
"""Tokens lie a little above the middle of their squares, so that the name of the figure below stays readable."""
CHEERING = 4
"""Added to a seat: its token in a row of five."""

SWEEPS = ("right", "top", "rise", "fall")
"""Where the light goes that sweeps over the board while points are counted: along rows, columns and diagonals."""

SHAKE, CALLING = 450, 1100
"""Milliseconds for which the cup is shaken; after a call, which is to be heard first, for longer."""
LOOK, LONG_LOOK, OPENING_LOOK = 1100, 2200, 2400
"""How long a throw stays; longer if the turn is over with it, or if it decides who starts."""
JOY = 3400
"""How long a win by a single stroke is celebrated before the result is told."""
SINGLE_STROKES = ("ko", "double_morpyam")
"""Wins that no points are counted for."""


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
    stage = _stage(len(names), seat or 0, shape)
    laid = tray.Laid(tray.BY_ITSELF if shape == WIDE else tray.BELOW, *stage.tray.middle)
    rows, reason = view["facts"]["rows"], view["facts"]["reason"]
    dice = tray.dice_of(view, lately.steps)
    offered = tray.gestures(view, actions, dice, say)
    parts: list[Sequence[Node]] = [_fixed(stage.board, laid), *_square_parts(view, stage.board, say)]
    parts.append(_row_nodes(rows, stage.board, say))
    parts += _plate_parts(view, names, lately, stage, say)
    parts.append(tray.status_part(view, lately, laid, say))
    if view["call"]:
        called, kind = figure_name(view["call"], say).capitalize(), tray.call_words(view, say)[1]
        parts.append(plates.bubble_part(stage.plates[view["turn"]], kind, say("{figure}!", figure=called)))
    if view.get("counting") in range(len(SWEEPS)):
        way = SWEEPS[view["counting"]]
        parts.append((Node(f"sweep {way}", BADGES, "sweep", *stage.board.middle, f"to-{way}"),))
    if reason in SINGLE_STROKES:
        parts.append(_banner(reason, view["turn"], names[view["turn"]], laid, say))
    else:
        throw = offered.bar[0].buttons[0].text if offered.bar else ""
        parts.append(tray.cup_part(view["phase"] == "dice", throw, laid))
        parts.append(tray.dice_part(view, lately, dice, laid, say))
    hold, (offers, bar, picks, by_itself) = _hold(view, lately), offered
    return Scene(stage.width, stage.height, parts, offers, hold, bar, picks, by_itself, free=stage.free)


def _stage(players: int, bottom: int, shape: str) -> Stage:
    low, half, third, flat = PLATES
    layers = (TILES, PIECES)
    if shape == WIDE:
        return wide(players, bottom, BOARD, flat, flat, gap=5, tray=tray.BY_ITSELF.height, layers=layers)
    return upright(players, bottom, BOARD, low, (low, half, third), gap=5, tray=tray.BELOW.height, layers=layers)


@lru_cache(maxsize=64)
def _fixed(board: Box, laid: tray.Laid) -> Part:
    return Node("board", TILES, "board", *board.middle), Node("tray", TILES, laid.tray.shape, laid.x, laid.y)


def _hold(view: Document, lately: Lately) -> int:
    """A throw stays long enough to be seen, longer when it is the last thing of a turn; and so does the end."""
    if lately.before is None:
        return 0
    if view["facts"]["over"]:
        return JOY if view["facts"]["reason"] in SINGLE_STROKES else LOOK
    if view["phase"] == "dice":
        return CALLING if view["call"] else SHAKE
    if tray.just_thrown(lately):
        return LOOK if view["dice"] else LONG_LOOK
    return OPENING_LOOK if lately.before["phase"] == "start" else 0


def _plate_parts(view: Document, names: Sequence[str], lately: Lately, stage: Stage, say: Language) -> list[Part]:
    turn = None if view["facts"]["over"] else view["turn"]
    points = view.get("counted", view["facts"]["scores"])
    opening = plates.opening_dice(lately, view["left"])
    of_seats = zip(stage.plates, names, view["hands"], points, view["left"], opening, strict=True)
    return [plates.seat_part(plate, plate.seat == turn, *rest, say) for plate, *rest in of_seats]


@lru_cache(maxsize=256)
def _banner(reason: str, seat: int, name: str, laid: tray.Laid, say: Language) -> Part:
    """The praise of a win by a single stroke, where the dice lay: bunting, and a ribbon with the winner's name."""
    title = say("KO! {name} wins", name=fitting(name, 250))
    words = say("five in a row") if reason == "ko" else say("five alike twice in one turn")
    size, (ribbon, below), kind = laid.tray.banner_size, laid.tray.banner, f"seat-{seat}"
    return (
        Node("bunting", PIECES, "bunting", laid.x, laid.y, kind, size=size),
        Node("banner", TOP, "banner", *laid.at((0, ribbon)), kind, title, f"{title} – {words}", size),
        Node("banner words", TOP, "text", *laid.at((0, below)), "banner-words", words),
    )


# ---- rows --------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _row_nodes(rows: tuple[Row, ...], board: Box, say: Language) -> Part:
    return tuple(node for row in rows for node in _row_node(row, _places(board), say))


def _row_node(row: Row, places: dict[str, Place], say: Language) -> list[Node]:
    """A ribbon through the tokens, and what it counts on it."""
    (x, y), (to_x, to_y) = places[row.squares[0]], places[row.squares[-1]]
    shape, turn = (("run", 0), ("run", 90), ("slant", -45), ("slant", 45))[row.direction]
    length, kind = len(row.squares), f"seat-{row.seat}" + " ko" * row.is_ko
    middle = (x + to_x) / 2, (y + to_y) / 2 + TOKEN_UP
    ribbon = Node(f"run {row.ends}", RIBBONS, f"{shape}-{length}", *middle, kind, "", _row_label(row, say), turn=turn)
    if row.is_ko:
        return [ribbon]
    back = 0.25 if length == 3 else 0  # between two tokens: the first two of three, the middle ones of four
    badge = middle[0] - back * (to_x - x), middle[1] - back * (to_y - y)
    return [ribbon, Node(f"worth {row.ends}", BADGES, "worth", *badge, kind, f"+{row.points}")]


def _row_label(row: Row, say: Language) -> str:
    spoken = {"colour": seat_name(row.seat, say), "first": row.squares[0], "last": row.squares[-1]}
    if row.is_ko:
        return say("{colour}, in a row from {first} to {last}: KO!", **spoken)
    points = say.plural("{count} point", "{count} points", row.points)
    return say("{colour}, in a row from {first} to {last}: {points}", points=points, **spoken)


# ---- squares -----------------------------------------------------------------------------------------------


def _square_parts(view: Document, board: Box, say: Language) -> list[Part]:
    winning = {name: row.seat + CHEERING for row in view["facts"]["rows"] if row.is_ko for name in row.squares}
    return _squares(board, say).parts({**view["board"], **winning})


@cache
def _places(board: Box) -> dict[str, Place]:
    return places(rows_of(SIDE, SIDE), (board.x + FIRST[0], board.y + FIRST[1]), PITCH)


@lru_cache(maxsize=64)
def _squares(board: Box, say: Language) -> Squares:
    return Squares(_places(board), lambda name, what, place: _square(name, what, place, say))


def _square(name: str, what: int | None, place: Place, say: Language) -> Part:
    """A square that is free, or with somebody's token, which may be one of a row of five."""
    figure, cheers = GRID[name], what is not None and what >= CHEERING
    spoken = {"square": name, "figure": figure_name(figure, say), "needs": figure_text(figure, say)}
    shape, kind, text = f"square-{figure}", "square explained" + " won" * cheers, _short_name(figure, say)
    if what is None:
        label = say("{square}, {figure} – free. {needs}", **spoken)
        return (Node(f"square {name}", TILES, shape, *place, kind, text, label),)
    seat = what % CHEERING
    label = say("{square}, {figure} – {colour} token. {needs}", colour=seat_name(seat, say), **spoken)
    square = Node(f"square {name}", TILES, shape, *place, kind, text, label)
    kind, lies = f"seat-{seat} token" + " cheer" * cheers, (place[0], place[1] + TOKEN_UP)
    return square, Node(f"token {name}", PIECES, f"token-{seat}", *lies, kind, enter=f"pile {seat}")


def _short_name(figure: str, say: Language) -> str:
    """The name of a figure as it stands on its square, where there is room for nine letters."""
    if figure.isdigit():
        return say("brelan {value}", value=figure)
    return say("p. suite") if figure == "ps" else figure_name(figure, say)
