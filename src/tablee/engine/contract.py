"""The contract between a game's rules and everything that plays it.

A game implements the functions of `Rules`, compiled, in its `rules.py`, over its own state record. Generic code calls
the stubs of this module; numba replaces each call by the game's own function, chosen by the type of the record, so that
one source serves every game at full speed. Called from the interpreter, a stub finds the rules by the record's dtype.

`engine/defaults.py` has what a game may leave out. The defaults need a field `ended` in the state: 0 while the game is
played, then an index into `REASONS`, -1 being the last one: left.
"""

import inspect
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from difflib import get_close_matches
from types import ModuleType
from typing import Any, Protocol, get_origin, get_type_hints

import numba
import numpy as np
import numpy.typing as npt
from numba.extending import overload

from tablee.engine import compile_cache
from tablee.engine.faults import line_of
from tablee.engine.installed_games import ContractError as ContractError

CHANCE = -1
"""`to_act` returns this when the next step is an outcome of chance."""
OVER = -2
"""`to_act` returns this when the game is over."""
LEFT = -1
"""The value of a field `ended` when all seats but one have left."""

Record = Any
"""One state: an element of an array of the game's `STATE` dtype. Mypy cannot check numba's types."""
States = npt.NDArray[Any]
"""An array of state records; a single state is an array of one."""


class Rules(Protocol):
    """What a game's `rules.py` must have."""

    STATE: np.dtype[Any]
    """A record without padding. Its first field is named like the game and holds the version of the rules; it also has
    `players`, `turn` and, by seat, `left`.
    """
    MOST_ACTIONS: int
    """The most actions or outcomes that there can be at once."""

    def new(self, players: int, options: dict[str, Any], seed: int) -> States:
        """An array of the one state before the first step. Not compiled."""

    def legal(self, state: Record, actions: Any) -> int:
        """Fill `actions` with the legal actions of the seat to act; return their number, never 0."""

    def apply(self, state: Record, action: int) -> None:
        """Carry out an action or an outcome."""

    def scores(self, state: Record, scores: Any) -> None:
        """Fill the current score of each seat."""


class OptionalRules(Protocol):
    """What `rules.py` may have; `engine/defaults.py` has the defaults."""

    REASONS: Sequence[str]
    """Why a game can be over; the first is empty. Default: `("", "points", "left")`."""
    VERSION: int
    """The version of the rules, raised when the same log would lead to another state. Default: `1`."""
    OLDER_VERSIONS: Sequence[int]
    """Older versions that the rules still play; `new` then takes a fourth argument, `version`, which the state keeps.
    Default: `()`.
    """
    FACTS: np.dtype[Any]
    """The record that `facts` fills. Default: none."""
    ACTIONS: int
    """The number of action ids; where ids are codes, the codes of outcomes follow.
    Default: the length of `words.ACTIONS`.
    """

    def to_act(self, state: Record) -> int:
        """The seat to act, `CHANCE` or `OVER`. Default: the seat whose `turn` it is, until the game has `ended`."""

    def outcomes(self, state: Record, actions: Any, weights: Any) -> int:
        """Fill outcomes and integer `weights` at a chance node; return their number. Default: no chance."""

    def pass_on(self, state: Record) -> None:
        """Give the turn to the next seat. Default: the next that has not left."""

    def leave(self, state: Record, seat: int) -> None:
        """Let a seat leave. Default: its turns are skipped, and the last seat to stay wins."""

    def winners(self, state: Record) -> int:
        """The winners as a bit mask, 0 until the game is over. Default: the best scores among those who stayed."""

    def reason(self, state: Record) -> int:
        """Why the game is over, an index into `REASONS`. Default: the field `ended`."""

    def sample(self, state: Record, seat: int, random: Any) -> None:
        """Replace what `seat` cannot know by a random guess that fits what it knows. Default: nothing is hidden."""

    MOST_STEPS: int
    """The most steps of a game; environments for learners truncate longer games. Default: 10,000."""

    def action_id(self, state: Record, action: int) -> int:
        """The id of a legal action, the same in every position, -1 if it has none. Default: its code."""

    def set_up(self, state: Record, seed: int) -> None:
        """Set up a state that `new` made with another seed as `new` would with this one, below 2⁶³. Default: only `new`
        can, and environments for learners make some set-ups in advance.
        """

    def facts(self, state: Record, facts: Record) -> None:
        """Fill `FACTS`: what the rules work out about a state for pictures, words and bots. Default: nothing."""


