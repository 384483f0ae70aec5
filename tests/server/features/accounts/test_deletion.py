"""People are forgotten on all servers, and those who never came back once a day."""

from contextlib import AsyncExitStack

import pytest

from tablee.games import find_game
from tablee.server.features.accounts.deletion import InactivityDeletion, forget
from tablee.server.features.accounts.model import Person
from tablee.server.realtime.hub import Guest as Invited
from tablee.server.table.clock import A_DAY
from tests.server.realtime.peers.test_servers import a_game_across, hubs, servers

__all__ = ["servers"]

ISIS = find_game("isis")
TODAY = 1000 * A_DAY


async def table_of(hub, *people):
    """A table with a game of these people; their names are their ids."""
    table = await hub.open(ISIS, 2, {}, solo=False)
    await hub.seat(table, [Invited(person, person) for person in people])
    async with hub.visit(table) as live:
        await live.decide(lambda table, now: table.start(now))
    return table


async def known(store, person, seen):
    """Somebody who was last there at a time."""
    await store.rename(person, person, seen)
    await store.begin_session(f"session of {person}", Person(person), seen, "")


@pytest.fixture(params=["sqlite", "postgres"])
def url(request, tmp_path):
    return request.getfixturevalue("postgres_url") if request.param == "postgres" else f"sqlite:///{tmp_path}/t.db"


async def test_those_are_forgotten_who_have_not_come_for_so_long_and_nobody_else(url):
    async with hubs(url, 1) as (hub,):
        for person, seen in (("Zoé", TODAY - 401 * A_DAY), ("Otto", TODAY - 399 * A_DAY)):
            await known(hub.store, person, seen)
        table = await table_of(hub, "Zoé", "Otto")
        assert await InactivityDeletion(hub, 400, lambda: TODAY).forget_today()
        assert await hub.store.person_of("session of Zoé") is None
        assert (await hub.store.person_of("session of Otto")).id == "Otto"
        entry = await hub.store.entry(table)
        assert {one.name: bool(one.stand_in) for one in entry.participants} == {"": True, "Otto": False}


async def test_it_is_done_by_one_server_a_day_and_never_if_the_host_says_so(url):
    async with AsyncExitStack() as stack:
        (hub,) = await stack.enter_async_context(hubs(url, 1))
        (other,) = await stack.enter_async_context(hubs(url, 1))
        await known(hub.store, "Zoé", 0)
        assert not await InactivityDeletion(hub, 0, lambda: TODAY).forget_today()
        assert (await hub.store.person_of("session of Zoé")).id == "Zoé"
        assert await InactivityDeletion(hub, 400, lambda: TODAY).forget_today()
        assert not await InactivityDeletion(other, 400, lambda: TODAY).forget_today()


async def test_a_server_that_has_the_table_in_memory_hears_of_it(postgres_url):
    async with hubs(postgres_url) as (hub, other):
        table = await table_of(hub, "Zoé", "Otto")
        async with other.visit(table) as live:
            assert {one.name for one in live.table.participants} == {"Zoé", "Otto"}
            await forget(hub, "Zoé")
            await live.decisions.catch_up((await hub.store.entry(table)).number)
            assert {one.name for one in live.table.participants} == {"", "Otto"}
            assert list(live.people.values()) == ["Otto"]
            assert "Zoé" not in str(live.table.events)


async def test_who_deletes_everything_at_one_server_is_someone_at_the_other(servers):
    async with a_game_across(servers) as (one, two):
        gone, left = (one, two) if one.guest.house is servers[0] else (two, one)
        status, _, _ = servers[0].request("POST", "/me/delete", {"sure": "yes"}, gone.guest.headers)
        assert status == 303
        told = await left.hear("table")
        while [participant["name"] for participant in told["sitters"]].count("Someone") != 1:
            told = await left.hear("table")
        assert "Zoé" not in str(told)
