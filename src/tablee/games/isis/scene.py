"""The picture of Isis & Osiris, of board widgets: the board, a panel for each seat, and the tile that is turned up."""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import NamedTuple

from tablee.games.canvas import Canvas, painted, part
from tablee.games.document import Document
from tablee.games.isis.rules import BOX
from tablee.games.isis.words import HIDDEN, NO_SQUARE, UNTURNED, seat_name
from tablee.games.language import Language
from tablee.games.scenery import PAPER_WIDTH, UPRIGHT, WIDE, Node, PrintSheet, Scene
from tablee.games.score_sheets import signed
from tablee.games.shared.widgets.grids import Squares, on_squares, places, rows_of
from tablee.games.shared.widgets.layouts import SHAPES, SceneLayout, upright, wide
from tablee.games.shared.widgets.panels import Box, Form, HandRows, Part, Place, PlayerPanel, hand, panel_part

__all__ = ["PANELS", "SHAPES", "print_pages", "print_sheets", "scene", "uncounted"]

BOARD = (600, 600)  # the board with its frame
FIRST, PITCH = (80, 60), 92  # the middle of the top left square, and the distance between neighbouring squares

WHOLE, WITH_RESERVE = Form(600, 100), Form(440, 100, -26, 250, (24, 20))
"""The viewer's panel below the board; narrower beside the common reserve."""
HALF, THIRD = Form(296, 100, -26, 132, (24, 20)), Form(196, 124, -40, 112, (24, 26))
"""The panels of two and three others, side by side. Three are narrower and therefore higher."""
BESIDE = Form(372, 80, -19, 180, (24, 19), clock=(-98, 20), face=True)
BESIDE_RESERVE = Form(212, 100, -26, 138, (24, 20))
"""Panels beside the board, low enough to leave room for texts between them."""
RESERVE = Form(152, 100)
PANELS = (WHOLE, WITH_RESERVE, HALF, THIRD, BESIDE, BESIDE_RESERVE, RESERVE)

TILES, LYING, PIECES, WORTHS, TOP = 0, 1, 2, 3, 4  # the layers, from bottom to top

LOOK = 2600  # milliseconds for which a value is shown before it is hidden again
BREATH = 500  # milliseconds for which a drawn tile stays face down before it is turned up


class SeatPlaces(NamedTuple):
    """Where a seat's things lie on its panel, from the right edge and the middle."""

    pile: Place
    drawn: Place
    drawn_size: float = 1.25
    pawns: HandRows = HandRows()


PLACES_ON = {
    WHOLE: SeatPlaces((-56, 0), (-56, 0)),
    WITH_RESERVE: SeatPlaces((-52, 0), (-52, 0)),
    HALF: SeatPlaces((-52, 0), (-52, 0)),
    THIRD: SeatPlaces((-46, 22), (-50, 12), pawns=HandRows(pitch=20)),
    BESIDE: SeatPlaces((-50, -2), (-44, -1), 0.98, HandRows(pitch=21)),  # room for a clock
    BESIDE_RESERVE: SeatPlaces((-52, 0), (-52, 0), pawns=HandRows(pitch=22)),
}


def scene(
    view: Document,
    seat: int | None,
    actions: Sequence[str],
    names: Sequence[str],
    say: Language,
    shape: str = UPRIGHT,
    canvas: Canvas | None = None,
) -> Scene:
    """The picture of a view as one seat sees it, with the actions that each node offers."""
    common, may_draw = "reserve" in view, "draw" in actions
    stage = _stage(len(names), seat or 0, common, shape)
    known = {**view, "names": names, "may_draw": may_draw}
    parts = painted(canvas, (_board, _seats, _reserve, _worths, _drawn), known, seat, say, shape)
    offers = on_squares(actions) | ({_pile_key(seat or 0, common): ("draw",)} if may_draw else {})
    return Scene(stage.width, stage.height, parts, offers, _hold(view), free=stage.free)


def _stage_of(view: Document, seat: int | None, shape: str) -> SceneLayout:
    return _stage(len(view["names"]), seat or 0, "reserve" in view, shape)


@lru_cache(maxsize=64)
def _stage(players: int, bottom: int, common: bool, shape: str) -> SceneLayout:
    if shape == WIDE:
        return wide(players, bottom, BOARD, BESIDE_RESERVE if common else BESIDE, BESIDE)
    return upright(players, bottom, BOARD, WITH_RESERVE if common else WHOLE, (WHOLE, HALF, THIRD))


