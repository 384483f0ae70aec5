"""A tree search over the turns of a route game, compiled.

The choices at a node are real ones: where to predict and place, a step, a whole route that can be paid, or to end the
turn. The planner says how much each is worth a try; what comes of it is found by playing on. Every seat plays for
itself, and what others have predicted is guessed anew for every game in thought. A route is built as it was judged.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from tablee.games.routes.brain.ahead import build, go_to, guess_predictions, place_on, play_on
from tablee.games.routes.brain.candidates import CANDIDATE, MOST_CANDIDATES, find_candidates
from tablee.games.routes.brain.score import share_out
from tablee.games.routes.rules.record import EDGES, NOWHERE, SEATS
from tablee.games.routes.rules.turn import (
    END,
    ENDED,
    MOVE_TO,
    PLACE_ON,
    PREDICT,
    PREDICT_CITY,
    STICK_ACTIONS,
    end_turn,
    next_to_predict,
    predict,
)
from tablee.kernel.cache import compiled, compiled_for_threads
from tablee.kernel.states import record

ROOT = 0
DEEPEST = 200
"""Choices from the root that the tree may follow; beyond, the game is only played on."""

NODE = record(
    ("rewards", np.float64, SEATS),  # summed over visits
    ("shares", np.float64, SEATS),  # of the victory, summed over visits
    ("steps", np.int64),  # a candidate: see there
    ("price", np.int64),
    ("visits", np.int32),
    ("first", np.int32),  # the number of its first child; the others follow
    ("children", np.int32),
    ("code", np.int32),
    ("prior", np.float32),
    ("start", np.int8),
    ("sticks", np.int8),
    ("spare", np.int16),  # so that all lies where a processor likes it to
)


class Manner(NamedTuple):
    """How a search goes about it."""

    exploration: float
    caution: float  # what has not been tried is thought to be worse than the rest, by this
    for_a_lead: float  # the part of a reward that comes from the lead in points; the rest is for winning
    large_lead: float  # half of what a boundless one is worth
    sooner: float  # the part of a victory that is lost in twenty turns until then


class Tree(NamedTuple):
    """The nodes of a search, and the room in which a game in thought runs."""

    nodes: Any
    size: Any  # one number: nodes in use
    root: Any
    state: Any
    path: Any
    candidates: Any
    points: Any
    shares: Any
    rewards: Any
    laid: Any


def plant(state: Any, most_nodes: int) -> Tree:
    """A tree of nothing but its root."""
    return Tree(
        nodes=np.zeros(most_nodes, NODE),
        size=np.ones(1, np.int64),
        root=state.copy(),
        state=state.copy(),
        path=np.zeros(DEEPEST + 1, np.int64),
        candidates=np.zeros(MOST_CANDIDATES, CANDIDATE),
        points=np.zeros(SEATS, np.int64),
        shares=np.zeros(SEATS),
        rewards=np.zeros(SEATS),
        laid=np.zeros(EDGES + 1, np.int8),
    )


@compiled_for_threads
def simulate(tree: Any, room: Any, sight: Any, manner: Any, simulations: int) -> None:
    """Play on from the root that many times, and remember in the tree how it went."""
    seat = tree.root[0].turn
    for _ in range(simulations):
        tree.state[0] = tree.root[0]
        state = tree.state[0]
        if state.predicting:
            _guess_all(state, seat, room)
        depth = _descend(tree, state, seat, room, sight, manner)
        turns = depth // 2 + (play_on(state, room) if state.phase != ENDED else 0)
        share_out(state, tree.points, tree.shares)
        _reward(tree, state, turns, manner)
        _remember(tree, depth)


@compiled
def _guess_all(state: Any, seat: int, room: Any) -> None:
    """Replace what the others have predicted by what they are likely to have."""
    for other in range(state.players):
        if other != seat and state.predictions[other, 2] != NOWHERE:
            state.predictions[other, :] = NOWHERE
            guess_predictions(state, other, room)


@compiled
def _descend(tree: Any, state: Any, seat: int, room: Any, sight: Any, manner: Any) -> int:
    """Choose down the tree to a node that is new, and carry it out; returns how many choices that were."""
    node, depth = ROOT, 0
    tree.path[0] = ROOT
    while state.phase != ENDED and depth < DEEPEST:
        while state.phase == PREDICT and state.turn != seat:
            guess_predictions(state, state.turn, room)
            next_to_predict(state)
        if tree.nodes[node].children == 0:
            if tree.nodes[node].visits == 0 and node != ROOT:
                return depth
            if not _expand(tree, state, node, room, sight):
                return depth
        node = _select(tree, node, state.turn, manner)
        _carry_out(tree, state, tree.nodes[node])
        depth += 1
        tree.path[depth] = node
    return depth


@compiled
def _expand(tree: Any, state: Any, node: int, room: Any, sight: Any) -> bool:
    """Add all candidates as children; false if there is no room for them."""
    if tree.size[0] + MOST_CANDIDATES > len(tree.nodes):
        return False
    count = find_candidates(state, room, sight, tree.candidates)
    first = tree.size[0]
    for number in range(count):
        candidate, child = tree.candidates[number], tree.nodes[first + number]
        child.code, child.prior = candidate.code, candidate.prior
        child.steps, child.price = candidate.steps, candidate.price
        child.start, child.sticks = candidate.start, candidate.sticks
    tree.size[0] += count
    tree.nodes[node].first, tree.nodes[node].children = first, count
    return count > 0


@compiled
def _select(tree: Any, node: int, seat: int, manner: Any) -> int:
    """The child that promises most to who chooses, if what was seldom tried is given the benefit of the doubt."""
    nodes, parent = tree.nodes, tree.nodes[node]
    if parent.children == 1:
        return parent.first  # type: ignore[no-any-return]
    usual = parent.rewards[seat] / parent.visits if parent.visits else 0.5
    doubt = manner.exploration * math.sqrt(max(1, parent.visits))
    best, best_bound = parent.first, -np.inf
    for child in range(parent.first, parent.first + parent.children):
        visits = nodes[child].visits
        mean = nodes[child].rewards[seat] / visits if visits else usual - manner.caution
        bound = mean + doubt * nodes[child].prior / (1 + visits)
        if bound > best_bound:
            best, best_bound = child, bound
    return best  # type: ignore[no-any-return]


@compiled
def _carry_out(tree: Any, state: Any, chosen: Any) -> None:
    """Play a candidate."""
    code = chosen.code
    if code < STICK_ACTIONS:
        build(state, chosen.start, chosen.steps, chosen.sticks, chosen.price, tree.laid)
    elif code < MOVE_TO:
        place_on(state, code - PLACE_ON)
    elif code < PREDICT_CITY:
        go_to(state, code - MOVE_TO)
    elif code < END:
        predict(state, code - PREDICT_CITY)
    else:
        end_turn(state)


@compiled
def _reward(tree: Any, state: Any, turns: int, manner: Any) -> None:
    """From 0 to 1 for each seat: its share of the win, a little more if that comes soon, and its lead in points."""
    soon = 1.0 - manner.sooner * turns / (turns + 20.0)
    for seat in range(state.players):
        best = np.int64(-1)
        for other in range(state.players):
            if other != seat and not state.left[other]:
                best = max(best, tree.points[other])
        lead = np.float64(tree.points[seat] - best)
        squeezed = 0.5 + 0.5 * lead / (manner.large_lead + abs(lead))
        tree.rewards[seat] = (1.0 - manner.for_a_lead) * tree.shares[seat] * soon + manner.for_a_lead * squeezed


@compiled
def _remember(tree: Any, depth: int) -> None:
    for step in range(depth + 1):
        node = tree.nodes[tree.path[step]]
        node.visits += 1
        for seat in range(SEATS):
            node.rewards[seat] += tree.rewards[seat]
            node.shares[seat] += tree.shares[seat]
