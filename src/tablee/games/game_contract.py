"""The contract of a game's modules, beside that of its rules (`engine/contract.py`).

Each class below describes one module of a game: its functions with their types and, as their bodies, their defaults.
Those marked `required` must be there. `GameDefinition` holds an object of each class, in which the functions of the
module replace the defaults, so that callers need not ask whether a game has a function.

Functions must have the documented parameter names; another name is an error when the game is loaded. So is a function
or constant whose name is nearly one of these, because a misspelt one would be ignored.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import cached_property, partial
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from tablee.engine.calls import values
from tablee.engine.contract import (
    ContractError,
    Record,
    States,
    check_constants,
    check_spelling,
    optional_parameters_of,
    parameters_of,
    signature_fault,
)
from tablee.engine.faults import GameFaults, line_of, no_field
from tablee.engine.states import MOST_SEATS, option_field
from tablee.games.about import About, Option, Sign
from tablee.games.canvas import Canvas
from tablee.games.document import Document, Fields, RecordValues, all_fields, fields_by_source, fill, rewritten, written
from tablee.games.errors import BadState, TableeError
from tablee.games.language import Language
from tablee.games.moves import moves_fault
from tablee.games.scenery import NO_SCENE, NOTHING, UPRIGHT, Lately, PrintSheet, Scene
from tablee.games.score_sheets import ScorePad, Sheet
from tablee.games.secrets import BY_CODE, Secret, Secrets
from tablee.games.shared.widgets.panels import Form, colour_name

if TYPE_CHECKING:
    from tablee.games.brains.playing_styles import Traits
    from tablee.games.brains.thoughts import Limit, Opinion
    from tablee.games.definition import Result

Names = Sequence[str]
"""What the participants of all seats are called."""
Facts = dict[str, Any]
"""What the rules work out about a state, as plain values."""
NO_FIELDS: Fields = {}
NO_SECRETS: Secrets = {}

CALL_THE_GAME = ("action_text", "write", "rewrite", "read")  # functions whose defaults read the game's own tables
MAY_REFUSE = ("read", "settle")  # functions that refuse a document which is no state

Function = TypeVar("Function", bound=Callable[..., Any])


def required(function: Function) -> Function:
    """Mark a function that every game must have."""
    function.required = True  # type: ignore[attr-defined]
    return function


def absent(function: Function) -> Function:
    """Mark a function without a default: callers ask first whether the module `has` it."""
    function.absent = True  # type: ignore[attr-defined]
    return function


class Module:
    """A module of a game, with defaults for what it leaves out."""

    def __init__(self, game_id: str, module: ModuleType | None, faults: GameFaults | None = None) -> None:
        """Take what the module has; raises `ContractError`, which says what is missing or expected.

        With `faults`, errors of the module's functions are noted there on a forgiving server, and do not stop play.
        """
        self._own = {name: getattr(module, name) for name in _asked_of(type(self)) if hasattr(module, name)}
        check_constants(f"{game_id}: {_FILES[type(self).__name__]}", module, type(self))
        check_spelling(f"{game_id}: {_FILES[type(self).__name__]}", module, _asked_of(type(self)))
        for name, default in _asked_of(type(self)).items():
            if name in self._own:
                if fault := _fault_of(self._own[name], name, default):
                    raise ContractError(f"{game_id}: {_place(self, name)} {fault}{line_of(module, name)}")
                setattr(self, name, self._own[name] if faults is None else self._guarded(name, default, faults))
            elif faults is not None and name in CALL_THE_GAME and inspect.isfunction(default):
                setattr(self, name, self._guarded(name, default, faults))
            elif hasattr(default, "required"):
                raise ContractError(f"{game_id}: {_place(self, name)} is missing; expected is {_shown(default)}")

    def has(self, name: str) -> bool:
        """Does the game have this itself?"""
        return name in self._own

    def _guarded(self, name: str, default: Any, faults: GameFaults) -> Any:
        """The game's function, with an answer in case of need: `_NAME_in_need`, else the default."""
        if not inspect.isfunction(default):
            return self._own[name]
        own, instead = self._own.get(name) or partial(default, self), getattr(self, f"_{name}_in_need", None)
        through = TableeError if name in MAY_REFUSE else ()
        kind = default.__annotations__.get("return")
        return faults.guarded(own, _place(self, name), instead or partial(default, self), kind, through)


