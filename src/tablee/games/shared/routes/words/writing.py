"""States, actions and facts of a route game as texts."""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import Any

import numpy as np

from tablee.engine.contract import States
from tablee.games import find_game
from tablee.games.document import Document, RecordValues, Values, reads
from tablee.games.secrets import Secret
from tablee.games.shared.hexes import hex_text, neighbours
from tablee.games.shared.routes.rules import route_turn
from tablee.games.shared.routes.rules.record import CITY, COLOURS, DESERT, LONGEST_NAME, NOWHERE, OPTION_FIELDS
from tablee.games.shared.routes.rules.route_observation import RADIUS

HIDDEN = "#"


Looks = tuple[tuple[str, str, str, int, bool], ...]
"""Of every hex: its text, its colour or kind, the name and value of a city, whether it has a circle."""


@dataclass(frozen=True, eq=False)
class LandLooks:
    """What never changes of a land. There is one object for each land, so it is a fast cache key."""

    hexes: Looks


class Hexes(dict[str, Any]):
    """The hexes of a document by their texts; `looks` tells which land it is."""

    __slots__ = ("looks",)

    def __init__(self, hexes: Mapping[str, Any], looks: LandLooks) -> None:
        super().__init__(hexes)
        self.looks = looks

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)


def looks_of(hexes: Mapping[str, Any]) -> LandLooks:
    """What never changes of the hexes of a document."""
    if isinstance(hexes, Hexes):
        return hexes.looks
    return _looks(
        tuple(
            (text, site.get("color") or site["kind"], site.get("name", ""), site.get("value", 0), "circle" in site)
            for text, site in hexes.items()
        )
    )


@lru_cache(maxsize=512)
def _looks(hexes: Looks) -> LandLooks:
    return LandLooks(hexes)


def _without_cubes(hexes: Document) -> Document:
    return _bare(looks_of(hexes))


@lru_cache(maxsize=512)
def _bare(looks: LandLooks) -> Hexes:
    sites = {}
    for text, kind, name, value, circle in looks.hexes:
        if kind == "city":
            sites[text] = {"kind": "city", "name": name} | ({"value": value} if value else {})
        elif kind == "desert":
            sites[text] = {"kind": "desert"}
        else:
            sites[text] = {"kind": "land", "color": kind} | ({"circle": True} if circle else {})
    return Hexes(sites, looks)


def _somewhere(text: str) -> str:
    return f"{text.partition(' ')[0]} {HIDDEN}"


def _hidden_hands(options: Document) -> bool:
    return bool(options["hands"] == "hidden")


BEHIND_SCREENS = {
    "cubes": Secret(
        lambda cubes: {HIDDEN: sum(cubes.values())} if cubes else {}, own=True, when=_hidden_hands,
        told={"place": _somewhere, "move": _somewhere, "stick": lambda text: f"{text.rpartition(' ')[0]} {HIDDEN}"},
    ),
    "pawns": Secret(lambda _place: None, own=True, fleeting=True, when=_hidden_hands),
    "hexes": Secret(_without_cubes, fleeting=True, when=_hidden_hands),
    "route": Secret(lambda route: {**route, "paid": {}} if route else None, fleeting=True, when=_hidden_hands),
}  # fmt: skip
"""Every cube is taken and paid in view of all, but of the cubes behind a screen others only see the number.

Earlier steps do not tell others which cubes were taken or paid, nor from which hex.
"""


def action_text(state: States, action: int) -> str:
    """The text of an action."""
    places = places_of(state)
    if action < route_turn.STICK_ACTIONS:
        edge, colour = divmod(action, 5)
        here, direction = divmod(edge, 6)
        there = int(state["beside"][0, here, direction])
        return f"stick {places[here]}>{places[there]} {COLOURS[colour]}"
    if action < route_turn.MOVE_TO:
        return f"place {places[action - route_turn.PLACE_ON]}"
    if action < route_turn.PREDICT_CITY:
        return f"move {places[action - route_turn.MOVE_TO]}"
    if action == route_turn.END:
        return "end"
    return f"predict {city_names(state)[action - route_turn.PREDICT_CITY]}"


def id_texts(cities: Sequence[str]) -> list[str]:
    """The texts of all action ids: `route_observation.id_of` numbers them."""
    reach = range(-RADIUS, RADIUS + 1)
    cells = [(q, r) for q in reach for r in reach if abs(q + r) <= RADIUS]
    return [
        *(
            f"stick {hex_text(cell)}>{hex_text(other)} {colour}"
            for cell in cells
            for other in neighbours(cell)
            for colour in COLOURS
        ),
        *(f"{verb} {hex_text(cell)}" for verb in ("place", "move") for cell in cells),
        *(f"predict {city}" for city in cities),
        "end",
    ]


