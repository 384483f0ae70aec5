"""States of Isis & Osiris made by hand: those that can be, and those that cannot."""

from typing import Any

from tests.games.isis.reference import BOX, SQUARES


def without(document: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name not in names}


def first_squares(pieces: list[str]) -> dict[str, str]:
    """A board with these pieces on a1, b1, and so on."""
    return dict(zip(SQUARES, pieces, strict=False))


EXAMPLE = {
    "game": "isis",
    "players": 2,
    "options": {"reserve": "own", "memory": "hidden"},
    "board": {"a1": "+2", "c4": "P0"},
    "pawns": [7, 8],
    "tiles": [11, 10],
    "turn": 0,
    "drawn": None,
    "left": [False, False],
}
COMMON = {
    "game": "isis",
    "players": 3,
    "options": {"reserve": "common", "memory": "hidden"},
    "board": {"a1": "+2", "c4": "P0", "d4": "P2"},
    "pawns": [5, 6, 5],
    "reserve": 20,
    "turn": 1,
    "drawn": "-4",
    "left": [False, False, True],
}

FULL = first_squares(["P0"] * 8 + ["P1"] * 8 + BOX[:20])

ACCEPTED: dict[str, tuple[dict[str, Any], int | str | None]] = {
    "the example": (EXAMPLE, 0),
    "the example with a common reserve": (COMMON, 1),
    "a turn that parity would forbid": ({**EXAMPLE, "turn": 1}, 1),
    "a board that no play could lead to": (
        {**without(EXAMPLE, "pawns"), "board": first_squares(["P1"] * 8), "tiles": [11, 11], "turn": 1},
        1,
    ),
    "tiles of the seats far apart": (
        {**without(EXAMPLE, "pawns"), "board": first_squares(BOX[:11]), "tiles": [0, 11]},
        0,
    ),
    "a tile drawn and not yet revealed": ({**EXAMPLE, "tiles": [10, 10], "drawn": "?"}, "chance"),
    "a tile turned up": ({**EXAMPLE, "tiles": [10, 10], "drawn": "+2"}, 0),
    "the last tile of a value": ({**EXAMPLE, "tiles": [10, 10], "drawn": "-4"}, 0),
    "the last of all tiles drawn": (
        {**without(COMMON, "pawns", "reserve"), "board": first_squares(BOX[:21]), "drawn": "?"},
        "chance",
    ),
    "a drawn tile for the last square": (
        {**without(EXAMPLE, "pawns"), "board": without(FULL, "f6"), "tiles": [1, 1], "drawn": "-4"},
        0,
    ),
    "a seat that has left is to play": ({**COMMON, "turn": 2, "drawn": None, "reserve": 21}, 0),
    "a seat that can do nothing is to play": (
        {**without(COMMON, "pawns", "reserve"), "board": first_squares(BOX + ["P1"] * 6), "drawn": None},
        0,
    ),
    "a full board": ({**without(EXAMPLE, "pawns", "turn"), "board": FULL, "tiles": [1, 1]}, None),
    "a full board whose turn means nothing": (
        {**EXAMPLE, "pawns": [0, 0], "board": FULL, "tiles": [2, 0], "turn": None},
        None,
    ),
    "a single seat that remains": ({**EXAMPLE, "left": [False, True]}, None),
    "nobody who can play": (
        {
            **without(COMMON, "pawns", "reserve"),
            "board": first_squares(BOX + ["P0"] * 6 + ["P1"] * 6),
            "drawn": None,
        },
        None,
    ),
}
"""States that are accepted, and who is then to act."""

WRONG_VALUES = ["", "P0", True, 1.5, float("nan"), -1, 10**30, None]


def _wrong(name: str, *more: Any) -> dict[str, dict[str, Any]]:
    """The example with something of another type in one of its fields."""
    return {f"{name} as {wrong!r}": {**EXAMPLE, name: wrong} for wrong in [*WRONG_VALUES, *more]}


def _board(square: str, piece: Any) -> dict[str, Any]:
    """The example with another tile, or elsewhere."""
    return {**EXAMPLE, "board": {square: piece, "c4": "P0"}}


