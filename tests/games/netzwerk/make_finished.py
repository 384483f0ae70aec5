"""Make the finished games of the folder `finished` anew: `python -m tests.games.netzwerk.make_finished`.

Lands come from the engine, logs and results from the plain reference. Games made once are kept for good: they are what
later rules are held against. So this is for adding a game, and leaves those alone that are there.
"""

from pathlib import Path

from tests.games.shared.routes.endings import BUILDERS, endings_of
from tests.games.shared.routes.finished import Ending, make
from tests.games.shared.routes.games import Setup

FOLDER = Path(__file__).parent / "finished"
ENDINGS = {
    **endings_of("netzwerk"),
    "points, a tie is shared": Ending(("a tie is shared",), Setup("netzwerk", 4), BUILDERS),
    "points, a route that brings no house": Ending(
        ("a route that brings no house", "it ends by points"), Setup("netzwerk", 3), BUILDERS
    ),
}

if __name__ == "__main__":
    make(FOLDER, ENDINGS)