def names_of_module(kind: type) -> set[str]:
    """The names that a module of a game may have, by its class here."""
    return {name for name in _asked_of(kind) if name != "has"}


def _asked_of(kind: type) -> dict[str, Any]:
    said = {**dict.fromkeys(kind.__annotations__), **vars(kind)}
    return {name: default for name, default in said.items() if name[0] != "_"}


def _fault_of(own: Any, name: str, default: Any) -> str:
    if not inspect.isfunction(default):
        return ""
    return signature_fault(own, name, parameters_of(default), optional_parameters_of(default))


def _place(module: Module, name: str) -> str:
    return f"{_FILES[type(module).__name__]}.{name}"


_FILES = {"Words": "words", "SceneModule": "scene", "Brain": "brain"}


def _shown(function: Callable[..., Any]) -> str:
    return f"{function.__name__}({', '.join(parameters_of(function))})"


class Package:
    """`__init__.py`: what is known of a game before its other modules are imported."""

    NAME: str
    """Its name in English. Its catalogues may translate it, as any text; else it is the same in every language."""
    PLAYERS: Sequence[int]
    """The numbers of players, like `(2, 3, 4)`; the first is the default."""
    OPTIONS: Mapping[str, Sequence[Any]] = {}
    """Its options, each with its values; the first is the default, and the standard rule."""
    VARIANTS: Mapping[str, Sequence[Any]] = {}
    """The values of options that the box prints as variants; other values but the first are house rules."""
    THROWS_FOR_START: bool = False
    """Do the rules throw for who begins? Otherwise seat 0 begins, and a table may choose who sits there."""
    TURNS: int = 20
    """About how many turns a seat has in a game; clocks are set by it."""
    SECONDS: int = 30
    """About how many seconds people take for a whole turn; clocks are set by it."""

    def __init__(self, game_id: str, module: ModuleType) -> None:
        """Take what the package has; raises `ContractError`, which says what is missing or expected."""
        check_constants(f"{game_id}: __init__", module, Package)
        check_spelling(f"{game_id}: __init__", module, Package.__annotations__)
        for name in ("NAME", "PLAYERS"):
            if not hasattr(module, name):
                raise ContractError(f"{game_id}: {module.__name__} must say its {name}")
        self.NAME, self.PLAYERS = module.NAME, tuple(module.PLAYERS)
        self.OPTIONS = getattr(module, "OPTIONS", Package.OPTIONS)
        self.VARIANTS = getattr(module, "VARIANTS", Package.VARIANTS)
        self.THROWS_FOR_START = getattr(module, "THROWS_FOR_START", Package.THROWS_FOR_START)
        self.TURNS = getattr(module, "TURNS", Package.TURNS)
        self.SECONDS = getattr(module, "SECONDS", Package.SECONDS)
        if not self.PLAYERS or not all(isinstance(count, int) and 0 < count <= MOST_SEATS for count in self.PLAYERS):
            raise ContractError(f"{game_id}: __init__.PLAYERS must be numbers of players, like (2, 3, 4)")
        for name, known in self.OPTIONS.items():
            if isinstance(known, str) or not isinstance(known, Sequence) or not known:
                raise ContractError(f"{game_id}: __init__.OPTIONS must have a tuple of values for {name!r}")
        for name, printed in self.VARIANTS.items():
            if isinstance(printed, str) or not set(printed) <= set(self.OPTIONS.get(name, ())[1:]):
                raise ContractError(f"{game_id}: __init__.VARIANTS must have values of {name!r} but the first")


