"""The texts of Morpyam: states written and read, and who may know what."""

import json
from typing import Any

import pytest
from hypothesis import given, settings

import tablee
from tablee.games import find_game
from tablee.games.secrets import told
from tests.cases import each
from tests.games.agreement import replay, step
from tests.games.morpyam.hand_made_states import ACCEPTED, DOUBLE, EXAMPLE, OVER, START, THROW, without
from tests.games.morpyam.positions import covered, fresh_turn, position, situation
from tests.games.morpyam.random_play import (
    HOUSE,
    Habits,
    Options,
    habits,
    new_game,
    random_log,
    seeds,
)

# ---- states ---------------------------------------------------------------------------------------------------


def test_the_state_is_written_as_the_specification_shows_it() -> None:
    game = replay(new_game(2), ["start 0", "roll", "dice 11145", "place a6", "roll", "dice 11356", "keep 11"])
    assert game.state() == EXAMPLE
    assert json.dumps(game.state()) == json.dumps(EXAMPLE)


def test_a_new_game_is_written_with_nothing_begun() -> None:
    assert new_game(3).state() == {
        "game": "morpyam",
        "players": 3,
        "options": {"double_morpyam": "off", "five_alike": "morpyam", "sure_call": "allowed"},
        "board": {},
        "hands": [11, 11, 11],
        "turn": None,
        "phase": "start",
        "throws": 0,
        "dice": [],
        "kept": [],
        "call": None,
        "left": [False, False, False],
    }


def test_the_phases_follow_each_other() -> None:
    game = new_game(2)
    phases = [game.state()["phase"]]
    for text in ("start 0", "roll", "dice 11245", "keep 11", "call full", "dice 11222", "place b4"):
        game.play(text)
        phases.append(game.state()["phase"])
    assert phases == ["start", "throw", "dice", "choose", "throw", "dice", "choose", "throw"]
    game.leave(0)
    assert game.state()["phase"] == "over"


def test_throws_counts_the_throws_made_this_turn() -> None:
    game = replay(new_game(2), ["start 0"])
    throws = []
    for text in ("roll", "dice 11245", "keep 11", "roll", "dice 11245", "keep -", "roll", "dice 11145", "place a6"):
        game.play(text)
        throws.append(game.state()["throws"])
    assert throws == [0, 1, 1, 1, 2, 2, 2, 3, 0]


def test_only_with_the_option_the_tokens_placed_with_five_alike_are_counted() -> None:
    log = ["start 0", "roll", "dice 66666", "place c3"]
    assert "morpyams" not in replay(new_game(2), log).state()
    assert replay(new_game(2, double_morpyam="ko"), log).state()["morpyams"] == 1
    assert new_game(2, double_morpyam="ko").state()["morpyams"] == 0


@settings(max_examples=5)
@given(seed=seeds(), habits=habits())
def test_everybody_sees_the_whole_state(seed: int, habits: Habits) -> None:
    game = new_game(3, double_morpyam="ko")
    for text in random_log(3, {"double_morpyam": "ko"}, seed, habits):
        step(game, text)
        assert all(game.view(seat) == game.state() for seat in (None, 0, 1, 2))
        assert all(game.knowledge(seat) == game.state() for seat in (None, 0))


@each("text", ["start 0", "roll", "call sec", "dice 11356", "keep 11", "place a6", "leave 1"])
def test_no_step_is_ever_forgotten(text: str) -> None:
    assert told(text, 0, 1, False, find_game("morpyam").secrets({})) == text


def test_all_options_are_written_in_their_order() -> None:
    options = {"sure_call": "refused", "five_alike": "any", "double_morpyam": "ko"}
    assert list(new_game(2, **options).state()["options"].items()) == [*reversed(options.items())]
    assert new_game(2, **HOUSE).state()["options"] == {"double_morpyam": "off", **HOUSE}


# ---- reading states -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"double_morpyam": "off"}, {"sure_call": "allowed"}])
def test_options_that_a_document_does_not_name_have_their_defaults(options: Options) -> None:
    assert tablee.load({**EXAMPLE, "options": options}).state() == EXAMPLE


def test_an_empty_board_and_no_dice_may_be_left_out() -> None:
    fresh = replay(new_game(2), ["start 1"]).state()
    assert tablee.load(without(fresh, "board", "dice", "kept")).state() == fresh
    assert tablee.load({"game": "morpyam", "players": 2, "turn": 1, "phase": "throw"}).state() == fresh


