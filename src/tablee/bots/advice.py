"""What a game's brain may tell the search, compiled and chosen by the type of the state, as the rules are.

All functions are optional. `pick(state, actions, count, random)` is the place of the action that is played where a
game is only played out in thought: quick and roughly sensible. `promise(state, actions, count, promises)` fills, for
each legal action, a first guess at how many points it is worth, compared with the others. `gist(state)`, where ends are
worked out, wipes from the state what its end does not hang on, and returns a number: states that become alike, of the
same number, are worth the same. `judge(state, insight, leads, shares)` says what a position is worth in place of a game
played out: it fills, for each seat, its lead in points, squeezed between 0 and 1, and its share of the win, and returns
true; or false, where it has no opinion. `insight` is what `insight(state, level)` of the brain has given, for one tree.
"""

from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba.extending import overload

from tablee.kernel.cache import compiled
from tablee.kernel.chance import below
from tablee.kernel.contract import Record

_by_dtype: dict[np.dtype[Any], ModuleType] = {}
_by_type: dict[Any, ModuleType] = {}


def learn(state: np.dtype[Any], brain: ModuleType) -> None:
    """Make known what a brain offers for the states of its game."""
    _by_dtype[state] = _by_type[numba.from_dtype(state)] = brain


@compiled
def _pick_any(state: Any, actions: Any, count: int, random: Any) -> int:  # noqa: ARG001
    return below(random, count)


@compiled
def _promise_nothing(state: Any, actions: Any, count: int, promises: Any) -> None:  # noqa: ARG001
    promises[:count] = 0.0


@compiled
def _all_of_it(state: Any) -> int:  # noqa: ARG001
    return 0


@compiled
def _judge_nothing(state: Any, insight: Any, leads: Any, shares: Any) -> bool:  # noqa: ARG001
    return False


def _picks(brain: ModuleType) -> Any:
    return getattr(brain, "pick", _pick_any)


def _promises(brain: ModuleType) -> Any:
    return getattr(brain, "promise", _promise_nothing)


def _gists(brain: ModuleType) -> Any:
    return getattr(brain, "gist", _all_of_it)


def _judges(brain: ModuleType) -> Any:
    return getattr(brain, "judge", _judge_nothing)


def pick(state: Record, actions: Any, count: int, random: Any) -> int:
    """The place among the `count` actions of one that is roughly sensible; any, where the brain has no opinion."""
    return int(_picks(_by_dtype[state.dtype])(state, actions, count, random))


def promise(state: Record, actions: Any, count: int, promises: Any) -> None:
    """Fill a first guess at the points that each action is worth; all the same, where the brain has no opinion."""
    _promises(_by_dtype[state.dtype])(state, actions, count, promises)


def gist(state: Record) -> int:
    """Wipe from a state what its end does not hang on; nothing, where the brain does not know."""
    return int(_gists(_by_dtype[state.dtype])(state))


def judge(state: Record, insight: Any, leads: Any, shares: Any) -> bool:
    """Fill what each seat may expect of a position; false, where the brain does not say."""
    return bool(_judges(_by_dtype[state.dtype])(state, insight, leads, shares))


def _compiled_gist(state: Any) -> Any:
    gists = _gists(_by_type[state])
    return lambda state: gists(state)


def _compiled_pick(state: Any, actions: Any, count: Any, random: Any) -> Any:  # noqa: ARG001
    picks = _picks(_by_type[state])
    return lambda state, actions, count, random: picks(state, actions, count, random)


def _compiled_promise(state: Any, actions: Any, count: Any, promises: Any) -> Any:  # noqa: ARG001
    promises_of = _promises(_by_type[state])
    return lambda state, actions, count, promises: promises_of(state, actions, count, promises)


def _compiled_judge(state: Any, insight: Any, leads: Any, shares: Any) -> Any:  # noqa: ARG001
    judges = _judges(_by_type[state])
    return lambda state, insight, leads, shares: judges(state, insight, leads, shares)


overload(pick, strict=False)(_compiled_pick)
overload(promise, strict=False)(_compiled_promise)
overload(gist, strict=False)(_compiled_gist)
overload(judge, strict=False)(_compiled_judge)
