"""The fields of a document that are not tried out by the games themselves."""

from typing import Any

import numpy as np
import pytest

from tablee.games.errors import BadState
from tablee.games.fields import OPTIONAL, counts, fill, one_of, written

RECORD = np.dtype(
    (
        np.record,
        [("toy", "i1"), ("players", "i1"), ("turn", "i1"), ("left", "i1", 3), ("hand", "i1", 3), ("card", "i1")],
    )
)
FIELDS = {"hand": counts({2: 5, 3: 4}).but(default=OPTIONAL), "card": one_of({0: None, 7: "ace", -1: "?"})}


def filled(**document: Any) -> Any:
    states = np.zeros(1, RECORD)
    states["players"], states["hand"][:] = 3, 2
    fill(states, {"options": {}, "turn": 0, **document}, FIELDS)
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
    assert written("toy", values, {}, FIELDS)["card"] == text


def test_the_first_of_them_is_taken_if_it_is_left_out() -> None:
    assert filled().card == 0


@pytest.mark.parametrize("wrong", ["king", "", 7, False, ["ace"], 1.5])
def test_nothing_else_is_one_of_them(wrong: Any) -> None:
    with pytest.raises(BadState, match=r"the field 'card': .* is none of None, ace"):
        filled(card=wrong)
