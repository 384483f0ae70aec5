"""Root-parallel tree search: one or several trees from one state, on as many cores, with their results added up.

The trees are independent: each has its share of the simulations and its own seed. So the result is the same on one core
as on many.
"""

import hashlib
import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from tablee.bots.game_advice import register_brain
from tablee.bots.mcts import (
    MOST_NODES,
    NONE,
    PRIOR_VISITS,
    ROOT,
    Choice,
    SearchSettings,
    SearchTree,
    margin_of,
    new_tree,
    reuse_subtree,
    simulate,
)
from tablee.engine import calls
from tablee.engine.contract import States
from tablee.games.brains.levels import FAR, is_clear
from tablee.games.brains.thoughts import Limit, TimeIsUp
from tablee.games.definition import GameDefinition

CHUNK = 250
"""Simulations between two checks of the clock."""
LOOKS = 32
"""How often a search that may end early looks whether it is clear what to play."""

Clock = Callable[[], float]
NEVER = Limit().start()
Results = npt.NDArray[np.float64]


class TreeSearch:
    """A search from one state for the seat to act (seat 0 at a chance node); it can be continued.

    `earlier` is a search of the same game whose trees are reused as far as they contain this state; it must have the
    same sight, in a game without hidden information. `level` selects the brain's data to evaluate positions; without
    it, playouts are used.

    >>> from tablee.games import find_game
    >>> isis = find_game("isis")
    >>> search = TreeSearch(isis, isis.new(2, {}, 0), seed=1, most_nodes=1000)
    >>> search.run(100)
    >>> search.run(200)
    >>> search.simulations
    200
    >>> search.best() in isis.actions(isis.new(2, {}, 0))
    True
    """

    def __init__(
        self,
        definition: GameDefinition,
        state: States,
        seed: int,
        most_nodes: int = MOST_NODES,
        sight: int = FAR,
        trees: int = 1,
        earlier: "TreeSearch | None" = None,
        level: int = 0,
    ) -> None:
        self._definition = definition
        self._state = state
        self._seat = max(int(calls.to_act(state)), 0)
        self._settings = SearchSettings(
            margin=margin_of(definition),
            prior_visits=PRIOR_VISITS if definition.brain.has("promise") else 0.0,
            sight=sight,
        )
        most_actions = definition.rules.MOST_ACTIONS
        self._trees = [new_tree(state, most_actions, most_nodes, _seed_of(seed, number)) for number in range(trees)]
        self._insights = [definition.brain.insight(state, level) for _ in range(trees)]
        register_brain(definition.rules.STATE, definition.brain.module)
        for old, new in zip(earlier._trees if earlier else (), self._trees, strict=False):
            reuse_subtree(old, new)

    @property
    def simulations(self) -> int:
        """The number of simulations, including those reused from an earlier search."""
        return sum(map(_simulations, self._trees))

    @property
    def nodes(self) -> int:
        """The number of nodes of all trees."""
        return sum(int(tree.size[0]) for tree in self._trees)

    def run(
        self, simulations: int, is_up: TimeIsUp = NEVER, cores: int | None = None, until_clear: bool = False
    ) -> None:
        """Search until there are that many simulations in all or, after the first ones, the time is up.

        With `until_clear` it also ends when hardly any other action can become the most visited. The result does not
        depend on running in parts, nor on the number of cores (default: all): the trees are looked at together.
        """
        own_cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        threads = min(cores or own_cores, len(self._trees))
        looks = LOOKS if until_clear else 1
        with ThreadPoolExecutor(threads) if threads > 1 else nullcontext() as pool:
            for look in range(1, looks + 1):
                shares = _shares(simulations * look // looks, len(self._trees))
                growing = list(zip(self._trees, shares, self._insights, strict=True))
                if pool is None:
                    self._grow(growing, is_up)
                else:
                    for done in [pool.submit(self._grow, growing[first::threads], is_up) for first in range(threads)]:
                        done.result()
                if look < looks and (self._is_clear(simulations - self.simulations) or is_up()):
                    return

    def _is_clear(self, remaining: int) -> bool:
        visits: Counter[int] = Counter()
        for action, count, _, _ in chain.from_iterable(map(_tried, self._trees)):
            visits[action] += count
        return is_clear(list(visits.values()), remaining)

    def _grow(self, growing: Sequence[tuple[SearchTree, int, Any]], is_up: TimeIsUp) -> None:
        """Run trees in turns, each up to its share, so that they are equally far when the time is up."""
        while growing := [one for one in growing if _simulations(one[0]) < one[1]]:
            for tree, share, insight in growing:
                simulate(tree, self._seat, self._settings, min(CHUNK, share - _simulations(tree)), insight)
            if is_up():
                return

    def choices(self) -> list[Choice]:
        """The actions that were tried, most visited first, among equals the one with the higher reward."""
        visits: dict[int, int] = {}
        rewards: dict[int, float] = {}
        sums: dict[int, Results] = {}
        for action, count, reward, results in chain.from_iterable(map(_tried, self._trees)):
            visits[action] = visits.get(action, 0) + count
            rewards[action] = rewards.get(action, 0.0) + reward
            sums[action] = sums[action] + results if action in sums else results
        text = self._definition.words.action_text
        found = [
            Choice(text(self._state, action), count, rewards[action] / count, tuple((sums[action] / count).tolist()))
            for action, count in visits.items()
        ]
        return sorted(found, key=lambda choice: (-choice.visits, -choice.reward))

    def best(self) -> str:
        """The text of the most visited action."""
        return self.choices()[0].action


def _simulations(tree: SearchTree) -> int:
    return int(tree.nodes[ROOT].visits)


def _tried(tree: SearchTree) -> Iterator[tuple[int, int, float, Results]]:
    """The actions at the root: visits, summed rewards, and summed results of all seats."""
    child = tree.nodes[ROOT].first_child
    while child != NONE:
        node = tree.nodes[child]
        yield int(node.action), int(node.visits), float(node.reward), tree.sums[child].astype(np.float64)
        child = node.next_sibling


def _shares(simulations: int, trees: int) -> list[int]:
    """Split simulations over trees as equally as possible.

    >>> _shares(11, 4)
    [3, 3, 3, 2]
    """
    return [(simulations + trees - 1 - number) // trees for number in range(trees)]


def _seed_of(seed: int, number: int) -> int:
    """The seed of a tree; the first tree has the seed of the search."""
    if number == 0:
        return seed
    return int.from_bytes(hashlib.sha256(f"{seed} tree {number}".encode()).digest()[:8], "big")
