"""Sticks in the picture, and what the roads of a seat link: cut at the cities, all cities of one piece are linked."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

from tablee.games.document import Document
from tablee.games.routes.picture.ground import Ground, beside, called, line
from tablee.games.routes.picture.layout import STICKS
from tablee.games.routes.words.speech import edge_text, seat_name
from tablee.games.scenery import Node
from tablee.language import Language

PITCH = 10.5
"""Between sticks that lie side by side on one edge."""


class Roads(NamedTuple):
    """What the finished routes of a seat link."""

    touched: Mapping[str, frozenset[str]]
    """For each countryside hex at its sticks: the cities that this piece of road touches."""
    links: frozenset[tuple[str, str]]
    """Cities that are directly linked, each pair in the order of the alphabet."""


def finished_sticks(view: Document, seat: int) -> tuple[str, ...]:
    """The sticks of a seat without those of a route that is being built."""
    if view["turn"] != seat or view["route"] is None:
        return tuple(view["sticks"][seat])
    building = route_edges(view["route"])
    return tuple(edge for edge in view["sticks"][seat] if edge not in building)


def route_edges(route: Document | None) -> frozenset[str]:
    """The edges of the route being built."""
    return frozenset(edge_text(one, other) for one, other in pairwise(route["path"])) if route else frozenset()


@lru_cache(maxsize=4096)
def roads_of(ground: Ground, sticks: tuple[str, ...]) -> Roads:
    """What sticks link."""
    pieces: list[tuple[set[str], set[str]]] = []
    for edge in sticks:
        ends = [ground.spots[end] for end in edge.split("|")]
        hexes = {end.text for end in ends if end.kind != "city"}
        cities = {end.name for end in ends if end.kind == "city"}
        for piece in [piece for piece in pieces if piece[0] & hexes]:
            pieces.remove(piece)
            hexes |= piece[0]
            cities |= piece[1]
        pieces.append((hexes, cities))
    touched = {text: frozenset(cities) for hexes, cities in pieces for text in hexes}
    return Roads(touched, frozenset(pair for _, cities in pieces for pair in combinations(sorted(cities), 2)))


def is_anchor(ground: Ground, roads: Roads, text: str) -> bool:
    """Does a route end where it reaches this hex?"""
    return text in roads.touched or ground.spots[text].kind == "city"


def new_houses(ground: Ground, roads: Roads, start: str, end: str) -> tuple[tuple[str, int], ...]:
    """The houses that a route from one anchor to another brings, by city."""
    cities = _cities_at(ground, roads, start) | _cities_at(ground, roads, end)
    linked = (pair for pair in combinations(sorted(cities), 2) if pair not in roads.links)
    return tuple(sorted(Counter(city for pair in linked for city in pair).items()))


def _cities_at(ground: Ground, roads: Roads, anchor: str) -> frozenset[str]:
    spot = ground.spots[anchor]
    return frozenset([spot.name]) if spot.kind == "city" else roads.touched[anchor]


# ---- sticks ------------------------------------------------------------------------------------------------


def stick_nodes(ground: Ground, view: Document, say: Language) -> tuple[Node, ...]:
    """All sticks on the land; those of the route being built look unfinished."""
    sticks = tuple(map(tuple, view["sticks"]))
    return _stick_nodes(ground, sticks, route_edges(view["route"]), view["turn"], say)


@lru_cache(maxsize=1024)
def _stick_nodes(
    ground: Ground, sticks: Sequence[Sequence[str]], building: frozenset[str], turn: int, say: Language
) -> tuple[Node, ...]:
    seats: dict[str, list[int]] = {}
    for seat, edges in enumerate(sticks):
        for edge in edges:
            seats.setdefault(edge, []).append(seat)
    return tuple(
        _stick(ground, edge, seat, at, len(lying), seat == turn and edge in building, say)
        for edge, lying in seats.items()
        for at, seat in enumerate(lying)
    )


@lru_cache(maxsize=16384)
def _stick(ground: Ground, edge: str, seat: int, at: int, count: int, unfinished: bool, say: Language) -> Node:
    """One of several sticks that lie side by side."""
    start, end = edge.split("|")
    way = line(ground, start, end)
    x, y = beside(way, 0, PITCH * (at - (count - 1) / 2))
    label = say(
        "A stick, {seat}: {start} – {end}",
        seat=seat_name(seat, say),
        start=called(ground, start, say),
        end=called(ground, end, say),
    )
    kind = f"seat-{seat}" + " unfinished" * unfinished
    key, enter = f"stick {edge} {seat}", f"sticks {seat}"
    return Node(key, STICKS, f"stick-{seat}", x, y, kind, "", label, ground.size, way.lying, enter)
