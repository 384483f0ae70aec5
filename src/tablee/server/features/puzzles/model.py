"""Choose puzzles so that no two teach the same. Pure: nothing here searches."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from tablee.games.lessons.puzzle_file import Puzzle

NEAR = 0.12
"""Positions whose `distance` is less are too similar."""
OF_A_KIND = 3
"""Candidates of one kind that are verified, while other kinds are missing."""
EASY = 0.2
"""The largest share of puzzles that every level solves."""


def kind_of(puzzle: Puzzle) -> tuple[Any, ...]:
    """Features that make puzzles alike: phase, best and tempting action, idea, grade, seats."""
    return (
        min(int(3 * puzzle.phase), 2),
        puzzle.best.split()[0],
        puzzle.tempting.split()[0],
        puzzle.idea,
        puzzle.grade,
        int(puzzle.position["players"]),
    )


def is_wanted(puzzle: Puzzle, known: Sequence[Puzzle], count: int) -> bool:
    """Are there few of that kind yet, and none that is similar?"""
    if puzzle.grade == 1 and sum(other.grade == 1 for other in known) >= EASY * count:
        return False
    same = sum(kind_of(other) == kind_of(puzzle) for other in known)
    return same < OF_A_KIND and all(distance(puzzle, other) >= NEAR for other in known)


def choose(puzzles: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """Choose up to `count` puzzles greedily, each as unlike those before it as possible."""
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
    """Jaccard distance between the values of two positions."""
    mine, theirs = (set(_leaves(puzzle.position, "")) for puzzle in (one, other))
    return 1 - len(mine & theirs) / len(mine | theirs)


def _leaves(value: Any, path: str) -> Iterator[str]:
    if isinstance(value, dict):
        for name, entry in value.items():
            yield from _leaves(entry, f"{path}.{name}")
    elif isinstance(value, list):
        for place, entry in enumerate(value):
            yield from _leaves(entry, f"{path}.{place}")
    else:
        yield f"{path}={value}"
