"""What bots may use in a tournament, all alike: games played in thought, seconds a move, seconds a game."""

import msgspec

from tablee.bots.process import DAWDLED, BotFault
from tablee.games.thoughts import Limit

PART_OF_A_GAME = 20
"""Of the time that is left for its game, a bot is told one part in so many for each decision."""
GRACE = 1.0
"""Seconds beyond a limit that are forgiven: the way to a program and back, and a machine that is busy."""


class Limits(msgspec.Struct, frozen=True):
    """The same for every seat; what is not said is up to the bots.

    A bot is told how long it may think about each decision. One that answers a second too late, or has used up its time
    for the game and a second more, has dawdled, and leaves.
    """

    simulations: int | None = None
    seconds: float | None = None
    game_seconds: float | None = None

    def __bool__(self) -> bool:
        return self != Limits()

    @property
    def has_time(self) -> bool:
        """Does a clock run?"""
        return self.seconds is not None or self.game_seconds is not None

    def for_decision(self, spent: float) -> Limit:
        """What a bot is told that has thought for so long in this game.

        >>> Limits(seconds=2.0, game_seconds=60.0).for_decision(spent=30.0).seconds
        1.5
        """
        shares = [] if self.game_seconds is None else [max(self.game_seconds - spent, 0.0) / PART_OF_A_GAME]
        moves = [] if self.seconds is None else [self.seconds]
        return Limit(self.simulations, min([*moves, *shares], default=None))

    def check(self, seconds: float, spent: float) -> None:
        """See that a decision did not take too long, nor all of them together; raises `BotFault`."""
        if self.seconds is not None and seconds > self.seconds + GRACE:
            raise BotFault(DAWDLED, f"{seconds:.1f} s, and {self.seconds:g} are allowed a move")
        if self.game_seconds is not None and spent > self.game_seconds + GRACE:
            raise BotFault(DAWDLED, f"{spent:.1f} s in all, and {self.game_seconds:g} are allowed a game")

    def in_words(self) -> str:
        """The limits for people; nothing if there are none.

        >>> Limits(simulations=500, seconds=0.5).in_words()
        'at most 500 simulations and 0.5 s a move'
        """
        parts = [] if self.simulations is None else [f"{self.simulations} simulations"]
        parts += [] if self.seconds is None else [f"{self.seconds:g} s"]
        moves = [" and ".join(parts) + " a move"] if parts else []
        games = [] if self.game_seconds is None else [f"{self.game_seconds:g} s a game"]
        return f"at most {', '.join(moves + games)}" if self else ""


NO_LIMITS = Limits()
