"""`Batch`: many games at once for learners, stepped in compiled code on several threads."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count as count_from
from itertools import pairwise
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from tablee.api.game import Game, seed_or_fresh
from tablee.engine import batch_steps
from tablee.engine.action_ids import NO_ID
from tablee.engine.batch_buffers import BatchBuffers, BatchSettings, address_table, aligned, allocate, handle_of
from tablee.engine.contract import States
from tablee.engine.observations import size_of
from tablee.games import GameDefinition, find_game
from tablee.games.errors import BadState, IllegalAction, TableeError

AUTORESET = {"next_step": batch_steps.NEXT_STEP, "same_step": batch_steps.SAME_STEP, "disabled": batch_steps.DISABLED}
LANDS = 64  # the number of set-ups made in advance if a game has no compiled `set_up`

Autoreset = Literal["next_step", "same_step", "disabled"]
Chance = Literal["inside", "caller"]


class Batch:
    """Games of one title with the same number of players and the same options.

    Each step overwrites the same arrays, which are aligned so that other libraries can use them without copying:
    `to_act` (a seat, -1 for chance, -2 once over), `mask` (by action id), `rewards` (by seat, 0 until a game is over),
    `terminated`, `truncated` (after `most_steps`), `steps`, `seeds` (of set-up and chance), the raw `states` and,
    optionally, `observation`. They must not be written to.

    >>> batch = Batch("isis", size=3, players=2, seed=7)
    >>> batch.mask.shape, batch.observe().shape
    ((3, 73), (3, 507))
    >>> batch.step([0, 1, 2])
    >>> batch.to_act.tolist()
    [1, 1, 1]
    """

    def __init__(
        self,
        game: str,
        size: int,
        players: int,
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
        autoreset: Autoreset = "next_step",
        chance: Chance = "inside",
        threads: int = 1,
        lands: int | None = None,
        observe: bool = False,
    ) -> None:
        """Begin `size` games.

        A game that is over restarts at the next step, whose action is ignored (`next_step`), at once (`same_step`:
        `terminated` and `rewards` are those of the game that ended, and `finals` has its last observations), or only
        by `reset` (`disabled`). With `chance="caller"` outcomes are stepped like actions, by their ids.
        Each game has a set-up of its own or, with `lands`, one of so many. With `observe` every step writes what the
        seat to act is shown into `observation`, which is faster than calling `observe()`.
        """
        if size < 1 or threads < 1 or (lands is not None and lands < 1):
            raise TableeError("size, threads and lands must be 1 or more")
        if autoreset not in AUTORESET:
            raise TableeError("autoreset is next_step, same_step or disabled")
        self._definition = definition = find_game(game)
        if observe:
            self._check_layout()
        self.size, self.players, self.seed = size, players, seed_or_fresh(seed)
        self.num_actions, self.num_outcomes = definition.ids.actions, definition.ids.outcomes
        self.most_steps = definition.most_steps
        kept = dict(options or {}), self.seed, autoreset, chance, threads, lands, observe
        self._settings = (game, size, players, *kept)
        own = definition.sets_up and lands is None
        fresh = _set_ups(definition, players, options or {}, self.seed, 1 if own else lands or LANDS)
        shared = settings_of(definition, size, players, AUTORESET[autoreset], chance)
        shared = shared._replace(fresh=len(fresh), sets_up=own, observes=observe)
        self._buffers = buffers = allocate(shared, fresh)
        self._table = address_table(buffers, shared)
        self._handle = handle_of(self._table, buffers, shared)
        self.states, self.seeds, self.to_act, self.mask = buffers.states, buffers.seeds, buffers.to_act, buffers.mask
        self.rewards, self.steps, self.finals = buffers.rewards, buffers.steps, buffers.finals
        self.terminated, self.truncated = buffers.terminated, buffers.truncated
        self.observation = buffers.observed if observe else None
        self._threads, self._pool = threads, ThreadPoolExecutor(threads) if threads > 1 else None
        self.reset(seed=self.seed)

    def reset(self, seed: int | None = None, games: Iterable[int] | None = None) -> None:
        """Restart all games, or those that are named, from a seed or, without one, from their next seeds."""
        named = None if games is None else [self._checked_game(game) for game in games]
        if seed is not None:
            self.seed = seed_or_fresh(seed)
            seeds = np.random.SeedSequence(abs(self.seed)).generate_state(self.size, np.uint64) >> 1
            self.seeds[slice(None) if named is None else named] = seeds if named is None else seeds[named]
        how, nothing = batch_steps.ANEW if seed is None else batch_steps.BEGIN, self.to_act.astype(np.int64)
        if named is None:
            self._share(batch_steps.step, how, nothing)
        for game in named or ():
            batch_steps.step(self.states, self._handle, how, nothing, game, game + 1)

    def step(self, actions: npt.ArrayLike) -> None:
        """Play one id in each game: of an action or, with `chance="caller"`, of an outcome.

        Raises `IllegalAction` if one is not legal; then nothing has changed.
        """
        given = np.asarray(actions)
        if given.shape != (self.size,) or given.dtype.kind not in "iu":
            raise TableeError(f"actions must be {self.size} whole numbers, one a game")
        chosen = given.astype(np.int64)
        wrong = batch_steps.first_illegal(self.states, self._handle, chosen)
        if wrong != NO_ID:
            raise IllegalAction(f"the id {chosen[wrong]} is not legal now in game {wrong}")
        self._share(batch_steps.step, batch_steps.STEP, chosen)

    def observe(self, seat: int | None = None, out: npt.NDArray[np.float32] | None = None) -> npt.NDArray[np.float32]:
        """The observation of a seat in each game, a row each; None: of the seat to act, zeros if there is none."""
        if seat is not None and not 0 <= seat < self.players:
            raise TableeError(f"there is no seat {seat}")
        self._check_layout()
        shape = (self.size, size_of(self._definition.layout))
        rows = aligned(shape, np.float32) if out is None else out
        if rows.shape != shape or rows.dtype != np.float32 or not rows.flags.c_contiguous:
            raise TableeError(f"out must be an array of {shape} float32 in one piece")
        self._share(batch_steps.observe, -1 if seat is None else seat, rows)
        return rows

    def playout(self) -> npt.NDArray[np.float32]:
        """The returns of each seat after a random playout of each game; the games do not change."""
        returns = aligned((self.size, self.players), np.float32)
        self._share(batch_steps.play_out_all, self.states.copy(), returns)
        return returns

    def legal_ids(self, game: int) -> list[int]:
        """The legal ids of one game, ascending: of actions, or of outcomes at a chance node."""
        game = self._checked_game(game)
        ids: list[int] = self._buffers.ids[game, : self._buffers.count[game]].tolist()
        return sorted(ids)

    def weights(self, game: int) -> list[int]:
        """The weights of `legal_ids` at a chance node, with `chance="caller"`."""
        game = self._checked_game(game)
        if self.to_act[game] != -1:
            return []
        count = self._buffers.count[game]
        by_id: list[int] = self._buffers.weights[game, self._buffers.ids[game, :count].argsort()].tolist()
        return by_id

    def game(self, game: int, seed: int | None = None) -> Game:
        """One of the games as a `Game`."""
        game = self._checked_game(game)
        return Game(self._definition, self.states[game : game + 1].copy(), seed_or_fresh(seed))

    def close(self) -> None:
        """Stop the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def __reduce__(self) -> tuple[Any, ...]:
        """Keep everything in pickles and copies: their future is the same."""
        return _restored, (self._settings, self.seed, [array.copy() for array in self._buffers])

    def _check_layout(self) -> None:
        if not self._definition.layout:
            raise TableeError(f"{self._definition.name} does not say how it is observed: it has no observation.py")

    def _checked_game(self, game: int) -> int:
        if not isinstance(game, int | np.integer) or not 0 <= game < self.size:
            raise TableeError(f"there is no game {game!r:.40}")
        return int(game)

    def _share(self, work: Callable[..., None], *arguments: Any) -> None:
        """Run a function on all games, divided among the threads."""
        if self._pool is None:
            work(self.states, self._handle, *arguments, 0, self.size)
            return
        bounds = np.linspace(0, self.size, self._threads + 1).astype(int).tolist()
        parts = [self._pool.submit(work, self.states, self._handle, *arguments, *part) for part in pairwise(bounds)]
        for part in parts:
            part.result()


