"""The picture of Morpyam: the grid of figures, tokens and their rows, the tray of dice, and a panel for each seat."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from tablee.games.canvas import Canvas, painted, part
from tablee.games.document import Document
from tablee.games.language import Language
from tablee.games.morpyam import tray
from tablee.games.morpyam.rules import GRID, SIDE
from tablee.games.morpyam.tray import BADGES, PIECES, RIBBONS, TILES, TOP
from tablee.games.morpyam.words import Alignment, figure_name, figure_text, seat_name
from tablee.games.scenery import NOTHING, SIGNED, UPRIGHT, WIDE, Lately, Node, PrintSheet, Scene, fitting
from tablee.games.shared.dice.dice_scene import lying
from tablee.games.shared.dice.throws import opening_throws
from tablee.games.shared.widgets.grids import Squares, places, rows_of
from tablee.games.shared.widgets.layouts import SHAPES, SceneLayout, upright, wide
from tablee.games.shared.widgets.panels import Box, Form, Part, Place, PlayerPanel, panel_part

__all__ = ["LOOK_BACK", "PANELS", "SHAPES", "SHARED", "print_pages", "print_sheets", "scene"]

SHARED = ("dice",)
LOOK_BACK = 12  # Enough steps for a whole turn and the start of the next. The steps tell which die fell where.

BOARD = (600, 592)  # the board with its frame
FIRST, PITCH = (80, 59), 92  # the middle of the top left square, and the distance between neighbouring squares
CHEERING = 4  # added to the seat of a token that is part of a row of five

SWEEPS = ("right", "top", "rise", "fall")  # how light sweeps over the board in counting: rows, columns, diagonals

SHAKE, CALLING = 450, 1100  # milliseconds for which the cup is shaken, without and with a call to be read
LOOK, LONG_LOOK, OPENING_LOOK = 1100, 2200, 2400
"""Milliseconds for which a throw is shown: usually, when it ends the turn, and when it decides who starts."""
JOY = 3400  # milliseconds for which a win by a single stroke is celebrated before the result is shown
SINGLE_STROKES = ("ko", "double_morpyam")  # reasons of wins that do not depend on points


def scene(
    view: Document,
    seat: int | None,
    actions: Sequence[str],
    names: Sequence[str],
    say: Language,
    lately: Lately = NOTHING,
    shape: str = UPRIGHT,
    canvas: Canvas | None = None,
) -> Scene:
    """The picture of a view as one seat sees it, with the actions that each node offers."""
    stage = _stage(len(names), seat or 0, shape)
    dice = tray.dice_of(view, lately.steps)
    offers, bar, picks, by_itself = tray.gestures(view, actions, dice, say)
    known = {
        **view,
        "names": names,
        "dice_lying": dice,
        "thrown": lately.steps[-1].look if tray.just_thrown(lately) else None,
        "status": tray.status(view, lately, say),
        "opening": opening_dice(lately, view["left"]),
        "throw_words": bar[0].buttons[0].text if bar else "",
    }
    parts = painted(canvas, (_board, _rows, _panels, _tray, _call, _sweep, _dice), known, seat, say, shape)
    return Scene(stage.width, stage.height, parts, offers, _hold(view, lately), bar, picks, by_itself, free=stage.free)


def _laid(stage: SceneLayout, shape: str) -> tray.Laid:
    return tray.Laid(tray.BY_ITSELF if shape == WIDE else tray.BELOW, *stage.tray.middle)


@part("names", "board", "facts.rows")
def _board(view: Document, say: Language, shape: str) -> list[Part]:
    stage, rows = _stage(len(view["names"]), 0, shape), view["facts"]["rows"]
    winning = {name: row.seat + CHEERING for row in rows if row.is_ko for name in row.squares}
    squares = _squares(stage.board, say).parts({**view["board"], **winning})
    return [_fixed(stage.board, _laid(stage, shape)), *squares]


@part("names", "facts.rows")
def _rows(view: Document, say: Language, shape: str) -> list[Part]:
    return [_row_nodes(view["facts"]["rows"], _stage(len(view["names"]), 0, shape).board, say)]


@part("names", "hands", "left", "opening", "turn", "counted", "facts.over", "facts.scores")
def _panels(view: Document, seat: int | None, say: Language, shape: str) -> list[Part]:
    stage = _stage(len(view["names"]), seat or 0, shape)
    turn = None if view["facts"]["over"] else view["turn"]
    points = view["counted"] if "counted" in view else view["facts"]["scores"]
    of_seats = zip(stage.panels, view["names"], view["hands"], points, view["left"], view["opening"], strict=True)
    return [seat_part(panel, panel.seat == turn, *rest, say) for panel, *rest in of_seats]


@part("names", "phase", "throws", "status")
def _tray(view: Document, say: Language, shape: str) -> list[Part]:
    return [tray.status_part(view, _laid(_stage(len(view["names"]), 0, shape), shape), say)]


@part("names", "call", "turn", "phase", "facts.came_out")
def _call(view: Document, seat: int | None, say: Language, shape: str) -> list[Part]:
    if not view["call"]:
        return [()]
    called, kind = figure_name(view["call"], say).capitalize(), tray.call_words(view, say)[1]
    panel = _stage(len(view["names"]), seat or 0, shape).panels[view["turn"]]
    return [bubble_part(panel, kind, say("{figure}!", figure=called))]


@part("names", "counting")
def _sweep(view: Document, shape: str) -> list[Part]:
    if view.get("counting") not in range(len(SWEEPS)):
        return [()]
    way, middle = SWEEPS[view["counting"]], _stage(len(view["names"]), 0, shape).board.middle
    return [(Node(f"sweep {way}", BADGES, "sweep", *middle, f"to-{way}"),)]


@part("names", "turn", "phase", "dice", "kept", "dice_lying", "thrown", "throw_words", "facts.reason")
def _dice(view: Document, say: Language, shape: str) -> list[Part]:
    """The cup and the dice or, after a win by a single stroke, a banner."""
    laid, reason = _laid(_stage(len(view["names"]), 0, shape), shape), view["facts"]["reason"]
    if reason in SINGLE_STROKES:
        return [_banner(reason, view["turn"], view["names"][view["turn"]], laid, say)]
    cup = tray.cup_part(view["phase"] == "dice", view["throw_words"], laid)
    return [cup, tray.dice_part(view, view["thrown"], view["dice_lying"], laid, say)]


def _stage(players: int, bottom: int, shape: str) -> SceneLayout:
    low, half, third, flat = PANELS
    layers = (TILES, PIECES)
    if shape == WIDE:
        return wide(players, bottom, BOARD, flat, flat, gap=5, tray=tray.BY_ITSELF.height, layers=layers)
    return upright(players, bottom, BOARD, low, (low, half, third), gap=5, tray=tray.BELOW.height, layers=layers)


@lru_cache(maxsize=64)
def _fixed(board: Box, laid: tray.Laid) -> Part:
    return Node("board", TILES, "board", *board.middle), Node("tray", TILES, laid.tray.shape, laid.x, laid.y)


def _hold(view: Document, lately: Lately) -> int:
    """How many milliseconds to show this scene before the next one."""
    if lately.before is None:
        return 0
    if view["facts"]["over"]:
        return JOY if view["facts"]["reason"] in SINGLE_STROKES else LOOK
    if view["phase"] == "dice":
        return CALLING if view["call"] else SHAKE
    if tray.just_thrown(lately):
        return LOOK if view["dice"] else LONG_LOOK
    return OPENING_LOOK if lately.before["phase"] == "start" else 0


@lru_cache(maxsize=256)
def _banner(reason: str, seat: int, name: str, laid: tray.Laid, say: Language) -> Part:
    """Bunting and a ribbon with the winner's name, in place of the dice, after a win by a single stroke."""
    title = say("KO! {name} wins", name=fitting(name, 250))
    words = say("five in a row") if reason == "ko" else say("five of a kind twice in one turn")
    size, (ribbon, below), kind = laid.tray.banner_size, laid.tray.banner, f"seat-{seat}"
    return (
        Node("bunting", PIECES, "bunting", laid.x, laid.y, kind, size=size),
        Node("banner", TOP, "banner", *laid.at((0, ribbon)), kind, title, f"{title} – {words}", size),
        Node("banner words", TOP, "text", *laid.at((0, below)), "banner-words", words, size=(1 + size) / 2),
    )


