"""Clocks run by themselves: with nobody there, after a restart, and once with several servers."""

import asyncio
from contextlib import asynccontextmanager

import pytest

from tablee.games import find_game
from tablee.server.features.ratings.service import compare
from tablee.server.realtime.clock_watch import ASLEEP, BEAT, TOLERANCE
from tablee.server.realtime.hub import Guest, Hub
from tablee.server.storage import NotSaved, open_store
from tablee.server.table.clock import A_DAY
from tablee.server.table.events import Refused
from tests.server.house import PATIENCE
from tests.server.house import Guest as Person
from tests.server.realtime.test_decisions import Gate
from tests.server.table.clocked import DAYS, LIVE
from tests.server.table.tables import NOW

ISIS = find_game("isis")


class Time:
    """What time it is: whatever a test says."""

    def __init__(self):
        self.now = NOW

    def __call__(self):
        return self.now

    async def pass_at(self, *hubs, milliseconds):
        """So long nothing happens, with those awake; then all of them look at once."""
        self.now += milliseconds
        for hub in hubs:
            hub.clock_watch.awake = self.now
        await asyncio.gather(*(hub.clock_watch.look() for hub in hubs))


@asynccontextmanager
async def a_house(url, time, *, gate=False):
    """A server's hub whose watch looks only when it is told to."""
    store = Gate(open_store(url)) if gate else open_store(url)
    hub = Hub(store, bots=None, clock=time)
    await hub.peers.open()
    await hub.clock_watch.look()
    try:
        yield hub
    finally:
        await hub.close()
        await store.close()


async def a_table(hub, clock, *, rated=False, people=2):
    """A table at which people play; returns its id."""
    table = await hub.open(ISIS, people, {}, solo=False, clock=clock, rated=rated)
    await hub.seat(table, [Guest(name, name.lower()) for name in ("Zoé", "Ali", "Eva")[:people]])
    async with hub.visit(table) as live:
        await live.decide(lambda table, now: table.start(now))
    return table


async def kinds(hub, table):
    """What has happened since the game began."""
    events = [event.kind for event in (await hub.store.load(table)).events]
    return events[events.index("start") + 1 :]


async def idle(hub):
    """Wait until nothing is in memory any more: bots have played."""
    async with asyncio.timeout(PATIENCE):
        while hub.tables:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path}/tables.db"


@pytest.fixture
def time():
    return Time()


@pytest.mark.parametrize("clock", [LIVE, DAYS], ids=["live", "days"])
async def test_when_time_is_up_a_bot_plays_on_though_nobody_is_connected(url, time, clock):
    async with a_house(url, time) as hub:
        table = await a_table(hub, clock)
        await idle(hub)  # by days it is looked whether anybody has a plan
        assert hub.tables == {}
        await time.pass_at(hub, milliseconds=clock.bank + clock.turn + TOLERANCE - 1)
        assert await kinds(hub, table) == []
        await time.pass_at(hub, milliseconds=1)
        await idle(hub)
        happened = await kinds(hub, table)
        assert happened[0] == "hand"
        assert "act" in happened  # for the other, who waits
        assert (await hub.store.entry(table)).due == time.now + clock.bank + clock.turn


async def test_with_nobody_left_to_wait_nothing_goes_on(url, time):
    async with a_house(url, time) as hub:
        table = await a_table(hub, LIVE)
        for _ in range(2):
            await time.pass_at(hub, milliseconds=LIVE.bank + TOLERANCE)
            await idle(hub)
        happened = await kinds(hub, table)
        assert happened.count("hand") == 2
        assert happened[-1] == "hand"
        assert (await hub.store.entry(table)).due is None
        assert await hub.store.due(10) == []


async def first_move(hub, table):
    """A rated game that is left before does not count."""
    async with hub.visit(table) as live:
        await live.decide(lambda table, now: table.act(table.to_act, table.step, "pawn a1", now))


async def test_where_it_counts_who_is_out_of_time_has_left(url, time):
    async with a_house(url, time) as hub:
        table = await a_table(hub, LIVE, rated=True)
        await first_move(hub, table)
        await time.pass_at(hub, milliseconds=LIVE.bank + TOLERANCE)
        assert await kinds(hub, table) == ["act", "leave", "over"]
        await time.pass_at(hub, milliseconds=BEAT)
        assert [len(await hub.store.ratings.of(person)) for person in ("zoé", "ali")] == [1, 1]
        [stays, left] = sorted((await hub.store.ratings.ledger()).ratings.values(), key=lambda one: -one.rating.mu)
        assert (stays.rating.points, left.rating.points) == (1579, 1421)
        assert await compare(hub.store) == (1, [])


