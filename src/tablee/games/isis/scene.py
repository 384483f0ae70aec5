"""The picture of Isis & Osiris: the board, a plate for each seat, and the tile that is turned up.

It is upright, the board between the plates of the others and one's own, or wide, with all plates beside the board.

A scene is built for every event and every viewer, so whatever does not change is made once and kept: the nodes of a
board by what may lie on each square, and the plates by who sits where.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import NamedTuple

from tablee.games.document import Document
from tablee.games.isis.track import track_nodes
from tablee.games.isis.words import HIDDEN, SQUARE_NAMES, score_sheet, seat_name, spoken_value, worth_of
from tablee.games.scenery import NOTHING, UPRIGHT, WIDE, Lately, Node, Scene
from tablee.games.sheets import totals_of
from tablee.games.ware.layouts import SHAPES, Stage, upright, wide
from tablee.games.ware.plates import Form, Part, Place, Plate, Rows, hand, plate_part
from tablee.games.ware.squares import Squares, on_squares, places, rows_of
from tablee.language import ENGLISH, Language

__all__ = ["PLATES", "SHAPES", "scene", "uncounted"]

BOARD = (600, 600)
"""The board with its frame."""
FIRST, PITCH = (80, 60), 92
"""The middle of its top left square, and from one square to the next."""

WHOLE, WITH_RESERVE = Form(600, 100), Form(440, 100, -26, 250, (24, 20))
"""One's own plate below the board; it is narrower where the common reserve lies by it."""
HALF, THIRD = Form(296, 100, -26, 132, (24, 20)), Form(196, 124, -40, 112, (24, 26))
"""Plates of the others, side by side; three of them stand higher, as they are narrow."""
BESIDE, BESIDE_RESERVE = Form(372, 80, -19, 190, (24, 19)), Form(212, 100, -26, 138, (24, 20))
"""Plates beside the board, which are wide, and leave room for words."""
RESERVE = Form(152, 100)
PLATES = (WHOLE, WITH_RESERVE, HALF, THIRD, BESIDE, BESIDE_RESERVE, RESERVE)

TILES, LYING, PIECES, WORTHS, TOP = 0, 1, 2, 3, 4
"""The layers, from below."""

LOOK = 2600
"""How long a value that will be hidden again stays, in milliseconds."""
BREATH = 500
"""How long a tile that has been taken stays face down before it is turned up."""

UNTURNED = "?"


class Lies(NamedTuple):
    """Where the things of a seat lie on a plate, from its right edge and its middle."""

    pile: Place
    drawn: Place
    drawn_size: float = 1.25
    pawns: Rows = Rows()


LIES = {
    WHOLE: Lies((-56, 0), (-56, 0)),
    WITH_RESERVE: Lies((-52, 0), (-52, 0)),
    HALF: Lies((-52, 0), (-52, 0)),
    THIRD: Lies((-46, 22), (-50, 12), pawns=Rows(pitch=20)),
    BESIDE: Lies((-50, -2), (-44, -1), 0.98),
    BESIDE_RESERVE: Lies((-52, 0), (-52, 0), pawns=Rows(pitch=22)),
}


def scene(
    view: Document,
    seat: int | None,
    actions: Sequence[str],
    names: Sequence[str],
    say: Language,
    lately: Lately = NOTHING,  # noqa: ARG001
    shape: str = UPRIGHT,
) -> Scene:
    """The picture of a view, seen from a seat, with what may be done by pointing at which node."""
    common = "reserve" in view
    stage = _stage(len(names), seat or 0, common, shape)
    squares = _squares(stage, say)
    may_draw = "draw" in actions
    parts: list[Sequence[Node]] = [_fixed(stage), *squares.parts(view["board"])]
    if _is_over(view):
        parts += _tracks(view, stage, names, say)
    else:
        for plate in stage.plates:
            mine = may_draw and plate.seat == seat
            parts.append(_seat_part(view, plate, plate.seat == view["turn"], mine, names, say))
    parts.append(_reserve(stage, view["reserve"], may_draw, say) if common else ())
    parts.append(_worths(_valued(view), view["board"], squares.places, say))
    parts.append(_drawn_part(view, stage, common, say))
    offers = on_squares(actions) | ({_pile_key(seat or 0, common): ("draw",)} if may_draw else {})
    return Scene(stage.width, stage.height, parts, offers, _hold(view), free=stage.free)