# ---- rows --------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _row_nodes(rows: tuple[Alignment, ...], board: Box, say: Language) -> Part:
    return tuple(node for row in rows for node in _row_node(row, _places(board), say))


def _row_node(row: Alignment, places: dict[str, Place], say: Language) -> list[Node]:
    """A ribbon through the tokens, with a badge for its points."""
    (x, y), (to_x, to_y) = places[row.squares[0]], places[row.squares[-1]]
    shape, turn = (("run", 0), ("run", 90), ("slant", -45), ("slant", 45))[row.direction]
    length, kind = len(row.squares), f"seat-{row.seat}" + " ko" * row.is_ko
    middle = (x + to_x) / 2, (y + to_y) / 2
    ribbon = Node(f"run {row.ends}", RIBBONS, f"{shape}-{length}", *middle, kind, "", _row_label(row, say), turn=turn)
    if row.is_ko:
        return [ribbon]
    back = 0.25 if length == 3 else 0  # between two tokens: the first two of three, the middle ones of four
    badge = middle[0] - back * (to_x - x), middle[1] - back * (to_y - y)
    return [ribbon, Node(f"worth {row.ends}", BADGES, "worth", *badge, kind, f"+{row.points}")]


def _row_label(row: Alignment, say: Language) -> str:
    spoken = {"colour": seat_name(row.seat, say), "first": row.squares[0], "last": row.squares[-1]}
    if row.is_ko:
        return say("{colour}, in a row from {first} to {last}: KO!", **spoken)
    points = say.plural("{count} point", "{count} points", row.points)
    return say("{colour}, in a row from {first} to {last}: {points}", points=points, **spoken)


