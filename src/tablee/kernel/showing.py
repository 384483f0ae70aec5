"""What the seats to act observe in many games, written down step after step.

The loop over the games is compiled around the functions of a game that are called in it: to hand them a row each, in a
call for each game, costs as much as most of what they write.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

from numba.extending import overload

from tablee.kernel import defaults
from tablee.kernel.contract import function_of, rules_of, rules_of_type


def show(states: Any, rows: Any, to_act: Any, looked: Any, played: Any, first: int, last: int) -> None:
    """Write down what the seat to act observes in each game, if anybody is to act; take note in `looked` of who it was.

    Where the game says what an action changes, a row is gone on from what `looked` observed before it was `played`.
    """
    _work(rules_of(states[0]))(states, rows, to_act, looked, played, first, last)


def _work(rules: ModuleType) -> Callable[..., None]:
    observe, observe_again = function_of(rules, "observe"), function_of(rules, "observe_again")
    goes_on = observe_again is not defaults.observe_again

    def work(states: Any, rows: Any, to_act: Any, looked: Any, played: Any, first: int, last: int) -> None:
        for game in range(first, last):
            seat = to_act[game]
            if goes_on and seat >= 0 and looked[game] >= 0:
                observe_again(states[game], seat, rows[game], looked[game], played[game])
            else:
                rows[game] = 0
                if seat >= 0:
                    observe(states[game], seat, rows[game])
            looked[game] = seat

    return work


@overload(show, strict=False)  # type: ignore[untyped-decorator]
def _show(states: Any, rows: Any, to_act: Any, looked: Any, played: Any, first: Any, last: Any) -> Any:  # noqa: ARG001
    return _work(rules_of_type(states.dtype))