def test_a_new_game_may_be_written_with_the_fewest_fields() -> None:
    assert tablee.load({"game": "morpyam", "players": 4, "phase": "start"}).state() == new_game(4).state()


def test_dice_may_come_unsorted() -> None:
    assert tablee.load({**EXAMPLE, "dice": [6, 1, 5, 3, 1]}).state() == EXAMPLE
    kept = {**EXAMPLE, "kept": [5, 1, 3]}
    assert tablee.load(kept).state() == {**EXAMPLE, "kept": [1, 3, 5]}


def test_unknown_fields_are_ignored() -> None:
    assert tablee.load({**EXAMPLE, "colour": "blue", "over": 7, "morpyams": "x"}).state() == EXAMPLE


def test_the_turn_means_nothing_before_the_start() -> None:
    assert tablee.load(without(START, "turn")).state()["turn"] is None
    assert tablee.load(START).state()["turn"] is None


@each(
    ("what", "reason"),
    [
        ("five in a row", "ko"),
        ("six in a row", "ko"),
        ("five in a row with the last token", "ko"),
        ("an empty hand", "points"),
        ("a double morpyam", "double_morpyam"),
        ("a single seat that remains", "left"),
    ],
)
def test_a_state_that_is_over_tells_why(what: str, reason: str) -> None:
    result = tablee.load(ACCEPTED[what][0]).result()
    assert (result.over, result.reason, result.winners) == (True, reason, [0])


def test_a_double_morpyam_with_the_last_token_is_told_from_an_end_by_points() -> None:
    eleven = ACCEPTED["an empty hand"][0]["board"]
    reasons = [tablee.load({**OVER, **DOUBLE, "board": eleven, "morpyams": count}).result().reason for count in (1, 2)]
    assert reasons == ["points", "double_morpyam"]


@each(
    "fields",
    [
        {"phase": "throw"},
        {"phase": "dice", "call": "sec"},
        {"phase": "throw", "throws": 1, "dice": [1, 1, 3, 5, 6], "kept": [1]},
        {"phase": "dice", "throws": 2, "dice": [1, 1, 3, 5, 6], "kept": [1]},
        {"phase": "choose", "throws": 1, "dice": [1, 1, 3, 5, 6]},
        {"phase": "choose", "throws": 3, "dice": [1, 1, 1, 4, 5]},
    ],
)
def test_a_seat_that_has_left_and_yet_has_the_turn_passes_on(fields: dict[str, Any]) -> None:
    state = {**THROW, **fields, **DOUBLE, "morpyams": 1, "players": 4, "turn": 3, "left": [True, False, False, True]}
    game = tablee.load({**state, "board": covered("c3", seat=3)})
    assert situation(game) == fresh_turn(1)
    assert game.state()["morpyams"] == 0


def test_reading_leaves_the_document_as_it_was() -> None:
    unsorted = {**EXAMPLE, "dice": [6, 1, 5, 3, 1]}
    before = json.dumps(unsorted)
    tablee.load(unsorted)
    assert json.dumps(unsorted) == before


# ---- actions --------------------------------------------------------------------------------------------------


@each("text", ["keep 311", "keep 31", "keep", "keep ", "keep 11356", "keep --", "place A6", "roll"])
def test_only_the_exact_text_of_a_legal_action_is_applied(text: str) -> None:
    game = position("choose", dice=[1, 1, 3, 5, 6], throws=1)
    with pytest.raises(tablee.IllegalAction):
        game.play(text)
    game.play("keep 113")
    assert game.state()["kept"] == [1, 1, 3]


@each("text", ["dice 11653", "dice 1135", "dice 22356", "dice", "11356", "roll"])
def test_only_the_exact_text_of_an_outcome_is_applied(text: str) -> None:
    game = position("dice", dice=[1, 1, 3, 5, 6], throws=1, kept=[1, 1])
    with pytest.raises(tablee.IllegalAction):
        game.play(text)
    game.play("dice 11356")
    assert game.state()["throws"] == 2


def test_no_action_is_listed_twice() -> None:
    for dice in ([1, 1, 3, 5, 6], [6] * 5):
        legal = position("choose", dice=dice, throws=1).legal()
        assert len(legal) == len(set(legal))
