"""The picture of Isis & Osiris: the board, a plate for each seat, and the tile that is turned up.

It is upright, the board between the plates of the others and one's own, or wide, with all plates beside the board.

A scene is built for every event and every viewer, so whatever does not change is made once and kept: the nodes of a
board by what may lie on each square, and the plates by who sits where.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from tablee.games.document import Document
from tablee.games.isis.rules import PAWNS_EACH, VALUES
from tablee.games.isis.track import Span, span_of, track_nodes
from tablee.games.isis.words import HIDDEN, SQUARE_NAMES, score_sheet, seat_name, spoken_value, worth_of
from tablee.games.scenery import NOTHING, UPRIGHT, WIDE, Lately, Node, Scene, fitting
from tablee.games.sheets import counts_of, reach_of, totals_of
from tablee.language import ENGLISH, Language

SHAPES = UPRIGHT, WIDE
WIDTH = 600
"""How wide an upright picture is."""
BESIDE, SHARING = 372, 212
"""How wide plates beside the board are; one's own is narrower where the common reserve lies by it."""
PITCH = 92
"""From the middle of one square to the next."""
GAP = 8
BOARD = 600
"""The board's side, with its frame."""
LOW, HIGH = 100, 124
"""How high plates are; with three of them side by side they stand higher, as they are narrow."""
FLAT = 80
"""The same beside the board, where they are wide, and leave room for words."""

TILES, PLATES, PIECES, WORTHS, TOP = 0, 1, 2, 3, 4
"""The layers, from below."""

LOOK = 2600
"""How long a value that will be hidden again stays, in milliseconds."""
BREATH = 500
"""How long a tile that has been taken stays face down before it is turned up."""

UNTURNED = "?"


@dataclass(frozen=True, eq=False)
class Plate:
    """Where the things of one seat lie. Compared by identity, so that it is a quick key of caches."""

    seat: int
    width: int
    x: float
    y: float
    hand: tuple[Node, ...]
    """The pawns in hand; with fewer of them, the first ones."""
    pile: tuple[float, float]
    drawn: tuple[float, float]
    pile_size: float = 0.8
    drawn_size: float = 1.25
    head: float = 0
    """How far below the middle the name stands."""


class Stage(NamedTuple):
    """All that stays the same as long as the same people sit at a table."""

    width: int
    height: int
    plates: tuple[Plate, ...]
    reserve: tuple[float, float]
    fixed: tuple[Node, ...]
    squares: tuple[tuple[str, Mapping[str | None, tuple[Node, ...]]], ...]
    """The nodes of each square, by what lies on it: the square itself, and the piece."""
    places: Mapping[str, tuple[float, float]]
    free: tuple[float, float, float, float] | None


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
    board: dict[str, str] = view["board"]
    stage = _stage(tuple(names), seat or 0, common, shape, say)
    over = _is_over(view)
    may_draw = "draw" in actions
    parts: list[Sequence[Node]] = [stage.fixed]
    parts += [looks[board.get(name)] for name, looks in stage.squares]
    if over:
        parts += _tracks(view, stage, names, say)
    else:
        for plate in stage.plates:
            mine = may_draw and plate.seat == seat
            parts.append(_seat_part(view, plate, plate.seat == view["turn"], mine, names, say))
    parts.append(_reserve(view["reserve"], stage.reserve, may_draw, say) if common else ())
    parts.append(_worths(_valued(view), board, stage.places, say))
    parts.append(_drawn_part(view, stage, common, say))
    offers = _offers(actions, _pile_key(seat or 0, common))
    return Scene(stage.width, stage.height, parts, offers, _hold(view), free=stage.free)


def _offers(actions: Sequence[str], pile: str) -> dict[str, Sequence[str]]:
    return {pile if action == "draw" else _SQUARE_OF[action]: (action,) for action in actions}


_SQUARE_OF = {f"{verb} {name}": f"square {name}" for verb in ("pawn", "place") for name in SQUARE_NAMES}


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


# ---- what changes from scene to scene ----------------------------------------------------------------------


def _pile_key(seat: int, common: bool) -> str:
    return "reserve" if common else f"pile {seat}"


def _seat_part(
    view: Document, plate: Plate, at_turn: bool, may_draw: bool, names: Sequence[str], say: Language
) -> tuple[Node, ...]:
    seat = plate.seat
    tiles = view["tiles"][seat] if "tiles" in view else None
    return _seat_nodes(plate, at_turn, may_draw, view["pawns"][seat], tiles, view["left"][seat], names[seat], say)


