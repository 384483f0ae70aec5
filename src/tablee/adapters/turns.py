"""What the environments for learners share: one game played by ids from seat to seat, with chance resolved."""

from collections.abc import Mapping
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from tablee.api.game import Game
from tablee.api.stepper import Stepper
from tablee.engine.observations import size_of
from tablee.games import find_game
from tablee.games.errors import IllegalAction, TableeError

LOWEST, HIGHEST = -2.0, 2.0  # bounds of all observed numbers; nearly all of them lie between 0 and 1
NOBODY = -1  # the seat to act once a game is over or truncated
RENDER_MODES = ("ansi", "svg")

Mask = npt.NDArray[np.int8]
Row = npt.NDArray[np.float32]


class SeatStepper:
    """A game that can be restarted and stops only where a seat is to act."""

    def __init__(self, game: str, players: int, options: Mapping[str, Any] | None) -> None:
        definition = find_game(game)
        if not definition.layout:
            raise TableeError(f"{definition.name} does not say how it is observed: it has no observation.py")
        self.players, self.options = players, definition.full_options(players, options or {})
        self.actions, self.numbers = definition.ids.actions, size_of(definition.layout)
        self._stepper = Stepper(game, players, self.options, seed=0)
        self._has_begun = False
        self.seat = NOBODY
        self.terminated = self.truncated = False

    def begin(self, seed: int) -> None:
        """Restart, with the set-up of `tablee.new` with this seed."""
        self._has_begun = True
        self._look(self._stepper.reset(seed))

    def step(self, action: Any) -> None:
        """Play an id for the seat to act; raises `IllegalAction` or `GameOver` and then changes nothing."""
        if not self._has_begun or isinstance(action, bool):
            action = as_id(self._begun() and action)
        self._look(self._stepper.step(action))

    def _look(self, seat: int) -> None:
        self.seat = seat if seat >= 0 else NOBODY
        self.terminated = seat < 0 and self._stepper.terminated
        self.truncated = seat < 0 and not self.terminated

    def mask(self) -> Mask:
        """Which ids are legal for the seat to act; all once the game is over, as a masked softmax needs."""
        mask: Mask = self._begun().mask.astype(np.int8)
        return mask

    def observation(self, seat: int) -> Row:
        """The observation of a seat."""
        stepper = self._begun()
        return stepper.observation.copy() if seat == self.seat else stepper.observe(seat)

    def returns(self) -> list[float]:
        """The returns by seat: 0 until the game is over, and if it was truncated."""
        return self.game().returns()

    def picture(self, mode: str | None, seat: int | None) -> str | None:
        """The game as a seat sees it, as text or SVG; None without a mode."""
        if mode is None:
            return None
        game = self.game()
        return game.svg(seat) if mode == "svg" else game.text(seat)

    def game(self) -> Game:
        """A copy of the game in its current state; its seed determines what bots play in it."""
        stepper = self._begun()
        return stepper.position(stepper.seed + stepper.steps)

    def _begun(self) -> Stepper:
        if not self._has_begun:
            raise TableeError("no game has begun: call reset first")
        return self._stepper


def as_id(action: Any) -> int:
    """An integer of any type, also NumPy's, as an id; raises `IllegalAction` for anything else."""
    try:
        if isinstance(action, bool):
            raise TypeError
        return index(action)
    except TypeError:
        raise IllegalAction(f"an action is a whole number, and not {action!r:.40}") from None


def checked_mode(mode: str | None) -> str | None:
    """A render mode; raises `TableeError` for an unknown one."""
    if mode is not None and mode not in RENDER_MODES:
        raise TableeError(f"the render mode is one of {', '.join(RENDER_MODES)}, or None")
    return mode


class Seeds:
    """Seeds of successive games: a given one, then others that follow from it."""

    def __init__(self) -> None:
        self._random = np.random.default_rng()

    def next(self, given: int | None) -> int:
        """The given seed, or the next one."""
        if given is not None:
            self._random = np.random.default_rng(given)
            return given
        return int(self._random.integers(1 << 62))
