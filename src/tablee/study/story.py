"""The story of a game: what luck brought each seat, what its own actions cost it, and what those of others brought it.

Every position has a worth to each seat, its share of the win as a *judge* expects it. An outcome of chance is luck:
what the position is worth after it, less the mean over all outcomes. An action costs its seat what the position after
the best one would have been worth, less what the one after it is; what that brings the others are gifts. Where the
thought about a position and the one about its best action disagree, something stays unexplained. So
final − initial = luck − mistakes + gifts + unexplained, for every seat and any judge.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from tablee.bots.weighing import Values, Weighed
from tablee.games import GameFolder
from tablee.games.folder import ToAct
from tablee.games.thoughts import Limit
from tablee.kernel.contract import States

LEAVE, GAVE_UP = "leave", "gave_up"
VERSION = 2
"""Of how stories are reckoned: one of an older version is told anew when somebody asks for it."""


class Move(NamedTuple):
    """Something that happened: who did it, what, and the state before."""

    who: ToAct
    text: str
    before: States


class Step(msgspec.Struct, frozen=True):
    """A move with what it was worth: what every seat could expect before it, of the best action, and after it."""

    number: int
    who: int | str
    text: str
    before: Values
    ideal: Values
    """After the best action; of chance and of who leaves, what it was before."""
    after: Values
    best: str | None
    """What would have been best; None for chance and for who leaves."""
    error: float
    """Of the cost, or of the luck, to one standard deviation as far as the judge can tell."""
    kind: str = ""
    """Of a mistake, if the game can name it."""

    @property
    def cost(self) -> float:
        """What it cost who did it."""
        return self.ideal[self.who] - self.after[self.who] if isinstance(self.who, int) else 0.0

    @property
    def is_mistake(self) -> bool:
        """Did it cost more than the judge may be wrong?"""
        return self.cost > 2 * self.error

    def luck(self, seat: int) -> float:
        """What chance brought a seat."""
        return self.after[seat] - self.before[seat] if self.who == "chance" else 0.0

    def gift(self, seat: int) -> float:
        """What somebody else's action brought a seat."""
        return self.after[seat] - self.ideal[seat] if isinstance(self.who, int) and self.who != seat else 0.0


class Account(msgspec.Struct, frozen=True):
    """What became of a seat: final − initial = luck − mistakes + gifts + unexplained."""

    initial: float
    final: float
    luck: float
    mistakes: float
    gifts: float
    unexplained: float


class Story(msgspec.Struct, frozen=True):
    """A game as it is told afterwards."""

    game: str
    players: int
    seats: tuple[Account, ...]
    steps: tuple[Step, ...]
    version: int = VERSION
    level: int = 0
    """Of the bot that judged; 0 if it was none."""
    limit: Limit = Limit()
    """What it was allowed for each position."""

    def moments(self, count: int = 5) -> list[Step]:
        """The mistakes that mattered most, the dearest first."""
        return sorted((step for step in self.steps if step.is_mistake), key=lambda step: -step.cost)[:count]

    def throws(self, seat: int) -> tuple[Step, Step] | None:
        """The outcome that was best for a seat, and the worst; None if there was no chance."""
        drawn = sorted((step for step in self.steps if step.who == "chance"), key=lambda step: step.luck(seat))
        return (drawn[-1], drawn[0]) if drawn else None


def tell(folder: GameFolder, moves: Sequence[Move], final: States, weighed: Sequence[Weighed]) -> Story:
    """The story of a game that is over, from its moves as they were weighed."""
    last = result_of(folder, final)
    worths = [*(one.values for one in weighed), last]
    after = [*weighed[1:], Weighed(last, 0.0)]
    steps = tuple(_step(at + 1, move, weighed[at], after[at]) for at, move in enumerate(moves))
    accounts = tuple(_account(steps, seat, worths[0][seat], last[seat]) for seat in range(folder.seats(final)))
    return Story(folder.id, folder.seats(final), accounts, steps)


def result_of(folder: GameFolder, final: States) -> Values:
    """Each seat's share of the win."""
    winners = folder.result(final).winners
    return tuple((seat in winners) / len(winners) for seat in range(folder.seats(final)))


def _step(number: int, move: Move, weighed: Weighed, follows: Weighed) -> Step:
    assert move.who is not None
    before, after = weighed.values, follows.values
    if move.who == "chance" or move.text == LEAVE:
        error, kind = math.hypot(weighed.error, follows.error), GAVE_UP if move.text == LEAVE else ""
        return Step(number, move.who, move.text, before, before, after, None, error, kind)
    gain = weighed.gain or (0.0,) * len(after)
    ideal = tuple(value + more for value, more in zip(after, gain, strict=True))
    return Step(number, move.who, move.text, before, ideal, after, weighed.best, weighed.doubt)


def _account(steps: Sequence[Step], seat: int, initial: float, final: float) -> Account:
    luck = sum(step.luck(seat) for step in steps)
    mistakes = sum(step.cost for step in steps if step.who == seat)
    gifts = sum(step.gift(seat) for step in steps)
    return Account(initial, final, luck, mistakes, gifts, final - initial - luck + mistakes - gifts)
