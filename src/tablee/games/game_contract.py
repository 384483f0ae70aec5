"""The contract of a game's folder, beside that of its rules (`kernel/contract.py`): everything in one place.

Each class below says what one module of a folder may have: functions with their types and, as their bodies, what holds
for a game that does not have them. Those marked `required` must be there. `GameFolder` holds an object of each class in
which the module's functions have taken the places of the defaults, so nobody asks whether a game has something.

Functions are known by the names of their parameters; a wrong one is an error when the game is opened. So is a name that
is all but one of these: what is misspelt would be passed over otherwise.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from tablee.games.about import About, Option
from tablee.games.document import Document
from tablee.games.fields import Fields, all_fields, fill, written
from tablee.games.scenery import NOTHING, UPRIGHT, Lately, Scene
from tablee.games.secrets import Secrets
from tablee.games.sheets import Sheet
from tablee.games.ware.plates import Form, colour_name
from tablee.kernel.calls import values
from tablee.kernel.contract import (
    ContractError,
    Record,
    States,
    check_constants,
    check_spelling,
    optional_parameters_of,
    parameters_of,
    signature_fault,
)
from tablee.kernel.ranking import MOST_SEATS
from tablee.kernel.states import option_field
from tablee.language import Language

if TYPE_CHECKING:
    from tablee.games.folder import Result
    from tablee.games.styles import Traits
    from tablee.games.thoughts import Limit, Opinion

Names = Sequence[str]
"""What the sitters of all seats are called."""
Facts = dict[str, Any]
"""What the rules have worked out about a state, as plain values."""
NO_FIELDS: Fields = {}
NO_SECRETS: Secrets = {}

Function = TypeVar("Function", bound=Callable[..., Any])


def required(function: Function) -> Function:
    """Mark a function that every game must have."""
    function.required = True  # type: ignore[attr-defined]
    return function


def absent(function: Function) -> Function:
    """Mark a function for which there is no default: whoever calls it asks first whether the module `has` it."""
    function.absent = True  # type: ignore[attr-defined]
    return function


class Module:
    """A module of a game's folder, with defaults for what it does not say."""

    def __init__(self, game_id: str, module: ModuleType | None) -> None:
        """Take over what the module has; raises `ContractError` that says what is missing, or expected."""
        self._own = {name: getattr(module, name) for name in _asked_of(type(self)) if hasattr(module, name)}
        check_constants(f"{game_id}: {_FILES[type(self).__name__]}", module, type(self))
        check_spelling(f"{game_id}: {_FILES[type(self).__name__]}", module, _asked_of(type(self)))
        for name, default in _asked_of(type(self)).items():
            if name in self._own:
                if fault := _fault_of(self._own[name], name, default):
                    raise ContractError(f"{game_id}: {_place(self, name)} {fault}")
                setattr(self, name, self._own[name])
            elif hasattr(default, "required"):
                raise ContractError(f"{game_id}: {_place(self, name)} is missing; expected is {_shown(default)}")

    def has(self, name: str) -> bool:
        """Does the game say it itself?"""
        return name in self._own


def _asked_of(kind: type) -> dict[str, Any]:
    said = {**dict.fromkeys(kind.__annotations__), **vars(kind)}
    return {name: default for name, default in said.items() if name[0] != "_"}


def _fault_of(own: Any, name: str, default: Any) -> str:
    if not inspect.isfunction(default):
        return ""
    return signature_fault(own, name, parameters_of(default), optional_parameters_of(default))


def _place(module: Module, name: str) -> str:
    return f"{_FILES[type(module).__name__]}.{name}"


_FILES = {"Words": "words", "Pictures": "scene", "Brain": "brain"}


def _shown(function: Callable[..., Any]) -> str:
    return f"{function.__name__}({', '.join(parameters_of(function))})"


