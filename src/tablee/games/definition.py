"""A game's folder as one object: its rules, words, scene and brain, and the few things everyone asks of them.

States here are arrays of one record; every function returns a new one and leaves the old as it was.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from tablee.games import secrets
from tablee.games.contract import Brain, Facts, Package, Pictures, Words
from tablee.games.document import Document
from tablee.games.errors import BadOptions, BadState, GameOver, IllegalAction, TableeError
from tablee.games.ids import Ids
from tablee.games.scenery import NOTHING, UPRIGHT, Lately, Scene
from tablee.games.secrets import Look, Secrets
from tablee.games.ware.shapes import ware_shapes
from tablee.kernel import calls, contract, defaults
from tablee.kernel.chance import new_random
from tablee.kernel.contract import CHANCE, OVER, ContractError, States
from tablee.kernel.observing import Layout, size_of
from tablee.language import Language

FILES = ("cover.svg", "rulebook.en.md")
"""What a game's folder must hold besides its modules; who reads another language gets what there is in it."""

SHARED_STYLE = Path(__file__).parent / "scenery.css"
"""The looks that the pictures of all games share."""

LATELY = 512
"""So many states that were looked at lately are kept as documents: whoever sits at a table looks at the same ones."""

ToAct = int | Literal["chance"] | None
"""A seat, "chance", or None once the game is over."""


class Result(msgspec.Struct, frozen=True):
    """How a game stands or has ended: `winners` are seats, empty until it is over, as `reason` is None."""

    over: bool
    scores: list[int]
    winners: list[int]
    reason: str | None


class _Written(NamedTuple):
    """A state as a document: all of it, with all facts, and which fields do not lie open before everybody."""

    document: Document
    facts: Facts
    secret: Secrets