# ---- squares -----------------------------------------------------------------------------------------------


@cache
def _places(board: Box) -> dict[str, Place]:
    return places(rows_of(SIDE, SIDE), (board.x + FIRST[0], board.y + FIRST[1]), PITCH)


@lru_cache(maxsize=64)
def _squares(board: Box, say: Language) -> Squares:
    return Squares(_places(board), lambda name, what, place: _square(name, what, place, say))


def _square(name: str, what: int | None, place: Place, say: Language) -> Part:
    """A square and the token on it. `what` is None, a seat, or a seat + `CHEERING`."""
    figure, cheers = GRID[name], what is not None and what >= CHEERING
    spoken = {"square": name, "figure": figure_name(figure, say), "needs": figure_text(figure, say)}
    shape, kind = f"square-{figure}", f"square {SIGNED} explained" + " won" * cheers
    if what is None:
        label = say("{square}, {figure} – free. {needs}", **spoken)
        return (Node(f"square {name}", TILES, shape, *place, kind, "", label),)
    seat = what % CHEERING
    label = say("{square}, {figure} – {colour} token. {needs}", colour=seat_name(seat, say), **spoken)
    square = Node(f"square {name}", TILES, shape, *place, kind, "", label)
    kind = f"seat-{seat} token" + " cheer" * cheers
    return square, Node(f"token {name}", PIECES, f"token-{seat}", *place, kind, enter=f"pile {seat}")


# ---- the panels of seats ---------------------------------------------------------------------------------------


LOW = Form(600, 48, room=250, things=(300, 0), mark=28)  # below the board, and above it with two players: one row
HALF = Form(296, 76, -17, 212, (16, 16), mark=27)
THIRD = Form(196, 76, -17, 112, (16, 16), "narrow", mark=27)
FLAT = Form(372, 44, room=124, things=(206, 0), kind="flat narrow", clock=(-44, 0), face=True)
"""Beside the board, low enough to leave room for texts between panels."""
PANELS = (LOW, HALF, THIRD, FLAT)


class PanelPlaces(NamedTuple):
    """Where a seat's things lie on its panel."""

    pile: Place
    pile_size: float
    points: Place
    die: Place  # the die thrown for the start
    bubble: Place  # the figure that the seat has called