def places_of(state: States) -> tuple[str, ...]:
    """The texts of all hexes by number."""
    return _places(state["q"].tobytes(), state["r"].tobytes())


@lru_cache(maxsize=4096)
def _places(q: bytes, r: bytes) -> tuple[str, ...]:
    return tuple(hex_text((_signed(one), _signed(other))) for one, other in zip(q, r, strict=True))


def _signed(byte: int) -> int:
    return byte - 256 if byte > 127 else byte


def city_names(state: States) -> tuple[str, ...]:
    """The names of all cities by number; empty where there is none."""
    return _names(state["name"].tobytes())


@lru_cache(maxsize=4096)
def _names(letters: bytes) -> tuple[str, ...]:
    return tuple(letters[at : at + LONGEST_NAME].rstrip(b"\0").decode() for at in range(0, len(letters), LONGEST_NAME))


class _Written:
    """A state that is being written."""

    def __init__(self, state: States, before: Document) -> None:
        """`before` is the document before, or one without hexes."""
        self._state, self.before = state, before
        self.fields: Values = RecordValues(state)

    @property
    def players(self) -> int:
        return int(self.fields["players"])

    @cached_property
    def places(self) -> tuple[str, ...]:
        return places_of(self._state)

    @property
    def names(self) -> tuple[str, ...]:
        return city_names(self._state)

    @property
    def edges(self) -> list[tuple[str, int]]:
        state = self._state
        return _edges(state["beside"].tobytes(), state["edge"].tobytes(), self.places[: self.fields["hexes"]])


def write(state: States) -> dict[str, Any]:
    """The whole state as a document."""
    written, game = _Written(state, {"hexes": {}, "cubes": ()}), state.dtype.names[0] if state.dtype.names else ""
    fields = written.fields
    options = {name: OPTION_FIELDS[name] for name in find_game(game).options}
    first = {
        "game": game,
        "players": fields["players"],
        "options": {name: known[fields[field]] for name, (field, known) in options.items()},
    }
    shown = (name for name in _FIELDS if name != "predictions" or fields["predicting"])
    return first | {name: _FIELDS[name][1](written) for name in shown}


def rewrite(state: States, before: Document, changed: AbstractSet[str]) -> dict[str, Any]:
    """The document after a step, in which only what has changed is a new object."""
    if not changed.isdisjoint(_LAND):
        return write(state)
    written = _Written(state, before)
    document = dict(before)
    for name, (sources, written_as) in _FIELDS.items():
        if name in document and not changed.isdisjoint(sources):
            document[name] = written_as(written)
    return document


def _hexes(state: _Written) -> dict[str, Any]:
    fields, known = state.fields, state.before["hexes"]
    if not known:
        return {state.places[number]: _site(fields, number, state.names) for number in range(fields["hexes"])}
    changed = {
        place: known[place] | {"cubes": cubes}
        for place, cubes in zip(known, fields["lying"], strict=False)
        if known[place].get("cubes", cubes) != cubes
    }
    return Hexes({**known, **changed}, looks_of(known))


def _hands(state: _Written) -> list[dict[str, int]]:
    hands = [_cubes(cubes) for cubes in state.fields["cubes"][: state.players]]
    known = state.before["cubes"]
    return [known[seat] if known and known[seat] == hand else hand for seat, hand in enumerate(hands)]


def _sticks(state: _Written) -> list[list[str]]:
    sticks = state.fields["sticks"]
    lying = [(edge, sticks[at]) for edge, at in state.edges if sticks[at]]
    return [[edge for edge, seats in lying if seats >> seat & 1] for seat in range(state.players)]


_LAND = frozenset({
    "players", "hexes", "q", "r", "kind", "circle", "city", "value", "name", "beside", "edge",
    *(field for field, _ in OPTION_FIELDS.values()),
})  # fmt: skip
"""The record's fields that never change during a game."""
_FIELDS: Mapping[str, tuple[Sequence[str], Callable[[_Written], Any]]] = {
    "hexes": (("lying",), _hexes),
    "pawns": (
        ("pawns",),
        lambda state: [None if at == NOWHERE else state.places[at] for at in state.fields["pawns"][: state.players]],
    ),
    "cubes": (("cubes",), _hands),
    "sticks": (("sticks",), _sticks),
    "turn": (("turn",), lambda state: state.fields["turn"]),
    "phase": (("phase",), lambda state: route_turn.PHASES[state.fields["phase"]]),
    "route": (("route", "path", "paid", "near"), lambda state: _route(state.fields, state.places)),
    "ending": (("ending",), lambda state: bool(state.fields["ending"])),
    "idle": (("idle",), lambda state: state.fields["idle"]),
    "left": (("left",), lambda state: [bool(left) for left in state.fields["left"][: state.players]]),
    "houses": (
        ("links",),
        lambda state: [_houses(links, state.names) for links in state.fields["links"][: state.players]],
    ),
    "predictions": (
        ("predictions",),
        lambda state: [
            [state.names[city] for city in cities if city != NOWHERE]
            for cities in state.fields["predictions"][: state.players]
        ],
    ),
}
"""The fields of a document: the fields of the record from which each follows, and how it is written."""


