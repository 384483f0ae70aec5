"""Games that a search plays against itself, and what it found positions to be worth on the way.

A search has been in many positions: each that it came by often enough is told, with what it was found to be worth. In
those of the game itself how it ended is known besides, unless something was only tried later on. The end of a game is
worked out: from there on all is told exactly.
"""

from collections.abc import Iterator
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablee.bots.advice import learn
from tablee.bots.solve import work_out
from tablee.bots.tree import MARGIN, NONE, ROOT, TRUST, WORTH_OF_MARGIN, Choice, Manner, plant, simulate
from tablee.games.folder import GameFolder
from tablee.games.levels import FAR
from tablee.games.network import Weights
from tablee.kernel.cache import compiled
from tablee.kernel.contract import CHANCE, OVER, States, apply, to_act

PLAYED_OUT, JUDGED = 600, 1000
"""Simulations a decision: while games are played out, and once a network judges, which is quicker."""
LEAST_VISITS = 30
"""What a search came by less often it does not tell."""
MOST_TOLD, DEEPEST = 4000, 60
ADVENTURES, TRIES = 0.04, 0.6
"""The share of actions that are any legal one: in a game, and in an end that is worked out, where it costs nothing."""
STEPS = 150_000
"""In which an end must be worked out."""
EXACT = 100_000
"""What is worked out counts like so many visits."""

Worth = tuple[float, float]
"""To one seat: its share of the win, and its squeezed lead."""


class Found(NamedTuple):
    """Positions, and what they are worth to the seat to act."""

    states: States
    worths: npt.NDArray[np.float32]
    visits: npt.NDArray[np.int32]
    ends: npt.NDArray[np.float32]  # how the game ended, in worths; not a number where that says nothing


def play_games(
    folder: GameFolder, learning: ModuleType, weights: Weights | None, seeds: Iterator[str]
) -> Iterator[Found]:
    """What is found in games, one for each seed."""
    learn(folder.rules.STATE, folder.brain.module)
    searcher = Searcher(folder, learning, weights)
    for seed in seeds:
        yield _Game(folder, learning, searcher, Random(seed)).play()


class Searcher:
    """One tree, used again and again."""

    def __init__(self, folder: GameFolder, learning: ModuleType, weights: Weights | None) -> None:
        self._simulations = PLAYED_OUT if weights is None else JUDGED
        state, most = folder.new(learning.SEATS, {}, 0), folder.rules.MOST_ACTIONS
        self._tree = plant(state, most, self._simulations + 1, 0)
        self._insight = learning.insight(weights)
        self._manner = Manner(getattr(learning, "MARGIN", MARGIN), TRUST if folder.brain.has("promise") else 0.0, FAR)
        self._told = np.zeros(MOST_TOLD, folder.rules.STATE)
        self._worths = np.zeros((MOST_TOLD, 2))
        self._visits = np.zeros(MOST_TOLD, np.int32)

    def search(self, state: States, seed: int) -> None:
        """Forget all, and search from a state."""
        tree, used = self._tree, int(self._tree.size[0])
        tree.nodes[:used] = np.zeros(1, tree.nodes.dtype)[0]
        tree.sums[:used] = 0
        tree.size[0], tree.random[0], tree.root[0] = 1, seed, state[0]
        simulate(tree, int(state[0].turn), self._manner, self._simulations, self._insight)

    def found(self) -> Found:
        """The positions that were visited often enough, the root first."""
        states = np.zeros(DEEPEST + 2, self._told.dtype)
        count = _tell(self._tree, states, self._told, self._worths, self._visits)
        nothing = np.full((count, 2), np.nan, np.float32)
        worths = self._worths[:count].astype(np.float32)
        return Found(self._told[:count].copy(), worths, self._visits[:count].copy(), nothing)

    def tried(self) -> list[tuple[int, int]]:
        """How often each action was tried."""
        nodes, found, child = self._tree.nodes, [], self._tree.nodes[ROOT].first_child
        while child != NONE:
            found.append((int(nodes[child].visits), int(nodes[child].action)))
            child = nodes[child].next_sibling
        return found


