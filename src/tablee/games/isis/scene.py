"""The picture of Isis & Osiris: the board, a plate for each seat, and the tile that is turned up.

Plates, squares and layouts are table ware (`games/ware`); whatever does not change from scene to scene is kept.
"""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import NamedTuple

from tablee.games.document import Document
from tablee.games.isis.track import track_nodes
from tablee.games.isis.words import HIDDEN, UNTURNED, seat_name
from tablee.games.scenery import UPRIGHT, WIDE, Node, Scene
from tablee.games.sheets import signed
from tablee.games.ware.layouts import SHAPES, Stage, upright, wide
from tablee.games.ware.plates import Form, Part, Place, Plate, Rows, hand, plate_part
from tablee.games.ware.squares import Squares, on_squares, places, rows_of
from tablee.language import Language

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
    view: Document, seat: int | None, actions: Sequence[str], names: Sequence[str], say: Language, shape: str = UPRIGHT
) -> Scene:
    """The picture of a view, seen from a seat, with what may be done by pointing at which node."""
    common = "reserve" in view
    stage = _stage(len(names), seat or 0, common, shape)
    squares = _squares(stage, say)
    may_draw = "draw" in actions
    parts: list[Sequence[Node]] = [_fixed(stage), *squares.parts(view["board"])]
    parts += [_seat_part(view, plate, may_draw and plate.own, names[plate.seat], say) for plate in stage.plates]
    parts.append(_reserve(stage, view["reserve"], may_draw, say) if common else ())
    parts.append([_worth(name, worth, squares.places[name], say) for name, worth in _valued(view)])
    if view["drawn"] is not None:
        parts.append(_drawn(view["drawn"], stage.plates[view["turn"]], _pile_key(view["turn"], common), say))
    offers = on_squares(actions) | ({_pile_key(seat or 0, common): ("draw",)} if may_draw else {})
    return Scene(stage.width, stage.height, parts, offers, _hold(view), free=stage.free)


@lru_cache(maxsize=64)
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


# ---- plates ------------------------------------------------------------------------------------------------


def _seat_part(view: Document, plate: Plate, may_draw: bool, name: str, say: Language) -> Part:
    seat, left, over = plate.seat, view["left"][plate.seat], view["facts"]["over"]
    if over and not left:
        # Nothing is in hand any more: the plates show how far everybody has come.
        return _track_part(plate, (view.get("counted") or view["facts"]["scores"])[seat], name, say)
    at_turn = seat == view["turn"] and not over
    tiles = view["tiles"][seat] if "tiles" in view else None
    return _seat_nodes(plate, at_turn, may_draw, view["pawns"][seat], tiles, left, name, say)


@lru_cache(maxsize=8192)
def _track_part(plate: Plate, total: int, name: str, say: Language) -> Part:
    told = seat_name(plate.seat, say), say.plural("{count} point", "{count} points", total)
    return *plate_part(plate, name, told, say), *track_nodes(plate, total, LYING, say)


@lru_cache(maxsize=8192)
def _seat_nodes(
    plate: Plate, at_turn: bool, may_draw: bool, pawns: int, tiles: int | None, left: bool, name: str, say: Language
) -> Part:
    nodes = plate_part(plate, name, _told_in_hand(plate.seat, pawns, tiles, say), say, at_turn=at_turn, left=left)
    return nodes if left else (*nodes, *_in_hand(plate, may_draw, pawns, tiles, say))


@lru_cache(maxsize=1024)
def _told_in_hand(seat: int, pawns: int, tiles: int | None, say: Language) -> tuple[str, ...]:
    told = seat_name(seat, say), say.plural("{count} pawn in hand", "{count} pawns in hand", pawns)
    return told if tiles is None else (*told, say.plural("{count} tile", "{count} tiles", tiles))


@lru_cache(maxsize=8192)
def _in_hand(plate: Plate, may_draw: bool, pawns: int, tiles: int | None, say: Language) -> Part:
    pile = () if tiles is None else (_pile(plate, tiles, may_draw, say),)
    return *hand(plate, f"pawn-{plate.seat}", pawns, LIES[plate.form].pawns), *pile


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


@lru_cache(maxsize=1024)
def _drawn(text: str, plate: Plate, pile: str, say: Language) -> Part:
    """The tile that is turned up, or about to be."""
    shape, kind, value, label = "tile-back", "", "", say("A tile, about to be turned up")
    if text != UNTURNED:
        shape, kind, value = "tile-face", _sign(int(text)), signed(int(text))
        label = say("Turned up: {value}", value=value)
    lies = LIES[plate.form]
    return (Node("drawn", TOP, shape, *plate.at(*lies.drawn), kind, value, label, lies.drawn_size, 0, pile),)


# ---- the end -----------------------------------------------------------------------------------------------


def uncounted(view: Document, keys: AbstractSet[str]) -> Document:
    """What lies there while points are counted: only the tiles beside pawns that have been counted are turned up."""
    board, hides = view["board"], view["options"]["memory"] == "hidden"
    shown = {
        name: HIDDEN if hides and text[0] != "P" and f"tile {name}" not in keys else text
        for name, text in board.items()
    }
    valued = [name for name, text in board.items() if text[0] == "P" and f"pawn {name}" in keys]
    return {**view, "board": shown, "valued": valued}


def _valued(view: Document) -> Iterable[tuple[str, int]]:
    """The pawns whose worth is told: all where no tile is hidden; while points are counted, those that have been."""
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
