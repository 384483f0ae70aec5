"""Sticks in the picture."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from tablee.games.document import Document
from tablee.games.routes.picture.ground import Ground, beside, called, line
from tablee.games.routes.picture.layout import STICKS
from tablee.games.routes.words.speech import edge_text, seat_name
from tablee.games.scenery import Node
from tablee.language import Language

PITCH = 10.5
"""Between sticks that lie side by side on one edge."""


def route_edges(route: Document | None) -> frozenset[str]:
    """The edges of the route being built."""
    return frozenset(edge_text(one, other) for one, other in pairwise(route["path"])) if route else frozenset()


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