def _stage(players: int, bottom: int, common: bool, shape: str) -> Stage:
    if shape == WIDE:
        return wide(players, bottom, BOARD, BESIDE_RESERVE if common else BESIDE, BESIDE)
    return upright(players, bottom, BOARD, WITH_RESERVE if common else WHOLE, (WHOLE, HALF, THIRD))


def _hold(view: Document) -> int:
    """A value is shown long enough to be remembered, unless it stays visible anyway."""
    drawn = view["drawn"]
    if drawn is None or view["options"]["memory"] == "open":
        return 0
    return BREATH if drawn == UNTURNED else LOOK


def _is_over(view: Document) -> bool:
    left, pawns = view["left"], view["pawns"]
    if len(view["board"]) == len(SQUARE_NAMES) or left.count(False) == 1:
        return True
    tiles = view.get("tiles") or [view.get("reserve", 0)] * len(pawns)
    in_hand = zip(left, pawns, tiles, strict=True)
    return view["drawn"] is None and all(gone or not (own_pawns or own_tiles) for gone, own_pawns, own_tiles in in_hand)


# ---- plates ------------------------------------------------------------------------------------------------


def _seat_part(
    view: Document, plate: Plate, at_turn: bool, may_draw: bool, names: Sequence[str], say: Language
) -> Part:
    seat = plate.seat
    tiles = view["tiles"][seat] if "tiles" in view else None
    return _seat_nodes(plate, at_turn, may_draw, view["pawns"][seat], tiles, view["left"][seat], names[seat], say)


@lru_cache(maxsize=8192)
def _seat_nodes(
    plate: Plate, at_turn: bool, may_draw: bool, pawns: int, tiles: int | None, left: bool, name: str, say: Language
) -> Part:
    seat = plate.seat
    told = [seat_name(seat, say), say.plural("{count} pawn in hand", "{count} pawns in hand", pawns)]
    if tiles is not None:
        told.append(say.plural("{count} tile", "{count} tiles", tiles))
    nodes = plate_part(plate, name, tuple(told), say, at_turn=at_turn, left=left)
    if left:
        return nodes
    pile = () if tiles is None else (_pile(plate, tiles, may_draw, say),)
    return *nodes, *hand(plate, f"pawn-{seat}", pawns, LIES[plate.form].pawns), *pile


def _pile_key(seat: int, common: bool) -> str:
    return "reserve" if common else f"pile {seat}"


def _pile(plate: Plate, count: int, may_draw: bool, say: Language) -> Node:
    shape = ("no-pile", "last-tile", "pile")[min(count, 2)]
    x, y = plate.at(*LIES[plate.form].pile)
    # One's own pile is to be touched, by a thumb on a small screen: it is larger than the others'.
    up, size = (3, 0.92) if plate.own and plate.form == WHOLE else (0, 0.8)
    return Node(f"pile {plate.seat}", LYING, shape, x, y - up, "", *_counted(count, may_draw, say), size)


@lru_cache(maxsize=1024)
def _reserve(stage: Stage, count: int, may_draw: bool, say: Language) -> Part:
    """The common pile on a tray, all of which may be touched."""
    x, y = stage.own.corner.middle
    shape = "reserve" if count else "no-reserve"
    return (
        Node("reserve", LYING, shape, x, y, "", *_counted(count, may_draw, say)),
        Node("reserve name", PIECES, "text", x, y - 32, "tray-name", say("Reserve")),
    )


def _counted(count: int, may_draw: bool, say: Language) -> tuple[str, str]:
    """How many tiles there are, and what it is called to turn one up."""
    return str(count or ""), say("Turn up a tile ({count} left)", count=count) if may_draw else ""


def _drawn_part(view: Document, stage: Stage, common: bool, say: Language) -> Part:
    if view["drawn"] is None:
        return ()
    return _drawn(view["drawn"], stage.plates[view["turn"]], _pile_key(view["turn"], common), say)


@lru_cache(maxsize=1024)
def _drawn(text: str, plate: Plate, pile: str, say: Language) -> Part:
    lies = LIES[plate.form]
    x, y = plate.at(*lies.drawn)
    if text == UNTURNED:
        label = say("A tile, about to be turned up")
        return (Node("drawn", TOP, "tile-back", x, y, "", "", label, lies.drawn_size, 0, pile),)
    value = spoken_value(text)
    label = say("Turned up: {value}", value=value)
    return (Node("drawn", TOP, "tile-face", x, y, _sign(text), value, label, lies.drawn_size, 0, pile),)


