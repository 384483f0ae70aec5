"""A game's folder as one object: its rules, words, scene and brain, and the few things everyone asks of them.

States here are arrays of one record; every function returns a new one and leaves the old as it was.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

import msgspec
import numpy as np

from tablee.games.document import Document
from tablee.games.errors import BadOptions, BadState, GameOver, IllegalAction, TableeError
from tablee.kernel import calls, contract
from tablee.kernel.contract import CHANCE, OVER, ContractError, States

MODULES = ("rules", "words", "scene", "brain")
WORDS = (
    "action_text", "write", "read", "view", "knowledge", "as_known_now", "board_text",
    "seat_name", "option_text", "sentence", "prompt", "about",
)  # fmt: skip
"""The functions of a game's `words.py`."""

OPTIONAL_WORDS: dict[str, Callable[..., Any]] = {
    "thrower": lambda state: None,  # noqa: ARG005
    "aftermath": lambda text, seat, before, after, names, say: "",  # noqa: ARG005
    "why_not": lambda view, seat, key, names, say: "",  # noqa: ARG005
    "headline": lambda view, result, names, say: "",  # noqa: ARG005
    "decision": lambda view, result, say: "",  # noqa: ARG005
    "goal": lambda say: "",  # noqa: ARG005
    "advice": lambda text, seat, before, after, names, say: "",  # noqa: ARG005
    "fine_stroke": lambda before, after, seat: False,  # noqa: ARG005
    "is_final": lambda state, text: False,  # noqa: ARG005
    "score_sheet": lambda view, names, say: [],  # noqa: ARG005
}
"""What a game's `words.py` may have besides, and what is said for a game that has it not.

`thrower` names the seat that throws by its own hand at a chance node, if the table is to wait for it; `aftermath` says
what followed by itself from a step, `why_not` why a node or an action cannot be chosen now, `headline` how the game
ended, `decision` what decided it, whoever has won, `score_sheet` how the points came about (`games/sheets.py`), `goal`
what one plays for, in one line, `advice` what a step is good for, `fine_stroke` whether one is worth praise, and
`is_final` whether an action in a state cannot be taken back, as the answer to it tells something.
"""

FILES = ("scene.svg", "scene.css", "cover.svg", "rulebook.en.md")
"""What a game's folder holds besides its modules; who reads another language gets what there is in it."""

