"""Clubs in both databases: who may join, who organises, and what remains when people go."""

import asyncio

import pytest

from tablee.server.features.clubs import store as club_store
from tablee.server.features.clubs.model import MOST_CLUBS, Club

EIGHT = Club("eight", "link", "The eight", 5)


async def people(store, *names):
    for name in names:
        await store.rename(name, name.title(), 1)


async def a_club(store, *members):
    await people(store, *members)
    assert await store.clubs.make(EIGHT, members[0])
    for place, one in enumerate(members[1:], start=10):
        assert await store.clubs.join("link", one, place) == "joined"


async def names(store):
    return [one.name for one in await store.clubs.members("eight")]


async def test_one_joins_by_the_link_once(store):
    await a_club(store, "ada", "bo")
    assert await store.clubs.join("link", "bo", 99) == "joined"
    assert await names(store) == ["Ada", "Bo"]
    await people(store, "cy")
    assert await store.clubs.join("other", "cy", 99) == "gone"
    assert [(one.club, one.members) for one in await store.clubs.of("bo")] == [(EIGHT, 2)]


async def test_of_all_who_come_at_once_to_the_last_place_one_gets_it(store, monkeypatch):
    await a_club(store, "ada")
    monkeypatch.setattr(club_store, "MOST_MEMBERS", 2)
    await people(store, "bo", "cy", "di")
    found = await asyncio.gather(*(store.clubs.join("link", one, 9) for one in ("bo", "cy", "di")))
    assert sorted(found) == ["full", "full", "joined"]


async def test_nobody_is_in_any_number_of_clubs(store):
    await people(store, "ada")
    for number in range(MOST_CLUBS):
        assert await store.clubs.make(Club(f"c{number}", f"l{number}", "Club", 1), "ada")
    assert not await store.clubs.make(Club("more", "more", "Club", 1), "ada")
    assert await store.clubs.find("more") is None
    await people(store, "bo")
    assert await store.clubs.make(EIGHT, "bo")
    assert await store.clubs.join("link", "ada", 9) == "many"


async def test_only_the_organiser_changes_a_club_and_whoever_joined_next_is_the_next(store):
    await a_club(store, "ada", "bo", "cy")
    for by, may in (("bo", False), ("ada", True)):
        assert await store.clubs.rename("eight", by, f"of {by}") is may
        assert await store.clubs.renew_link("eight", by, f"link-{by}") is may
    assert (await store.clubs.find("eight")).name == "of ada"
    assert await store.clubs.at("link") is None
    await store.clubs.leave("eight", "ada")
    assert not await store.clubs.remove("eight", "bo", "bo", "new"), "one leaves by leaving"
    assert await store.clubs.remove("eight", "bo", "cy", "new")
    assert await names(store) == ["Bo"]
    assert await store.clubs.join("link-ada", "cy", 99) == "gone"


async def test_an_empty_club_goes_with_what_it_knew(store, behind):
    await a_club(store, "ada", "bo")
    await store.clubs.add_table("t", "eight", 5)
    await store.clubs.leave("eight", "ada")
    assert await store.clubs.find("eight") is not None
    await store.forget_person("bo", 9)
    assert await store.clubs.find("eight") is None
    assert await behind("SELECT count(*) FROM club_members") == await behind("SELECT count(*) FROM club_tables")


async def test_who_is_deleted_is_in_no_club_and_the_next_organises(store):
    await a_club(store, "ada", "bo")
    await store.forget_person("ada", 9)
    assert await names(store) == ["Bo"]
    assert await store.clubs.rename("eight", "bo", "The one")


@pytest.mark.parametrize("both", [False, True])
async def test_a_guest_who_signs_in_stays_in_their_clubs_once(store, both):
    await a_club(store, "ada", "guest")
    await people(store, "zoe")
    if both:
        assert await store.clubs.join("link", "zoe", 99) == "joined"
    await store.sign_in("zoe", "n" * 64, ("", "guest", "Guest"), 5, "")
    assert [one.person for one in await store.clubs.members("eight")] == ["ada", "zoe"]


async def test_the_table_that_follows_is_the_clubs_too(store, behind):
    await a_club(store, "ada")
    await store.clubs.add_table("t", "eight", 5)
    await store.clubs.follow("t", "next", 6)
    await store.clubs.follow("elsewhere", "no", 6)
    found = await behind("SELECT table_id FROM club_tables ORDER BY table_id")
    assert [row[0] for row in found] == ["next", "t"]


@pytest.mark.parametrize("called", [True, False])
async def test_one_chooses_whether_to_be_called(store, called):
    await a_club(store, "ada", "bo")
    await store.clubs.call("eight", "bo", called=called)
    assert [one.called for one in await store.clubs.members("eight")] == [True, called]
