"""The lobby: tables that can be found, who looks for company, and who is called where."""

import asyncio

from tablee.server.features.lobby.model import (
    A_POINT,
    AWAY,
    DAYS,
    INVITATION,
    MATCH_HOLDS,
    NEAR,
    Invitation,
    MatchRequest,
)
from tablee.server.features.lobby.store import KEPT, THERE
from tablee.server.storage import open_store
from tablee.server.table.directory import Seated
from tablee.server.table.events import Opening, Over, Sit
from tests.server.storage.entries import entry

NOW = 10**12


async def lay(store, table, people=(), **more):
    """A table of these people, as the directory has it."""
    opening = Opening(table, "isis", 1, 2, {}, "commitment")
    await store.open_table(opening, b"seed", entry(table))
    sits = [Sit(number, NOW, name) for number, name in enumerate(people, start=1)]
    seated = [Seated(number, name) for number, name in enumerate(people, start=1)]
    told = entry(table, len(sits), participants=seated, moved=NOW, **more)
    if sits:
        await store.append(table, sits, told, dict(enumerate(people, start=1)))


def seek(person, *games, **more):
    return MatchRequest(person, list(games) or ["isis"], since=NOW, seen=NOW, **more)


async def match_for(store, request, now):
    return (await store.lobby.find_match(request, now)).match


def invitation(person, table="t", host="zoé", until=NOW + 1000):
    return Invitation(person, table, host, INVITATION, "isis", 2, NOW, until)


async def found(store, now=NOW):
    return {(one.entry.table, one.is_open, one.watched) for one in await store.lobby.tables(now, 10)}


async def test_a_table_is_found_while_it_waits_if_it_is_open_and_while_it_is_played_if_it_may_be_watched(store):
    await lay(store, "private", ["zoé"])
    for table, is_open, watched, status in (
        ("open", True, False, "waiting"),
        ("going on", True, False, "playing"),
        ("watched", False, True, "playing"),
        ("watched later", False, True, "waiting"),
    ):
        await lay(store, table, ["zoé"], status=status)
        await store.lobby.list_table(table, is_open=is_open, watched=watched, now=NOW)
    assert await found(store) == {("open", True, False), ("watched", False, True)}
    assert [await store.lobby.is_open(table) for table in ("open", "private", "going on")] == [True, False, False]


async def test_a_table_where_nobody_is_is_not_found_until_somebody_comes_back(store, behind):
    await lay(store, "open", ["zoé"])
    await store.lobby.list_table("open", is_open=True, watched=False, now=NOW)
    assert not await found(store, NOW + THERE)
    await store.lobby.touch(["open", "one that is not in the lobby"], NOW + THERE)
    assert await found(store, NOW + THERE)
    await store.lobby.list_table("other", is_open=True, watched=False, now=NOW + THERE + KEPT + 1)
    assert await behind("SELECT table_id FROM lobby_tables") == [("other",)]


async def test_a_table_that_is_over_leaves_the_hall(store, behind):
    await lay(store, "watched", ["zoé", "otto"], status="playing")
    await store.lobby.list_table("watched", is_open=True, watched=True, now=NOW)
    await store.append("watched", [Over(3, NOW, "", [1, 0], [0])], entry("watched", 3, status="over", moved=NOW))
    assert await behind("SELECT * FROM lobby_tables") == []


async def test_an_entry_that_cannot_be_read_hides_no_other(store, behind):
    for table in ("one", "two"):
        await lay(store, table, ["zoé"])
        await store.lobby.list_table(table, is_open=True, watched=False, now=NOW)
    await behind(
        "UPDATE directory SET body = '\\xff'::bytea WHERE table_id = 'one'"
        if behind.is_postgres
        else "UPDATE directory SET body = X'ff' WHERE table_id = 'one'"
    )
    assert await found(store) == {("two", True, False)}


async def test_two_find_each_other_once_and_are_called_to_the_same_table(store):
    assert await match_for(store, seek("ada", "morpyam", "isis"), NOW) is None
    match = await match_for(store, seek("zoé"), NOW + 1)
    assert match.people == ["ada", "zoé"]
    for person in match.people:
        kept = await store.lobby.state_of(person, NOW + 2)
        assert kept.request is None
        assert [(call.table, call.game) for call in kept.invitations] == [(match.table, "isis")]
    assert await match_for(store, seek("otto"), NOW + 3) is None


async def test_of_many_who_come_at_once_on_two_servers_nobody_is_found_twice(store, database_url):
    other = open_store(database_url)
    people = [f"person {number}" for number in range(20)]
    places = zip(people, (store, other) * 10, strict=True)
    matches = await asyncio.gather(*(match_for(place, seek(person), NOW) for person, place in places))
    await other.close()
    together = [person for match in matches if match for person in match.people]
    assert sorted(together) == sorted(people)
    assert await store.lobby.people_waiting() == set()


async def test_those_who_reach_each_other_by_waiting_are_called_once_however_many_servers_look(store, database_url):
    other, later = open_store(database_url), NOW + 200 * A_POINT
    for person, points in (("ada", 1500), ("zoé", 1500 + NEAR + 200)):
        assert await match_for(store, seek(person, points={"isis": points}, rated=True), NOW) is None
    assert (await store.lobby.sweep(later - 1)).people == []
    told = await asyncio.gather(*(place.lobby.sweep(later) for place in (store, other, store)))
    await other.close()
    assert sorted(person for swept in told for person in swept.people) == ["ada", "zoé"]
    calls = [call for person in ("ada", "zoé") for call in (await store.lobby.state_of(person, later)).invitations]
    assert [(call.host, call.rated) for call in calls] == [("zoé", True), ("ada", True)]
    assert len({call.table for call in calls}) == 1
    assert await store.lobby.people_waiting() == set()


