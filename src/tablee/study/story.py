"""The story of a game: what luck brought each seat, what its own actions cost it, and what those of others brought it.

Every position has a worth to each seat, its share of the win as a *judge* expects it. An outcome of chance is luck:
what the position is worth after it, less the mean over all outcomes. An action costs its seat what the position after
the best one would have been worth, less what the one after it is; what that brings the others are gifts. All of it is
reckoned looking back (`hindsight.py`), from the end to the beginning. How the game stood at first is thought of by
itself, and where the two disagree, something stays unexplained. So
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
from tablee.study.hindsight import JUDGING, OTHERS, Judging, Passed, Seen, looked_back

LEAVE, GAVE_UP = "leave", "gave_up"
VERSION = 3
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
    """Looking back; of the first step, as it was thought of by itself."""
    ideal: Values
    """After the best action; of chance the mean over all outcomes, of who leaves what playing on was worth."""
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
        return self.after[seat] - self.ideal[seat] if self.who == "chance" else 0.0

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
    last, judging = result_of(folder, final), JUDGING.get(folder.id, OTHERS)
    passed = [_passed(folder, move, one) for move, one in zip(moves, weighed, strict=True)]
    seen = looked_back(passed, last, judging.shared)
    after = [*(one.worth for one in seen[1:]), last]
    errors = [*(one.error for one in weighed[1:]), 0.0]
    steps = [
        _step(at + 1, move, weighed[at], seen[at], after[at], _error(move, weighed[at], errors[at], judging))
        for at, move in enumerate(moves)
    ]
    first = weighed[0].values if weighed else last
    steps[:1] = [msgspec.structs.replace(step, before=first) for step in steps[:1]]
    accounts = tuple(_account(steps, seat, first[seat], last[seat]) for seat in range(folder.seats(final)))
    return Story(folder.id, folder.seats(final), accounts, tuple(steps))


def _passed(folder: GameFolder, move: Move, weighed: Weighed) -> Passed:
    if move.who == "chance":
        weights = dict(folder.outcomes(move.before))
        return Passed(weighed, None, weights[move.text] / sum(weights.values()))
    return Passed(weighed, int(move.who) if isinstance(move.who, int) and move.text != LEAVE else None, 0.0)


def result_of(folder: GameFolder, final: States) -> Values:
    """Each seat's share of the win."""
    winners = folder.result(final).winners
    return tuple((seat in winners) / len(winners) for seat in range(folder.seats(final)))


def _step(number: int, move: Move, weighed: Weighed, seen: Seen, after: Values, error: float) -> Step:
    assert move.who is not None
    best = (seen.better or move.text) if weighed.best else None
    kind = GAVE_UP if move.text == LEAVE else ""
    return Step(number, move.who, move.text, seen.worth, seen.worth, after, best, error, kind)


def _error(move: Move, weighed: Weighed, following: float, judging: Judging) -> float:
    """Of the cost, or of the luck; what was worked out is exact."""
    if move.who == "chance" or move.text == LEAVE:
        return math.hypot(weighed.error, following)
    return math.hypot(weighed.doubt, judging.wrong) if weighed.doubt else 0.0


def _account(steps: Sequence[Step], seat: int, initial: float, final: float) -> Account:
    luck = sum(step.luck(seat) for step in steps)
    mistakes = sum(step.cost for step in steps if step.who == seat)
    gifts = sum(step.gift(seat) for step in steps)
    return Account(initial, final, luck, mistakes, gifts, final - initial - luck + mistakes - gifts)
