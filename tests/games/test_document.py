"""Reading plain values, and saying what is wrong with them."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.engine.calls import values
from tablee.engine.states import first_state
from tablee.games.document import (  # fmt: skip
    DERIVED,
    OPTIONAL,
    by_seat,
    counts,
    dice,
    field,
    fill,
    flag,
    flags,
    left_seats,
    marked,
    number,
    one_of,
    pieces,
    seat,
    whole,
    word,
    written,
)
from tablee.games.errors import BadState
from tests.cases import each


def test_a_field_is_taken_as_it_is() -> None:
    assert field({"turn": 1}, "turn", int) == 1
    assert field({"board": {"a1": "P0"}}, "board", dict) == {"a1": "P0"}


def test_a_field_left_out_has_its_default_even_if_that_is_none() -> None:
    assert field({}, "turn", int, 3) == 3
    assert field({}, "turn", int, None) is None


def test_a_field_left_out_without_a_default_is_missing() -> None:
    with pytest.raises(BadState, match="the field 'turn' is missing"):
        field({}, "turn", int)


@each(("value", "kind"), [(True, int), (1.0, int), ("1", int), (None, int), (1, bool), ([], dict)])
def test_a_field_of_another_type_is_refused(value: Any, kind: type) -> None:
    with pytest.raises(BadState, match=f"the field 'turn' must be of type {kind.__name__}"):
        field({"turn": value}, "turn", kind)


@pytest.mark.parametrize("value", [0, 5, 11])
def test_a_number_within_its_bounds_is_taken(value: int) -> None:
    assert number(value, "tiles", 0, 11) == value


@each("value", [-1, 12, 2**70, -(2**70)])
def test_a_number_beyond_its_bounds_is_refused(value: int) -> None:
    with pytest.raises(BadState, match="tiles must be from 0 to 11"):
        number(value, "tiles", 0, 11)


@each("value", [True, False, 1.0, float("nan"), "1", None, [1], {}])
def test_only_a_whole_number_is_a_number(value: Any) -> None:
    with pytest.raises(BadState, match="tiles must be a whole number"):
        number(value, "tiles", 0, 11)


def test_a_list_has_one_entry_a_seat() -> None:
    assert by_seat({"tiles": [1, 2]}, "tiles", 2) == [1, 2]
    with pytest.raises(BadState, match="the field 'tiles' must have 3 entries"):
        by_seat({"tiles": [1, 2]}, "tiles", 3)


def test_nobody_has_left_unless_it_is_said() -> None:
    assert left_seats({}, 3) == [False, False, False]
    assert left_seats({"left": [False, True]}, 2) == [False, True]


def test_somebody_must_remain() -> None:
    with pytest.raises(BadState, match="every seat has left"):
        left_seats({"left": [True, True]}, 2)


@each("entry", [0, 1, None, "false"])
def test_left_is_told_by_true_and_false_alone(entry: Any) -> None:
    with pytest.raises(BadState, match=r"left\[.\] must be true or false"):
        left_seats({"left": [entry, False]}, 2)


# ---- fields of state documents: written, read back, and refused with a sentence ----------------------------


SQUARES = ("a1", "b1", "c1")
THROWS = ((1, 1), (1, 2), (2, 2))
STATE = np.dtype(
    (
        np.record,
        [
            ("toy", np.int8),
            ("players", np.int8),
            ("option_size", np.int8),
            ("turn", np.int8),
            ("left", np.int8, 3),
            ("board", np.int8, 4),
            ("hands", np.int8, 3),
            ("stock", np.int8),
            ("phase", np.int8),
            ("thrown", np.int8),
            ("ending", np.int8),
        ],
    )
)
OPTIONS = {"size": ("small", "large")}
FIELDS = {
    "board": pieces(SQUARES, lambda players: {1: "#", **{2 + seat: seat for seat in range(players)}}),
    "hands": counts(5),
    "turn": seat(none_at=-1),
    "phase": word(("throw", "move")),
    "dice": dice(THROWS).but(of="thrown"),
    "ending": flag(),
    "stock": whole(9).but(given=lambda options: options["size"] == "large", default=3),
    "left": flags(),
}


def write(states: Any, size: str) -> dict[str, Any]:
    return written("toy", values(states), {"size": size}, FIELDS)


def read(document: dict[str, Any]) -> Any:
    states = first_state(STATE, document["players"], document["options"], OPTIONS)
    fill(states, document, FIELDS)
    return states


WHOLE = {
    "game": "toy",
    "players": 2,
    "options": {"size": "large"},
    "board": {"a1": 1, "c1": "#"},
    "hands": [5, 0],
    "turn": None,
    "phase": "move",
    "dice": [1, 2],
    "ending": True,
    "stock": 7,
    "left": [True, False],
}


def test_a_document_is_read_and_written_in_the_order_of_its_fields() -> None:
    assert list(write(read(WHOLE), "large").items()) == list(WHOLE.items())


def test_what_a_document_may_leave_out_has_its_default() -> None:
    least = {"players": 2, "options": {"size": "large"}, "hands": [1, 2], "turn": 1, "phase": "throw"}
    document = write(read(least), "large")
    assert (document["board"], document["dice"], document["ending"], document["stock"]) == ({}, None, False, 3)
    assert document["left"] == [False, False]


def test_a_field_of_an_option_is_neither_written_nor_read_without_it() -> None:
    states = read({**WHOLE, "options": {"size": "small"}, "stock": "nonsense"})
    assert "stock" not in write(states, "small")


def test_dice_may_come_in_any_order() -> None:
    assert write(read({**WHOLE, "dice": [2, 1]}), "large")["dice"] == [1, 2]


def test_a_derived_field_is_printed_and_not_read() -> None:
    states = first_state(STATE, 2)
    fill(states, {"options": {}, "turn": 0, "hands": "nonsense"}, {"hands": counts(5).but(default=DERIVED)})
    assert written("toy", values(states), {}, {"hands": counts(5)})["hands"] == [0, 0]


@each(
    ("field", "value", "message"),
    [
        ("board", [], "the field 'board' must be an object"),
        ("board", {"d1": 0}, "there is no square 'd1'"),
        ("board", {"a1": 2}, "on a1: '2' is no piece of this game"),  # of a seat that is not there
        ("board", {"a1": True}, "on a1: 'True' is no piece"),
        ("board", {"a1": ["#"]}, "on a1: .* is no piece"),
        ("hands", [1], "the field 'hands' must have 2 entries"),
        ("hands", [1, 6], r"hands\[1\] must be from 0 to 5"),
        ("hands", [1, True], r"hands\[1\] must be a whole number"),
        ("turn", 2, "turn must be from 0 to 1"),
        ("turn", "0", "turn must be a whole number"),
        ("phase", "rest", "phase must be one of throw, move"),
        ("phase", 0, "phase must be one of throw, move"),
        ("dice", [3, 3], "the field 'dice': .* is no throw"),
        ("dice", [1, 1.0], "the field 'dice': .* is no throw"),
        ("dice", 3, "the field 'dice': 3 is no throw"),
        ("ending", 1, "ending must be true or false"),
        ("stock", 10, "stock must be from 0 to 9"),
        ("left", [0, 0], r"left\[0\] must be true or false"),
        ("left", [True, True], "every seat has left"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(field: str, value: object, message: str) -> None:
    with pytest.raises(BadState, match=message):
        read({**WHOLE, field: value})


@pytest.mark.parametrize("field", ["hands", "turn", "phase"])
def test_what_is_missing_is_named(field: str) -> None:
    with pytest.raises(BadState, match=f"the field {field!r} is missing"):
        read({name: value for name, value in WHOLE.items() if name != field})


@given(
    st.integers(2, 3).flatmap(
        lambda players: st.fixed_dictionaries(
            {
                "players": st.just(players),
                "options": st.sampled_from([{"size": "small"}, {"size": "large"}]),
                "board": st.dictionaries(st.sampled_from(SQUARES), st.sampled_from(["#", *range(players)])),
                "hands": st.lists(st.integers(0, 5), min_size=players, max_size=players),
                "turn": st.none() | st.integers(0, players - 1),
                "phase": st.sampled_from(["throw", "move"]),
                "dice": st.none() | st.sampled_from([list(throw) for throw in THROWS]),
                "ending": st.booleans(),
                "left": st.lists(st.booleans(), min_size=players, max_size=players).filter(lambda left: not all(left)),
            }
        )
    )
)
def test_whatever_can_be_written_is_read_back(document: dict[str, Any]) -> None:
    size = document["options"]["size"]
    states = read(document)
    again = write(states, size)
    assert {name: again[name] for name in document} == document
    assert read(again).tobytes() == states.tobytes()


# ---- fields that may stay as they are ---------------------------------------------------------------------

RECORD = np.dtype(
    (
        np.record,
        [("toy", "i1"), ("players", "i1"), ("turn", "i1"), ("left", "i1", 3), ("hand", "i1", 3), ("card", "i1")],
    )
)
SOME = {"hand": counts({2: 5, 3: 4}).but(default=OPTIONAL), "card": one_of({0: None, 7: "ace", -1: "?"})}


def filled(**document: Any) -> Any:
    states = np.zeros(1, RECORD)
    states["players"], states["hand"][:] = 3, 2
    fill(states, {"options": {}, "turn": 0, **document}, SOME)
    return states[0]


def test_the_most_that_a_seat_may_have_can_depend_on_the_number_of_players() -> None:
    assert filled(hand=[4, 0, 1]).hand.tolist() == [4, 0, 1]
    with pytest.raises(BadState, match=r"hand\[1\] must be from 0 to 4"):
        filled(hand=[4, 5, 1])


def test_an_optional_field_stays_as_it_is_in_a_new_game() -> None:
    assert filled().hand.tolist() == [2, 2, 2]


@pytest.mark.parametrize(("text", "kept"), [(None, 0), ("ace", 7), ("?", -1)])
def test_one_of_some_texts_is_kept_as_the_number_that_stands_for_it(text: str | None, kept: int) -> None:
    assert filled(card=text).card == kept
    values = {"players": 2, "turn": 0, "left": [0, 0, 0], "hand": [1, 1, 0], "card": kept}
    assert written("toy", values, {}, SOME)["card"] == text


def test_the_first_of_them_is_taken_if_it_is_left_out() -> None:
    assert filled().card == 0


@each("wrong", ["king", "", 7, False, ["ace"], 1.5])
def test_nothing_else_is_one_of_them(wrong: Any) -> None:
    with pytest.raises(BadState, match=r"the field 'card': .* is none of None, ace"):
        filled(card=wrong)


# ---- squares that are marked --------------------------------------------------------------------------------


@each(("names", "bits"), [([], 0), (["b1"], 0b010), (["a1", "c1"], 0b101), (["c1", "a1"], 0b101)])
def test_marked_squares_are_kept_as_bits_and_written_in_order(names: list[str], bits: int) -> None:
    field = marked(SQUARES)
    assert field.read(names, "open", None) == bits
    assert field.write(bits, {}) == sorted(names)
    assert field.default == []


@each("wrong", [["d1"], ["a1", "a1"], [7], [["a1"]], "a1", {"a1": 1}, None, 3])
def test_what_is_no_list_of_squares_marks_nothing(wrong: Any) -> None:
    with pytest.raises(BadState, match="the field 'open' must be a list of squares, each once"):
        marked(SQUARES).read(wrong, "open", None)
