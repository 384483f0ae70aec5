"""How hard a judge thinks about every position of a game."""

from collections.abc import Sequence

import msgspec

from tablee.games import GameFolder
from tablee.games.levels import STRONGEST
from tablee.games.thoughts import Limit
from tablee.study.story import Move


class Budget(msgspec.Struct, frozen=True):
    """The level of the judge, what it may do for each position, and how many outcomes of chance it looks at."""

    level: int = STRONGEST
    limit: Limit = Limit()
    outcomes: int = 0
    """All, if it is 0."""
    opening: int = 1
    """So many times as long it thinks of the first position: what looking back comes to is compared with that."""

    def of_opening(self) -> "Budget":
        """For the first position by itself."""
        simulations = self.limit.simulations
        longer = None if simulations is None else simulations * self.opening
        return msgspec.structs.replace(self, limit=Limit(longer, self.limit.seconds), opening=1)


LONGEST = 0.5
"""Seconds for one position, at most, where it goes by seconds."""
GAMES = {"isis": 4_000, "netzwerk": 2_200, "morisi": 800}
"""Games in thought for each position with two seats, so that a game of the usual length takes less than a minute of one
core."""
MOST = 4_000
"""Of other games."""
OPENING = {"isis": 6}
"""Where who begins is thought to stand better by some points than longer thinking says."""
A_GLANCE = 40
"""How many times fewer there are at the first look."""


def whole(folder: GameFolder) -> Budget:
    """For the story as it is kept."""
    return Budget(limit=Limit(simulations=GAMES.get(folder.id, MOST)), opening=OPENING.get(folder.id, 1))


def first_look(folder: GameFolder) -> Budget:
    """For something to look at within seconds."""
    return Budget(limit=Limit(simulations=GAMES.get(folder.id, MOST) // A_GLANCE, seconds=0.02), outcomes=3)


def asked_for(
    folder: GameFolder, moves: Sequence[Move], level: int, simulations: int | None, seconds: float | None
) -> Budget:
    """As somebody wishes it: games in thought for each position, or seconds for about the whole."""
    if simulations is None and seconds is None:
        return msgspec.structs.replace(whole(folder), level=level)
    share = None if seconds is None else min(LONGEST, seconds / max(thoughts(folder, moves), 1))
    return Budget(level, Limit(simulations, share))


def thoughts(folder: GameFolder, moves: Sequence[Move]) -> int:
    """About how often a judge will be asked."""
    return sum(2 * len(folder.outcomes(move.before)) if move.who == "chance" else 2 for move in moves)
