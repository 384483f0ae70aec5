"""The texts of Morfals: states written and read, and who may know what."""

import json
from random import Random

import pytest
from hypothesis import given, settings

import tablee
from tests.cases import each
from tests.games.agreement import replay
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
    START,
    State,
)
from tests.games.morfals.random_play import (
    new_game,
    random_position,
    seeds,
)
from tests.games.morfals.reference import Reference

# ---- states ---------------------------------------------------------------------------------------------------


def test_the_state_is_written_as_the_specification_shows_it() -> None:
    game = replay(new_game(), ["start 0", "roll 223", "place 7c", "roll 222", "place 6a", "roll 123", "roll 223"])
    assert game.state() == EXAMPLE


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


# ---- views ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_view_does_not_show_what_is_trapped_and_shows_everything_else(seat: int | None) -> None:
    game = tablee.load(CLAIMING)
    assert game.state()["trapped"] == ["7c", "8d"]
    assert game.view(seat) == {**CLAIMING, "trapped": []}


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


def test_an_option_left_out_has_its_default() -> None:
    assert tablee.load({**CLAIMING, "options": {"capture": "claim"}}).state()["options"] == {
        "match": 1,
        "capture": "claim",
        "last_man": "auto",
    }


@each("what", ACCEPTED)
def test_a_hand_made_state_is_that_of_the_reference(what: str) -> None:
    state, _ = ACCEPTED[what]
    game = tablee.load(state)
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
