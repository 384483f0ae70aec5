"""Several servers on one database: any of them serves any table, and all see the same."""

import asyncio
import copy
import re
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

import asyncpg
import pytest
from websockets.exceptions import ConnectionClosed

from tablee.games import find_game
from tablee.server.realtime.hub import SESSION_ENDED, Hub
from tablee.server.realtime.hub import Guest as Invited
from tablee.server.realtime.peers import pubsub
from tablee.server.realtime.peers.leases import SharedLeases
from tablee.server.storage import open_store
from tests.server.features.accounts.test_sign_in_pages import Holder
from tests.server.house import PATIENCE, Guest, House, play_together
from tests.server.realtime.test_together import hears_away, next_table

ISIS = find_game("isis")


@pytest.fixture
def servers(postgres_url, tmp_path):
    """Two servers of one house, where nobody is waited for."""
    houses = [
        House(tmp_path / name, database_url=postgres_url, message_rate=1e6, message_burst=1e6, absence=0.0)
        for name in ("one", "other")
    ]
    yield houses
    for house in houses:
        house.kill()


def at_the_other(guest, house):
    """The same person with the same cookie, who has come to another server."""
    twin = copy.copy(guest)
    twin.house = house
    return twin


def a_game_across(servers, **form):
    """Two people play, each through a server of their own: in the order of their turns."""
    first, second = (Guest(house) for house in servers)
    return play_together(first, second, **form)


async def test_two_people_on_different_servers_see_what_the_other_does(servers):
    async with a_game_across(servers) as (one, two):
        for place in range(1, 5):
            await one.act(f"pawn a{place}")
            assert (await two.hear("events", to_act=1))["events"][-1][2] == f"pawn a{place}"
            await two.act(f"pawn b{place}")
            assert (await one.hear("events", to_act=0))["events"][-1][2] == f"pawn b{place}"
        await two.hear("events", number=one.number)


async def test_a_table_that_is_ahead_of_its_database_goes_back_to_what_is_stored(servers, postgres_url):
    """As when a replica that had not stored the latest moves has become the database."""
    async with a_game_across(servers) as (one, two):
        await one.act("pawn a1")
        await two.hear("events", to_act=1)
        await two.act("pawn b1")
        latest = (await one.hear("events", to_act=0))["number"]
        database = await asyncpg.connect(postgres_url)
        await database.execute("DELETE FROM events WHERE table_id = $1 AND number = $2", one.table, latest)
        await database.execute("UPDATE directory SET number = $2 WHERE table_id = $1", one.table, latest - 1)
        for seat in (one, two):
            await seat.hear("events", to_act=1, number=latest - 1)
        await two.act("pawn b2")
        assert (await one.hear("events", to_act=0))["events"][-1][2] == "pawn b2"
        numbers = await database.fetch("SELECT number FROM events WHERE table_id = $1 ORDER BY number", one.table)
        await database.close()
        assert [number for (number,) in numbers] == list(range(1, one.number + 1))


async def test_who_goes_away_from_one_server_is_away_at_the_other(servers):
    async with a_game_across(servers) as (one, two):
        await two.socket.close()
        await hears_away(one, 1)
        async with two.guest.at(one.table) as back:
            await back.hear("table")
            while not all(participant["here"] for participant in (await one.hear("table"))["sitters"]):
                pass


async def test_who_comes_late_to_a_table_knows_who_is_there_through_the_other_server(servers):
    async with (
        a_game_across(servers) as (one, _),
        Guest(servers[0]).at(one.table) as here,
        Guest(servers[1]).at(one.table) as there,
    ):
        for onlooker in (here, there):
            about = await onlooker.hear("table")
            while not (all(participant["here"] for participant in about["sitters"]) and about["watching"] == 2):
                about = await onlooker.hear("table")
            assert about["watching"] == 2


async def test_a_server_that_is_killed_takes_its_people_with_it_and_they_go_on_at_the_other(servers):
    async with a_game_across(servers) as (one, two):
        dead = one.guest.house
        dead.kill()
        await hears_away(two, 0)
        living = two.guest.house
        async with at_the_other(one.guest, living).at(one.table, after=one.number) as back:
            await back.hear("events")
            await back.act("pawn a1")
            assert (await two.hear("events", to_act=1))["events"][-1][2] == "pawn a1"
        dead.start()


