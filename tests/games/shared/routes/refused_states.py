"""States of the route games made by hand that cannot be, each one step away from one that can."""

from typing import Any

import tablee
from tests.games.shared.routes.hand_made_states import (
    BUILT,
    EXAMPLE,
    EXAMPLES,
    FIELD,
    ON,
    TWENTY,
    VALUED,
    building,
    near,
    placing,
    predicting,
    without,
)
from tests.games.shared.routes.position import State
from tests.games.shared.routes.positions import PARKED, state_of, sticks_along

WRONG_VALUES = ["", "x", True, 1.5, -1, 10**30, None]
NO_OBJECTS: list[Any] = [None, "red", 7, True, []]
NO_LISTS: list[Any] = [None, "0,0|1,0", {}, 1]
WRONG_HOUSES: list[Any] = [
    {},
    {"KAA": 1},
    {"KAA": 2, "OEG": 1},
    {"KAA": 1, "OEG": 1, "SAS": 0},
    {"KAA": True, "OEG": 1},
    {"KAA": 1, "OEG": 1.0},
    None,
    [],
]
GAMES = list(EXAMPLES)

Refused = dict[str, State]


def _wrong(name: str, *values: Any) -> Refused:
    """The examples with something else in one of their fields."""
    return {f"{game}: {name} as {value!r}": {**EXAMPLES[game], name: value} for game in GAMES for value in values}


def _hex(game: str, **about: Any) -> State:
    """The example with another hex at its corner, where nothing is."""
    return {**EXAMPLES[game], "hexes": {**EXAMPLES[game]["hexes"], "0,1": about}}


def _place(name: Any) -> Refused:
    """The examples with a hex of that name."""
    hexes = {game: {**EXAMPLES[game]["hexes"], name: {"kind": "land", "color": "blue", "cubes": 0}} for game in GAMES}
    return {f"{game}: {name!r}": {**EXAMPLES[game], "hexes": hexes[game]} for game in GAMES}


def _of_both(name: str, make: Any) -> Refused:
    return {f"{game}: {name}": make(game) for game in GAMES}


def _sticks(*sticks: Any) -> Refused:
    """Hand-made lands with these sticks of seat 0."""
    rows = ("A red blue B", ". . C")
    return _of_both(repr(sticks), lambda game: state_of(game, *rows, phase="move", sticks=(list(sticks),)))


def _route(**changes: Any) -> Refused:
    """A route being built, with something else about it."""
    return {f"{game}: {changes}": building(game, route={**building(game)["route"], **changes}) for game in GAMES}


def _pawns(*pawns: Any, **more: Any) -> Refused:
    return {f"{game}: {pawns} {more or ''}": {**EXAMPLES[game], "pawns": list(pawns), **more} for game in GAMES}


