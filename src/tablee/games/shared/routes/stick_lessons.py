"""What the lessons of the route games ask about sticks: a route may be laid from either end, or from both."""

from itertools import pairwise

from tablee.games.lessons import Attempt

Edge = frozenset[str]


def along(attempt: Attempt, ways: str) -> bool:
    """Is the stick laid on one of some ways? A way is hex after hex, `0,0 1,0 2,0`; between two ways stands a `/`."""
    return _edge(attempt) in _edges(ways)


def completes(attempt: Attempt, ways: str) -> bool:
    """Is it the last stick that the ways needed?"""
    sticks = attempt.after["sticks"][attempt.before["turn"]]
    return along(attempt, ways) and _edges(ways) <= {frozenset(stick.split("|")) for stick in sticks}


def _edges(ways: str) -> set[Edge]:
    return {frozenset(pair) for way in ways.split("/") for pair in pairwise(way.split())}


def _edge(attempt: Attempt) -> Edge:
    """The edge on which a stick is laid, empty if none is."""
    verb, _, rest = attempt.action.partition(" ")
    return frozenset(rest.partition(" ")[0].split(">")) if verb == "stick" else frozenset()