def _hold(view: Document) -> int:
    """How many milliseconds to show this scene: a value that will be hidden must be seen long enough."""
    drawn = view["drawn"]
    if drawn is None or view["options"]["memory"] == "open":
        return 0
    return BREATH if drawn == UNTURNED else LOOK


# ---- panels ------------------------------------------------------------------------------------------------


@part("names", "may_draw", "reserve", "tiles", "pawns", "turn", "left", "counted", "facts.over", "facts.scores")
def _seats(view: Document, seat: int | None, say: Language, shape: str) -> list[Part]:
    panels, may_draw = _stage_of(view, seat, shape).panels, view["may_draw"]
    return [_seat_part(view, panel, may_draw and panel.own, view["names"][panel.seat], say) for panel in panels]


def _seat_part(view: Document, panel: PlayerPanel, may_draw: bool, name: str, say: Language) -> Part:
    seat, left, over = panel.seat, view["left"][panel.seat], view["facts"]["over"]
    if over and not left:
        # No seat has anything in hand any more: the panels show the points.
        return _track_part(panel, (view.get("counted") or view["facts"]["scores"])[seat], name, say)
    at_turn = seat == view["turn"] and not over
    tiles = view["tiles"][seat] if "tiles" in view else None
    return _seat_nodes(panel, at_turn, may_draw, view["pawns"][seat], tiles, left, name, say)


@lru_cache(maxsize=8192)
def _track_part(panel: PlayerPanel, total: int, name: str, say: Language) -> Part:
    told = seat_name(panel.seat, say), say.plural("{count} point", "{count} points", total)
    return *panel_part(panel, name, told, say), *track_nodes(panel, total, LYING, say)


@lru_cache(maxsize=8192)
def _seat_nodes(
    panel: PlayerPanel,
    at_turn: bool,
    may_draw: bool,
    pawns: int,
    tiles: int | None,
    left: bool,
    name: str,
    say: Language,
) -> Part:
    told = [seat_name(panel.seat, say), say.plural("{count} pawn in hand", "{count} pawns in hand", pawns)]
    if tiles is not None:
        told.append(say.plural("{count} tile", "{count} tiles", tiles))
    nodes = panel_part(panel, name, tuple(told), say, at_turn=at_turn, left=left)
    if left:
        return nodes
    pile = () if tiles is None else (_pile(panel, tiles, may_draw, say),)
    return *nodes, *hand(panel, f"pawn-{panel.seat}", pawns, PLACES_ON[panel.form].pawns), *pile


def _pile_key(seat: int, common: bool) -> str:
    return "reserve" if common else f"pile {seat}"


@lru_cache(maxsize=8192)
def _pile(panel: PlayerPanel, count: int, may_draw: bool, say: Language) -> Node:
    shape = ("no-pile", "last-tile", "pile")[min(count, 2)]
    x, y = panel.at(*PLACES_ON[panel.form].pile)
    # The viewer's own pile is larger, because it must be easy to tap on a small screen.
    up, size = (3, 0.92) if panel.own and panel.form == WHOLE else (0, 0.8)
    return Node(f"pile {panel.seat}", LYING, shape, x, y - up, "", *_counted(count, may_draw, say), size)


@part("names", "may_draw", "reserve")
def _reserve(view: Document, seat: int | None, say: Language, shape: str) -> list[Part]:
    if "reserve" not in view:
        return [()]
    return [_reserve_nodes(_stage_of(view, seat, shape), view["reserve"], view["may_draw"], say)]


@lru_cache(maxsize=1024)
def _reserve_nodes(stage: SceneLayout, count: int, may_draw: bool, say: Language) -> Part:
    """The common pile on a tray; the whole tray can be tapped."""
    x, y = stage.own.corner.middle
    shape = "reserve" if count else "no-reserve"
    return (
        Node("reserve", LYING, shape, x, y, "", *_counted(count, may_draw, say)),
        Node("reserve name", PIECES, "text", x, y - 32, "tray-name", say("Reserve")),
    )


def _counted(count: int, may_draw: bool, say: Language) -> tuple[str, str]:
    """The number on a pile of tiles, and the label of the action to turn one up."""
    return str(count or ""), say("Turn up a tile ({count} left)", count=count) if may_draw else ""