async def test_what_was_over_when_the_house_was_shut_is_counted_when_it_opens(url, time):
    async with a_house(url, time) as hub:
        table = await a_table(hub, LIVE, rated=True)
        await first_move(hub, table)
        async with hub.visit(table) as live:
            await live.decide(lambda table, now: table.leave(0, now))
        assert await hub.store.ratings.waiting(10) == [table]
    async with a_house(url, time) as hub:
        assert await hub.store.ratings.waiting(10) == []
        assert await compare(hub.store) == (1, [])


async def test_who_plays_in_time_is_never_out_of_it(url, time):
    async with a_house(url, time) as hub:
        table = await a_table(hub, LIVE)
        for place in range(1, 7):
            await time.pass_at(hub, milliseconds=LIVE.bank // 4)
            async with hub.visit(table) as live:
                square = f"{'ab'[place % 2]}{(place + 1) // 2}"
                await live.decide(lambda table, now, to=square: table.act(table.to_act, table.step, f"pawn {to}", now))
        assert await kinds(hub, table) == ["act"] * 6


async def test_no_time_is_lost_while_the_house_is_shut_and_the_log_says_so(url, time):
    async with a_house(url, time) as hub:
        table = await a_table(hub, LIVE)
        await time.pass_at(hub, milliseconds=LIVE.bank - 1_000)
    time.now += 10 * LIVE.bank
    async with a_house(url, time) as hub:
        await time.pass_at(hub, milliseconds=0)
        assert await kinds(hub, table) == []
        async with hub.visit(table) as live:
            assert live.table.number == (await hub.store.numbers([table]))[table]  # a look changes nothing
        await time.pass_at(hub, milliseconds=1_000 + TOLERANCE)
        await idle(hub)
        assert (await kinds(hub, table))[:2] == ["away", "hand"]


async def test_nor_after_a_crash_but_for_what_nobody_had_written_down(url, time):
    async with a_house(url, time) as hub:
        table = await a_table(hub, LIVE)
        await time.pass_at(hub, milliseconds=30_000)
        hub.clock_watch._keep_hours = None  # from here on it is as good as dead
        time.now += LIVE.bank
        async with a_house(url, time) as other:
            await other.clock_watch.look()
            async with other.visit(table) as live:
                await live.decide(lambda table, now: table.act(table.to_act, table.step, "pawn a1", now))
                assert live.table.times.banks[0] == LIVE.bank - 30_000 + LIVE.increment


async def test_a_server_that_has_slept_finds_out_before_it_takes_anybodys_time(url, time):
    async with a_house(url, time) as hub:
        table = await a_table(hub, LIVE)
        await time.pass_at(hub, milliseconds=1_000)
        time.now += LIVE.bank + ASLEEP
        await hub.clock_watch.look()
        assert await kinds(hub, table) == []
        await time.pass_at(hub, milliseconds=LIVE.bank - 1_000 + TOLERANCE)
        await idle(hub)
        assert (await kinds(hub, table))[:2] == ["away", "hand"]


async def test_while_nothing_can_be_stored_nobodys_time_runs(url, time):
    async with a_house(url, time, gate=True) as hub:
        table = await a_table(hub, LIVE)
        await time.pass_at(hub, milliseconds=1_000)
        note, hub.store.note_hours = hub.store.note_hours, refusing
        await time.pass_at(hub, milliseconds=BEAT)
        await time.pass_at(hub, milliseconds=LIVE.bank)
        hub.store.note_hours = note
        await time.pass_at(hub, milliseconds=1)
        assert await kinds(hub, table) == []
        await time.pass_at(hub, milliseconds=LIVE.bank - 1_000 + TOLERANCE)
        await idle(hub)
        assert (await kinds(hub, table))[:2] == ["away", "hand"]


async def refusing(*_):
    raise NotSaved("the disk is full")


async def test_what_the_house_takes_to_store_a_move_is_nobodys_time(url, time):
    async with a_house(url, time, gate=True) as hub:
        table = await a_table(hub, LIVE)
        async with hub.visit(table) as live:
            hub.store.open.clear()
            hub.store.stored.clear()
            acting = asyncio.create_task(live.decide(pawn("a1")))
            await hub.store.stored.wait()
            time.now += 4_000
            hub.store.open.set()
            await acting
            assert live.decisions.late == 4_000
            time.now += LIVE.bank - 4_000
            await live.let_time_pass()
            assert live.table.events[-1].kind == "act"
            time.now += 4_000 + TOLERANCE
            await live.let_time_pass()
            assert live.table.events[-1].kind == "hand"


async def test_a_wish_counts_from_when_it_arrived(url, time):
    async with a_house(url, time) as hub:
        table = await a_table(hub, LIVE)
        async with hub.visit(table) as live:
            arrived, time.now = NOW + 2_000, NOW + 9_000
            await live.decisions.decide(pawn("a1"), arrived=arrived)
            assert live.table.events[-1].at == arrived
            with pytest.raises(Refused):
                await live.decisions.decide(pawn("a1"), arrived=NOW)
            await live.decisions.decide(pawn("b1"), arrived=NOW)
            assert live.table.events[-1].at == arrived


def pawn(square):
    return lambda table, now: table.act(table.to_act, table.step, f"pawn {square}", now)


async def test_of_two_servers_that_look_at_once_time_is_up_at_one(postgres_url, time):
    async with a_house(postgres_url, time) as one, a_house(postgres_url, time) as other:
        tables = [await a_table(one, LIVE) for _ in range(6)]
        await time.pass_at(one, other, milliseconds=LIVE.bank + TOLERANCE)
        for _ in range(3):
            await time.pass_at(one, other, milliseconds=1)
        for hub in (one, other):
            await idle(hub)
        for table in tables:
            happened = await kinds(one, table)
            assert happened[0] == "hand"
            assert happened.count("hand") == 1


async def test_a_server_that_comes_while_another_is_open_does_not_take_the_house_to_have_been_shut(postgres_url, time):
    async with a_house(postgres_url, time) as one:
        table = await a_table(one, LIVE)
        await time.pass_at(one, milliseconds=LIVE.bank // 2)
        async with a_house(postgres_url, time) as other:
            assert other.clock_watch.shut == []
            await time.pass_at(one, other, milliseconds=LIVE.bank // 2 + TOLERANCE)
            for hub in (one, other):
                await idle(hub)
            assert (await kinds(one, table))[0] == "hand"


async def test_a_bot_whose_server_is_gone_is_looked_after_by_another(postgres_url, time):
    async with a_house(postgres_url, time) as one, a_house(postgres_url, time) as other:
        table = await a_table(one, DAYS)
        one._bots = None
        await time.pass_at(one, milliseconds=DAYS.turn + DAYS.bank + TOLERANCE - 1)
        async with one.visit(table) as live:
            await live._bots.task.stop()  # the server is killed as soon as it has stored that time is up
            await time.pass_at(one, milliseconds=1)
            assert await kinds(one, table) == ["hand"]
        await time.pass_at(other, milliseconds=A_DAY)
        async with asyncio.timeout(PATIENCE):
            while "act" not in await kinds(one, table):  # the lease of the one that is gone must end first
                await time.pass_at(other, milliseconds=BEAT)
                await idle(other)


# ---- as people see it ----------------------------------------------------------------------------------------


async def in_play(one, two):
    """Two people sit down and start."""
    await one.sit()
    await two.sit()
    while len((await one.hear("table"))["sitters"]) < 2:
        pass
    await one.say(do="start")
    return [await seat.hear("clock") for seat in (one, two)]


async def test_everybody_is_told_how_the_clocks_stand_and_time_is_up_by_itself(timed_house):
    first, second = Person(timed_house), Person(timed_house)
    table = first.open(name="Zoé", pace="quick")
    async with first.at(table) as one, second.at(table) as two:
        about = await one.hear("table")
        assert "seconds per turn" in about["pace"]
        told = await in_play(one, two)
        assert told[0] == told[1]
        assert told[0]["runs"] == 0
        assert told[0]["until"] - told[0]["now"] == told[0]["left"][0]
        await one.say(do="ping", now=told[0]["now"])
        await one.hear("pong")
        timed_house.pass_time(told[0]["left"][0])
        for seat in (one, two):
            while not any(participant["late"] for participant in (await seat.hear("table"))["sitters"]):
                pass
            assert (await seat.hear("clock"))["left"][0] == 0


async def test_by_days_nobody_is_absent_though_they_are_not_here(timed_house):
    first, second = Person(timed_house), Person(timed_house)
    table = first.open(name="Zoé", pace="days-2")
    async with first.at(table) as one:
        async with second.at(table) as two:
            assert (await in_play(one, two))[0]["days"]
        timed_house.pass_time(A_DAY)
        for seat in (0, 1):
            await one.say(do="hand", seat=seat)
            assert (await one.hear("refused"))["code"] == "not_absent"


async def test_a_pace_that_there_is_not_opens_no_table(timed_house):
    guest = Person(timed_house)
    form = {"game": "isis", "mode": "friends", "players": 2, "pace": "hasty"}
    assert timed_house.request("POST", "/tables", form, guest.headers)[0] == 400


async def test_a_table_by_days_says_on_the_shelf_until_when(timed_house):
    first, second = Person(timed_house), Person(timed_house)
    table = first.open(name="Zoé", pace="days-1")
    async with first.at(table) as one, second.at(table) as two:
        await in_play(one, two)
    shelf = timed_house.request("GET", "/", headers=first.headers)[2]
    assert "data-moment" in shelf
    assert "UTC" in shelf
