"""States of Morfals made by hand: those that can be, and those that cannot."""

from typing import Any

from tests.games.morfals.positions import FAR_LEFT, FAR_RIGHT, column, state_of

State = dict[str, Any]


def without(document: State, *names: str) -> State:
    return {name: value for name, value in document.items() if name not in names}


CLAIM = {"capture": "claim"}
ANNOUNCE = {"last_man": "announce"}
MATCH = {"match": 20}

EXAMPLE: State = {
    "game": "morfals",
    "players": 2,
    "options": {"match": 1, "capture": "auto", "last_man": "auto"},
    "board": {"7c": 0, "6a": 1},
    "hands": [11, 11],
    "turn": 0,
    "dice": [2, 2, 3],
    "phase": "place",
    "trapped": [],
    "announced": [False, False],
    "skip": [False, False],
    "match_score": [0, 0],
    "left": [False, False],
}
START = state_of("", "", turn=0, phase="start") | {"turn": None}
ROLLING = state_of("7c", "6a")
CLAIMING = state_of("7b 9d 7d", "7c 8d 6d 3a", "223", phase="claim", options=CLAIM, trapped=["7c", "8d"])


def far_apart(hand: int, enemy_hand: int, throw: str = "", **fields: Any) -> State:
    """Seat 0 on the left and seat 1 on the right, with so many in hand."""
    return state_of(" ".join(FAR_LEFT[: 12 - hand]), " ".join(FAR_RIGHT[: 12 - enemy_hand]), throw, **fields)


LAST_CLAIM = far_apart(0, 5, "112", phase="claim", options=CLAIM)
ANNOUNCING = far_apart(1, 5, phase="announce", options=ANNOUNCE)
TOLD = far_apart(1, 5, options=ANNOUNCE, announced=[True, False])
SILENT = far_apart(1, 5, turn=1, options=ANNOUNCE) | {"skip": [False, True]}
IN_MATCH = far_apart(3, 5, options=MATCH, match_score=[-12, 12])
PLACED = far_apart(0, 5, phase="over")
MATCH_WON = far_apart(0, 5, phase="over", options=MATCH, match_score=[22, -22])
LEFT = state_of("7c", "6a", phase="over", left=[True, False])

CLAIMING_LAST_LEFT = far_apart(0, 5, phase="over", options=CLAIM, left=[False, True])

ACCEPTED: dict[str, tuple[State, int | str | None]] = {
    "the example": (EXAMPLE, 0),
    "before the start": (START, "chance"),
    "a throw to come": (ROLLING, "chance"),
    "a throw of the other seat to come": ({**ROLLING, "turn": 1}, "chance"),
    "a placing of the other seat": ({**EXAMPLE, "turn": 1}, 1),
    "hands far apart": (far_apart(1, 12, "112"), 0),
    "a sandwich that nobody has eaten": (state_of("4b 4d", "4c", "112"), 0),
    "a column with a single free square": (state_of("4b 4d 4e", "4c 4f 4g", "112"), 0),
    "a claim": (CLAIMING, 0),
    "a claim of the other seat": (state_of("7b 7d", "7c", "223", phase="claim", options=CLAIM, turn=1), 1),
    "a claim with nothing trapped": ({**CLAIMING, "trapped": []}, 0),
    "a claim with only some still trapped": ({**CLAIMING, "trapped": ["8d"]}, 0),
    "a claim of the last cannibal": (LAST_CLAIM, 0),
    "a claim after a triple": (state_of("9b 9d", "9c", "333", phase="claim", options=CLAIM, trapped=["9c"]), 0),
    "a last man to be announced": (ANNOUNCING, 0),
    "a last man of the other seat to be announced": (
        far_apart(5, 1, phase="announce", options=ANNOUNCE) | {"turn": 1},
        1,
    ),
    "the end of a turn with more in hand": (far_apart(2, 5, phase="announce", options=ANNOUNCE), 0),
    "the end of a turn after the last man was told": ({**ANNOUNCING, "announced": [True, False]}, 0),
    "a last man that is told": (TOLD, "chance"),
    "two last men that are told": (far_apart(1, 1, options=ANNOUNCE, announced=[True, True]), "chance"),
    "a last man of whom nothing is told": ({**TOLD, "announced": [False, False]}, "chance"),
    "a penalty to come": (far_apart(1, 5, options=ANNOUNCE, skip=[False, True]), "chance"),
    "a penalty to come while the other places": (far_apart(5, 1, "112", options=ANNOUNCE, skip=[False, True]), 0),
    "a match": (IN_MATCH, "chance"),
    "a match between two games": ({**START, "options": {"match": 20}, "match_score": [19, -19]}, "chance"),
    "a game won": (PLACED, None),
    "a game won by the other seat": (far_apart(5, 0, phase="over"), None),
    "a match won": (MATCH_WON, None),
    "a game left": (LEFT, None),
    "a game left before its start": ({**START, "phase": "over", "left": [False, True]}, None),
    "a match left": ({**IN_MATCH, "phase": "over", "left": [True, False]}, None),
    "a game left while the last cannibal claimed": (CLAIMING_LAST_LEFT, None),
    "a game won whose turn means nothing": ({**PLACED, "turn": None}, None),
    "a game won without a turn": (without(PLACED, "turn"), None),
    "a start without a turn": (without(START, "turn"), "chance"),
    "a start whose turn means nothing": ({**START, "turn": 1}, "chance"),
    "a full option set": ({**ROLLING, "options": {"match": 20, "capture": "claim", "last_man": "announce"}}, "chance"),
}
"""States that are accepted, and who is then to act."""

