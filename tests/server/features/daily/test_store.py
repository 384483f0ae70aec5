"""Deals in both databases: one seed a day, whoever asks; one table a person; nothing is left of who is forgotten."""

import asyncio

import pytest

from tablee.server.features.daily.model import Day, DealPlay, outcome_of
from tablee.server.storage import open_store
from tests.server.features.accounts.test_store import sign_in
from tests.server.storage.test_forgetting import finished, person_called

TODAY = Day("2026-11-17", "isis", 2, 3, b"secret", 5)


@pytest.fixture
async def people(store):
    return [await person_called(store, name) for name in ("Zoé Martin", "Otto")]


def play(person, table="over", deal="2026-11-17", at=7):
    return DealPlay(deal, person, "", table, f"card {deal} {person}", at)


async def test_of_all_who_plan_a_day_at_once_one_is_believed_by_all(database_url):
    stores = [open_store(database_url) for _ in range(3)]
    planned = [
        store.daily.plan(Day("2026-11-17", "isis", 2, 3, bytes([place]), place))
        for place, store in enumerate(stores * 3)
    ]
    found = await asyncio.gather(*planned)
    assert len({day.secret for day in found}) == 1
    begun = [store.daily.begin(found[0].begun([f"{place:032x}"])) for place, store in enumerate(stores * 3)]
    seeds = {day.seed for day in await asyncio.gather(*begun)}
    assert {(await stores[0].daily.day("2026-11-17")).seed} == seeds != {b""}
    for store in stores:
        await store.close()


async def test_a_day_that_has_begun_stays_as_it_is(store):
    planned = await store.daily.plan(TODAY)
    assert planned == TODAY
    begun = await store.daily.begin(planned.begun(["ab" * 16]))
    assert begun.nonces == ("ab" * 16,)
    assert await store.daily.begin(planned.begun([])) == begun
    assert await store.daily.plan(Day("2026-11-17", "morfals", 4, 1, b"x", 9)) == begun
    await store.daily.refer("2026-11-17", "one")
    await store.daily.refer("2026-11-17", "two")
    assert (await store.daily.day("2026-11-17")).reference == "one"
    assert await store.daily.day("2026-11-18") is None
    assert [day.day for day in await store.daily.latest("2026-11-17", 5)] == ["2026-11-17"]


async def test_who_has_taken_a_deal_has_taken_it(store, people):
    zoe, otto = people
    first = await store.daily.take(play(zoe, "one"))
    again = await store.daily.take(DealPlay("2026-11-17", zoe, "", "two", "another card", 9))
    assert (first.table, again.table, again.card) == ("one", "one", first.card)
    assert (await store.daily.take(play(otto, "two", at=8))).table == "two"
    assert await store.daily.take(play("nobody")) is None
    await store.publish(otto, "address")
    plays = await store.daily.plays("2026-11-17", 9)
    assert [(one.person, one.name) for one in plays] == [(zoe, ""), (otto, "Otto")]
    assert (await store.daily.shown_at(first.card)).person == zoe
    assert await store.daily.shown_at("card") is None


async def test_a_result_is_told_by_the_directory(store, people):
    zoe, _ = people
    kept = await finished(store, people)
    await store.daily.take(play(zoe, "elsewhere", deal="2026-11-16", at=6))
    await store.daily.take(play(zoe))
    latest, earlier = await store.daily.of(zoe, 5)
    assert (latest.is_over, latest.ended) == (True, 8)
    own = next(one.seat for one in kept.table.seats if one.name == "Zoé la Grande")
    assert outcome_of(latest.entry).won == (own in kept.table.result.winners)
    assert (earlier.entry, earlier.ended, earlier.is_over) == (None, None, False)


async def test_nothing_is_left_of_who_is_forgotten(store, people, behind):
    zoe, otto = people
    await store.daily.take(play(zoe))
    await store.daily.take(play(otto))
    await store.forget_person(zoe, 10)
    assert await behind("SELECT person FROM deal_plays") == [(otto,)]
    assert await store.daily.take(play(zoe)) is None


async def test_a_guests_deals_come_along_unless_one_has_played_them_oneself(store, people, behind):
    zoe, guest = people
    await store.daily.take(play(zoe, "own"))
    await store.daily.take(play(guest, "twice"))
    await store.daily.take(play(guest, "new", deal="2026-11-16"))
    await sign_in(store, zoe, guest, name="Otto")
    assert sorted(await behind("SELECT person, table_id FROM deal_plays")) == sorted([(zoe, "own"), (zoe, "new")])