REFUSED: dict[str, Refused] = {
    # the land
    "is no kind of hex": {
        **{
            f"{game}: {kind!r}": _hex(game, kind=kind)
            for game in GAMES
            for kind in ("sea", "", None, 1, True, ["land"])
        },
        **{f"{game}: none": _hex(game, color="red", cubes=1) for game in GAMES},
        "a desert in Morisi": _hex("morisi", kind="desert"),
    },
    "is no colour": {
        **{
            f"{game}: {color!r}": _hex(game, kind="land", color=color, cubes=1)
            for game in GAMES
            for color in ("pink", "", None, 0, "Red", "city", "desert")
        },
        **{f"{game}: none": _hex(game, kind="land", cubes=1) for game in GAMES},
        **{
            f"{game}: in hand {color!r}": {**EXAMPLES[game], "cubes": [{color: 1}, {}, {}]}
            for game in GAMES
            for color in ("pink", "", "#", "city")
        },
        **_route(paid={"pink": 1}),
    },
    "cubes must be": {
        f"{game}: {cubes!r}": _hex(game, kind="land", color="blue", cubes=cubes)
        for game in GAMES
        for cubes in (-1, 1.0, True, "1", None, 15, 10**30)
    },
    "must be an object": {
        **{
            f"{game}: a hex as {about!r}": {**EXAMPLES[game], "hexes": {**EXAMPLES[game]["hexes"], "0,1": about}}
            for game in GAMES
            for about in NO_OBJECTS
        },
        **{
            f"{game}: cubes as {cubes!r}": {**EXAMPLES[game], "cubes": [cubes, {}, {}]}
            for game in GAMES
            for cubes in NO_OBJECTS
        },
        **{f"{game}: a route as {route!r}": building(game, route=route) for game in GAMES for route in NO_OBJECTS[1:]},
    },
    "'circle' must be true or false": {
        repr(circle): _hex("morisi", kind="land", color="blue", cubes=1, circle=circle) for circle in (1, "yes", None)
    },
    "a city has a name": {
        **{
            f"{game}: {name!r}": _hex(game, kind="city", value=7, name=name)
            for game in GAMES
            for name in ("", None, 1, ["A"], "\ud800", "A\0", "an endless city name")
        },
        **{f"{game}: none": _hex(game, kind="city", value=7) for game in GAMES},
    },
    "two cities have the same name": {
        "morisi": _hex("morisi", kind="city", name="KAA"),
        "netzwerk": _hex("netzwerk", kind="city", name="A", value=7),
    },
    "the value of a city must be": {
        **{
            repr(value): _hex("netzwerk", kind="city", name="C", value=value)
            for value in (1, 11, 0, -6, "6", 6.0, True, None)
        },
        "none": _hex("netzwerk", kind="city", name="C"),
    },
    "is no hex": {
        what: state
        for name in ("", "0", "a,b", "0,0,0", " 1,1", "1, 1", "01,1", "-0,1", "1.0,1", "1;1", "+1,1", "1,1\n", "²,1")
        for what, state in _place(name).items()
    },
    "is too far away": {what: state for name in ("101,0", "0,-101", "999,999") for what, state in _place(name).items()},
    "there is no land": {game: {**EXAMPLES[game], "hexes": {}} for game in GAMES},
    "the box holds only . hexes": {
        "seven red in Morisi": state_of("morisi", "red red red red red red", phase="move"),
        "six red in Netzwerk": state_of("netzwerk", "red red red red red", phase="move"),
        "six deserts": state_of("netzwerk", "desert desert desert desert desert desert", phase="move"),
        **_of_both(
            "ten cities",
            lambda game: {
                **EXAMPLES[game],
                "hexes": {
                    **EXAMPLES[game]["hexes"],
                    **{f"{q},5": {"kind": "city", "name": f"N{q}", "value": 2 + q} for q in range(8)},
                },
            },
        ),
    },
    # pawns
    "two pawns stand on": _pawns("1,0", "1,0", "2,0") | _pawns("0,0", "2,0", "0,0"),
    "no pawn can stand on": {
        **{
            what: state
            for place in ("5,5", "", "1, 0", 1, True, ["1,0"], "KAA")
            for what, state in _pawns(place, "0,0", "2,0").items()
        },
        "a desert": {**VALUED, "pawns": ["1,1", "0,0", "2,0"]},
    },
    "the pawn of seat . is missing": {
        **_pawns(None, "0,0", "2,0"),
        **_pawns("1,0", "0,0", None),
        **_pawns(None, "0,0", "2,0", turn=1),
        **_pawns("1,0", None, "2,0", left=[False, False, False]),
        **_of_both("while building", lambda game: building(game, pawns=[PARKED[0], None, PARKED[1]])),
        **_of_both("of a seat before the one to place", lambda game: placing(game, 1)),
        **_of_both("no pawns at all", lambda game: without(EXAMPLES[game], "pawns")),
    },
    "the pawn of seat . cannot be on the land": {
        **_pawns("1,0", "0,0", "2,0", left=[False, True, False]),
        **_of_both("of the seat to place", lambda game: placing(game, 1, "0,0", "1,0")),
        **_of_both("of a seat after the one to place", lambda game: placing(game, 0, None, "1,0")),
        "while seats predict": predicting(0, pawns=["0,0", None, None]),
    },
    # sticks
    "is no edge of this land": {
        what: state
        for stick in (
            "0,0|0,1",
            "0,0|2,0",
            "1,0|0,0",
            "0,0|0,0",
            "9,9|10,9",
            "0,0",
            "",
            "0,0|1,0|2,0",
            "0,0>1,0",
            1,
            None,
            ["0,0", "1,0"],
        )
        for what, state in _sticks(stick).items()
    },
    "no stick can lie on": {
        **_of_both("between two cities", lambda game: state_of(game, "A B red", phase="move", sticks=(["0,0|1,0"],))),
        "into a desert": state_of("netzwerk", "A red desert", phase="move", sticks=(["1,0|2,0"],)),
        "between a city and a desert": state_of("netzwerk", "A desert red", phase="move", sticks=(["0,0|1,0"],)),
    },
    "has two sticks on": _sticks("0,0|1,0", "1,0|2,0", "0,0|1,0"),
    "only one stick can lie on": {
        "two players of Netzwerk": state_of(
            "netzwerk", "A red blue B", players=2, phase="move", sticks=(BUILT, BUILT[1:2])
        ),
    },
    "a list of at most 20 edges": {
        **_of_both("21 sticks", lambda game: state_of(game, *FIELD, phase="move", sticks=([*TWENTY, "0,2|1,1"],))),
        **{
            f"{game}: {sticks!r}": {**EXAMPLES[game], "sticks": [sticks, [], []]}
            for game in GAMES
            for sticks in NO_LISTS
        },
    },
    # cubes
    "the box holds only .* cubes": {
        "11 red on a land of Netzwerk": state_of("netzwerk", "A red6 B red5", phase="move"),
        "15 red on a land of Morisi": state_of("morisi", "A red8 B red7", phase="move"),
        "11 red in hands": state_of("netzwerk", "A red B", phase="move", cubes=("red5", "red6")),
        "15 red in hands": state_of("morisi", "A red B", phase="move", cubes=("red5", "red5", "red5")),
        "11 red in all": state_of("netzwerk", "A red2 B", phase="move", cubes=("red5", "red4")),
        "15 red in all": state_of("morisi", "A red2 B", phase="move", cubes=("red6", "red7")),
        "11 red with those paid for a route": building("netzwerk", cubes=[{"red": 1, "blue": 2}, {"red": 9}, {}]),
        "15 red with those paid for a route": building("morisi", cubes=[{"red": 1, "blue": 2}, {"red": 9}, {"red": 4}]),
    },
    r"cubes\[.\]: red must be": {
        f"{game}: {count!r}": {**EXAMPLES[game], "cubes": [{"red": count}, {}, {}]}
        for game in GAMES
        for count in (-1, 1.0, True, "1", None, 15, 10**30)
    },
    # houses
    r"houses\[.\] are not those": {
        **{repr(houses): {**EXAMPLE, "houses": [houses, {}, {}]} for houses in WRONG_HOUSES},
        "of another seat": {**EXAMPLE, "houses": [{}, {"KAA": 1, "OEG": 1}, {}]},
        "of two seats": {**EXAMPLE, "houses": [{"KAA": 1, "OEG": 1}, {"KAA": 1}, {}]},
    },
    # the route being built
    "this route cannot be completed": {
        **_of_both("too few cubes", lambda game: building(game, cubes=[{"blue": 1}, {}, {}])),
        **_of_both("no cubes", lambda game: building(game, cubes=[{}, {}, {}])),
        **_of_both("near colours missing", lambda game: near(game, cubes=[{"red": 3}, {}, {}])),
        **_of_both("a dead end", lambda game: {**building(game), "hexes": state_of(game, "A red blue")["hexes"]}),
        "no new house": building("morisi", sticks=[["0,0|1,0", *sticks_along("0,0 1,-1 2,-1 3,-1 3,0")], [], []])
        | {
            "hexes": {
                **building("morisi")["hexes"],
                **{f"{q},-1": {"kind": "land", "color": "green", "cubes": 0} for q in (1, 2, 3)},
            }
        },
    },
    "a route is built in the phase 'build' only": {
        f"{game} {phase}": building(game, phase=phase) for game in GAMES for phase in ("move", "place", "over")
    },
    "the path of a route": {
        **_route(path=[]),
        **_route(path=["0,0"]),
        **_route(path=["0,0", "7,7"]),
        **_route(path=["0,0", 1]),
        **_route(path=["0,0", "0,0"]),
        **_route(path=["0,0", "1,0", "0,0"]),
        **_route(path=["0,0", "2,0"]),
        **_route(path=["0,0", None]),
        **_of_both(
            "longer than there are sticks",
            lambda game: building(
                game, hexes=(land := tablee.new(game, 4).state()["hexes"]), route={"path": list(land)[:30], "paid": {}}
            ),
        ),
    },
    "the sticks of the route are not all there": {
        **_of_both("none", lambda game: building(game, sticks=[[], [], []])),
        **_of_both("of another seat", lambda game: building(game, sticks=[[], ["0,0|1,0"], []])),
        **_of_both("another one", lambda game: building(game, sticks=[["1,0|2,0"], [], []])),
    },
    "a route begins at an anchor": _of_both(
        "countryside",
        lambda game: building(
            game, sticks=[["1,0|2,0"], [], []], route={"path": ["1,0", "2,0"], "paid": {"blue": 1}, "near": False}
        ),
    ),
    "a route ends at the first anchor": _of_both(
        "it has passed one",
        lambda game: (
            near(game)
            | {
                "sticks": [[*sticks_along("0,0 1,0 2,0"), "1,0|1,1"], [], []],
                "hexes": {**near(game)["hexes"], "1,1": {"kind": "land", "color": "green", "cubes": 0}},
            }
        ),
    )
    | _of_both(
        "it is complete",
        lambda game: building(
            game,
            sticks=[BUILT, [], []],
            cubes=[{}, {}, {}],
            route={"path": ["0,0", "1,0", "2,0", "3,0"], "paid": {"red": 1, "blue": 2}, "near": True},
        ),
    ),
    "what was paid for the route is not what its sticks cost": {
        **_route(paid={}),
        **_route(paid={"red": 2}),
        **_route(paid={"blue": 1}),
        **_route(paid={"red": 1, "blue": 1}),
        **_route(near=True),
        **_of_both(
            "a near colour and no switch", lambda game: near(game, route={**near(game)["route"], "near": False})
        ),
        **_of_both(
            "a switch between two hexes of one colour",
            lambda game: {
                **state_of(game, "A red red blue B", cubes=("red blue2",), sticks=(sticks_along("0,0 1,0 2,0"),)),
                "route": {"path": ["0,0", "1,0", "2,0"], "paid": {"red": 2}, "near": True},
            },
        ),
        **_of_both(
            "a parallel stick at the normal price", lambda game: building(game, sticks=[["0,0|1,0"], ["0,0|1,0"], []])
        ),
    },
    "has left, and yet builds a route": _of_both(
        "so", lambda game: building(game, left=[True, False, False], pawns=[None, *PARKED[:2]])
    ),
    "the game is over, and yet a route is being built": _of_both(
        "one remains", lambda game: building(game, left=[False, True, True], pawns=[PARKED[0], None, None])
    ),
    "paid: red must be": {
        what: state for paid in (-1, True, 1.0, "1", None) for what, state in _route(paid={"red": paid}).items()
    },
    # predictions
    "must be different cities": {
        "a city that is not there": predicting(1, ["A", "B", "X"]),
        "a city twice": predicting(1, ["A", "B", "A"]),
        "four": predicting(1, ["A", "B", "C", "D"]),
        "no names": predicting(1, [1, 2, 3]),  # type: ignore[list-item]
    },
    "cannot have made . predictions": {
        "two before the turn of another": predicting(1, ["A", "B"]),
        "none before the turn of another": predicting(1),
        "three on its turn": predicting(0, ["A", "B", "C"]),
        "one after its turn": predicting(0, [], ["A"]),
        "two once pawns are placed": predicting(0, *[["A", "B"]] * 3, phase="place"),
        "none once pawns are placed": without(predicting(0, phase="place"), "predictions"),
    },
    r"predictions\[.\] must be a list": {
        repr(named): {**predicting(1), "predictions": [named, [], []]} for named in NO_LISTS
    },
    "there are no predictions in this game": {
        "Morisi without that option": {**predicting(0), "options": {}},
        "Netzwerk": {**placing("netzwerk", 0), "phase": "predict"},
    },
    # everything else
    "turn must be from 0 to 2": _wrong("turn", 3, -1, 10**30),
    "the field 'turn' must be of type int": _wrong("turn", True, False, 0.0, None, "0", [0]),
    "there is no phase": _wrong("phase", "roll", "MOVE", "", "move "),
    "the field 'phase' must be of type str": _wrong("phase", True, 2, None, []),
    "the field 'ending' must be of type bool": _wrong("ending", 0, 1, None, "false"),
    "idle must be": _wrong("idle", -1, 1.0, True, None, "1", 10**30),
    "the field 'near' must be of type bool": _route(near=0) | _route(near=None) | _route(near="true"),
    "every seat has left": _pawns(None, None, None, left=[True, True, True]),
    r"left\[.\] must be true or false": _wrong("left", [0, 0, 0], [False, False, None], ["", "", ""]),
    "the field '.*' must have 3 entries": {
        what: state
        for name in ("pawns", "cubes", "sticks", "left", "houses")
        for what, state in _wrong(name, [], [None, None], [None] * 4).items()
    }
    | {"predictions": {**predicting(0), "predictions": [[], []]}},
    "the field '.*' must be of type list": {
        what: state
        for name in ("pawns", "cubes", "sticks", "left", "houses")
        for what, state in _wrong(name, *WRONG_VALUES, {}).items()
    },
    "the field 'hexes' must be of type dict": _wrong("hexes", *WRONG_VALUES, []),
    "the field '.*' is missing": {
        f"{game}: {name}": without(EXAMPLES[game], name) for game in GAMES for name in ("hexes", "turn", "phase")
    }
    | {
        f"{game}: the {name} of a route": building(game, route=without(building(game)["route"], name))
        for game in GAMES
        for name in ("path", "paid")
    },
    "the field 'players' must be a whole number": _wrong("players", True, 3.0, "3", None),
    "is for 2, 3, 4 players": _wrong("players", -2, 0, 1, 5),
    "has no option": _wrong("options", {"speed": "fast"}) | {"predictions in Netzwerk": {**VALUED, "options": ON}},
    "the option '.*' is one of": _wrong("options", {"hands": "closed"}, {"hands": True}, {"hands": None}),
    "the field 'options' must be an object": _wrong("options", *WRONG_VALUES, []),
}
"""States that are refused, by what is said of them."""

TOO_SMALL: Refused = {
    "two hexes and deserts for three pawns": {
        **placing("netzwerk", 0),
        "hexes": {
            "0,0": {"kind": "city", "name": "A", "value": 6},
            "1,0": {"kind": "land", "color": "red", "cubes": 2},
            "2,0": {"kind": "desert"},
        },
    },
    "one free hex for two pawns": {
        **placing("morisi", 1, "0,0"),
        "hexes": {"0,0": {"kind": "city", "name": "A"}, "1,0": {"kind": "land", "color": "red", "cubes": 2}},
    },
    "two cities for three predictions": predicting(0, hexes=state_of("morisi", "A red B")["hexes"]),
    "no city for three predictions": predicting(0, hexes=state_of("morisi", "red")["hexes"]),
}
"""States in which sooner or later a seat to act would have nothing to do, which must never be."""
