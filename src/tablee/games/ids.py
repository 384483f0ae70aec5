"""The ids of a game's actions and outcomes for the interpreter; `kernel/ids.py` says what they are."""

from collections.abc import Sequence
from operator import index
from types import ModuleType
from typing import NamedTuple

import numpy as np

from tablee.games.errors import IllegalAction, TableeError
from tablee.kernel import calls
from tablee.kernel.contract import States
from tablee.kernel.ids import NO_ID


class Choices(NamedTuple):
    """What is legal now, or can fall: ids ascending, the codes of the rules, and weights if it is chance's turn."""

    ids: list[int]
    codes: list[int]
    weights: list[int]

    def code_of(self, wanted: int) -> int:
        """The code of an id, a whole number of any kind; raises `IllegalAction`."""
        given = NO_ID if isinstance(wanted, bool) or not hasattr(wanted, "__index__") else index(wanted)
        if given == NO_ID or given not in self.ids:
            raise IllegalAction(f"the id {wanted!r:.40} is not legal now")
        return self.codes[self.ids.index(given)]

    def check(self) -> None:
        """Raise if something here has no id: a land laid by hand may reach farther than ids do."""
        if NO_ID in self.ids:
            raise TableeError("not everything that is legal here has an id: this land reaches beyond their grid")


class Ids:
    """How many ids there are, and what is legal by them."""

    def __init__(self, rules: ModuleType, texts: Sequence[str]) -> None:
        """`texts` are those of actions and outcomes by code, if codes always mean the same."""
        self.actions: int = getattr(rules, "ACTIONS", len(texts))
        self.first_outcome = self.actions if hasattr(rules, "ACTIONS") else 0
        self.outcomes = max(0, len(texts) - self.first_outcome)
        self._room: int = rules.MOST_ACTIONS

    def choices(self, state: States) -> Choices:
        """What is legal in a state."""
        ids, codes, weights = (np.empty(self._room, np.int32) for _ in range(3))
        count = calls.choices(state, codes, ids, weights, self.first_outcome)
        return Choices(ids[:count].tolist(), codes[:count].tolist(), weights[:count].tolist())
