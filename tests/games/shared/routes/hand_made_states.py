"""States of the route games made by hand: those that can be."""

from typing import Any

from tests.games.shared.routes.position import Document, State
from tests.games.shared.routes.positions import PARKED, state_of, sticks_along

ON = {"predictions": "on"}


def without(document: Document, *names: str) -> State:
    return {name: value for name, value in document.items() if name not in names}


EXAMPLE: State = {
    "game": "morisi",
    "players": 3,
    "options": {"hands": "hidden", "cities": "apart", "gaps": "none", "predictions": "off"},
    "hexes": {
        "0,0": {"kind": "city", "name": "KAA"},
        "1,0": {"kind": "land", "color": "red", "cubes": 1, "circle": True},
        "2,0": {"kind": "city", "name": "OEG"},
        "0,1": {"kind": "land", "color": "yellow", "cubes": 2},
        "1,1": {"kind": "land", "color": "blue", "cubes": 2},
    },
    "pawns": ["1,0", "0,0", "2,0"],
    "cubes": [{"red": 1}, {}, {}],
    "sticks": [["0,0|1,0", "1,0|2,0"], [], []],
    "turn": 0,
    "phase": "move",
    "route": None,
    "ending": False,
    "idle": 1,
    "left": [False, False, False],
    "houses": [{"KAA": 1, "OEG": 1}, {}, {}],
}
"""The corner of a land that the specification shows."""

VALUED: State = {
    **EXAMPLE,
    "game": "netzwerk",
    "options": {"hands": "open"},
    "hexes": {
        "0,0": {"kind": "city", "name": "A", "value": 6},
        "1,0": {"kind": "land", "color": "red", "cubes": 1},
        "2,0": {"kind": "city", "name": "B", "value": 10},
        "0,1": {"kind": "land", "color": "yellow", "cubes": 2},
        "1,1": {"kind": "desert"},
    },
    "houses": [{"A": 1, "B": 1}, {}, {}],
}
"""The same of Netzwerk."""

EXAMPLES = {"morisi": EXAMPLE, "netzwerk": VALUED}


def predicting(turn: int, *predictions: list[str], **more: Any) -> State:
    """Three seats predict the cities A, B, C and D."""
    state = state_of("morisi", "A red2 B", "yellow2 blue2", "C green2 D", phase="predict", pawns=[None] * 3, options=ON)
    return {**state, "turn": turn, "predictions": [*predictions, *[[]] * (3 - len(predictions))], **more}


def placing(game: str, turn: int, *pawns: str | None, **more: Any) -> State:
    places = [*pawns, *[None] * (3 - len(pawns))]
    return state_of(game, "A red2 B", "yellow2 blue2", phase="place", turn=turn, pawns=places, **more)


def building(game: str, **more: Any) -> State:
    """Seat 0 has laid the first stick of a route, and has what the rest costs."""
    state = state_of(game, "A red blue B", cubes=("red blue2",), sticks=(["0,0|1,0"],))
    return {**state, "route": {"path": ["0,0", "1,0"], "paid": {"red": 1}, "near": False}, **more}


def near(game: str, **more: Any) -> State:
    """Seat 0 has laid the second stick of a route, too, and has paid its near colour."""
    route = {"path": ["0,0", "1,0", "2,0"], "paid": {"red": 2}, "near": True}
    state = state_of(game, "A red blue B", cubes=("blue",), sticks=(sticks_along("0,0 1,0 2,0"),))
    return {**state, "route": route, **more}


BUILT = sticks_along("0,0 1,0 2,0 3,0")
LEFT: dict[str, Any] = {"left": [True, False, False], "pawns": [None, *PARKED[:2]]}
FIELD = ("yellow orange blue yellow", "orange blue yellow orange", "blue yellow orange blue")
TWENTY = sticks_along(
    *(" ".join(f"{q},{r}" for q in range(4)) for r in range(3)),
    *(f"{q},0 {q},1 {q},2" for q in range(4)),
    *(f"{q},1 {q + 1},0" for q in range(3)),
)
"""Twenty sticks on that field."""

Accepted = dict[str, tuple[State, int | None]]


