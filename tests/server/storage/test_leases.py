"""Leases: one server acts for a table, by the clock of the database; who has lost its lease stores nothing under it."""

import asyncio

import asyncpg
import pytest

from tablee.server.storage import Conflict, Fenced, Lease, open_store
from tablee.server.table.events import Act
from tests.server.storage.entries import entry

LONG, SHORT = 60.0, 0.15


async def until_over(store, table, server):
    """Ask for the lease of a table until its holder has lost it."""
    async with asyncio.timeout(60):
        while True:
            if lease := await store.take_lease(table, server, LONG):
                return lease
            await asyncio.sleep(0.02)


async def test_one_server_gets_it_and_the_others_do_not(store):
    lease = await store.take_lease("t1", "first", LONG)
    assert (lease.table, lease.server) == ("t1", "first")
    assert await store.take_lease("t1", "second", LONG) is None
    assert (await store.take_lease("t2", "second", LONG)).server == "second"


async def test_whoever_has_it_keeps_it_under_the_same_token(store):
    lease = await store.take_lease("t1", "first", LONG)
    assert await store.take_lease("t1", "first", LONG) == lease
    assert await store.keep_leases([lease], LONG) == {"t1"}
    assert await store.take_lease("t1", "first", LONG) == lease


async def test_of_many_who_ask_at_once_one_gets_it(store):
    found = await asyncio.gather(*(store.take_lease("t1", f"server {index}", LONG) for index in range(20)))
    assert sum(lease is not None for lease in found) == 1


WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


async def test_in_postgresql_who_waited_for_another_and_reckoned_its_end_earlier_does_not_get_it(postgres_url):
    store = open_store(postgres_url, 60.0)
    one, watcher = await asyncpg.connect(postgres_url), await asyncpg.connect(postgres_url)
    values = "t1", "first", int(LONG * 1000)
    async with one.transaction():
        token = await one.fetchval(store._take_lease, *values)
        second = asyncio.create_task(store.take_lease("t1", "second", LONG))
        async with asyncio.timeout(60):
            while not await watcher.fetchval(WAITING):
                assert not second.done()
        assert await one.fetchval(store._take_lease, *values) == token  # its end is the later one now
    assert await second is None
    for connection in (one, watcher, store):
        await connection.close()


async def test_one_that_has_ended_goes_to_who_asks_with_a_greater_token(store):
    first = await store.take_lease("t1", "first", SHORT)
    second = await until_over(store, "t1", "second")
    assert second.token > first.token
    assert await store.keep_leases([first], LONG) == set()
    assert await store.take_lease("t1", "first", LONG) is None


async def test_who_comes_back_to_its_own_after_it_has_ended_has_another(store):
    first = await store.take_lease("t1", "first", SHORT)
    await asyncio.sleep(SHORT * 2)
    assert (await store.take_lease("t1", "first", LONG)).token > first.token


async def test_many_are_prolonged_at_once(store):
    leases = [await store.take_lease(f"t{index}", "first", SHORT) for index in range(5)]
    strange = Lease("t9", "first", 12345)
    assert await store.keep_leases([*leases, strange], LONG) == {"t0", "t1", "t2", "t3", "t4"}
    await asyncio.sleep(SHORT * 2)
    assert [await store.take_lease(f"t{index}", "second", LONG) for index in range(5)] == [None] * 5
    assert await store.keep_leases([], LONG) == set()


async def test_one_that_is_released_can_be_had_at_once(store):
    first = await store.take_lease("t1", "first", LONG)
    await store.release_leases([first])
    second = await store.take_lease("t1", "second", LONG)
    assert second.token > first.token
    await store.release_leases([first])  # it is another's
    assert await store.take_lease("t1", "first", LONG) is None
    await store.release_leases([])


async def test_one_that_ends_later_than_any_could_is_over_for_the_clock_was_put_back(store, behind):
    await store.take_lease("t1", "first", LONG)
    await behind("UPDATE leases SET until = until + 3600000")
    assert (await store.take_lease("t1", "second", LONG)).server == "second"


async def test_who_holds_it_stores_under_it_and_who_has_lost_it_does_not(store, behind):
    first = await store.take_lease("t1", "first", SHORT)
    await store.append("t1", [Act(1, 0, 0, "pawn a1")], entry("t1", 1), fence=first)
    second = await until_over(store, "t1", "second")
    with pytest.raises(Fenced):
        await store.append("t1", [Act(2, 0, 0, "pawn b1")], entry("t1", 2), {7: "person"}, fence=first)
    await store.append("t1", [Act(2, 0, 0, "pawn c1")], entry("t1", 2), fence=second)
    await store.release_leases([second])
    with pytest.raises(Fenced):
        await store.append("t1", [Act(3, 0, 0, "pawn d1")], entry("t1", 3), fence=second)
    assert await behind("SELECT count(*) FROM events") == [(2,)]
    assert await behind("SELECT count(*) FROM participants") == [(0,)]


async def test_who_is_fenced_off_does_not_harm_what_is_committed_with_it(store, behind):
    held = await store.take_lease("t1", "first", LONG)
    lost = Lease("t2", "first", held.token + 1000)
    await store.append("t4", [Act(1, 0, 0, "pawn a1")], entry("t4", 1))

    def append(table, fence=None):
        return store.append(table, [Act(1, 0, 0, "pawn a1")], entry(table, 1), fence=fence)

    appends = [append("t1", held), append("t2", lost), append("t3"), append("t4")]
    good, fenced, also_good, late = await asyncio.gather(*appends, return_exceptions=True)
    assert (good, also_good) == (None, None)
    assert (type(fenced), type(late)) == (Fenced, Conflict)
    assert await behind("SELECT table_id FROM events ORDER BY table_id") == [("t1",), ("t3",), ("t4",)]


async def test_two_open_stores_see_the_same_leases(store, database_url):
    other = open_store(database_url)
    lease = await store.take_lease("t1", store.server, LONG)
    assert await other.take_lease("t1", other.server, LONG) is None
    await store.release_leases([lease])
    assert (await other.take_lease("t1", other.server, LONG)).server == other.server != store.server
    await other.close()