class Observation(Protocol):
    """What a game's optional `observation.py` has: what a seat has been shown, as numbers for learners."""

    OBSERVATION: Mapping[str, tuple[int, ...]]
    """The shape of each plane or number, by name, in order."""
    MEANINGS: Mapping[str, str]
    """What each of them is, by name. Default: nothing is said about them."""
    SYMMETRIES: Sequence[Any]
    """Its symmetries besides the identity (`engine/observations.py`). Default: none."""

    def observe(self, state: Record, seat: int, out: Any) -> None:
        """Fill a row of zeros with numbers, mostly from 0 to 1. They must not depend on what the seat was not shown."""

    def observe_again(self, state: Record, seat: int, out: Any, looked: int, action: int) -> None:
        """Update a row, as a faster `observe`: it holds what the seat `looked` observed before it played `action` and
        chance drew, and must become exactly what `seat`, now to act, observes. Default: `observe` into a row of zeros.
        """


def functions_of(protocol: type) -> dict[str, Callable[..., Any]]:
    """The functions of a protocol, by name."""
    return {
        name: function for name, function in vars(protocol).items() if inspect.isfunction(function) and name[0] != "_"
    }


def parameters_of(function: Callable[..., Any]) -> list[str]:
    """The names of a function's required parameters, without `self`."""
    return [one.name for one in _parameters(function) if one.default is one.empty]


def _parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    parameters = inspect.signature(getattr(function, "py_func", function)).parameters.values()
    return [one for one in parameters if one.name != "self"]


def signature_fault(function: Any, name: str, wanted: Sequence[str], known: Sequence[str] = ()) -> str:
    """What is wrong with a function's parameters: it must take those `wanted`, and may have more with defaults.

    If `known` names optional parameters, which are passed by name, any other name is a mistake.
    """
    expected = f"{name}({', '.join([*wanted, *(f'{one}=…' for one in known)])})"
    if not callable(function) or isinstance(function, type):
        return f"must be {expected}, and is no function"
    found = _parameters(function)
    names = [one.name for one in found]
    more = found[len(wanted) :]
    may_be_left_out = all(one.default is not one.empty and (not known or one.name in known) for one in more)
    if names[: len(wanted)] == list(wanted) and may_be_left_out:
        return ""
    return f"must be {expected}, and is {name}({', '.join(names)})"


def optional_parameters_of(function: Callable[..., Any]) -> list[str]:
    """The names of a function's optional parameters."""
    return [one.name for one in _parameters(function) if one.default is not one.empty]


SHOWN_KINDS = {Sequence: "a tuple", Mapping: "a dict", int: "a whole number", float: "a number", str: "a text",
               bool: "True or False", np.dtype: "a NumPy record dtype"}  # fmt: skip
"""The types of constants in messages to makers."""


def constant_fault(value: Any, wanted: Any) -> str:
    """What is wrong with a constant that must have a type; a text is no sequence of texts.

    >>> constant_fault("wide", Sequence[str])
    "must be a tuple, and is 'wide'"
    """
    kind = get_origin(wanted) or wanted
    fits = isinstance(value, (int, float) if kind is float else kind)
    if fits and not (kind is Sequence and isinstance(value, str)) and not (kind is int and isinstance(value, bool)):
        return ""
    return f"must be {SHOWN_KINDS[kind]}, and is {value!r:.60}"


def check_constants(place: str, module: Any, kind: type) -> None:
    """Raise `ContractError` if a constant of a module has another type than a class declares."""
    for name, wanted in get_type_hints(kind).items():
        if hasattr(module, name) and (fault := constant_fault(getattr(module, name), wanted)):
            raise ContractError(f"{place}.{name} {fault}{line_of(module, name)}")


SIMILAR = 0.8
"""How similar a name must be to a missing one to be taken for a misspelling, from 0 to 1."""


def check_spelling(place: str, module: ModuleType | None, asked: Collection[str]) -> None:
    """Raise `ContractError` if a module has a function or constant whose name is nearly one that it could have.

    Names that begin with an underscore are private to the module.
    """
    missing = [name for name in asked if not hasattr(module, name)]
    faults = []
    for name in unknown_names(module, asked):
        like = [one for one in missing if one.isupper() == name.isupper()]
        if found := get_close_matches(name, like, n=1, cutoff=SIMILAR):
            where = line_of(module, name)
            faults.append(
                f"{place}.{name} is not known: is {found[0]} meant? If it is another thing, call it _{name}{where}"
            )
    if faults:
        raise ContractError("; ".join(faults))


