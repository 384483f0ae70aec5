"""Searches of many games at once, guided by an evaluator: what an AlphaZero needs besides a network.

The search hands out positions and takes their evaluations (`ask`, `tell`), or calls an evaluator by itself (`run`). It
knows nothing of networks, and an evaluator knows nothing of trees.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tablee.bots import batch_trees
from tablee.bots.batch_trees import DEEPEST, NOBODY, NODE, NONE, ROOT, LeafBuffers, PuctSettings, Trees
from tablee.bots.bot import NO_LIMIT, Bot
from tablee.bots.evaluator import Evaluator, Leaves, Rows, answered, checked
from tablee.engine import calls
from tablee.engine.action_ids import NO_ID
from tablee.engine.contract import CHANCE, States
from tablee.engine.observations import size_of
from tablee.engine.worker_threads import WorkerThreads
from tablee.games.brains.thoughts import Considered, Limit, Thought, TimeIsUp
from tablee.games.definition import GameDefinition
from tablee.games.document import Document
from tablee.games.errors import TableeError

NEVER = Limit().start()
EXPLORATION = 1.0
"""The PUCT constant for values from 0 to 1: half of the usual one for values from -1 to 1."""
ALPHA = 0.3
"""The parameter of the Dirichlet noise."""
SIMULATIONS = 800
"""The default number of simulations."""
COLDEST = 1e-6
"""Below this temperature only the most visited action is chosen."""


class GuidedSearch:
    """Trees over some states of one game, guided by an evaluator; `tablee.api.search` is the public interface.

    States in which no seat is to act are skipped.
    """

    def __init__(
        self,
        definition: GameDefinition,
        states: States,
        seats: npt.NDArray[np.int8],
        seed: int,
        leaves: int = 1,
        exploration: float = EXPLORATION,
        noise: float = 0.0,
        alpha: float = ALPHA,
        threads: int = 1,
        seeds: Sequence[int] | None = None,
    ) -> None:
        """`seats` are the seats to act, negative if none is. With `seeds` each game has chance of its own, and finds
        the same whatever is searched beside it.

        Each game asks about up to `leaves` positions at once: more of them make larger batches for the evaluator and a
        slightly weaker search. `noise` is the part of the priors at the root that is replaced by Dirichlet noise with
        `alpha`, so that self-play explores.
        """
        if leaves < 1 or threads < 1:
            raise TableeError("leaves and threads must be 1 or more")
        if exploration < 0 or not 0 <= noise <= 1 or alpha <= 0:
            raise TableeError("exploration must not be negative, noise be from 0 to 1, and alpha more than 0")
        self._definition = definition
        self._settings = PuctSettings(
            leaves, float(exploration), not definition.nothing_is_hidden, definition.ids.first_outcome
        )
        self._noise, self._alpha = noise, alpha
        self._generator = np.random.default_rng(seed)
        self._workers = WorkerThreads(threads, "search", TableeError)
        self._roots, self._seats = states.copy(), np.where(seats >= 0, seats, NOBODY).astype(np.int8)
        self._random = self._generator.integers(2**64, size=len(states), dtype=np.uint64)
        if seeds is not None:
            self._random = np.array([seed % 2**64 for seed in seeds], np.uint64)
        players = int(states["players"][0])
        self._trees = _new_trees(len(states), players)
        self._leaf = _new_buffers(definition, len(states) * leaves, players)
        self._asked: Leaves | None = None

    # ---- searching -------------------------------------------------------------------------------------------------

    def run(self, evaluator: Evaluator, simulations: int, is_up: TimeIsUp = NEVER) -> None:
        """Search until each game has that many simulations or, after the roots are evaluated, the time is up.

        A simulation is one visit of an action at the root. With several leaves there may be a few more.
        """
        while self.simulations < simulations and not (self._is_evaluated and is_up()):
            leaves = self.ask()
            self.tell(
                *(answered(evaluator(leaves)) if len(leaves.seat) else (leaves.mask, np.zeros((0, self.players))))
            )
            if not self._active.any():
                return

    def ask(self) -> Leaves:
        """The positions to evaluate next; none if all paths ended in finished games. `tell` must follow.

        The next `ask` overwrites the arrays.
        """
        if self._asked is not None:
            raise TableeError("what was asked about has not been told yet")
        self._make_room(self._settings.leaves * DEEPEST)
        self._run_in_parts(
            batch_trees.descend, self._trees, self._leaf, self._roots, self._seats, self._random, self._settings
        )
        leaf, waiting = self._leaf, np.flatnonzero(self._leaf.to_act >= 0)
        rows = slice(None) if len(waiting) == len(leaf.to_act) else waiting
        games = waiting.astype(np.int32) // self._settings.leaves
        self._asked = Leaves(leaf.observations[rows], leaf.masks[rows], leaf.to_act[rows], games, leaf.states[rows])
        return self._asked

    def tell(self, priors: npt.ArrayLike, values: npt.ArrayLike) -> None:
        """Take the evaluations of those positions, row by row; raises `TableeError`, and then they can be told again.

        `priors` are float32 (rows, num_actions), 0 or more. `values` are float32 (rows, players), shares of the win
        from 0 to 1 and 1 in sum, counted from the seat to act of each row; with two seats (rows) will do.
        """
        leaves, leaf = self._asked, self._leaf
        if leaves is None:
            raise TableeError("nothing was asked")
        given, worth = checked(priors, values, len(leaves.seat), self._definition.ids.actions, self.players)
        if self._noise and (fresh := self._trees.nodes["evaluated"][leaves.game, ROOT] == 0).any():
            given = np.where(fresh[:, None], self._with_noise(given, leaves.mask), given)
        waiting = leaf.to_act >= 0
        rows = np.where(waiting, np.cumsum(waiting) - 1, np.minimum(leaf.to_act, -1)).astype(np.int32)
        leaf.values[waiting] = _by_seat(worth, leaves.seat)
        self._make_room(self._settings.leaves * int(leaf.counts[waiting].max(initial=0)))
        listed = leaf.codes, leaf.ids, leaf.counts
        paths, settings = (leaf.paths, leaf.depths, leaf.values), self._settings
        self._run_in_parts(batch_trees.backpropagate, self._trees, *paths, listed, rows, given, settings.leaves)
        self._asked = None

    def _with_noise(self, priors: Rows, mask: npt.NDArray[np.bool_]) -> Rows:
        """Priors at the roots with Dirichlet noise among legal actions."""
        legal = priors * mask
        total = legal.sum(axis=1, keepdims=True)
        even = mask / np.maximum(mask.sum(axis=1, keepdims=True), 1)
        known = np.divide(legal, total, out=even.astype(np.float32), where=total > 0)
        thrown = self._generator.gamma(self._alpha, size=mask.shape) * mask + mask * np.finfo(np.float32).tiny
        thrown /= np.maximum(thrown.sum(axis=1, keepdims=True), np.finfo(np.float32).tiny)
        mixed: Rows = ((1 - self._noise) * known + self._noise * thrown).astype(np.float32)
        return mixed

    def go_on_from(self, states: States, seats: npt.NDArray[np.int8]) -> None:
        """Go on from states that follow the present ones by one action and the outcomes after it: what was found about
        them is kept. A tree that does not have its state begins anew.
        """
        if self._asked is not None:
            raise TableeError("what was asked about has not been told yet")
        for tree in range(len(self._roots)):
            nodes, sums = self._trees.nodes[tree], self._trees.sums[tree]
            node = self._reached(tree, states[tree : tree + 1])
            if node != NONE and nodes[node]["evaluated"]:
                nodes[ROOT], sums[ROOT] = nodes[node], sums[node]  # children are found by their numbers
                nodes[ROOT]["next_sibling"] = NONE
                self._add_noise(nodes)
            else:
                nodes[ROOT], sums[ROOT], self._trees.sizes[tree] = np.zeros((), NODE), 0, 1
        self._roots, self._seats = states.copy(), np.where(seats >= 0, seats, NOBODY).astype(np.int8)

    def _reached(self, tree: int, target: States) -> int:
        """The node of a state that follows the root's, if it was visited."""
        nodes, waiting = self._trees.nodes[tree], [(ROOT, self._roots[tree : tree + 1])]
        while waiting and self._seats[tree] != NOBODY:
            node, state = waiting.pop()
            legal = set(self._definition.ids.choices(state).codes)  # others are of what might have been hidden
            child = int(nodes[node]["first_child"])
            while child != NONE:
                if nodes[child]["visits"] and int(nodes[child]["code"]) in legal:
                    after = self._definition.step(state, int(nodes[child]["code"]))
                    if after.tobytes() == target.tobytes():
                        return child
                    if calls.to_act(after) == CHANCE:
                        waiting.append((child, after))
                child = int(nodes[child]["next_sibling"])
        return NONE

    def _add_noise(self, nodes: Any) -> None:
        """Mix noise into the priors of a root that was evaluated when it was none."""
        children, child = [], int(nodes[ROOT]["first_child"])
        while child != NONE:
            children.append(child)
            child = int(nodes[child]["next_sibling"])
        if self._noise and children:
            noise = self._generator.dirichlet([self._alpha] * len(children))
            nodes["prior"][children] = (1 - self._noise) * nodes["prior"][children] + self._noise * noise

    # ---- results ---------------------------------------------------------------------------------------------------

    @property
    def players(self) -> int:
        """The number of seats."""
        return int(self._trees.sums.shape[2])

    @property
    def simulations(self) -> int:
        """The number of simulations of each game, without the evaluation of its root."""
        visits = self._trees.nodes["visits"][self._active, ROOT]
        return int(visits.min()) - 1 if len(visits) else 0

    def visits(self) -> npt.NDArray[np.int32]:
        """int32 (games, num_actions): the visits of each action, the target of a policy."""
        return self._tallied()[0]

    def values(self) -> Rows:
        """float32 (games, players): the value of the root by absolute seat, from 0 to 1 and 1 in sum."""
        trees = self._trees
        visits = np.maximum(trees.nodes["visits"][:, ROOT], 1)[:, None]
        means: Rows = trees.sums[:, ROOT] / visits
        return means

    def action_values(self) -> Rows:
        """float32 (games, num_actions, players): the value after an action by absolute seat; 0 if never tried."""
        return self._tallied()[1]

    def policy(self, temperature: float = 1.0) -> Rows:
        """float32 (games, num_actions): the probability of each action, visits ** (1 / temperature) over their sum.

        Games in which no seat is to act have zeros. With a temperature of 0 only the most visited actions remain.
        """
        visits = self.visits().astype(np.float64)
        most = visits.max(axis=1, keepdims=True)
        if temperature < COLDEST:
            weights = (visits == most) & (most > 0)
        else:
            weights = np.power(visits / np.maximum(most, 1), 1 / temperature)
        total = weights.sum(axis=1, keepdims=True)
        chances: Rows = (weights / np.maximum(total, np.finfo(np.float64).tiny)).astype(np.float32)
        return chances

    def choose(self, temperature: float = 0.0) -> npt.NDArray[np.int64]:
        """int64 (games): an action id for each game, sampled from `policy`; -1 where no seat is to act.

        `Batch.step` takes -1 in a game that is over.
        """
        reached = np.cumsum(self.policy(temperature), axis=1)
        points = self._generator.random((len(reached), 1)) * reached[:, -1:]
        chosen: npt.NDArray[np.int64] = (reached <= points).sum(axis=1)
        return np.where(self._active, np.minimum(chosen, self._last_tried()), NO_ID)

    def close(self) -> None:
        """End the threads; the results stay."""
        self._workers.close()
        self._workers = WorkerThreads(1, "search", TableeError)

    def tried(self, game: int) -> list[tuple[int, int, tuple[float, ...]]]:
        """For one game, the code of each action at the root, its visits, and the value of each seat after it."""
        nodes, sums = self._trees.nodes[game], self._trees.sums[game]
        found, child = [], int(nodes[ROOT]["first_child"])
        while child:
            node, visits = nodes[child], int(nodes[child]["visits"])
            found.append((int(node["code"]), visits, tuple((sums[child] / max(visits, 1)).tolist())))
            child = int(node["next_sibling"])
        return found

    def _last_tried(self) -> npt.NDArray[np.int64]:
        tried = self.visits() > 0
        last: npt.NDArray[np.int64] = tried.shape[1] - 1 - np.argmax(tried[:, ::-1], axis=1)
        return last

    def _tallied(self) -> tuple[npt.NDArray[np.int32], Rows]:
        games, actions = len(self._roots), self._definition.ids.actions
        visits, values = np.zeros((games, actions), np.int32), np.zeros((games, actions, self.players), np.float32)
        self._run_in_parts(batch_trees.tally, self._trees, visits, values)
        return visits, values

    @property
    def _active(self) -> npt.NDArray[np.bool_]:
        active: npt.NDArray[np.bool_] = self._seats != NOBODY
        return active

    @property
    def _is_evaluated(self) -> bool:
        return bool(self._trees.nodes["evaluated"][self._active, ROOT].all())

    # ---- memory ----------------------------------------------------------------------------------------------------

    def _make_room(self, more: int) -> None:
        """Make room for so many more nodes in every tree."""
        trees = self._trees
        games, room = trees.nodes.shape
        needed = int(trees.sizes.max(initial=0)) + more
        if needed <= room:
            return
        room = max(needed, 2 * room)
        nodes, sums = np.zeros((games, room), NODE), np.zeros((games, room, self.players), np.float32)
        nodes[:, : trees.nodes.shape[1]], sums[:, : trees.sums.shape[1]] = trees.nodes, trees.sums
        self._trees = trees._replace(nodes=nodes, sums=sums)

    def _run_in_parts(self, work: Callable[..., None], *arguments: Any) -> None:
        """Run `work` for all trees, each thread for its part."""
        with self._workers:
            self._workers.share(len(self._roots), work, *arguments)