class Words(Module):
    """`words.py`: a game in words. `say` translates a text for the reader; `names` are those of the participants.

    A `view` is a document of what a seat sees; its `facts` are `over`, `reason`, `winners`, `scores`, and what the
    game's own `facts` work out. Views are shared and must not be changed.
    """

    ACTIONS: Sequence[str] = ()
    """The texts of all actions and outcomes by code, if a code always means the same; else see `action_text`."""
    MOVES: Sequence[str] = ()
    """The parts of actions, as texts with gaps in the order in which one points: `("place {to}", "move {from} {to}")`
    (`games/moves.py`). For games that move pieces or play cards."""
    FIELDS: Fields = NO_FIELDS
    """The fields of a state document (`games/document.py`), unless the game has its own `write` and `read`."""
    SECRETS: Secrets = NO_SECRETS
    """The fields that not everybody may see (`games/secrets.py`)."""
    SECRET_FACTS: Sequence[str] = ()
    """The facts that would reveal secrets; nobody sees them until the game is over."""
    SMALL: Mapping[str, Document] = {}
    """Documents of small set-ups by name, for learners and solvers (`tablee.small`); no table is opened with them."""

    # ---- what must be said -----------------------------------------------------------------------------------

    @required
    def about(self, say: Language) -> About:
        """The game's entry on the shelf."""
        raise NotImplementedError

    @required
    def sentence(self, text: str, seat: int, names: Names, say: Language) -> str:
        """An action or outcome as a sentence of the log."""
        raise NotImplementedError

    @required
    def prompt(self, view: Document, seat: int | None, names: Names, say: Language) -> str:
        """One sentence: what to do now, or who is to act."""
        raise NotImplementedError

    # ---- texts of actions and states -------------------------------------------------------------------------

    def action_text(self, state: States, action: int) -> str:  # noqa: ARG002
        """The text of an action or outcome. Default: one of `ACTIONS`."""
        if not 0 <= action < len(self.ACTIONS):
            raise ContractError(f"{self._id}: words.ACTIONS has no text for the action {action} of the rules")
        return self.ACTIONS[action]

    def id_texts(self) -> Sequence[str]:
        """The texts of all action ids, where the rules have an `action_id`. Default: `ACTIONS`."""
        return self.ACTIONS

    def write(self, state: States) -> dict[str, Any]:
        """The whole state as a document. Default: by `FIELDS`, with the values of the options."""
        fields = values(state)
        return written(self._id, fields, self._options(state, fields), self._fields)

    def rewrite(self, state: States, before: Document, changed: AbstractSet[str]) -> dict[str, Any]:
        """The document after a step, given that before it and the record's fields that have `changed`; values that have
        not changed stay the same objects. Default: by `FIELDS`, or all of it where the game has its own `write`."""
        if self.has("write"):
            return self.write(state)
        values = RecordValues(state)
        options = before["options"] if self._option_fields.isdisjoint(changed) else self._options(state, values)
        return rewritten(values, options, self._fields, self._fields_by_source, before, changed)

    def read(self, document: Document) -> States:
        """The state of a document; raises `BadState`. Default: `FIELDS` into a new game, then `settle`."""
        states = self._new(document["players"], document["options"])
        fill(states, document, self._fields)
        self.settle(document, states)
        return states

    def settle(self, document: Document, states: States) -> None:
        """Check and derive what depends on several fields. Default: nothing."""

    def facts_of(self, facts: Facts, state: States) -> Facts:  # noqa: ARG002
        """The fields of the rules' `FACTS` in the form that words need. Default: as they are."""
        return facts

    def board_text(self, view: Document) -> str:
        """A view as lines of text. Default: its fields."""
        shown = (name for name in view if name not in ("game", "players", "options", "facts"))
        return "\n".join(f"{name}: {view[name]}" for name in shown)

    # ---- who and what ----------------------------------------------------------------------------------------

    def seat_name(self, seat: int, say: Language) -> str:
        """The name of a seat's colour or side. Default: the standard colours."""
        return colour_name(seat, say)

    def option_text(self, name: str, say: Language) -> Option:
        """An option in words. A game with options must have it."""
        raise NotImplementedError

    def thrower(self, state: States) -> int | None:  # noqa: ARG002
        """The seat that throws the dice itself at a chance node, if the table waits for it. Default: none."""
        return None

    def is_final(self, state: States, text: str) -> bool:  # noqa: ARG002
        """Must an action not be taken back, because its consequence reveals something? Default: no."""
        return False

    # ---- what else is said ------------------------------------------------------------------------------------

    def goal(self, say: Language) -> str:  # noqa: ARG002
        """The aim of the game in one line, for a newcomer."""
        return ""

    def tip(self, say: Language) -> str:  # noqa: ARG002
        """Advice for opening a table: with how many to play first."""
        return ""

    def legend(self, say: Language) -> Sequence[Sign]:  # noqa: ARG002
        """What the signs on the board mean, for a legend one tap away."""
        return ()

    def orders(self, say: Language) -> Mapping[str, str]:  # noqa: ARG002
        """The sentences of actions, with their gaps, and the same as orders, for hints."""
        return {}

    def aftermath(self, text: str, seat: int, before: Document, after: Document, names: Names, say: Language) -> str:  # noqa: ARG002
        """The consequences of a step, from the views before and after it."""
        return ""

    def advice(self, text: str, seat: int, before: Document, after: Document, names: Names, say: Language) -> str:  # noqa: ARG002
        """What a step is good for, in a sentence or two; `before` and `after` hold all that the seat has been shown."""
        return ""

    def mistake(self, played: str, best: str, seat: int, before: Document, after: Document, ideal: Document) -> str:  # noqa: ARG002
        """The kind of a mistake, a key of `mistakes`, from the seat's views before, after what it played, and after the
        best action."""
        return ""

    def mistakes(self, say: Language) -> Mapping[str, str]:  # noqa: ARG002
        """The kinds of mistakes, by permanent keys, in a few words."""
        return {}

    def fine_stroke(self, before: Document, after: Document, seat: int) -> bool:  # noqa: ARG002
        """Is a step worth praise?"""
        return False

    def why_not(self, view: Document, seat: int, key: str, names: Names, say: Language) -> str:  # noqa: ARG002
        """Why the node or action of that key cannot be chosen now. `piece a1 > point d7`: why the piece that is held
        cannot go there."""
        return ""

    def headline(self, view: Document, result: "Result", names: Names, say: Language) -> str:  # noqa: ARG002
        """How the game ended. Default: a general sentence."""
        return ""

    def decision(self, view: Document, result: "Result", say: Language) -> str:  # noqa: ARG002
        """What decided the game."""
        return ""

    def score_sheet(self, view: Document, names: Names, say: Language) -> Sheet:  # noqa: ARG002
        """How the points came about (`games/score_sheets.py`). Default: no sheet."""
        return []

    def score_pad(self, say: Language) -> ScorePad | None:  # noqa: ARG002
        """A score pad to print, for those who own the box. Default: none."""
        return None

    # ---- what is said if the game's own function fails at a running table ---------------------------------------

    def _about_in_need(self, say: Language) -> About:  # noqa: ARG002
        return About("", minutes=0, age=0)

    def _sentence_in_need(self, text: str, seat: int, names: Names, say: Language) -> str:  # noqa: ARG002
        return text

    def _prompt_in_need(self, view: Document, seat: int | None, names: Names, say: Language) -> str:  # noqa: ARG002
        return ""  # the house says whose turn it is

    def _action_text_in_need(self, state: States, action: int) -> str:  # noqa: ARG002
        return f"{BY_CODE}{action}"

    def _write_in_need(self, state: States) -> dict[str, Any]:
        """What every game has; nothing that could be secret."""
        fields = values(state)
        return written(self._id, fields, self._options(state, fields), all_fields({}))

    def _rewrite_in_need(self, state: States, before: Document, changed: AbstractSet[str]) -> dict[str, Any]:  # noqa: ARG002
        return self._write_in_need(state)

    def _read_in_need(self, document: Document) -> States:  # noqa: ARG002
        raise BadState("the game cannot read this position")

    def _settle_in_need(self, document: Document, states: States) -> None:  # noqa: ARG002
        raise BadState("the game cannot read this position")

    def _facts_of_in_need(self, facts: Facts, state: States) -> Facts:  # noqa: ARG002
        return {}  # raw facts may have other names than those in SECRET_FACTS

    def _board_text_in_need(self, view: Document) -> str:  # noqa: ARG002
        return ""

    def _option_text_in_need(self, name: str, say: Language) -> Option:  # noqa: ARG002
        return Option(name, {value: str(value) for value in self._values[name]})

    def _is_final_in_need(self, state: States, text: str) -> bool:  # noqa: ARG002
        return True  # it may reveal something

    # ---- what the defaults need ---------------------------------------------------------------------------------

    def __init__(
        self,
        game_id: str,
        module: ModuleType | None,
        rules: ModuleType,
        options: Mapping[str, Any],
        faults: GameFaults | None = None,
    ) -> None:
        super().__init__(game_id, module, faults)
        self._id, self._rules, self._values = game_id, rules, options
        if faults is not None:
            self.SECRETS = {name: _guarded_secret(name, secret, faults) for name, secret in self.SECRETS.items()}
        self._fields = all_fields(self.FIELDS)
        if options and not hasattr(module, "option_text"):
            raise ContractError(f"{game_id}: words.option_text is missing: the game has options")
        if not self.FIELDS and not (hasattr(module, "write") and hasattr(module, "read")):
            raise ContractError(f"{game_id}: words.FIELDS is missing: how a state is written and read")
        for name, field in self.FIELDS.items():
            if (read := field.of or name) not in (fields := rules.STATE.names):
                where = line_of(module, "FIELDS")
                raise ContractError(f"{game_id}: words.FIELDS: {no_field('STATE', read, fields)}{where}")
        if not self.ACTIONS and not hasattr(module, "action_text"):
            raise ContractError(f"{game_id}: words.ACTIONS is missing: the texts of actions by code")
        if fault := moves_fault(self.MOVES, self.ACTIONS):
            raise ContractError(f"{game_id}: words.MOVES: {fault}{line_of(module, 'MOVES')}")

    def _new(self, players: int, options: Document) -> States:
        older = (self._rules.VERSION,) if getattr(self._rules, "OLDER_VERSIONS", ()) else ()
        states: States = self._rules.new(players, options, 0, *older)
        return states

    @cached_property
    def _option_fields(self) -> frozenset[str]:
        return frozenset({"players", *(option_field(self._rules.STATE, name) for name in self._values)})

    @cached_property
    def _fields_by_source(self) -> Mapping[str, Sequence[str]]:
        return fields_by_source(self._fields)

    def _options(self, state: States, fields: Mapping[str, Any]) -> dict[str, Any]:
        return {name: known[fields[option_field(state.dtype, name)]] for name, known in self._values.items()}