def unknown_names(module: ModuleType | None, asked: Collection[str]) -> list[str]:
    """The public functions and constants of a module that the contract does not know."""
    found = vars(module) if module is not None else {}
    return [name for name, value in found.items() if name not in asked and _is_defined_here(module, name, value)]


def _is_defined_here(module: ModuleType | None, name: str, value: Any) -> bool:
    """Is it a public constant, or a public function that was not imported?"""
    if name.startswith("_") or isinstance(value, type):
        return False
    plain = getattr(value, "py_func", value)
    is_own = module is not None and inspect.isfunction(plain) and plain.__module__ == module.__name__
    return is_own or name.isupper()


COMPILED = {
    name: len(parameters_of(function))
    for protocol in (Rules, OptionalRules, Observation)
    for name, function in functions_of(protocol).items()
    if name != "new"
}
"""The compiled functions of a game, with the number of their parameters."""

_rules_by_dtype: dict[np.dtype[Any], ModuleType] = {}
_rules_by_type: dict[Any, ModuleType] = {}
_observations: dict[ModuleType, ModuleType] = {}
"""The `observation.py` of each game, by its rules."""


def register(game_id: str, rules: ModuleType, observation: ModuleType | None = None) -> None:
    """Check the rules and the observation of a game, and make them known to generic code.

    Raises `ContractError`, which says what is missing.
    """
    state = _checked_dtype(game_id, rules)
    _check_functions(game_id, rules)
    if observation is not None:
        _check_observation(game_id, observation)
        _observations[rules] = observation
    numba_type = numba.from_dtype(state)
    known = _rules_by_type.get(numba_type)
    if known is rules:
        return
    if known is not None:
        raise ContractError(f"{game_id}: its record is taken for that of {known.__name__}; give it a field of its own")
    _rules_by_dtype[state] = _rules_by_type[numba_type] = rules
    if not compile_cache.game_digest(game_id):
        compile_cache.uncached_games.add(game_id)


def register_wide(rules: ModuleType) -> np.dtype[Any]:
    """The rules' record with 64-bit integers, known to the stubs: interpreted, sums of its fields do not overflow, as
    they do not in compiled code, which computes with 64 bits.
    """
    fields = rules.STATE.fields
    assert fields is not None
    kinds = {name: field[0] for name, field in fields.items()}
    wide = np.dtype(
        (np.record, [(name, np.int64 if one.base.kind in "iu" else one.base, one.shape) for name, one in kinds.items()])
    )
    _rules_by_dtype[wide] = rules
    return wide


def forget(game_id: str) -> None:
    """Let changed rules of a game be registered in the same process.

    Interpreted code uses the new rules from then on; machine code stays as it was compiled.
    """
    for known in (_rules_by_dtype, _rules_by_type):
        for key in [key for key, rules in known.items() if rules.STATE.names[0] == game_id]:
            del known[key]


def rules_of(state: Record) -> ModuleType:
    """The rules that a record belongs to."""
    return _rules_by_dtype[state.dtype]


def rules_of_type(record: Any) -> ModuleType:
    """The rules that a record belongs to, by its numba type."""
    return _rules_by_type[record]


def modules_of_type(record: Any) -> list[ModuleType]:
    """The modules with compiled code of the game that a record belongs to, by its numba type; none for other types."""
    rules = _rules_by_type.get(record)
    if rules is None:
        return []
    package = rules.__name__.rpartition(".")[0]
    return [module for name, module in list(sys.modules.items()) if name.rpartition(".")[0] == package]


def _checked_dtype(game_id: str, rules: ModuleType) -> np.dtype[Any]:
    state = getattr(rules, "STATE", None)
    if not isinstance(state, np.dtype) or state.fields is None or state.type is not np.record:
        raise ContractError(f"{game_id}: rules.STATE must be a NumPy record dtype, np.dtype((np.record, [...]))")
    if not state.names or state.names[0] != game_id:
        raise ContractError(f"{game_id}: the first field of rules.STATE must be named {game_id!r}")
    for name in ("players", "turn", "left"):
        if name not in state.names:
            raise ContractError(f"{game_id}: rules.STATE must have a field {name!r}")
    if state.itemsize != sum(field[0].itemsize for field in state.fields.values()):
        raise ContractError(f"{game_id}: rules.STATE has padding; states are compared and hashed as bytes")
    return state


