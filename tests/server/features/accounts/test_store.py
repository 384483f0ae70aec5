"""Keys and challenges in both databases, and what becomes of a guest who signs in."""

import asyncio

import pytest

from tablee.server.features.accounts.model import PASSKEY, WORDS, DeviceLink, Person, Session, SignInKey
from tablee.server.storage import NotSaved, open_store
from tablee.server.table.clock import AN_HOUR
from tests.server.storage.test_forgetting import Kept, person_called

NOW = 10**12


def key(person, key_id="key", **more):
    return SignInKey(key_id, person, PASSKEY, b"\x00public\xff", 3, "Firefox on Linux", NOW, **more)


@pytest.fixture
async def zoe(store):
    return await person_called(store, "Zoé")


@pytest.fixture
async def guest(store):
    """Somebody without a key, who plays."""
    return await person_called(store, "Guest")


async def sign_in(store, person, guest="", session="fresh", name="Guest"):
    former = f"session of {name}" if guest else ""
    return await store.sign_in(person, session, (former, guest, name if guest else ""), NOW, "Safari on iPhone")


async def test_a_key_is_found_as_it_was_kept_by_its_id_and_by_its_person(store, zoe):
    kept = key(zoe)
    words = SignInKey("words", zoe, WORDS, bytes(48), since=NOW + 1)
    assert await store.add_key(kept, 2)
    assert await store.add_key(words, 2)
    assert await store.find_key("key") == kept
    assert await store.keys_of(zoe) == [kept, words]
    assert await store.find_key("other") is None


async def test_nobody_takes_an_id_that_is_taken_and_nobody_has_too_many(store, zoe, guest):
    assert await store.add_key(key(zoe), 2)
    assert not await store.add_key(key(guest), 2)
    assert (await store.find_key("key")).person == zoe
    assert await store.add_key(key(zoe, "second"), 2)
    assert not await store.add_key(key(zoe, "third"), 2)
    assert not await store.add_key(key("nobody", "fourth"), 2)


async def test_of_two_who_use_a_key_at_the_same_count_one_has(store, zoe):
    kept = key(zoe)
    await store.add_key(kept, 2)

    assert sorted(await asyncio.gather(*(store.use_key(kept, 4, NOW + 5) for _ in range(4)))) == [*[False] * 3, True]
    found = await store.find_key("key")
    assert (found.counter, found.used) == (4, NOW + 5)


async def test_one_removes_ones_own_keys_alone(store, zoe, guest):
    await store.add_key(key(zoe), 2)
    assert not await store.remove_key(guest, "key")
    assert await store.remove_key(zoe, "key")
    assert await store.keys_of(zoe) == []


async def test_a_challenge_is_answered_once_by_whom_it_was_given_to_for_what_and_in_time(store, behind):
    await store.give_challenge("digest", "session", "sign in", NOW + 100, NOW)
    assert not await store.take_challenge("digest", "another session", "sign in", NOW)
    assert not await store.take_challenge("digest", "session", "new key", NOW)
    assert not await store.take_challenge("digest", "session", "sign in", NOW + 100)
    assert not await store.take_challenge("other", "session", "sign in", NOW)
    assert await store.take_challenge("digest", "session", "sign in", NOW + 99)
    assert not await store.take_challenge("digest", "session", "sign in", NOW + 99)
    await store.give_challenge("late", "one", "sign in", NOW, NOW - 1)
    await store.give_challenge("first", "session", "sign in", NOW + 100, NOW)
    await store.give_challenge("second", "session", "sign in", NOW + 100, NOW)
    assert await behind("SELECT digest FROM challenges") == [("second",)]


async def test_many_who_are_asked_at_once_do_not_disturb_each_other(store):
    given = [store.give_challenge(f"digest {n}", f"session {n}", "sign in", NOW + 100, NOW) for n in range(8)]
    await asyncio.gather(*given)
    taken = [store.take_challenge(f"digest {n}", f"session {n}", "sign in", NOW) for n in range(8)]
    assert await asyncio.gather(*taken) == [True] * 8


async def test_a_guests_seats_come_along_and_nothing_of_the_guest_is_left(store, zoe, guest, behind):
    await store.add_key(key(zoe), 2)
    kept = await Kept(store, "table").open()
    risen = await kept.do(kept.table.sit("Guest", 1), guest)
    await kept.do(kept.table.rise(risen, 2))
    participant = await kept.do(kept.table.sit("Guest", 3), guest)
    await store.add_device_link(DeviceLink("digest", guest, "/", NOW + 100), NOW)
    await store.publish(guest, "address")
    await store.begin_session("another device", (await store.person_of("session of Guest")), NOW, "")
    moderation = store.moderation
    await moderation.sanction(guest, "silenced", "shouting", NOW)
    signed = await sign_in(store, zoe, guest)
    assert (signed.person, signed.merged, signed.tables) == (zoe, guest, ["table"])
    assert sorted(signed.ended) == ["another device", "session of Guest"]
    assert (await store.load("table")).people == {participant: zoe}
    assert (await store.person_of("fresh")).name == "Zoé"
    assert await store.person_of("session of Guest") is None
    assert await store.person_of("another device") is None
    assert (await moderation.sanctions())[0] == {zoe}
    for table in (
        "participants",
        "former_participants",
        "device_links",
        "profiles",
        "sessions",
        "sanctions",
        "sign_in_keys",
    ):
        assert (guest,) not in await behind(f"SELECT person FROM {table}")
    assert await behind("SELECT id FROM persons") == [(zoe,)]