def _site(fields: Values, number: int, names: Sequence[str]) -> dict[str, Any]:
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
    """The texts of all edges of a land, the hex of the lower number first, and the numbers of the edges."""
    ways = [(at // 6, there, edge[at]) for at, there in enumerate(beside)]
    return [(f"{places[here]}|{places[there]}", number) for here, there, number in ways if here < there < len(places)]


def _route(fields: Values, places: tuple[str, ...]) -> dict[str, Any] | None:
    if not fields["route"]:
        return None
    path = [places[number] for number in fields["path"][: fields["route"]]]
    return {"path": path, "paid": _cubes(fields["paid"]), "near": bool(fields["near"])}


def _houses(links: list[int], names: Sequence[str]) -> dict[str, int]:
    counts = [(name, links[city].bit_count()) for city, name in enumerate(names)]
    return {name: count for name, count in counts if count}


# ---- facts -----------------------------------------------------------------------------------------------------


Facts = dict[str, Any]
_PRICE, _BRINGS = (route_turn.facts_dtype("routes")[name].base for name in ("price", "brings"))  # their numbers
_HOUSES = (1 << route_turn.EACH_CITY) - 1


@reads(
    "anchors", "price", "brings", "houses_left", "sizes", "ranks", "counts", "worth", "foreseen", "decisive",
    "players", "name", "q", "r", "beside",
)  # fmt: skip
def facts_of(facts: RecordValues, state: States) -> Facts:
    """Facts by the texts of hexes, by the names of cities, and by ways as actions name them, `0,0>1,0`."""
    names, players = city_names(state), int(state["players"][0])
    worths = facts["worth"][:players]
    told = {
        "houses_left": facts["houses_left"][:players],
        "sizes": {name: size for name, size in zip(names, facts["sizes"], strict=True) if size},
        "ranks": {name: rank for name, rank in zip(names, facts["ranks"], strict=True) if rank},
        "counts": [name for name, counts in zip(names, facts["counts"], strict=True) if counts],
        "worth": [{name: points for name, points in zip(names, worth, strict=True) if points} for worth in worths],
        "foreseen": facts["foreseen"][:players],
        "decisive": facts["decisive"],
    }
    if not any(facts.raw("anchors")):
        return {**told, "anchors": [], "price": {}, "brings": {}}
    places, beside = places_of(state), state["beside"].tobytes()
    return {
        **told,
        "anchors": [place for place, anchor in zip(places, facts["anchors"], strict=True) if anchor],
        "price": _prices(facts.raw("price"), beside, places),
        "brings": _gains(facts.raw("brings"), beside, places, names),
    }


@lru_cache(maxsize=512)
def _prices(price: bytes, beside: bytes, places: tuple[str, ...]) -> Mapping[str, int]:
    """The price of each way; cached, because it seldom changes."""
    ways, chosen = _ways(beside, places)
    return dict(zip(ways, chosen(np.frombuffer(price, _PRICE).tolist()), strict=True))


@lru_cache(maxsize=512)
def _gains(brings: bytes, beside: bytes, places: tuple[str, ...], names: tuple[str, ...]) -> Facts:
    """The new houses that each way brings if it completes a route; cached, too."""
    ways, chosen = _ways(beside, places)
    gains = zip(ways, chosen(np.frombuffer(brings, _BRINGS).tolist()), strict=True)
    return {way: _by_city(gain, names) for way, gain in gains if gain != route_turn.NO_END}


@lru_cache(maxsize=256)
def _ways(beside: bytes, places: tuple[str, ...]) -> tuple[Sequence[str], Callable[[list[int]], tuple[int, ...]]]:
    """The ways from each hex to its neighbours, and what chooses theirs among the numbers of all directions."""
    found = {at: f"{places[at // 6]}>{places[there]}" for at, there in enumerate(beside) if there < len(places)}
    return list(found.values()), itemgetter(*found)


@lru_cache(maxsize=8192)
def _by_city(packed: int, names: tuple[str, ...]) -> dict[str, int]:
    houses = {name: packed >> route_turn.EACH_CITY * city & _HOUSES for city, name in enumerate(names)}
    return {name: count for name, count in sorted(houses.items()) if count}