@dataclass(frozen=True)
class GameFolder:
    """All there is of one game."""

    id: str
    name: str
    players: tuple[int, ...]
    options: Mapping[str, Sequence[Any]]
    path: Path
    rules: ModuleType
    words: Words
    pictures: Pictures
    brain: Brain
    throws_for_start: bool = False
    """Do its rules throw for who begins? Else it is seat 0, and a table may name who sits there."""
    turns: int = Package.TURNS
    """About how many turns each seat has."""
    seconds: int = Package.SECONDS
    """About how many seconds people take for one."""

    @cached_property
    def ids(self) -> Ids:
        """Its actions and outcomes as numbers."""
        return Ids(self.rules, self.words.ACTIONS)

    @property
    def most_steps(self) -> int:
        """How many steps a game can have, or after how many learners cut it short."""
        return int(getattr(self.rules, "MOST_STEPS", defaults.MOST_STEPS))

    @cached_property
    def sets_up(self) -> bool:
        """Can its compiled rules lay out a set-up, and not `new` alone?"""
        return hasattr(self.rules, "set_up")

    @property
    def layout(self) -> Layout:
        """The planes and numbers that a seat observes, each with its shape; none if the game does not say."""
        return contract.layout_of(self.rules)

    def observation(self, state: States, seat: int) -> npt.NDArray[np.float32]:
        """What a seat has been shown, as one row of numbers."""
        if not self.layout:
            raise TableeError(f"{self.name} does not say how it is observed: it has no observation.py")
        row = np.zeros(size_of(self.layout), np.float32)
        calls.observe(state, seat, row)
        return row

    @cached_property
    def shapes(self) -> str:
        """The symbols that its scenes are made of: those that it shares with other games, its own, and its plates."""
        drawn = "".join(_text_of(folder / "scene.svg") for folder in self.folders)
        return drawn + ware_shapes(self.pictures.PLATES, drawn)

    @cached_property
    def style(self) -> str:
        """The style sheet of its scenes: what all games share, what it shares with some, and its own."""
        return SHARED_STYLE.read_text("utf8") + "".join(_text_of(folder / "scene.css") for folder in self.folders)

    @property
    def folders(self) -> list[Path]:
        """Where its shapes, styles and texts are: the folders that it shares with other games, then its own."""
        shared = (Path(__file__).parent / name for name in self.pictures.SHARED)
        return [*shared, self.path]

    @property
    def version(self) -> int:
        """The version of its rules."""
        return int(getattr(self.rules, "VERSION", defaults.VERSION))

    @property
    def older_versions(self) -> Sequence[int]:
        """The versions before it that are still played."""
        return getattr(self.rules, "OLDER_VERSIONS", ())

    @cached_property
    def reasons(self) -> Sequence[str]:
        """Why it can be over."""
        return getattr(self.rules, "REASONS", defaults.REASONS)

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
        return version == self.version or version in self.older_versions

    def new(self, players: int, options: Mapping[str, Any], seed: int, version: int | None = None) -> States:
        """The state before the first step, under the present rules or an older version that it still plays."""
        full = self.full_options(players, options)
        played = (version or self.version,) if self.older_versions else ()
        states: States = self.rules.new(players, full, seed, *played)
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
            reason=self._reason(reason) if over else None,
        )

    def _reason(self, place: int) -> str:
        if not -len(self.reasons) <= place < len(self.reasons):
            raise ContractError(f"{self.id}: rules.reason says {place}, and there are {len(self.reasons)} REASONS")
        return self.reasons[place]

    # ---- who may know what -----------------------------------------------------------------------------------

    def secrets(self, options: Document) -> Secrets:
        """The fields that do not lie open before everybody, with these options."""
        return self._secrets_with(tuple(options.items()))

    @cached_property
    def _secrets_with(self) -> Callable[[tuple[tuple[str, Any], ...]], Secrets]:
        return lru_cache(lambda options: secrets.in_force(self.words.SECRETS, dict(options)))

    def _still_secret(self, state: States, document: Document) -> Secrets:
        """The same, until the game is over."""
        if not self.words.SECRETS or calls.to_act(state) == OVER:
            return {}
        return self.secrets(document["options"])

    def view(self, state: States, seat: int | None) -> Document:
        """What lies before a seat now (None: a spectator). Once over, everything."""
        document = self.words.write(state)
        return secrets.viewed(document, seat, self._still_secret(state, document))

    def knowledge(self, state: States, seat: int | None) -> Document:
        """All that a seat has ever been shown: what a bot gets."""
        document = self.words.write(state)
        return secrets.known(document, seat, self._still_secret(state, document))

    def resample(self, state: States, seat: int, seed: int) -> States:
        """A state that fits all that a seat has been shown, with the rest drawn anew."""
        states = self.read(self.knowledge(state, seat))
        calls.sample(states, seat, new_random(seed))
        return states

    @cached_property
    def nothing_is_hidden(self) -> bool:
        """Has everybody been shown all that there is to know, whatever the options are?"""
        return all(secret.shown for secret in self.words.SECRETS.values())

    # ---- facts ---------------------------------------------------------------------------------------------------

    def sight(self, state: States, seat: int | None) -> Document:
        """What lies before a seat, with the facts that follow from it: what pictures and words are made from.

        It is shared by all who look at the same: to be read, and not changed.
        """
        return self._look(state, seat, secrets.viewed)

    def hindsight(self, state: States, seat: int | None) -> Document:
        """What of a past state may still be seen while the game goes on, with its facts; shared, too."""
        return self._look(state, seat, secrets.looked_back)

    def truth(self, state: States) -> Document:
        """Everything, with all facts; shared, too."""
        written = self._written(state.dtype, state.tobytes())
        return {**written.document, "facts": written.facts}

    def _look(self, state: States, seat: int | None, look: Look) -> Document:
        kind, record = state.dtype, state.tobytes()
        parts_people = secrets.parts_people(self._written(kind, record).secret)
        return self._looks(kind, record, seat if parts_people else None, look)

    @cached_property
    def _looks(self) -> Callable[[Any, bytes, int | None, Look], Document]:
        """What was seen lately."""

        def look_at(kind: Any, record: bytes, seat: int | None, look: Look) -> Document:
            document, facts, secret = self._written(kind, record)
            hidden = dict.fromkeys(self.words.SECRET_FACTS if secret else ())
            return {**look(document, seat, secret), "facts": {**facts, **hidden}}

        return lru_cache(LATELY)(look_at)

    @cached_property
    def _written(self) -> Callable[[Any, bytes], _Written]:
        """The states that were looked at lately, known by the kind of their record and its bytes."""

        def write(kind: Any, record: bytes) -> _Written:
            state = np.ndarray(1, kind, bytearray(record))
            document, facts = self.words.write(state), self._facts(state)
            return _Written(document, facts, {} if facts["over"] else self.secrets(document["options"]))

        return lru_cache(LATELY)(write)

    def _facts(self, state: States) -> Facts:
        result = self.result(state)
        facts: Facts = {
            "over": result.over, "reason": result.reason, "winners": result.winners, "scores": result.scores,
        }  # fmt: skip
        if hasattr(self.rules, "FACTS"):
            found = np.zeros(1, self.rules.FACTS)
            calls.facts(state, found)
            facts |= self.words.facts_of(calls.values(found), state)
        return facts

    def paint(
        self,
        view: Document,
        seat: int | None,
        actions: Sequence[str],
        names: Sequence[str],
        say: Language,
        lately: Lately = NOTHING,
        shape: str = UPRIGHT,
    ) -> Scene:
        """The picture of a view with its facts, in the shape that somebody wishes for or the one there is."""
        wished: dict[str, Any] = {"lately": lately, "shape": shape if shape in self.pictures.SHAPES else UPRIGHT}
        for name in self._scene_leaves_out:
            del wished[name]
        return self.pictures.scene(view, seat, actions, names, say, **wished)

    @cached_property
    def _scene_leaves_out(self) -> frozenset[str]:
        return frozenset({"lately", "shape"}) - frozenset(inspect.signature(self.pictures.scene).parameters)

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
    module = _module(game_id, package_name)
    package, path = Package(game_id, module), Path(module.__path__[0])
    for name in FILES:
        if not (path / name).is_file():
            raise ContractError(f"{game_id}: the file {name} is missing")
    rules = _module(game_id, f"{package_name}.rules")
    folder = GameFolder(
        id=game_id,
        name=package.NAME,
        players=tuple(package.PLAYERS),
        options=package.OPTIONS,
        path=path,
        rules=rules,
        words=Words(game_id, _module(game_id, f"{package_name}.words"), rules, package.OPTIONS),
        pictures=Pictures(game_id, _module(game_id, f"{package_name}.scene")),
        brain=Brain(game_id, _module(game_id, f"{package_name}.brain") if (path / "brain.py").is_file() else None),
        throws_for_start=package.THROWS_FOR_START,
        turns=package.TURNS,
        seconds=package.SECONDS,
    )
    observed = (path / "observation.py").is_file()
    contract.register(game_id, rules, _module(game_id, f"{package_name}.observation") if observed else None)
    return folder


def _module(game_id: str, name: str) -> ModuleType:
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise ContractError(f"{game_id}: the module {error.name} is missing") from error
    except Exception as error:  # whatever a stranger's module does, it spoils only itself
        raise ContractError(f"{game_id}: {name} cannot be imported: {error!r}") from error


def _text_of(file: Path) -> str:
    return file.read_text("utf8") if file.is_file() else ""
