"""Lots: every seat has a row of its own, and they fall in proportion."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.kernel.lots import Lots, drawn, lot


def test_who_draws_more_does_not_shift_what_the_other_is_given() -> None:
    assert lot("0 7 seat 1 draw 3") == lot("0 7 seat 1 draw 3") != lot("0 7 seat 0 draw 3")


@given(st.lists(st.integers(0, 9), min_size=1).filter(any), st.integers(0, (1 << 64) - 1))
def test_what_cannot_happen_is_never_drawn(weights: list[int], number: int) -> None:
    assert weights[drawn(number, weights)] > 0


def test_lots_fall_in_proportion_to_the_weights() -> None:
    counts = [0, 0, 0]
    for index in range(6000):
        counts[drawn(lot(f"test {index}"), [1, 2, 3])] += 1
    assert counts == pytest.approx([1000, 2000, 3000], rel=0.1)


def test_a_deal_is_the_same_whenever_it_is_asked_for_and_another_deal_is_another() -> None:
    def row(deal: str, seat: int) -> list[int]:
        lots = Lots(lambda text: lot(f"{deal} {text}"))
        return [lots.set_up(), lots.thought("seat 0", 4), *(lots.outcome(seat, place, [1] * 6) for place in range(30))]

    assert row("one", 0) == row("one", 0)
    assert len({tuple(row(deal, seat)) for deal in ("one", "two") for seat in (0, 1)}) == 4
