"""Reading plain values, and saying what is wrong with them."""

from typing import Any

import pytest

from tablee.games.document import by_seat, field, left_seats, number, numbers_by_seat
from tablee.games.errors import BadState


def test_a_field_is_taken_as_it_is() -> None:
    assert field({"turn": 1}, "turn", int) == 1
    assert field({"board": {"a1": "P0"}}, "board", dict) == {"a1": "P0"}


def test_a_field_left_out_has_its_default_even_if_that_is_none() -> None:
    assert field({}, "turn", int, 3) == 3
    assert field({}, "turn", int, None) is None


def test_a_field_left_out_without_a_default_is_missing() -> None:
    with pytest.raises(BadState, match="the field 'turn' is missing"):
        field({}, "turn", int)


@pytest.mark.parametrize(("value", "kind"), [(True, int), (1.0, int), ("1", int), (None, int), (1, bool), ([], dict)])
def test_a_field_of_another_type_is_refused(value: Any, kind: type) -> None:
    with pytest.raises(BadState, match=f"the field 'turn' must be of type {kind.__name__}"):
        field({"turn": value}, "turn", kind)


@pytest.mark.parametrize("value", [0, 5, 11])
def test_a_number_within_its_bounds_is_taken(value: int) -> None:
    assert number(value, "tiles", 0, 11) == value


@pytest.mark.parametrize("value", [-1, 12, 2**70, -(2**70)])
def test_a_number_beyond_its_bounds_is_refused(value: int) -> None:
    with pytest.raises(BadState, match="tiles must be from 0 to 11"):
        number(value, "tiles", 0, 11)


@pytest.mark.parametrize("value", [True, False, 1.0, float("nan"), "1", None, [1], {}])
def test_only_a_whole_number_is_a_number(value: Any) -> None:
    with pytest.raises(BadState, match="tiles must be a whole number"):
        number(value, "tiles", 0, 11)


def test_a_list_has_one_entry_a_seat() -> None:
    assert by_seat({"tiles": [1, 2]}, "tiles", 2) == [1, 2]
    with pytest.raises(BadState, match="the field 'tiles' must have 3 entries"):
        by_seat({"tiles": [1, 2]}, "tiles", 3)


def test_the_message_names_the_entry_that_is_wrong() -> None:
    assert numbers_by_seat({"tiles": [1, 2]}, "tiles", 2, 2) == [1, 2]
    with pytest.raises(BadState, match=r"tiles\[1\] must be from 0 to 1"):
        numbers_by_seat({"tiles": [1, 2]}, "tiles", 2, 1)


def test_nobody_has_left_unless_it_is_said() -> None:
    assert left_seats({}, 3) == [False, False, False]
    assert left_seats({"left": [False, True]}, 2) == [False, True]


def test_somebody_must_remain() -> None:
    with pytest.raises(BadState, match="every seat has left"):
        left_seats({"left": [True, True]}, 2)


@pytest.mark.parametrize("entry", [0, 1, None, "false"])
def test_left_is_told_by_true_and_false_alone(entry: Any) -> None:
    with pytest.raises(BadState, match="the entries of 'left' must be true or false"):
        left_seats({"left": [entry, False]}, 2)