async def test_who_has_a_key_stays_somebody_else(store, zoe, guest):
    await store.add_key(key(zoe), 2)
    await store.add_key(key(guest, "of the guest"), 2)
    kept = await Kept(store, "table").open()
    participant = await kept.do(kept.table.sit("Guest", 3), guest)
    await store.begin_session("another device", (await store.person_of("session of Guest")), NOW, "")
    signed = await sign_in(store, zoe, guest)
    assert (signed.merged, signed.tables, signed.ended) == ("", [], ["session of Guest"])
    assert (await store.load("table")).people == {participant: guest}
    assert (await store.person_of("another device")).id == guest
    assert (await store.person_of("fresh")).id == zoe


async def test_who_sat_opposite_themselves_plays_both_seats_from_then_on(store, zoe, guest):
    kept = await Kept(store, "table").open()
    own = await kept.do(kept.table.sit("Zoé", 1), zoe)
    other = await kept.do(kept.table.sit("Guest", 2), guest)
    await sign_in(store, zoe, guest)
    assert (await store.load("table")).people == {own: zoe, other: zoe}
    [(_, participants)] = await store.entries_of(zoe, unfinished=True, most=9)
    assert participants == [own, other]


async def test_a_guest_gives_a_name_to_who_has_none(store, guest):
    nameless = await store.begin_session("session of nobody", None, 1, "")
    await sign_in(store, nameless.id, guest)
    assert await store.name_of(nameless.id) == "Guest"


async def test_whoever_signs_in_as_who_they_are_gets_a_fresh_session_in_the_place_of_the_old(store, zoe):
    signed = await sign_in(store, zoe, zoe, name="Zoé")
    assert (signed.merged, signed.ended) == ("", ["session of Zoé"])
    assert [one.id for one in await store.sessions_of(zoe)] == ["fresh"]


async def test_nobody_signs_in_as_who_is_not_there_and_the_guest_stays(store, guest):
    assert await sign_in(store, "forgotten", guest) is None
    assert await store.name_of(guest) == "Guest"


async def test_with_a_person_their_keys_are_forgotten(store, zoe, behind):
    await store.add_key(key(zoe), 2)
    await store.publish(zoe, "address")
    await store.give_challenge("digest", "session of Zoé", "sign in", NOW + 100, NOW)
    await store.forget_person(zoe, NOW)
    for table in ("sign_in_keys", "profiles", "challenges"):
        assert await behind(f"SELECT * FROM {table}") == []


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


def one(digest="digest", person="zoé", until=2000):
    return DeviceLink(digest, person, "/tables/k3v9", until)


async def test_one_that_was_given_is_found_until_it_ends(store):
    await store.add_device_link(one(), 1000)
    assert await store.find_device_link("digest", 1999) == one()
    assert await store.find_device_link("digest", 2000) is None
    assert await store.use_device_link("digest", 2000) is None
    assert await store.find_device_link("another", 1000) is None


async def test_it_is_used_once(store):
    await store.add_device_link(one(), 1000)
    assert await store.use_device_link("digest", 1500) == one()
    assert await store.use_device_link("digest", 1500) is None
    assert await store.find_device_link("digest", 1500) is None


async def test_of_many_who_use_it_at_once_on_two_servers_one_gets_it(store, database_url):
    other = open_store(database_url)
    await store.add_device_link(one(), 1000)
    used = await asyncio.gather(*(server.use_device_link("digest", 1500) for server in (store, other) * 10))
    await other.close()
    assert sorted(used, key=bool) == [None] * 19 + [one()]


async def test_a_person_has_one_at_a_time_and_those_that_have_ended_are_forgotten(store, behind):
    await store.add_device_link(one("first", until=1100), 1000)
    await store.add_device_link(one("otto's", "otto", until=1200), 1000)
    await store.add_device_link(one("second"), 1000)
    assert await store.find_device_link("first", 1000) is None
    assert await store.find_device_link("otto's", 1000) is not None
    await store.add_device_link(one("ada's", "ada"), 1500)
    assert await behind("SELECT digest FROM device_links ORDER BY digest") == [("ada's",), ("second",)]


async def test_of_many_asked_for_at_once_on_two_servers_one_holds(store, database_url, behind):
    other = open_store(database_url)
    given = [server.add_device_link(one(f"{place}"), 1000) for place, server in enumerate((store, other) * 10)]
    await asyncio.gather(*given)
    await other.close()
    assert await behind("SELECT count(*) FROM device_links") == [(1,)]


async def test_none_of_a_person_holds_when_a_session_has_ended(store):
    zoe = await store.begin_session("laptop", None, 1, "")
    await store.begin_session("phone", zoe, 1, "")
    for digest, person in (("hers", zoe.id), ("otto's", "otto")):
        await store.add_device_link(one(digest, person), 1000)
    assert not await store.end_session(zoe.id, "no session")
    assert await store.find_device_link("hers", 1000) is not None
    assert await store.end_session(zoe.id, "phone")
    assert await store.find_device_link("hers", 1000) is None
    assert await store.find_device_link("otto's", 1000) is not None