FULL_COLUMN = state_of("4a 4b 4c 4d", "4e 4f 4g", "112")
PASSING_ON: dict[str, tuple[State, State]] = {
    "1 2 3": (state_of("7c", "6a", "123"), {"phase": "roll", "turn": 1, "dice": None}),
    "1 2 3 of the other seat": (state_of("7c", "6a", "123", turn=1), {"phase": "roll", "turn": 0, "dice": None}),
    "a full column": (FULL_COLUMN, {"phase": "roll", "turn": 1, "dice": None}),
    "a triple for a full column": (
        state_of(column(9), "", "333"),
        {"phase": "roll", "turn": 0, "dice": None},
    ),
    "1 2 3 with a last man that is not told": (
        far_apart(1, 5, "123", options=ANNOUNCE),
        {"phase": "announce", "turn": 0, "dice": None},
    ),
    "1 2 3 with a last man that is told": (
        far_apart(1, 5, "123", options=ANNOUNCE, announced=[True, False]),
        {"phase": "announce", "turn": 0, "announced": [True, False]},
    ),
    "1 2 3 before the other's penalty": (
        far_apart(5, 1, "123", options=ANNOUNCE, skip=[False, True]),
        {"phase": "announce", "turn": 0, "announced": [False, False], "skip": [False, True]},
    ),
    "a penalty with one in hand": (
        far_apart(1, 5, options=ANNOUNCE, skip=[True, False]),
        {"phase": "roll", "turn": 1, "announced": [True, False], "skip": [False, False]},
    ),
    "a penalty with more in hand": (
        far_apart(2, 5, options=ANNOUNCE, skip=[True, False]),
        {"phase": "roll", "turn": 1, "announced": [False, False], "skip": [False, False]},
    ),
    "two penalties": (
        far_apart(1, 2, options=ANNOUNCE, skip=[True, True]),
        {"phase": "roll", "turn": 0, "announced": [True, False], "skip": [False, False]},
    ),
    "a claim with no enemy on the board": (
        state_of("7b", "", "223", phase="claim", options=CLAIM),
        {"phase": "roll", "turn": 1, "dice": None},
    ),
    "a claim after a triple with no enemy on the board": (
        state_of("9b", "", "333", phase="claim", options=CLAIM),
        {"phase": "roll", "turn": 0, "dice": None},
    ),
    "a claim of the last cannibal with no enemy on the board": (
        far_apart(0, 12, "112", phase="claim", options=CLAIM),
        {"phase": "over", "dice": None, "hands": [0, 12]},
    ),
}
"""States whose seat cannot play, and some fields of what they pass on to."""

WRONG_VALUES = ["", "x", True, 1.5, -1, 10**30, None]
THIRTEEN = " ".join(FAR_LEFT[:13])


def _wrong(name: str, *values: Any) -> dict[str, State]:
    """The example with something else in one of its fields."""
    return {f"{name} as {value!r}": {**EXAMPLE, name: value} for value in values}


def _wrong_entries(name: str, *values: Any) -> dict[str, State]:
    """A state with all options, with something else in a field that has an entry for each seat."""
    state = far_apart(1, 5, options=MATCH | CLAIM | ANNOUNCE)
    return {f"{name} as {value!r}": {**state, name: value} for value in values}


def _board(square: str, owner: Any) -> State:
    return {**without(EXAMPLE, "hands"), "board": {"7c": 0, square: owner}}


def _dice(*dice: Any) -> State:
    return {**EXAMPLE, "dice": list(dice)}


def _trapped(*squares: Any) -> State:
    return {**CLAIMING, "trapped": list(squares)}