def _guarded_secret(name: str, secret: Secret, faults: GameFaults) -> Secret:
    """A secret that stays one if its own functions fail: nothing is seen of the field, and a text keeps one word."""
    place = f"words.SECRETS[{name!r}]"
    tells = {
        verb: faults.guarded(tell, f"{place}.told", lambda text: text.partition(" ")[0], str)
        for verb, tell in secret.told.items()
    }
    mask = faults.guarded(secret.mask, f"{place}.mask", lambda value: None, object)  # noqa: ARG005
    when = faults.guarded(secret.when, f"{place}.when", lambda options: True, object)  # noqa: ARG005
    return replace(secret, mask=mask, when=when, told=tells)


class SceneModule(Module):
    """`scene.py`: a view as a picture."""

    SHAPES: Sequence[str] = (UPRIGHT,)
    """The shapes of picture that it has."""
    LOOK_BACK: int = 0
    """How many of the latest steps `scene` gets."""
    SHARED: Sequence[str] = ()
    """The folders in `games/shared` whose symbols and styles it uses."""

    SYMBOLS: str = ""
    """Symbols besides those of `scene.svg`, as SVG, such as board widgets draw."""
    PANELS: Sequence[Form] = ()
    """The forms of its player panels (`games/shared/widgets`), from which their symbols are made."""

    @required
    def scene(
        self,
        view: Document,
        seat: int | None,
        actions: Sequence[str],
        names: Names,
        say: Language,
        lately: Lately = NOTHING,
        shape: str = UPRIGHT,
        canvas: Canvas | None = None,
    ) -> Scene:
        """The picture of a view from a seat, with the actions that its nodes offer.

        While points are counted the view has `counted`, `reached` and `counting`; in a replay it has `revealed`, the
        seats whose secrets are shown. `lately`, `shape` and `canvas` may be left out by a game that does not use them;
        `canvas` takes over the parts that have not changed (`games/canvas.py`).
        """
        raise NotImplementedError

    def _print_pages_in_need(self, key: str, view: Document | None, say: Language) -> Sequence[Scene]:  # noqa: ARG002
        return ()

    def _scene_in_need(self, *told: Any, **how: Any) -> Scene:  # noqa: ARG002
        return NO_SCENE

    def uncounted(self, view: Document, keys: AbstractSet[str]) -> Document:  # noqa: ARG002
        """The view while points are counted, when only the nodes of these keys have been counted."""
        return view

    def print_sheets(self, say: Language) -> Sequence[PrintSheet]:  # noqa: ARG002
        """What can be printed for those who own the box: a board, tiles, a random land. Default: nothing."""
        return ()

    @absent
    def print_pages(self, key: str, view: Document | None, say: Language) -> Sequence[Scene]:
        """The pages of a sheet, each at most 600 units wide and 760 high, which is 190 by 241 mm.

        `view` is that of a new game if the sheet is `dealt`, else None.
        """
        raise NotImplementedError