@part("names", "reserve", "drawn", "turn")
def _drawn(view: Document, seat: int | None, say: Language, shape: str) -> list[Part]:
    if view["drawn"] is None:
        return [()]
    turn, stage = view["turn"], _stage_of(view, seat, shape)
    return [_drawn_nodes(view["drawn"], stage.panels[turn], _pile_key(turn, "reserve" in view), say)]


@lru_cache(maxsize=1024)
def _drawn_nodes(text: str, panel: PlayerPanel, pile: str, say: Language) -> Part:
    """The drawn tile, turned up or about to be."""
    shape, kind, value, label = "tile-back", "", "", say("A tile, about to be turned up")
    if text != UNTURNED:
        shape, kind, value = "tile-face", _sign(int(text)), signed(int(text))
        label = say("Turned up: {value}", value=value)
    lies = PLACES_ON[panel.form]
    return (Node("drawn", TOP, shape, *panel.at(*lies.drawn), kind, value, label, lies.drawn_size, 0, pile),)


# ---- the end -----------------------------------------------------------------------------------------------


def uncounted(view: Document, keys: AbstractSet[str]) -> Document:
    """The board as shown: while points are counted, only the tiles beside counted pawns are turned up."""
    board, hides = view["board"], view["options"]["memory"] == "hidden"
    shown = {
        name: HIDDEN if hides and text[0] != "P" and f"tile {name}" not in keys else text
        for name, text in board.items()
    }
    valued = [name for name, text in board.items() if text[0] == "P" and f"pawn {name}" in keys]
    return {**view, "board": shown, "valued": valued}


@part("names", "board", "valued", "reserve", "facts.worth")
def _worths(view: Document, say: Language, shape: str) -> list[Part]:
    places = _squares(_stage_of(view, None, shape).board, say).places
    return [tuple([_worth(name, worth, places[name], say) for name, worth in _valued(view)])]


def _valued(view: Document) -> Iterable[tuple[str, int]]:
    """The pawns whose points are shown: all if no tile is hidden; while points are counted, the counted ones."""
    worth = view["facts"]["worth"] or {}
    if len(worth) == len(view["board"]):
        return ()
    return [(name, worth[name]) for name in view.get("valued", worth)]


@lru_cache(maxsize=8192)
def _worth(name: str, worth: int, place: Place, say: Language) -> Node:
    label = say("{square}, worth {value}", square=name, value=signed(worth))
    return Node(f"worth {name}", WORTHS, "worth", place[0] + 26, place[1] + 26, _sign(worth), signed(worth), label)


def _sign(value: int) -> str:
    return "plus" if value > 0 else "minus" if value < 0 else "nil"


# ---- the board ---------------------------------------------------------------------------------------------


@part("names", "board", "reserve")
def _board(view: Document, say: Language, shape: str) -> list[Part]:
    stage = _stage_of(view, None, shape)
    return [_fixed(stage), *_squares(stage.board, say).parts(view["board"])]


@lru_cache(maxsize=256)
def _fixed(stage: SceneLayout) -> Part:
    return (Node("board", TILES, "board", *stage.board.middle),)


@lru_cache(maxsize=64)
def _squares(board: Box, say: Language) -> Squares:
    middles = places(rows_of(6, 6), (board.x + FIRST[0], board.y + FIRST[1]), PITCH)
    return Squares(middles, lambda name, piece, place: _look(name, piece, place, say))


def _look(name: str, piece: str | None, place: Place, say: Language) -> Part:
    """A square and the piece on it."""
    if piece is None:
        return (_square(name, place, say("{square}, free", square=name)),)
    if piece == NO_SQUARE:
        return ()
    if piece[0] == "P":
        seat = int(piece[1])
        label = say("{square}, {colour} pawn", square=name, colour=seat_name(seat, say))
        lying = Node(f"pawn {name}", PIECES, f"pawn-{seat}", *place, f"seat-{seat}", enter=f"hand {seat} 1")
    elif piece == HIDDEN:
        label = say("{square}, face-down tile", square=name)
        lying = Node(f"tile {name}", PIECES, "tile-back", *place, enter="drawn")
    else:
        value = signed(int(piece))
        label = say("{square}, tile {value}", square=name, value=value)
        lying = Node(f"tile {name}", PIECES, "tile-face", *place, _sign(int(piece)), value, enter="drawn")
    return _square(name, place, label), lying