def accepted(game: str) -> Accepted:
    """States of either game that are accepted, and who is then to act."""
    return {
        "the example": (EXAMPLES[game], 0),
        "a turn of another seat": ({**EXAMPLES[game], "turn": 1, "pawns": ["0,0", "1,0", "2,0"]}, 1),
        "a land of one hex that nobody stands on": (
            {
                **EXAMPLES[game],
                "phase": "over",
                "pawns": [None] * 3,
                "sticks": [[]] * 3,
                "houses": [{}] * 3,
                "hexes": {"0,0": {"kind": "land", "color": "red", "cubes": 0}},
            },
            None,
        ),
        "hexes apart from one another": (state_of(game, "A red . . B", phase="move"), 0),
        "a land far away": (
            {
                **EXAMPLES[game],
                "hexes": {**EXAMPLES[game]["hexes"], "-40,60": {"kind": "land", "color": "green", "cubes": 0}},
            },
            0,
        ),
        "a land without cities": (state_of(game, "red2 blue2", phase="move"), 0),
        "many cubes on one hex": (state_of(game, "A red9 B", phase="move"), 0),
        "all cubes of a colour in hands": (state_of(game, "A red B", phase="move", cubes=("red6", "red4")), 0),
        "twenty sticks": (state_of(game, *FIELD, phase="move", sticks=(TWENTY,)), 0),
        "sticks that form no route": (state_of(game, "A red blue B", phase="move", sticks=(["1,0|2,0"],)), 0),
        "sticks in another order": (state_of(game, "A red blue B", phase="move", sticks=(BUILT[::-1],)), 0),
        "parallel sticks": (state_of(game, "A red blue B", phase="move", sticks=(BUILT, BUILT, BUILT)), 0),
        "the first to place": (placing(game, 0), 0),
        "the second to place": (placing(game, 1, "0,0"), 1),
        "the second to place while the first has left": (placing(game, 1, None, left=[True, False, False]), 1),
        "a seat that has left is to place": (placing(game, 0, left=[True, False, False]), 1),
        "the last to place has left": (placing(game, 2, "0,0", "1,0", left=[False, False, True]), 0),
        "a choice of routes": (state_of(game, "A red B", cubes=("red2",)), 0),
        "a route being built": (building(game), 0),
        "a route being built of another seat": (
            building(game, turn=1, cubes=[{}, {"red": 1, "blue": 2}, {}], sticks=[[], ["0,0|1,0"], []]),
            1,
        ),
        "a route that pays near colours": (near(game), 0),
        "a route of the last turn": (building(game, ending=True), 0),
        "a route that can be completed in one way only": (building(game, cubes=[{"blue": 2}, {}, {}]), 0),
        "a last turn": (state_of(game, "A red B", cubes=("red2",), ending=True), 0),
        "much idling": (state_of(game, "A red B", cubes=("red2",), idle=90), 0),
        "a seat that has left": (state_of(game, "A red B", phase="move", turn=1, **LEFT), 1),
        "a seat that has left is to move": (state_of(game, "A red B", phase="move", **LEFT), 1),
        "a seat that has left is to build": (state_of(game, "A red B", cubes=("red2",), **LEFT), 1),
        "zeros": (state_of(game, "A red B", phase="move", cubes=("red0 blue0",)), 0),
        "scored": (state_of(game, "A red B", phase="over", ending=True), None),
        "scored with pawns off the land": (state_of(game, "A red B", phase="over", idle=91, pawns=[None] * 3), None),
        "one seat remains": (
            state_of(game, "A red B", phase="over", left=[True, True, False], pawns=[None, None, PARKED[0]]),
            None,
        ),
    }


ACCEPTED: dict[str, Accepted] = {game: accepted(game) for game in EXAMPLES}
ACCEPTED["morisi"] |= {
    "the first prediction": (predicting(0), 0),
    "a prediction among others": (predicting(1, ["A", "B", "C"], ["D"]), 1),
    "a leaver who has predicted something": (predicting(1, ["D"], ["A"], left=[True, False, False]), 1),
    "a leaver who has predicted everything": (predicting(1, ["D", "A", "B"], left=[True, False, False]), 1),
    "a leaver is to predict": (predicting(0, ["D"], left=[True, False, False]), 1),
    "the last to predict has left": (predicting(2, ["A", "B", "C"], ["A", "B", "C"], left=[False, False, True]), 0),
    "predictions later on": (state_of("morisi", "A red B", "C . D", phase="move", options=ON), 0),
    "predictions once over": (state_of("morisi", "A red B", "C . D", phase="over", options=ON), None),
    "two players side by side": (state_of("morisi", "A red blue B", phase="move", players=2, sticks=(BUILT, BUILT)), 0),
    "neighbouring cities": (state_of("morisi", "A B red", phase="move", options={"cities": "any"}), 0),
    "circles": (state_of("morisi", "A red1o blue2o B", phase="move"), 0),
}

PASSING_ON: dict[str, tuple[State, State]] = {
    "a build that cannot be made": (state_of("netzwerk", "A red B"), {"phase": "move", "turn": 1, "idle": 1}),
    "a build that cannot be paid": (
        state_of("morisi", "A red B", cubes=("red",)),
        {"phase": "move", "turn": 1, "idle": 1},
    ),
    "a last turn in which nothing can be built": (
        state_of("morisi", "A red B", ending=True),
        {"phase": "over", "idle": 1, "ending": True},
    ),
    "a turn too many without anything": (state_of("netzwerk", "A red B", idle=90), {"phase": "over", "idle": 91}),
    "a pawn that cannot move, with something to build": (
        state_of("netzwerk", "A red B", cubes=("red2",), phase="move", pawns=["0,0", "1,0", "2,0"]),
        {"phase": "build", "turn": 0, "idle": 0},
    ),
    "a pawn that cannot move, with nothing to build": (
        state_of("morisi", "A red", phase="move", pawns=["0,0", "1,0", PARKED[0]]),
        {"phase": "move", "turn": 2, "idle": 2},
    ),
    "pawns that can never move": (
        state_of("morisi", "A red B", phase="move", pawns=["0,0", "1,0", "2,0"]),
        {"phase": "over", "idle": 91},
    ),
    "a seat that has left is to build its last turn": (
        state_of("netzwerk", "A red B", cubes=("red2",), ending=True, **LEFT),
        {"phase": "over"},
    ),
    "a seat that remains": (
        state_of("netzwerk", "A red B", phase="move", left=[True, True, False], pawns=[None, None, PARKED[0]]),
        {"phase": "over"},
    ),
}
"""States in which something is forced, and some fields of what they lead to."""