def _check_functions(game_id: str, rules: ModuleType) -> None:
    check_constants(f"{game_id}: rules", rules, Rules)
    check_constants(f"{game_id}: rules", rules, OptionalRules)
    if not hasattr(rules, "MOST_ACTIONS"):
        raise ContractError(
            f"{game_id}: rules.MOST_ACTIONS is missing: how many actions or outcomes there can be at once"
        )
    _compare(game_id, rules, Rules, required=True)
    _compare(game_id, rules, OptionalRules)
    check_spelling(f"{game_id}: rules", rules, {*_asked(Rules), *_asked(OptionalRules)})
    reasons = getattr(rules, "REASONS", None)
    if reasons is not None and (len(reasons) < 3 or reasons[0] or reasons[-1] != "left" or "" in reasons[1:]):
        own = [one for one in reasons if one not in ("", "left")] or ["points"]
        expected = ", ".join(f'"{one}"' for one in ("", *own, "left"))
        where = line_of(rules, "REASONS")
        raise ContractError(
            f'{game_id}: rules.REASONS must begin with "" (it is not over) and end with "left": ({expected}){where}'
        )
    missing = [name for name in ("to_act", "leave", "winners", "reason") if not hasattr(rules, name)]
    if missing and "ended" not in rules.STATE.names:
        raise ContractError(
            f"{game_id}: rules.STATE must have a field 'ended', as rules.{missing[0]} is left to its default"
        )


def _check_observation(game_id: str, observation: ModuleType) -> None:
    check_constants(f"{game_id}: observation", observation, Observation)
    check_spelling(f"{game_id}: observation", observation, _asked(Observation))
    if not hasattr(observation, "OBSERVATION"):
        raise ContractError(f"{game_id}: observation.OBSERVATION is missing: the names of planes, each with its shape")
    if (meanings := getattr(observation, "MEANINGS", None)) and list(meanings) != list(observation.OBSERVATION):
        raise ContractError(f"{game_id}: observation.MEANINGS must have the names of OBSERVATION, in their order")
    for name, expected in functions_of(Observation).items():
        function = getattr(observation, name, None)
        if name != "observe" and not hasattr(observation, name):
            continue
        if fault := signature_fault(function, name, parameters_of(expected)):
            raise ContractError(f"{game_id}: observation.{name} {fault}{line_of(observation, name)}")
        if not numba.config.DISABLE_JIT and not hasattr(function, "py_func"):
            where = line_of(observation, name)
            raise ContractError(f"{game_id}: observation.{name} must be @compiled (tablee.engine.compile_cache){where}")


def names_of_contract(*protocols: type) -> set[str]:
    """The names of constants and functions in some classes of the contract."""
    return {name for protocol in protocols for name in _asked(protocol)}


def _asked(protocol: type) -> set[str]:
    return {*get_type_hints(protocol), *functions_of(protocol)}


def _compare(game_id: str, rules: ModuleType, protocol: type, required: bool = False) -> None:
    older = getattr(rules, "OLDER_VERSIONS", ())
    for name, expected in functions_of(protocol).items():
        function = getattr(rules, name, None)
        wanted = parameters_of(expected) + ["version"] * (name == "new" and bool(older))
        if function is None and not required:
            continue
        if function is None:
            raise ContractError(f"{game_id}: rules.{name} is missing; expected is {name}({', '.join(wanted)})")
        if fault := signature_fault(function, name, wanted):
            raise ContractError(f"{game_id}: rules.{name} {fault}{line_of(rules, name)}")
        if name in COMPILED and not numba.config.DISABLE_JIT and not hasattr(function, "py_func"):
            where = line_of(rules, name)
            raise ContractError(f"{game_id}: rules.{name} must be @compiled (tablee.engine.compile_cache){where}")


def observation_of(rules: ModuleType) -> ModuleType | None:
    """The `observation.py` of a game, if it has one."""
    return _observations.get(rules)


