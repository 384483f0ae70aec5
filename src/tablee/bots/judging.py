"""A bot as a judge: what it expects of a position, from what the seat to act could know."""

import math
import zlib
from collections.abc import Callable, Sequence

from tablee.bots.mind import Mind
from tablee.bots.weighing import Judge, Judged
from tablee.games import GameFolder
from tablee.games.thoughts import Considered, Limit, Thought
from tablee.kernel.contract import States

BY_EYE = {"morfals": 0.015, "morpyam": 0.03}
"""How far a brain that judges without playing on is wrong, to one standard deviation, as measured against games that
were played on (`docs/study.md`)."""
NOT_MEASURED = 0.03
"""The same, where nobody has."""
STEPS = 150_000
"""In which ends are tried to be worked out: a story asks about hundreds of positions, of which few can be."""
NEARLY = 0.1
"""By how much of a win an action may seem worse than the best and still be its rival, which may be better after all."""


def judge_by(folder: GameFolder, level: int, limit: Limit, asked: Callable[[], None] = lambda: None) -> Judge:
    """The judge of a level, who thinks anew each time, on one core; `asked` is told of every question beforehand."""

    def judge(state: States) -> Judged:
        asked()
        seat = folder.to_act(state)
        assert isinstance(seat, int)
        seed = zlib.crc32(state.tobytes())
        known = state if folder.nothing_is_hidden else folder.read(folder.knowledge(state, seat))
        thought = Mind(folder, level, cores=1, steps=STEPS).think_of(known, limit, seed)
        return _judged(thought, seat, BY_EYE.get(folder.id, NOT_MEASURED))

    return judge


def _judged(thought: Thought, seat: int, by_eye: float) -> Judged:
    """By what it would play: that was looked at most."""
    first = thought.considered[0]
    error, count = _error(first, seat, by_eye), len(thought.considered)
    rival = _rival(thought.considered, seat)
    return Judged(first.values, error, first.action, is_only=count == 1, is_exact=not first.visits, rival=rival)


def _rival(considered: Sequence[Considered], seat: int) -> str | None:
    """What seems nearly as good as the first, if anything does."""
    near = considered[0].values[seat] - NEARLY
    return next((one.action for one in considered[1:] if one.values[seat] > near), None)


def _error(best: Considered, seat: int, by_eye: float) -> float:
    """As of so many games, where some were played; what was worked out is exact."""
    if best.visits:
        chance = min(max(best.values[seat], 0.01), 0.99)
        return math.sqrt(chance * (1 - chance) / best.visits)
    return 0.0 if best.values[seat] in (0.0, 1.0) else by_eye
