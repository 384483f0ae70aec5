"""Monte-Carlo tree search, compiled, over any game of the engine.

Every seat plays for itself: a node sums the rewards of the seat that chose it. Chance has nodes of its own, where every
simulation samples an outcome by its weight. What the searching seat cannot know is sampled anew in each simulation, so
that legal actions at a node may differ between simulations; children are therefore found by action.

Rewards guide the search. Besides, a node sums the results of all seats: the values that the search reports.
"""

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tablee.bots.game_advice import evaluate_position, fill_priors, rollout_action
from tablee.engine.chance import below, new_random, weighted
from tablee.engine.compile_cache import compiled, compiled_for_threads
from tablee.engine.contract import CHANCE, OVER, States, apply, legal, outcomes, sample, scores, to_act, winners
from tablee.engine.states import record

if TYPE_CHECKING:
    from tablee.games.definition import GameDefinition

EXPLORATION = 0.35
"""The exploration constant of UCB."""
PRIOR_VISITS = 16.0
"""How many visits the priors of a game's brain count for."""
REWARD_PER_POINT = 0.08
"""The reward of one point of a prior."""
MARGIN_WEIGHT = 0.25
"""The weight of the lead in points in a reward; the rest is for winning."""
MARGIN = 10.0
"""The lead in points that is worth half as much as an unlimited one, unless the game's brain says otherwise."""
MOST_NODES = 1 << 20
"""A tree grows no further; simulations then only refine its statistics."""
DEEPEST = 256
"""The depth of a tree; beyond it, the game is only played out."""

ROOT = 0
NONE = 0
"""No node: the root is nobody's child."""
NOT_FOUND = -1

NODE = record(
    ("reward", np.float64),  # summed over visits, of the seat that chose this node
    ("visits", np.int32),
    ("action", np.int32),  # that led here
    ("place", np.int32),  # of that action among the legal ones when it was added: a hint
    ("first_child", np.int32),
    ("next_sibling", np.int32),
    ("prior", np.float32),  # the brain's prior of the action, in points
)


class Choice(NamedTuple):
    """An action at the root: its visits, the mean reward of the seat to act, and the mean result of each seat."""

    action: str
    visits: int
    reward: float
    values: tuple[float, ...]


class SearchTree(NamedTuple):
    """The nodes of a search, and the buffers of the running simulation."""

    nodes: Any
    size: Any  # one number: the nodes in use
    root: Any
    state: Any
    random: Any
    path: Any  # the nodes that the simulation has visited
    choosers: Any  # the seat that chose each, or CHANCE
    actions: Any
    weights: Any
    known: Any  # by legal action: does it have a node?
    priors: Any  # by legal action: the brain's prior, in points
    points: Any
    rewards: Any
    results: Any
    sums: Any  # by node and seat: the summed results of its visits


class SearchSettings(NamedTuple):
    """The settings of a search."""

    margin: float  # the lead in points that is worth half as much as an unlimited one
    prior_visits: float  # how many visits a prior counts for; 0 without priors
    sight: int  # turns after which a simulation ends and the current points count


def margin_of(definition: "GameDefinition") -> float:
    """The lead in points that is worth half as much as an unlimited one in a game."""
    return float(getattr(definition.brain, "MARGIN", MARGIN))


def new_tree(state: States, most_actions: int, most_nodes: int, seed: int) -> SearchTree:
    """A tree with a root only."""
    seats = int(state[0].players)
    return SearchTree(
        nodes=np.zeros(most_nodes, NODE),
        size=np.ones(1, np.int64),
        root=state.copy(),
        state=state.copy(),
        random=new_random(seed),
        path=np.zeros(DEEPEST + 1, np.int32),
        choosers=np.zeros(DEEPEST + 1, np.int32),
        actions=np.empty(most_actions, np.int32),
        weights=np.empty(most_actions, np.int32),
        known=np.empty(most_actions, np.bool_),
        priors=np.zeros(most_actions, np.float32),
        points=np.zeros(seats, np.int32),
        rewards=np.zeros(seats, np.float64),
        results=np.zeros(seats, np.float64),
        sums=np.zeros((most_nodes, seats), np.float32),
    )


@compiled_for_threads
def simulate(tree: Any, seat: int, settings: Any, simulations: int, insight: Any = ()) -> None:
    """Run simulations from the root, as `seat` knows it.

    `insight`, the brain's data to evaluate positions, is not part of the tree: reference counts of its arrays would be
    changed at each step.
    """
    for _ in range(simulations):
        tree.state[0] = tree.root[0]
        state = tree.state[0]
        sample(state, seat, tree.random)
        depth, turns = _descend(tree, state, settings)
        if _play_out(tree, state, turns, insight):
            _add_margin(tree.rewards, tree.results)
        else:
            reward(state, settings.margin, tree.points, tree.rewards)
            result(state, tree.rewards, tree.results)
        _backpropagate(tree, depth)


