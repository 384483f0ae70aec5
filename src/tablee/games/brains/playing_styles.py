"""Ways of playing: what somebody leans towards where actions are about equally good.

A style never says what is good: that is a matter of the level. Of the actions that a thought holds to be worth nearly
as much as the best, it takes the one that is most to its taste, and gives up no more than `GIVES` of a win for it, as
far as the thought can tell. Where a game is as good as decided, or was worked out to its end, nobody has a taste.

What an action does in the eyes of styles, its *traits*, each game says in its own terms (`traits` in its `brain.py`);
of a game that does not, points are all that is known.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from tablee.games.errors import TableeError
from tablee.games.thoughts import Considered
from tablee.kernel import calls
from tablee.kernel.contract import States

if TYPE_CHECKING:
    from tablee.games.folder import GameFolder

Style = Literal["", "greedy", "cautious", "bold", "builder", "spoiler"]
"""Somebody's way of playing; "" for who has none."""


class Traits(NamedTuple):
    """What an action does, each in units of the game's own: only those of one decision are compared."""

    gains: float = 0.0  # points at once
    safety: float = 0.0  # how little can go wrong
    builds: float = 0.0  # what may become something later
    hinders: float = 0.0  # what the others lose by it


STYLES: dict[Style, Traits] = {
    "greedy": Traits(gains=1.0),
    "cautious": Traits(safety=1.0),
    "bold": Traits(safety=-1.0),
    "builder": Traits(builds=1.0),
    "spoiler": Traits(hinders=1.0),
}
"""What each style likes, and how much."""

GIVES = 0.02
"""The most of a win that is given up in a decision for what is to one's taste, unless the game's brain says `GIVES`."""
TRIED = 1 / 3
"""Where games were played in thought: an action that was tried less than this part of the most tried is not known."""
DECIDED = 0.03
"""Who may expect no more than this, or all but this, plays for nothing else than the end."""


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
    folder: "GameFolder", state: States, considered: tuple[Considered, ...], style: Style
) -> tuple[Considered, ...]:
    """What was considered, first what somebody of that style plays; without one as it was."""
    gives, seat = gives_of(folder), int(state[0].turn)
    near = nearly_best(considered, seat, gives) if style else []
    if len(near) < 2:
        return considered
    codes = folder.codes(state)
    traits = traits_of(folder, state, [codes[one.action] for one in near])
    losses = [loss(considered[0], one, seat) for one in near]
    chosen = near[to_taste(traits, losses, style, gives)]
    return (chosen, *(one for one in considered if one is not chosen))


def gives_of(folder: "GameFolder") -> float:
    """The most of a win that is given up in a decision of a game: less where a turn has many."""
    return float(getattr(folder.brain, "GIVES", GIVES))


def nearly_best(considered: Sequence[Considered], seat: int, gives: float = GIVES) -> list[Considered]:
    """The action that comes first, and those that are worth nearly as much to a seat and were tried about as often."""
    if not considered or not DECIDED < considered[0].values[seat] < 1.0 - DECIDED:
        return []
    first = considered[0]
    return [one for one in considered if loss(first, one, seat) < gives and one.visits >= TRIED * first.visits]


def loss(first: Considered, one: Considered, seat: int) -> float:
    """What a seat gives up that plays one action instead of the first."""
    return max(0.0, first.values[seat] - one.values[seat])


def to_taste(traits: Sequence[Traits], losses: Sequence[float], style: Style, gives: float = GIVES) -> int:
    """The place of what somebody of a style takes: what is most to its taste is worth `gives`, the opposite nothing.

    >>> to_taste([Traits(gains=1), Traits(gains=3), Traits(gains=5)], [0.0, 0.001, 0.019], "greedy")
    1
    """
    tastes = [taste(one, style) for one in traits]
    least, most = min(tastes), max(tastes)
    scale = gives / (most - least) if most > least else 0.0
    worths = [(liked - least) * scale - loss for liked, loss in zip(tastes, losses, strict=True)]
    return worths.index(max(worths))


def taste(traits: Traits, style: Style) -> float:
    """How much an action is to somebody's taste."""
    return sum(weight * trait for weight, trait in zip(STYLES[style], traits, strict=True))


def traits_of(folder: "GameFolder", state: States, codes: Sequence[int]) -> list[Traits]:
    """What actions do, as the game says it or, if it does not, by the points before and after."""
    if folder.brain.has("traits"):
        return list(folder.brain.traits(state, codes))
    before = _points(state)
    return [_by_points(state, before, _points(folder.step(state, code))) for code in codes]


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
