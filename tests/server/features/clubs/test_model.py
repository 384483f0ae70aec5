"""Names of clubs, and their ladders."""

import pytest

from tablee.server.features.clubs.model import LONGEST_NAME, ClubResult, club_ladder, club_name
from tablee.server.table.events import Refused


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "club_name"),
        ("x" * (LONGEST_NAME + 1), "club_name"),
        ("a\u202eb", "club_name"),
        ("Tablée", "name_of_house"),
    ],
)
def test_a_club_has_a_name_that_others_can_see_and_that_is_not_the_hosts(typed, code):
    with pytest.raises(Refused) as refused:
        club_name(typed)
    assert refused.value.code == code


def result(table, winners, losers):
    return [ClubResult(table, one, one in winners) for one in winners + losers]


def ladder(*results, members="abcd"):
    return [
        (one.person, one.rank, one.points) for one in club_ladder([one for told in results for one in told], members)
    ]


def test_a_win_is_a_point_for_each_player_beaten_and_half_a_point_for_each_it_is_shared_with():
    assert ladder(result("t", "a", "bcd")) == [("a", 1, 6), ("b", 2, 0), ("c", 2, 0), ("d", 2, 0)]
    assert ladder(result("t", "ab", "c")) == [("a", 1, 3), ("b", 1, 3), ("c", 3, 0)]
    assert ladder(result("t", "ab", "")) == [("a", 1, 1), ("b", 1, 1)]


def test_with_equal_points_fewer_games_are_better():
    assert ladder(result("1", "a", "c"), result("2", "b", "d"), result("3", "c", "a")) == [
        ("b", 1, 2), ("a", 2, 2), ("c", 2, 2), ("d", 4, 0),
    ]  # fmt: skip


def test_games_against_people_who_are_not_in_the_club_count_for_those_who_are():
    assert ladder(result("t", "a", "x"), members="ab") == [("a", 1, 2)]
