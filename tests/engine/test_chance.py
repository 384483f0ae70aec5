"""Randomness: exact where it counts, fast and in range where it does not."""

import hashlib
import hmac

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.engine.chance import Lots, below, draw, drawn, lot, new_random, weighted
from tests.cases import each

BOX = [2, 6, 2, 1, 2, 6, 2, 1]
SPLITMIX64_OF_1234567 = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]
"""The first numbers of the published generator."""


def chi_square(counts: list[int], weights: list[int]) -> float:
    """How far the counts are from the proportions of the weights."""
    expected = [sum(counts) * weight / sum(weights) for weight in weights]
    return sum((count - wanted) ** 2 / wanted for count, wanted in zip(counts, expected, strict=True))


def drawn_numbers(key: bytes, context: bytes) -> list[int]:
    """The first 64-bit numbers that a draw is made from."""
    blocks = [hmac.new(key, context + counter.to_bytes(4, "big"), hashlib.sha256).digest() for counter in range(64)]
    return [int.from_bytes(block[:8], "big") for block in blocks]


# ---- draws that can be checked --------------------------------------------------------------------------------


def test_a_draw_is_fixed_by_key_and_context() -> None:
    contexts = [f"throw {number}".encode() for number in range(50)]
    first, second = ([draw(b"key", context, BOX) for context in contexts] for _ in range(2))
    other = [draw(b"other key", context, BOX) for context in contexts]
    assert first == second
    assert first != other
    assert len(set(first)) > 3


@given(key=st.binary(max_size=40), context=st.binary(max_size=40), weights=st.lists(st.integers(1, 100), min_size=1))
def test_a_draw_is_the_first_number_modulo_the_total(key: bytes, context: bytes, weights: list[int]) -> None:
    tickets = [index for index, weight in enumerate(weights) for _ in range(weight)]
    assert draw(key, context, weights) == tickets[drawn_numbers(key, context)[0] % len(tickets)]


def test_numbers_that_would_favour_an_index_are_rejected() -> None:
    total = 2**63 + 1
    rejected = 0
    for number in range(40):
        context = str(number).encode()
        numbers = drawn_numbers(b"key", context)
        fair = next(number for number in numbers if number < total)
        rejected += fair != numbers[0]
        assert draw(b"key", context, [2**62, total - 2**62]) == (fair >= 2**62)
    assert 10 < rejected < 30


def test_draws_are_in_proportion_to_the_weights() -> None:
    drawn = [draw(b"key", number.to_bytes(4, "big"), BOX) for number in range(4400)]
    assert chi_square([drawn.count(index) for index in range(8)], BOX) < 30


def test_an_index_without_weight_is_never_drawn() -> None:
    assert {draw(b"key", bytes([number]), [0, 1, 0, 2, 0]) for number in range(100)} == {1, 3}


def test_weights_may_be_larger_than_any_machine_number_can_hold_but_one() -> None:
    assert {draw(b"key", bytes([number]), [1, 2**63]) for number in range(20)} == {1}


@pytest.mark.parametrize("weights", [[], [0], [0, 0]])
def test_weights_that_are_all_zero_are_refused(weights: list[int]) -> None:
    with pytest.raises(ValueError, match="weights must be positive"):
        draw(b"key", b"context", weights)


# ---- the fast generator ---------------------------------------------------------------------------------------


def test_the_generator_is_splitmix64() -> None:
    random = new_random(1234567)
    assert [below(random, 2**32) for _ in range(5)] == [number >> 32 for number in SPLITMIX64_OF_1234567]


@each("seed", [-1, 0, 2**64 - 1, 2**64, 10**400])
def test_any_whole_number_is_a_seed(seed: int) -> None:
    assert 0 <= below(new_random(seed), 10) < 10
    assert new_random(seed)[0] == seed % 2**64


@given(seed=st.integers(0, 2**64 - 1), bound=st.integers(1, 2**31))
def test_numbers_are_below_their_bound(seed: int, bound: int) -> None:
    random = new_random(seed)
    assert all(0 <= below(random, bound) < bound for _ in range(10))


def test_numbers_are_spread_evenly() -> None:
    random = new_random(1)
    numbers = [int(below(random, 10)) for _ in range(5000)]
    assert chi_square([numbers.count(number) for number in range(10)], [1] * 10) < 34


@given(seed=st.integers(0, 2**64 - 1), weights=st.lists(st.integers(0, 50), min_size=1, max_size=12).filter(any))
def test_a_weighted_index_is_in_range_and_has_weight(seed: int, weights: list[int]) -> None:
    index = weighted(new_random(seed), np.array([*weights, 99], np.int32), len(weights))
    assert 0 <= index < len(weights)
    assert weights[index] > 0


def test_weighted_indices_are_in_proportion_to_the_weights() -> None:
    random, weights = new_random(2), np.array(BOX, np.int32)
    drawn = [int(weighted(random, weights, 8)) for _ in range(4400)]
    assert chi_square([drawn.count(index) for index in range(8)], BOX) < 30


# ---- lots: every seat has a row of its own, and they fall in proportion ------------------------------------


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
