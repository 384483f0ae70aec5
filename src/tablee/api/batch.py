"""Many games at once, for learners: one array of states, stepped in compiled code on as many threads as asked for."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count as count_from
from itertools import pairwise
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from tablee.game import Game, seed_or_fresh
from tablee.games import GameFolder, find_game
from tablee.games.errors import BadState, IllegalAction, TableeError
from tablee.kernel import batching
from tablee.kernel.contract import States
from tablee.kernel.desk import Games, Kind, aligned, desk_at, room_for, written
from tablee.kernel.ids import NO_ID
from tablee.kernel.observing import size_of

AUTORESET = {
    "next_step": batching.NEXT_STEP,
    "same_step": batching.SAME_STEP,
    "disabled": batching.DISABLED,
}
LANDS = 64
"""So many set-ups are made in advance where the rules of a game cannot lay out each one, compiled."""

Autoreset = Literal["next_step", "same_step", "disabled"]
Chance = Literal["inside", "caller"]


class Batch:
    """Games of one kind with the same number of players and the same options.

    Its arrays are always the same ones, written anew by each step, and aligned so that other libraries take them over
    without copying: `to_act` (a seat, -1 for chance, -2 once over), `mask` (by id of action), `rewards` (by seat, 0
    until a game is over), `terminated`, `truncated` (cut short after `most_steps`), `steps`, `seeds` (what set-up and
    chance of each game follow from), the raw `states` and, if asked for, `observation`. They are to be read: what is
    written into them would mislead the next step.

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

        A game that is over begins anew by itself at the step after, whose action means nothing (`next_step`), at once
        (`same_step`: `terminated` and `rewards` are of the one that ended, what its seats observed is in `finals`), or
        only by `reset` (`disabled`). With `chance="caller"` outcomes are stepped like actions, by their ids.
        Each game has a set-up of its own or, with `lands`, one of so many. With `observe` every step writes down in
        `observation` what the seat to act is shown, which is quicker than to ask for it with `observe()`.
        """
        if size < 1 or threads < 1 or (lands is not None and lands < 1):
            raise TableeError("size, threads and lands must be 1 or more")
        if autoreset not in AUTORESET:
            raise TableeError("autoreset is next_step, same_step or disabled")
        self._folder = folder = find_game(game)
        if observe:
            self._check_layout()
        self.size, self.players, self.seed = size, players, seed_or_fresh(seed)
        self.num_actions, self.num_outcomes, self.most_steps = (
            folder.ids.actions,
            folder.ids.outcomes,
            folder.most_steps,
        )
        self._settings = (
            game,
            size,
            players,
            dict(options or {}),
            self.seed,
            autoreset,
            chance,
            threads,
            lands,
            observe,
        )
        own = folder.sets_up and lands is None
        fresh = _set_ups(folder, players, options or {}, self.seed, 1 if own else lands or LANDS)
        kind = kind_of(folder, size, players, AUTORESET[autoreset], chance)
        kind = kind._replace(fresh=len(fresh), sets_up=own, observes=observe)
        self._games = games = room_for(kind, fresh)
        self._table = written(games, kind)
        self._desk = desk_at(self._table, games, kind)
        self.states, self.seeds, self.to_act, self.mask = games.states, games.seeds, games.to_act, games.mask
        self.rewards, self.steps, self.finals = games.rewards, games.steps, games.finals
        self.terminated, self.truncated = games.terminated, games.truncated
        self.observation = games.observed if observe else None
        self._threads, self._pool = threads, ThreadPoolExecutor(threads) if threads > 1 else None
        self.reset(seed=self.seed)

    def reset(self, seed: int | None = None, games: Iterable[int] | None = None) -> None:
        """Begin all games anew, or those that are named: as a seed says or, without one, with the seeds that follow."""
        named = None if games is None else [self._checked_game(game) for game in games]
        if seed is not None:
            self.seed = seed_or_fresh(seed)
            seeds = np.random.SeedSequence(abs(self.seed)).generate_state(self.size, np.uint64) >> 1
            self.seeds[slice(None) if named is None else named] = seeds if named is None else seeds[named]
        how, nothing = batching.ANEW if seed is None else batching.BEGIN, self.to_act.astype(np.int64)
        if named is None:
            self._share(batching.step, how, nothing)
        for game in named or ():
            batching.step(self.states, self._desk, how, nothing, game, game + 1)

    def step(self, actions: npt.ArrayLike) -> None:
        """Play one id in each game: of an action or, at a chance node that is left to the caller, of an outcome.

        Raises `IllegalAction` if one of them is not legal, and then nothing has changed.
        """
        chosen = self._checked(actions)
        wrong = batching.first_illegal(self.states, self._desk, chosen)
        if wrong != NO_ID:
            raise IllegalAction(f"the id {chosen[wrong]} is not legal now in game {wrong}")
        self._share(batching.step, batching.STEP, chosen)

    def observe(self, seat: int | None = None, out: npt.NDArray[np.float32] | None = None) -> npt.NDArray[np.float32]:
        """What a seat has been shown in each game, a row of numbers each; None: the seat to act, zeros if nobody is."""
        if seat is not None and not 0 <= seat < self.players:
            raise TableeError(f"there is no seat {seat}")
        self._check_layout()
        shape = (self.size, size_of(self._folder.layout))
        rows = aligned(shape, np.float32) if out is None else out
        if rows.shape != shape or rows.dtype != np.float32 or not rows.flags.c_contiguous:
            raise TableeError(f"out must be an array of {shape} float32 in one piece")
        self._share(batching.observe, -1 if seat is None else seat, rows)
        return rows

    def playout(self) -> npt.NDArray[np.float32]:
        """What each seat gets if every game is played on at random to its end; the games stay where they are."""
        returns = aligned((self.size, self.players), np.float32)
        self._share(batching.play_out_all, self.states.copy(), returns)
        return returns

    def legal_ids(self, game: int) -> list[int]:
        """What is legal in one game, ascending: ids of actions, or of outcomes at a chance node."""
        game = self._checked_game(game)
        ids: list[int] = self._games.ids[game, : self._games.count[game]].tolist()
        return sorted(ids)

    def weights(self, game: int) -> list[int]:
        """At a chance node that is left to the caller: how often each of `legal_ids` falls, beside the others."""
        game = self._checked_game(game)
        if self.to_act[game] != -1:
            return []
        count = self._games.count[game]
        by_id: list[int] = self._games.weights[game, self._games.ids[game, :count].argsort()].tolist()
        return by_id

    def game(self, game: int, seed: int | None = None) -> Game:
        """One of the games by itself, to look at or to go on with."""
        game = self._checked_game(game)
        return Game(self._folder, self.states[game : game + 1].copy(), seed_or_fresh(seed))

    def close(self) -> None:
        """Let go of the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def __reduce__(self) -> tuple[Any, ...]:
        """Everything as it is, for pickles and copies: what follows is the same."""
        return _restored, (self._settings, self.seed, [array.copy() for array in self._games])

    def _check_layout(self) -> None:
        if not self._folder.layout:
            raise TableeError(f"{self._folder.name} does not say how it is observed: it has no observation.py")

    def _checked_game(self, game: int) -> int:
        if not isinstance(game, int | np.integer) or not 0 <= game < self.size:
            raise TableeError(f"there is no game {game!r:.40}")
        return int(game)

    def _checked(self, actions: npt.ArrayLike) -> npt.NDArray[np.int64]:
        given = np.asarray(actions)
        if given.shape != (self.size,) or given.dtype.kind not in "iu":
            raise TableeError(f"actions must be {self.size} whole numbers, one a game")
        return given.astype(np.int64)

    def _share(self, work: Callable[..., None], *arguments: Any) -> None:
        """Carry some work out for all games, each thread its part."""
        if self._pool is None:
            work(self.states, self._desk, *arguments, 0, self.size)
            return
        bounds = np.linspace(0, self.size, self._threads + 1).astype(int).tolist()
        parts = [self._pool.submit(work, self.states, self._desk, *arguments, *part) for part in pairwise(bounds)]
        for part in parts:
            part.result()


