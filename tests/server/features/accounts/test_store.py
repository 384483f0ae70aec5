"""Keys and challenges in both databases, and what becomes of a guest who signs in."""

import asyncio

import pytest

from tablee.people import Pass
from tablee.people.keys import PASSKEY, WORDS, Key
from tablee.store.desk import open_desk
from tests.store.test_forgetting import Kept, person_called

NOW = 10**12


def key(person, key_id="key", **more):
    return Key(key_id, person, PASSKEY, b"\x00public\xff", 3, "Firefox on Linux", NOW, **more)


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
    words = Key("words", zoe, WORDS, bytes(48), since=NOW + 1)
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


async def test_a_guests_seats_come_along_and_nothing_of_the_guest_is_left(store, zoe, guest, behind, database_url):
    await store.add_key(key(zoe), 2)
    kept = await Kept(store, "table").open()
    risen = await kept.do(kept.table.sit("Guest", 1), guest)
    await kept.do(kept.table.rise(risen, 2))
    sitter = await kept.do(kept.table.sit("Guest", 3), guest)
    await store.give_pass(Pass("digest", guest, "/", NOW + 100), NOW)
    await store.publish(guest, "address")
    await store.begin_session("another device", (await store.person_of("session of Guest")), NOW, "")
    desk = open_desk(database_url)
    await desk.stand(guest, "silenced", "shouting", NOW)
    signed = await sign_in(store, zoe, guest)
    assert (signed.person, signed.merged, signed.tables) == (zoe, guest, ["table"])
    assert sorted(signed.ended) == ["another device", "session of Guest"]
    assert (await store.load("table")).people == {sitter: zoe}
    assert (await store.person_of("fresh")).name == "Zoé"
    assert await store.person_of("session of Guest") is None
    assert await store.person_of("another device") is None
    assert (await desk.standings())[0] == {zoe}
    await desk.close()
    for table in ("sitters", "risen", "passes", "profiles", "sessions", "standings", "keys"):
        assert (guest,) not in await behind(f"SELECT person FROM {table}")
    assert await behind("SELECT id FROM persons") == [(zoe,)]


async def test_who_has_a_key_stays_somebody_else(store, zoe, guest):
    await store.add_key(key(zoe), 2)
    await store.add_key(key(guest, "of the guest"), 2)
    kept = await Kept(store, "table").open()
    sitter = await kept.do(kept.table.sit("Guest", 3), guest)
    await store.begin_session("another device", (await store.person_of("session of Guest")), NOW, "")
    signed = await sign_in(store, zoe, guest)
    assert (signed.merged, signed.tables, signed.ended) == ("", [], ["session of Guest"])
    assert (await store.load("table")).people == {sitter: guest}
    assert (await store.person_of("another device")).id == guest
    assert (await store.person_of("fresh")).id == zoe


async def test_who_sat_opposite_themselves_plays_both_seats_from_then_on(store, zoe, guest):
    kept = await Kept(store, "table").open()
    own = await kept.do(kept.table.sit("Zoé", 1), zoe)
    other = await kept.do(kept.table.sit("Guest", 2), guest)
    await sign_in(store, zoe, guest)
    assert (await store.load("table")).people == {own: zoe, other: zoe}
    [(_, sitters)] = await store.entries_of(zoe, unfinished=True, most=9)
    assert sitters == [own, other]


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
    for table in ("keys", "profiles", "challenges"):
        assert await behind(f"SELECT * FROM {table}") == []