def _square(name: str, place: Place, label: str) -> Node:
    return Node(f"square {name}", TILES, "square", *place, label=label)


# ---- the end: two scales, blue above zero and red below, on which each seat walks ------------------------------


LAP = 20
SCALES = {"scale": 6.6, "scale-short": 2.45}  # the shapes of the double scale, and the distance between two points
SHORT = 150  # below this width, the scale with fewer stones is used
TOLD = (-16, 76)  # where the number of points stands, from the right edge, and how wide it is
BELOW, STANDS, HIGHER = 12, -4, -10  # how far below the middle the scale lies, the pawn, and the pawn on a marker
WALKER = 0.5  # the size of the pawn on the scale


def lap_of(total: int) -> tuple[int, int]:
    """The number on the marker (0: no marker), and where on the scale the pawn stands.

    >>> [lap_of(total) for total in (0, 20, 23, -41)]
    [(0, 0), (0, 20), (20, 3), (-40, -1)]
    """
    laps = max(abs(total) - 1, 0) // LAP * LAP
    marker = laps if total > 0 else -laps
    return marker, total - marker


@lru_cache(maxsize=8192)
def track_nodes(panel: PlayerPanel, total: int, layer: int, say: Language) -> Part:
    """The scale of a seat with its pawn, a marker under the pawn if needed, and the number of points."""
    seat, (start, y), (end, _) = panel.seat, panel.at(*panel.form.things), panel.at(TOLD[0], 0)
    room, label = end - TOLD[1] - start, say.plural("{count} point", "{count} points", total)
    shape = "scale" if room > SHORT else "scale-short"
    size = room / (2 * LAP * SCALES[shape])
    marker, points = lap_of(total)
    middle = start + room / 2
    x, up = round(middle + points * size * SCALES[shape], 1), y + (HIGHER if marker else STANDS)
    return (
        Node(f"scale {seat}", layer, shape, middle, y + BELOW, size=round(size, 3)),
        *([_marker(seat, marker, layer + 1, x, y + BELOW, say)] if marker else ()),
        Node(f"walker {seat}", layer + 1, f"pawn-{seat}", x, up, f"seat-{seat}", size=WALKER),
        Node(f"points {seat}", layer + 1, "text", end, y, "points", signed(total), label),
    )


def _marker(seat: int, value: int, layer: int, x: float, y: float, say: Language) -> Node:
    label = say("{value} under the pawn, which has started the scale again", value=signed(value))
    kind = "plus" if value > 0 else "minus"
    return Node(f"lap {seat}", layer, "lap", x, y, kind, signed(value), label, enter=f"mark {seat}")


# ---- on paper ------------------------------------------------------------------------------------------------

A_ROW, ROWS = 6, 4  # tiles on a page


def print_sheets(say: Language) -> Sequence[PrintSheet]:
    """The board, and the tiles."""
    return (
        PrintSheet("board", say("The board"), say("The 6 × 6 squares, large enough for the printed tiles.")),
        PrintSheet("tiles", say("The 22 tiles"), say("To cut out, with a page of backs to print on the other side.")),
    )


def print_pages(key: str, view: Document | None, say: Language) -> Sequence[Scene]:  # noqa: ARG001
    """The pages of a sheet."""
    if key == "board":
        board = Box(0, 0, *BOARD)
        return [Scene(*BOARD, [[Node("board", TILES, "board", *board.middle)], *_squares(board, say).parts({})])]
    places_of_tiles = [(50 + 100 * column, 50 + 100 * row) for row in range(ROWS) for column in range(A_ROW)]
    values = [value for value, count in BOX.items() for _ in range(count)]
    faces = [
        Node(f"tile {at}", PIECES, "tile-face", *place, _sign(value), signed(value))
        for at, (value, place) in enumerate(zip(values, places_of_tiles, strict=False))
    ]
    # Turned over along the long edge, the last row begins on the other side: so all places of it have a back.
    backs = [Node(f"back {at}", PIECES, "tile-back", *place) for at, place in enumerate(places_of_tiles)]
    return [Scene(PAPER_WIDTH, 100 * ROWS, [nodes]) for nodes in (faces, backs)]
