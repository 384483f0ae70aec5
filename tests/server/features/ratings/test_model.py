"""What games that count do to ratings."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.games import find_game
from tablee.server.features.ratings.model import (
    ALONE,
    DAYS,
    MEASURED,
    MILLION,
    MOST_TOGETHER,
    OFTEN,
    SITTING,
    UNKNOWN,
    UNMOVED,
    RatedSeat,
    Rating,
    accounts_of,
    anchor,
    check_one_seat_each,
    may_be_rated,
    rated_game,
    update_ratings,
    why_not,
)
from tablee.server.table.events import Act, Clock, Leave, Opening, Over, Refused, Sit, Start

RATINGS = st.builds(Rating, st.integers(0, 50 * MILLION), st.integers(MILLION, 9 * MILLION))
GAMES = st.lists(st.tuples(RATINGS, st.integers(0, 3)), min_size=2, max_size=4)


def test_it_comes_to_what_openskill_comes_to_with_four_and_a_tie():
    """The figures are those of `PlackettLuce().rate` of openskill 6.2."""
    ratings = [Rating(30 * MILLION, 4 * MILLION), Rating(), Rating(20 * MILLION, 2 * MILLION), Rating()]
    expected = [
        (29.696771118891046, 3.9833356048954633),
        (28.477800549077497, 8.204081930106938),
        (19.89243228499806, 2.0009865918740597),
        (24.7023025208375, 8.047733404624893),
    ]
    assert update_ratings(ratings, [1, 0, 2, 1]) == [
        pytest.approx((mu * MILLION, sigma * MILLION), abs=1) for mu, sigma in expected
    ]


@given(GAMES, st.randoms())
def test_it_does_not_matter_who_sits_where(game, random):
    shuffled = random.sample(range(len(game)), len(game))
    settled = update_ratings(*zip(*game, strict=True))
    assert update_ratings(*zip(*(game[place] for place in shuffled), strict=True)) == [
        settled[place] for place in shuffled
    ]


@given(GAMES)
def test_who_wins_alone_never_loses_by_it_and_who_is_last_alone_never_gains(game):
    ratings, ranks = zip(*game, strict=True)
    for before, after, rank in zip(ratings, update_ratings(ratings, ranks), ranks, strict=True):
        if rank == min(ranks) and ranks.count(rank) == 1:
            assert after.mu >= before.mu
        if rank == max(ranks) and ranks.count(rank) == 1:
            assert after.mu <= before.mu


@given(RATINGS, st.integers(2, 4))
def test_a_tie_of_equals_changes_nobody(rating, seats):
    after = update_ratings([rating] * seats, [0] * seats)
    assert {one.mu for one in after} == {rating.mu}


def test_bots_stay_as_they_are_and_every_level_is_above_the_one_below():
    for game in ("isis", "morfals", "morisi", "morpyam", "netzwerk"):
        assert (find_game(game).path / MEASURED).exists()
        levels = [anchor(game, level) for level in range(1, 6)]
        assert [one.points for one in levels] == sorted({one.points for one in levels})
        assert levels[1].points == 1500
        assert update_ratings([levels[0], Rating()], [0, 1])[0] == levels[0]
        assert (
            update_ratings([levels[0], Rating()], [0, 1])[1].points
            < update_ratings([levels[4], Rating()], [0, 1])[1].points
        )


def test_a_rating_is_shown_after_about_ten_games():
    rating, shown = Rating(), []
    for game in range(12):
        rating = update_ratings([rating, anchor("isis", 2)], [game % 2, 1 - game % 2])[0]
        shown.append(rating.is_sure)
    assert shown == [False] * 9 + [True] * 3


# ---- what a log says ---------------------------------------------------------------------------------------


def log(*events, players=3, **opening):
    told = {"clock": Clock(60_000, 5_000), "rated": True} | opening
    sits = [Sit(number, 1, name, level) for number, (name, level) in enumerate([("Zoé", 0), ("Max", 0), ("Ada", 3)], 1)]
    seated = [*sits[:players], Start(4, 1, [2, 1, 3][:players])]
    return rated_game(Opening("t", "isis", 1, players, {}, "c", **told), [*seated, *events])


def ranks(game_result):
    return {one.participant: one.rank for one in game_result.seats}


def test_winners_come_first_then_points_decide_and_who_has_left_is_last():
    game_result = log(Over(9, 7, "full", [3, 5, 5], [1]))
    assert (game_result.game, game_result.pace, game_result.ended, game_result.fault) == ("isis", SITTING, 7, "")
    assert game_result.seats == (RatedSeat(2, 0, 2), RatedSeat(1, 0, 0), RatedSeat(3, 3, 1))
    assert ranks(log(Over(9, 7, "full", [5, 5, 1], [0, 1]))) == {2: 0, 1: 0, 3: 2}
    assert ranks(log(Leave(5, 2, 0), Over(9, 7, "full", [9, 5, 1], [1]))) == {2: 2, 1: 0, 3: 1}
    assert ranks(log(Leave(5, 2, 0), Leave(6, 2, 1, time=True), Over(9, 7, "left", [9, 5, 1], [2]))) == {
        2: 2,
        1: 1,
        3: 0,
    }


def test_only_what_was_offered_as_counting_with_a_clock_and_has_ended_counts():
    over = Over(9, 7, "full", [3, 5, 5], [1])
    assert log(over, clock=Clock(1, turn=1)).pace == DAYS
    assert log().fault
    assert log(over, rated=False).fault
    assert log(over, clock=None).fault


def test_a_game_does_not_count_for_nobody_too_often_or_without_a_result():
    three = log(Over(9, 7, "full", [3, 5, 5], [1]))
    assert why_not(three, ["zoé", "max"], MOST_TOGETHER - 1) == ""
    assert why_not(three, ["zoé", "max"], MOST_TOGETHER) == OFTEN
    assert why_not(three, [], 0) == ALONE
    assert why_not(three._replace(fault="unreadable"), ["zoé", "max"], 0) == UNKNOWN


def test_a_game_that_is_left_before_the_first_move_does_not_count():
    left = Leave(6, 1, 0), Over(7, 1, "left", [0, 0], [1])
    assert why_not(log(*left, players=2), ["zoé", "max"], 0) == UNMOVED
    assert why_not(log(Act(5, 1, 0, "pawn a1"), *left, players=2), ["zoé", "max"], 0) == ""


def test_a_seat_counts_for_who_sat_down_there_and_otherwise_for_a_stranger():
    three = log(Over(9, 7, "full", [3, 5, 5], [1]))
    assert accounts_of(three, {1: "zoé", 2: "max"}, ()) == {1: "zoé", 2: "max"}
    assert accounts_of(three, {1: "zoé", 2: "max"}, {2}) == {1: "zoé", 2: "t 2"}
    assert accounts_of(three, {2: "max"}, ()) == {1: "t 1", 2: "max"}
    assert accounts_of(three, {1: "zoé", 2: "zoé"}, ()) == {1: "zoé", 2: "t 2"}
    assert accounts_of(three, {1: "zoé", 2: "zoé"}, {1}) == {1: "t 1", 2: "zoé"}


def test_what_may_be_opened_as_rated():
    isis, clock = find_game("isis"), Clock(60_000, 5_000)
    options = isis.full_options(2, {})
    assert may_be_rated(isis, options, clock)
    assert not may_be_rated(isis, options, None)
    assert not may_be_rated(isis, options | {"memory": "open"}, clock)
    assert not may_be_rated(isis, options, clock, is_given=True)
    assert not may_be_rated(isis, options, clock, is_shared=True)


def test_everybody_has_one_seat_where_it_counts():
    friendly = Opening("t", "isis", 1, 2, {}, "c")
    check_one_seat_each(friendly, ["zoé", "zoé"])
    check_one_seat_each(msgspec.structs.replace(friendly, rated=True), ["zoé", "max"])
    with pytest.raises(Refused):
        check_one_seat_each(msgspec.structs.replace(friendly, rated=True), ["zoé", "max", "zoé"])
