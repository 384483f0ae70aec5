"""Playing styles: which of about equally good actions a bot prefers.

A style does not decide what is good; the level does. Of the candidate moves whose values are near the best one, a style
chooses the one that it likes most, and gives up at most `GIVES` of a win for it. It does not choose where the game is
nearly decided or solved.

The *traits* of an action come from the game (`traits` in its `brain.py`), or from points alone.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from tablee.engine import calls
from tablee.engine.contract import States
from tablee.games.brains.thoughts import Considered
from tablee.games.errors import TableeError

if TYPE_CHECKING:
    from tablee.games.definition import GameDefinition

Style = Literal["", "greedy", "cautious", "bold", "builder", "spoiler"]  # a style of playing; "" is none


class Traits(NamedTuple):
    """What an action does, in the game's own units: only traits of one decision are compared."""

    gains: float = 0.0  # immediate points
    safety: float = 0.0  # how little can go wrong
    builds: float = 0.0  # potential for later
    hinders: float = 0.0  # what the others lose by it


STYLES: dict[Style, Traits] = {
    "greedy": Traits(gains=1.0),
    "cautious": Traits(safety=1.0),
    "bold": Traits(safety=-1.0),
    "builder": Traits(builds=1.0),
    "spoiler": Traits(hinders=1.0),
}
"""The weights of the traits in each style."""

GIVES = 0.02  # the most of a win that a style gives up in a decision, unless the game's brain has its own `GIVES`
TRIED = 1 / 3  # after a search: actions with fewer visits than this share of the best one's are ignored
DECIDED = 0.03  # below this value, or above 1 minus it, the game counts as decided, and styles do not choose


def style_named(name: str) -> Style:
    """The style of that name; raises `TableeError`.

    >>> style_named("builder")
    'builder'
    """
    for style in ("", *STYLES):
        if style == name:
            return style
    raise TableeError(f"there is no style {name!r}; there are {', '.join(STYLES)}")


def in_style(
    definition: "GameDefinition", state: States, considered: tuple[Considered, ...], style: Style
) -> tuple[Considered, ...]:
    """The candidate moves with the choice of a style first; unchanged without a style."""
    gives, seat = gives_of(definition), int(state[0].turn)
    near = nearly_best(considered, seat, gives) if style else []
    if len(near) < 2:
        return considered
    codes = definition.codes(state)
    traits = traits_of(definition, state, [codes[one.action] for one in near])
    losses = [loss(considered[0], one, seat) for one in near]
    chosen = near[to_taste(traits, losses, style, gives)]
    return (chosen, *(one for one in considered if one is not chosen))


def gives_of(definition: "GameDefinition") -> float:
    """The most of a win that a style gives up in a decision of a game."""
    return float(getattr(definition.brain, "GIVES", GIVES))


def nearly_best(considered: Sequence[Considered], seat: int, gives: float = GIVES) -> list[Considered]:
    """The first candidate, and those with nearly the same value for a seat and enough visits."""
    if not considered or not DECIDED < considered[0].values[seat] < 1.0 - DECIDED:
        return []
    first = considered[0]
    return [one for one in considered if loss(first, one, seat) < gives and one.visits >= TRIED * first.visits]


def loss(first: Considered, one: Considered, seat: int) -> float:
    """What a seat gives up by playing an action instead of the first."""
    return max(0.0, first.values[seat] - one.values[seat])


def to_taste(traits: Sequence[Traits], losses: Sequence[float], style: Style, gives: float = GIVES) -> int:
    """The index of a style's choice: the action it likes most gets a bonus of `gives`, the one it likes least none.

    >>> to_taste([Traits(gains=1), Traits(gains=3), Traits(gains=5)], [0.0, 0.001, 0.019], "greedy")
    1
    """
    tastes = [taste(one, style) for one in traits]
    least, most = min(tastes), max(tastes)
    scale = gives / (most - least) if most > least else 0.0
    worths = [(liked - least) * scale - loss for liked, loss in zip(tastes, losses, strict=True)]
    return worths.index(max(worths))


def taste(traits: Traits, style: Style) -> float:
    """How much a style likes an action."""
    return sum(weight * trait for weight, trait in zip(STYLES[style], traits, strict=True))


def traits_of(definition: "GameDefinition", state: States, codes: Sequence[int]) -> list[Traits]:
    """The traits of actions, from the game's brain or from the points before and after."""
    if definition.brain.has("traits"):
        return list(definition.brain.traits(state, codes))
    before = _points(state)
    return [_by_points(state, before, _points(definition.step(state, code))) for code in codes]


def _by_points(state: States, before: Sequence[int], after: Sequence[int]) -> Traits:
    seat = int(state[0].turn)
    gained = [now - then for now, then in zip(after, before, strict=True)]
    own = gained.pop(seat)
    return Traits(gains=own, hinders=-max(gained, default=0))


def _points(state: States) -> list[int]:
    points = np.zeros(int(state[0].players), np.int32)
    calls.result(state, points)
    found: list[int] = points.tolist()
    return found
