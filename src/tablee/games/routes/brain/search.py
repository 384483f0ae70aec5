"""Thinking a route game through by a tree search: what is tried, how often it was, and how each seat fared."""

import numpy as np

from tablee.games.routes.brain.ahead import Room
from tablee.games.routes.brain.candidates import MOST_CANDIDATES, Sight
from tablee.games.routes.brain.cities import attractions
from tablee.games.routes.brain.plans import MOST_LABELS, MOST_ROUTES, ROUTE
from tablee.games.routes.brain.sight import ANY_GAME, POWERS, taste_of
from tablee.games.routes.brain.tree import ROOT, Manner, Tree, plant, simulate
from tablee.games.routes.rules.record import MOST_CITIES, SEATS
from tablee.games.thoughts import Opinion, TimeIsUp
from tablee.kernel.chance import new_random
from tablee.kernel.contract import States

CHUNK = 8
"""Games in thought between two looks at the clock."""
MANNER = Manner(exploration=0.6, caution=0.1, for_a_lead=0.2, large_lead=10.0, sooner=0.1)
NODES_A_GAME = 8
"""About so many nodes are added by a game in thought; where there is no more room, the tree grows no further."""


DOUBT = 2.0
"""As if an action had been tried so many times more, and all had gone as with the others."""


def search(
    state: States,
    games: int,
    seed: int,
    is_up: TimeIsUp,
    sight: Sight,
    manner: Manner = MANNER,
    *,
    plans: bool = False,
) -> list[Opinion]:
    """What comes of each thing that may be done; the most tried first, or what was planned.

    It is empty where the planner finds nothing to do.
    """
    tree = plant(state.view(ANY_GAME), NODES_A_GAME * games + 2 * MOST_CANDIDATES)
    room = _room(state, seed)
    done = 0
    while done < games:
        simulate(tree, room, sight, manner, min(CHUNK, games - done))
        done += CHUNK
        if tree.nodes[ROOT].children < 2 or is_up():
            break
    return _opinions(tree, int(state[0].players), plans)


def _room(state: States, seed: int) -> Room:
    likely = np.zeros(MOST_CITIES)
    found = attractions(state)
    likely[: len(found)] = found
    return Room(
        taste=taste_of(state),
        last_taste=taste_of(state, last=True),
        powers=POWERS,
        likely=likely,
        labels=np.empty(MOST_LABELS, ROUTE),
        routes=np.empty((SEATS, MOST_ROUTES), ROUTE),
        random=new_random(seed),
    )


def _opinions(tree: Tree, seats: int, plans: bool) -> list[Opinion]:
    root = tree.nodes[ROOT]
    usual = root.shares[:seats] / root.visits
    children = tree.nodes[root.first : root.first + root.children]
    tried = sorted(
        children, key=lambda child: (-child.prior, -child.visits) if plans else (-child.visits, -child.prior)
    )
    return [
        Opinion(
            int(child.code),
            tuple(((child.shares[:seats] + DOUBT * usual) / (child.visits + DOUBT)).tolist()),
            int(child.visits),
        )
        for child in tried
    ]