SHARED_STYLE = Path(__file__).parent / "scenery.css"
"""The looks that the pictures of all games share."""

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

    @cached_property
    def shapes(self) -> str:
        """The symbols that its scenes are made of, those that it shares with other games first."""
        return "".join((folder / "scene.svg").read_text("utf8") for folder in self.folders)

    @cached_property
    def style(self) -> str:
        """The style sheet of its scenes: what all games share, what it shares with some, and its own."""
        return SHARED_STYLE.read_text("utf8") + "".join(
            (folder / "scene.css").read_text("utf8") for folder in self.folders
        )

    @property
    def folders(self) -> list[Path]:
        """Where its shapes, styles and texts are: the folders that it shares with other games, then its own."""
        shared = (Path(__file__).parent / name for name in getattr(self.scene, "SHARED", ()))
        return [*shared, self.path]

    def optional_words(self, name: str) -> Callable[..., Any]:
        """One of the `OPTIONAL_WORDS`."""
        words: Callable[..., Any] = getattr(self.words, name, OPTIONAL_WORDS[name])
        return words

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

    def plays(self, version: int) -> bool:
        """Does it play by that version of its rules? By its own, and by older ones that it declares."""
        return version == self.rules.VERSION or version in getattr(self.rules, "OLDER_VERSIONS", ())

    def new(self, players: int, options: Mapping[str, Any], seed: int, version: int | None = None) -> States:
        """The state before the first step, under the present rules or an older version that it still plays."""
        full = self.full_options(players, options)
        older = () if version in (None, self.rules.VERSION) else (version,)
        states: States = self.rules.new(players, full, seed, *older)
        return states

    def to_act(self, state: States) -> ToAct:
        """Who acts next."""
        seat = calls.to_act(state)
        if seat == OVER:
            return None
        return "chance" if seat == CHANCE else int(seat)

    def actions(self, state: States) -> list[str]:
        """The legal actions as texts; empty at a chance node and once over."""
        return list(self.codes(state)) if calls.to_act(state) >= 0 else []

    def outcomes(self, state: States) -> list[tuple[str, int]]:
        """The outcomes of a chance node with their integer weights; empty elsewhere."""
        if calls.to_act(state) != CHANCE:
            return []
        codes, weights = self._buffer(), self._buffer()
        count = calls.outcomes(state, codes, weights)
        texts = (self.words.action_text(state, code) for code in codes[:count].tolist())
        return list(zip(texts, weights[:count].tolist(), strict=True))

    def codes(self, state: States) -> dict[str, int]:
        """What the rules call each legal action or, at a chance node, each outcome; empty once over."""
        seat = calls.to_act(state)
        codes = self._buffer()
        if seat >= 0:
            count = calls.legal(state, codes)
        elif seat == CHANCE:
            count = calls.outcomes(state, codes, self._buffer())
        else:
            count = 0
        return {self.words.action_text(state, code): code for code in codes[:count].tolist()}

    def apply(self, state: States, text: str) -> States:
        """The state after an action or an outcome, named exactly as it is printed."""
        code = self.codes(state).get(text)
        if code is None:
            self._check_running(state)
            raise IllegalAction(f"{str(text)[:80]!r} is not legal now")
        return self.step(state, code)

    def step(self, state: States, code: int) -> States:
        """The state after an action or outcome that is known to be legal, by its code."""
        after = calls.copy(state)
        calls.apply(after, code)
        return after

    def leave(self, state: States, seat: int) -> States:
        """The state after a seat has given the game up."""
        self._check_running(state)
        if not 0 <= seat < self.seats(state):
            raise TableeError(f"there is no seat {seat}")
        if state["left"][0][seat]:
            raise TableeError(f"seat {seat} has left already")
        after = calls.copy(state)
        calls.leave(after, seat)
        return after

    def seats(self, state: States) -> int:
        """How many seats there are."""
        return int(state["players"][0])

    def result(self, state: States) -> Result:
        """Scores as they stand, and who has won."""
        players = self.seats(state)
        scores = np.zeros(max(self.players), np.int32)
        mask, reason = calls.result(state, scores)
        over = calls.to_act(state) == OVER
        return Result(
            over=over,
            scores=scores[:players].tolist(),
            winners=[seat for seat in range(players) if mask >> seat & 1],
            reason=self.rules.REASONS[reason] if over else None,
        )

    def view(self, state: States, seat: int | None) -> Document:
        """What lies before a seat now (None: a spectator). Once over, everything."""
        over = calls.to_act(state) == OVER
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

    def _check_running(self, state: States) -> None:
        if calls.to_act(state) == OVER:
            raise GameOver("the game is over")


def open_folder(game_id: str, package_name: str) -> GameFolder:
    """Import a game's folder and check that it fulfils the contract."""
    package = _module(game_id, package_name)
    for name in ("NAME", "PLAYERS", "OPTIONS"):
        if not hasattr(package, name):
            raise ContractError(f"{game_id}: {package_name} must say its {name}")
    modules = {name: _module(game_id, f"{package_name}.{name}") for name in MODULES}
    for name in WORDS:
        _require(game_id, modules["words"], name)
    _require(game_id, modules["scene"], "scene")
    path = Path(package.__path__[0])
    for name in FILES:
        if not (path / name).is_file():
            raise ContractError(f"{game_id}: the file {name} is missing")
    contract.register(game_id, modules["rules"])
    return GameFolder(
        id=game_id,
        name=package.NAME,
        players=package.PLAYERS,
        options=package.OPTIONS,
        path=path,
        **modules,
    )


def _module(game_id: str, name: str) -> ModuleType:
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise ContractError(f"{game_id}: the module {error.name} is missing") from error
    except Exception as error:  # whatever a stranger's module does, it spoils only itself
        raise ContractError(f"{game_id}: {name} cannot be imported: {error!r}") from error


def _require(game_id: str, module: ModuleType, name: str) -> None:
    if not callable(getattr(module, name, None)):
        raise ContractError(f"{game_id}: {module.__name__}.{name} is missing")