REFUSED: dict[str, dict[str, State]] = {
    # cannibals and hands
    "has 13 pieces on the board": {
        "seat 0": without(state_of(THIRTEEN, "9a"), "hands"),
        "seat 1": without(state_of("9a", THIRTEEN), "hands"),
        "and the hand says so": state_of(THIRTEEN, "9a", hands=[-1, 11]),
    },
    "there is no square": {
        square: _board(square, 1) for square in ("2a", "10a", "7h", "7A", "c7", "", "7", "7cc", " 7c")
    },
    "is no piece of this game": {
        repr(owner): _board("6a", owner) for owner in (2, -1, 10**30, True, False, "1", 1.0, None, [], "P1", {})
    },
    "the field 'hands' must be": {
        "one too many": {**EXAMPLE, "hands": [12, 11]},
        "one too few": {**EXAMPLE, "hands": [11, 10]},
        "those of the other seat": state_of("7c 7d", "6a", hands=[11, 10]),
        "a boolean": state_of("7c", " ".join(FAR_RIGHT[:11]), hands=[11, True]),
        "below 0": {**EXAMPLE, "hands": [-1, 11]},
        **_wrong("hands", [11.0, 11], ["11", 11], [None, 11], [11, 10**30], [], [11], [11, 11, 0], *WRONG_VALUES, {}),
    },
    "a seat has placed all its cannibals, and yet the game is not over": {
        "the seat to throw": far_apart(0, 5),
        "the seat that waits for the throw": far_apart(5, 0),
        "the seat to place": far_apart(0, 5, "223"),
        "the seat that waits for the place": far_apart(5, 0, "223"),
        "the seat that does not claim": far_apart(5, 0, "111", phase="claim", options=CLAIM),
        "both seats in a claim": far_apart(0, 0, "111", phase="claim", options=CLAIM),
        "the seat to announce": far_apart(0, 5, phase="announce", options=ANNOUNCE),
        "a seat in a match": far_apart(0, 5, options=MATCH),
    },
    # turn and dice
    "turn must be from 0 to 1": _wrong("turn", 2, -1, 10**30),
    "turn must be a whole number": {
        "no word of it": without(EXAMPLE, "turn"),
        **_wrong("turn", True, False, 0.0, None, "0", [0]),
    },
    "the field 'dice': .* is no throw": {
        **{
            repr(dice): _dice(*dice)
            for dice in ([0, 2, 3], [1, 2, 4], [-1, 2, 2], [True, 2, 2], [2.0, 2, 3], ["2", "2", "3"], [None, 2, 3])
        },
        **{repr(dice): _dice(*dice) for dice in ([], [2, 3], [1, 1, 2, 3])},
        **_wrong("dice", "223", 7, True, {}, ""),
    },
    "the phase '.*' needs the dice that were thrown": {
        "place": {**EXAMPLE, "dice": None},
        "place with no word of dice": without(EXAMPLE, "dice"),
        "claim": {**CLAIMING, "dice": None},
    },
    "no dice are in use in the phase": {
        state["phase"]: {**state, "dice": [2, 2, 3]} for state in (START, ROLLING, ANNOUNCING, PLACED)
    },
    "cannot have placed a cannibal with these dice": {
        "1 2 3": {**CLAIMING, "dice": [1, 2, 3]},
        "a column where the seat has none": {**CLAIMING, "dice": [2, 3, 3]},
    },
    # phases
    "phase must be one of": _wrong("phase", "eat", "PLACE", "", "place ", True, 2, None, [], {}),
    "the phase 'claim' is for the option": {"capture auto": {**without(CLAIMING, "options"), "trapped": []}},
    "the phase 'announce' is for": {"last_man auto": without(ANNOUNCING, "options")},
    "the game has not started, and yet": {
        "a cannibal stands on the board": {**START, "board": {"7c": 0}, "hands": [11, 12]},
        "a penalty is due": {**START, "options": ANNOUNCE, "skip": [True, False]},
    },
    "nobody has placed all their cannibals or left": {
        "a game": {**ROLLING, "phase": "over"},
        "a match": {**IN_MATCH, "phase": "over"},
        "a match with 20 points": {**IN_MATCH, "phase": "over", "match_score": [20, -20]},
    },
    "both seats have placed all their cannibals": {"once over": far_apart(0, 0, phase="over")},
    "its winner does not have 20 points": {
        "nobody has": {**MATCH_WON, "match_score": [19, -19]},
        "the other has": {**MATCH_WON, "match_score": [-22, 22]},
    },
    # trapped
    "somebody is trapped who is no enemy, or in the River": {
        "in the River": _trapped("6d"),
        "in the River among others": _trapped("6d", "7c"),
        "an own cannibal": _trapped("7b"),
        "the placed cannibal": _trapped("7d"),
        "a free square": _trapped("5a"),
    },
    "must be a list of squares, each once": {
        "twice": _trapped("7c", "7c"),
        **{repr(square): _trapped(square) for square in ("7h", "", 7, None, True, ["7c"], {})},
        **_wrong("trapped", *WRONG_VALUES, {}),
    },
    "cannibals can be trapped in the phase 'claim' alone": {
        "with capture auto": {**EXAMPLE, "board": {"7c": 0, "5a": 1}, "trapped": ["5a"]},
        "before the throw": {**CLAIMING, "dice": None, "phase": "roll"},
        "before the place": {**CLAIMING, "phase": "place"},
        "before the last man is announced": {**ANNOUNCING, "options": CLAIM | ANNOUNCE, "trapped": ["9a"]},
        "once over": {**LEFT, "options": CLAIM, "board": {"7c": 0, "5a": 1}, "trapped": ["5a"]},
    },
    # the last man
    "without the option last_man 'announce'": {
        "told": far_apart(1, 5, announced=[True, False]),
        "a penalty": far_apart(1, 5, skip=[False, True]),
    },
    "has announced its last cannibal, and yet has": {
        "two in hand": far_apart(2, 5, options=ANNOUNCE, announced=[True, False]),
        "five in hand, the other having one": {**TOLD, "announced": [False, True]},
        "all in hand at the start": {**START, "options": ANNOUNCE, "announced": [True, False]},
    },
    "must skip its turn, and yet is playing it": {
        "to place": far_apart(1, 5, "112", options=ANNOUNCE, skip=[True, False]),
        "to announce": {**ANNOUNCING, "skip": [True, False]},
    },
    # the match
    "a single game has no match score": {"so": {**EXAMPLE, "match_score": [3, -3]}},
    "the match is won, and yet it is not over": {
        "by seat 0": {**IN_MATCH, "match_score": [20, -20]},
        "by seat 1": {**IN_MATCH, "match_score": [-25, 25]},
        "before a start": {**START, "options": MATCH, "match_score": [20, -20]},
    },
    "the match is won, and yet a seat has left it": {"so": {**MATCH_WON, "left": [True, False]}},
    "must add up to 0": _wrong_entries("match_score", [3, 4], [3, 3], [1, 0]),
    r"match_score\[.\] must be": _wrong_entries(
        "match_score", [3.0, -3], [True, -1], ["3", -3], [None, 0], [10**30, -(10**30)]
    ),
    # seats
    "every seat has left": {"so": {**LEFT, "left": [True, True]}},
    "a seat has left, and yet the game is not over": {
        state["phase"]: {**state, "left": [True, False]} for state in (START, ROLLING, EXAMPLE, CLAIMING, ANNOUNCING)
    },
    r"\[.\] must be true or false": {
        **_wrong_entries("left", [0, 0], [False, None], ["", ""]),
        **_wrong_entries("announced", [0, 0], [1, False], [None, False]),
        **_wrong_entries("skip", [0, 0], [False, 1], [False, "true"]),
    },
    "the field '.*' must have 2 entries": {
        name: state
        for field in ("announced", "skip", "match_score", "left")
        for name, state in _wrong_entries(field, [], [0], [0, 0, 0], *WRONG_VALUES, {}).items()
    },
    "the field 'board' must be an object": _wrong("board", *WRONG_VALUES, [], ["7c", "6a"]),
    "the field 'phase' is missing": {"so": without(EXAMPLE, "phase")},
    # the game
    "the field 'game' must be a text": {"nothing at all": {}, **_wrong("game", 1, None, ["morfals"])},
    "the field 'players' must be a whole number": {
        "missing": without(EXAMPLE, "players"),
        **_wrong("players", True, 2.0, "2", None),
    },
    "Morfals is for 2 players": _wrong("players", -2, 0, 1, 3),
    "Morfals has no option 'speed'": _wrong("options", {"speed": "fast"}),
    "the option '.*' is one of": _wrong(
        "options",
        *({"match": value} for value in (10, "1", True, 20.0, None)),
        *({"capture": value} for value in ("never", True, None, ["auto"])),
        *({"last_man": value} for value in ("never", False, None)),
    ),
    "the field 'options' must be an object": _wrong("options", *WRONG_VALUES, []),
}
"""States that are refused, by what is said of them: each is one step away from an accepted one."""
