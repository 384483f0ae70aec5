"""Monte-Carlo tree search, compiled, over any game of the kernel.

Every seat plays for itself: a node counts the reward of the seat that chose it. Chance has nodes of its own, where an
outcome is thrown by its weight in every simulation. What the searching seat cannot know is guessed anew for each
simulation, so two simulations may find different legal actions at one node; children are therefore found by action.

Beside the reward, by which it chooses, a node sums up the result of every seat: what the search says of an action.
"""

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tablee.bots.advice import judge, pick, promise
from tablee.kernel.cache import compiled, compiled_for_threads
from tablee.kernel.chance import below, new_random, weighted
from tablee.kernel.contract import CHANCE, OVER, States, apply, legal, outcomes, sample, scores, to_act, winners
from tablee.kernel.states import record

if TYPE_CHECKING:
    from tablee.games.folder import GameFolder

EXPLORATION = 0.35
"""How much a choice that was seldom tried is favoured over one that did well."""
TRUST = 16.0
"""How much the promises of a game's brain count, in visits."""
WORTH_OF_PROMISE = 0.08
"""What one point that the brain promises is taken to bring as reward."""
WORTH_OF_MARGIN = 0.25
"""The part of a reward that comes from the lead in points; the rest is for winning."""
MARGIN = 10.0
"""The lead in points that earns half of what a boundless one would, unless the game's brain knows better."""
MOST_NODES = 1 << 20
"""A tree grows no further; simulations then only refine what they find in it."""
DEEPEST = 256
"""Steps from the root that the tree may follow; beyond, the game is only played out."""

ROOT = 0
NONE = 0
"""No node: the root is nobody's child."""

NODE = record(
    ("reward", np.float64),  # summed over visits, of the seat that chose this node
    ("visits", np.int32),
    ("action", np.int32),  # what led here
    ("place", np.int32),  # where that action stood among the legal ones: a hint
    ("first_child", np.int32),
    ("next_sibling", np.int32),
    ("promise", np.float32),  # what the brain guessed the action to be worth
)


class Choice(NamedTuple):
    """What is known of one action: how often it was tried, the mean reward of who tries it, and each seat's result."""

    action: str
    visits: int
    reward: float
    values: tuple[float, ...]


class Tree(NamedTuple):
    """The nodes of a search, and the room in which a simulation runs."""

    nodes: Any
    size: Any  # one number: nodes in use
    root: Any
    state: Any
    random: Any
    path: Any  # the nodes of the running simulation
    choosers: Any  # the seat that chose each, or CHANCE
    actions: Any
    weights: Any
    known: Any  # by legal action: does it have a node?
    promises: Any  # by legal action: what the brain guesses it to be worth
    points: Any
    rewards: Any
    results: Any
    sums: Any  # by node and seat: of the results of all simulations that came by


class Manner(NamedTuple):
    """How a search goes about it."""

    margin: float  # the lead in points that is half as good as a boundless one
    trust: float  # in what the brain promises, as if it were so many visits
    sight: int  # turns after which a simulation ends, and the points are taken as they stand


def margin_of(folder: "GameFolder") -> float:
    """The lead in points that is half as good as a boundless one, in a game."""
    return float(getattr(folder.brain, "MARGIN", MARGIN))


def plant(state: States, most_actions: int, most_nodes: int, seed: int) -> Tree:
    """A tree of nothing but its root."""
    seats = int(state[0].players)
    return Tree(
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
        promises=np.zeros(most_actions, np.float32),
        points=np.zeros(seats, np.int32),
        rewards=np.zeros(seats, np.float64),
        results=np.zeros(seats, np.float64),
        sums=np.zeros((most_nodes, seats), np.float32),
    )


@compiled_for_threads
def simulate(tree: Any, seat: int, manner: Any, simulations: int, insight: Any = ()) -> None:
    """Play on from the root that many times, as `seat` knows it, and remember in the tree how it went.

    What the brain needs to judge positions is no part of the tree: its arrays would be counted in and out at each step.
    """
    for _ in range(simulations):
        tree.state[0] = tree.root[0]
        state = tree.state[0]
        sample(state, seat, tree.random)
        depth, turns = _descend(tree, state, manner)
        if judge(state, insight, tree.rewards, tree.results):
            _add_up(tree.rewards, tree.results)
        else:
            _play_on(tree, state, turns)
            reward(state, manner.margin, tree.points, tree.rewards)
            result(state, tree.rewards, tree.results)
        _remember(tree, depth)


@compiled
def _descend(tree: Any, state: Any, manner: Any) -> tuple[int, int]:
    """Play down the tree and one new node beyond it; return how many steps of the path are nodes, and turns left."""
    node = ROOT
    depth = 0
    turns = manner.sight
    while depth < DEEPEST:
        seat = to_act(state)
        if seat == OVER:
            break
        if seat == CHANCE:
            count = outcomes(state, tree.actions, tree.weights)
            place = weighted(tree.random, tree.weights, count)
        else:
            count = legal(state, tree.actions)
            place = _select(tree, state, node, count, manner.trust)
        action = tree.actions[place]
        child = _child(tree, node, action)
        is_new = child == NONE
        if is_new:
            child = _add_child(tree, node, action, place)
        turns -= _carry_out(state, action)
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
def _play_on(tree: Any, state: Any, turns: int) -> None:
    """Play roughly sensibly until the game, or what the search can see of it, ends."""
    while turns > 0:
        seat = to_act(state)
        if seat == OVER:
            return
        if seat == CHANCE:
            count = outcomes(state, tree.actions, tree.weights)
            place = weighted(tree.random, tree.weights, count)
        else:
            count = legal(state, tree.actions)
            place = pick(state, tree.actions, count, tree.random)
        turns -= _carry_out(state, tree.actions[place])


