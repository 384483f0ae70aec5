"""A game as one object: its rules, words, scene and brain, and the operations on its states.

States here are arrays of one record; every function returns a new one and leaves the old one unchanged.
"""

import inspect
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib import import_module
from operator import index
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any, Literal, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from tablee.engine import calls, contract, defaults
from tablee.engine.action_ids import NO_ID
from tablee.engine.chance import new_random
from tablee.engine.contract import CHANCE, OVER, ContractError, States
from tablee.engine.faults import GameFaults, is_forgiving, told
from tablee.engine.observations import Layout, Plane, Symmetry, identity, planes_of, size_of
from tablee.games import secrets
from tablee.games.about import RuleKind
from tablee.games.canvas import Canvas
from tablee.games.document import Document, RecordValues, reads_of
from tablee.games.errors import BadOptions, BadState, GameOver, IllegalAction, TableeError
from tablee.games.game_contract import Brain, Facts, Package, SceneModule, Words
from tablee.games.language import Language
from tablee.games.scenery import NO_SCENE, NOTHING, UPRIGHT, Lately, Scene
from tablee.games.secrets import BY_CODE, Secrets
from tablee.games.shared.widgets.panels import panel_shapes
from tablee.games.shared.widgets.plain_scene import plain_scene
from tablee.games.sights import Sights, WrittenState, differing, split

FILES = ("cover.svg", "rulebook.en.md")
"""What a game's folder must hold besides its modules; other languages are optional."""

SHARED_STYLE = Path(__file__).parent / "shared" / "scenery.css"  # the style sheet that the pictures of all games share

ToAct = int | Literal["chance"] | None  # a seat, "chance", or None once the game is over


class Result(msgspec.Struct, frozen=True):
    """The scores of a game and, once it is over, its winners and the reason; until then these are empty and None."""

    over: bool
    scores: list[int]
    winners: list[int]
    reason: str | None

    @property
    def returns(self) -> list[float]:
        """The return of each seat: 1 for a sole winner, 0 in sum; winners share; all 0 until the game is over."""
        seats, winners = len(self.scores), self.winners
        if not winners:
            return [0.0] * seats
        return [(seats * ((seat in winners) / len(winners)) - 1) / (seats - 1) for seat in range(seats)]


class LegalIds(NamedTuple):
    """What is legal now: ids ascending, their codes in the rules, and the weights of outcomes at a chance node."""

    ids: list[int]
    codes: list[int]
    weights: list[int]

    def code_of(self, wanted: int) -> int:
        """The code of a legal id; raises `IllegalAction`."""
        given = NO_ID if isinstance(wanted, bool) or not hasattr(wanted, "__index__") else index(wanted)
        if given == NO_ID or given not in self.ids:
            raise IllegalAction(f"the id {wanted!r:.40} is not legal now")
        return self.codes[self.ids.index(given)]

    def check(self) -> None:
        """Raise `TableeError` if a legal action has no id, as on a hand-made land beyond the grid of ids."""
        if NO_ID in self.ids:
            raise TableeError("not everything that is legal here has an id: this land reaches beyond their grid")


class ActionIds:
    """The ids of a game's actions and outcomes (`engine/action_ids.py`)."""

    def __init__(self, rules: ModuleType, texts: Sequence[str], id_texts: Callable[[], Sequence[str]]) -> None:
        """`texts` are the texts of actions and outcomes by code, if codes always mean the same; else `id_texts` has
        those of actions by id.
        """
        self.actions: int = getattr(rules, "ACTIONS", len(texts))
        self.first_outcome = self.actions if hasattr(rules, "ACTIONS") else 0
        self.outcomes = max(0, len(texts) - self.first_outcome)
        self._room: int = rules.MOST_ACTIONS
        self._texts, self._id_texts = texts, id_texts

    @cached_property
    def action_texts(self) -> tuple[str, ...]:
        """The texts of all actions, by id."""
        return tuple(self._id_texts())[: self.actions]

    @property
    def outcome_texts(self) -> tuple[str, ...]:
        """The texts of all outcomes, by id."""
        return tuple(self._texts[self.first_outcome :]) if self.outcomes else ()

    def choices(self, state: States) -> LegalIds:
        """What is legal in a state."""
        ids, codes, weights = (np.empty(self._room, np.int32) for _ in range(3))
        count = calls.choices(state, codes, ids, weights, self.first_outcome)
        return LegalIds(ids[:count].tolist(), codes[:count].tolist(), weights[:count].tolist())


