"""`Batch`: many games at once for learners, stepped in compiled code on several threads."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count as count_from
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from tablee.api.game import Game, load, seed_or_fresh
from tablee.engine import batch_steps
from tablee.engine.action_ids import NO_ID
from tablee.engine.batch_buffers import BatchBuffers, BatchSettings, address_table, aligned, allocate, handle_of
from tablee.engine.chance import below, following_seed, new_random
from tablee.engine.contract import States
from tablee.engine.observations import size_of
from tablee.engine.worker_threads import WorkerThreads
from tablee.games import GameDefinition, find_game
from tablee.games.document import Document
from tablee.games.errors import BadState, GameOver, IllegalAction, TableeError

AUTORESET = {"next_step": batch_steps.NEXT_STEP, "same_step": batch_steps.SAME_STEP, "disabled": batch_steps.DISABLED}
LANDS = 64  # the number of set-ups made in advance if a game has no compiled `set_up`
_PLAYOUTS = 0x5851F42D4C957F2D  # sets the generators of playouts apart from those of chance

Autoreset = Literal["next_step", "same_step", "disabled"]
Chance = Literal["inside", "caller"]
Positions = Sequence[Game | Document]


class Batch:
    """Games of one title with the same number of players and the same options.

    Each step overwrites the same arrays, which begin at multiples of 64 bytes, so that other libraries can use them
    without copying. They are read-only; what is legal is decided by the rules and by none of them.

    | array | dtype, shape | what it holds |
    | --- | --- | --- |
    | `to_act` | int8 (size) | a seat, -1 for chance, -2 once over |
    | `mask` | bool (size, num_actions) | which action ids are legal; all true where no seat is to act |
    | `rewards` | float32 (size, players) | by seat, absolute; 0 until a game is over |
    | `terminated`, `truncated` | bool (size) | over by its rules; cut short after `most_steps` |
    | `steps` | int32 (size) | actions and outcomes so far |
    | `seeds` | int64 (size) | of set-up and chance: `tablee.new` with this seed is the same game |
    | `states` | the game's record (size) | the raw states |
    | `observation` | float32 (size, numbers) | of the seat to act; None unless asked for with `observe=True` |
    | `finals` | float32 (size, players, numbers) | with `same_step`: what each seat observed at the end of a game |

    One thread at a time may use a batch; another is refused. A forked child may go on with its copy.

    >>> batch = Batch("isis", size=3, players=2, seed=7)
    >>> batch.mask.shape, batch.observe().shape
    ((3, 73), (3, 507))
    >>> batch.step([0, 1, 2])
    >>> batch.to_act.tolist()
    [1, 1, 1]
    >>> batch
    <tablee Batch of 3 isis games, 2 players>
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
        at: Positions | None = None,
        most_steps: int | None = None,
    ) -> None:
        """Begin `size` games.

        A game that is over restarts at the next step, whose id is ignored (`next_step`), at once (`same_step`:
        `terminated` and `rewards` are those of the game that ended, and `finals` has its last observations), or only
        by `reset` (`disabled`: a game that is over takes the id -1 and no other). With `chance="caller"` outcomes are
        stepped like actions, by their ids.
        Each game has a set-up of its own or, with `lands`, one of so many; with `at` they begin at given positions
        (`Game`s or state documents), game by game and from the first again. With `observe` every step writes what the
        seat to act is shown into `observation`, which is faster than calling `observe()`. A game is truncated after
        `most_steps`, by default those of the game.
        """
        if size < 1 or threads < 1 or (lands is not None and lands < 1) or (most_steps is not None and most_steps < 1):
            raise TableeError("size, threads, lands and most_steps must be 1 or more")
        if autoreset not in AUTORESET:
            raise TableeError("autoreset is next_step, same_step or disabled")
        self._definition = definition = find_game(game)
        if observe:
            self._check_layout()
        self.size, self.players, self.seed = size, players, seed_or_fresh(seed)
        self.num_actions, self.num_outcomes = definition.ids.actions, definition.ids.outcomes
        self.most_steps = most_steps or definition.most_steps
        self._options = dict(options or {})
        kept = self._options, self.seed, autoreset, chance, threads, lands, observe, None, most_steps
        self._settings = (game, size, players, *kept)
        own = definition.sets_up and lands is None
        fresh = _set_ups(definition, players, self._options, self.seed, 1 if own else lands or LANDS)
        shared = settings_of(definition, size, players, AUTORESET[autoreset], chance)
        self._shared = shared._replace(fresh=len(fresh), sets_up=own, observes=observe, most_steps=self.most_steps)
        self._at: list[Game] = []
        self._played: list[npt.NDArray[np.int64]] = []  # the ids of the latest steps, for all games
        self._bind(allocate(self._shared, fresh))
        buffers = self._buffers
        self.states, self.seeds, self.to_act = shown(buffers.states), shown(buffers.seeds), shown(buffers.to_act)
        self.mask, self.rewards, self.steps = shown(buffers.mask), shown(buffers.rewards), shown(buffers.steps)
        self.terminated, self.truncated = shown(buffers.terminated), shown(buffers.truncated)
        self.finals, self.observation = shown(buffers.finals), shown(buffers.observed) if observe else None
        self._use = WorkerThreads(threads, "batch", TableeError)
        self.reset(seed=self.seed, at=at)

    def _bind(self, buffers: BatchBuffers) -> None:
        """Make the buffers and the settings known to compiled code."""
        self._buffers = buffers
        self._table = address_table(buffers, self._shared)
        self._handle = handle_of(self._table, buffers, self._shared)

    # ---- playing -----------------------------------------------------------------------------------------------

    def reset(
        self,
        seed: int | None = None,
        games: Iterable[int] | npt.NDArray[np.bool_] | None = None,
        at: Positions | None = None,
    ) -> None:
        """Restart games from a seed or, without one, from their next seeds.

        `games` are their numbers or a mask of `size` truth values; None: all of them. With `at` the games begin at
        these positions from now on.
        """
        with self._use:
            named = None if games is None else self._numbers_of(games)
            chosen: Any = slice(None) if named is None else named
            if at is not None:
                self._place(at)
            self._buffers.full[chosen] = True  # clears the whole masks, whatever a caller wrote into shared memory
            if seed is not None:
                self.seed = seed_or_fresh(seed)
                seeds = np.random.SeedSequence(abs(self.seed)).generate_state(self.size, np.uint64) >> 1
                self._buffers.seeds[chosen] = seeds[chosen]
                self._buffers.playouts[chosen] = seeds[chosen] ^ np.uint64(_PLAYOUTS)
                self._sampled = new_random(self.seed ^ _PLAYOUTS)
            how = batch_steps.ANEW if seed is None else batch_steps.BEGIN
            if named is None:
                self._played.clear()
                self._share(batch_steps.step, how)
            for game in named or ():
                batch_steps.step(self._buffers.states, self._handle, how, game, game + 1)

    def _place(self, at: Positions) -> None:
        """Let the games begin at these positions."""
        found = [one if isinstance(one, Game) else load(one, 0) for one in at]
        if not found or len(found) > self.size:
            raise TableeError(f"at has 1 to {self.size} positions, not {len(found)}")
        fresh = aligned((len(found),), self._definition.rules.STATE)
        for place, one in enumerate(found):
            check_same_game(one, self._definition, self.players)
            self._definition.ids.choices(one._state).check()
            fresh[place] = one._state[0]
        self._at = [one.copy(0) for one in found]
        self._shared = self._shared._replace(fresh=len(fresh), sets_up=False, placed=True)
        self._bind(self._buffers._replace(fresh=fresh))

    def step(self, actions: npt.ArrayLike) -> None:
        """Play one id in each game: of an action or, with `chance="caller"`, of an outcome.

        Raises `IllegalAction` if one is not legal, and `GameOver` if a game is over and does not restart by itself;
        then nothing has changed.
        """
        given = np.asarray(actions)
        if given.shape != (self.size,) or given.dtype.kind not in "iu":
            raise TableeError(f"actions must be {self.size} whole numbers, one a game")
        chosen = given.astype(np.int64)
        with self._use:
            wrong = batch_steps.first_illegal(self._buffers.states, self._handle, chosen)
            if wrong != NO_ID:
                if self._buffers.waits[wrong]:
                    raise GameOver(f"game {wrong} is over: reset it, or give it the id -1")
                raise IllegalAction(f"the id {chosen[wrong]} is not legal now in game {wrong}")
            self._share(batch_steps.step, batch_steps.STEP)
            self._played.append(chosen)
            if len(self._played) >= self._room:
                self._forget_old()

    _room = 64  # how many steps are kept before old ones are looked for

    def _forget_old(self) -> None:
        """Drop the steps of games that have restarted since."""
        needed = int(self._buffers.calls.max())
        del self._played[: len(self._played) - needed]
        self._room = 2 * needed + 64

    # ---- looking -----------------------------------------------------------------------------------------------

    def observe(self, seat: int | None = None, out: npt.NDArray[np.float32] | None = None) -> npt.NDArray[np.float32]:
        """float32 (size, numbers): what a seat observes in each game; None: the seat to act, zeros if there is none."""
        if seat is not None and not 0 <= seat < self.players:
            raise TableeError(f"there is no seat {seat}")
        self._check_layout()
        shape = (self.size, size_of(self._definition.layout))
        rows = aligned(shape, np.float32) if out is None else out
        if rows.shape != shape or rows.dtype != np.float32 or not rows.flags.c_contiguous:
            raise TableeError(f"out must be an array of {shape} float32 in one piece")
        with self._use:
            self._share(batch_steps.observe, -1 if seat is None else seat, rows)
        return rows

    def playout(self) -> npt.NDArray[np.float32]:
        """The returns of each seat, absolute, after a random playout of each game; the games do not change.

        The array is float32 (size, players).
        """
        returns = aligned((self.size, self.players), np.float32)
        with self._use:
            self._share(batch_steps.play_out_all, self._buffers.states.copy(), returns)
        return returns

    def legal(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]:
        """The legal ids of all games as one ragged array: values (int32), and offsets (int64, size + 1).

        Those of game `i` are `values[offsets[i]:offsets[i + 1]]`, in the order of the rules; none once it is over.

        >>> values, offsets = Batch("isis", size=3, players=2, seed=7).legal()
        >>> len(values), offsets.tolist()
        (111, [0, 37, 74, 111])
        """
        with self._use:
            offsets = np.zeros(self.size + 1, np.int64)
            np.cumsum(self._buffers.count, out=offsets[1:])
            values = np.empty(int(offsets[-1]), np.int32)
            self._share(batch_steps.gather, offsets, values)
        return values, offsets

    def sample(
        self, random: np.random.Generator | None = None, weights: npt.ArrayLike | None = None
    ) -> npt.NDArray[np.int64]:
        """A legal id of each game, drawn in compiled code; -1 for a game that is over. `step` takes them all.

        Actions are drawn by `weights`, which need not sum to one: float32 of (num_actions) for all games alike or of
        (size, num_actions), as a policy gives them; illegal ids are left out. Without weights all legal ids are alike.
        Outcomes (`chance="caller"`) are drawn by their own weights. `random` decides or, without it, the batch's seed.

        >>> batch = Batch("morisi", size=2, players=2, seed=7)
        >>> batch.step(batch.sample())
        """
        rows = np.empty((0, 0), np.float32)
        if weights is not None:
            rows = np.atleast_2d(np.ascontiguousarray(weights, np.float32))
            if rows.shape not in ((1, self.num_actions), (self.size, self.num_actions)):
                raise TableeError(f"weights have the shape ({self.num_actions},) or {self.size, self.num_actions}")
            if not (rows >= 0).all():
                raise TableeError("weights must be 0 or more")
        with self._use:
            source = following_seed(self._sampled) if random is None else int(random.integers(1 << 64, dtype=np.uint64))
            ids = aligned((self.size,), np.int64)
            self._share(batch_steps.sample, rows, np.uint64(source), ids)
            if weights is not None and (stuck := np.flatnonzero((ids == NO_ID) & (self._buffers.count > 0))).size:
                raise TableeError(f"all weights of what is legal in game {stuck[0]} are 0")
        return ids

    def legal_ids(self, game: int) -> list[int]:
        """The legal ids of one game, ascending: of actions, or of outcomes at a chance node."""
        game = self._checked_game(game)
        with self._use:
            ids: list[int] = self._buffers.ids[game, : self._buffers.count[game]].tolist()
        return sorted(ids)

    def weights(self, game: int) -> list[int]:
        """The weights of `legal_ids` at a chance node, with `chance="caller"`."""
        game = self._checked_game(game)
        with self._use:
            if self.to_act[game] != -1:
                return []
            count = self._buffers.count[game]
            by_id: list[int] = self._buffers.weights[game, self._buffers.ids[game, :count].argsort()].tolist()
            return by_id

    def game(self, game: int) -> Game:
        """One of the games as a `Game` with its seed, its whole log and the same future.

        >>> batch = Batch("morfals", size=2, players=2, seed=7)
        >>> for _ in range(3):
        ...     batch.step(batch.sample())
        >>> game = batch.game(1)
        >>> game.seed == batch.seeds[1], len(game.log) == batch.steps[1]
        (np.True_, np.True_)
        """
        game = self._checked_game(game)
        with self._use:
            seed, calls = int(self._buffers.seeds[game]), int(self._buffers.calls[game])
            ids = [int(chosen[game]) for chosen in self._played[len(self._played) - calls :]]
            return replayed(self._beginning_of(game, seed), seed, ids, bool(self._shared.draws))

    def _beginning_of(self, game: int, seed: int) -> Game:
        if self._at:
            return self._at[game % len(self._at)]
        if self._shared.sets_up:
            return Game(self._definition, self._definition.new(self.players, self._options, seed), seed)
        place = below(new_random(seed), len(self._buffers.fresh))
        return Game(self._definition, self._buffers.fresh[place : place + 1].copy(), seed)

    # ---- threads, copies ---------------------------------------------------------------------------------------

    def close(self) -> None:
        """Stop the threads; the batch cannot be stepped any more."""
        self._use.close()

    def __enter__(self) -> "Batch":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        closed = ", closed" if self._use.closed else ""
        return f"<tablee Batch of {self.size} {self._definition.id} games, {self.players} players{closed}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Keep everything in pickles and copies: their future is the same."""
        arrays = [array.copy() for array in self._buffers]
        return _restored, (self._settings, self.seed, self._at, self._played, self._sampled, arrays)

    def _check_layout(self) -> None:
        if not self._definition.layout:
            raise TableeError(f"{self._definition.name} does not say how it is observed: it has no observation.py")

    def _checked_game(self, game: int) -> int:
        if not isinstance(game, int | np.integer) or not 0 <= game < self.size:
            raise TableeError(f"there is no game {game!r:.40}")
        return int(game)

    def _numbers_of(self, games: Iterable[int] | npt.NDArray[np.bool_]) -> list[int]:
        """The numbers of games, which may be given as a mask."""
        listed: list[Any] = list(games)
        if not listed or not isinstance(listed[0], bool | np.bool_):
            return [self._checked_game(game) for game in listed]
        if len(listed) != self.size or not all(isinstance(one, bool | np.bool_) for one in listed):
            raise TableeError(f"a mask of games has {self.size} truth values")
        return np.flatnonzero(listed).tolist()

    def _share(self, work: Callable[..., None], *arguments: Any) -> None:
        """Run a function on all games, divided among the threads."""
        self._use.share(self.size, work, self._buffers.states, self._handle, *arguments)


def shown(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The same array for those who may only read it."""
    view = array.view()
    view.flags.writeable = False
    return view


def check_same_game(game: Game, definition: GameDefinition, players: int) -> None:
    """Raise `TableeError` unless it is this title with so many players."""
    if (game.id, game.players) != (definition.id, players):
        raise TableeError(f"this is not {definition.name} with {players} players")


def replayed(beginning: Game, seed: int, ids: Iterable[int], draws: bool) -> Game:
    """A game from its beginning, after these ids and, if chance is drawn inside, all outcomes in between."""
    game = beginning.copy(seed)
    game._draws = 0
    for action in (None, *ids):
        if action == NO_ID:
            break  # it was over, and waited
        if action is not None:
            game.step(action)
        while draws and game.to_act == "chance":
            game.chance()
    return game


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
        placed=False,
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


def _restored(
    settings: tuple[Any, ...], seed: int, at: list[Game], played: list[Any], sampled: Any, arrays: list[Any]
) -> Batch:
    """Restore a pickled batch."""
    batch = Batch(*settings)
    if at:
        batch._place(at)
    fill(batch._buffers, arrays)
    batch.seed, batch._played, batch._sampled = seed, played.copy(), sampled.copy()
    return batch
