"""Make the finished games of the folder `finished` anew: `python -m tests.games.morisi.make_finished`.

Lands come from the engine, logs and results from the plain reference. Games made once are kept for good: they are what
later rules are held against. So this is for adding a game, and leaves those alone that are there.
"""

from pathlib import Path

from tests.games.morisi.positions import FROM_THE_MIDDLE, ONE_BY_ONE, state_against_a_leaver
from tests.games.shared.routes.endings import BUILDERS, endings_of
from tests.games.shared.routes.finished import Ending, make
from tests.games.shared.routes.games import Setup
from tests.games.shared.routes.position import State
from tests.games.shared.routes.positions import PARKED, sticks_along

FOLDER = Path(__file__).parent / "finished"


def before_the_last_cube(*built: list[str]) -> State:
    """Seat 0 can take the last blue cube, and build nothing with it, when seats 0 and 1 have built that."""
    state = state_against_a_leaver(*built, phase="move", pawns=[PARKED[3], PARKED[0], None])
    state["hexes"][PARKED[4]] = {"kind": "land", "color": "blue", "cubes": 1}
    return state


ENDINGS = {
    **endings_of("morisi"),
    "points, the cities decide": Ending(("the cities decide",), Setup("morisi", 2), BUILDERS),
    "points, the sticks decide": Ending(("the sticks decide",), Setup("morisi", 2), BUILDERS),
    "points, the houses decide": Ending(
        ("the houses decide",), before_the_last_cube(ONE_BY_ONE, [*FROM_THE_MIDDLE, *sticks_along("1,5 1,4")])
    ),
    "points, a tie is shared": Ending(("a tie is shared",), before_the_last_cube(ONE_BY_ONE, ONE_BY_ONE)),
    "points, a turn of several routes": Ending(
        ("a turn goes on after a route", "a route that brings no house", "it ends by points"),
        Setup("morisi", 2),
        BUILDERS,
    ),
}

if __name__ == "__main__":
    make(FOLDER, ENDINGS)