class Package:
    """`__init__.py`: what is known of a game before anything else is read."""

    NAME: str
    """What it is called, in all languages."""
    PLAYERS: Sequence[int]
    """For how many it is, like `(2, 3, 4)`; the first is offered first."""
    OPTIONS: Mapping[str, Sequence[Any]] = {}
    """Its house rules, each with its values; the first is as printed."""
    THROWS_FOR_START: bool = False
    """Do the rules throw for who begins? Else it is seat 0, and a table may name who sits there."""
    TURNS: int = 20
    """About how many turns each seat has in a game: clocks are set by it."""
    SECONDS: int = 30
    """About how many seconds people take for a turn, with all that belongs to it: clocks are set by that, too."""

    def __init__(self, game_id: str, module: ModuleType) -> None:
        """Take over what the package says; raises `ContractError` that says what is missing, or expected."""
        check_constants(f"{game_id}: __init__", module, Package)
        check_spelling(f"{game_id}: __init__", module, Package.__annotations__)
        for name in ("NAME", "PLAYERS"):
            if not hasattr(module, name):
                raise ContractError(f"{game_id}: {module.__name__} must say its {name}")
        self.NAME, self.PLAYERS = module.NAME, tuple(module.PLAYERS)
        self.OPTIONS = getattr(module, "OPTIONS", Package.OPTIONS)
        self.THROWS_FOR_START = getattr(module, "THROWS_FOR_START", Package.THROWS_FOR_START)
        self.TURNS = getattr(module, "TURNS", Package.TURNS)
        self.SECONDS = getattr(module, "SECONDS", Package.SECONDS)
        if not self.PLAYERS or not all(isinstance(count, int) and 0 < count <= MOST_SEATS for count in self.PLAYERS):
            raise ContractError(f"{game_id}: __init__.PLAYERS must be numbers of players, like (2, 3, 4)")
        for name, known in self.OPTIONS.items():
            if isinstance(known, str) or not isinstance(known, Sequence) or not known:
                raise ContractError(f"{game_id}: __init__.OPTIONS must have a tuple of values for {name!r}")