_TWO_ROWS = PanelPlaces((27, 15), 0.44, (-14, 16), (-27, -13), (-75, -17))
PLACES_ON = {
    LOW: PanelPlaces((386, -3), 0.48, (-18, 0), (336, 0), (288, 0)),
    HALF: _TWO_ROWS,
    THIRD: _TWO_ROWS,
    FLAT: PanelPlaces((190, -2), 0.4, (-14, 0), (206, 0), (214, 0)),
}

Opening = tuple[int, int, bool]
"""A seat's die in the throw for the start: its value (0: no die), its look, and whether it was just thrown."""


@lru_cache(maxsize=8192)
def seat_part(
    panel: PlayerPanel, at_turn: bool, name: str, tokens: int, points: int, left: bool, opening: Opening, say: Language
) -> Part:
    """The panel of a seat: name, tokens in hand, points, and its die in the throw for the start."""
    lies, seat, kind = PLACES_ON[panel.form], panel.seat, panel.form.kind
    scored = say.plural("{count} point", "{count} points", points)
    told = seat_name(seat, say), say.plural("{count} token in hand", "{count} tokens in hand", tokens), scored
    beside = bool(opening[0]) and panel.form is not FLAT  # where a panel is flat, the die lies in place of the pile
    nodes = [*panel_part(panel, name, told, say, at_turn=at_turn, left=left, room=panel.form.room - 38 * beside)]
    if not left and (beside or not opening[0]):
        shape = f"pile-{seat}" if tokens > 1 else f"token-{seat}" if tokens else "no-pile"
        kinds = f"seat-{seat} in-hand {kind}".rstrip()
        place = panel.at(*lies.pile)
        nodes.append(Node(f"pile {seat}", PIECES, shape, *place, kinds, f"× {tokens}", size=lies.pile_size))
    shown = str(points) if panel.form is FLAT or (left and kind) else scored  # the number only, where it is narrow
    nodes.append(Node(f"points {seat}", PIECES, "text", *panel.at(*lies.points), f"points {kind}".rstrip(), shown))
    if opening[0]:
        nodes.append(_opening_die(panel, name, *opening, say))
    return tuple(nodes)


@lru_cache(maxsize=1024)
def bubble_part(panel: PlayerPanel, kind: str, words: str) -> Part:
    """A speech bubble with the seat's call, shown while the call stands."""
    place, size = panel.at(*PLACES_ON[panel.form].bubble), 0.7 if panel.form is FLAT else 1
    return (Node(f"bubble {panel.seat}", TOP, "bubble", *place, f"seat-{panel.seat} {kind}", words, size=size),)


# ---- the throw for the start -------------------------------------------------------------------------------


def opening_dice(lately: Lately, left: Sequence[bool]) -> list[Opening]:
    """Each seat's die in the throw for the start; no dice once another step has followed."""
    latest = lately.steps[-1] if lately.steps else None
    if latest is None or not latest.text.startswith("start"):
        return [(0, 0, False)] * len(left)
    starter = int(latest.text.removeprefix("start "))
    thrown = opening_throws(starter, tuple(left), latest.look)
    return [(sum(dice), latest.look + seat, lately.before is not None) for seat, dice in enumerate(thrown)]


def _opening_die(panel: PlayerPanel, name: str, value: int, look: int, thrown: bool, say: Language) -> Node:
    label = say("{name} throws {value} for the start", name=name, value=value)
    kind, place = "thrown" if thrown else "", panel.at(*PLACES_ON[panel.form].die)
    return lying(f"opening {panel.seat}", value, *place, look, kind=kind, label=label, enter="cup", size=0.6, layer=TOP)


# ---- on paper ------------------------------------------------------------------------------------------------


def print_sheets(say: Language) -> Sequence[PrintSheet]:
    """The grid."""
    return (PrintSheet("grid", say("The grid"), say("The 36 figures, to play with your own dice and tokens.")),)


def print_pages(key: str, view: Document | None, say: Language) -> Sequence[Scene]:  # noqa: ARG001
    """The pages of a sheet."""
    board = Box(0, 0, *BOARD)
    return [Scene(*BOARD, [[Node("board", TILES, "board", *board.middle)], *_squares(board, say).parts({})])]
