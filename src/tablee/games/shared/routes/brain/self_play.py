"""Games that the bots of the route games play against themselves, for `tablee train`.

Before anything is learnt the planner alone plays, which is quick. Afterwards short searches do, that see by the value
learnt so far. Positions are recorded where turns begin.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from tablee.engine.chance import below
from tablee.engine.compile_cache import compiled
from tablee.engine.contract import States
from tablee.games.brains.thoughts import Limit, Opinion, values_for
from tablee.games.brains.value_network import TrainingData, ValueNetwork
from tablee.games.shared.routes.brain import position_numbers, route_playouts, turn_tree
from tablee.games.shared.routes.brain.plans import ANY_GAME
from tablee.games.shared.routes.brain.route_search import (
    FAR_SIGHTED,
    SETTINGS,
    legal_codes,
    new_buffers,
    search,
)
from tablee.games.shared.routes.rules import route_turn
from tablee.games.shared.routes.rules.record import SEATS

PLANNED = 8  # games that the planner plays for each game that is searched
SIMULATIONS = 40  # of a decision, by the learnt value alone
ADVENTURES = 8  # one decision of this many is drawn by lot, to explore other positions
TURNS = 3  # one of this many is recorded: positions of one game tell much the same
MOST_POSITIONS = 128  # that are recorded of a game
NO_LIMIT = Limit()
_BY_VALUE = SETTINGS._replace(trust=1.0)


def play(
    new: Callable[[int, dict[str, Any], int], States],
    known: Mapping[str, Sequence[Any]],
    network: ValueNetwork | None,
    players: int,
    games: int,
    seed: int,
) -> TrainingData:
    """Games of the bot with this network against itself; of the planner if there is none.

    `new` begins a game; `known` are the values of its options, the usual ones first.
    """
    options = {name: values[0] for name, values in known.items()}
    room = np.zeros((MOST_POSITIONS, SEATS, len(position_numbers.OWN)), np.float32)
    common, shares = np.zeros((MOST_POSITIONS, len(position_numbers.COMMON)), np.float32), np.zeros(SEATS)
    found: list[tuple[Any, Any, Any]] = []
    for number in range(games if network else games * PLANNED):
        state = new(players, options, seed * 1_000_003 + number)
        if network is None:
            count = _plan(state, seed + number, room, common, shares)
        else:
            count = _search(state, network, seed + number, room, common, shares)
        results = np.tile(shares[:players], (count, 1)).astype(np.float32)
        found.append((room[:count, :players].copy(), common[:count].copy(), results))
    return TrainingData(*map(np.concatenate, zip(*found, strict=True)))


def _plan(state: States, seed: int, own: Any, common: Any, shares: Any) -> int:
    view = state.view(ANY_GAME)
    tree = turn_tree.new_tree(view, 1)
    return _plan_game(view, tree, new_buffers(state, seed), FAR_SIGHTED, own, common, shares)


def think(network: ValueNetwork | None, state: States, seed: int, limit: Limit) -> list[Opinion]:
    """The candidate moves of a short search by the value alone; of the planner if there is none."""
    simulations = limit.most(SIMULATIONS)
    if network is None:
        found = search(state, simulations, seed, limit.start(), FAR_SIGHTED, plans=True)
    else:
        found = search(state, simulations, seed, limit.start(), FAR_SIGHTED, _BY_VALUE, network=network)
    return found or [Opinion(code, values_for(state, 0.5)) for code in legal_codes(state)]


def _search(state: States, network: ValueNetwork, seed: int, own: Any, common: Any, shares: Any) -> int:
    random, buffers, count, step = np.random.default_rng(seed), new_buffers(state, seed), 0, 0
    view = state.view(ANY_GAME)
    while state[0].phase != route_turn.ENDED:
        if state[0].phase == route_turn.MOVE and count < MOST_POSITIONS and random.integers(TURNS) == 0:
            look(view.copy(), buffers, own[count], common[count])
            count += 1
        _apply(view, _drawn(think(network, state, seed * 997 + step, NO_LIMIT), random))
        step += 1
    _share_out(view, np.zeros(SEATS, np.int64), shares)
    return count


def _drawn(found: list[Opinion], random: np.random.Generator) -> int:
    """The most visited action; now and then any, the more likely the more visited."""
    if random.integers(ADVENTURES):
        return found[0].code
    visits = np.array([max(one.visits, 1) for one in found], float)
    return found[int(random.choice(len(found), p=visits / visits.sum()))].code


@compiled
def look(states: Any, buffers: Any, own: Any, common: Any) -> None:
    """Fill in the numbers of a position where a turn begins."""
    route_playouts.play_on(states[0], buffers, 0, False)
    position_numbers.look_over(states[0], buffers, own, common)


@compiled
def _apply(states: Any, code: int) -> None:
    route_turn.apply(states[0], code)


@compiled
def _share_out(states: Any, points: Any, shares: Any) -> None:
    route_playouts.share_out(states[0], points, shares)


@compiled
def _plan_game(states: Any, tree: Any, buffers: Any, sight: Any, own: Any, common: Any, shares: Any) -> int:
    """Play what the planner likes most; return the number of recorded positions."""
    state, count, candidates = states[0], 0, tree.candidates
    while state.phase != route_turn.ENDED:
        if state.phase == route_turn.MOVE and count < MOST_POSITIONS and below(buffers.random, TURNS) == 0:
            look(states, buffers, own[count], common[count])
            count += 1
        found = turn_tree.find_candidates(state, buffers, sight, candidates)
        chosen = 0
        if below(buffers.random, ADVENTURES):
            for number in range(found):
                if candidates[number].prior > candidates[chosen].prior:
                    chosen = number
        else:
            lot = below(buffers.random, 1000) / 1000.0
            while chosen + 1 < found and lot >= candidates[chosen].prior:
                lot -= candidates[chosen].prior
                chosen += 1
        turn_tree.carry_out(tree, state, candidates[chosen])
    route_playouts.share_out(state, tree.points, shares)
    return count