@compiled
def _descend(tree: Any, state: Any, settings: Any) -> tuple[int, int]:
    """Descend the tree and add one node; return the length of the path and the turns left."""
    node = ROOT
    depth = 0
    turns = settings.sight
    while depth < DEEPEST:
        seat = to_act(state)
        if seat == OVER:
            break
        if seat == CHANCE:
            count = outcomes(state, tree.actions, tree.weights)
            place = weighted(tree.random, tree.weights, count)
        else:
            count = legal(state, tree.actions)
            place = _select(tree, state, node, count, settings.prior_visits)
        action = tree.actions[place]
        child = _child(tree, node, action)
        is_new = child == NONE
        if is_new:
            child = _add_child(tree, node, action, place)
        turns -= _step(state, action)
        if child == NONE:
            break
        depth += 1
        node = child
        tree.path[depth] = node
        tree.choosers[depth] = seat
        if is_new or turns == 0:
            break
    return depth, turns


@compiled
def _play_out(tree: Any, state: Any, turns: int, insight: Any) -> bool:
    """Play by the rollout policy until the brain evaluates the position (true), or the game or the turns are over."""
    while not evaluate_position(state, insight, tree.rewards, tree.results):
        seat = to_act(state)
        if seat == OVER or turns <= 0:
            return False
        if seat == CHANCE:
            count = outcomes(state, tree.actions, tree.weights)
            place = weighted(tree.random, tree.weights, count)
        else:
            count = legal(state, tree.actions)
            place = rollout_action(state, tree.actions, count, tree.random)
        turns -= _step(state, tree.actions[place])
    return True


@compiled
def _step(state: Any, action: int) -> int:
    """Apply an action; return 1 if that ends a turn, else 0."""
    turn = state.turn
    apply(state, action)
    return 1 if state.turn != turn else 0


@compiled
def _select(tree: Any, state: Any, node: int, count: int, prior_visits: float) -> int:
    """The place of the legal action with the highest upper confidence bound.

    A prior counts as `prior_visits` visits with the mean reward of the node plus the prior's. Without priors, actions
    that were never tried come first.
    """
    nodes, known = tree.nodes, tree.known
    known[:count] = False
    tried = 0
    mean_reward = _mean_reward(nodes, node)
    exploration = EXPLORATION * math.sqrt(math.log(nodes[node].visits + 1))
    best, best_bound = 0, -np.inf
    child = nodes[node].first_child
    while child != NONE:
        place = _place_of(tree.actions, count, nodes[child].action, nodes[child].place)
        if place >= 0:
            known[place] = True
            tried += 1
            visits = nodes[child].visits + prior_visits
            expected = mean_reward + REWARD_PER_POINT * nodes[child].prior
            bound = (nodes[child].reward + prior_visits * expected) / visits + exploration / math.sqrt(visits)
            if bound > best_bound:
                best, best_bound = place, bound
        child = nodes[child].next_sibling
    if tried == count:
        return best
    fill_priors(state, tree.actions, count, tree.priors)
    untried = _best_untried(tree, count)
    if prior_visits == 0:
        return untried
    bound = mean_reward + REWARD_PER_POINT * tree.priors[untried] + exploration / math.sqrt(prior_visits)
    return untried if bound > best_bound else best


@compiled
def _mean_reward(nodes: Any, node: int) -> float:
    """The mean reward of the seat that chooses at a node."""
    rewards, visits = 0.5, 1
    child = nodes[node].first_child
    while child != NONE:
        rewards += nodes[child].reward
        visits += nodes[child].visits
        child = nodes[child].next_sibling
    return rewards / visits


@compiled
def _best_untried(tree: Any, count: int) -> int:
    """The place of the untried action with the highest prior; among equals a random one."""
    first = below(tree.random, count)
    best = -1
    for step in range(count):
        place = (first + step) % count
        if not tree.known[place] and (best < 0 or tree.priors[place] > tree.priors[best]):
            best = place
    return best


@compiled
def _place_of(actions: Any, count: int, action: int, hint: int) -> int:
    """The place of an action among the legal ones, or -1."""
    if hint < count and actions[hint] == action:
        return hint
    for place in range(count):
        if actions[place] == action:
            return place
    return -1


@compiled
def _child(tree: Any, node: int, action: int) -> int:
    child: int = tree.nodes[node].first_child
    while child != NONE and tree.nodes[child].action != action:
        child = tree.nodes[child].next_sibling
    return child


@compiled
def _add_child(tree: Any, node: int, action: int, place: int) -> int:
    """Add a node; return `NONE` if the tree is full."""
    child: int = tree.size[0]
    if child >= len(tree.nodes):
        return NONE
    tree.size[0] += 1
    added = tree.nodes[child]
    added.action = action
    added.place = place
    added.prior = tree.priors[place]
    added.next_sibling = tree.nodes[node].first_child
    tree.nodes[node].first_child = child
    return child


@compiled
def reward(state: Any, margin: float, points: Any, rewards: Any) -> None:
    """Fill the reward of each seat, from 0 to 1: its share of the win and, to tell wins apart, its lead in points.

    While the game is not over, only the lead counts.
    """
    scores(state, points)
    mask = winners(state)
    sharing = 0
    for seat in range(len(rewards)):
        sharing += mask >> seat & 1
    for seat in range(len(rewards)):
        share = (mask >> seat & 1) / max(sharing, 1)
        lead = _lead(state, points, seat)
        squashed = 0.5 + 0.5 * lead / (margin + abs(lead))
        weight = MARGIN_WEIGHT if mask else 1.0
        rewards[seat] = (1 - weight) * share + weight * squashed