class Words(Module):
    """`words.py`: a game in words. `say` looks a text up in the reader's language; `names` are those of the seats.

    A `view` is what lies before a seat, a document; under `facts` it has what the rules know about it: `over`,
    `reason`, `winners`, `scores`, and what the game's own `facts` work out. All who look share it: never change it.
    """

    ACTIONS: Sequence[str] = ()
    """The texts of all actions and outcomes by code, where a code always means the same; else see `action_text`."""
    FIELDS: Fields = NO_FIELDS
    """The fields of the state as a document (`games/fields.py`); a game with `write` and `read` of its own has none."""
    SECRETS: Secrets = NO_SECRETS
    """The fields that do not lie open before everybody (`games/secrets.py`)."""
    SECRET_FACTS: Sequence[str] = ()
    """The facts that would give them away: nobody is told these until the game is over."""

    # ---- what must be said -----------------------------------------------------------------------------------

    @required
    def about(self, say: Language) -> About:
        """What the shelf says of the game."""
        raise NotImplementedError

    @required
    def sentence(self, text: str, seat: int, names: Names, say: Language) -> str:
        """What the log says of an action or outcome."""
        raise NotImplementedError

    @required
    def prompt(self, view: Document, seat: int | None, names: Names, say: Language) -> str:
        """One sentence: what to do now, or whom the table waits for."""
        raise NotImplementedError

    # ---- texts of actions and states -------------------------------------------------------------------------

    def action_text(self, state: States, action: int) -> str:  # noqa: ARG002
        """The text of an action or outcome. Default: one of `ACTIONS`."""
        if not 0 <= action < len(self.ACTIONS):
            raise ContractError(f"{self._id}: words.ACTIONS has no text for the action {action} of the rules")
        return self.ACTIONS[action]

    def write(self, state: States) -> dict[str, Any]:
        """The whole truth as a document. Default: `FIELDS`, and options as places among their values."""
        fields = values(state)
        return written(self._id, fields, self._options(state, fields), self._fields)

    def read(self, document: Document) -> States:
        """The state that a document describes; raises `BadState`. Default: `FIELDS` into a new game, then `settle`."""
        states = self._new(document["players"], document["options"])
        fill(states, document, self._fields)
        self.settle(document, states)
        return states

    def settle(self, document: Document, states: States) -> None:
        """Check and work out what no field can know by itself. Default: nothing."""

    def facts_of(self, facts: Facts, state: States) -> Facts:  # noqa: ARG002
        """The fields of the rules' `FACTS` as words may want them. Default: as they are."""
        return facts

    def board_text(self, view: Document) -> str:
        """A view as lines of text. Default: its fields."""
        shown = (name for name in view if name not in ("game", "players", "options", "facts"))
        return "\n".join(f"{name}: {view[name]}" for name in shown)

    # ---- who and what ----------------------------------------------------------------------------------------

    def seat_name(self, seat: int, say: Language) -> str:
        """The colour, or whatever a seat is called. Default: the colours of the house."""
        return colour_name(seat, say)

    def option_text(self, name: str, say: Language) -> Option:
        """A house rule as it is said to people. A game with options must have it."""
        raise NotImplementedError

    def thrower(self, state: States) -> int | None:  # noqa: ARG002
        """The seat that throws by its own hand at a chance node, if the table is to wait for it. Default: nobody."""
        return None

    def is_final(self, state: States, text: str) -> bool:  # noqa: ARG002
        """Can an action in that state not be taken back, as the answer to it tells something? Default: it can."""
        return False

    # ---- what else is said ------------------------------------------------------------------------------------

    def goal(self, say: Language) -> str:  # noqa: ARG002
        """What one plays for, in one line, to somebody who comes for the first time."""
        return ""

    def tip(self, say: Language) -> str:  # noqa: ARG002
        """Advice to who opens a table: with how many to play it first."""
        return ""

    def aftermath(self, text: str, seat: int, before: Document, after: Document, names: Names, say: Language) -> str:  # noqa: ARG002
        """What followed by itself from a step, from the views around it."""
        return ""

    def advice(self, text: str, seat: int, before: Document, after: Document, names: Names, say: Language) -> str:  # noqa: ARG002
        """What a step is good for."""
        return ""

    def mistake(self, played: str, best: str, seat: int, before: Document, after: Document, ideal: Document) -> str:  # noqa: ARG002
        """Which kind of mistake it was to play something and not what was best, from what the seat saw before, after
        that and after the best; a name of `mistakes`."""
        return ""

    def mistakes(self, say: Language) -> Mapping[str, str]:  # noqa: ARG002
        """The kinds of mistakes, by names that stay the same, in a few words."""
        return {}

    def fine_stroke(self, before: Document, after: Document, seat: int) -> bool:  # noqa: ARG002
        """Is a step worth praise?"""
        return False

    def why_not(self, view: Document, seat: int, key: str, names: Names, say: Language) -> str:  # noqa: ARG002
        """Why the node, or the action, of that name cannot be chosen now."""
        return ""

    def headline(self, view: Document, result: "Result", names: Names, say: Language) -> str:  # noqa: ARG002
        """How the game ended. Default: what the house says of any game."""
        return ""

    def decision(self, view: Document, result: "Result", say: Language) -> str:  # noqa: ARG002
        """What decided it, whoever has won."""
        return ""

    def score_sheet(self, view: Document, names: Names, say: Language) -> Sheet:  # noqa: ARG002
        """How the points came about (`games/sheets.py`). Default: not told."""
        return []

    # ---- what the defaults need ---------------------------------------------------------------------------------

    def __init__(self, game_id: str, module: ModuleType | None, rules: ModuleType, options: Mapping[str, Any]) -> None:
        super().__init__(game_id, module)
        self._id, self._rules, self._values = game_id, rules, options
        self._fields = all_fields(self.FIELDS)
        if options and not hasattr(module, "option_text"):
            raise ContractError(f"{game_id}: words.option_text is missing: the game has options")
        if not self.FIELDS and not (hasattr(module, "write") and hasattr(module, "read")):
            raise ContractError(f"{game_id}: words.FIELDS is missing: how a state is written and read")
        if not self.ACTIONS and not hasattr(module, "action_text"):
            raise ContractError(f"{game_id}: words.ACTIONS is missing: the texts of actions by code")

    def _new(self, players: int, options: Document) -> States:
        older = (self._rules.VERSION,) if getattr(self._rules, "OLDER_VERSIONS", ()) else ()
        states: States = self._rules.new(players, options, 0, *older)
        return states

    def _options(self, state: States, fields: Mapping[str, Any]) -> dict[str, Any]:
        return {name: known[fields[option_field(state.dtype, name)]] for name, known in self._values.items()}


