"""Ids of actions and outcomes, compiled: integers that mean the same in every position.

Rules use codes of their own (`legal`, `apply`). An action's *id* is its code, unless the game has an `action_id` (in
the route games the code of a hex differs from land to land). Outcomes of chance have ids of their own, from 0.
An id from outside is looked up among the legal ones before it is applied to a state.
"""

from typing import Any

from numba.extending import overload

from tablee.engine import contract, defaults
from tablee.engine.compile_cache import compiled_within
from tablee.engine.contract import CHANCE, OVER, Record, function_of, rules_of, rules_of_type

_to_act, _legal, _outcomes, _action_id = contract.to_act, contract.legal, contract.outcomes, contract.action_id

NO_ID = -1
"""The id of an action that has none, and the code of an id that is not legal."""


def has_codes_for_ids(state: Record) -> bool:
    """Are the ids of a game's actions their codes? This is a constant in code compiled for its states."""
    return function_of(rules_of(state), "action_id") is defaults.action_id


@overload(has_codes_for_ids, strict=False)  # type: ignore[untyped-decorator]
def _has_codes_for_ids(state: Any) -> Any:
    known = function_of(rules_of_type(state), "action_id") is defaults.action_id
    return lambda state: known  # noqa: ARG005


@compiled_within
def choices(state: Any, codes: Any, ids: Any, weights: Any, first_outcome: int) -> int:
    """Fill codes and ids of what is legal, ascending by id, and the weights of outcomes; return their number."""
    count = listed(state, codes, ids, weights, first_outcome)
    sort(ids, codes, weights, count)
    return count


@compiled_within
def listed(state: Any, codes: Any, ids: Any, weights: Any, first_outcome: int) -> int:
    """As `choices`, in the order of the rules."""
    seat = _to_act(state)
    if seat == OVER:
        return 0
    if seat == CHANCE:
        count = _outcomes(state, codes, weights)
        for place in range(count):
            ids[place] = codes[place] - first_outcome
    else:
        count = _legal(state, codes)
        for place in range(count):
            ids[place] = _action_id(state, codes[place])
    return count


@compiled_within
def sort(ids: Any, codes: Any, weights: Any, count: int) -> None:
    """Sort by insertion: most games list what is legal in order, and then there is nothing to do."""
    disorder = False
    for place in range(1, count):
        disorder |= ids[place - 1] > ids[place]
    if not disorder:
        return
    for place in range(1, count):
        one, code, weight = ids[place], codes[place], weights[place]
        gap = place
        while gap > 0 and ids[gap - 1] > one:
            ids[gap], codes[gap], weights[gap] = ids[gap - 1], codes[gap - 1], weights[gap - 1]
            gap -= 1
        ids[gap], codes[gap], weights[gap] = one, code, weight


@compiled_within
def code_among(ids: Any, codes: Any, count: int, wanted: int) -> int:
    """The code of an id among the legal ones, or `NO_ID`."""
    for place in range(count):
        if ids[place] == wanted:
            return int(codes[place])
    return NO_ID