@compiled
def _carry_out(state: Any, action: int) -> int:
    """Take a step; 1 if that ends a turn, else 0."""
    turn = state.turn
    apply(state, action)
    return 1 if state.turn != turn else 0


@compiled
def _select(tree: Any, state: Any, node: int, count: int, trust: float) -> int:
    """The place of the legal action of the highest upper bound.

    What the brain promises of an action counts as `trust` visits that went as usual, or worse by what it promises less
    than the best. Without trust in a brain, an action that was never tried comes first.
    """
    nodes, known = tree.nodes, tree.known
    known[:count] = False
    met = 0
    usual = _usual_reward(nodes, node)
    exploration = EXPLORATION * math.sqrt(math.log(nodes[node].visits + 1))
    best, best_bound = 0, -np.inf
    child = nodes[node].first_child
    while child != NONE:
        place = _place(tree.actions, count, nodes[child].action, nodes[child].place)
        if place >= 0:
            known[place] = True
            met += 1
            visits = nodes[child].visits + trust
            expected = usual + WORTH_OF_PROMISE * nodes[child].promise
            bound = (nodes[child].reward + trust * expected) / visits + exploration / math.sqrt(visits)
            if bound > best_bound:
                best, best_bound = place, bound
        child = nodes[child].next_sibling
    if met == count:
        return best
    promise(state, tree.actions, count, tree.promises)
    untried = _most_promising(tree, count)
    if trust == 0:
        return untried
    bound = usual + WORTH_OF_PROMISE * tree.promises[untried] + exploration / math.sqrt(trust)
    return untried if bound > best_bound else best


@compiled
def _usual_reward(nodes: Any, node: int) -> float:
    """What the seat that chooses at a node got on the whole."""
    rewards, visits = 0.5, 1
    child = nodes[node].first_child
    while child != NONE:
        rewards += nodes[child].reward
        visits += nodes[child].visits
        child = nodes[child].next_sibling
    return rewards / visits


@compiled
def _most_promising(tree: Any, count: int) -> int:
    """The place of the untried action that promises most; of equals any."""
    first = below(tree.random, count)
    best = -1
    for step in range(count):
        place = (first + step) % count
        if not tree.known[place] and (best < 0 or tree.promises[place] > tree.promises[best]):
            best = place
    return best


@compiled
def _place(actions: Any, count: int, action: int, hint: int) -> int:
    """Where an action stands among the legal ones now, or -1."""
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
    """A new node, or `NONE` if there is no room for more."""
    child: int = tree.size[0]
    if child >= len(tree.nodes):
        return NONE
    tree.size[0] += 1
    added = tree.nodes[child]
    added.action = action
    added.place = place
    added.promise = tree.promises[place]
    added.next_sibling = tree.nodes[node].first_child
    tree.nodes[node].first_child = child
    return child


@compiled
def reward(state: Any, margin: float, points: Any, rewards: Any) -> None:
    """From 0 to 1 for each seat: its share of the win, and, to tell wins apart, its lead in points.

    Where the game is not over, the lead is all there is.
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
        weight = WORTH_OF_MARGIN if mask else 1.0
        rewards[seat] = (1 - weight) * share + weight * squashed


@compiled
def _add_up(rewards: Any, results: Any) -> None:
    """From squeezed leads to rewards, where the brain has judged."""
    for seat in range(len(rewards)):
        rewards[seat] = (1 - WORTH_OF_MARGIN) * results[seat] + WORTH_OF_MARGIN * rewards[seat]


@compiled
def result(state: Any, rewards: Any, results: Any) -> None:
    """From 0 to 1 for each seat, 1 in all: its share of the win or, where the game is not over, of the rewards."""
    mask = winners(state)
    total = 0.0
    for seat in range(len(rewards)):
        results[seat] = np.float64(mask >> seat & 1) if mask else rewards[seat]
        total += results[seat]
    for seat in range(len(rewards)):
        results[seat] /= total


@compiled
def _lead(state: Any, points: Any, seat: int) -> int:
    """Points ahead of the best of the others who stayed; 0 if nobody did."""
    found = False
    best = np.int64(0)
    for other in range(len(points)):
        if other != seat and not state.left[other] and (not found or points[other] > best):
            found = True
            best = np.int64(points[other])
    return np.int64(points[seat]) - best if found else np.int64(0)  # type: ignore[return-value]


@compiled
def _remember(tree: Any, depth: int) -> None:
    tree.nodes[ROOT].visits += 1
    for step in range(1, depth + 1):
        node = tree.path[step]
        tree.nodes[node].visits += 1
        for seat in range(len(tree.results)):
            tree.sums[node, seat] += tree.results[seat]
        chooser = tree.choosers[step]
        if chooser != CHANCE:
            tree.nodes[node].reward += tree.rewards[chooser]
