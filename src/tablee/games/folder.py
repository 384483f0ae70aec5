"""A game's folder as one object: its rules, words, scene and brain, and the few things everyone asks of them.

States here are arrays of one record; every function returns a new one and leaves the old as it was.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

import msgspec
import numpy as np

from tablee.games.document import Document
from tablee.games.errors import BadOptions, BadState, GameOver, IllegalAction, TableeError
from tablee.kernel import contract
from tablee.kernel.contract import CHANCE, OVER, ContractError, States

MODULES = ("rules", "words", "scene", "brain")
WORDS = (
    "action_text", "write", "read", "view", "knowledge", "as_known_now", "board_text",
    "seat_name", "option_text", "sentence", "prompt", "about",
)  # fmt: skip
"""The functions of a game's `words.py`."""

ToAct = int | Literal["chance"] | None
"""A seat, "chance", or None once the game is over."""


class Result(msgspec.Struct, frozen=True):
    """How a game stands or has ended: `winners` are seats, empty until it is over, as `reason` is None."""

    over: bool
    scores: list[int]
    winners: list[int]
    reason: str | None


@dataclass(frozen=True)
class GameFolder:
    """All there is of one game."""

    id: str
    name: str
    players: tuple[int, ...]
    options: Mapping[str, tuple[Any, ...]]
    path: Path
    rules: ModuleType
    words: ModuleType
    scene: ModuleType
    brain: ModuleType

    def full_options(self, players: int, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options with their defaults; raises `BadOptions` for what the game does not have."""
        if players not in self.players:
            counts = ", ".join(map(str, self.players))
            raise BadOptions(f"{self.name} is for {counts} players, not {players}")
        for name, value in options.items():
            values = self.options.get(name)
            if values is None:
                raise BadOptions(f"{self.name} has no option {name!r}")
            if not any(type(value) is type(known) and value == known for known in values):
                known_values = ", ".join(map(repr, values))
                raise BadOptions(f"the option {name!r} is one of {known_values}")
        return {name: options.get(name, values[0]) for name, values in self.options.items()}

    def new(self, players: int, options: Mapping[str, Any], seed: int) -> States:
        """The state before the first step."""
        states: States = self.rules.new(players, self.full_options(players, options), seed)
        return states

    def to_act(self, state: States) -> ToAct:
        """Who acts next."""
        seat = self.rules.to_act(state[0])
        if seat == OVER:
            return None
        return "chance" if seat == CHANCE else int(seat)

    def actions(self, state: States) -> list[str]:
        """The legal actions as texts; empty at a chance node and once over."""
        return [self.words.action_text(state, code) for code in self._codes(state)]

    def outcomes(self, state: States) -> list[tuple[str, int]]:
        """The outcomes of a chance node with their integer weights; empty elsewhere."""
        if self.rules.to_act(state[0]) != CHANCE:
            return []
        codes, weights = self._buffer(), self._buffer()
        count = self.rules.outcomes(state[0], codes, weights)
        texts = (self.words.action_text(state, code) for code in codes[:count].tolist())
        return list(zip(texts, weights[:count].tolist(), strict=True))

    def apply(self, state: States, text: str) -> States:
        """The state after an action or an outcome, named exactly as it is printed."""
        if self.rules.to_act(state[0]) == OVER:
            raise GameOver("the game is over")
        for code in self._codes(state, chance_too=True):
            if self.words.action_text(state, code) == text:
                after = state.copy()
                self.rules.apply(after[0], code)
                return after
        raise IllegalAction(f"{text[:80]!r} is not legal now")

    def leave(self, state: States, seat: int) -> States:
        """The state after a seat has given the game up."""
        if self.rules.to_act(state[0]) == OVER:
            raise GameOver("the game is over")
        if not 0 <= seat < int(state[0].players):
            raise TableeError(f"there is no seat {seat}")
        if state[0].left[seat]:
            raise TableeError(f"seat {seat} has left already")
        after = state.copy()
        self.rules.leave(after[0], seat)
        return after

    def result(self, state: States) -> Result:
        """Scores as they stand, and who has won."""
        players = int(state[0].players)
        scores = np.zeros(max(self.players), np.int32)
        self.rules.scores(state[0], scores)
        mask = self.rules.winners(state[0])
        over = self.to_act(state) is None
        return Result(
            over=over,
            scores=scores[:players].tolist(),
            winners=[seat for seat in range(players) if mask >> seat & 1],
            reason=self.rules.REASONS[self.rules.reason(state[0])] if over else None,
        )

    def view(self, state: States, seat: int | None) -> Document:
        """What lies before a seat now (None: a spectator). Once over, everything."""
        over = self.rules.to_act(state[0]) == OVER
        view: Document = self.words.write(state) if over else self.words.view(state, seat)
        return view

    def read(self, document: Document) -> States:
        """The state that a document describes; raises `BadState`."""
        players = document.get("players")
        if type(players) is not int:
            raise BadState("the field 'players' must be a whole number")
        options = document.get("options", {})
        if not isinstance(options, Mapping):
            raise BadState("the field 'options' must be an object")
        try:
            full = self.full_options(players, options)
        except BadOptions as error:
            raise BadState(str(error)) from None
        states: States = self.words.read({**document, "options": full})
        return states

    def _buffer(self) -> Any:
        return np.empty(self.rules.MOST_ACTIONS, np.int32)

    def _codes(self, state: States, *, chance_too: bool = False) -> Sequence[int]:
        seat = self.rules.to_act(state[0])
        codes = self._buffer()
        if seat >= 0:
            count = self.rules.legal(state[0], codes)
        elif seat == CHANCE and chance_too:
            count = self.rules.outcomes(state[0], codes, self._buffer())
        else:
            count = 0
        found: list[int] = codes[:count].tolist()
        return found


def open_folder(game_id: str, package_name: str) -> GameFolder:
    """Import a game's folder and check that it fulfils the contract."""
    package = import_module(package_name)
    for name in ("NAME", "PLAYERS", "OPTIONS"):
        if not hasattr(package, name):
            raise ContractError(f"{game_id}: {package_name} must say its {name}")
    modules = {name: _module(game_id, f"{package_name}.{name}") for name in MODULES}
    for name in WORDS:
        _require(game_id, modules["words"], name)
    _require(game_id, modules["scene"], "scene")
    contract.register(game_id, modules["rules"])
    return GameFolder(
        id=game_id,
        name=package.NAME,
        players=package.PLAYERS,
        options=package.OPTIONS,
        path=Path(package.__path__[0]),
        **modules,
    )


def _module(game_id: str, name: str) -> ModuleType:
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise ContractError(f"{game_id}: the module {name} is missing") from None


def _require(game_id: str, module: ModuleType, name: str) -> None:
    if not callable(getattr(module, name, None)):
        raise ContractError(f"{game_id}: {module.__name__}.{name} is missing")