async def test_who_has_gone_is_not_found_and_who_was_seen_is(store):
    await match_for(store, seek("ada"), NOW)
    assert (await store.lobby.state_of("ada", NOW + 40_000)).request is None
    await store.lobby.saw_waiting(await store.lobby.people_waiting(), NOW + 40_000)
    assert (await store.lobby.state_of("ada", NOW + 40_000)).request.games == ["isis"]
    assert await match_for(store, seek("zoé"), NOW + 60_000) is not None


async def test_who_has_gone_is_forgotten_unless_they_play_by_days(store):
    await match_for(store, seek("ada"), NOW)
    await match_for(store, seek("ida", pace=DAYS), NOW)
    await store.lobby.sweep(NOW + AWAY)
    assert await store.lobby.people_waiting() == {"ada", "ida"}
    await store.lobby.sweep(NOW + AWAY + 1)
    assert await store.lobby.people_waiting() == {"ida"}


async def test_who_looks_for_something_else_or_no_longer_is_not_found_for_it(store):
    await match_for(store, seek("ada"), NOW)
    await match_for(store, seek("ada", "morpyam"), NOW)
    assert await match_for(store, seek("zoé"), NOW) is None
    await store.lobby.leave_matchmaking("ada")
    assert await match_for(store, seek("otto", "morpyam"), NOW) is None


async def test_a_call_that_nobody_answers_ends_and_whoever_comes_may_have_the_place(store):
    await match_for(store, seek("ada"), NOW)
    match = await match_for(store, seek("zoé"), NOW)
    await lay(store, match.table, ["zoé"])
    assert await store.lobby.end_invitation("zoé", match.table)
    assert not await found(store)
    assert (await store.lobby.sweep(NOW + MATCH_HOLDS - 1)).people == []
    assert (await store.lobby.sweep(NOW + MATCH_HOLDS)).people == ["ada"]
    assert (await store.lobby.sweep(NOW + MATCH_HOLDS)).people == []
    await store.lobby.touch([match.table], NOW + MATCH_HOLDS)
    assert await found(store, NOW + MATCH_HOLDS) == {(match.table, True, True)}


async def test_an_invitation_names_its_host_and_ends_when_it_is_answered_or_late_or_the_table_plays(store):
    await store.rename("zoé", "Zoé", 1)
    for table in ("t", "late", "began"):
        await lay(store, table, ["zoé"], status="playing" if table == "began" else "waiting")
    calls = [invitation("ada"), invitation("ada", "late", until=NOW), invitation("ada", "began")]
    assert await store.lobby.invite(calls) == ["ada"] * 3
    assert [(call.table, call.name) for call in (await store.lobby.state_of("ada", NOW)).invitations] == [("t", "Zoé")]
    assert await store.lobby.end_invitation("ada", "t")
    assert not await store.lobby.end_invitation("ada", "t")
    assert (await store.lobby.state_of("ada", NOW)).invitations == []


async def test_who_refuses_invitations_of_somebody_gets_none_and_nobody_is_told_until_it_is_taken_back(store):
    await lay(store, "t", ["zoé"])
    await store.lobby.invite([invitation("ada")])
    await store.lobby.refuse("ada", "zoé", NOW)
    await store.lobby.refuse("ada", "zoé", NOW)
    assert (await store.lobby.state_of("ada", NOW)).invitations == []
    assert await store.lobby.invite([invitation("ada"), invitation("otto")]) == ["otto"]
    assert (await store.lobby.state_of("ada", NOW)).refused == [("zoé", "")]
    await store.lobby.allow("ada", "zoé")
    assert await store.lobby.invite([invitation("ada")]) == ["ada"]


async def test_one_knows_those_with_whom_one_has_played_the_latest_first(store):
    for person in ("zoé", "ada", "otto", "ida"):
        await store.rename(person, person.title(), 1)
    await lay(store, "first", ["zoé", "ada"], status="over")
    await lay(store, "not begun", ["zoé", "ida"])
    await lay(store, "alone", ["zoé"], status="playing", solo=True)
    await store.append("first", [Sit(3, NOW, "x")], entry("first", 3, status="over", moved=NOW - 50))
    await lay(store, "second", ["otto", "zoé"], status="playing")
    assert await store.lobby.acquaintances("zoé", 10) == [("otto", "Otto"), ("ada", "Ada")]
    assert await store.lobby.acquaintances("zoé", 1) == [("otto", "Otto")]


async def test_nothing_of_somebody_who_is_forgotten_is_left(store, behind):
    await match_for(store, seek("ada"), NOW)
    await store.lobby.invite([invitation("ada"), invitation("otto", host="ada"), invitation("otto", "u", "ida")])
    await store.lobby.refuse("ada", "otto", NOW)
    await store.lobby.refuse("ida", "ada", NOW)
    await store.forget_person("ada", NOW)
    assert await behind("SELECT person FROM match_requests") == []
    assert await behind("SELECT person, host FROM invitations") == [("otto", "ida")]
    assert await behind("SELECT person, other FROM refusals") == []