@compiled
def _add_margin(rewards: Any, results: Any) -> None:
    """Turn squashed leads into rewards, where the brain has evaluated the position."""
    for seat in range(len(rewards)):
        rewards[seat] = (1 - MARGIN_WEIGHT) * results[seat] + MARGIN_WEIGHT * rewards[seat]


@compiled
def result(state: Any, rewards: Any, results: Any) -> None:
    """Fill the result of each seat, 1 in sum: its share of the win or, while the game is not over, of the rewards."""
    mask = winners(state)
    total = 0.0
    for seat in range(len(rewards)):
        results[seat] = np.float64(mask >> seat & 1) if mask else rewards[seat]
        total += results[seat]
    for seat in range(len(rewards)):
        results[seat] /= total


@compiled
def _lead(state: Any, points: Any, seat: int) -> int:
    """The lead in points over the best of the other seats that stayed; 0 if none did."""
    found = False
    best = np.int64(0)
    for other in range(len(points)):
        if other != seat and not state.left[other] and (not found or points[other] > best):
            found = True
            best = np.int64(points[other])
    return np.int64(points[seat]) - best if found else np.int64(0)  # type: ignore[return-value]


@compiled
def _backpropagate(tree: Any, depth: int) -> None:
    tree.nodes[ROOT].visits += 1
    for step in range(1, depth + 1):
        node = tree.path[step]
        tree.nodes[node].visits += 1
        for seat in range(len(tree.results)):
            tree.sums[node, seat] += tree.results[seat]
        chooser = tree.choosers[step]
        if chooser != CHANCE:
            tree.nodes[node].reward += tree.rewards[chooser]


# ---- reuse of a subtree ---------------------------------------------------------------------------------------
#
# After a seat's action, outcomes of chance and the answers of the others, the game is in a state that the seat's last
# search has mostly visited. Only in games without hidden information does a node stand for one state, so that its
# statistics stay valid: in other games nothing may be reused.


def reuse_subtree(old: SearchTree, new: SearchTree) -> bool:
    """Copy the subtree of an older tree for the root state of a new one, as far as it fits; false if there is none."""
    states = np.empty(DEEPEST + 1, new.root.dtype)
    states[0] = old.root[0]
    bytes_of_states = states.view(np.uint8).reshape(len(states), -1)
    node = _find(old.nodes, states, bytes_of_states, new.root.view(np.uint8))
    if node == NOT_FOUND or old.nodes[node].first_child == NONE:
        return False
    origins = np.empty(len(new.nodes), np.int32)
    new.size[0] = size = _copy(old.nodes, node, new.nodes, origins)
    new.sums[:size] = old.sums[origins[:size]]
    return True


@compiled
def _find(nodes: Any, states: Any, bytes_of_states: Any, wanted: Any) -> int:
    """The node of the wanted state, among several the most visited; `NOT_FOUND` if there is none.

    A depth-first search without recursion, which numba would not cache: `upcoming` holds the next node by depth,
    `states` the states on the path from the root.
    """
    if _are_equal(bytes_of_states[0], wanted):
        return ROOT
    best = NOT_FOUND
    upcoming = np.empty(DEEPEST + 2, np.int32)
    depth = 1
    upcoming[depth] = nodes[ROOT].first_child
    while depth > 0:
        node = upcoming[depth]
        if node == NONE:
            depth -= 1
            continue
        upcoming[depth] = nodes[node].next_sibling
        if best != NOT_FOUND and nodes[node].visits <= nodes[best].visits:
            continue
        states[depth] = states[depth - 1]
        apply(states[depth], nodes[node].action)
        if _are_equal(bytes_of_states[depth], wanted):
            best = node
        else:
            depth += 1
            upcoming[depth] = nodes[node].first_child
    return best


@compiled
def _are_equal(some: Any, others: Any) -> bool:
    for place in range(len(some)):  # noqa: SIM110 - numba knows no generators here
        if some[place] != others[place]:
            return False
    return True


@compiled
def _copy(old: Any, node: int, new: Any, origins: Any) -> int:
    """Copy a subtree breadth first; return its number of nodes."""
    new[ROOT] = old[node]
    new[ROOT].next_sibling = NONE
    origins[ROOT] = node
    size = 1
    parent = 0
    while parent < size:
        size = _copy_children(old, new, origins, parent, size)
        parent += 1
    return size


@compiled
def _copy_children(old: Any, new: Any, origins: Any, parent: int, size: int) -> int:
    """Copy the children of one node in order; return the number of nodes so far."""
    origin = old[origins[parent]].first_child
    new[parent].first_child = NONE
    while origin != NONE and size < len(new):
        new[size] = old[origin]
        new[size].next_sibling = NONE
        origins[size] = origin
        if new[parent].first_child == NONE:
            new[parent].first_child = size
        else:
            new[size - 1].next_sibling = size
        origin = old[origin].next_sibling
        size += 1
    return size
