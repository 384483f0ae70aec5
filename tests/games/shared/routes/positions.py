"""Positions of the route games made by hand: small lands written as rows of words."""

import re
from itertools import count, pairwise
from typing import Any

import tablee
from tests.games.shared.routes.games import OPTIONS
from tests.games.shared.routes.hexes import edge
from tests.games.shared.routes.position import COLORS, State

PARKED = [f"{q},9" for q in range(5)]
"""Five hexes far away from any land written by hand, where pawns stand that do not matter."""


def hexes_of(game: str, *rows: str) -> dict[str, dict[str, Any]]:
    """A land of rows from r = 0 on, each from q = 0 on: "A" is a city, "red2" has two cubes, "desert", "." is nothing.

    "A7" is a city with a value of 7, which only Netzwerk has; without, the values go up from 2. "red2o" has a circle.
    """
    values = count(2)
    land = {}
    for r, row in enumerate(rows):
        for q, word in enumerate(row.split()):
            if word != ".":
                land[f"{q},{r}"] = _hex_of(game, word, values)
    return land


def _hex_of(game: str, word: str, values: Any) -> dict[str, Any]:
    match = re.fullmatch(r"([a-zA-Z]+?)(\d*)(o?)", word)
    assert match is not None, word
    name, number, circle = match.groups()
    if name == "desert":
        return {"kind": "desert"}
    if name.isupper():
        city = {"kind": "city", "name": name}
        return {**city, "value": int(number or next(values))} if game == "netzwerk" else city
    land = {"kind": "land", "color": name, "cubes": int(number or 0)}
    return {**land, "circle": True} if circle else land


def parking(game: str) -> dict[str, dict[str, Any]]:
    """One hex of each colour, apart from everything, without cubes."""
    land = hexes_of(game, "yellow orange red green blue")
    return dict(zip(PARKED, land.values(), strict=True))


def cubes_of(words: str) -> dict[str, int]:
    """Cubes by colour: "red2 blue" is two red and one blue."""
    matches = [re.fullmatch(r"([a-z]+)(\d*)", word) for word in words.split()]
    return {match[1]: int(match[2] or 1) for match in matches if match is not None}


def words_of(cubes: dict[str, int]) -> str:
    """The same the other way round, the colours in their order."""
    return " ".join(f"{color}{cubes[color] if cubes[color] > 1 else ''}" for color in COLORS if cubes.get(color, 0) > 0)


def sticks_along(*paths: str) -> list[str]:
    """The sticks along paths of hexes: "0,0 1,0 2,0"."""
    return [edge(one, other) for path in paths for one, other in pairwise(path.split())]


def by_seat(values: list[Any], players: int, nothing: Any) -> list[Any]:
    """One entry a seat: those given, then nothing."""
    return [*values, *([nothing] * (players - len(values)))]


def state_of(
    game: str,
    *rows: str,
    players: int = 3,
    cubes: tuple[str, ...] = (),
    sticks: tuple[list[str], ...] = (),
    **fields: Any,
) -> State:
    """A state of a hand-made land, in the phase `build` of seat 0; pawns are parked apart unless they are given."""
    options = {name: values[0] for name, values in OPTIONS[game].items()} | fields.pop("options", {})
    predictions = {"predictions": [["A", "B", "C"]] * players} if options.get("predictions") == "on" else {}
    return {
        "game": game,
        "players": players,
        "options": options,
        "hexes": {**hexes_of(game, *rows), **parking(game)},
        "pawns": PARKED[:players],
        "cubes": by_seat([cubes_of(words) for words in cubes], players, {}),
        "sticks": by_seat(list(sticks), players, []),
        "turn": 0,
        "phase": "build",
        "route": None,
        "ending": False,
        "idle": 0,
        "left": [False] * players,
        **predictions,
        **fields,
    }


def position(game: str, *rows: str, **fields: Any) -> tablee.Game:
    return tablee.load(state_of(game, *rows, **fields))


NINE_CITIES = ("A . B . C . D red H blue I", "yellow orange red green blue yellow orange", "E . F . G")
"""A spine of seven hexes with seven cities at it, and two more behind D. In Netzwerk they are worth, as they are
written from left to right and from top to bottom, 2 to 10."""
SPINE = "0,1 1,1 2,1 3,1 4,1 5,1 6,1"
AT_THE_SPINE = {
    "A": "0,0 0,1",
    "B": "2,0 2,1",
    "C": "4,0 4,1",
    "D": "6,0 6,1",
    "E": "0,2 0,1",
    "F": "2,2 2,1",
    "G": "4,2 4,1",
}
D_TO_H = "6,0 7,0 8,0"


def linked(cities: str, *more: str) -> list[str]:
    """The sticks that link some cities at the spine pairwise, and more."""
    return sticks_along(SPINE, *(AT_THE_SPINE[city] for city in cities), *more)


def fields(game: tablee.Game, *names: str) -> tuple[Any, ...]:
    """Some fields of the state."""
    state = game.state()
    return tuple(state[name] for name in names)


def moves(game: tablee.Game) -> set[str]:
    """Where the pawn may go, with the name of the action checked."""
    assert all(text.startswith("move ") for text in game.legal())
    return {text.removeprefix("move ") for text in game.legal()}


def sticks(game: tablee.Game) -> set[str]:
    """The sticks that are legal now, without that word."""
    return {text.removeprefix("stick ") for text in game.legal() if text.startswith("stick ")}


def routes(game: tablee.Game) -> dict[str, set[str]]:
    """Every route that the seat to act can complete, stick by stick, with all that it may cost."""
    assert game.state()["phase"] == "build"
    found: dict[str, set[str]] = {}
    _follow(game, game.state()["cubes"][game.state()["turn"]], game.state()["turn"], [], found)
    return found


def _follow(game: tablee.Game, hand: dict[str, int], seat: int, path: list[str], found: dict[str, set[str]]) -> None:
    for stick in sticks(game):
        after = game.copy()
        after.play(f"stick {stick}")
        start, to = stick.split()[0].split(">")
        longer = [*(path or [start]), to]
        assert longer[-2] == start
        if after.state()["route"] is None:
            rest = after.state()["cubes"][seat]
            spent = {color: number - rest.get(color, 0) for color, number in hand.items()}
            found.setdefault(" ".join(longer), set()).add(words_of(spent))
        else:
            _follow(after, hand, seat, longer, found)


def either_way(path: str, *costs: str) -> dict[str, set[str]]:
    """The routes along a path and back, both at the same costs."""
    return {path: set(costs), " ".join(reversed(path.split())): set(costs)}
