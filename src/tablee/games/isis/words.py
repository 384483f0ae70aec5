"""Isis & Osiris in words: the texts of actions and states, who may know what, and what is said to people."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from tablee.games.about import About, Option
from tablee.games.document import Document, field, left_seats, number, numbers_by_seat
from tablee.games.errors import BadState
from tablee.games.isis import rules
from tablee.games.isis.rules import BOX, PAWN, PAWNS_EACH, TILES, TILES_EACH, UNKNOWN, VALUES
from tablee.games.secrets import Secret
from tablee.games.sheets import Cell, Line, signed
from tablee.games.squares import square_names
from tablee.kernel.calls import values
from tablee.kernel.contract import States
from tablee.language import Language

SQUARE_NAMES = square_names(6, 6)
HIDDEN = "#"
"""A tile that lies face down."""
_SQUARES_BY_NAME = {name: square for square, name in enumerate(SQUARE_NAMES)}


def _beside(name: str) -> tuple[str, ...]:
    file, rank = ord(name[0]), int(name[1])
    around = ((file - 1, rank), (file + 1, rank), (file, rank - 1), (file, rank + 1))
    return tuple(f"{chr(f)}{r}" for f, r in around if f"{chr(f)}{r}" in SQUARE_NAMES)


BESIDE = {name: _beside(name) for name in SQUARE_NAMES}
"""The squares orthogonally next to each."""
_PIECES = {value: f"{value:+d}" for value in VALUES} | {PAWN + seat: f"P{seat}" for seat in range(4)}
_PIECES_BY_TEXT = {text: piece for piece, text in _PIECES.items()}
_VALUES_BY_TEXT = {text: value for text, value in _PIECES_BY_TEXT.items() if value < PAWN}
_ACTIONS = (
    [f"pawn {name}" for name in SQUARE_NAMES]
    + [f"place {name}" for name in SQUARE_NAMES]
    + ["draw"]
    + [f"reveal {value:+d}" for value in range(-4, 5)]
)


def _face_down(board: Mapping[str, str]) -> dict[str, str]:
    return {name: piece if piece[0] == "P" else HIDDEN for name, piece in board.items()}


def _is_hidden(options: Document) -> bool:
    return bool(options["memory"] == "hidden")


SECRETS = {
    "board": Secret(_face_down, when=_is_hidden, told={"reveal": lambda _: f"reveal {HIDDEN}"}),
    "drawn": Secret(lambda drawn: drawn and "?", when=_is_hidden, fleeting=True),
}
"""Every tile was turned up for all to see; once it is placed its value is nowhere."""
SECRET_FACTS = ("scores", "worth")


# ---- actions and states -----------------------------------------------------------------------------------


def action_text(state: States, action: int) -> str:  # noqa: ARG001
    """The text of an action or outcome."""
    return _ACTIONS[action]


def write(state: States) -> dict[str, Any]:
    """The whole truth as a document."""
    return _write(values(state))


def _write(state: dict[str, Any]) -> dict[str, Any]:
    players, common, drawn = state["players"], state["common"], state["drawn"]
    return {
        "game": "isis",
        "players": players,
        "options": {"reserve": "common" if common else "own", "memory": "open" if state["open"] else "hidden"},
        "board": {name: _PIECES[piece] for name, piece in zip(SQUARE_NAMES, state["board"], strict=True) if piece},
        "pawns": state["pawns"][:players],
        **({"reserve": state["reserve"]} if common else {"tiles": state["tiles"][:players]}),
        "turn": state["turn"],
        "drawn": "?" if drawn == UNKNOWN else _PIECES.get(drawn),
        "left": [bool(left) for left in state["left"][:players]],
    }


def read(document: Document) -> States:
    """The state that a document describes, its turn passed on if the seat cannot play."""
    players = document["players"]
    states: States = rules.new(players, document["options"], 0)
    state = states[0]
    state.left[:players] = left_seats(document, players)
    _read_board(document, state)
    _read_drawn(document, state)
    _count_pawns(document, state)
    _count_tiles(document, state)
    _settle(document, state)
    return states


def _read_board(document: Document, state: Any) -> None:
    for name, text in field(document, "board", dict, {}).items():
        square = _SQUARES_BY_NAME.get(name)
        if square is None:
            raise BadState(f"there is no square {name!r}")
        piece = _PIECES_BY_TEXT.get(text) if isinstance(text, str) else None
        if piece is None or piece >= PAWN + state.players:
            raise BadState(f"on {name}: {text!r} is no piece of this game")
        state.board[square] = piece
        if piece < PAWN:
            state.unseen[piece + 4] -= 1
        state.free -= 1


def _read_drawn(document: Document, state: Any) -> None:
    text = document.get("drawn")
    if text is None:
        return
    if text == "?":
        state.drawn = UNKNOWN
        return
    value = _VALUES_BY_TEXT.get(text) if isinstance(text, str) else None
    if value is None:
        raise BadState(f"'drawn': {text!r} is no tile")
    state.drawn = value
    state.unseen[value + 4] -= 1


def _count_pawns(document: Document, state: Any) -> None:
    players = int(state.players)
    each = PAWNS_EACH[players]
    placed = [int(np.count_nonzero(state.board == PAWN + seat)) for seat in range(players)]
    for seat, count in enumerate(placed):
        if count > each:
            raise BadState(f"seat {seat} has {count} pawns on the board, and only {each} in all")
    in_hand = [each - count for count in placed]
    if "pawns" in document and numbers_by_seat(document, "pawns", players, each) != in_hand:
        raise BadState(f"the pawns in hand must be {in_hand}, to make {each} a seat with those on the board")
    state.pawns[:players] = in_hand


def _count_tiles(document: Document, state: Any) -> None:
    for value in VALUES:
        if state.unseen[value + 4] < 0:
            raise BadState(f"there are only {BOX[value]} tiles of value {value:+d}")
    players = int(state.players)
    out = int(np.count_nonzero((state.board != 0) & (state.board < PAWN))) + bool(state.drawn)
    if state.common:
        if out > TILES or ("reserve" in document and number(document["reserve"], "reserve", 0, TILES) != TILES - out):
            raise BadState(f"reserve and tiles turned up must make {TILES}")
        state.reserve = TILES - out
        return
    each = TILES_EACH[players]
    tiles = numbers_by_seat(document, "tiles", players, each)
    if sum(tiles) + out != players * each:
        raise BadState(f"tiles in hand, on the board and drawn must make {players * each}, not {sum(tiles) + out}")
    state.tiles[:players] = tiles


def _settle(document: Document, state: Any) -> None:
    """End the game if it is over, else see that the seat whose turn it is can play, or pass on."""
    players = int(state.players)
    staying = players - int(state.left.sum())
    can_go_on = state.free > 0 and any(rules.can_play(state, seat) for seat in range(players))
    if staying == 1 or (not state.drawn and not can_go_on):
        if state.drawn:
            raise BadState("the game is over, and yet a tile is drawn")
        state.ended = rules.LEFT if staying == 1 else rules.POINTS
        state.turn = _turn_once_over(document, players)
        return
    state.turn = number(field(document, "turn", int), "turn", 0, players - 1)
    if state.drawn:
        _check_drawer(state)
    elif not rules.can_play(state, int(state.turn)):
        rules.pass_on(state)


def _turn_once_over(document: Document, players: int) -> int:
    """It means nothing any more, so nothing can be wrong with it; a seat is kept as it was written."""
    turn = document.get("turn")
    return turn if type(turn) is int and 0 <= turn < players else 0


def _check_drawer(state: Any) -> None:
    seat = int(state.turn)
    if not state.free:
        raise BadState("a tile is drawn, and no square is free for it")
    if state.left[seat]:
        raise BadState(f"seat {seat} has left, and yet has a tile drawn")
    if not state.common and state.tiles[seat] >= TILES_EACH[int(state.players)]:
        raise BadState(f"seat {seat} has a tile drawn, and yet all its tiles in hand")


def board_text(view: Document) -> str:
    """The board as lines of text, rank 6 first."""
    board = view["board"]
    lines = [
        f"{rank}  " + "  ".join(f"{board.get(f'{file}{rank}', '.'):>2}" for file in "abcdef")
        for rank in range(6, 0, -1)
    ]
    return "\n".join([*lines, "    " + "   ".join("abcdef")])


# ---- what is said to people -------------------------------------------------------------------------------


def about(say: Language) -> About:
    """The game as its box has it."""
    return About(
        say("Turn up a tile, remember it, lay it face down – and set your pawns where the good ones sleep."),
        minutes=(10, 20),
        age=7,
        author="Michael Schacht",
        publisher="Goldsieber",
        year=2001,
    )


def goal(say: Language) -> str:
    """What one plays for, to somebody who comes for the first time."""
    return say("Your pawns count the tiles they touch: set them where the good ones lie.")


def seat_name(seat: int, say: Language) -> str:
    """The colour of a seat."""
    return (say("green"), say("yellow"), say("black"), say("violet"))[say.colour(seat)]


def option_text(name: str, say: Language) -> Option:
    """A question for each option, a short answer for each of its values, and what it changes."""
    if name == "reserve":
        return Option(
            say("Tiles"),
            {"own": say("each their own"), "common": say("one common reserve")},
            say("From a common reserve everybody draws; once it is empty, only pawns are placed."),
        )
    return Option(
        say("Placed tiles"),
        {"hidden": say("lie face down"), "open": say("stay visible (to learn)")},
        say("Visible tiles are for learning: there is nothing to remember, and pawns show what they are worth."),
    )


def spoken_value(text: str) -> str:
    """A value as it is shown to people, with a true minus sign.

    >>> spoken_value("-3")
    '−3'
    """
    return text.replace("-", "−")


@lru_cache(maxsize=8192)
def sentence(text: str, seat: int, names: tuple[str, ...], say: Language) -> str:
    """What the log says of an action or outcome."""
    name = names[seat]
    verb, _, where = text.partition(" ")
    if verb == "pawn":
        return say("{name} places a pawn on {square}.", name=name, square=where)
    if verb == "place":
        return say("{name} lays the tile on {square}.", name=name, square=where)
    if verb == "draw":
        return say("{name} takes a tile.", name=name)
    if where == "#":
        return say("{name} turns it up for all to see.", name=name)
    return say("{name} turns up {value}.", name=name, value=spoken_value(where))


def prompt(view: Document, seat: int | None, names: Sequence[str], say: Language) -> str:
    """One sentence: what to do now, or whom the table waits for."""
    turn, drawn = view["turn"], view["drawn"]
    if drawn == "?":
        return (
            say("Your tile is being turned up…") if seat == turn else say("{name} turns up a tile…", name=names[turn])
        )
    if seat != turn:
        if drawn is None:
            return say("{name} is to play.", name=names[turn])
        return say("{name} has turned up {value} and is to place it.", name=names[turn], value=spoken_value(drawn))
    if drawn is not None:
        if view["options"]["memory"] == "open":
            return say("Lay your {value} on a free square.", value=spoken_value(drawn))
        return say("Lay your {value} face down on a free square.", value=spoken_value(drawn))
    tiles = view["reserve"] if "reserve" in view else view["tiles"][turn]
    if not tiles:
        return say("Your turn: place a pawn on a free square.")
    if not view["pawns"][turn]:
        return say("Your turn: turn up a tile.")
    return say("Your turn: place a pawn on a free square, or turn up a tile.")


def why_not(view: Document, seat: int, key: str, names: Sequence[str], say: Language) -> str:
    """Why nothing can be done with the thing, or by the action, that the seat to act has chosen."""
    what, _, where = key.partition(" ")
    if what in ("pile", "reserve", "draw"):
        return _why_not_draw(view, seat, where, names, say)
    if what not in ("square", "pawn", "tile", "place"):
        return ""
    if where not in _SQUARES_BY_NAME:
        return say("There is no square {square}: they are called a1 to f6.", square=where)
    if where in view["board"]:
        return say("{square} is taken: choose a free square.", square=where)
    if what == "place" and view["drawn"] is None:
        return say("First turn up a tile.")
    if what == "pawn" and view["drawn"] is not None:
        return say("First lay the tile that you have turned up.")
    return say("You have no pawn left in hand: turn up a tile.") if not view["pawns"][seat] else ""


def _why_not_draw(view: Document, seat: int, owner: str, names: Sequence[str], say: Language) -> str:
    if owner.isdecimal() and int(owner) < len(names) and int(owner) != seat:
        return say("These tiles belong to {name}.", name=names[int(owner)])
    if view["drawn"] is not None:
        return say("First lay the tile that you have turned up.")
    tiles = view["reserve"] if "reserve" in view else view["tiles"][seat]
    return say("There is no tile left: place a pawn.") if not tiles else ""


def score_sheet(view: Document, names: Sequence[str], say: Language) -> list[Line]:  # noqa: ARG001
    """How the points came about: the pawns of every seat one by one, from the worst to the best."""
    board = view["board"]
    if HIDDEN in board.values():
        return []
    own = [sorted(_pawn_cells(board, seat, say), key=lambda cell: cell.points) for seat in range(view["players"])]
    most = max(map(len, own))
    return [
        Line(say("Pawn {count}", count=at + 1), [cells[at] if at < len(cells) else None for cells in own], apart=True)
        for at in range(most)
    ]


def _pawn_cells(board: Mapping[str, str], seat: int, say: Language) -> Iterator[Cell]:
    for square, piece in board.items():
        if piece == f"P{seat}":
            points = worth_of(board, square)
            words = say("The pawn on {square}: {value}", square=square, value=signed(points))
            keys = (f"pawn {square}", *(f"tile {other}" for other in BESIDE[square] if _is_tile(board.get(other))))
            yield Cell(points, keys, words, f"{square} {signed(points)}")


def _is_tile(piece: str | None) -> bool:
    return piece is not None and piece[0] != "P"


def worth_of(board: Mapping[str, str], square: str) -> int:
    """What the pawn on a square is worth: the tiles beside it."""
    return sum(int(board[other]) for other in BESIDE[square] if _is_tile(board.get(other)))