@lru_cache(maxsize=8192)
def _seat_nodes(
    plate: Plate, at_turn: bool, may_draw: bool, pawns: int, tiles: int | None, left: bool, name: str, say: Language
) -> tuple[Node, ...]:
    whole = _plate(plate, at_turn, left, pawns, tiles, name, say)
    if left:
        first = plate.hand[0]
        return whole, Node(f"left {plate.seat}", PLATES, "text", first.x, first.y, "gone-word", say("has given up"))
    pile = () if tiles is None else (_pile(plate, tiles, may_draw, say),)
    return whole, *plate.hand[:pawns], *pile


def _tracks(view: Document, stage: Stage, names: Sequence[str], say: Language) -> list[Sequence[Node]]:
    """Once the game is over nothing is in hand any more: the plates show how far everybody has come."""
    sheet = () if "counted" in view else score_sheet(view, names, ENGLISH)
    totals = view.get("counted") or totals_of(sheet, view["players"])
    span = span_of(view.get("reached") or reach_of(counts_of(sheet)))
    return [
        _seat_part(view, plate, False, False, names, say)
        if view["left"][plate.seat]
        else _track_part(plate, totals[plate.seat], span, names[plate.seat], say)
        for plate in stage.plates
    ]


@lru_cache(maxsize=8192)
def _track_part(plate: Plate, total: int, span: Span, name: str, say: Language) -> tuple[Node, ...]:
    says = [name, seat_name(plate.seat, say), say.plural("{count} point", "{count} points", total)]
    shape = f"plate-{plate.width}"
    whole = Node(f"plate {plate.seat}", TILES, shape, plate.x, plate.y, f"seat-{plate.seat}", "", ", ".join(says))
    first, end = plate.hand[0], plate.x + plate.width / 2 - 16
    return whole, *track_nodes(plate.seat, first.x, end, first.y, PLATES, total, span, say)


def uncounted(view: Document, keys: AbstractSet[str]) -> Document:
    """What lies there while points are counted: only the tiles beside pawns that have been counted are turned up."""
    board, hides = view["board"], view["options"]["memory"] == "hidden"
    shown = {
        name: HIDDEN if hides and text[0] != "P" and f"tile {name}" not in keys else text
        for name, text in board.items()
    }
    valued = [name for name, text in board.items() if text[0] == "P" and f"pawn {name}" in keys]
    return {**view, "board": shown, "valued": valued}


def _plate(plate: Plate, at_turn: bool, left: bool, pawns: int, tiles: int | None, name: str, say: Language) -> Node:
    says = [name, seat_name(plate.seat, say), say.plural("{count} pawn in hand", "{count} pawns in hand", pawns)]
    if tiles is not None:
        says.append(say.plural("{count} tile", "{count} tiles", tiles))
    if at_turn or left:
        says.append(say("has given up") if left else say("to play"))
    kind = f"seat-{plate.seat}" + " turn" * at_turn + " left" * left
    return Node(f"plate {plate.seat}", TILES, f"plate-{plate.width}", plate.x, plate.y, kind, "", ", ".join(says))


def _pile(plate: Plate, count: int, may_draw: bool, say: Language) -> Node:
    shape = ("no-pile", "last-tile", "pile")[min(count, 2)]
    text, label = str(count) if count else "", _draw_label(count, say) if may_draw else ""
    return Node(f"pile {plate.seat}", PLATES, shape, *plate.pile, "", text, label, plate.pile_size)


@lru_cache(maxsize=1024)
def _reserve(count: int, place: tuple[float, float], may_draw: bool, say: Language) -> tuple[Node, ...]:
    """The common pile on a tray, all of which may be touched."""
    text, label = str(count) if count else "", _draw_label(count, say) if may_draw else ""
    return (Node("reserve", PLATES, "reserve" if count else "no-reserve", *place, "", text, label),)


def _draw_label(count: int, say: Language) -> str:
    return say("Turn up a tile ({count} left)", count=count)


def _drawn_part(view: Document, stage: Stage, common: bool, say: Language) -> tuple[Node, ...]:
    if view["drawn"] is None:
        return ()
    return _drawn(view["drawn"], stage.plates[view["turn"]], _pile_key(view["turn"], common), say)


