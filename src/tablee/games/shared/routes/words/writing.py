"""States and actions of a route game as texts."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from tablee.games.document import Document
from tablee.games.hexes import hex_text
from tablee.games.routes.rules.record import CITY, COLOURS, DESERT, LONGEST_NAME, NOWHERE
from tablee.games.routes.rules.turn import END, MOVE_TO, PHASES, PLACE_ON, PREDICT_CITY, STICK_ACTIONS
from tablee.games.secrets import Secret
from tablee.kernel.calls import values
from tablee.kernel.contract import States

HIDDEN = "#"


def _how_many(cubes: Mapping[str, int]) -> dict[str, int]:
    count = sum(cubes.values())
    return {HIDDEN: count} if count else {}


def _bare(hexes: Mapping[str, Any]) -> dict[str, Any]:
    """A land without its cubes."""
    return {place: {name: of for name, of in site.items() if name != "cubes"} for place, site in hexes.items()}


def _unpaid(route: Mapping[str, Any] | None) -> dict[str, Any] | None:
    return {**route, "paid": {}} if route else None


def _somewhere(text: str) -> str:
    return f"{text.partition(' ')[0]} {HIDDEN}"


def _for_something(text: str) -> str:
    return f"{text.rpartition(' ')[0]} {HIDDEN}"


def _hidden_hands(options: Document) -> bool:
    return bool(options["hands"] == "hidden")


BEHIND_SCREENS = {
    "cubes": Secret(
        _how_many, own=True, when=_hidden_hands,
        told={"place": _somewhere, "move": _somewhere, "stick": _for_something},
    ),
    "pawns": Secret(lambda _place: None, own=True, fleeting=True, when=_hidden_hands),
    "hexes": Secret(_bare, fleeting=True, when=_hidden_hands),
    "route": Secret(_unpaid, fleeting=True, when=_hidden_hands),
}  # fmt: skip
"""Every cube was taken and paid before everyone's eyes; of what others hold one sees how much it is.

Who looks back is not told what it was, nor from where others took it or where it lay.
"""


def action_text(state: States, action: int) -> str:
    """The text of an action."""
    places = places_of(state)
    if action < STICK_ACTIONS:
        edge, colour = divmod(action, 5)
        here, direction = divmod(edge, 6)
        there = int(state["beside"][0, here, direction])
        return f"stick {places[here]}>{places[there]} {COLOURS[colour]}"
    if action < MOVE_TO:
        return f"place {places[action - PLACE_ON]}"
    if action < PREDICT_CITY:
        return f"move {places[action - MOVE_TO]}"
    if action == END:
        return "end"
    return f"predict {city_names(state)[action - PREDICT_CITY]}"


def places_of(state: States) -> tuple[str, ...]:
    """The texts of all hexes of a land, by their numbers."""
    return _places(state["q"].tobytes(), state["r"].tobytes())


@lru_cache(maxsize=4096)
def _places(q: bytes, r: bytes) -> tuple[str, ...]:
    return tuple(hex_text((_signed(one), _signed(other))) for one, other in zip(q, r, strict=True))


def _signed(byte: int) -> int:
    return byte - 256 if byte > 127 else byte


def city_names(state: States) -> tuple[str, ...]:
    """The names of all cities by their numbers, empty where there is none."""
    return _names(state["name"].tobytes())


@lru_cache(maxsize=4096)
def _names(letters: bytes) -> tuple[str, ...]:
    return tuple(letters[at : at + LONGEST_NAME].rstrip(b"\0").decode() for at in range(0, len(letters), LONGEST_NAME))


def write(state: States, options: dict[str, Any]) -> dict[str, Any]:
    """The state as a document."""
    fields = values(state)
    players = fields["players"]
    places = places_of(state)
    names = city_names(state)
    edges = _edges(state["beside"].tobytes(), state["edge"].tobytes(), places[: fields["hexes"]])
    document = {
        "game": state.dtype.names[0] if state.dtype.names else "",
        "players": players,
        "options": options,
        "hexes": {places[number]: _site(fields, number, names) for number in range(fields["hexes"])},
        "pawns": [None if place == NOWHERE else places[place] for place in fields["pawns"][:players]],
        "cubes": [_cubes(fields["cubes"][other]) for other in range(players)],
        "sticks": [[edge for edge, at in edges if fields["sticks"][at] >> other & 1] for other in range(players)],
        "turn": fields["turn"],
        "phase": PHASES[fields["phase"]],
        "route": _route(fields, places),
        "ending": bool(fields["ending"]),
        "idle": fields["idle"],
        "left": [bool(left) for left in fields["left"][:players]],
        "houses": [_houses(fields["links"][other], names) for other in range(players)],
    }
    if fields["predicting"]:
        document["predictions"] = [
            [names[city] for city in fields["predictions"][other] if city != NOWHERE] for other in range(players)
        ]
    return document


def _site(fields: dict[str, Any], number: int, names: Sequence[str]) -> dict[str, Any]:
    kind = fields["kind"][number]
    if kind == DESERT:
        return {"kind": "desert"}
    if kind == CITY:
        city = fields["city"][number]
        value = fields["value"][city]
        return {"kind": "city", "name": names[city]} | ({"value": value} if value else {})
    circle = {"circle": True} if fields["circle"][number] else {}
    return {"kind": "land", "color": COLOURS[kind], "cubes": fields["lying"][number]} | circle


def _cubes(cubes: list[int]) -> dict[str, int]:
    return {colour: count for colour, count in zip(COLOURS, cubes, strict=True) if count}


@lru_cache(maxsize=256)
def _edges(beside: bytes, edge: bytes, places: tuple[str, ...]) -> list[tuple[str, int]]:
    """All edges of a land by their texts, with their numbers; of two hexes the one of the lower number is named first.

    Hexes are numbered in the order of (q, r).
    """
    ways = [(at // 6, there, edge[at]) for at, there in enumerate(beside)]
    return [(f"{places[here]}|{places[there]}", number) for here, there, number in ways if here < there < len(places)]


def _route(fields: dict[str, Any], places: tuple[str, ...]) -> dict[str, Any] | None:
    if not fields["route"]:
        return None
    path = [places[number] for number in fields["path"][: fields["route"]]]
    return {"path": path, "paid": _cubes(fields["paid"]), "near": bool(fields["near"])}


def _houses(links: list[int], names: Sequence[str]) -> dict[str, int]:
    counts = [(name, links[city].bit_count()) for city, name in enumerate(names)]
    return {name: count for name, count in counts if count}
