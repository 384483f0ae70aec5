"""A search from one state in one tree or in several, which grow on as many cores and whose findings are added up.

The trees know nothing of each other: each has its share of the simulations and a seed of its own. So the same search
finds the same on one core as on many.
"""

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from tablee.bots.advice import learn
from tablee.bots.tree import MOST_NODES, NONE, ROOT, TRUST, Choice, Manner, Tree, margin_of, plant, simulate
from tablee.bots.tree_reuse import transplant
from tablee.games.folder import GameFolder
from tablee.games.levels import FAR
from tablee.games.thoughts import Limit, TimeIsUp
from tablee.kernel import calls
from tablee.kernel.contract import States

CHUNK = 250
"""Simulations between two looks at the clock."""

Clock = Callable[[], float]
NEVER = Limit().start()
Results = npt.NDArray[np.float64]


class Search:
    """A search from one state for the seat to act (or seat 0, where chance is); it can be run on and on.

    `earlier` is a search of the same game, whose trees live on in this one as far as they have met this state. It must
    have seen as far, in a game in which nothing is hidden. `level` is whose insight it has, if the game's brain judges
    positions; without one, games are played out.

    >>> from tablee.games import find_game
    >>> isis = find_game("isis")
    >>> search = Search(isis, isis.new(2, {}, 0), seed=1, most_nodes=1000)
    >>> search.run(100)
    >>> search.run(200)
    >>> search.simulations
    200
    >>> search.best() in isis.actions(isis.new(2, {}, 0))
    True
    """

    def __init__(
        self,
        folder: GameFolder,
        state: States,
        seed: int,
        most_nodes: int = MOST_NODES,
        sight: int = FAR,
        trees: int = 1,
        earlier: "Search | None" = None,
        level: int = 0,
    ) -> None:
        self._folder = folder
        self._state = state
        self._seat = max(int(calls.to_act(state)), 0)
        self._manner = Manner(
            margin=margin_of(folder),
            trust=TRUST if folder.brain.has("promise") else 0.0,
            sight=sight,
        )
        most_actions = folder.rules.MOST_ACTIONS
        self._trees = [plant(state, most_actions, most_nodes, _seed_of(seed, number)) for number in range(trees)]
        self._insights = [folder.brain.insight(state, level) for _ in range(trees)]
        learn(folder.rules.STATE, folder.brain.module)
        for old, new in zip(earlier._trees if earlier else (), self._trees, strict=False):
            transplant(old, new)

    @property
    def simulations(self) -> int:
        """How many have been run, those of an earlier search that still count included."""
        return sum(map(_simulations, self._trees))

    @property
    def nodes(self) -> int:
        """How many nodes the trees have."""
        return sum(int(tree.size[0]) for tree in self._trees)

    def run(self, simulations: int, is_up: TimeIsUp = NEVER, cores: int | None = None) -> None:
        """Search until there are so many simulations in all or, after at least some, the time is up.

        Running them in parts comes to the same, and so does any number of cores: all that there are, unless told.
        """
        threads = min(cores or _cores(), len(self._trees))
        shares = _shares(simulations, len(self._trees))
        growing = list(zip(self._trees, shares, self._insights, strict=True))
        if threads == 1:
            self._grow(growing, is_up)
            return
        with ThreadPoolExecutor(threads) as pool:
            for done in [pool.submit(self._grow, growing[first::threads], is_up) for first in range(threads)]:
                done.result()

    def _grow(self, growing: Sequence[tuple[Tree, int, Any]], is_up: TimeIsUp) -> None:
        """Let trees grow in turns, each up to its share, so that they are equally far when the time is up."""
        while growing := [one for one in growing if _simulations(one[0]) < one[1]]:
            for tree, share, insight in growing:
                simulate(tree, self._seat, self._manner, min(CHUNK, share - _simulations(tree)), insight)
            if is_up():
                return

    def choices(self) -> list[Choice]:
        """The actions that were tried: the most tried first, among equals the better, and then as chance had it."""
        visits: dict[int, int] = {}
        rewards: dict[int, float] = {}
        sums: dict[int, Results] = {}
        for action, count, reward, results in chain.from_iterable(map(_tried, self._trees)):
            visits[action] = visits.get(action, 0) + count
            rewards[action] = rewards.get(action, 0.0) + reward
            sums[action] = sums[action] + results if action in sums else results
        found = [
            Choice(self._text(action), count, rewards[action] / count, tuple((sums[action] / count).tolist()))
            for action, count in visits.items()
        ]
        return sorted(found, key=lambda choice: (-choice.visits, -choice.reward))

    def best(self) -> str:
        """The text of the action most tried."""
        return self.choices()[0].action

    def _text(self, action: int) -> str:
        return self._folder.words.action_text(self._state, action)


def _simulations(tree: Tree) -> int:
    return int(tree.nodes[ROOT].visits)


def _tried(tree: Tree) -> Iterator[tuple[int, int, float, Results]]:
    """The actions at the root, how often each was tried, and the sums of its rewards and of all seats' results."""
    child = tree.nodes[ROOT].first_child
    while child != NONE:
        node = tree.nodes[child]
        yield int(node.action), int(node.visits), float(node.reward), tree.sums[child].astype(np.float64)
        child = node.next_sibling


def _shares(simulations: int, trees: int) -> list[int]:
    """As equal as can be.

    >>> _shares(11, 4)
    [3, 3, 3, 2]
    """
    return [(simulations + trees - 1 - number) // trees for number in range(trees)]


def _seed_of(seed: int, number: int) -> int:
    """The seed of one of several trees; that of the first is the search's own."""
    if number == 0:
        return seed
    return int.from_bytes(hashlib.sha256(f"{seed} tree {number}".encode()).digest()[:8], "big")


def _cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
