"""The contract between a game's rules and everything that plays it.

A game writes the functions below, compiled, in its `rules.py`, over its own state record. Generic code calls the stubs
of this module; numba replaces each call by the game's own function, chosen by the type of the record, so that one
source serves every game at full speed. Called from the interpreter, a stub finds the rules by the record's dtype.

`to_act(state)` gives a seat, `CHANCE` or `OVER`. `legal(state, actions)` fills `actions` and returns their number.
`outcomes(state, actions, weights)` does the same at a chance node, with integer weights. `apply(state, action)`
carries out an action or an outcome. `leave(state, seat)` gives the game up for a seat. `scores(state, scores)` fills
one number a seat, `winners(state)` is a bit mask of seats (0 until over), `reason(state)` an index into the game's
`REASONS`. `sample(state, seat, random)` replaces what `seat` cannot know by a guess that fits what it knows.
Not compiled, and called by nobody in this module: `new(players, options, seed)`, an array of the one first state.
Rules that still play older versions of themselves say so in `OLDER_VERSIONS`, a tuple; then `new` takes a fourth
argument, the version, present or older, and the state it makes remembers it.
"""

from types import ModuleType
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba.extending import overload

CHANCE = -1
"""What `to_act` says when the next step is an outcome of chance."""
OVER = -2
"""What `to_act` says when the game is over."""

Record = Any
"""One state: an element of an array of the game's `STATE` dtype. Numba's types are beyond mypy."""
States = npt.NDArray[Any]
"""An array of state records; a single state is an array of one."""

FUNCTIONS = {
    "to_act": 1,
    "legal": 2,
    "outcomes": 3,
    "apply": 2,
    "leave": 2,
    "scores": 2,
    "winners": 1,
    "reason": 1,
    "sample": 3,
}
"""The functions of a game's `rules.py`, with the number of their arguments."""

_rules_by_dtype: dict[np.dtype[Any], ModuleType] = {}
_rules_by_type: dict[Any, ModuleType] = {}


class ContractError(Exception):
    """A game folder does not fulfil the contract; the message says where."""


def register(game_id: str, rules: ModuleType) -> None:
    """Make the rules of a game known to the generic code, after checking them.

    Raises `ContractError` with a sentence that says what is missing.
    """
    state = _checked_dtype(game_id, rules)
    _check_names(game_id, rules)
    numba_type = numba.from_dtype(state)
    known = _rules_by_type.get(numba_type)
    if known is rules:
        return
    if known is not None:
        raise ContractError(f"{game_id}: its record is taken for that of {known.__name__}; give it a field of its own")
    _rules_by_dtype[state] = _rules_by_type[numba_type] = rules


def rules_of(state: Record) -> ModuleType:
    """The rules module that a record belongs to."""
    return _rules_by_dtype[state.dtype]


def _checked_dtype(game_id: str, rules: ModuleType) -> np.dtype[Any]:
    state = getattr(rules, "STATE", None)
    if not isinstance(state, np.dtype) or state.fields is None or state.type is not np.record:
        raise ContractError(f"{game_id}: rules.STATE must be a NumPy record dtype, np.dtype((np.record, [...]))")
    if not state.names or state.names[0] != game_id:
        raise ContractError(f"{game_id}: the first field of rules.STATE must be named {game_id!r}")
    for name in ("players", "turn", "left"):
        if name not in state.names:
            raise ContractError(f"{game_id}: rules.STATE must have a field {name!r}")
    if state.itemsize != sum(field[0].itemsize for field in state.fields.values()):
        raise ContractError(f"{game_id}: rules.STATE has padding; states are compared and hashed as bytes")
    return state


def _check_names(game_id: str, rules: ModuleType) -> None:
    for name in ("MOST_ACTIONS", "REASONS", "VERSION"):
        if not hasattr(rules, name):
            raise ContractError(f"{game_id}: rules.{name} is missing")
    set_up = 4 if getattr(rules, "OLDER_VERSIONS", ()) else 3
    for name, count in {**FUNCTIONS, "new": set_up}.items():
        function = getattr(rules, name, None)
        code = getattr(getattr(function, "py_func", function), "__code__", None)
        if code is None:
            raise ContractError(f"{game_id}: rules.{name} is missing")
        if code.co_argcount != count:
            raise ContractError(f"{game_id}: rules.{name} must take {count} argument(s)")


# ---- the stubs --------------------------------------------------------------------------------------------


def to_act(state: Record) -> int:
    """The seat to act, `CHANCE` or `OVER`."""
    return int(rules_of(state).to_act(state))


def legal(state: Record, actions: Any) -> int:
    """Fill `actions` with the legal actions of the seat to act; return how many there are."""
    return int(rules_of(state).legal(state, actions))


def outcomes(state: Record, actions: Any, weights: Any) -> int:
    """Fill `actions` and their integer `weights` at a chance node; return how many there are."""
    return int(rules_of(state).outcomes(state, actions, weights))


def apply(state: Record, action: int) -> None:
    """Carry out an action or an outcome."""
    rules_of(state).apply(state, action)


def leave(state: Record, seat: int) -> None:
    """Give the game up for a seat."""
    rules_of(state).leave(state, seat)


def scores(state: Record, scores: Any) -> None:
    """Fill one number a seat, as they stand."""
    rules_of(state).scores(state, scores)


def winners(state: Record) -> int:
    """A bit mask of the seats that have won; 0 until the game is over."""
    return int(rules_of(state).winners(state))


def reason(state: Record) -> int:
    """Why the game is over: an index into the game's `REASONS`."""
    return int(rules_of(state).reason(state))


def sample(state: Record, seat: int, random: Any) -> None:
    """Replace what `seat` cannot know by a guess that fits what it knows."""
    rules_of(state).sample(state, seat, random)


# ---- what numba puts in their place ------------------------------------------------------------------------


def _one(name: str) -> Any:
    def pick(state: Any) -> Any:
        rule = getattr(_rules_by_type[state], name)
        return lambda state: rule(state)

    return pick


def _two(name: str) -> Any:
    def pick(state: Any, second: Any) -> Any:  # noqa: ARG001
        rule = getattr(_rules_by_type[state], name)
        return lambda state, second: rule(state, second)

    return pick


def _three(name: str) -> Any:
    def pick(state: Any, second: Any, third: Any) -> Any:  # noqa: ARG001
        rule = getattr(_rules_by_type[state], name)
        return lambda state, second, third: rule(state, second, third)

    return pick


for _name, _count in FUNCTIONS.items():
    overload(globals()[_name], strict=False)((_one, _two, _three)[_count - 1](_name))
