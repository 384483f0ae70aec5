"""What is asked of whatever thinks, and what it answers: plain values, the same for every bot and for every asker.

`choose(knowledge, limit, seed)` gives a `Thought`: so do the bots of the house, random ones, Python classes and
programs (`bots/bot.py`), and the pool of workers (`bots/questions.py`).
"""

import math
import time
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from tablee.kernel.contract import States

TimeIsUp = Callable[[], bool]


class Limit(msgspec.Struct, frozen=True):
    """How long a thought may take: games played in thought, seconds, or both; what is not said is up to the level.

    A limit makes a thought shorter than its level would, never longer. Whoever reaches it plays the best so far.
    """

    simulations: int | None = None
    seconds: float | None = None

    def most(self, simulations: int) -> int:
        """So many simulations, or fewer.

        >>> Limit(simulations=100).most(500), Limit().most(500)
        (100, 500)
        """
        return simulations if self.simulations is None else min(simulations, self.simulations)

    def start(self, clock: Callable[[], float] = time.monotonic) -> TimeIsUp:
        """From now on, say whether the time is up.

        >>> is_up = Limit(seconds=60.0).start()
        >>> is_up()
        False
        """
        end = math.inf if self.seconds is None else clock() + self.seconds
        return lambda: clock() >= end


class Considered(msgspec.Struct, frozen=True, array_like=True):
    """An action that was considered.

    `visits` are the games in thought that began with it, 0 where it was judged or worked out without any. `values` are
    the results that each seat may expect after it, from 0 to 1 and 1 in all: its share of the win, as far as this bot
    can tell. What that is founded on depends on the bot (`docs/bots.md`); values of one thought can be compared.
    """

    action: str
    visits: int
    values: tuple[float, ...]


class Thought(msgspec.Struct, frozen=True):
    """What a bot answers: the action that it plays, and why.

    The action comes first among the considered, and is mostly but not always of the highest value: bots mind points,
    too, and trust what they have tried often. Who had no choice, or thinks in ways of its own, has considered nothing.
    """

    action: str
    considered: tuple[Considered, ...] = ()
    simulations: int = 0
    seconds: float = 0.0


class Opinion(NamedTuple):
    """What a game's brain thinks of one action, by its code; a brain gives a list of them, what it plays first."""

    code: int
    values: tuple[float, ...]
    visits: int = 0


def values_for(state: States, chance: float) -> tuple[float, ...]:
    """The values of all seats if the one to act has that chance: the others who stayed share the rest equally."""
    seat, left = int(state[0].turn), state[0].left.tolist()
    chance = min(max(chance, 0.0), 1.0)
    others = [other for other in range(int(state[0].players)) if other != seat and not left[other]]
    rest = (1.0 - chance) / max(len(others), 1)
    return tuple(chance if other == seat else rest * (other in others) for other in range(int(state[0].players)))
