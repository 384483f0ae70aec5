"""States of Morpyam made by hand: those that can be, and those that cannot."""

from typing import Any

from tests.games.morpyam.positions import covered
from tests.games.morpyam.reference import SEC, SQUARES


def without(document: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name not in names}


EXAMPLE: dict[str, Any] = {
    "game": "morpyam",
    "players": 2,
    "options": {"double_morpyam": "off", "five_alike": "morpyam", "sure_call": "allowed"},
    "board": {"a6": 0},
    "hands": [16, 17],
    "turn": 1,
    "phase": "throw",
    "throws": 1,
    "dice": [1, 1, 3, 5, 6],
    "kept": [1, 1],
    "call": None,
    "left": [False, False],
}
BARE: dict[str, Any] = {"game": "morpyam", "players": 3, "turn": 0, "throws": 0, "kept": [], "call": None}
START = {**BARE, "phase": "start", "turn": None}
THROW = {**BARE, "phase": "throw"}
DICE = {**BARE, "phase": "dice"}
CHOOSE = {**BARE, "phase": "choose", "throws": 1, "dice": [1, 1, 3, 5, 6]}
LAST_THROW = {**CHOOSE, "throws": 3, "dice": [1, 1, 1, 4, 5]}
OVER = {**BARE, "phase": "over"}
SURE_CALL = {**DICE, "throws": 1, "dice": [2, 2, 2, 2, 6], "kept": [2, 2, 2, 2], "call": "carre"}
DOUBLE = {"options": {"double_morpyam": "ko"}}

FIVE = covered("a1 b1 c1 d1 e1", seat=0)
ELEVEN = covered("a6 a4 a2 b6 b4 b2 d6 d4 d2 e6 e4", seat=0)
"""All tokens that a seat has with three players, no three of them in a row."""
APPELS = covered("b4 e3")
GONE = [False, True, True]

ACCEPTED: dict[str, tuple[dict[str, Any], int | str | None]] = {
    "the example": (EXAMPLE, 1),
    "before the start": (START, "chance"),
    "before the start, a seat having left": ({**START, "left": [True, False, False]}, "chance"),
    "a fresh turn": (THROW, 0),
    "a throw after two": ({**CHOOSE, "phase": "throw", "throws": 2, "kept": [1, 3, 5, 6]}, 0),
    "a throw of all five again": ({**CHOOSE, "phase": "throw"}, 0),
    "dice that fall": (DICE, "chance"),
    "dice that fall after a call": ({**DICE, "call": "sec"}, "chance"),
    "dice that fall for the last time": ({**CHOOSE, "phase": "dice", "throws": 2, "kept": [1, 1]}, "chance"),
    "a carré that is called with four dice kept": (SURE_CALL, "chance"),
    "a choice": (CHOOSE, 0),
    "a choice after a sec that failed": ({**CHOOSE, "call": "sec"}, 0),
    "a choice after the last throw": (LAST_THROW, 0),
    "a choice after a last call that came out": ({**LAST_THROW, "dice": [1, 1, 1, 1, 3], "call": "mini"}, 0),
    "a call while one appel square is free": ({**DICE, "call": "full", "board": covered("b4")}, "chance"),
    "more tokens of one seat than turns would allow": ({**THROW, "board": without(ELEVEN, "e4")}, 0),
    "a first token with five alike": ({**THROW, **DOUBLE, "morpyams": 1, "board": covered("c3", seat=0)}, 0),
    "a seat that has left is to throw": ({**THROW, "left": [True, False, False]}, 1),
    "a seat that has left is the last in turn": ({**THROW, "turn": 2, "left": [False, False, True]}, 0),
    "five in a row": ({**OVER, "board": FIVE}, None),
    "six in a row": ({**OVER, "board": {**FIVE, "f1": 0}}, None),
    "five in a row with the last token": ({**OVER, "board": {**FIVE, **covered("a6 a4 b6 b4 d6 d4", seat=0)}}, None),
    "an empty hand": ({**OVER, "board": ELEVEN}, None),
    "a double morpyam": ({**OVER, **DOUBLE, "morpyams": 2, "board": covered("c3 d4", seat=0)}, None),
    "a single seat that remains": ({**OVER, "left": GONE}, None),
}
"""States that are accepted, and who is then to act."""

NO_NUMBERS = ["1", True, 1.0, float("nan"), None, [1], {}]
WRONG_VALUES = ["", "a1", True, 1.5, float("nan"), -1, 10**30, None]