@lru_cache(maxsize=1024)
def _drawn(text: str, plate: Plate, pile: str, say: Language) -> tuple[Node, ...]:
    if text == UNTURNED:
        label = say("A tile, about to be turned up")
        return (Node("drawn", TOP, "tile-back", *plate.drawn, "", "", label, plate.drawn_size, 0, pile),)
    value = spoken_value(text)
    label = say("Turned up: {value}", value=value)
    return (Node("drawn", TOP, "tile-face", *plate.drawn, _sign(text), value, label, plate.drawn_size, 0, pile),)


def _valued(view: Document) -> Sequence[str]:
    """The pawns whose worth is told: all where no tile is hidden; while points are counted, those that have been."""
    board = view["board"]
    if "valued" in view:
        return view["valued"]  # type: ignore[no-any-return]
    if HIDDEN in board.values() or all(text[0] == "P" for text in board.values()):
        return ()
    return [name for name, text in board.items() if text[0] == "P"]


def _worths(
    pawns: Sequence[str], board: Mapping[str, str], places: Mapping[str, tuple[float, float]], say: Language
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


# ---- what stays --------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _stage(names: tuple[str, ...], bottom: int, common: bool, shape: str, say: Language) -> Stage:
    return (_wide if shape == WIDE else _upright)(names, bottom, common, say)


def _upright(names: tuple[str, ...], bottom: int, common: bool, say: Language) -> Stage:
    """The others on top, then the board, and one's own plate."""
    players = len(names)
    top_height = HIGH if players == 4 else LOW
    board_top = 4 + top_height + GAP
    height = board_top + BOARD + GAP + LOW + 4
    own = height - 4 - LOW / 2
    plates = [_own_plate(bottom, players, own, common), *_other_plates(bottom, players, top_height)]
    return _laid(WIDTH, height, board_top, plates, (WIDTH - 76, own), common, names, say)


def _wide(names: tuple[str, ...], bottom: int, common: bool, say: Language) -> Stage:
    """The board; beside it the others from the top down, room for words, and one's own plate at the bottom."""
    players = len(names)
    left, height = WIDTH + 12, BOARD + 8
    width, own = left + BESIDE, LOW if common else FLAT
    plates = [
        _beside_board((bottom + 1 + at) % players, players, left + BESIDE / 2, 4 + FLAT / 2 + at * (FLAT + GAP))
        for at in range(players - 1)
    ]
    y, top = height - 4 - own / 2, 4 + (players - 1) * (FLAT + GAP)
    if common:
        plates.append(_two_rows(bottom, players, SHARING, left + SHARING / 2, y, 22))
    else:
        plates.append(_beside_board(bottom, players, left + BESIDE / 2, y))
    free = (left, top, BESIDE, height - 4 - own - GAP - top)
    return _laid(width, height, 4, plates, (width - 76, y), common, names, say, free)


def _beside_board(seat: int, players: int, x: float, y: float) -> Plate:
    right = x + BESIDE / 2
    hand = _hand(seat, players, x - BESIDE / 2 + 24, y + 19, 30)
    drawn = (right - 44, y - 1)
    return Plate(seat, BESIDE, x, y, hand, (right - 50, y - 2), drawn, drawn_size=0.98, head=-19)


def _laid(
    width: int,
    height: int,
    board_top: int,
    plates: list[Plate],
    reserve: tuple[float, float],
    common: bool,
    names: tuple[str, ...],
    say: Language,
    free: tuple[float, float, float, float] | None = None,
) -> Stage:
    fixed = [Node("board", TILES, "board", WIDTH / 2, board_top + BOARD / 2)]
    for plate in plates:
        fixed += _name_nodes(plate, names[plate.seat])
    if common:
        x, y = reserve
        fixed.append(Node("reserve name", PIECES, "text", x, y - 32, "tray-name", say("Reserve")))
    by_seat = tuple(sorted(plates, key=lambda plate: plate.seat))
    return Stage(width, height, by_seat, reserve, tuple(fixed), _squares(board_top, say), _places(board_top), free)


def _own_plate(seat: int, players: int, y: float, common: bool) -> Plate:
    """At the bottom, full width, or beside the common reserve."""
    if common:
        return _two_rows(seat, players, 440, 220, y, 30)
    hand = _hand(seat, players, 262, y, 30)
    # One's own pile is to be touched, by a thumb on a small screen: it is larger than the others'.
    return Plate(seat, WIDTH, WIDTH / 2, y, hand, (544, y - 3), (544, y), 0.92)


def _other_plates(bottom: int, players: int, height: int) -> list[Plate]:
    """On top, side by side in turn order."""
    others = [(bottom + step) % players for step in range(1, players)]
    y = 4 + height / 2
    if players == 2:
        hand = _hand(others[0], players, 262, y, 30)
        return [Plate(others[0], WIDTH, WIDTH / 2, y, hand, (544, y), (544, y))]
    width = 296 if players == 3 else 196
    step = (WIDTH - width) / (players - 2)
    pitch = 30 if players == 3 else 20
    tall = players == 4
    return [_two_rows(seat, players, width, width / 2 + at * step, y, pitch, tall) for at, seat in enumerate(others)]


def _two_rows(seat: int, players: int, width: int, x: float, y: float, pitch: int, tall: bool = False) -> Plate:
    right = x + width / 2
    hand = _hand(seat, players, x - width / 2 + 24, y + (26 if tall else 20), pitch)
    lies = (right - 46, y + 22) if tall else (right - 52, y)
    drawn = (right - 50, y + 12) if tall else lies
    return Plate(seat, width, x, y, hand, lies, drawn, head=-40 if tall else -26)


def _hand(seat: int, players: int, x: float, y: float, pitch: int) -> tuple[Node, ...]:
    return tuple(
        Node(f"hand {seat} {at + 1}", PLATES, f"pawn-{seat}", x + at * pitch, y, f"seat-{seat} in-hand", size=0.58)
        for at in range(PAWNS_EACH[players])
    )


def _name_nodes(plate: Plate, name: str) -> list[Node]:
    """The seat's mark and the name beside it, above the pawns or left of them."""
    left = plate.x - plate.width / 2
    y = plate.y + plate.head
    room = {600: 186, 440: 250, 372: 190, 296: 132, 212: 138}.get(plate.width, 112)
    return [
        Node(f"mark {plate.seat}", PLATES, f"mark-{plate.seat}", left + 24, y, f"seat-{plate.seat}"),
        Node(f"name {plate.seat}", PLATES, "text", left + 44, y, "name", fitting(name, room)),
    ]


@cache
def _places(board_top: int) -> dict[str, tuple[float, float]]:
    """The middle of each square, the top left one first, as one reads."""
    left, top = 34 + PITCH / 2, board_top + 14 + PITCH / 2
    return {
        f"{file}{rank}": (left + at * PITCH, top + (6 - rank) * PITCH)
        for rank in range(6, 0, -1)
        for at, file in enumerate("abcdef")
    }


@lru_cache(maxsize=64)
def _squares(board_top: int, say: Language) -> tuple[tuple[str, Mapping[str | None, tuple[Node, ...]]], ...]:
    return tuple((name, _looks(name, x, y, say)) for name, (x, y) in _places(board_top).items())


def _looks(name: str, x: float, y: float, say: Language) -> dict[str | None, tuple[Node, ...]]:
    """All that one square may look like: free, or with a piece."""
    pieces = _pieces(name, x, y)
    looks: dict[str | None, tuple[Node, ...]] = {None: (_square(name, x, y, say("{square}, free", square=name)),)}
    for text, label in _piece_labels(name, say).items():
        looks[text] = (_square(name, x, y, label), pieces[text])
    return looks


def _square(name: str, x: float, y: float, label: str) -> Node:
    return Node(f"square {name}", TILES, "square", x, y, label=label)


def _piece_labels(name: str, say: Language) -> dict[str, str]:
    labels = {HIDDEN: say("{square}, face-down tile", square=name)}
    for value in VALUES:
        labels[f"{value:+d}"] = say("{square}, tile {value}", square=name, value=spoken_value(f"{value:+d}"))
    for seat in range(4):
        labels[f"P{seat}"] = say("{square}, {colour} pawn", square=name, colour=seat_name(seat, say))
    return labels


def _pieces(name: str, x: float, y: float) -> dict[str, Node]:
    key = f"tile {name}"
    nodes = {HIDDEN: Node(key, PIECES, "tile-back", x, y, enter="drawn")}
    for value in VALUES:
        text = f"{value:+d}"
        nodes[text] = Node(key, PIECES, "tile-face", x, y, _sign(text), spoken_value(text), enter="drawn")
    for seat in range(4):
        nodes[f"P{seat}"] = Node(f"pawn {name}", PIECES, f"pawn-{seat}", x, y, f"seat-{seat}", enter=f"hand {seat} 1")
    return nodes