def layout_of(rules: ModuleType) -> Mapping[str, tuple[int, ...]]:
    """What a seat observes; empty for a game without `observation.py`."""
    return getattr(_observations.get(rules), "OBSERVATION", {})


def meanings_of(rules: ModuleType) -> Mapping[str, str]:
    """What the planes of an observation are, as far as the game says so."""
    return getattr(_observations.get(rules), "MEANINGS", {})


def symmetries_of(rules: ModuleType) -> Sequence[Any]:
    """The symmetries of a game besides the identity, as far as it says so."""
    return getattr(_observations.get(rules), "SYMMETRIES", ())


def function_of(rules: ModuleType, name: str) -> Any:
    """A function of the rules or of the observation, or its default."""
    from tablee.engine import defaults  # it imports the stubs below

    own = getattr(rules, name, None) or getattr(_observations.get(rules), name, None)
    return own or getattr(defaults, name)


# ---- the stubs --------------------------------------------------------------------------------------------


def to_act(state: Record) -> int:
    """The seat to act, `CHANCE` or `OVER`."""
    return int(function_of(rules_of(state), "to_act")(state))


def legal(state: Record, actions: Any) -> int:
    """Fill `actions` with the legal actions of the seat to act; return their number."""
    return int(function_of(rules_of(state), "legal")(state, actions))


def outcomes(state: Record, actions: Any, weights: Any) -> int:
    """Fill `actions` and their integer `weights` at a chance node; return their number."""
    return int(function_of(rules_of(state), "outcomes")(state, actions, weights))


def apply(state: Record, action: int) -> None:
    """Carry out an action or an outcome."""
    function_of(rules_of(state), "apply")(state, action)


def leave(state: Record, seat: int) -> None:
    """Let a seat leave."""
    function_of(rules_of(state), "leave")(state, seat)


def scores(state: Record, scores: Any) -> None:
    """Fill the current score of each seat."""
    function_of(rules_of(state), "scores")(state, scores)


def winners(state: Record) -> int:
    """A bit mask of the seats that have won; 0 until the game is over."""
    return int(function_of(rules_of(state), "winners")(state))


def reason(state: Record) -> int:
    """Why the game is over: an index into the game's `REASONS`."""
    return int(function_of(rules_of(state), "reason")(state))


def sample(state: Record, seat: int, random: Any) -> None:
    """Replace what `seat` cannot know by a random guess that fits what it knows."""
    function_of(rules_of(state), "sample")(state, seat, random)


def pass_on(state: Record) -> None:
    """Give the turn to the next seat."""
    function_of(rules_of(state), "pass_on")(state)


def action_id(state: Record, action: int) -> int:
    """The id of a legal action, or -1."""
    return int(function_of(rules_of(state), "action_id")(state, action))


def observe(state: Record, seat: int, out: Any) -> None:
    """Fill a row of zeros with what a seat has been shown."""
    function_of(rules_of(state), "observe")(state, seat, out)


def observe_again(state: Record, seat: int, out: Any, looked: int, action: int) -> None:
    """Update a row from what one seat observed before its action to what the next one observes after it."""
    function_of(rules_of(state), "observe_again")(state, seat, out, looked, action)


def set_up(state: Record, seed: int) -> None:
    """Set up a state as `new` would with this seed."""
    function_of(rules_of(state), "set_up")(state, seed)


def facts(state: Record, facts: Record) -> None:
    """Fill what the rules work out about a state."""
    function_of(rules_of(state), "facts")(state, facts)


# ---- their compiled implementations -------------------------------------------------------------------------


def _one(name: str) -> Any:
    return lambda state: _source(state, name)


def _two(name: str) -> Any:
    return lambda state, second: _source(state, name)  # noqa: ARG005


def _three(name: str) -> Any:
    return lambda state, second, third: _source(state, name)  # noqa: ARG005


def _five(name: str) -> Any:
    return lambda state, second, third, fourth, fifth: _source(state, name)  # noqa: ARG005


def _source(state: Any, name: str) -> Any:
    """A rule's Python function, which numba compiles into each caller: another call that passes arrays would cost as
    much as many a rule.
    """
    return function_of(_rules_by_type[state], name).py_func


_BY_COUNT = {1: _one, 2: _two, 3: _three, 5: _five}
for _name, _count in COMPILED.items():
    overload(globals()[_name], strict=False)(_BY_COUNT[_count](_name))
