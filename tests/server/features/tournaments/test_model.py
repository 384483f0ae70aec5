"""Everybody meets everybody once, in balanced seats, and the table follows from the results."""

from collections import Counter
from itertools import combinations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.server.features.tournaments.model import (
    BOT,
    FINAL,
    MOST,
    PAUSE,
    CalendarEntry,
    TournamentSetup,
    calendar,
    due_pairings,
    everyone_against_everyone,
    groups_of,
    is_over,
    pairings_of,
    standings,
)
from tests.server.storage.entries import entry


def tournament(players, **more):
    return TournamentSetup(
        "t", "Thursday", "isis", more.pop("pace", "quick"), 0, b"secret", order=tuple(players), **more
    )


def over(one, pairing, winners, scores=(10, 8), moved=0):
    table = one.table_of(pairing)
    made = entry(table, status="over", winners=list(winners), scores=list(scores))
    return {table: msgspec.structs.replace(made, moved=moved)}


@given(st.integers(2, MOST))
def test_everybody_meets_everybody_once_and_sits_first_as_often_as_second(count):
    players = list(range(1, count + 1))
    pairings = everyone_against_everyone(players)
    met = Counter(frozenset((one.first, one.second)) for one in pairings)
    assert set(met.values()) == {1}
    assert {frozenset(pair) for pair in combinations(players, 2)} <= set(met)
    for number in players:
        own = [one for one in pairings if number in one.people]
        assert len({one.round for one in own}) == len(own), "one game a round"
        assert abs(sum(one.first == number for one in own) * 2 - len(own)) <= 1
    assert all(one.people for one in pairings), "no two bots meet"


@given(st.integers(3, MOST), st.sampled_from([0, 4, 5, 6, 8]))
def test_groups_have_about_the_same_size_and_at_least_three(count, size):
    groups = groups_of(tournament(range(1, count + 1), group_size=size))
    sizes = [len(group) for group in groups]
    assert max(sizes) - min(sizes) <= 1
    assert min(sizes) >= 3
    assert sorted(number for group in groups for number in group) == list(range(1, count + 1))


def table_of_four(won, scores):
    """The table after all games of four: who has won each, or nobody alone, and by how much."""
    one, results = tournament([1, 2, 3, 4]), {}
    pairings = everyone_against_everyone(one.order)
    for pairing in pairings:
        pair = tuple(sorted(pairing.people))
        seats = [seat for seat, number in enumerate(pairing[-2:]) if won[pair] in (number, None)]
        high, low = scores.get(pair, (9, 4))
        results |= over(one, pairing, seats, (high, low) if seats == [0] else (low, high))
    return standings(one, pairings, results)


def test_equal_points_are_told_apart_by_the_games_among_the_tied_first():
    rows = table_of_four({(1, 2): 1, (1, 3): 3, (1, 4): 4, (2, 3): 2, (2, 4): 4, (3, 4): 3}, {(2, 3): (99, 0)})
    assert [(row.number, row.points, row.rank) for row in rows] == [(3, 4, 1), (4, 4, 2), (1, 2, 3), (2, 2, 4)]
    assert rows[3].beaten > rows[2].beaten, "2 has beaten somebody stronger, but lost to 1"
    assert sum(row.points for row in rows) == 12


def test_then_by_whom_they_have_beaten_and_only_then_by_their_leads():
    shared = {(1, 2): None, (1, 3): 1, (1, 4): 4, (2, 3): 3, (2, 4): 2, (3, 4): 4}
    rows = table_of_four(shared, {(1, 2): (5, 5), (1, 3): (99, 0)})
    assert [(row.number, row.points) for row in rows] == [(4, 4), (2, 3), (1, 3), (3, 2)]
    assert rows[1].direct == rows[2].direct
    assert rows[2].lead > rows[1].lead


@given(st.lists(st.sampled_from([[0], [1], [0, 1], []]), min_size=6, max_size=6), st.randoms())
def test_the_table_does_not_depend_on_the_order_of_the_games(winners, random):
    one = tournament([1, 2, 3, 4])
    pairings = everyone_against_everyone(one.order)
    results = {}
    for pairing, won in zip(pairings, winners, strict=True):
        results |= over(one, pairing, won)
    shuffled = random.sample(pairings, len(pairings))
    assert standings(one, pairings, results) == standings(one, shuffled, results)


@pytest.mark.parametrize("pace", ["quick", "days-1"])
def test_rounds_follow_each_other_at_one_sitting_and_begin_together_by_days(pace):
    one = tournament([1, 2, 3, 4], pace=pace)
    first = due_pairings(one, {}, 0)
    assert {pairing.round for pairing in first} == ({0} if pace == "quick" else {0, 1, 2})
    results = over(one, first[0], [0], moved=5)
    assert due_pairings(one, results, 9**9) == first
    results |= over(one, first[1], [0], moved=7)
    if pace == "quick":
        assert due_pairings(one, results, 7 + PAUSE - 1) == first
        assert {pairing.round for pairing in due_pairings(one, results, 7 + PAUSE)} == {0, 1}


def test_the_winners_of_groups_meet_in_a_final():
    one, results = tournament(range(1, 9), group_size=4, pace="days-1"), {}
    for pairing in pairings_of(one, results):
        results |= over(one, pairing, [0 if pairing.first < pairing.second else 1])
    assert not is_over(one, results)
    final = [pairing for pairing in pairings_of(one, results) if pairing.stage == FINAL]
    assert [set(pairing.people) for pairing in final] == [{1, 2}]
    assert is_over(one, results | over(one, final[0], [1]))


def test_all_tables_of_a_round_play_one_deal_and_no_other_round_does():
    one = tournament([1, 2, 3, 4])
    seeds = {(pairing.round, one.seed_of(pairing), one.deal_of(pairing, 0).name) for pairing in pairings_of(one, {})}
    assert len(seeds) == 3
    assert len({one.table_of(pairing) for pairing in pairings_of(one, {})}) == 6


def test_a_calendar_has_short_lines_and_escapes_what_means_something_there():
    feed = calendar([CalendarEntry("t", "Thé; café, " + "é" * 60, 0, "a\nb", "https://h/tournaments/t")], 0)
    lines = feed.split("\r\n")
    assert all(len(line.encode()) <= 75 for line in lines)
    assert "SUMMARY:Thé\\; café\\, " in feed
    assert "DTSTART:19700101T000000Z" in lines
    assert "".join(feed.split("\r\n ")).count("é") == 62
    assert BOT == 0
