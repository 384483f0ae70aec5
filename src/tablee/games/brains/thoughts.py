"""Requests to bots and their answers, as plain values.

`choose(knowledge, limit, seed)` returns a `Thought`: built-in, random and external bots do so (`bots/bot.py`), and the
pool of workers (`bots/requests.py`).
"""

import math
import time
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from tablee.engine.contract import States

TimeIsUp = Callable[[], bool]


class Limit(msgspec.Struct, frozen=True):
    """How long a bot may think: simulations, seconds, or both; otherwise its level decides.

    A limit shortens the thinking of a level and never extends it. A bot that reaches it plays the best action so far.
    """

    simulations: int | None = None
    seconds: float | None = None

    def most(self, simulations: int) -> int:
        """The given number of simulations, or fewer.

        >>> Limit(simulations=100).most(500), Limit().most(500)
        (100, 500)
        """
        return simulations if self.simulations is None else min(simulations, self.simulations)

    def start(self, clock: Callable[[], float] = time.monotonic) -> TimeIsUp:
        """Start the clock; the returned function says whether the time is up.

        >>> is_up = Limit(seconds=60.0).start()
        >>> is_up()
        False
        """
        end = math.inf if self.seconds is None else clock() + self.seconds
        return lambda: clock() >= end


class Considered(msgspec.Struct, frozen=True, array_like=True):
    """A candidate move.

    `visits` are the simulations that began with it, 0 if it was evaluated or solved without any. `values` are the
    expected shares of the win after it by absolute seat, from 0 to 1 and 1 in sum. How they are found depends on the
    bot (`docs/bots/levels.md`); values of one thought can be compared.
    """

    action: str
    visits: int
    values: tuple[float, ...]


class Thought(msgspec.Struct, frozen=True):
    """A bot's answer: the action that it plays, and the candidate moves.

    The action is the first candidate; mostly, but not always, it has the highest value, because bots also count points
    and visits. A bot without a choice, or with a method of its own, has no candidates.
    """

    action: str
    considered: tuple[Considered, ...] = ()
    simulations: int = 0
    seconds: float = 0.0


class Opinion(NamedTuple):
    """A game's brain's evaluation of one action, by its code; a brain returns a list, the best first."""

    code: int
    values: tuple[float, ...]
    visits: int = 0


def values_for(state: States, chance: float) -> tuple[float, ...]:
    """The values of all seats if the seat to act has that chance; the others who stayed share the rest equally."""
    seat, left = int(state[0].turn), state[0].left.tolist()
    chance = min(max(chance, 0.0), 1.0)
    others = [other for other in range(int(state[0].players)) if other != seat and not left[other]]
    rest = (1.0 - chance) / max(len(others), 1)
    return tuple(chance if other == seat else rest * (other in others) for other in range(int(state[0].players)))
