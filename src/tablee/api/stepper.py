"""`Stepper`: one game at a time, one compiled call a step."""

from collections.abc import Mapping
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from tablee.api.batch import Chance, check_same_game, fill, replayed, settings_of, shown
from tablee.api.game import Game, seed_or_fresh
from tablee.engine import batch_steps, calls
from tablee.engine.batch_buffers import address_table, allocate, entry, handle_of
from tablee.engine.contract import OVER
from tablee.games import find_game
from tablee.games.errors import GameOver, IllegalAction, TableeError

_SEEDS = 1 << 63  # seeds below this fit into 63 bits
_FEW = 8  # up to so many ids a memoryview lists faster than NumPy


class Stepper:
    """One game by ids, which can be restarted: without log, texts and undo.

    `step` checks an id, plays it, lets chance draw, and updates what is legal, masked and observed, in one compiled
    call. Each step overwrites the same arrays, which begin at multiples of 64 bytes and are read-only. Copy what you
    keep. What is legal is decided by the rules and by none of them. One thread at a time may use a stepper.

    | array | dtype, shape | what it holds |
    | --- | --- | --- |
    | `mask` | bool (num_actions) | which action ids are legal; all true where no seat is to act |
    | `observation` | float32 (numbers) | of the seat to act, seats counted from it; zeros if there is none |
    | `rewards` | float32 (players) | by seat, absolute; 0 until the game is over |

    >>> import random
    >>> stepper, chooser = Stepper("isis", players=2, seed=7), random.Random(1)
    >>> while stepper.to_act >= 0:
    ...     seat = stepper.step(chooser.choice(stepper.legal_ids()))
    >>> stepper.rewards.tolist(), stepper.terminated, stepper.legal_ids()
    ([1.0, -1.0], True, [])
    """

    def __init__(
        self,
        game: str,
        players: int,
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
        chance: Chance = "inside",
        observe: bool = True,
    ) -> None:
        """Begin a game.

        With `chance="caller"` outcomes are stepped like actions, by their ids; without `observe`, `observation` is not
        written, which saves time.
        """
        self._definition = definition = find_game(game)
        self._options = dict(options or {})
        self._settings = (game, players, self._options, 0, chance, observe)
        self._draws = chance == "inside"
        self.players, self.num_actions, self.num_outcomes = players, definition.ids.actions, definition.ids.outcomes
        fresh = definition.new(players, self._options, 0)
        shared = settings_of(definition, 1, players, batch_steps.DISABLED, chance)._replace(observes=observe)
        self._buffers = buffers = allocate(shared, fresh)
        self._table = address_table(buffers, shared)
        self._state, self._handle = buffers.states, handle_of(self._table, buffers, shared)
        self.mask, self.observation = shown(buffers.mask[0]), shown(buffers.observed[0])
        self.rewards = shown(buffers.rewards[0])
        self._ids, self._count, self._seeds = buffers.ids[0], memoryview(buffers.count), memoryview(buffers.seeds)
        few_ids = memoryview(self._ids)
        self._few_ids = [few_ids[:count] for count in range(_FEW + 1)]  # by their number: to cut one out takes time
        self._play = entry(batch_steps.step_one, self._state, self._handle, batch_steps.STEP, 0)
        self._at: Game | None = None
        self._played: list[int] = []
        self.to_act = OVER
        """The seat to act, -1 for chance with `chance="caller"`, -2 once the game is over."""
        self.reset(seed)

    def reset(self, seed: int | None = None, at: Game | None = None) -> int:
        """Restart from this seed or a fresh one, or continue from a game; return who is to act."""
        if at is not None:
            check_same_game(at, self._definition, self.players)
        self.seed = chosen = seed_or_fresh(seed)
        self._at, self._played = None if at is None else at.copy(0), []
        self._buffers.full[0] = True  # clears the whole mask, whatever a caller wrote into shared memory
        by_seed = at is None and self._definition.sets_up and 0 <= chosen < _SEEDS
        if by_seed:
            self._seeds[0] = chosen
        else:
            self._buffers.random[0] = chosen & 0xFFFF_FFFF_FFFF_FFFF
            self._state[0], self._buffers.steps[0] = self._beginning()._state[0], 0
        self.to_act = self._play(self._state, self._handle, batch_steps.BEGIN if by_seed else batch_steps.LOOK, 0)
        return self.to_act

    def step(self, action: int) -> int:
        """Play an id: of an action or, with `chance="caller"`, of an outcome; return who is to act.

        Raises `IllegalAction` or `GameOver`; then nothing has changed.

        >>> stepper = Stepper("isis", players=2, seed=7)
        >>> stepper.step(20), stepper.mask[20]
        (1, np.False_)
        >>> stepper.step(20)
        Traceback (most recent call last):
            ...
        tablee.games.errors.IllegalAction: the id 20 is not legal now
        """
        try:
            chosen = index(action)
            seat = self._play(self._state, self._handle, 0, chosen)
        except (TypeError, OverflowError):
            raise IllegalAction(f"the id {action!r:.40} is not legal now") from None
        if seat < OVER:
            if self.to_act == OVER:
                raise GameOver("the game is over")
            raise IllegalAction(f"the id {action!r:.40} is not legal now")
        self.to_act = seat
        self._played.append(chosen)
        return seat  # type: ignore[no-any-return]

    def legal_ids(self) -> list[int]:
        """The legal ids, ascending: of actions, or of outcomes at a chance node; none once it is over."""
        count = self._count[0]
        ids: list[int] = (self._few_ids[count] if count <= _FEW else self._ids[:count]).tolist()
        return ids

    def weights(self) -> list[int]:
        """The weights of `legal_ids` at a chance node, with `chance="caller"`."""
        return self._buffers.weights[0, : self._count[0]].tolist() if self.to_act == -1 else []

    def observe(self, seat: int, out: npt.NDArray[np.float32] | None = None) -> npt.NDArray[np.float32]:
        """The observation of any seat, in a new row or in `out`."""
        if not 0 <= seat < self.players:
            raise TableeError(f"there is no seat {seat}")
        row = np.empty_like(self.observation) if out is None else out
        if row.shape != self.observation.shape or row.dtype != np.float32 or not row.flags.c_contiguous:
            raise TableeError(f"out must be an array of {self.observation.shape} float32 in one piece")
        row[:] = 0
        calls.observe(self._state, seat, row)
        return row

    @property
    def terminated(self) -> bool:
        """Is the game over by its rules?"""
        return bool(self._buffers.terminated[0])

    @property
    def truncated(self) -> bool:
        """Was it truncated, after `most_steps`?"""
        return bool(self._buffers.truncated[0])

    @property
    def steps(self) -> int:
        """The number of steps so far, outcomes included."""
        return int(self._buffers.steps[0])

    def game(self) -> Game:
        """The game as a `Game` with its seed, its whole log and the same future.

        >>> stepper = Stepper("isis", players=2, seed=7)
        >>> stepper.step(20), stepper.step(72)
        (1, 1)
        >>> stepper.game().log
        ['pawn c4', 'draw', 'reveal +3']
        """
        return replayed(self._beginning(), self.seed, self._played, self._draws)

    def position(self, seed: int | None = None) -> Game:
        """The current state as a `Game` without a log, which is quicker; its future is that of another seed."""
        return Game(self._definition, self._state.copy(), seed_or_fresh(seed))

    def __repr__(self) -> str:
        return f"<tablee Stepper of {self._definition.id}, {self.players} players, {self.steps} steps>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Keep everything in pickles and copies: their future is the same."""
        past = self.seed, self.to_act, self._at, self._played
        return _restored, (self._settings, *past, [array.copy() for array in self._buffers])

    def _beginning(self) -> Game:
        if self._at is not None:
            return self._at
        return Game(self._definition, self._definition.new(self.players, self._options, self.seed), self.seed)


def _restored(
    settings: tuple[Any, ...], seed: int, to_act: int, at: Game | None, played: list[int], arrays: list[Any]
) -> Stepper:
    """Restore a pickled stepper."""
    stepper = Stepper(*settings)
    fill(stepper._buffers, arrays)
    stepper.seed, stepper.to_act, stepper._at, stepper._played = seed, to_act, at, played.copy()
    return stepper
