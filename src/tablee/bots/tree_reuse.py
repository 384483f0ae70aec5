"""A part of a search tree that lives on as a tree of its own, compiled.

After a seat's action, the outcomes of chance and the answers of the others, the game is in a state that the seat's last
search has mostly been in, too. Only where nothing is hidden does a node stand for one state, and what was tried there
hold whatever has been learned since: elsewhere nobody may take cuttings.
"""

from typing import Any

import numpy as np

from tablee.bots.tree import DEEPEST, NONE, ROOT, Tree
from tablee.kernel.cache import compiled
from tablee.kernel.contract import apply

NOWHERE = -1


def transplant(old: Tree, new: Tree) -> bool:
    """Fill a tree of nothing but its root with what an older one knows of that state; false if that is nothing.

    As much as there is room for.
    """
    states = np.empty(DEEPEST + 1, new.root.dtype)
    states[0] = old.root[0]
    bytes_of_states = states.view(np.uint8).reshape(len(states), -1)
    node = _find(old.nodes, states, bytes_of_states, new.root.view(np.uint8))
    if node == NOWHERE or old.nodes[node].first_child == NONE:
        return False
    origins = np.empty(len(new.nodes), np.int32)
    new.size[0] = size = _copy(old.nodes, node, new.nodes, origins)
    new.sums[:size] = old.sums[origins[:size]]
    return True


@compiled
def _find(nodes: Any, states: Any, bytes_of_states: Any, wanted: Any) -> int:
    """The node of the wanted state, of several the one visited most; `NOWHERE` if there is none.

    A depth-first search without recursion, which numba would not cache: `upcoming` are the nodes to look at next by
    depth, `states` those on the way from the root.
    """
    if _are_equal(bytes_of_states[0], wanted):
        return ROOT
    best = NOWHERE
    upcoming = np.empty(DEEPEST + 2, np.int32)
    depth = 1
    upcoming[depth] = nodes[ROOT].first_child
    while depth > 0:
        node = upcoming[depth]
        if node == NONE:
            depth -= 1
            continue
        upcoming[depth] = nodes[node].next_sibling
        if best != NOWHERE and nodes[node].visits <= nodes[best].visits:
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
    """Copy what hangs on a node, row by row; return how many nodes that are."""
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
    """Copy the children of one node, in their order; return how many nodes there are now."""
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