async def test_two_who_ask_for_another_game_on_two_servers_at_once_come_to_the_same_table(servers):
    async with a_game_across(servers) as (one, two):
        await one.say(do="leave")
        for seat in (one, two):
            await seat.hear("events", to_act=None)
        await asyncio.gather(one.say(do="again"), two.say(do="again"))
        found = [await next_table(seat) for seat in (one, two)]
        assert found[0][0] == found[1][0]
        shelves = [seat.guest.house.request("GET", "/", headers=seat.guest.headers)[2] for seat in (one, two)]
        for shelf in shelves:
            assert set(re.findall(r"/tables/([\w-]{12})", shelf)) - {one.table} == {found[0][0]}
        async with one.guest.at(found[0][0]) as seat:
            first, second = found[0][1]
            assert [participant["name"] for participant in (await seat.hear("table"))["sitters"]] == [second, first]


async def test_a_session_that_is_ended_at_one_server_is_hung_up_on_at_the_other(servers):
    here, there = servers
    person = Guest(here)
    table = person.open(name="Zoé")
    twin = at_the_other(person, there)
    async with twin.at(table) as seat:
        await seat.hear("table")
        _, _, page = here.request("GET", "/me", headers=person.headers)
        (session,) = set(re.findall(r'name="session" value="([^"]+)"', page))
        status, _, _ = here.request("POST", "/me/sessions/end", {"session": session}, person.headers)
        assert status == 303
        await seat.socket.wait_closed()
        assert seat.socket.close_code == 4401


# ---- who plays for the bots ----------------------------------------------------------------------------------


@asynccontextmanager
async def hubs(url, count=2):
    """Several servers' hubs on one database, in this process."""
    async with AsyncExitStack() as stack:
        made = []
        for _ in range(count):
            hub = Hub(open_store(url), bots=None)
            await hub.start()
            stack.push_async_callback(hub.store.close)
            stack.push_async_callback(hub.close)
            made.append(hub)
        yield made


async def until(is_so):
    """Ask again and again until something is so; fail if it never is."""
    async with asyncio.timeout(PATIENCE):
        while not await is_so():  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def until_prolonged(url, table):
    """Wait until a lease that holds now holds for longer."""
    connection = await asyncpg.connect(url)
    end = await connection.fetchval("SELECT until FROM leases WHERE table_id = $1", table)
    await until(lambda: connection.fetchval("SELECT until > $2 FROM leases WHERE table_id = $1", table, end))
    await connection.close()


async def table_of(hub):
    """A table at which two people play."""
    table = await hub.open(ISIS, 2, {}, solo=False)
    await hub.seat(table, [Invited("Zoé", "zoé"), Invited("Ali", "ali")])
    async with hub.visit(table) as live:
        await live.decide(lambda table, now: table.start(now))
    return table


async def test_one_server_alone_acts_by_itself_until_it_lets_go_or_is_silent(postgres_url):
    async with hubs(postgres_url) as (one, other):
        leases = [SharedLeases(hub.store, lifetime=3.0) for hub in (one, other)]
        assert [await lease.may_act("t") for lease in leases] == [True, False]
        await until_prolonged(postgres_url, "t")
        assert [await lease.may_act("t") for lease in leases] == [True, False]
        leases[0].release("t")
        await until(lambda: leases[1].may_act("t"))
        assert not await leases[0].may_act("t")
        for lease in leases:
            await lease.close()


async def test_what_a_sleeper_wants_to_store_on_a_lease_that_went_to_another_is_refused(postgres_url):
    async with hubs(postgres_url) as (one, other):
        table = await table_of(one)
        sleeper, awake = (SharedLeases(hub.store, lifetime=0.2) for hub in (one, other))
        assert await sleeper.may_act(table)
        await sleeper._keeping.stop()  # as if it slept: nothing is prolonged any more
        await until(lambda: awake.may_act(table))
        async with one.visit(table) as live:
            before = live.table.number
            with pytest.raises(Exception, match="stale"):
                await live.decisions.decide(
                    lambda table, now: table.act(0, table.step, "pawn a1", now), lease=sleeper.held(table)
                )
            assert (await one.store.numbers([table])) == {table: before}
            await live.decide(lambda table, now: table.act(0, table.step, "pawn a1", now))
            assert live.table.number > before
        await awake.close()


