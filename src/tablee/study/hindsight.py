"""Looking back: what a game has shown of its positions, beyond what a judge saw in each of them by itself.

A judge sees less far than the game went. What was played is known better afterwards than it was judged: by what it led
to, if nobody had made a mistake since, and chance had brought nobody anything. How far the judge was wrong about it
holds for what could have come instead, too, but only in part: positions that follow from one position are alike, and
not the same. That part, `shared`, was measured: it is how much of its error about the one a judge repeats about the
other, against many times the thinking.

So a game is gone through from its end. What a position is worth is what the action that was played has turned out to be
worth, or what another would have been, as it was judged then and is corrected by that part, if that is more to who
acted. Where chance decided, what other outcomes would have brought is corrected alike.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tablee.bots.weighing import Values, Weighed


class Judging(NamedTuple):
    """How a judge errs in a game."""

    shared: float
    """How much of its error about what was played it repeats about what could have been."""
    wrong: float
    """How far costs are wrong, to one standard deviation, beyond what the number of games in thought leaves open."""


JUDGING = {
    "isis": Judging(0.4, 0.04),
    "netzwerk": Judging(0.4, 0.075),
    "morisi": Judging(0.4, 0.075),
}
"""From games played on, and from many times the thinking; `docs/study.md` has the figures. Morisi as Netzwerk."""
OTHERS = Judging(0.5, 0.0)
"""Of games that were not measured, or that are judged by eye, where errors are known otherwise (`bots/judging.py`)."""


class Passed(NamedTuple):
    """A step as a judge weighed it, with what else must be known to look back at it."""

    weighed: Weighed
    actor: int | None
    """Who chose; None if nobody did."""
    likely: float
    """How likely the outcome was, if it was chance."""


class Seen(NamedTuple):
    """What the position before a step turns out to have been worth, and what would have been better there."""

    worth: Values
    better: str | None = None


def looked_back(steps: Sequence[Passed], last: Values, shared: float) -> list[Seen]:
    """What the position before each step turns out to have been worth; `last` is what the game ended with."""
    return list(_backwards(steps, last, shared))[::-1]


def _backwards(steps: Sequence[Passed], last: Values, shared: float) -> Iterator[Seen]:
    worth, judged = last, last
    for step in reversed(steps):
        surprise = tuple(one - other for one, other in zip(worth, judged, strict=True))
        found = _seen(step, worth, surprise, shared)
        worth, judged = found.worth, step.weighed.values
        yield found


def _seen(step: Passed, after: Values, surprise: Values, shared: float) -> Seen:
    """The position before a step, after which there is `after`, more than the judge thought by the `surprise`."""
    weighed = step.weighed
    if step.likely:
        part = shared + (1 - shared) * step.likely
        return Seen(_possible(value + part * more for value, more in zip(weighed.values, surprise, strict=True)))
    if step.actor is None or weighed.best is None:
        return Seen(weighed.values)  # somebody left, or nobody has thought of anything else
    if not weighed.gain:
        return Seen(after)
    changes = zip(after, weighed.gain, surprise, strict=True)
    other = _possible(value + gain - (1 - shared) * more for value, gain, more in changes)
    return Seen(other, weighed.best) if other[step.actor] > after[step.actor] else Seen(after)


def _possible(values: Iterable[float]) -> Values:
    """Shares of a win, 1 in all."""
    shares = [max(value, 0.0) for value in values]
    return tuple(share / sum(shares) for share in shares)