class Brain(Module):
    """`brain.py`: what bots know beyond the rules. A game without it is played by plain tree search."""

    MARGIN: float
    """The scale of leads in points in the search, if not that of `bots/mcts.py`."""

    WITH_MORE: Mapping[int, int]
    """By level: simulations with three seats and more, if not as many as `games/brains/levels.py` has."""

    PLIES: Mapping[int, int]
    """By level: look so many turns ahead by alpha-beta, with `judge` as evaluator, in place of tree search. For two
    seats, without chance and secrets: `{1: 1, 2: 2, 3: 4, 4: 6, 5: 12}`."""

    GIVES: float
    """The most of a win that a style gives up in a decision, if not as in `games/brains/playing_styles.py`."""

    @absent
    def pick(self, state: Record, actions: Any, count: int, random: Any) -> int:
        """Compiled: the rollout policy: the index of a roughly sensible action in a playout."""
        raise NotImplementedError

    @absent
    def promise(self, state: Record, actions: Any, count: int, promises: Any) -> None:
        """Compiled: the prior. Fill a first guess at how many points each action is worth."""
        raise NotImplementedError

    @absent
    def gist(self, state: Record) -> int:
        """Compiled: the state key for endgames. Clear what the value does not depend on, and return a number;
        equal states with equal numbers have the same value."""
        raise NotImplementedError

    @absent
    def judge(self, state: Record, insight: Any, leads: Any, shares: Any) -> bool:
        """Compiled: the evaluator. Fill each seat's lead (scaled to 0–1) and share of the win, in place of a playout;
        return whether it could. A playout asks it after each step, so it may wait for the end of a deal."""
        raise NotImplementedError

    def insight(self, state: States, level: int) -> Any:  # noqa: ARG002
        """What `judge` gets in each search tree of a level, always of one type. Default: `()`."""
        return ()

    def judged(self, state: States, level: int) -> int:  # noqa: ARG002
        """How many positions a level evaluates with `judge` before a decision, however many turns ahead. Default: 0,
        the simulations of its level."""
        return 0

    @absent
    def think(self, state: States, level: int, seed: int, limit: "Limit") -> "Sequence[Opinion]":
        """The candidate moves with their values, the best first, in place of tree search."""
        raise NotImplementedError

    @absent
    def traits(self, state: States, codes: Sequence[int]) -> "Sequence[Traits]":
        """The traits of legal actions, for styles (`games/brains/playing_styles.py`). Default: by points alone."""
        raise NotImplementedError

    def forget(self, state: States, level: int, seed: int) -> States:  # noqa: ARG002
        """The state as a bot of a level remembers it. Default: unchanged."""
        return state

    def __init__(self, game_id: str, module: ModuleType | None) -> None:
        super().__init__(game_id, module)
        self.module = module or ModuleType("no_brain")
