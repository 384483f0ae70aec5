"""Compiled tree searches of many games side by side, guided by an evaluator.

Each game has a tree of its own. `descend` plays from every root down to a position that was not evaluated yet and
writes it as numbers; the evaluator gives each of its actions a prior and each seat a value, and `backpropagate` puts
these into the trees. The next action is the one with the highest mean value plus `exploration` × prior × √visits of the
node / (1 + visits of the action) (PUCT), for the seat that chooses there.

Chance has nodes of its own, where an outcome is sampled by its weight. What the searching seat cannot know is sampled
anew each time. A visit is counted on the way down and its value on the way back: until then it looks like a loss, so
that several leaves of one tree, requested together, mostly differ.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from tablee.engine import contract
from tablee.engine.action_ids import NO_ID, choices
from tablee.engine.chance import weighted
from tablee.engine.compile_cache import compiled, compiled_for_threads, compiled_within
from tablee.engine.contract import CHANCE, OVER
from tablee.engine.states import record

_to_act, _apply, _sample = contract.to_act, contract.apply, contract.sample
_winners, _observe = contract.winners, contract.observe

ROOT = 0
NONE = 0
"""No node: the root is nobody's child."""
DEEPEST = 256
"""The depth of a tree: a leaf there is evaluated, but not expanded."""
NOBODY = -3
"""The seat of a tree in which there is nothing to decide."""

NODE = record(
    ("visits", np.int32),
    ("code", np.int32),  # of the action that led here
    ("id", np.int32),  # the public id of that action
    ("first_child", np.int32),
    ("next_sibling", np.int32),
    ("prior", np.float32),
    ("evaluated", np.int8),
)


class Trees(NamedTuple):
    """The trees of all games, one row per game."""

    nodes: Any
    sums: Any  # by tree, node and seat: the summed values
    sizes: Any  # by tree: the nodes in use


class LeafBuffers(NamedTuple):
    """The leaves of the current descent, one row each; those of one tree follow each other."""

    states: Any
    paths: Any
    depths: Any
    to_act: Any  # the seat that is to act there, OVER, or NOBODY
    codes: Any  # of the legal actions there
    ids: Any
    weights: Any
    counts: Any
    observations: Any
    masks: Any
    values: Any  # by seat


class PuctSettings(NamedTuple):
    """The settings of a search."""

    leaves: int  # per tree and descent
    exploration: float
    hides: bool  # whether legal actions may depend on hidden information
    first_outcome: int


@compiled_for_threads
def descend(trees: Any, leaf: Any, roots: Any, seats: Any, random: Any, settings: Any, first: int, last: int) -> None:
    """Find the next leaves of the trees from `first` to `last`; `seats` are those to act at their roots.

    Only this function calls the rules, so only this one is compiled for every game.
    """
    for tree in range(first, last):
        for row in range(tree * settings.leaves, (tree + 1) * settings.leaves):
            leaf.to_act[row] = NOBODY
            is_first = row == tree * settings.leaves  # until the root is evaluated there is only one path
            if seats[tree] != NOBODY and (is_first or trees.nodes[tree, ROOT].evaluated):
                leaf.states[row] = roots[tree]
                _sample(leaf.states[row], seats[tree], random[tree : tree + 1])
                _descend(trees, leaf, random[tree : tree + 1], settings, tree, row)
                _write_leaf(leaf, row)


@compiled_within
def _descend(trees: Any, leaf: Any, random: Any, settings: Any, tree: int, row: int) -> None:
    """Descend to a position that was not evaluated yet, or to the end of the game."""
    state, nodes = leaf.states[row], trees.nodes[tree]
    codes, ids, weights = leaf.codes[row], leaf.ids[row], leaf.weights[row]
    node, depth = ROOT, 0
    leaf.paths[row, 0] = ROOT
    nodes[ROOT].visits += 1
    while True:
        seat = _to_act(state)
        is_leaf = seat >= 0 and (depth == DEEPEST or nodes[node].evaluated == 0)
        if seat == CHANCE or is_leaf or settings.hides:
            leaf.counts[row] = choices(state, codes, ids, weights, settings.first_outcome)
        if seat == OVER or is_leaf:
            break
        count = leaf.counts[row]
        if seat == CHANCE:
            code = codes[weighted(random, weights, count)]
            child = NONE if depth == DEEPEST else outcome(nodes, trees.sums[tree], trees.sizes, tree, node, code)
        else:
            if settings.hides:
                admit(nodes, trees.sums[tree], trees.sizes, tree, node, codes, ids, count)
            child = select(nodes, trees.sums[tree], node, seat, settings.exploration, codes, count, settings.hides)
            code = nodes[child].code
        _apply(state, code)
        if child != NONE:
            node, depth = child, depth + 1
            leaf.paths[row, depth] = node
            nodes[node].visits += 1
    leaf.depths[row], leaf.to_act[row] = depth, seat


@compiled_within
def _write_leaf(leaf: Any, row: int) -> None:
    """Write the observation and the mask of the seat to act or, once the game is over, the shares of the win."""
    state, seat = leaf.states[row], leaf.to_act[row]
    leaf.masks[row] = False
    if seat == OVER:
        share(_winners(state), leaf.values[row])
        return
    leaf.observations[row] = 0
    if leaf.observations.shape[1]:
        _observe(state, seat, leaf.observations[row])
    for place in range(leaf.counts[row]):
        if leaf.ids[row, place] != NO_ID:
            leaf.masks[row, leaf.ids[row, place]] = True


