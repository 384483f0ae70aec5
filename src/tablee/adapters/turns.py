"""One game played by ids from seat to seat, with chance resolved on the way: what environments for learners share."""

from collections.abc import Mapping
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from tablee.game import Game
from tablee.games import find_game
from tablee.games.errors import IllegalAction, TableeError
from tablee.kernel.observing import size_of
from tablee.stepper import Stepper

LOWEST, HIGHEST = -2.0, 2.0
"""Between these is every number that a seat observes, and nearly all of them between 0 and 1."""
NOBODY = -1
"""The seat to act once a game is over or was cut short."""
RENDER_MODES = ("ansi", "svg")

Mask = npt.NDArray[np.int8]
Row = npt.NDArray[np.float32]


class Play:
    """A game that begins anew as often as one likes; it waits for seats alone."""

    def __init__(self, game: str, players: int, options: Mapping[str, Any] | None) -> None:
        folder = find_game(game)
        if not folder.layout:
            raise TableeError(f"{folder.name} does not say how it is observed: it has no observation.py")
        self.players, self.options = players, folder.full_options(players, options or {})
        self.actions, self.numbers = folder.ids.actions, size_of(folder.layout)
        self._stepper = Stepper(game, players, self.options, seed=0)
        self._has_begun = False
        self.seat = NOBODY
        self.terminated = self.truncated = False

    def begin(self, seed: int) -> None:
        """Begin anew, with the set-up of `tablee.new` with this seed."""
        self._has_begun = True
        self._look(self._stepper.reset(seed))

    def step(self, action: Any) -> None:
        """Play an id for the seat to act; raises `IllegalAction` or `GameOver`, and nothing has changed."""
        if not self._has_begun or isinstance(action, bool):
            action = as_id(self._begun() and action)
        self._look(self._stepper.step(action))

    def _look(self, seat: int) -> None:
        self.seat = seat if seat >= 0 else NOBODY
        self.terminated = seat < 0 and self._stepper.terminated
        self.truncated = seat < 0 and not self.terminated

    def mask(self) -> Mask:
        """Which ids are legal for the seat to act; none once it is over or cut short."""
        mask: Mask = self._begun().mask.astype(np.int8)
        return mask

    def observation(self, seat: int) -> Row:
        """What a seat has been shown."""
        stepper = self._begun()
        return stepper.observation.copy() if seat == self.seat else stepper.observe(seat)

    def returns(self) -> list[float]:
        """What each seat has got: 0 until the game is over, and if it was cut short."""
        return self.game().returns()

    def picture(self, mode: str | None, seat: int | None) -> str | None:
        """The game as a seat sees it, as a text or as SVG; None if there is no mode."""
        if mode is None:
            return None
        game = self.game()
        return game.svg(seat) if mode == "svg" else game.text(seat)

    def game(self) -> Game:
        """The game as it stands, by itself; what bots think of it follows from its seed."""
        stepper = self._begun()
        return stepper.game(stepper.seed + stepper.steps)

    def _begun(self) -> Stepper:
        if not self._has_begun:
            raise TableeError("no game has begun: call reset first")
        return self._stepper


def as_id(action: Any) -> int:
    """A whole number of any kind, NumPy's too, as an id; raises `IllegalAction` for anything else."""
    try:
        if isinstance(action, bool):
            raise TypeError
        return index(action)
    except TypeError:
        raise IllegalAction(f"an action is a whole number, and not {action!r:.40}") from None


def checked_mode(mode: str | None) -> str | None:
    """A mode of rendering; raises an error for one that there is not."""
    if mode is not None and mode not in RENDER_MODES:
        raise TableeError(f"the render mode is one of {', '.join(RENDER_MODES)}, or None")
    return mode


class Seeds:
    """Seeds for one game after the other: the one that is given, then others that follow from it."""

    def __init__(self) -> None:
        self._random = np.random.default_rng()

    def next(self, given: int | None) -> int:
        """The seed that was given, or the next one."""
        if given is not None:
            self._random = np.random.default_rng(given)
            return given
        return int(self._random.integers(1 << 62))
