"""What a game's `brain.py` may tell the search: compiled functions, chosen by the type of the state.

All of them are optional:

- `pick(state, actions, count, random)` is the rollout policy: the place of the action to play in a playout, quick and
  roughly sensible.
- `promise(state, actions, count, promises)` fills the priors: for each legal action a first guess at how many points it
  is worth, compared with the others.
- `gist(state)` makes the state key of the endgame solver: it wipes from the state what the rest of the game does not
  depend on and returns a number. States that become equal, with the same number, have the same value.
- `judge(state, insight, leads, shares)` evaluates a position in place of a playout: it fills, for each seat, its lead
  in points, squashed between 0 and 1, and its share of the win, and returns true; or it returns false, and is asked
  again after each step of the playout. `insight` is the result of the brain's `insight(state, level)` for one tree.
"""

from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba.extending import overload

from tablee.engine.chance import below
from tablee.engine.compile_cache import compiled
from tablee.engine.contract import Record

_by_dtype: dict[np.dtype[Any], ModuleType] = {}
_by_type: dict[Any, ModuleType] = {}


def register_brain(state: np.dtype[Any], brain: ModuleType) -> None:
    """Let the search find the functions of a brain by the type of its game's states."""
    _by_dtype[state] = _by_type[numba.from_dtype(state)] = brain


@compiled
def _random_action(state: Any, actions: Any, count: int, random: Any) -> int:  # noqa: ARG001
    return below(random, count)


@compiled
def _no_priors(state: Any, actions: Any, count: int, priors: Any) -> None:  # noqa: ARG001
    priors[:count] = 0.0


@compiled
def _whole_state(state: Any) -> int:  # noqa: ARG001
    return 0


@compiled
def _no_value(state: Any, insight: Any, leads: Any, shares: Any) -> bool:  # noqa: ARG001
    return False


def rollout_action(state: Record, actions: Any, count: int, random: Any) -> int:
    """The place among the `count` actions of the one to play in a playout; random without a rollout policy."""
    return int(_advice(_by_dtype[state.dtype], "pick")(state, actions, count, random))


def fill_priors(state: Record, actions: Any, count: int, priors: Any) -> None:
    """Fill the priors of the actions, in points; zeros if the brain has none."""
    _advice(_by_dtype[state.dtype], "promise")(state, actions, count, priors)


def state_key(state: Record) -> int:
    """Wipe from a state what the rest of the game does not depend on; nothing if the brain does not say."""
    return int(_advice(_by_dtype[state.dtype], "gist")(state))


def evaluate_position(state: Record, insight: Any, leads: Any, shares: Any) -> bool:
    """Fill the squashed lead and the share of the win of each seat; false if the brain does not evaluate."""
    return bool(_advice(_by_dtype[state.dtype], "judge")(state, insight, leads, shares))


_DEFAULTS = {"pick": _random_action, "promise": _no_priors, "gist": _whole_state, "judge": _no_value}


def _advice(brain: ModuleType, name: str) -> Any:
    return getattr(brain, name, _DEFAULTS[name])


def _compiled_rollout_action(state: Any, actions: Any, count: Any, random: Any) -> Any:  # noqa: ARG001
    pick = _advice(_by_type[state], "pick")
    return lambda state, actions, count, random: pick(state, actions, count, random)


def _compiled_fill_priors(state: Any, actions: Any, count: Any, priors: Any) -> Any:  # noqa: ARG001
    promise = _advice(_by_type[state], "promise")
    return lambda state, actions, count, priors: promise(state, actions, count, priors)


def _compiled_state_key(state: Any) -> Any:
    gist = _advice(_by_type[state], "gist")
    return lambda state: gist(state)


def _compiled_evaluate_position(state: Any, insight: Any, leads: Any, shares: Any) -> Any:  # noqa: ARG001
    judge = _advice(_by_type[state], "judge")
    return lambda state, insight, leads, shares: judge(state, insight, leads, shares)


overload(rollout_action, strict=False)(_compiled_rollout_action)
overload(fill_priors, strict=False)(_compiled_fill_priors)
overload(state_key, strict=False)(_compiled_state_key)
overload(evaluate_position, strict=False)(_compiled_evaluate_position)