def _drawn(drawn: Any) -> dict[str, Any]:
    return {**EXAMPLE, "tiles": [10, 10], "drawn": drawn}


REFUSED: dict[str, dict[str, dict[str, Any]]] = {
    # pieces and squares
    "seat 0 has 9 pieces on the board": {
        "a pawn too many": {**without(EXAMPLE, "pawns"), "board": first_squares(["P0"] * 9), "tiles": [11, 11]},
    },
    "there are only . tiles of value": {
        "a second +4": {**EXAMPLE, "board": {"a1": "+4", "b1": "+4", "c4": "P0"}, "tiles": [10, 10]},
        "a second -4 drawn": {**_drawn("-4"), "board": {"a1": "-4", "c4": "P0"}},
        "seven of the value +2": {**EXAMPLE, "board": first_squares(["P0"] + ["+2"] * 7), "tiles": [8, 7]},
        "all the box and one more": {**without(COMMON, "pawns", "reserve"), "board": first_squares([*BOX, "+1"])},
    },
    "on a1: .* is no piece of this game": {
        "a pawn of a seat that is not there": {**_board("a1", "P2"), "tiles": [11, 11]},
        "a hidden tile": _board("a1", "#"),
        "the value 0": _board("a1", "+0"),
        "the value +5": _board("a1", "+5"),
        "no sign": _board("a1", "2"),
        "a number": _board("a1", 2),
        "a true minus sign": _board("a1", "−2"),
        "a blank": _board("a1", "+2 "),
        "a question mark": _board("a1", "?"),
        "a list": _board("a1", ["+2"]),
        "an object": _board("a1", {}),
        "nothing": _board("a1", None),
    },
    "there is no square": {square: _board(square, "+2") for square in ("g1", "a7", "a0", "A1", "", "a10", "1a")},
    # counts
    "the field 'pawns' must be": {
        "one too many": {**EXAMPLE, "pawns": [8, 8]},
        "one too few": {**EXAMPLE, "pawns": [7, 7]},
        "in the hand of another seat": {**EXAMPLE, "pawns": [8, 7]},
    },
    "tiles in hand, on the board and drawn must make 22": {
        "one too many": {**EXAMPLE, "tiles": [11, 11]},
        "one too few": {**EXAMPLE, "tiles": [10, 10]},
        "the drawn one not counted": {**EXAMPLE, "drawn": "+2"},
        "the unknown drawn one not counted": {**EXAMPLE, "drawn": "?"},
    },
    r"tiles\[.\] must be from 0 to 11": {
        "more than the share": {**EXAMPLE, "tiles": [12, 9]},
        "below nothing": {**EXAMPLE, "tiles": [22, -1]},
        "huge": {**EXAMPLE, "tiles": [11, 2**64 + 10]},
    },
    "reserve and tiles turned up must make 22": {
        "a reserve too large": {**COMMON, "reserve": 21},
        "a reserve too small": {**COMMON, "reserve": 19},
        "all tiles on the board and one drawn": {
            **without(COMMON, "pawns", "reserve"),
            "board": first_squares(BOX),
            "drawn": "?",
        },
    },
    "must be a whole number": {
        "tiles as a float": {**EXAMPLE, "tiles": [11.0, 10]},
        "tiles as a boolean": {**EXAMPLE, "tiles": [11, True]},
        "tiles that are not a number": {**EXAMPLE, "tiles": [11, float("nan")]},
        "endless tiles": {**EXAMPLE, "tiles": [11, float("inf")]},
        "pawns as a float": {**EXAMPLE, "pawns": [7.0, 8]},
        "pawns as null": {**EXAMPLE, "pawns": [None, 8]},
        "a reserve as a float": {**COMMON, "reserve": 20.0},
        "a reserve as a boolean": {**COMMON, "reserve": True},
        "no players": without(EXAMPLE, "players"),
        "players as a float": {**EXAMPLE, "players": 2.0},
        "players as a boolean": {**EXAMPLE, "players": True},
        "players as a text": {**EXAMPLE, "players": "2"},
        "players as a list": {**EXAMPLE, "players": [2]},
    },
    # the drawn tile
    r"'drawn': .* is none of None, \?, \+1, \+2": {
        "a hidden one": _drawn("#"),
        "a pawn": _drawn("P0"),
        "a number": _drawn(2),
        "an empty text": _drawn(""),
        "a list": _drawn(["+2"]),
        "false": _drawn(False),
        "0": _drawn(0),
    },
    "a tile is drawn, and no square is free for it": {
        "turned up": {**EXAMPLE, "pawns": [0, 0], "board": FULL, "tiles": [1, 0], "drawn": "-4"},
        "unknown": {**EXAMPLE, "pawns": [0, 0], "board": FULL, "tiles": [1, 0], "drawn": "?"},
    },
    "seat 0 has a tile drawn, and yet all its tiles in hand": {"so": {**EXAMPLE, "tiles": [11, 9], "drawn": "+2"}},
    "seat 2 has left, and yet has a tile drawn": {"so": {**COMMON, "turn": 2}},
    "the game is over, and yet a tile is drawn": {"one seat remains": {**_drawn("?"), "left": [False, True]}},
    # seats
    "every seat has left": {"so": {**EXAMPLE, "left": [True, True]}},
    "the field '.*' must have 2 entries": {
        "left too short": {**EXAMPLE, "left": [False]},
        "left too long": {**EXAMPLE, "left": [False, False, False]},
        "left empty": {**EXAMPLE, "left": []},
        "pawns too short": {**EXAMPLE, "pawns": [7]},
        "pawns too long": {**EXAMPLE, "pawns": [7, 8, 0]},
        "tiles too short": {**EXAMPLE, "tiles": [21]},
        "tiles too long": {**EXAMPLE, "tiles": [11, 10, 0]},
    },
    r"left\[.\] must be true or false": {
        "numbers": {**EXAMPLE, "left": [0, 0]},
        "null": {**EXAMPLE, "left": [False, None]},
    },
    "turn must be from 0 to 1": {
        "below 0": {**EXAMPLE, "turn": -1},
        "a seat that is not there": {**EXAMPLE, "turn": 2},
        "huge": {**EXAMPLE, "turn": 2**64},
    },
    "the field 'turn' must be of type int": {
        "a boolean": {**EXAMPLE, "turn": False},
        "a float": {**EXAMPLE, "turn": 0.0},
        "null": {**EXAMPLE, "turn": None},
        "a text": {**EXAMPLE, "turn": "0"},
    },
    "the field '.*' is missing": {name: without(EXAMPLE, name) for name in ("tiles", "turn")},
    # the game
    "the field 'game' must be a text": {
        "nothing at all": {},
        "no game": without(EXAMPLE, "game"),
        "a number": {**EXAMPLE, "game": 1},
        "a list": {**EXAMPLE, "game": ["isis"]},
    },
    "there is no game 'chess'": {"so": {**EXAMPLE, "game": "chess"}},
    "Isis & Osiris is for 2, 3, 4 players": {str(count): {**EXAMPLE, "players": count} for count in (-2, 0, 1, 5)},
    "Isis & Osiris has no option 'speed'": {"so": {**EXAMPLE, "options": {"speed": "fast"}}},
    "the option '.*' is one of": {
        "an unknown value": {**EXAMPLE, "options": {"reserve": "shared"}},
        "a list": {**EXAMPLE, "options": {"reserve": ["own"]}},
        "a boolean": {**EXAMPLE, "options": {"memory": True}},
        "null": {**EXAMPLE, "options": {"memory": None}},
    },
    "the field 'options' must be an object": _wrong("options", []),
    "the field 'board' must be an object": _wrong("board", []),
    "the field 'pawns' must have 2 entries": _wrong("pawns", {}),
    "the field 'tiles' must have 2 entries": _wrong("tiles", {}),
    "the field 'left' must have 2 entries": _wrong("left", {}),
}
"""States that are refused, by what is said of them: each is one step away from an accepted one."""
