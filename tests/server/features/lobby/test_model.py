"""Who finds whom."""

import msgspec

from tablee.server.features.lobby.model import (
    A_POINT,
    A_POINT_BY_DAYS,
    AWAY,
    DAYS,
    NEAR,
    MatchRequest,
    find_match,
    find_matches,
    invitations_of,
)

NOW = 1_000_000


def seek(person, *games, since=NOW - 5000, **more):
    return MatchRequest(person, list(games) or ["isis"], **{"since": since, "seen": NOW, **more})


def test_two_who_would_play_the_same_find_each_other_and_who_has_waited_longest_is_first():
    waiting = [seek("otto", since=NOW - 10), seek("ada", since=NOW - 20)]
    match = find_match(seek("zoé"), waiting, NOW)
    assert (match.game, match.players, match.people) == ("isis", 2, ["ada", "zoé"])


def test_of_several_games_the_first_is_played_for_which_there_is_somebody():
    match = find_match(seek("zoé", "morpyam", "isis"), [seek("ada", "isis", "netzwerk")], NOW)
    assert match.game == "isis"


def test_three_are_needed_for_three():
    others = [seek("ada", players=3), seek("otto", players=2), seek("ida", players=3)]
    assert find_match(seek("zoé", players=3), others[:2], NOW) is None
    assert find_match(seek("zoé", players=3), others, NOW).people == ["ada", "ida", "zoé"]


def test_nobody_finds_themselves_nor_who_has_gone_nor_who_would_play_otherwise():
    gone = msgspec.structs.replace(seek("ada"), seen=NOW - AWAY - 1)
    others = [seek("zoé"), gone, seek("otto", "morpyam"), seek("ida", pace=DAYS), seek("eva", rated=True)]
    assert find_match(seek("zoé"), others, NOW) is None


def test_who_plays_by_days_need_not_be_there():
    gone = seek("ada", pace=DAYS, seen=0)
    assert find_match(seek("zoé", pace=DAYS), [gone], NOW).people == ["ada", "zoé"]


def test_everybody_is_told_of_one_of_the_others():
    match = find_match(seek("zoé", players=3), [seek("ada", players=3, since=1), seek("ida", players=3)], NOW)
    assert [(call.person, call.host) for call in invitations_of(match, NOW)] == [
        ("ada", "zoé"), ("ida", "zoé"), ("zoé", "ada")
    ]  # fmt: skip
    assert all(call.table == match.table and call.until > NOW for call in invitations_of(match, NOW))


def strong(person, points, **more):
    return seek(person, points={"isis": points}, **{"since": NOW, **more})


def test_who_plays_about_as_well_comes_first_whoever_came_before():
    others = [strong("ada", 1800, since=NOW - 9000), strong("otto", 1540), strong("ida", 1620)]
    assert find_match(strong("zoé", 1500), others, NOW).people == ["otto", "zoé"]


def test_who_waits_long_enough_counts_as_near():
    others = [strong("ada", 1650, since=NOW - 60_000), strong("otto", 1540)]
    assert find_match(strong("zoé", 1500), others, NOW).people == ["ada", "zoé"]


def test_the_longer_one_waits_the_farther_one_reaches():
    for pace, a_point in (("", A_POINT), (DAYS, A_POINT_BY_DAYS)):
        two = [strong("ada", 1500, pace=pace), strong("zoé", 1500 + NEAR + 200, pace=pace)]
        there = [msgspec.structs.replace(one, seen=NOW + 10**9) for one in two]
        assert find_match(there[1], there, NOW) is None
        assert find_matches(there, NOW + 200 * a_point - 1) == []
        [match] = find_matches(there, NOW + 200 * a_point)
        assert match.people == ["ada", "zoé"]


def test_a_stranger_finds_somebody_at_once_but_not_before_who_is_nearer():
    master, stranger, peer = strong("ada", 2100), seek("eva", since=NOW), strong("otto", 2050)
    assert find_match(stranger, [master], NOW).people == ["ada", "eva"]
    assert find_match(master, [stranger], NOW).people == ["eva", "ada"]
    assert find_match(master, [stranger, peer], NOW).people == ["otto", "ada"]


def test_of_three_everybody_is_near_to_everybody():
    low, middle, high = (strong(name, points, players=3) for name, points in (("a", 1400), ("b", 1500), ("c", 1640)))
    assert find_match(middle, [low, high], NOW) is None
    assert find_match(middle, [low, high, strong("d", 1430, players=3)], NOW).people == ["a", "d", "b"]


def test_nobody_is_in_two_matches_and_who_has_waited_longest_is_first():
    waiting = [strong(name, 1500, since=NOW - ago) for name, ago in (("a", 10), ("b", 40), ("c", 30), ("d", 20))]
    assert [match.people for match in find_matches(waiting, NOW)] == [["b", "c"], ["d", "a"]]


def test_whether_it_counts_goes_with_those_who_are_called():
    match = find_match(seek("zoé", rated=True), [seek("ada", rated=True)], NOW)
    assert all(call.rated for call in invitations_of(match, NOW))