def think(definition: GameDefinition, state: States, evaluator: Evaluator, limit: Limit, seed: int) -> Thought:
    """Search one state by an evaluator, with at least one simulation; the most visited action comes first."""
    started = time.monotonic()
    search = GuidedSearch(definition, state, np.array([calls.to_act(state)], np.int8), seed)
    wanted = SIMULATIONS if limit.simulations is None else limit.simulations
    search.run(evaluator, 1)
    search.run(evaluator, wanted, limit.start())
    return _thought(definition, state, search, 0, time.monotonic() - started)


def _thought(definition: GameDefinition, state: States, search: GuidedSearch, game: int, seconds: float) -> Thought:
    found = sorted((one for one in search.tried(game) if one[1]), key=lambda one: -one[1])
    considered = tuple(
        Considered(definition.words.action_text(state, code), visits, values) for code, visits, values in found
    )
    return Thought(considered[0].action, considered, search.simulations, seconds)


Question = tuple[Document, Limit, int]
"""What a bot is asked: the knowledge of its seat, a limit, and a seed."""


class GuidedBot(Bot):
    """Searches with an evaluator, for one game or for many side by side."""

    def __init__(self, definition: GameDefinition, evaluator: Evaluator, simulations: int, leaves: int = 1) -> None:
        self._definition, self._evaluator = definition, evaluator
        self._simulations, self._leaves = simulations, leaves

    def choose(self, knowledge: Document, limit: Limit = NO_LIMIT, seed: int = 0) -> Thought:
        """Search one position, and take the most visited action."""
        return self.choose_all([(knowledge, limit, seed)])[0]

    def choose_all(self, questions: Sequence[Question]) -> list[Thought]:
        """Search all these positions at once, within the limit of the first; each finds what it would find alone."""
        started = time.monotonic()
        states = [self._definition.read(knowledge) for knowledge, _, _ in questions]
        seats = np.array([calls.to_act(state) for state in states], np.int8)
        seeds = [seed for _, _, seed in questions]
        search = GuidedSearch(self._definition, np.concatenate(states), seats, 0, self._leaves, seeds=seeds)
        limit = questions[0][1]
        search.run(self._evaluator, 1)
        search.run(self._evaluator, limit.most(self._simulations), limit.start())
        seconds = (time.monotonic() - started) / len(questions)
        return [_thought(self._definition, state, search, game, seconds) for game, state in enumerate(states)]


