"""Choosing among positions for practice so that no two teach the same."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from tablee.games.document import Document
from tablee.games.practice import Puzzle

NEAR = 0.12
"""Positions that differ in less than this part of what they say are too much alike, whatever is best in them."""
OF_A_KIND = 3
"""Positions of the same kind in all respects that are checked, while others are still looked for."""
EASY = 0.2
"""The part of those that every level finds, at most."""


def kind_of(puzzle: Puzzle) -> tuple[Any, ...]:
    """What a position is about: when, what is best, what it is taken for, what the game says of it, how hard it is."""
    return (_third(puzzle), _verb(puzzle.best), _verb(puzzle.tempting), puzzle.idea, puzzle.grade, _seats(puzzle))


def is_wanted(puzzle: Puzzle, known: Sequence[Puzzle], count: int) -> bool:
    """Is there not enough of that kind already, nor one that is much the same?"""
    if puzzle.grade == 1 and sum(other.grade == 1 for other in known) >= EASY * count:
        return False
    same = sum(kind_of(other) == kind_of(puzzle) for other in known)
    return same < OF_A_KIND and all(distance(puzzle, other) >= NEAR for other in known)


def choose(puzzles: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """So many of them, or fewer, each as unlike those before as can be; the order is that in which they were chosen."""
    rest, chosen = list(puzzles), list[Puzzle]()
    seen: list[Counter[Any]] = []
    nearest = dict.fromkeys((one.id for one in rest), 1.0)
    while rest and len(chosen) < count:
        best = max(rest, key=lambda one: (_novelty(one, seen) + nearest[one.id] + one.margin, one.id))
        rest.remove(best)
        chosen.append(best)
        seen = seen or [Counter() for _ in kind_of(best)]
        for counter, feature in zip(seen, kind_of(best), strict=True):
            counter[feature] += 1
        nearest = {one.id: min(nearest[one.id], distance(one, best)) for one in rest}
        easy = sum(one.grade == 1 for one in chosen) >= EASY * count
        rest = [one for one in rest if nearest[one.id] >= NEAR and not (easy and one.grade == 1)]
    return chosen


def _novelty(puzzle: Puzzle, seen: Sequence[Counter[Any]]) -> float:
    return sum(1 / (1 + counter[feature]) for counter, feature in zip(seen, kind_of(puzzle), strict=False))


def distance(one: Puzzle, other: Puzzle) -> float:
    """How unlike two positions are: the part of all that they say that one of them alone says."""
    mine, theirs = _said(one.position), _said(other.position)
    return 1 - len(mine & theirs) / len(mine | theirs)


def _said(position: Document) -> set[str]:
    return set(_leaves(position, ""))


def _leaves(value: Any, path: str) -> Iterator[str]:
    if isinstance(value, dict):
        for name, entry in value.items():
            yield from _leaves(entry, f"{path}.{name}")
    elif isinstance(value, list):
        for place, entry in enumerate(value):
            yield from _leaves(entry, f"{path}.{place}")
    else:
        yield f"{path}={value}"


def _verb(action: str) -> str:
    return action.split()[0]


def _third(puzzle: Puzzle) -> int:
    return min(int(3 * puzzle.phase), 2)


def _seats(puzzle: Puzzle) -> int:
    return int(puzzle.position["players"])
