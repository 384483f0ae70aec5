"""A tree search over the turns of a route game, compiled.

The choices at a node are a prediction, a place, a step, a whole route that can be paid, or the end of the turn. The
planner gives each choice a prior, and playouts give it a value. Every seat maximises its own reward. Each simulation
guesses the predictions of others anew. A route is built as it was evaluated.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from tablee.engine.compile_cache import compiled, compiled_for_threads
from tablee.engine.states import record
from tablee.games.brains.value_network import expect
from tablee.games.shared.routes.brain import position_numbers, route_playouts, walks
from tablee.games.shared.routes.brain.plans import DEAREST, can_pay, find_routes, hand_of
from tablee.games.shared.routes.rules import route_turn
from tablee.games.shared.routes.rules.record import EDGES, MOST_HEXES, NOWHERE, SEATS

# ---- candidates: what there is to choose from at a node, and their priors --------------------------------------


MOST_CANDIDATES = MOST_HEXES + 1  # placing a pawn has the most candidates
TOWARDS_A_CUBE = 0.1  # the value of coming near a cube, for seats without a plan

CANDIDATE = record(
    ("worth", np.float64),
    ("prior", np.float64),  # the priors of all candidates add up to 1
    ("steps", np.int64),  # of a route: the directions of its sticks
    ("price", np.int64),  # of a route: its price
    ("code", np.int32),  # the action, or the first stick of a route
    ("start", np.int8),
    ("sticks", np.int8),  # 0 if it is no route
    ("spare", np.int16),  # for alignment
)


class PlannerSight(NamedTuple):
    """What the planner sees at a node."""

    cubes: int  # the highest price of routes
    steps: int  # how many steps beyond the next
    routes: int  # how many routes
    heat: float = 1.0  # the temperature of the priors, in points
    fancy: float = 0.1  # the share of the priors that is split equally
    overlooked: int = 0  # how many of ten routes it overlooks until they can be paid
    waits: bool = True  # whether it may wait for a better route instead of building at once


@compiled
def find_candidates(state: Any, buffers: Any, sight: Any, candidates: Any) -> int:
    """Fill in the candidates of the seat at turn with their priors; return how many."""
    if state.phase == route_turn.PREDICT:
        count = _cities(state, buffers, candidates)
    else:
        routes, nearest = buffers.routes[state.turn], np.empty((2, MOST_HEXES, 5), np.int64)
        walks.measure_land(state, nearest)
        cubes = DEAREST if state.route else sight.cubes
        found = find_routes(state, cubes, buffers.last_taste if state.ending else buffers.taste, buffers.labels, routes)
        if sight.overlooked and state.phase != route_turn.BUILD:
            found = _overlook(state, sight.overlooked, routes, found)
        count = (
            _places(state, buffers, sight, routes, found, nearest, candidates) if state.phase != route_turn.BUILD else 0
        )
        if count == 0:
            state.phase = route_turn.BUILD  # skip the move if there is none
            count = _routes(state, buffers, sight, routes, found, nearest, candidates)
    _share_tries(candidates, count, sight)
    return count


@compiled
def _overlook(state: Any, tenths: int, routes: Any, found: int) -> int:
    """Drop some tenths of the routes; on one land always those that link the same cities."""
    land, left = np.int64(state.turn), 0
    for place in range(state.hexes):
        land = (land * 31 + state.kind[place]) & 0xFFFFFF
    for number in range(found):
        lot = ((land ^ np.int64(routes[number].cities)) * 2654435761 >> 13) % 10
        if lot >= tenths:
            if left < number:
                routes[left] = routes[number]
            left += 1
    return left


@compiled
def _put(candidates: Any, count: int, code: int, worth: float) -> int:
    candidate = candidates[count]
    candidate.code, candidate.worth = code, worth
    candidate.steps, candidate.price, candidate.start, candidate.sticks = 0, 0, 0, 0
    return count + 1


@compiled
def _places(state: Any, buffers: Any, sight: Any, routes: Any, found: int, nearest: Any, candidates: Any) -> int:
    """Fill in the places to move to, or to start from."""
    places, values = np.empty(MOST_HEXES, np.int64), np.zeros(MOST_HEXES)
    count = walks.find_places(state, places)
    first = route_turn.MOVE_TO if state.phase == route_turn.MOVE else route_turn.PLACE_ON
    walks.weigh_places(state, state.turn, places[:count], values, routes, found, sight.steps, nearest, buffers.powers)
    for number in range(count):
        worth = route_playouts.with_its_cube(state, places[number], values[number], routes, found)
        steps = walks.FAR_AWAY  # to the nearest cube that does not end the game
        for colour in range(5):
            if state.on_land[colour] > 1:
                steps = min(steps, nearest[walks.STEPS, places[number], colour])
        worth += TOWARDS_A_CUBE * buffers.powers[steps]
        _put(candidates, number, first + places[number], worth)
    return count


@compiled
def _routes(state: Any, buffers: Any, sight: Any, routes: Any, found: int, nearest: Any, candidates: Any) -> int:
    """Fill in the routes that can be paid and the choice to wait; or all ways to end the begun route."""
    hand, count, dear = hand_of(state, state.turn), 0, 0
    for number in range(found):
        route = routes[number]
        if not can_pay(route.price, hand):
            routes[dear] = routes[number]
            dear += 1
        elif count < sight.routes:
            here, direction = np.int64(route.start), route.steps & 7
            colour = state.kind[state.beside[here, direction] if route.far else here]
            _put(candidates, count, (here * 6 + direction) * 5 + colour, route.net)
            candidates[count].steps, candidates[count].price = route.steps, route.price
            candidates[count].start, candidates[count].sticks = route.start, route.sticks
            count += 1
    if state.route == 0:
        later = 0.0
        if sight.waits and not state.ending:
            later = walks.prospect(state, routes, dear, hand, state.pawns[state.turn], nearest, buffers.powers, 0, 0.0)
        count = _put(candidates, count, route_turn.END, later)
    return count


@compiled
def _cities(state: Any, buffers: Any, candidates: Any) -> int:
    count = 0
    for place in range(state.hexes):
        city = state.city[place]
        named = False
        for rank in range(3):
            named |= state.predictions[state.turn, rank] == city
        if city != NOWHERE and not named:
            count = _put(candidates, count, route_turn.PREDICT_CITY + city, 2.0 * buffers.likely[city])
    return count


@compiled
def _share_tries(candidates: Any, count: int, sight: Any) -> None:
    best, total = -np.inf, 0.0
    for number in range(count):
        best = max(best, candidates[number].worth)
    for number in range(count):
        candidates[number].prior = math.exp((candidates[number].worth - best) / sight.heat)
        total += candidates[number].prior
    for number in range(count):
        candidates[number].prior = (1.0 - sight.fancy) * candidates[number].prior / total + sight.fancy / count


# ---- the tree --------------------------------------------------------------------------------------------------


FAR = 1 << 30  # more turns than any game has
ROOT = 0
DEEPEST = 200  # the most choices from the root to a leaf of the tree

NODE = record(
    ("rewards", np.float64, SEATS),  # summed over visits
    ("shares", np.float64, SEATS),  # of the victory, summed over visits
    ("steps", np.int64),  # as in a candidate
    ("price", np.int64),
    ("visits", np.int32),
    ("first", np.int32),  # its first child; the others follow
    ("children", np.int32),
    ("code", np.int32),
    ("prior", np.float32),
    ("start", np.int8),
    ("sticks", np.int8),
    ("spare", np.int16),  # for alignment
)


class TurnSearchSettings(NamedTuple):
    """How the search chooses and rewards."""

    exploration: float
    caution: float  # how much worse than its parent an unvisited node is assumed to be
    for_a_lead: float  # the share of the reward for the lead in points; the rest is for winning
    large_lead: float  # the lead in points that counts half as much as an unbounded lead
    sooner: float  # the share of a win that a delay can cost; half of it is lost after twenty turns
    trust: float = 0.0  # the share of the learnt value in a reward; the rest is the playout's


class TurnTree(NamedTuple):
    """The nodes of a search, and the buffers in which a simulation runs."""

    nodes: Any
    size: Any  # an array of one: the number of nodes in use
    root: Any
    state: Any
    path: Any
    candidates: Any
    points: Any
    shares: Any
    rewards: Any
    laid: Any
    judged: Any  # the shares of the win by the learnt value


def new_tree(state: Any, most_nodes: int) -> TurnTree:
    """A tree with only its root."""
    return TurnTree(
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
        judged=np.zeros(SEATS),
    )


@compiled_for_threads
def simulate(tree: Any, buffers: Any, sight: Any, settings: Any, network: Any, simulations: int) -> int:
    """Run simulations from the root and add their results to the tree; return how many turns were played in them.

    A reward is mixed of a playout and of what the network expects at the end of the turn.
    """
    seat = tree.root[0].turn
    played = 0
    for _ in range(simulations):
        tree.state[0] = tree.root[0]
        state = tree.state[0]
        if state.predicting:
            _guess_all(state, seat, buffers)
        depth = _descend(tree, state, seat, buffers, sight, settings)
        turns, is_judged = depth // 2, False
        if state.phase != route_turn.ENDED and settings.trust > 0.0:
            turns += route_playouts.play_on(state, buffers, 0, False)
            is_judged = state.phase != route_turn.ENDED
            if is_judged:
                judge(state, buffers, network, tree.judged)
        if not is_judged or settings.trust < 1.0:
            if state.phase != route_turn.ENDED:
                turns += route_playouts.play_on(state, buffers, FAR, is_judged)
            route_playouts.share_out(state, tree.points, tree.shares)
            _reward(tree, state, turns, settings)
        if is_judged:
            _mix(tree, settings.trust)
        _remember(tree, depth)
        played += turns
    return played


@compiled
def _mix(tree: Any, trust: float) -> None:
    """Mix the rewards of the playout with the learnt value; shares stay those of the playout, if there was one."""
    for seat in range(SEATS):
        tree.rewards[seat] += trust * (tree.judged[seat] - tree.rewards[seat])
        if trust == 1.0:
            tree.shares[seat] = tree.judged[seat]


@compiled
def judge(state: Any, buffers: Any, network: Any, shares: Any) -> None:
    """Fill in the share of the win that each seat may expect, at the start of a turn after a playout."""
    own = np.empty((SEATS, len(position_numbers.OWN)), np.float32)
    common = np.empty(len(position_numbers.COMMON), np.float32)
    position_numbers.look_over(state, buffers, own, common)
    expect(network, state.players, state.left, own, common, shares)


@compiled
def _guess_all(state: Any, seat: int, buffers: Any) -> None:
    """Replace the predictions of others by likely ones."""
    for other in range(state.players):
        if other != seat and state.predictions[other, 2] != NOWHERE:
            state.predictions[other, :] = NOWHERE
            route_playouts.guess_predictions(state, other, buffers)


@compiled
def _descend(tree: Any, state: Any, seat: int, buffers: Any, sight: Any, settings: Any) -> int:
    """Walk down the tree to a new node, playing each choice; return the depth."""
    node, depth = ROOT, 0
    tree.path[0] = ROOT
    while state.phase != route_turn.ENDED and depth < DEEPEST:
        while state.phase == route_turn.PREDICT and state.turn != seat:
            route_playouts.guess_predictions(state, state.turn, buffers)
            route_turn.next_to_predict(state)
        if tree.nodes[node].children == 0:
            if tree.nodes[node].visits == 0 and node != ROOT:
                return depth
            if not _expand(tree, state, node, buffers, sight):
                return depth
        node = _select(tree, node, state.turn, settings)
        carry_out(tree, state, tree.nodes[node])
        depth += 1
        tree.path[depth] = node
    return depth


@compiled
def _expand(tree: Any, state: Any, node: int, buffers: Any, sight: Any) -> bool:
    """Add all candidates as children; return whether there was room for them."""
    if tree.size[0] + MOST_CANDIDATES > len(tree.nodes):
        return False
    count = find_candidates(state, buffers, sight, tree.candidates)
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
def _select(tree: Any, node: int, seat: int, settings: Any) -> int:
    """The child with the highest upper bound for the seat that chooses (PUCT)."""
    nodes, parent = tree.nodes, tree.nodes[node]
    if parent.children == 1:
        return parent.first  # type: ignore[no-any-return]
    usual = parent.rewards[seat] / parent.visits if parent.visits else 0.5
    doubt = settings.exploration * math.sqrt(max(1, parent.visits))
    best, best_bound = parent.first, -np.inf
    for child in range(parent.first, parent.first + parent.children):
        visits = nodes[child].visits
        mean = nodes[child].rewards[seat] / visits if visits else usual - settings.caution
        bound = mean + doubt * nodes[child].prior / (1 + visits)
        if bound > best_bound:
            best, best_bound = child, bound
    return best  # type: ignore[no-any-return]


@compiled
def carry_out(tree: Any, state: Any, chosen: Any) -> None:
    """Play a candidate."""
    code = chosen.code
    if code < route_turn.STICK_ACTIONS:
        route_playouts.build(state, chosen.start, chosen.steps, chosen.sticks, chosen.price, tree.laid)
    elif code < route_turn.MOVE_TO:
        route_playouts.place_on(state, code - route_turn.PLACE_ON)
    elif code < route_turn.PREDICT_CITY:
        route_playouts.go_to(state, code - route_turn.MOVE_TO)
    elif code < route_turn.END:
        route_turn.predict(state, code - route_turn.PREDICT_CITY)
    else:
        route_turn.end_turn(state)


@compiled
def _reward(tree: Any, state: Any, turns: int, settings: Any) -> None:
    """Fill in each seat's reward, from 0 to 1: its share of the win, more if it comes soon, and its lead in points."""
    soon = 1.0 - settings.sooner * turns / (turns + 20.0)
    for seat in range(state.players):
        best = np.int64(-1)
        for other in range(state.players):
            if other != seat and not state.left[other]:
                best = max(best, tree.points[other])
        lead = np.float64(tree.points[seat] - best)
        squeezed = 0.5 + 0.5 * lead / (settings.large_lead + abs(lead))
        tree.rewards[seat] = (1.0 - settings.for_a_lead) * tree.shares[seat] * soon + settings.for_a_lead * squeezed


@compiled
def _remember(tree: Any, depth: int) -> None:
    for step in range(depth + 1):
        node = tree.nodes[tree.path[step]]
        node.visits += 1
        for seat in range(SEATS):
            node.rewards[seat] += tree.rewards[seat]
            node.shares[seat] += tree.shares[seat]
