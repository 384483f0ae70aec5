"""What a game's rules must be, and what is said of those that are not."""

from types import ModuleType
from typing import Any

import numpy as np
import pytest

from tablee.engine import calls, contract, defaults
from tablee.engine.chance import new_random
from tablee.engine.compile_cache import compiled
from tablee.engine.contract import CHANCE, COMPILED, LEFT, OVER, ContractError, register, rules_of
from tablee.engine.playouts import buffers
from tablee.games import find_game
from tests.cases import each

FIELDS = [("players", np.int8), ("turn", np.int8), ("left", np.int8, 2)]


NOTHING = np.zeros(3, np.int32)


@compiled
def legal(state: Any, actions: Any) -> int:  # noqa: ARG001
    return 0


@compiled
def apply(state: Any, action: int) -> None:
    pass


@compiled
def scores(state: Any, scores: Any) -> None:
    pass


def new(players: int, options: dict[str, Any], seed: int) -> Any:  # noqa: ARG001
    return None


REQUIRED = {"legal": legal, "apply": apply, "scores": scores, "new": new}
"""All that rules must have."""
RULES = [*(name for name in COMPILED if not name.startswith("observe")), "new"]
"""All that they may have."""


def record(*fields: Any) -> np.dtype[Any]:
    return np.dtype((np.record, list(fields)))


def complete_rules(game_id: str, **changes: Any) -> ModuleType:
    """Rules that fulfil the contract in form, but for these changes; None takes something away."""
    rules = ModuleType(f"{game_id}_rules")
    names: dict[str, Any] = {**REQUIRED, "MOST_ACTIONS": 2}
    names |= {"STATE": record((game_id, np.int8), *FIELDS, ("ended", np.int8))}
    for name, value in (names | changes).items():
        if value is not None:
            setattr(rules, name, value)
    return rules


def test_complete_rules_are_registered_and_found_by_their_record() -> None:
    rules = complete_rules("whole")
    register("whole", rules)
    assert rules_of(np.zeros(1, rules.STATE)[0]) is rules


def test_registering_the_same_rules_again_changes_nothing() -> None:
    rules = complete_rules("again")
    register("again", rules)
    register("again", rules)
    assert rules_of(np.zeros(1, rules.STATE)[0]) is rules


def test_an_equal_record_of_other_rules_is_refused() -> None:
    register("twin", complete_rules("twin"))
    with pytest.raises(ContractError, match=r"^twin: its record is taken for that of twin_rules"):
        register("twin", complete_rules("twin"))


@each("name", [*REQUIRED, "MOST_ACTIONS"])
def test_what_is_missing_is_named(name: str) -> None:
    with pytest.raises(ContractError, match=f"^lacking: rules.{name} is missing"):
        register("lacking", complete_rules("lacking", **{name: None}))


@each("name", RULES)
@each("thing", ["a text", int])
def test_what_is_no_function_is_refused(name: str, thing: object) -> None:
    with pytest.raises(ContractError, match=rf"^lacking: rules.{name} must be {name}\(.*\), and is no function"):
        register("lacking", complete_rules("lacking", **{name: thing}))


@each("name", RULES)
def test_a_function_with_other_parameters_is_named_with_what_is_expected(name: str) -> None:
    with pytest.raises(ContractError, match=rf"^odd: rules.{name} must be {name}\(.*\), and is {name}\(position\)"):
        register("odd", complete_rules("odd", **{name: lambda position: position}))


@compiled
def observe(state: Any, seat: int, out: Any) -> None:  # noqa: ARG001
    out[0] = seat


@each(
    ("changes", "message"),
    [
        ({"OBSERVATION": None}, "observation.OBSERVATION is missing"),
        ({"OBSERVATION": (3,)}, "observation.OBSERVATION must be a dict"),
        ({"MEANINGS": {"set": "a misprint"}}, "observation.MEANINGS must have the names of OBSERVATION"),
        ({"observe": None}, r"observation.observe must be observe\(state, seat, out\), and is no function"),
        ({"observe": lambda state: state}, r"observation.observe must be observe\(state, seat, out\), and is observe"),
        ({"observe": lambda state, seat, out: (state, seat, out)}, "observation.observe must be @compiled"),
        (
            {"observe_again": observe},
            r"observation.observe_again must be observe_again\(state, seat, out, loo",
        ),
    ],
)
def test_what_is_wrong_with_an_observation_is_said(changes: dict[str, Any], message: str) -> None:
    observation = ModuleType("observation")
    for name, value in ({"OBSERVATION": {"seat": (1,)}, "observe": observe} | changes).items():
        if value is not None:
            setattr(observation, name, value)
    with pytest.raises(ContractError, match=f"^blind: {message}"):
        register("blind", complete_rules("blind"), observation)


def test_a_function_may_take_more_if_it_can_be_left_out() -> None:
    rules = complete_rules("more", legal=compiled(lambda state, actions, most=3: (state, actions, most)))
    register("more", rules)
    assert rules_of(np.zeros(1, rules.STATE)[0]) is rules