async def test_what_nobody_was_told_of_is_found_by_number(postgres_url):
    async with hubs(postgres_url) as (one, other):
        table = await table_of(one)
        one.store.pubsub.moved = lambda *_: None  # its news get lost from now on
        async with one.visit(table) as here, other.visit(table) as there:
            await here.decide(lambda table, now: table.act(0, table.step, "pawn a1", now))
            await until(lambda: asyncio.sleep(0, there.table.number == here.table.number))
            assert there.table.events == here.table.events


@pytest.fixture
def without_comparing(monkeypatch):
    """Nothing is found by number here: what is known was told."""
    monkeypatch.setattr(pubsub, "BEAT", 3600.0)


async def acquainted(one, other):
    """Wait until two servers know each other, and until all that they say to that has arrived."""

    def know_each_other():
        return one.store.server in other.peers.others and other.store.server in one.peers.others

    await until(lambda: asyncio.sleep(0, know_each_other()))
    for hub in (one, other):
        hub.peers.send(hub.peers.count())
    await until(lambda: asyncio.sleep(0, one.peers.elsewhere and other.peers.elsewhere))


def in_step(here, there):
    return until(lambda: asyncio.sleep(0, there.table.number == here.table.number))


@pytest.mark.usefixtures("without_comparing")
async def test_moves_happen_at_the_other_server_without_its_reading_them(postgres_url, monkeypatch):
    async with hubs(postgres_url) as (one, other):
        table = await table_of(one)
        async with one.visit(table) as here, other.visit(table) as there:
            await acquainted(one, other)
            here.hear_of(other.store.server, (), 1)
            await in_step(here, there)
            monkeypatch.setattr(other.store, "events_after", None)
            for place in range(3):
                await here.decide(partial(play, place, f"pawn {'ab'[place % 2]}{place + 1}"))
            await in_step(here, there)
            assert there.table.events == here.table.events
            assert there.table.state == here.table.state


@pytest.mark.usefixtures("without_comparing")
async def test_moves_are_told_once_somebody_looks_on_elsewhere_and_not_a_word_before(postgres_url):
    async with hubs(postgres_url) as (one, other):
        table = await table_of(one)
        async with one.visit(table) as here, other.visit(table) as there:
            await acquainted(one, other)
            known = there.table.number
            await here.decide(partial(play, 0, "pawn a1"))
            here.hear_of("a third server", (), 0)
            assert table not in one.store.pubsub._moved
            assert there.table.number == known
            here.hear_of(other.store.server, (), 1)  # what was not told is told now
            await in_step(here, there)
            await here.decide(partial(play, 1, "pawn b1"))
            await in_step(here, there)
            assert there.table.number > known
            assert there.table.events == here.table.events


def play(seat, action, table, now):
    return table.act(seat % 2, table.step, action, now)


async def test_who_signs_in_at_one_server_sits_in_the_guests_seat_at_the_other(servers):
    """The seat is the person's there at once, and the guest's connection is hung up."""
    zoe, guest, friend = Holder(servers[0]), Holder(servers[0]), Guest(servers[1])
    words = zoe.make_words()
    table = guest.open(name="Guest")
    guest_there, zoe_there = at_the_other(guest, servers[1]), at_the_other(zoe, servers[1])
    guest_there.origin = zoe_there.origin = f"http://localhost:{servers[1].port}"
    async with friend.at(table) as looking, guest_there.at(table) as old:
        await looking.hear("table")
        assert (await old.hear("table"))["you"]["sitter"] == 1
        assert guest.by_words(words)[0] == 303
        with pytest.raises(ConnectionClosed) as closed:
            await old.hear("pong")
        assert closed.value.rcvd.code == SESSION_ENDED
        async with zoe_there.at(table) as again:
            while (await again.hear("table"))["you"]["sitter"] != 1:
                pass
            while (await looking.hear("table"))["sitters"][0]["away"] is not None:
                pass
