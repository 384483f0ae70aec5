"""The bots of the route games: plan which cities to link, and search a tree of turns.

Levels differ in what the planner sees and in the number of simulations. The two lowest play the plan; the others play
the action that the search visited most. Every level evaluates its actions by simulations.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from tablee.engine import calls
from tablee.engine.chance import new_random
from tablee.engine.contract import States
from tablee.games.brains.levels import is_clear
from tablee.games.brains.thoughts import Limit, Opinion, TimeIsUp, values_for
from tablee.games.brains.value_network import ValueNetwork, blank_network
from tablee.games.shared.routes.brain.plans import ANY_GAME, MOST_LABELS, MOST_ROUTES, ROUTE, taste_of
from tablee.games.shared.routes.brain.position_numbers import COMMON, OWN
from tablee.games.shared.routes.brain.route_playouts import PlayoutBuffers
from tablee.games.shared.routes.brain.turn_tree import (
    MOST_CANDIDATES,
    ROOT,
    PlannerSight,
    TurnSearchSettings,
    TurnTree,
    new_tree,
    simulate,
)
from tablee.games.shared.routes.brain.walks import POWERS
from tablee.games.shared.routes.rules.record import MOST_CITIES, MOST_HEXES, NOWHERE, SEATS
from tablee.games.shared.routes.rules.route_turn import MOST_ACTIONS


class RouteLevel(NamedTuple):
    """What a level sees, and how many simulations it runs."""

    sight: PlannerSight
    simulations: int  # with two players
    fewest: int = 0  # at least this many with more players
    plans: bool = False  # whether it plays the plan; then simulations only evaluate
    trust: float = 0.0  # the share of the learnt value in rewards, where there is one
    turns: int = 0  # at most this many in all simulations together, as long games take long; 0: any number


NO_NETWORKS: Mapping[int, ValueNetwork] = {}
FAR_SIGHTED = PlannerSight(cubes=6, steps=2, routes=8)
LEVELS = {
    1: RouteLevel(
        PlannerSight(cubes=4, steps=0, routes=8, overlooked=5, waits=False), simulations=24, fewest=24, plans=True
    ),
    2: RouteLevel(PlannerSight(cubes=4, steps=1, routes=8, waits=False), simulations=24, fewest=24, plans=True),
    3: RouteLevel(FAR_SIGHTED, simulations=64, fewest=48),
    4: RouteLevel(FAR_SIGHTED, simulations=500, fewest=200),
    5: RouteLevel(FAR_SIGHTED, simulations=6000, trust=0.5, turns=80_000),
}
OF_A_ROUTE = 4  # divide the simulations by this when a route is continued: it was searched when it was begun


def think(
    state: States, level: int, seed: int, limit: Limit, networks: Mapping[int, ValueNetwork] = NO_NETWORKS
) -> list[Opinion]:
    """The candidate moves of a level with their values, the best first; `networks` by number of players."""
    how, is_up = LEVELS[level], limit.start()
    simulations = max(1, limit.most(_simulations(state, how)))
    network, turns = networks.get(int(state[0].players)), _fewer_if_long(state, how.turns)
    settings = SETTINGS._replace(trust=how.trust) if network else SETTINGS
    found = search(state, simulations, seed, is_up, how.sight, settings, plans=how.plans, network=network, turns=turns)
    if not found:  # the only ways on need more labels than the planner makes
        return [Opinion(code, values_for(state, 0.5)) for code in legal_codes(state)]
    by_code: dict[int, Opinion] = {}
    for opinion in found:  # keep the first, which is the best, of the routes that begin with the same stick
        by_code.setdefault(opinion.code, opinion)
    return list(by_code.values())


def legal_codes(state: States) -> list[int]:
    """The codes of all legal actions."""
    actions = np.empty(MOST_ACTIONS, np.int32)
    codes: list[int] = actions[: calls.legal(state, actions)].tolist()
    return codes


def _simulations(state: States, how: RouteLevel) -> int:
    """The number of simulations."""
    simulations = max(how.fewest, _fewer_if_long(state, how.simulations) // (int(state[0].players) - 1))
    return simulations // OF_A_ROUTE if state[0].route else simulations


def _fewer_if_long(state: States, number: int) -> int:
    """Fewer simulations or turns where games are long."""
    return number * 5 // 8 if state[0].needs_house or state[0].many_routes else number


# ---- the search ------------------------------------------------------------------------------------------------


CHUNK = 8  # how many simulations to run before checking the clock
SETTINGS = TurnSearchSettings(exploration=0.6, caution=0.1, for_a_lead=0.2, large_lead=10.0, sooner=0.1)
NODES_A_SIMULATION = 8  # Room for nodes per simulation. When the room is used up, the tree stops growing.


BLANK = blank_network(len(OWN), len(COMMON))
DOUBT = 2.0  # extra visits with the average result, which smooth the values of actions that were visited rarely


def search(
    state: States,
    simulations: int,
    seed: int,
    is_up: TimeIsUp,
    sight: PlannerSight,
    settings: TurnSearchSettings = SETTINGS,
    *,
    plans: bool = False,
    network: ValueNetwork | None = None,
    turns: int = 0,
) -> list[Opinion]:
    """Evaluate the candidates; the most visited first or, with `plans`, the highest prior first.

    The list is empty where the planner finds no candidate. With a bound of `turns` the search ends when that many have
    been played in all simulations, or when hardly any other candidate can become the most visited.
    """
    tree = new_tree(state.view(ANY_GAME), NODES_A_SIMULATION * simulations + 2 * MOST_CANDIDATES)
    buffers = new_buffers(state, seed)
    root, done, played = tree.nodes[ROOT], 0, 0
    while done < simulations:
        played += simulate(tree, buffers, sight, settings, network or BLANK, min(CHUNK, simulations - done))
        done += CHUNK
        if root.children < 2 or is_up():
            break
        if turns and _is_enough(tree, min(simulations - done, (turns - played) * done // max(played, 1))):
            break
    return _opinions(tree, int(state[0].players), plans)


def _is_enough(tree: TurnTree, left: int) -> bool:
    """Is a search over that has room for so many more simulations?"""
    root = tree.nodes[ROOT]
    children = tree.nodes[root.first : root.first + root.children]
    return left <= 0 or is_clear(children["visits"].tolist(), left)


def new_buffers(state: States, seed: int) -> PlayoutBuffers:
    """The buffers of playouts from a state."""
    likely = np.zeros(MOST_CITIES)
    found = attractions(state)
    likely[: len(found)] = found
    return PlayoutBuffers(
        taste=taste_of(state),
        last_taste=taste_of(state, last=True),
        powers=POWERS,
        likely=likely,
        labels=np.empty(MOST_LABELS, ROUTE),
        routes=np.empty((SEATS, MOST_ROUTES), ROUTE),
        counts=np.zeros(SEATS, np.int64),
        nearest=np.empty((2, MOST_HEXES, 5), np.int64),
        random=new_random(seed),
    )


def _opinions(tree: TurnTree, seats: int, plans: bool) -> list[Opinion]:
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


# ---- attractive cities -----------------------------------------------------------------------------------------


Land = tuple[tuple[int, ...], ...]  # the hexes beside each hex


def attractions(state: States) -> tuple[float, ...]:
    """How likely each city is to become large: more so, the nearer other cities are."""
    fields = state[0]
    land = [[int(other) for other in fields.beside[place] if other != NOWHERE] for place in range(int(fields.hexes))]
    return _attractions(tuple(map(tuple, land)), tuple(fields.city.tolist()), int(fields.deserts))


@lru_cache(maxsize=64)
def _attractions(beside: Land, city: tuple[int, ...], deserts: int) -> tuple[float, ...]:
    places = sorted((place for place in range(len(beside)) if city[place] != NOWHERE), key=lambda place: city[place])
    return tuple(sum(0.5**steps for steps in _distances(beside, city, deserts, place) if steps > 1) for place in places)


def _distances(beside: Land, city: tuple[int, ...], deserts: int, start: int) -> list[int]:
    """The distances to other cities over open land."""
    found, seen, edge, steps = [], deserts | 1 << start, [start], 0
    while edge:
        steps += 1
        beyond = sorted({other for place in edge for other in beside[place] if not seen >> other & 1})
        seen |= sum(1 << place for place in beyond)
        found += [steps for place in beyond if city[place] != NOWHERE]
        edge = [place for place in beyond if city[place] == NOWHERE]
    return found
