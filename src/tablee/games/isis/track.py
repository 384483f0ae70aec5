"""The end on the plates: a track on which each seat walks with a pawn, as far as its points go."""

from collections.abc import Sequence
from functools import lru_cache

from tablee.games.scenery import Node
from tablee.games.sheets import signed
from tablee.language import Language

STEP = 5
"""Points from one stone of the track to the next."""
FEWEST = (-STEP, STEP)
"""A track goes so far at least, to either side."""
WALKER = 0.5
"""The size of the pawn that walks."""

Span = tuple[int, int]


def span_of(totals: Sequence[int]) -> Span:
    """From where to where the tracks go, so that all have room on them.

    >>> span_of([3, 16]), span_of([-12, 0])
    ((-5, 20), (-15, 5))
    """
    low, high = FEWEST
    return min(low, *(total // STEP * STEP for total in totals)), max(
        high, *(-(-total // STEP) * STEP for total in totals)
    )


@lru_cache(maxsize=8192)
def track_nodes(
    seat: int, start: float, end: float, y: float, layer: int, total: int, span: Span, say: Language
) -> tuple[Node, ...]:
    """The stones, the pawn and the points of a seat; `start` is the first stone, `end` where the points are told."""
    low, high = span
    room = end - 58 - start

    def at(points: int) -> float:
        return start + room * (points - low) / (high - low)

    stones = [
        Node(f"stone {seat} {points}", layer, "track-stone", at(points), y + 12, "zero" * (points == 0), "")
        for points in range(low, high + 1, STEP)
    ]
    label = say.plural("{count} point", "{count} points", total)
    walker = Node(
        f"walker {seat}", layer + 1, f"pawn-{seat}", at(min(max(total, low), high)), y - 4, f"seat-{seat}", size=WALKER
    )
    return *stones, walker, Node(f"points {seat}", layer + 1, "text", end, y, "points", signed(total), label)