class Pictures(Module):
    """`scene.py`: a view as a picture."""

    SHAPES: Sequence[str] = (UPRIGHT,)
    """The shapes in which it can be painted."""
    LOOK_BACK: int = 0
    """How many of the latest steps it is told."""
    SHARED: Sequence[str] = ()
    """The folders of shapes and styles that it shares with other games."""

    PLATES: Sequence[Form] = ()
    """The forms of its plates (`games/ware`): their shapes are made from that."""

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
    ) -> Scene:
        """The picture of a view from a seat, with what may be done by pointing at which node.

        While points are counted the view has `counted`, `reached` and `counting`; in a replay `revealed`, the seats
        whose secrets are shown. A game that shows nothing but the view need not take `lately`, nor one with a single
        shape `shape`.
        """
        raise NotImplementedError

    def uncounted(self, view: Document, keys: AbstractSet[str]) -> Document:  # noqa: ARG002
        """What lies there while points are counted, of which only the nodes of these keys have been."""
        return view


class Brain(Module):
    """`brain.py`: what a bot knows beyond the rules. A game without it is played by tree search alone."""

    MARGIN: float
    """How many points ahead are as good as a win to the search, if it is not as `bots/tree.py` has it."""

    WITH_MORE: Mapping[int, int]
    """By level: games played in thought with three seats and more, if not as many as `games/levels.py` has."""

    GIVES: float
    """The most of a win that a style gives up in a decision, if it is not as `games/styles.py` has it."""

    @absent
    def pick(self, state: Record, actions: Any, count: int, random: Any) -> int:
        """Compiled: the place of an action that is roughly sensible, where a game is played out in thought."""
        raise NotImplementedError

    @absent
    def promise(self, state: Record, actions: Any, count: int, promises: Any) -> None:
        """Compiled: fill a first guess at how many points each action is worth."""
        raise NotImplementedError

    @absent
    def gist(self, state: Record) -> int:
        """Compiled: wipe from a state what its end does not hang on; those alike, of one number, are worth the same."""
        raise NotImplementedError

    @absent
    def judge(self, state: Record, insight: Any, leads: Any, shares: Any) -> bool:
        """Compiled: fill each seat's squeezed lead and share of the win, in place of a game played out, if it can."""
        raise NotImplementedError

    def insight(self, state: States, level: int) -> Any:  # noqa: ARG002
        """What `judge` needs in one search tree of a level, always of one type. Default: nothing."""
        return ()

    def judged(self, state: States, level: int) -> int:  # noqa: ARG002
        """How many positions a level judges before a decision in place of games played out. Default: 0, none."""
        return 0

    @absent
    def think(self, state: States, level: int, seed: int, limit: "Limit") -> "Sequence[Opinion]":
        """Instead of tree search: what it thinks of actions, the best first."""
        raise NotImplementedError

    @absent
    def traits(self, state: States, codes: Sequence[int]) -> "Sequence[Traits]":
        """What each of some legal actions does in the eyes of styles (`games/styles.py`). Else: by points alone."""
        raise NotImplementedError

    def forget(self, state: States, level: int, seed: int) -> States:  # noqa: ARG002
        """What a bot of a level remembers of what it has been shown. Default: all."""
        return state

    def __init__(self, game_id: str, module: ModuleType | None) -> None:
        super().__init__(game_id, module)
        self.module = module or ModuleType("no_brain")