def _wrong(name: str, *more: Any) -> dict[str, dict[str, Any]]:
    """The example with something of another type in one of its fields."""
    return {f"{name} as {wrong!r}": {**EXAMPLE, name: wrong} for wrong in [*WRONG_VALUES, *more]}


def _with(base: dict[str, Any], name: str, values: list[Any]) -> dict[str, dict[str, Any]]:
    """The state with each of these values in one of its fields."""
    return {f"{name} {value!r} in {base['phase']}": {**base, name: value} for value in values}


REFUSED: dict[str, dict[str, dict[str, Any]]] = {
    # tokens and squares
    "there is no square": {
        square: {**THROW, "board": {square: 0}} for square in ("g1", "a7", "a0", "A1", "", "a10", "1a", " a1")
    },
    "the piece on a1 must be from 0 to 2": {str(seat): {**THROW, "board": {"a1": seat}} for seat in (-1, 3, 4, 2**64)},
    "the piece on a1 must be a whole number": {
        repr(seat): {**THROW, "board": {"a1": seat}} for seat in ["0", "P0", False, 0.0, None, [0], {}]
    },
    "has 1[28] pieces on the board, and only 1[17] in all": {
        "twelve of three players": {**THROW, "board": {**ELEVEN, "f2": 0}},
        "twelve of three players once over": {**OVER, "board": {**ELEVEN, "f2": 0}},
        "eighteen of two players": {**EXAMPLE, "board": dict.fromkeys(SQUARES[::2], 1), "hands": [17, 0]},
    },
    "the field 'hands' must be": {
        "one too many": {**EXAMPLE, "hands": [17, 17]},
        "one too few": {**EXAMPLE, "hands": [16, 16]},
        "of another seat": {**EXAMPLE, "hands": [17, 16]},
    },
    r"hands\[.\] must be from 0 to 17": {
        "more than there are": {**EXAMPLE, "hands": [16, 18]},
        "below nothing": {**EXAMPLE, "hands": [16, -1]},
        "huge": {**EXAMPLE, "hands": [16, 2**64 + 17]},
    },
    r"hands\[1\] must be a whole number": {
        repr(wrong): {**EXAMPLE, "hands": [16, wrong]} for wrong in ["17", True, 17.0, float("inf"), None]
    },
    # a game that should be over, and one that should not
    "a seat has five in a row or no token left, and yet the game is not over": {
        "before the start": {**START, "board": FIVE},
        "to throw": {**THROW, "board": FIVE},
        "falling": {**DICE, "board": FIVE},
        "to choose": {**CHOOSE, "board": FIVE},
        "of another seat": {**THROW, "board": covered("c3 c4 c5 c2 c1", seat=2)},
        "of a seat that has left": {**THROW, "board": covered("a1 b2 c3 d4 e5"), "left": [False, True, False]},
        "six": {**THROW, "board": covered("f1 e2 d3 c4 b5 a6")},
    },
    "or no token left, and yet the game is not over": {
        "before the start": {**START, "board": ELEVEN},
        "to throw": {**THROW, "board": ELEVEN},
        "falling": {**DICE, "board": ELEVEN, "turn": 1},
        "to choose": {**CHOOSE, "board": ELEVEN},
        "having left": {**THROW, "board": ELEVEN, "turn": 1, "left": [True, False, False]},
    },
    "only one seat remains, and yet the game is not over": {
        **{state["phase"]: {**state, "left": GONE} for state in (START, THROW, DICE, CHOOSE)},
        "to throw after the other has left": {**THROW, "turn": 1, "left": GONE},
        "of two": {**EXAMPLE, "left": [True, False]},
    },
    "the game is over, and seat . has done nothing that ends it": {
        "nothing has happened": OVER,
        "four in a row": {**OVER, "board": without(FIVE, "e1")},
        "five in a row of another seat": {**OVER, "board": FIVE, "turn": 1},
        "an empty hand of another seat": {**OVER, "board": ELEVEN, "turn": 2},
        "one token with five alike": {**OVER, **DOUBLE, "morpyams": 1, "board": covered("c3", seat=0)},
        "two tokens with five alike without the option": {**OVER, "morpyams": 2, "board": covered("c3 d4", seat=0)},
        "two seats remain": {**OVER, "left": [False, False, True]},
    },
    "the game is over, and seat ., which has left, cannot have ended it": {
        "not the survivor": {**OVER, "left": GONE, "turn": 1},
        "five in a row": {**OVER, "board": FIVE, "left": [True, False, False]},
        "an empty hand": {**OVER, "board": ELEVEN, "left": [True, False, False]},
    },
    # phases, throws and dice
    "phase must be one of start, throw": _with(
        THROW, "phase", ["", "Throw", "place", "throw ", "leave", 0, 1, True, None, ["throw"]]
    ),
    "the field '.*' is missing": {
        "phase": BARE,
        "turn": without(THROW, "turn"),
        "throws where there are dice": without(CHOOSE, "throws"),
        "turn once over": without({**OVER, "left": GONE}, "turn"),
    },
    "throws must be from 0 to 3": _with(CHOOSE, "throws", [-1, 4, 2**64]),
    "'throws' in the phase 'throw' must be from 0 to 2": _with({**CHOOSE, "phase": "throw"}, "throws", [3]),
    "'throws' in the phase 'dice' must be from 0 to 2": _with({**CHOOSE, "phase": "dice"}, "throws", [3]),
    "'throws' in the phase 'choose' must be from 1 to 3": _with(CHOOSE, "throws", [0]),
    "'throws' in the phase '.*' must be from 0 to 0": {
        "before the start": {**START, "throws": 1, "dice": [1] * 5},
        "once over": {**OVER, "left": GONE, "throws": 1, "dice": [1] * 5},
    },
    "throws must be a whole number": _with(CHOOSE, "throws", ["1", True, 1.0, float("nan"), None, [1]]),
    "five dice lie once there has been a throw this turn, and none before": {
        "no dice to choose from": {**CHOOSE, "dice": []},
        "dice left out": without(CHOOSE, "dice"),
        "four dice": {**CHOOSE, "dice": [1, 1, 3, 5]},
        "dice before the first throw": {**THROW, "dice": [1, 1, 3, 5, 6]},
        "dice while the first throw falls": {**DICE, "dice": [1, 1, 3, 5, 6]},
        "no dice before the second throw": {**THROW, "throws": 1},
        "no dice while the third throw falls": {**DICE, "throws": 2},
        "dice before the start": {**START, "dice": [1, 1, 3, 5, 6]},
        "dice once over": {**OVER, "left": GONE, "dice": [1, 1, 3, 5, 6]},
    },
    "the field '(dice|kept)': .* is no throw": {
        "six dice": {**CHOOSE, "dice": [1, 1, 3, 5, 6, 6]},
        "more than five kept": {**EXAMPLE, "kept": [1, 1, 3, 5, 6, 6]},
        "a 0": {**CHOOSE, "dice": [0, 1, 3, 5, 6]},
        "a 7": {**CHOOSE, "dice": [1, 1, 3, 5, 7]},
        "below 0": {**CHOOSE, "dice": [1, 1, 3, 5, -6]},
        "huge": {**CHOOSE, "dice": [1, 1, 3, 5, 2**64 + 1]},
        "a 0 kept": {**EXAMPLE, "kept": [0]},
        "a 7 kept": {**EXAMPLE, "kept": [7]},
        **{f"dice {wrong!r}": {**CHOOSE, "dice": [1, 3, 3, 5, wrong]} for wrong in NO_NUMBERS},
        **{f"kept {wrong!r}": {**EXAMPLE, "kept": [wrong]} for wrong in NO_NUMBERS},
        **_wrong("dice", {}),
        **_wrong("kept", {}),
    },
    "dice are kept only for a coming throw": {
        "where a choice is to be made": {**CHOOSE, "kept": [1, 1]},
        "once over": {**OVER, "left": GONE, "kept": [1]},
        "before the start": {**START, "kept": [1]},
    },
    "the dice kept must be among those that lie, and at least one is thrown again": {
        "all five": {**EXAMPLE, "kept": [1, 1, 3, 5, 6]},
        "a value that does not lie": {**EXAMPLE, "kept": [2]},
        "a value more often than it lies": {**EXAMPLE, "kept": [1, 1, 1]},
        "all five while the others fall": {**EXAMPLE, "phase": "dice", "kept": [1, 1, 3, 5, 6]},
        "kept before the first throw": {**THROW, "kept": [1]},
        "kept while the first throw falls": {**DICE, "kept": [1]},
    },
    "after the third throw nothing can be covered": {
        "no figure": {**LAST_THROW, "dice": [1, 1, 2, 4, 5]},
        "all fitting squares covered": {**LAST_THROW, "board": covered("a6 b1 f4")},
        "a call that failed": {**LAST_THROW, "call": "full"},
        "a call that failed with five alike": {**LAST_THROW, "dice": [3] * 5, "call": "full"},
    },
    # calls
    "a carré is called that is certain": {"so": {**SURE_CALL, "options": {"sure_call": "refused"}}},
    "a figure is called, and no appel square is free": {
        "while the dice fall": {**DICE, "call": "full", "board": APPELS},
        "where a choice is to be made": {**CHOOSE, "call": "full", "board": APPELS},
        "come out": {**CHOOSE, "call": "suite", "dice": [1, 2, 3, 4, 5], "board": {"b4": 0, "e3": 2}},
    },
    "sec is called before the first throw only": {
        "while the second throw falls": {**CHOOSE, "phase": "dice", "call": "sec"},
        "while the third throw falls": {**CHOOSE, "phase": "dice", "throws": 2, "call": "sec"},
        "after the second throw": {**CHOOSE, "throws": 2, "call": "sec"},
        "after the third throw": {**LAST_THROW, "call": "sec"},
    },
    "a figure is called only from the throw until the next decision": {
        **{f"{figure} before a throw": {**THROW, "call": figure} for figure in [*SEC, "sec"]},
        "before the second throw": {**EXAMPLE, "call": "carre"},
        "before the start": {**START, "call": "full"},
        "once over": {**OVER, "left": GONE, "call": "full"},
    },
    "the field 'call': .* is none of None, morpyam, carre": _with(
        DICE, "call", ["1", "6", "ps", "appel", "", "Full", "full ", "yam", 1, True, False, 0, ["full"], {}]
    ),
    # tokens with five alike in this turn
    "'morpyams' in the phase '.*' must be from 0 to": {
        "a second one and yet not over": {**THROW, **DOUBLE, "morpyams": 2, "board": covered("c3 d4", seat=0)},
        "one before the start": {**START, **DOUBLE, "morpyams": 1},
    },
    "morpyams must be from 0 to 2": {
        "a third one": {**OVER, **DOUBLE, "morpyams": 3, "board": covered("c3 d4 e6", seat=0)},
        "below 0": {**THROW, **DOUBLE, "morpyams": -1},
    },
    "morpyams must be a whole number": {
        repr(wrong): {**THROW, **DOUBLE, "morpyams": wrong} for wrong in ["1", True, 1.0, None, [1]]
    },
    # seats
    "turn must be from 0 to 2": _with(THROW, "turn", [-1, 3, 2**64]),
    "the field 'turn' must be of type int": {
        **_with(THROW, "turn", [None, "0", False, 0.0, [0]]),
        **_with({**OVER, "left": GONE}, "turn", [None, "0", False]),
    },
    "every seat has left": {"so": {**THROW, "left": [True] * 3}, "once over": {**OVER, "left": [True] * 3}},
    "the field '.*' must have 2 entries": {
        "left too short": {**EXAMPLE, "left": [False]},
        "left too long": {**EXAMPLE, "left": [False, False, False]},
        "hands too short": {**EXAMPLE, "hands": [16]},
        "hands too long": {**EXAMPLE, "hands": [16, 17, 0]},
        **_wrong("left", {}),
        **_wrong("hands", {}),
    },
    r"left\[.\] must be true or false": {
        "numbers": {**EXAMPLE, "left": [0, 0]},
        "null": {**EXAMPLE, "left": [False, None]},
    },
    # the game
    "there is no game 'chess'": {"so": {**EXAMPLE, "game": "chess"}},
    "Morpyam is for 2, 3, 4 players": {str(count): {**EXAMPLE, "players": count} for count in (-2, 0, 1, 5)},
    "the field 'players' must be a whole number": {
        "none": without(EXAMPLE, "players"),
        **{repr(wrong): {**EXAMPLE, "players": wrong} for wrong in ["2", True, 2.0, None, [2]]},
    },
    "Morpyam has no option 'speed'": {"so": {**EXAMPLE, "options": {"speed": "fast"}}},
    "the option 'double_morpyam' is one of": {
        repr(wrong): {**EXAMPLE, "options": {"double_morpyam": wrong}} for wrong in ["KO", "", True, None, ["ko"]]
    },
    "the option 'five_alike' is one of": {"so": {**EXAMPLE, "options": {"five_alike": "off"}}},
    "the option 'sure_call' is one of": {"so": {**EXAMPLE, "options": {"sure_call": True}}},
    "the field 'options' must be an object": _wrong("options", []),
    "the field 'board' must be of type dict": _wrong("board", []),
}
"""States that are refused, by what is said of them: each is one step away from an accepted one."""