def test_rules_that_nobody_has_compiled_are_refused() -> None:
    with pytest.raises(ContractError, match=r"^slow: rules.apply must be @compiled \(tablee.engine.compile_cache\)"):
        register("slow", complete_rules("slow", apply=apply.py_func))


@each(
    ("name", "value", "expected"),
    [
        ("MOST_ACTIONS", "many", "a whole number, and is 'many'"),
        ("MOST_ACTIONS", True, "a whole number, and is True"),
        ("REASONS", "points", "a tuple, and is 'points'"),
        ("VERSION", "2", "a whole number, and is '2'"),
        ("OLDER_VERSIONS", 1, "a tuple, and is 1"),
        ("FACTS", [("price", np.int8)], "a NumPy record dtype, and is "),
    ],
)
def test_a_constant_of_another_type_is_refused(name: str, value: object, expected: str) -> None:
    with pytest.raises(ContractError, match=f"^wrong: rules.{name} must be {expected}"):
        register("wrong", complete_rules("wrong", **{name: value}))


def test_rules_that_play_older_versions_are_told_which() -> None:
    with pytest.raises(ContractError, match=r"rules.new must be new\(players, options, seed, version\)"):
        register("older", complete_rules("older", VERSION=2, OLDER_VERSIONS=(1,)))


@each("said", ["to_act", "leave", "winners", "reason"])
def test_what_is_left_to_a_default_needs_the_field_that_it_reads(said: str) -> None:
    state = record(("endless", np.int8), *FIELDS)
    with pytest.raises(ContractError, match=r"^endless: rules.STATE must have a field 'ended'"):
        register("endless", complete_rules("endless", STATE=state, **{said: getattr(defaults, said)}))


def test_by_default_seats_take_turns_until_all_but_one_have_left() -> None:
    rules = complete_rules(
        "usual", STATE=record(("usual", np.int8), *FIELDS[:2], ("left", np.int8, 3), ("ended", np.int8))
    )
    register("usual", rules)
    states = np.zeros(1, rules.STATE)
    states[0].players = 3
    assert (calls.to_act(states), calls.outcomes(states, NOTHING, NOTHING)) == (0, 0)
    calls.leave(states, 1)
    contract.pass_on(states[0])
    assert calls.to_act(states) == 2
    calls.leave(states, 2)
    assert (calls.to_act(states), calls.result(states, NOTHING)) == (OVER, (0b001, LEFT))
    assert defaults.REASONS[LEFT] == "left"


@each("state", [None, "a text", np.dtype(np.int8), np.dtype([("plain", np.int8), *FIELDS])])
def test_a_state_that_is_no_record_is_refused(state: Any) -> None:
    with pytest.raises(ContractError, match=r"^plain: rules.STATE must be a NumPy record dtype"):
        register("plain", complete_rules("plain", STATE=state))


def test_the_first_field_must_be_the_id_of_the_game() -> None:
    with pytest.raises(ContractError, match=r"^first: the first field of rules.STATE must be named 'first'"):
        register("first", complete_rules("first", STATE=record(*FIELDS, ("first", np.int8))))


@pytest.mark.parametrize("missing", ["players", "turn", "left"])
def test_a_missing_field_of_the_record_is_named(missing: str) -> None:
    fields = [field for field in FIELDS if field[0] != missing]
    with pytest.raises(ContractError, match=f"^short: rules.STATE must have a field '{missing}'"):
        register("short", complete_rules("short", STATE=record(("short", np.int8), *fields)))


def test_padding_in_the_record_is_refused() -> None:
    padded = np.dtype([("padded", np.int8), *FIELDS, ("wide", np.int64)], align=True)
    with pytest.raises(ContractError, match=r"^padded: rules.STATE has padding"):
        register("padded", complete_rules("padded", STATE=np.dtype((np.record, padded))))


def test_refused_rules_leave_no_trace() -> None:
    with pytest.raises(ContractError):
        register("later", complete_rules("later", legal=None))
    rules = complete_rules("later")
    register("later", rules)
    assert rules_of(np.zeros(1, rules.STATE)[0]) is rules


def test_a_stub_called_from_the_interpreter_finds_the_rules_of_the_record() -> None:
    definition = find_game("isis")
    state = definition.new(2, {}, 0)
    actions, weights = buffers(definition.rules.MOST_ACTIONS)
    assert (contract.to_act(state[0]), contract.legal(state[0], actions)) == (0, 37)
    contract.apply(state[0], definition.rules.DRAW)
    assert (contract.to_act(state[0]), contract.outcomes(state[0], actions, weights)) == (CHANCE, 8)
    assert weights[:8].sum() == 22
    contract.sample(state[0], 0, new_random(0))
    contract.leave(state[0], 0)
    scores = np.ones(4, np.int32)
    contract.scores(state[0], scores)
    assert (contract.to_act(state[0]), contract.winners(state[0]), scores.tolist()) == (OVER, 0b10, [0, 0, 1, 1])
    assert definition.reasons[contract.reason(state[0])] == "left"
