"""Persons and their sessions in the store."""

import asyncio

import pytest

from tablee.people import Person, Session
from tablee.store import NotSaved
from tablee.store.interface import AN_HOUR


async def test_of_who_has_never_done_anything_nothing_is_known(store):
    assert await store.person_of("session") is None
    assert await store.name_of("person") == ""
    assert await store.sessions_of("person") == []


async def test_a_session_is_one_of_somebody_new_or_of_somebody_known(store):
    person = await store.begin_session("laptop", None, 1000, "Firefox on Linux")
    assert (person.name, person.since) == ("", 1000)
    assert person.id != "laptop"
    assert await store.begin_session("phone", person, 2000, "Safari on iPhone") == person
    assert await store.person_of("phone") == person == await store.person_of("laptop")
    assert await store.sessions_of(person.id) == [
        Session("phone", person.id, 2000, 2000, "Safari on iPhone"),
        Session("laptop", person.id, 1000, 1000, "Firefox on Linux"),
    ]


async def test_two_tabs_that_begin_one_session_at_once_are_one_person(store, behind):
    tabs = (store.begin_session("session", None, now, "") for now in range(20))
    persons = set(await asyncio.gather(*tabs))
    assert len(persons) == 1
    assert await behind("SELECT count(*) FROM persons") == [(1,)]


async def test_a_session_never_becomes_somebody_elses(store):
    one = await store.begin_session("one", None, 1, "")
    other = await store.begin_session("other", None, 1, "")
    assert await store.begin_session("one", other, 2, "") == one


async def test_there_is_no_session_of_nobody(store):
    with pytest.raises(NotSaved):
        await store.begin_session("session", Person("never kept"), 1, "")
    assert await store.person_of("session") is None


async def test_one_ends_ones_own_sessions_and_no_others(store):
    one = await store.begin_session("one", None, 1, "")
    await store.begin_session("also one", one, 1, "")
    other = await store.begin_session("other", None, 1, "")
    assert not await store.end_session(one.id, "other")
    assert await store.person_of("other") == other
    assert await store.end_session(one.id, "also one")
    assert not await store.end_session(one.id, "also one")
    assert await store.person_of("also one") is None
    assert await store.person_of("one") == one


async def test_who_comes_back_with_an_ended_session_is_somebody_new(store):
    one = await store.begin_session("session", None, 1, "")
    await store.end_session(one.id, "session")
    assert (await store.begin_session("session", None, 2, "")).id != one.id


async def test_when_a_session_was_there_is_written_down_once_an_hour(store):
    person = await store.begin_session("session", None, 1000, "")
    seen = []
    for now in (1000 + AN_HOUR - 1, 1000 + AN_HOUR, 1000 + 2 * AN_HOUR - 1, 500, 1000 + 3 * AN_HOUR):
        await store.saw_session("session", now)
        seen.append((await store.sessions_of(person.id))[0].seen)
    first, second, third = 1000, 1000 + AN_HOUR, 1000 + 3 * AN_HOUR
    assert seen == [first, second, second, second, third]


async def test_names_are_remembered(store):
    person = await store.begin_session("session", None, 1, "")
    await store.rename(person.id, "Zoé", 2)
    await store.rename(person.id, "Zoé B.", 3)
    assert await store.name_of(person.id) == "Zoé B."
    assert await store.person_of("session") == Person(person.id, "Zoé B.", 1)
