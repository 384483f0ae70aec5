"""Passes to another device: each works once, for a while, and not after a session was ended."""

import asyncio

from tablee.people import Pass
from tablee.store import open_store


def one(digest="digest", person="zoé", until=2000):
    return Pass(digest, person, "/tables/k3v9", until)


async def test_one_that_was_given_is_found_until_it_ends(store):
    await store.give_pass(one(), 1000)
    assert await store.find_pass("digest", 1999) == one()
    assert await store.find_pass("digest", 2000) is None
    assert await store.use_pass("digest", 2000) is None
    assert await store.find_pass("another", 1000) is None


async def test_it_is_used_once(store):
    await store.give_pass(one(), 1000)
    assert await store.use_pass("digest", 1500) == one()
    assert await store.use_pass("digest", 1500) is None
    assert await store.find_pass("digest", 1500) is None


async def test_of_many_who_use_it_at_once_on_two_servers_one_gets_it(store, database_url):
    other = open_store(database_url)
    await store.give_pass(one(), 1000)
    used = await asyncio.gather(*(server.use_pass("digest", 1500) for server in (store, other) * 10))
    await other.close()
    assert sorted(used, key=bool) == [None] * 19 + [one()]


async def test_a_person_has_one_at_a_time_and_those_that_have_ended_are_forgotten(store, behind):
    await store.give_pass(one("first", until=1100), 1000)
    await store.give_pass(one("otto's", "otto", until=1200), 1000)
    await store.give_pass(one("second"), 1000)
    assert await store.find_pass("first", 1000) is None
    assert await store.find_pass("otto's", 1000) is not None
    await store.give_pass(one("ada's", "ada"), 1500)
    assert await behind("SELECT digest FROM passes ORDER BY digest") == [("ada's",), ("second",)]


async def test_none_of_a_person_holds_when_a_session_has_ended(store):
    zoe = await store.begin_session("laptop", None, 1, "")
    await store.begin_session("phone", zoe, 1, "")
    for digest, person in (("hers", zoe.id), ("otto's", "otto")):
        await store.give_pass(one(digest, person), 1000)
    assert not await store.end_session(zoe.id, "no session")
    assert await store.find_pass("hers", 1000) is not None
    assert await store.end_session(zoe.id, "phone")
    assert await store.find_pass("hers", 1000) is None
    assert await store.find_pass("otto's", 1000) is not None
