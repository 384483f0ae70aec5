"""Checks on sticks for the lessons of the route games. A route may be laid from either end, or from both."""

from itertools import pairwise

from tablee.games.lessons.ideas import Attempt

Edge = frozenset[str]


def along(attempt: Attempt, ways: str) -> bool:
    """Is the stick laid on one of the ways? A way is a list of hexes, `0,0 1,0 2,0`; a `/` separates two ways."""
    verb, _, rest = attempt.action.partition(" ")
    return verb == "stick" and frozenset(rest.partition(" ")[0].split(">")) in _edges(ways)


def completes(attempt: Attempt, ways: str) -> bool:
    """Is this the last stick that the ways needed?"""
    sticks = attempt.after["sticks"][attempt.before["turn"]]
    return along(attempt, ways) and _edges(ways) <= {frozenset(stick.split("|")) for stick in sticks}


def _edges(ways: str) -> set[Edge]:
    return {frozenset(pair) for way in ways.split("/") for pair in pairwise(way.split())}