# ---- the end -----------------------------------------------------------------------------------------------


def _tracks(view: Document, stage: Stage, names: Sequence[str], say: Language) -> list[Sequence[Node]]:
    """Once the game is over nothing is in hand any more: the plates show how far everybody has come."""
    totals = view.get("counted") or totals_of(score_sheet(view, names, ENGLISH), view["players"])
    return [
        _seat_part(view, plate, False, False, names, say)
        if view["left"][plate.seat]
        else _track_part(plate, totals[plate.seat], names[plate.seat], say)
        for plate in stage.plates
    ]


@lru_cache(maxsize=8192)
def _track_part(plate: Plate, total: int, name: str, say: Language) -> Part:
    told = seat_name(plate.seat, say), say.plural("{count} point", "{count} points", total)
    return *plate_part(plate, name, told, say), *track_nodes(plate, total, LYING, say)


def uncounted(view: Document, keys: AbstractSet[str]) -> Document:
    """What lies there while points are counted: only the tiles beside pawns that have been counted are turned up."""
    board, hides = view["board"], view["options"]["memory"] == "hidden"
    shown = {
        name: HIDDEN if hides and text[0] != "P" and f"tile {name}" not in keys else text
        for name, text in board.items()
    }
    valued = [name for name, text in board.items() if text[0] == "P" and f"pawn {name}" in keys]
    return {**view, "board": shown, "valued": valued}


def _valued(view: Document) -> Sequence[str]:
    """The pawns whose worth is told: all where no tile is hidden; while points are counted, those that have been."""
    board = view["board"]
    if "valued" in view:
        return view["valued"]  # type: ignore[no-any-return]
    if HIDDEN in board.values() or all(text[0] == "P" for text in board.values()):
        return ()
    return [name for name, text in board.items() if text[0] == "P"]


def _worths(
    pawns: Sequence[str], board: Mapping[str, str], places: Mapping[str, Place], say: Language
) -> Sequence[Node]:
    """What each of some pawns is worth: where their tiles lie open anyone can add it up."""
    return [_worth(name, worth_of(board, name), *places[name], say) for name in pawns]


@lru_cache(maxsize=8192)
def _worth(name: str, worth: int, x: float, y: float, say: Language) -> Node:
    text = f"{worth:+d}" if worth else "0"
    value = spoken_value(text)
    label = say("{square}, worth {value}", square=name, value=value)
    return Node(f"worth {name}", WORTHS, "worth", x + 26, y + 26, _sign(text), value, label)


def _sign(text: str) -> str:
    return {"+": "plus", "-": "minus"}.get(text[0], "nil")


# ---- the board ---------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _fixed(stage: Stage) -> Part:
    return (Node("board", TILES, "board", *stage.board.middle),)


def _squares(stage: Stage, say: Language) -> Squares:
    return _squares_at(stage.board.x + FIRST[0], stage.board.y + FIRST[1], say)


@lru_cache(maxsize=64)
def _squares_at(x: float, y: float, say: Language) -> Squares:
    return Squares(places(rows_of(6, 6), (x, y), PITCH), lambda name, piece, place: _look(name, piece, place, say))


def _look(name: str, piece: str | None, place: Place, say: Language) -> Part:
    """One square, with what lies on it."""
    if piece is None:
        return (_square(name, place, say("{square}, free", square=name)),)
    key = f"tile {name}"
    if piece == HIDDEN:
        label, lying = (
            say("{square}, face-down tile", square=name),
            Node(key, PIECES, "tile-back", *place, enter="drawn"),
        )
    elif piece[0] == "P":
        seat = int(piece[1])
        label = say("{square}, {colour} pawn", square=name, colour=seat_name(seat, say))
        lying = Node(f"pawn {name}", PIECES, f"pawn-{seat}", *place, f"seat-{seat}", enter=f"hand {seat} 1")
    else:
        value = spoken_value(piece)
        label = say("{square}, tile {value}", square=name, value=value)
        lying = Node(key, PIECES, "tile-face", *place, _sign(piece), value, enter="drawn")
    return _square(name, place, label), lying


def _square(name: str, place: Place, label: str) -> Node:
    return Node(f"square {name}", TILES, "square", *place, label=label)
