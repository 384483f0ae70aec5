"""Who finds whom."""

import msgspec

from tablee.people.seeking import AWAY, DAYS, Seek, calls_of, find_match

NOW = 1_000_000


def seek(person, *games, since=NOW - 5000, **more):
    return Seek(person, list(games) or ["isis"], **{"since": since, "seen": NOW, **more})


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
    others = [seek("zoé"), gone, seek("otto", "morpyam"), seek("ida", pace=DAYS), seek("eva", strength="2")]
    assert find_match(seek("zoé"), others, NOW) is None


def test_who_plays_by_days_need_not_be_there():
    gone = seek("ada", pace=DAYS, seen=0)
    assert find_match(seek("zoé", pace=DAYS), [gone], NOW).people == ["ada", "zoé"]


def test_everybody_is_told_of_one_of_the_others():
    match = find_match(seek("zoé", players=3), [seek("ada", players=3, since=1), seek("ida", players=3)], NOW)
    assert [(call.person, call.host) for call in calls_of(match, NOW)] == [
        ("ada", "zoé"), ("ida", "zoé"), ("zoé", "ada")
    ]  # fmt: skip
    assert all(call.table == match.table and call.until > NOW for call in calls_of(match, NOW))
