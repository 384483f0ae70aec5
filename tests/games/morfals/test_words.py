"""The texts of Morfals: states written and read, and who may know what."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

import tablee
from tablee.games import find_game
from tests.cases import each
from tests.games.agreement import answered, replay, step
from tests.games.morfals.hand_made_states import (
    ACCEPTED,
    CLAIMING,
    EXAMPLE,
    IN_MATCH,
    LAST_CLAIM,
    LEFT,
    MATCH_WON,
    PASSING_ON,
    PLACED,
    REFUSED,
    START,
    State,
    without,
)
from tests.games.morfals.random_play import (
    SETUPS,
    Habits,
    habits,
    new_game,
    options_of,
    random_log,
    random_position,
    seeds,
)
from tests.games.morfals.reference import Reference

# ---- states ---------------------------------------------------------------------------------------------------


def test_the_state_is_written_as_the_specification_shows_it() -> None:
    game = replay(new_game(), ["start 0", "roll 223", "place 7c", "roll 222", "place 6a", "roll 123", "roll 223"])
    assert game.state() == EXAMPLE


@each(("match", "capture", "last_man"), SETUPS)
def test_its_fields_stand_in_the_order_of_the_specification(match: int, capture: str, last_man: str) -> None:
    game = new_game(match, capture, last_man)
    assert list(game.state()) == list(EXAMPLE)
    assert list(game.view(None)) == list(EXAMPLE)
    assert list(game.state()["options"]) == list(EXAMPLE["options"])


def test_at_the_start_turn_and_dice_are_null() -> None:
    assert new_game().state() == START
    assert json.loads(json.dumps(new_game().state())) == START


def test_dice_are_null_unless_thrown_and_still_in_use() -> None:
    game = new_game(capture="claim")
    dice = [game.state()["dice"]]
    for text in ("start 1", "roll 133", "place 7a", "roll 112", "place 4a", "done", "roll 123"):
        game.play(text)
        dice.append(game.state()["dice"])
    assert dice == [None, None, [1, 3, 3], None, [1, 1, 2], [1, 1, 2], None, None]


def test_only_plain_values_are_written() -> None:
    for state in (EXAMPLE, CLAIMING, IN_MATCH, MATCH_WON):
        written = tablee.load(state).state()
        assert json.loads(json.dumps(written)) == written
        assert {type(owner) for owner in written["board"].values()} == {int}
        assert {type(entry) for name in ("announced", "skip", "left") for entry in written[name]} == {bool}


def test_the_protocol_tells_its_players_and_options_the_default_first(engine_process: Any) -> None:
    assert answered(engine_process, "games")["games"]["morfals"] == {
        "name": "Morfals",
        "players": [2],
        "options": {"match": [1, 20], "capture": ["auto", "claim"], "last_man": ["auto", "announce"]},
    }


# ---- views ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_view_does_not_show_what_is_trapped_and_shows_everything_else(seat: int | None) -> None:
    game = tablee.load(CLAIMING)
    assert game.state()["trapped"] == ["7c", "8d"]
    assert game.view(seat) == {**CLAIMING, "trapped": []}


@pytest.mark.parametrize("capture", ["auto", "claim"])
@settings(max_examples=10)
@given(seed=seeds(), habits=habits())
def test_a_view_is_the_state_without_what_is_trapped_until_the_game_is_over(
    capture: str, seed: int, habits: Habits
) -> None:
    game = new_game(1, capture, "announce")
    for text in random_log(1, capture, "announce", seed, habits):
        step(game, text)
        expected = game.state() if game.to_act is None else {**game.state(), "trapped": []}
        assert [game.view(seat) for seat in (None, 0, 1)] == [expected] * 3


@pytest.mark.parametrize("trapped", [[], ["7c"], ["8d"]])
def test_what_is_trapped_changes_no_view_and_no_legal_action(trapped: list[str]) -> None:
    game, other = tablee.load(CLAIMING), tablee.load({**CLAIMING, "trapped": trapped})
    assert (game.to_act, game.legal(), game.result()) == (other.to_act, other.legal(), other.result())
    assert [game.view(seat) for seat in (None, 0, 1)] == [other.view(seat) for seat in (None, 0, 1)]
    assert game.state() != other.state()


@settings(max_examples=50)
@given(seed=seeds())
def test_after_any_placing_nothing_legal_and_nothing_seen_tells_what_is_trapped(seed: int) -> None:
    position = random_position(Random(seed))
    game = tablee.load({**position, "options": {**position["options"], "capture": "claim"}})
    game.play(game.legal()[seed % len(game.legal())])
    state = game.state()
    twin = tablee.load({**state, "trapped": []})
    assert (twin.to_act, twin.legal(), twin.result()) == (game.to_act, game.legal(), game.result())
    assert [twin.view(seat) for seat in (None, 0, 1)] == [game.view(seat) for seat in (None, 0, 1)]


# ---- reading states -------------------------------------------------------------------------------------------


def assert_same(game: tablee.Game, twin: tablee.Game) -> None:
    assert (twin.state(), twin.to_act, twin.legal()) == (game.state(), game.to_act, game.legal())
    assert (twin.outcomes(), twin.result()) == (game.outcomes(), game.result())


@pytest.mark.parametrize(("match", "capture", "last_man"), SETUPS)
@settings(max_examples=3)
@given(seed=seeds(), habits=habits())
def test_every_state_that_is_written_is_read_back_as_it_was(
    match: int, capture: str, last_man: str, seed: int, habits: Habits
) -> None:
    game = new_game(match, capture, last_man)
    for text in random_log(match, capture, last_man, seed, habits):
        assert_same(game, tablee.load(json.loads(json.dumps(game.state()))))
        assert_same(game, tablee.load(without(game.state(), "hands")))
        step(game, text)
    assert_same(game, tablee.load(json.loads(json.dumps(game.state()))))


@each("name", ["options", "hands", "trapped", "announced", "skip", "match_score", "left"])
def test_a_field_that_can_be_derived_or_has_a_default_may_be_left_out(name: str) -> None:
    assert tablee.load(without(EXAMPLE, name)).state() == EXAMPLE


def test_unknown_fields_are_ignored() -> None:
    assert tablee.load({**EXAMPLE, "colour": "beige", "over": 7, "tiles": [1]}).state() == EXAMPLE


def test_an_option_left_out_has_its_default() -> None:
    assert tablee.load({**CLAIMING, "options": {"capture": "claim"}}).state()["options"] == {
        "match": 1,
        "capture": "claim",
        "last_man": "auto",
    }


@settings(max_examples=10)
@given(seed=seeds(), habits=habits())
def test_a_state_read_back_is_byte_for_byte_the_state_that_was_played(seed: int, habits: Habits) -> None:
    definition = find_game("morfals")
    state = definition.new(2, options_of(20, "claim", "announce"), 0)
    for text in random_log(20, "claim", "announce", seed, habits):
        if text.startswith("leave "):
            state = definition.leave(state, int(text.removeprefix("leave ")))
        else:
            state = definition.apply(state, text)
        assert definition.read(definition.words.write(state)).tobytes() == state.tobytes()


@each("what", ACCEPTED)
def test_a_consistent_hand_made_state_is_accepted(what: str) -> None:
    state, to_act = ACCEPTED[what]
    game = tablee.load(state)
    assert game.to_act == to_act
    assert game.state() | {"turn": None} == Reference.of({**START, **state}).state() | {"turn": None}


@each("what", PASSING_ON)
def test_a_state_whose_seat_cannot_play_passes_on(what: str) -> None:
    state, expected = PASSING_ON[what]
    after = tablee.load(state).state()
    assert {name: after[name] for name in expected} == expected
    assert after["board"] == state["board"]


@each(
    ("state", "result"),
    [
        (PLACED, tablee.Result(over=True, scores=[5, -5], winners=[0], reason="placed")),
        (MATCH_WON, tablee.Result(over=True, scores=[22, -22], winners=[0], reason="match")),
        (LEFT, tablee.Result(over=True, scores=[0, 0], winners=[1], reason="left")),
        (ACCEPTED["a match left"][0], tablee.Result(over=True, scores=[-12, 12], winners=[1], reason="left")),
        (
            ACCEPTED["a game left while the last cannibal claimed"][0],
            tablee.Result(over=True, scores=[0, 0], winners=[0], reason="left"),
        ),
        (LAST_CLAIM, tablee.Result(over=False, scores=[0, 0], winners=[], reason=None)),
        (IN_MATCH, tablee.Result(over=False, scores=[-12, 12], winners=[], reason=None)),
    ],
)
def test_the_result_of_a_hand_made_state_follows_from_it(state: State, result: tablee.Result) -> None:
    assert tablee.load(state).result() == result


INCONSISTENT = [(what, message) for message, states in REFUSED.items() for what in states]


@each(("what", "message"), INCONSISTENT)
def test_an_inconsistent_state_is_refused(what: str, message: str) -> None:
    with pytest.raises(tablee.BadState, match=message):
        tablee.load(REFUSED[message][what])


def test_through_the_protocol_an_inconsistent_state_is_a_bad_state_and_changes_nothing(engine_process: Any) -> None:
    answered(engine_process, "load", state=EXAMPLE)
    for what, message in INCONSISTENT:
        answer = engine_process.ask("load", state=REFUSED[message][what])
        assert (answer["ok"], answer["error"]["code"]) == (False, "bad_state"), (what, message)
    assert answered(engine_process, "state") == {"state": EXAMPLE}


def test_through_the_protocol_a_hand_made_state_is_read(engine_process: Any) -> None:
    for state, to_act in ACCEPTED.values():
        assert answered(engine_process, "load", state=state) == {"to_act": to_act}


def test_reading_leaves_the_document_as_it_was() -> None:
    before = json.dumps(CLAIMING)
    tablee.load(CLAIMING)
    assert json.dumps(CLAIMING) == before
