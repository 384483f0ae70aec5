"""Correct evaluations by how the game went on.

An evaluator sees less far than the game went. Afterwards the action that was played is known better: by the value of
the position it led to. The evaluator's error about it holds in part for the alternatives, too, because positions that
follow from one position are alike, but not the same. That part, `shared`, was measured against many times the search.

So a game is gone through from its end. The value of a position is the corrected value of the action that was played,
or the partly corrected value of the alternative, if that is higher for the seat that acted. At chance, the values of
the other outcomes are corrected by the same part.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tablee.bots.requests import Evaluation, Values


class EvaluatorErrors(NamedTuple):
    """How an evaluator errs in a game."""

    shared: float
    """The part of its error about the action played that it repeats about the alternatives."""
    wrong: float
    """Standard deviation of costs beyond what the number of simulations explains."""


ERRORS = {
    "isis": EvaluatorErrors(0.4, 0.04),
    "netzwerk": EvaluatorErrors(0.4, 0.075),
    "morisi": EvaluatorErrors(0.4, 0.125),
    "morfals": EvaluatorErrors(0.5, 0.01),
    "morpyam": EvaluatorErrors(0.5, 0.04),
}
"""Measured by playing on and by many times the search (`docs/appendix/figures.md`). Morisi is taken to share as much as
Netzwerk; what is wrong in Morisi, Morfals and Morpyam is chosen by what became of mistakes when looked at again."""
DEFAULT_ERRORS = EvaluatorErrors(0.5, 0.0)
"""Errors in other games: they were not measured."""


class EvaluatedStep(NamedTuple):
    """A step as an evaluator saw it before the game went on."""

    evaluated: Evaluation
    actor: int | None
    """The seat that chose; None if nobody did."""
    probability: float
    """Of the outcome, if chance acted; else 0."""


class Hindsight(NamedTuple):
    """The corrected values of the position before a step, and the action that would have been better there."""

    values: Values
    better: str | None = None


def look_back(steps: Sequence[EvaluatedStep], last: Values, shared: float) -> list[Hindsight]:
    """Correct the values of the position before each step; `last` are the values at the end of the game."""
    found: list[Hindsight] = []
    values, expected = last, last
    for step in reversed(steps):
        surprise = tuple(one - other for one, other in zip(values, expected, strict=True))
        found.append(_corrected(step, values, surprise, shared))
        values, expected = found[-1].values, step.evaluated.values
    return found[::-1]


def _corrected(step: EvaluatedStep, after: Values, surprise: Values, shared: float) -> Hindsight:
    """The position before a step that led to the values `after`; they exceed the evaluator's by the `surprise`."""
    evaluated = step.evaluated
    if step.probability:
        part = shared + (1 - shared) * step.probability
        return Hindsight(_shares(value + part * more for value, more in zip(evaluated.values, surprise, strict=True)))
    if step.actor is None or evaluated.best is None:
        return Hindsight(evaluated.values)  # somebody left, or no alternative was evaluated
    if not evaluated.gain:
        return Hindsight(after)
    changes = zip(after, evaluated.gain, surprise, strict=True)
    other = _shares(value + gain - (1 - shared) * more for value, gain, more in changes)
    return Hindsight(other, evaluated.best) if other[step.actor] > after[step.actor] else Hindsight(after)


def _shares(values: Iterable[float]) -> Values:
    """Scale values to shares of a win, 1 in all."""
    shares = [max(value, 0.0) for value in values]
    return tuple(share / sum(shares) for share in shares)