class _Game:
    """One game, and what was found in it."""

    def __init__(self, folder: GameFolder, learning: ModuleType, searcher: Searcher, random: Random) -> None:
        self._folder, self._learning, self._searcher, self._random = folder, learning, searcher, random
        self._found: list[Found] = []
        self._since = 0  # from where on nothing was only tried

    def play(self) -> Found:
        state = self._folder.new(self._learning.SEATS, {}, 0)
        while (who := self._folder.to_act(state)) is not None:
            if who == "chance":
                state = self._folder.apply(state, self._outcome(state))
            elif self._learning.is_end(state) and (exact := self._exact(state)):
                return self._told(exact[0], exact[1:])
            elif len(actions := self._folder.actions(state)) == 1:
                state = self._folder.apply(state, actions[0])
            else:
                state = self._decided(state, actions)
        return self._told(_end_of(self._folder, state), [])

    def _outcome(self, state: States) -> str:
        texts, weights = zip(*self._folder.outcomes(state), strict=True)
        return str(self._random.choices(texts, weights)[0])

    def _decided(self, state: States, actions: list[str]) -> States:
        self._searcher.search(state, self._random.getrandbits(60))
        self._found.append(self._searcher.found())
        tried = self._searcher.tried()
        if self._random.random() < ADVENTURES:
            self._since = len(self._found)
            return self._folder.apply(state, self._random.choice(actions))
        if self._learning.is_opening(state):
            visits, codes = zip(*tried, strict=True)
            return self._folder.step(state, self._random.choices(codes, visits)[0])
        return self._folder.step(state, max(tried)[1])

    def _exact(self, state: States) -> list[Any]:
        """What the first seat has of the end that begins here, then positions of ways on with their worths."""
        found: list[Any] = []
        while (who := self._folder.to_act(state)) is not None:
            if who == "chance":
                state = self._folder.apply(state, self._outcome(state))
                continue
            choices = work_out(self._folder, state, STEPS)
            if choices is None:
                return []
            seat, best = int(state[0].turn), max(choices, key=lambda choice: choice.reward)
            found += [] if found else [_worth(best, seat, 0)]
            found.append((state, _worth(best, seat, seat)))
            found += self._following(state, choices, seat)
            chosen = self._random.choice(choices) if self._random.random() < TRIES else best
            state = self._folder.apply(state, chosen.action)
        return found

    def _following(self, state: States, choices: list[Choice], seat: int) -> Iterator[tuple[States, Worth]]:
        for choice in choices:
            after = self._folder.apply(state, choice.action)
            if self._folder.to_act(after) is not None:
                yield after, _worth(choice, seat, int(after[0].turn))

    def _told(self, end: Worth, exact: list[tuple[States, Worth]]) -> Found:
        """All that was found, with how the game ended, of the first seat's view, where that counts."""
        for found in self._found[self._since :]:
            found.ends[0] = _seen_by(end, 0, int(found.states[0].turn))
        if exact:
            states, worths = np.concatenate([state for state, _ in exact]), np.array([worth for _, worth in exact])
            count, unknown = len(states), np.full((len(states), 2), np.nan, np.float32)
            self._found.append(Found(states, worths.astype(np.float32), np.full(count, EXACT, np.int32), unknown))
        return joined(self._found)


def joined(found: list[Found]) -> Found:
    """All in one."""
    return Found(*(np.concatenate(parts) for parts in zip(*found, strict=True)))


def _seen_by(worth: Worth, seat: int, other: int) -> Worth:
    """What one of two seats has, as the other or the same sees it."""
    return worth if seat == other else (1 - worth[0], 1 - worth[1])


def _worth(choice: Choice, seat: int, other: int) -> Worth:
    """What an action is worth that `seat` takes, to `other`."""
    share = choice.values[seat]
    return _seen_by((share, (choice.reward - (1 - WORTH_OF_MARGIN) * share) / WORTH_OF_MARGIN), seat, other)


def _end_of(folder: GameFolder, state: States) -> Worth:
    result = folder.result(state)
    lead = result.scores[0] - result.scores[1]
    return (0 in result.winners) / len(result.winners), 0.5 + 0.5 * lead / (MARGIN + abs(lead))


@compiled
def _tell(tree: Any, states: Any, told: Any, worths: Any, visits: Any) -> int:
    """Write down the positions that were visited often; return how many.

    Depth first without recursion, which numba would not cache: `upcoming` are the nodes to look at next by depth,
    `states` those on the way from the root.
    """
    nodes = tree.nodes
    upcoming = np.zeros(DEEPEST + 2, np.int32)
    states[0] = tree.root[0]
    count = _tell_one(tree, ROOT, states[0], told, worths, visits, 0)
    depth = 1
    upcoming[1] = nodes[ROOT].first_child
    while depth > 0:
        node = upcoming[depth]
        if node == NONE:
            depth -= 1
            continue
        upcoming[depth] = nodes[node].next_sibling
        if nodes[node].visits < LEAST_VISITS or count == len(told):
            continue
        states[depth] = states[depth - 1]
        apply(states[depth], nodes[node].action)
        if to_act(states[depth]) == OVER:
            continue
        count = _tell_one(tree, node, states[depth], told, worths, visits, count)
        if depth < DEEPEST:
            depth += 1
            upcoming[depth] = nodes[node].first_child
    return count


@compiled
def _tell_one(tree: Any, node: int, state: Any, told: Any, worths: Any, visits: Any, count: int) -> int:
    """By what the seat to act found there; where chance acts, by what who drew has found."""
    nodes, seat = tree.nodes, state.turn
    rewards, shares, tries = 0.0, 0.0, 0
    if to_act(state) == CHANCE:
        rewards += nodes[node].reward
        shares += tree.sums[node, seat]
        tries += nodes[node].visits
    else:
        child = nodes[node].first_child
        while child != NONE:
            rewards += nodes[child].reward
            shares += tree.sums[child, seat]
            tries += nodes[child].visits
            child = nodes[child].next_sibling
    if tries == 0:
        return count
    told[count] = state
    visits[count] = tries
    worths[count, 0] = shares / tries
    worths[count, 1] = (rewards / tries - (1 - WORTH_OF_MARGIN) * shares / tries) / WORTH_OF_MARGIN
    return count + 1