def settings_of(definition: GameDefinition, size: int, players: int, autoreset: int, chance: Chance) -> BatchSettings:
    """The settings of a batch with one state to begin with."""
    if chance not in ("inside", "caller"):
        raise TableeError("chance is inside or caller")
    return BatchSettings(
        size=size,
        players=players,
        actions=definition.ids.actions,
        most=definition.rules.MOST_ACTIONS,
        numbers=size_of(definition.layout),
        fresh=1,
        first_outcome=definition.ids.first_outcome,
        most_steps=definition.most_steps,
        autoreset=autoreset,
        draws=chance == "inside",
        sets_up=definition.sets_up,
        observes=False,
    )


def _set_ups(definition: GameDefinition, players: int, options: Mapping[str, Any], seed: int, count: int) -> States:
    """States to begin with, from consecutive seeds; lands beyond the grid of ids (one in 100,000) are left out."""
    found = aligned((count,), definition.rules.STATE)
    place = 0
    for next_seed in count_from(seed):
        state = definition.new(players, options, next_seed)
        if NO_ID not in definition.ids.choices(state).ids:
            found[place] = state[0]
            place += 1
        if place == count:
            break
    return found


def fill(buffers: BatchBuffers, arrays: Sequence[Any]) -> None:
    """Copy arrays into the buffers."""
    for array, other in zip(buffers, arrays, strict=True):
        if (array.dtype.descr, array.shape) != (other.dtype.descr, other.shape):
            raise BadState("this was pickled by a version whose states are other ones")
        array[...] = other


def _restored(settings: tuple[Any, ...], seed: int, arrays: list[Any]) -> Batch:
    """Restore a pickled batch."""
    batch = Batch(*settings)
    fill(batch._buffers, arrays)
    batch.seed = seed
    return batch
