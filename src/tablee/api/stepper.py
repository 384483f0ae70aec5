"""One game at a time from Python, as fast as the interpreter can call: one compiled call a step."""

from collections.abc import Mapping
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from tablee.batch import Chance, fill, kind_of
from tablee.game import Game, seed_or_fresh
from tablee.games import find_game
from tablee.games.errors import GameOver, IllegalAction, TableeError
from tablee.kernel import batching, calls
from tablee.kernel.contract import OVER
from tablee.kernel.desk import desk_at, entry, room_for, written

_SEEDS = 1 << 63
"""Seeds below this one fit into the record of a game."""


class Stepper:
    """One game by numbers, begun anew as often as you like: no log, no texts, nothing to take back.

    `step` looks whether an id is legal, plays it, lets chance draw, and lists, masks and observes what is then: all in
    one compiled call, into arrays that stay the same ones, aligned to 64 bytes. Read them before the next step, or copy
    them: `mask` (by id of action), `observation` (of the seat to act), `rewards` (by seat, 0 until it is over).

    >>> import random
    >>> stepper, chooser = Stepper("isis", players=2, seed=7), random.Random(1)
    >>> while stepper.to_act >= 0:
    ...     seat = stepper.step(chooser.choice(stepper.legal_ids()))
    >>> stepper.rewards.tolist(), stepper.terminated, stepper.mask.any()
    ([-1.0, 1.0], True, np.False_)
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

        With `chance="caller"` outcomes are stepped like actions, by their ids; without `observe` nothing is written
        into `observation`, which saves time where nobody looks at it.
        """
        self._folder = folder = find_game(game)
        self._options = dict(options or {})
        self._settings = (game, players, self._options, 0, chance, observe)
        self.players, self.num_actions, self.num_outcomes = players, folder.ids.actions, folder.ids.outcomes
        fresh = folder.new(players, self._options, 0)
        kind = kind_of(folder, 1, players, batching.DISABLED, chance)._replace(observes=observe)
        self._games = games = room_for(kind, fresh)
        self._table = written(games, kind)
        self._state, self._desk = games.states, desk_at(self._table, games, kind)
        self.mask, self.observation, self.rewards = games.mask[0], games.observed[0], games.rewards[0]
        self._ids, self._count, self._seeds = games.ids[0], memoryview(games.count), memoryview(games.seeds)
        self._play = entry(batching.step_one, self._state, self._desk, batching.STEP, 0)
        self.to_act = OVER
        """The seat to act, -1 for chance if it is left to the caller, -2 once the game is over."""
        self.reset(seed)

    def reset(self, seed: int | None = None, at: Game | None = None) -> int:
        """Begin anew, by this seed or a fresh one, or go on from where a game is; returns who is to act."""
        self.seed = chosen = seed_or_fresh(seed)
        by_seed = at is None and self._folder.sets_up and 0 <= chosen < _SEEDS
        if by_seed:
            self._seeds[0] = chosen
        else:
            self._games.random[0] = chosen & 0xFFFF_FFFF_FFFF_FFFF
            self._state[0], self._games.steps[0] = self._begun(at)[0], 0
        self.to_act = self._play(self._state, self._desk, batching.BEGIN if by_seed else batching.LOOK, 0)
        return self.to_act

    def step(self, action: int) -> int:
        """Play an id: of an action or, at a chance node that is left to the caller, of an outcome; returns who acts.

        Raises `IllegalAction` if it is not legal, and `GameOver`; then nothing has changed.

        >>> stepper = Stepper("isis", players=2, seed=7)
        >>> stepper.step(20), stepper.mask[20]
        (1, np.False_)
        >>> stepper.step(20)
        Traceback (most recent call last):
            ...
        tablee.games.errors.IllegalAction: the id 20 is not legal now
        """
        try:
            seat = self._play(self._state, self._desk, 0, index(action))
        except (TypeError, OverflowError):
            raise IllegalAction(f"the id {action!r:.40} is not legal now") from None
        if seat < OVER:
            if self.to_act == OVER:
                raise GameOver("the game is over")
            raise IllegalAction(f"the id {action!r:.40} is not legal now")
        self.to_act = seat
        return seat  # type: ignore[no-any-return]

    def legal_ids(self) -> list[int]:
        """What is legal, ascending: ids of actions, or of outcomes at a chance node; none once it is over."""
        ids: list[int] = self._ids[: self._count[0]].tolist()
        return ids

    def weights(self) -> list[int]:
        """At a chance node that is left to the caller: how often each of `legal_ids` falls, beside the others."""
        return self._games.weights[0, : self._count[0]].tolist() if self.to_act == -1 else []

    def observe(self, seat: int, out: npt.NDArray[np.float32] | None = None) -> npt.NDArray[np.float32]:
        """What any seat has been shown, as one row of numbers: a new one, or `out`."""
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
        return bool(self._games.terminated[0])

    @property
    def truncated(self) -> bool:
        """Was it cut short, after `most_steps` of the game's rules?"""
        return bool(self._games.truncated[0])

    @property
    def steps(self) -> int:
        """How many steps there were since it began, outcomes of chance included."""
        return int(self._games.steps[0])

    def game(self, seed: int | None = None) -> Game:
        """The game as it is now by itself, with all that a `Game` can do."""
        return Game(self._folder, self._state.copy(), seed_or_fresh(seed))

    def __reduce__(self) -> tuple[Any, ...]:
        """Everything as it is, for pickles and copies: what follows is the same."""
        return _restored, (self._settings, self.seed, self.to_act, [array.copy() for array in self._games])

    def _begun(self, at: Game | None) -> Any:
        if at is None:
            return self._folder.new(self.players, self._options, self.seed)
        if (at.id, at.players) != (self._folder.id, self.players):
            raise TableeError(f"this is not {self._folder.name} with {self.players} players")
        return at._state


def _restored(settings: tuple[Any, ...], seed: int, to_act: int, arrays: list[Any]) -> Stepper:
    """A stepper as it was pickled."""
    stepper = Stepper(*settings)
    fill(stepper._games, arrays)
    stepper.seed, stepper.to_act = seed, to_act
    return stepper