@compiled
def share(winners: int, values: Any) -> None:
    """Fill the share of the win of each seat; `winners` is a bit mask of seats."""
    sharing = 0
    for seat in range(len(values)):
        sharing += winners >> seat & 1
    for seat in range(len(values)):
        values[seat] = (winners >> seat & 1) / sharing


@compiled
def outcome(nodes: Any, sums: Any, sizes: Any, tree: int, node: int, code: int) -> int:
    """The node of an outcome, added if it is new."""
    child = nodes[node].first_child
    while child != NONE and nodes[child].code != code:
        child = nodes[child].next_sibling
    return child if child != NONE else add(nodes, sums, sizes, tree, node, code, NO_ID, 0.0)


@compiled
def add(nodes: Any, sums: Any, sizes: Any, tree: int, node: int, code: int, number: int, prior: float) -> int:
    """Add a child by its code and id; the caller has made room."""
    child: int = sizes[tree]
    sizes[tree] += 1
    nodes[child].visits = nodes[child].first_child = 0
    nodes[child].evaluated = 0
    nodes[child].code = code
    nodes[child].id = number
    nodes[child].prior = prior
    nodes[child].next_sibling = nodes[node].first_child
    nodes[node].first_child = child
    sums[child] = 0
    return child


@compiled
def admit(nodes: Any, sums: Any, sizes: Any, tree: int, node: int, codes: Any, ids: Any, count: int) -> None:
    """Add children for actions that were illegal in the sample in which the node was evaluated."""
    for place in range(count):
        child = nodes[node].first_child
        while child != NONE and nodes[child].code != codes[place]:
            child = nodes[child].next_sibling
        if child == NONE and sizes[tree] < len(nodes):
            add(nodes, sums, sizes, tree, node, codes[place], ids[place], 1 / count)


@compiled
def select(nodes: Any, sums: Any, node: int, seat: int, exploration: float, codes: Any, count: int, hides: bool) -> int:
    """The child with the highest upper confidence bound; one that was never tried has the mean value of the node."""
    mean_value = sums[node, seat] / nodes[node].visits
    reach = exploration * math.sqrt(nodes[node].visits)
    best, best_bound = NONE, -np.inf
    child = nodes[node].first_child
    while child != NONE:
        if not hides or _is_among(codes, count, nodes[child].code):
            visits = nodes[child].visits
            mean = sums[child, seat] / visits if visits else mean_value
            bound = mean + reach * nodes[child].prior / (1 + visits)
            if bound > best_bound:
                best, best_bound = child, bound
        child = nodes[child].next_sibling
    return best


@compiled
def _is_among(codes: Any, count: int, code: int) -> bool:
    place = 0
    while place < count and codes[place] != code:
        place += 1
    return place < count


@compiled_for_threads
def backpropagate(
    trees: Any,
    paths: Any,
    depths: Any,
    values: Any,
    listed: Any,
    rows: Any,
    priors: Any,
    leaves: int,
    first: int,
    last: int,
) -> None:
    """Put evaluations into the trees: the values of each leaf by seat and, from its row of `priors`, its children.

    `listed` are the codes, ids and counts of the legal actions at each leaf. Instead of a row number `rows` has `OVER`
    where the game is over, and `NOBODY` where no leaf was requested.
    """
    for row in range(first * leaves, last * leaves):
        tree = row // leaves
        if rows[row] >= 0:
            expand(trees, tree, paths[row, depths[row]], depths[row], listed, row, priors[rows[row]])
        for step in range(depths[row] + 1 if rows[row] > NOBODY else 0):
            for seat in range(values.shape[1]):
                trees.sums[tree, paths[row, step], seat] += values[row, seat]


@compiled
def expand(trees: Any, tree: int, node: int, depth: int, listed: Any, row: int, priors: Any) -> None:
    """Add the children of a leaf; if no legal action has a prior, all are equally likely."""
    nodes, (codes, ids, counts) = trees.nodes[tree], listed
    if nodes[node].evaluated or depth == DEEPEST:
        return
    total, count = 0.0, counts[row]
    for place in range(count):
        total += _prior(priors, ids[row, place])
    for place in range(count - 1, -1, -1):  # the last added comes first in the list, so the first action wins ties
        prior = _prior(priors, ids[row, place]) / total if total > 0 else 1 / count
        add(nodes, trees.sums[tree], trees.sizes, tree, node, codes[row, place], ids[row, place], prior)
    nodes[node].evaluated = 1


@compiled
def _prior(priors: Any, number: int) -> float:
    return float(priors[number]) if number != NO_ID else 0.0


@compiled_for_threads
def tally(trees: Any, visits: Any, values: Any, first: int, last: int) -> None:
    """Fill by tree and id the visits of each action at the root, and the mean value of each seat after it."""
    for tree in range(first, last):
        nodes = trees.nodes[tree]
        child = nodes[ROOT].first_child
        while child != NONE:
            place, tried = nodes[child].id, nodes[child].visits
            if place != NO_ID and tried:
                visits[tree, place] = tried
                for seat in range(values.shape[2]):
                    values[tree, place, seat] = trees.sums[tree, child, seat] / tried
            child = nodes[child].next_sibling