def _by_seat(values: Rows, seats: npt.NDArray[np.int8]) -> Rows:
    """Values relative to a seat, by absolute seat.

    >>> _by_seat(np.array([[0.7, 0.2, 0.1]], np.float32), np.array([2], np.int8)).tolist() == [[
    ...     np.float32(0.2), np.float32(0.1), np.float32(0.7)]]
    True
    """
    players = values.shape[1]
    places = (np.arange(players) - seats[:, None]) % players
    turned: Rows = np.take_along_axis(values, places, axis=1)
    return turned


def _new_trees(games: int, players: int) -> Trees:
    """Trees with roots only."""
    return Trees(np.zeros((games, 1), NODE), np.zeros((games, 1, players), np.float32), np.ones(games, np.int64))


def _new_buffers(definition: GameDefinition, rows: int, players: int) -> LeafBuffers:
    listed = (rows, definition.rules.MOST_ACTIONS)
    return LeafBuffers(
        states=np.zeros(rows, definition.rules.STATE),
        paths=np.zeros((rows, DEEPEST + 1), np.int32),
        depths=np.zeros(rows, np.int32),
        to_act=np.full(rows, NOBODY, np.int8),
        codes=np.zeros(listed, np.int32),
        ids=np.zeros(listed, np.int32),
        weights=np.zeros(listed, np.int32),
        counts=np.zeros(rows, np.int32),
        observations=np.zeros((rows, size_of(definition.layout)), np.float32),
        masks=np.zeros((rows, definition.ids.actions), np.bool_),
        values=np.zeros((rows, players), np.float32),
    )
