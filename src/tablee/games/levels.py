"""The levels of bots: how many there are, who plays at each, and how far and how hard each thinks.

This is the one place for what holds in every game. It lies on this floor because tables, which know nothing of bots,
must know their names. What a level means in a game that is not played by tree search is knowledge of that game: it
stands as `LEVELS` in the game's `brain.py`, one entry for each of these; what a low level forgets, too. `docs/bots.md`
has all of them side by side, with how strong they are.
"""

from typing import NamedTuple

FAR = 1 << 30
"""Turns enough to see the end of any game."""


class Level(NamedTuple):
    """A bot by its name, and what it may do before a decision where it searches a tree."""

    bot: str
    simulations: int  # games played in thought, with two seats
    sight: int = FAR  # turns after which it looks no further, and takes the points as they stand
    steps: int = 0  # that it may try to work out the end of a game exactly
    trees: int = 1  # among which the simulations are shared, so that several cores can think at once
    with_more: int | None = None  # games played in thought with three seats and more, if not as many

    def games(self, seats: int) -> int:
        """How many games it plays in thought where so many sit at the table."""
        return self.simulations if seats == 2 or self.with_more is None else self.with_more


LEVELS = {
    1: Level("Puce", 500, sight=1),
    2: Level("Malo", 2_000, sight=2),
    3: Level("Ada", 400, steps=5_000),
    4: Level("Basile", 12_000, steps=200_000),
    5: Level("Sibylle", 160_000, steps=1_000_000, trees=2, with_more=80_000),
}
"""A game's brain may have other numbers for more seats (`WITH_MORE`)."""

BOT_NAMES = tuple(level.bot for level in LEVELS.values())
"""What a bot of each level is called."""
LOWEST, STRONGEST = min(LEVELS), max(LEVELS)
DEFAULT_LEVEL = 2
"""The level of bots that fill empty seats."""
STAND_IN_LEVEL = 3
"""The level of bots that play for somebody absent."""
MOST_QUICK = 3
"""The highest level that decides within a few hundredths of a second in every game."""
LONGEST_THOUGHT = 2.0
"""Seconds after which a worker decides with what it has, so that a slow machine keeps nobody waiting for long."""
