"""Intervals and ratings against numbers known otherwise."""

import math
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.arena.estimates import DealScore, ratings, share, student
from tests.cases import each


@each(("freedom", "value"), [(2, 4.3027), (3, 3.1824), (5, 2.5706), (10, 2.2281), (30, 2.0423), (1000, 1.9623)])
def test_student_is_that_of_the_tables(freedom: int, value: float) -> None:
    assert student(freedom) == pytest.approx(value, rel=0.01 if freedom < 4 else 1e-3)


def test_the_interval_of_a_share_is_reckoned_by_hand() -> None:
    """With a deal won and one lost: 1, ½, ½, 1, 0, 1 have mean ⅔ and variance ⅙, and t with 5 degrees is 2.5706."""
    estimate = share([1.0, 0.5, 0.5, 1.0])
    reach = 2.5706 * math.sqrt(1 / 6 / 6)
    assert (estimate.value, estimate.high) == (0.75, 1.0)
    assert estimate.low == pytest.approx(2 / 3 - reach, abs=1e-4)


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=1, max_size=200), st.sampled_from([1.0, 0.2]))
def test_a_share_lies_in_its_interval_which_has_some_width(deals: list[float], imagined: float) -> None:
    estimate = share(deals, imagined)
    assert 0 <= estimate.low <= estimate.value <= estimate.high <= 1
    assert estimate.high - estimate.low > imagined / len(deals) ** 2 / 2


def test_the_interval_holds_the_truth_about_95_times_in_a_hundred_and_more_often_near_the_ends() -> None:
    for truth, most in ((0.5, 985), (0.8, 985), (0.97, 1000)):
        random = Random(1)
        held = 0
        for _ in range(1000):
            deals = [((random.random() < truth) + (random.random() < truth)) / 2 for _ in range(30)]
            estimate = share(deals)
            held += estimate.low <= truth <= estimate.high
        assert 935 <= held <= most


def scores(strengths: list[float], sets: list[tuple[int, ...]], deals: int, random: Random) -> list[DealScore]:
    """What bots of these strengths would win, one at a time."""
    found = []
    for deal in range(deals):
        for bots in sets:
            won = [0.0] * len(bots)
            for _ in bots:
                (winner,) = random.choices(range(len(bots)), [strengths[bot] for bot in bots])
                won[winner] += 1
            found.append(DealScore(deal, bots, tuple(won)))
    return found


PAIRS = [(0, 1), (0, 2), (1, 2)]


def test_ratings_find_the_strengths_that_games_were_made_with() -> None:
    found = ratings(scores([1.0, 10.0, 3.0], PAIRS, 4000, Random(5)), bots=3, anchor=0)
    assert [rating.value for rating in found] == pytest.approx([0, 400, 400 * math.log10(3)], abs=15)
    assert (found[0].low, found[0].high) == (0, 0)


def test_ratings_find_them_in_games_for_more_as_well() -> None:
    found = ratings(scores([1.0, 10.0, 3.0, 1.0], [(0, 1, 2, 3)], 3000, Random(5)), bots=4, anchor=3)
    assert [rating.value for rating in found] == pytest.approx([0, 400, 400 * math.log10(3), 0], abs=25)


def test_the_interval_of_a_rating_holds_the_truth_about_95_times_in_a_hundred() -> None:
    random = Random(7)
    held = sum(
        rating.low <= truth <= rating.high
        for _ in range(300)
        for rating, truth in [(ratings(scores([1, 4, 2], PAIRS, 40, random), 3, 0)[1], 400 * math.log10(4))]
    )
    assert 275 <= held <= 297


@given(st.integers(2, 5), st.sampled_from([1, 7, 100]), st.integers(0, 1000))
def test_ratings_always_have_intervals_that_make_sense(bots: int, deals: int, seed: int) -> None:
    pairs = list(combinations(range(bots), 2))
    random = Random(seed)
    strengths = [10 ** random.uniform(-1, 1) for _ in range(bots)]
    found = ratings(scores(strengths, pairs, deals, random), bots, anchor=bots - 1)
    assert (found[-1].low, found[-1].value, found[-1].high) == (0, 0, 0)
    for rating in found[:-1]:
        assert 10 < rating.high - rating.value == pytest.approx(rating.value - rating.low)
        assert rating.high - rating.value < 20_000 / math.sqrt(deals)


def test_games_that_go_together_make_the_interval_wider() -> None:
    """Whoever has the better dice wins both games of a deal: that is as good as half the games."""
    together = [DealScore(deal, (0, 1), (2.0, 0.0) if deal % 2 else (0.0, 2.0)) for deal in range(100)]
    apart = [DealScore(deal, (0, 1), (1.0, 1.0)) for deal in range(100)]
    wide, narrow = (ratings(given, 2, 0)[1] for given in (together, apart))
    assert wide.value == narrow.value == pytest.approx(0, abs=1e-6)
    assert wide.high > 3 * narrow.high
    assert wide.high == pytest.approx(student(101) * 400 / math.log(10) / math.sqrt(102 / 4), rel=0.02)


def test_who_wins_every_game_has_a_finite_rating_with_a_wide_interval() -> None:
    rating = ratings([DealScore(deal, (0, 1), (0.0, 2.0)) for deal in range(50)], 2, 0)[1]
    assert rating.value == pytest.approx(400 * math.log10(101))
    assert rating.low < 500
    assert rating.high > 1100
