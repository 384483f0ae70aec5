"""How bots play the route games: they plan which cities to link, gather what that costs, and think ahead.

A level differs from others by what it sees and how far it thinks. The two lowest do what they have planned; the others
do what went best in the games that they played on in thought. What any of them says of an action is how each seat fared
in such games, so that even who does not think ahead can say how it stands.
"""

from collections.abc import Iterable
from typing import NamedTuple

from tablee.games.routes.brain.candidates import Sight
from tablee.games.routes.brain.search import search
from tablee.games.routes.brain.sight import legal_codes
from tablee.games.thoughts import Limit, Opinion, values_for
from tablee.kernel.contract import States


class Level(NamedTuple):
    """What a level sees, and how many games it plays in thought."""

    sight: Sight
    games: int  # with two players
    fewest: int = 0  # and no fewer with more of them
    plans: bool = False  # it does what it has planned; what it says of it comes from a few games


FAR_SIGHTED = Sight(cubes=6, steps=2, routes=8)
LEVELS = {
    1: Level(Sight(cubes=4, steps=0, routes=8, overlooked=5, waits=False), games=24, fewest=24, plans=True),
    2: Level(Sight(cubes=4, steps=1, routes=8, waits=False), games=24, fewest=24, plans=True),
    3: Level(FAR_SIGHTED, games=64, fewest=48),
    4: Level(FAR_SIGHTED, games=500, fewest=200),
    5: Level(FAR_SIGHTED, games=6000),
}
OF_A_ROUTE = 4
"""How to end a route begun was thought through when it was begun: with so many times fewer games it is enough."""


def think(state: States, level: int, seed: int, limit: Limit) -> list[Opinion]:
    """What a bot of that level thinks of actions, first the one that it plays."""
    how, is_up = LEVELS[level], limit.start()
    games = max(1, limit.most(_games(state, how)))
    found = search(state, games, seed, is_up, how.sight, plans=how.plans)
    if not found:  # a way that needs more labels than the planner makes
        return [Opinion(code, values_for(state, 0.5)) for code in legal_codes(state)]
    return _once_each(found)


def _games(state: States, how: Level) -> int:
    """How many games are played in thought: fewer where they are long."""
    games = how.games * 5 // 8 if state[0].needs_house or state[0].many_routes else how.games
    games = max(how.fewest, games // (int(state[0].players) - 1))
    return games // OF_A_ROUTE if state[0].route else games


def _once_each(opinions: Iterable[Opinion]) -> list[Opinion]:
    """Of several routes that begin with the same stick, what is thought of the best."""
    found: dict[int, Opinion] = {}
    for opinion in opinions:
        found.setdefault(opinion.code, opinion)
    return list(found.values())