@dataclass(frozen=True)
class GameDefinition:
    """All parts of one game."""

    id: str
    name: str
    players: tuple[int, ...]
    options: Mapping[str, Sequence[Any]]
    variants: Mapping[str, Sequence[Any]]
    path: Path
    rules: ModuleType
    words: Words
    pictures: SceneModule
    brain: Brain
    throws_for_start: bool = False
    """Do its rules throw for who begins? Otherwise seat 0 begins, and a table may choose who sits there."""
    turns: int = Package.TURNS  # about how many turns each seat has
    seconds: int = Package.SECONDS  # about how many seconds people take for a turn
    faults: GameFaults = field(default_factory=lambda: GameFaults("", Path()), compare=False)
    """What went wrong in its functions at the tables of this process."""

    def title(self, say: Language) -> str:
        """Its name in a language: that of its catalogue, if it has one there."""
        return say(self.name)

    @cached_property
    def ids(self) -> ActionIds:
        """The ids of its actions and outcomes."""
        return ActionIds(self.rules, self.words.ACTIONS, self.words.id_texts)

    @property
    def has_chance(self) -> bool:
        """Does chance decide anything during a game: dice, cards that are drawn?"""
        return hasattr(self.rules, "outcomes")

    @property
    def most_steps(self) -> int:
        """The most steps of a game; learners truncate longer games."""
        return int(getattr(self.rules, "MOST_STEPS", defaults.MOST_STEPS))

    def small(self, name: str) -> Document:
        """The document of a small set-up; raises `TableeError` for an unknown one."""
        if name not in self.words.SMALL:
            known = ", ".join(map(repr, self.words.SMALL)) or "none"
            raise TableeError(f"{self.name} has no small set-up {str(name)[:40]!r}; it has {known}")
        return self.words.SMALL[name]

    @cached_property
    def sets_up(self) -> bool:
        """Can its compiled rules set up a state?"""
        return hasattr(self.rules, "set_up")

    @property
    def layout(self) -> Layout:
        """What a seat observes; empty for a game without `observation.py`."""
        return contract.layout_of(self.rules)

    @cached_property
    def planes(self) -> Mapping[str, Plane]:
        """The planes of an observation, by name."""
        return MappingProxyType(planes_of(self.layout, contract.meanings_of(self.rules)))

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries of the game, the identity first."""
        same = identity(self.ids.actions, self.ids.outcomes, size_of(self.layout))
        return (same, *contract.symmetries_of(self.rules))

    def observation(self, state: States, seat: int) -> npt.NDArray[np.float32]:
        """What a seat has been shown, as one row of numbers."""
        if not self.layout:
            raise TableeError(
                f"{self.name} does not say how it is observed: write {self.path / 'observation.py'} with OBSERVATION "
                "and observe (docs/makers/making-games.md)"
            )
        row = np.zeros(size_of(self.layout), np.float32)
        calls.observe(state, seat, row)
        return row

    @cached_property
    def shapes(self) -> str:
        """The symbols of its scenes: shared ones, its own, and its panels."""
        drawn = "".join(_text_of(folder / "scene.svg") for folder in self.folders) + self.pictures.SYMBOLS
        return drawn + panel_shapes(self.pictures.PANELS, drawn)

    @cached_property
    def style(self) -> str:
        """The style sheet of its scenes: that of all games, shared ones, and its own."""
        return SHARED_STYLE.read_text("utf8") + "".join(_text_of(folder / "scene.css") for folder in self.folders)

    @property
    def folders(self) -> list[Path]:
        """The folders of its symbols, styles and texts: shared ones, then its own."""
        shared = (Path(__file__).parent / "shared" / name for name in self.pictures.SHARED)
        return [*shared, self.path]

    @cached_property
    def learning(self) -> ModuleType | None:
        """Its `learning.py`, by which its bots learn, if there is one."""
        return import_module(f"{self.rules.__package__}.learning") if (self.path / "learning.py").is_file() else None

    @property
    def version(self) -> int:
        """The version of its rules."""
        return int(getattr(self.rules, "VERSION", defaults.VERSION))

    @property
    def older_versions(self) -> Sequence[int]:
        """The older versions that it still plays."""
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

    def option_kind(self, name: str, value: Any) -> RuleKind:
        """Is a value of an option the standard rule, a printed variant or a house rule?

        >>> from tablee.games import find_game
        >>> find_game("isis").option_kind("reserve", "common").name
        'VARIANT'
        """
        if value in self.options.get(name, ())[:1]:
            return RuleKind.STANDARD
        return RuleKind.VARIANT if value in self.variants.get(name, ()) else RuleKind.HOUSE

    def rule_kind(self, options: Mapping[str, Any]) -> RuleKind:
        """The rules of a table: standard, with printed variants, or with house rules, which do not count for ratings.

        >>> from tablee.games import find_game
        >>> find_game("isis").rule_kind({"reserve": "common", "memory": "open"}).name
        'HOUSE'
        """
        return max((self.option_kind(*option) for option in options.items()), default=RuleKind.STANDARD)

    def typed_options(self, texts: Iterable[str]) -> dict[str, Any]:
        """Options typed as `NAME=VALUE`: `4` is a number where the game has numbers; raises `TableeError`.

        >>> from tablee.games import find_game
        >>> find_game("isis").typed_options(["memory=open"])
        {'memory': 'open'}
        """
        found = {}
        for text in texts:
            name, mark, value = text.partition("=")
            if not mark:
                raise TableeError(f"an option is written NAME=VALUE, not {text!r}")
            known = {str(each): each for each in self.options.get(name, ())}
            found[name] = known.get(value, value)
        return found

    def plays(self, version: int) -> bool:
        """Does it play that version of its rules?"""
        return version == self.version or version in self.older_versions

    def new(self, players: int, options: Mapping[str, Any], seed: int, version: int | None = None) -> States:
        """The state before the first step, under the current rules or an older version that it still plays."""
        full = self.full_options(players, options)
        played = (version or self.version,) if self.older_versions else ()
        states: States = self.rules.new(players, full, seed, *played)
        return states

    def to_act(self, state: States) -> ToAct:
        """Who is to act."""
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
        """The codes of the legal actions or, at a chance node, of the outcomes, by text; empty once over."""
        codes = self._buffer()
        count = self._legal(state, codes) if is_forgiving() else self._fill(state, codes)
        found = codes[:count].tolist()
        texts = () if self.words.has("action_text") else self.words.ACTIONS
        if found and min(found) >= 0 and max(found) < len(texts):
            return dict(zip(map(texts.__getitem__, found), found, strict=True))
        return {self.words.action_text(state, code): code for code in found}

    def _fill(self, state: States, codes: Any) -> int:
        seat = calls.to_act(state)
        if seat >= 0:
            return calls.legal(state, codes)
        return calls.outcomes(state, codes, self._buffer()) if seat == CHANCE else 0

    def _legal(self, state: States, codes: Any) -> int:
        """As `_fill`, but nothing is legal where the rules fail: a table can still be seen, and left."""
        try:
            return self._fill(state, codes)
        except Exception as error:
            self.faults.note("rules", error)
            return 0

    def apply(self, state: States, text: str) -> States:
        """The state after an action or outcome, given by its exact text."""
        codes = self.codes(state)
        code = codes.get(text)
        if code is None and text[:1] == BY_CODE:
            code = next((one for one in codes.values() if text == f"{BY_CODE}{one}"), None)
        if code is None:
            self._check_running(state)
            raise IllegalAction(f"{str(text)[:80]!r} is not legal now")
        return self.step(state, code)

    def step(self, state: States, code: int) -> States:
        """The state after a legal action or outcome, given by its code."""
        after = calls.copy(state)
        calls.apply(after, code)
        return after

    def leave(self, state: States, seat: int) -> States:
        """The state after a seat has left."""
        self._check_running(state)
        if not 0 <= seat < self.seats(state):
            raise TableeError(f"there is no seat {seat}")
        if state["left"][0][seat]:
            raise TableeError(f"seat {seat} has left already")
        after = calls.copy(state)
        calls.leave(after, seat)
        return after

    def seats(self, state: States) -> int:
        """The number of seats."""
        return int(state["players"][0])

    def result(self, state: States) -> Result:
        """The current scores, and who has won."""
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

    # ---- secrets ---------------------------------------------------------------------------------------------

    def secrets(self, options: Document) -> Secrets:
        """The secrets that are in force with these options."""
        return self._secrets_with(tuple(options.items()))

    @cached_property
    def _secrets_with(self) -> Callable[[tuple[tuple[str, Any], ...]], Secrets]:
        return lru_cache(lambda options: secrets.in_force(self.words.SECRETS, dict(options)))

    def _still_secret(self, state: States, document: Document) -> Secrets:
        """The secrets in force in a state: none once the game is over."""
        if not self.words.SECRETS or calls.to_act(state) == OVER:
            return {}
        return self.secrets(document["options"])

    def view(self, state: States, seat: int | None) -> Document:
        """What a seat sees now (None: a spectator); everything once the game is over."""
        document = self.words.write(state)
        return secrets.viewed(document, seat, self._still_secret(state, document))

    def knowledge(self, state: States, seat: int | None) -> Document:
        """Everything that a seat has been shown so far: what a bot gets."""
        document = self.words.write(state)
        return secrets.known(document, seat, self._still_secret(state, document))

    def resample(self, state: States, seat: int, seed: int) -> States:
        """A state that fits what a seat has been shown, with the rest drawn at random."""
        states = self.read(self.knowledge(state, seat))
        calls.sample(states, seat, new_random(seed))
        return states

    @cached_property
    def nothing_is_hidden(self) -> bool:
        """Has everybody been shown everything, with any options?"""
        return all(secret.shown for secret in self.words.SECRETS.values())

    # ---- facts ---------------------------------------------------------------------------------------------------

    def sight(self, state: States, seat: int | None, before: States | None = None) -> Document:
        """What a seat sees, with facts: the input of pictures and words. It is cached and must not be changed.

        Where the caller knows the state `before`, only what the step has changed is written anew.
        """
        return self._sights.view(state, seat, secrets.viewed, self._hidden_facts, before)

    def hindsight(self, state: States, seat: int | None, before: States | None = None) -> Document:
        """What a seat may still see of a past state while the game goes on, with facts; cached, too."""
        return self._sights.view(state, seat, secrets.looked_back, self._hidden_facts, before)

    def recall(self, state: States, seat: int) -> Document:
        """Everything that a seat has been shown so far, with facts: the input of advice; cached, too."""
        hides = secrets.never_shown(self._sights.written(state).secret)
        return self._sights.view(state, seat, secrets.known, self._hidden_facts if hides else {}, None)

    def held(self, state: States) -> object:
        """What keeps a state from being written anew, also in a full house, as long as somebody has it."""
        return self._sights.written(state)

    def truth(self, state: States) -> Document:
        """The whole state with all facts; cached, too."""
        written = self._sights.written(state)
        return {**written.document, "facts": written.facts}

    @cached_property
    def _hidden_facts(self) -> Facts:
        return dict.fromkeys(self.words.SECRET_FACTS)

    @cached_property
    def _sights(self) -> Sights:
        return Sights(self._write)

    def _write(self, new: WrittenState, state: States) -> None:
        """Fill in the document, the facts and the secrets of a state."""
        changed, before = new.changed(), new.before
        if changed is None or before is None:
            new.document = self.words.write(state)
        else:
            new.document = self.words.rewrite(state, before.document, changed)
        new.facts = self._facts(new, state, changed)
        if new.facts["over"]:
            return
        if before is not None and not before.facts["over"] and before.document["options"] is new.document["options"]:
            new.secret, new.has_own_secrets = before.secret, before.has_own_secrets
        else:
            new.secret = self.secrets(new.document["options"])
            new.has_own_secrets = secrets.parts_people(new.secret)

    def _facts(self, new: WrittenState, state: States, changed: AbstractSet[str] | None) -> Facts:
        try:
            return self._all_facts(new, state, changed)
        except Exception as error:
            if not is_forgiving():
                raise
            self.faults.note("rules", error)
            over, seats = calls.to_act(state) == OVER, self.seats(state)
            return {"over": over, "reason": None, "winners": [], "scores": [0] * seats}

    def _all_facts(self, new: WrittenState, state: States, changed: AbstractSet[str] | None) -> Facts:
        result = self.result(state)
        facts: Facts = {
            "over": result.over, "reason": result.reason, "winners": result.winners, "scores": result.scores,
        }  # fmt: skip
        if not hasattr(self.rules, "FACTS"):
            return facts
        found, before = np.zeros(1, self.rules.FACTS), new.before
        calls.facts(state, found)
        new.found = split(found.dtype, found.tobytes(), before.found if before is not None else ())
        if before is not None and changed is not None:
            anew = differing(found.dtype, before.found, new.found)
            reads = reads_of(self.words.facts_of) if self.words.has("facts_of") else frozenset(anew)
            if reads is not None and reads.isdisjoint(changed | anew):
                return {**before.facts, **facts}
        says = reads_of(self.words.facts_of) is not None  # then it does not ask for all fields
        return facts | self.words.facts_of(RecordValues(found) if says else calls.values(found), state)

    def paint(
        self,
        view: Document,
        seat: int | None,
        actions: Sequence[str],
        names: Sequence[str],
        say: Language,
        lately: Lately = NOTHING,
        shape: str = UPRIGHT,
        canvas: Canvas | None = None,
    ) -> Scene:
        """The picture of a view with facts, in the wanted shape if the game has it.

        On a canvas, only what has changed since the picture before is painted anew, if the game paints by parts. On a
        forgiving server it is a plain one, with a button for every action, if the game fails to paint.
        """
        shape = shape if shape in self.pictures.SHAPES else UPRIGHT
        wished: dict[str, Any] = {"lately": lately, "shape": shape, "canvas": canvas}
        for name in self._scene_leaves_out:
            del wished[name]
        painted = self.pictures.scene(view, seat, actions, names, say, **wished)
        if painted is not NO_SCENE:
            return painted
        orders = [(action, self.words.sentence(action, seat or 0, tuple(names), say)) for action in actions]
        points = view.get("facts", {}).get("scores", ())
        return plain_scene(self.words.board_text(view), orders, names, points, shape)

    @cached_property
    def _scene_leaves_out(self) -> frozenset[str]:
        return frozenset({"lately", "shape", "canvas"}) - frozenset(inspect.signature(self.pictures.scene).parameters)

    def read(self, document: Document) -> States:
        """The state of a document; raises `BadState`."""
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
        try:
            states: States = self.words.read({**document, "options": full})
        except RecursionError:
            raise BadState("the state is nested too deeply") from None
        return states

    def _buffer(self) -> Any:
        return np.empty(self.rules.MOST_ACTIONS, np.int32)

    def _check_running(self, state: States) -> None:
        if calls.to_act(state) == OVER:
            raise GameOver("the game is over")


def open_definition(game_id: str, package_name: str) -> GameDefinition:
    """Import a game and check that it fulfils the contract."""
    module = _module(game_id, package_name)
    package, path = Package(game_id, module), Path(module.__path__[0])
    for name in FILES:
        if not (path / name).is_file():
            raise ContractError(f"{game_id}: the file {name} is missing")
    rules, faults = _module(game_id, f"{package_name}.rules"), GameFaults(game_id, path)
    definition = GameDefinition(
        id=game_id,
        name=package.NAME,
        players=tuple(package.PLAYERS),
        options=package.OPTIONS,
        variants=package.VARIANTS,
        path=path,
        rules=rules,
        words=Words(game_id, _module(game_id, f"{package_name}.words"), rules, package.OPTIONS, faults),
        pictures=SceneModule(game_id, _module(game_id, f"{package_name}.scene"), faults),
        brain=Brain(game_id, _module(game_id, f"{package_name}.brain") if (path / "brain.py").is_file() else None),
        throws_for_start=package.THROWS_FOR_START,
        turns=package.TURNS,
        seconds=package.SECONDS,
        faults=faults,
    )
    observed = (path / "observation.py").is_file()
    contract.register(game_id, rules, _module(game_id, f"{package_name}.observation") if observed else None)
    return definition


def _module(game_id: str, name: str) -> ModuleType:
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise ContractError(f"{game_id}: the module {error.name} is missing") from error
    except Exception as error:  # a faulty game must not break the others
        folder = getattr(sys.modules.get(name.partition(".")[0]), "__file__", None)
        raise ContractError(
            f"{game_id}: {name} cannot be imported: {told(error, [Path(folder).parent] if folder else ())}"
        ) from error


def _text_of(file: Path) -> str:
    return file.read_text("utf8") if file.is_file() else ""