def kind_of(folder: GameFolder, size: int, players: int, autoreset: int, chance: Chance) -> Kind:
    """What holds for all games of a batch that begin with one state."""
    if chance not in ("inside", "caller"):
        raise TableeError("chance is inside or caller")
    return Kind(
        size=size,
        players=players,
        actions=folder.ids.actions,
        most=folder.rules.MOST_ACTIONS,
        numbers=size_of(folder.layout),
        fresh=1,
        first_outcome=folder.ids.first_outcome,
        most_steps=folder.most_steps,
        autoreset=autoreset,
        draws=chance == "inside",
        sets_up=folder.sets_up,
        observes=False,
    )


def _set_ups(folder: GameFolder, players: int, options: Mapping[str, Any], seed: int, count: int) -> States:
    """States to begin with, from one seed on; a land that reaches farther than ids do (one of 100,000) is left out."""
    found = aligned((count,), folder.rules.STATE)
    place = 0
    for next_seed in count_from(seed):
        state = folder.new(players, options, next_seed)
        if NO_ID not in folder.ids.choices(state).ids:
            found[place] = state[0]
            place += 1
        if place == count:
            break
    return found


def fill(games: Games, arrays: Sequence[Any]) -> None:
    """Write what was copied elsewhere into the arrays, which stay where they are."""
    for array, other in zip(games, arrays, strict=True):
        if (array.dtype.descr, array.shape) != (other.dtype.descr, other.shape):
            raise BadState("this was pickled by a version whose states are other ones")
        array[...] = other


def _restored(settings: tuple[Any, ...], seed: int, arrays: list[Any]) -> Batch:
    """A batch as it was pickled."""
    batch = Batch(*settings)
    fill(batch._games, arrays)
    batch.seed = seed
    return batch
