"""What is decided is stored and then shown, one decision after the other, whoever waits for it."""

import asyncio
from contextlib import asynccontextmanager

import pytest

from tablee.games import find_game
from tablee.server.realtime.hub import Guest, Hub
from tablee.server.storage import NotSaved, Unavailable, Unsure, open_store
from tablee.server.table.events import Refused

ISIS = find_game("isis")


class Gate:
    """A store that keeps to itself what it has stored until the gate is opened."""

    def __init__(self, store):
        self._store = store
        self.open = asyncio.Event()
        self.open.set()
        self.stored = asyncio.Event()
        self.fails = False
        self.loses_sight = False
        """Does it store, and then not know whether it has?"""
        self.is_away = False

    def __getattr__(self, name):
        return getattr(self._store, name)

    async def events_after(self, *asked):
        if self.is_away:
            raise Unavailable("it does not answer")
        return await self._store.events_after(*asked)

    async def load(self, table):
        if self.is_away:
            raise Unavailable("it does not answer")
        return await self._store.load(table)

    async def append(self, *told, **how):
        if self.fails:
            raise NotSaved("the disk is full")
        await self._store.append(*told, **how)
        if self.loses_sight:
            raise Unsure("the connection was lost")
        self.stored.set()
        await self.open.wait()


@asynccontextmanager
async def house_of(tmp_path, clock=lambda: 5):
    """A hub whose store has a gate, and a table at which two people play."""
    gate = Gate(open_store(f"sqlite:///{tmp_path}/tables.db"))
    hub = Hub(gate, bots=None, clock=clock)
    table = await hub.open(ISIS, 2, {}, solo=False)
    await hub.seat(table, [Guest("Zoé", "zoé"), Guest("Ali", "ali")])
    async with hub.visit(table) as live:
        await live.decide(lambda table, now: table.start(now))
    yield hub, gate, table
    await hub.close()
    await gate.close()


def pawn_on(square):
    return lambda table, now: table.act(table.to_act, table.step, f"pawn {square}", now)


async def begin_and_hang_up(hub, gate, table):
    """Somebody decides something, and is gone before the store has answered."""
    gate.open.clear()
    gate.stored.clear()
    async with hub.visit(table) as live:
        asking = asyncio.create_task(live.decide(pawn_on("a1")))
        await gate.stored.wait()
        asking.cancel()
        await asyncio.wait([asking])
    assert asking.cancelled()
    return live


async def test_what_was_handed_to_the_store_happens_though_nobody_waits_for_it(tmp_path):
    async with house_of(tmp_path) as (hub, gate, table):
        live = await begin_and_hang_up(hub, gate, table)
        assert hub.tables == {table: live}  # it is not forgotten with that under way
        before = live.table.number
        gate.open.set()
        async with hub.visit(table) as again:
            await again.decide(lambda table, now: table.rename(1, "Zoë", now))
            assert again is live
            assert [event.kind for event in again.table.events[before:]] == ["act", "name"]
        assert hub.tables == {}
        stored = await gate.load(table)
        assert stored.events == live.table.events


async def test_a_house_that_closes_waits_for_what_was_begun(tmp_path):
    async with house_of(tmp_path) as (hub, gate, table):
        live = await begin_and_hang_up(hub, gate, table)
        closing = asyncio.create_task(hub.close())
        await asyncio.sleep(0)
        assert not closing.done()
        gate.open.set()
        await closing
        assert live.table.events[-1].kind == "act"


async def test_a_decision_is_told_what_the_clock_says(tmp_path):
    times = iter(range(1_000, 100_000, 1_000))
    async with house_of(tmp_path, clock=lambda: next(times)) as (hub, _, table), hub.visit(table) as live:
        await live.decide(pawn_on("a1"))
        first = live.table.events[-1].at
        await live.decide(pawn_on("a2"))
        assert live.table.events[-1].at == first + 1_000


async def test_what_could_not_be_stored_has_not_happened(tmp_path):
    async with house_of(tmp_path) as (hub, gate, table), hub.visit(table) as live:
        before = live.table
        gate.fails = True
        with pytest.raises(Refused, match="not_saved"):
            await live.decide(pawn_on("a1"))
        assert live.table is before
        gate.fails = False
        await live.decide(pawn_on("a1"))
        assert live.table.events[-1].text == "pawn a1"


async def test_of_two_houses_on_one_database_the_slower_one_takes_over_what_the_other_stored(tmp_path):
    async with house_of(tmp_path) as (hub, gate, table):
        other = Hub(gate, bots=None)
        async with hub.visit(table) as here, other.visit(table) as there:
            seat, step = here.table.to_act, here.table.step
            await there.decide(pawn_on("b2"))
            with pytest.raises(Refused, match="stale"):
                await here.decide(lambda table, now: table.act(seat, step, "pawn a1", now))
            assert here.table.events == there.table.events
            assert here.people == {1: "zoé", 2: "ali"}
        await other.close()


async def test_what_does_not_depend_on_the_latest_step_is_decided_anew_after_what_another_house_stored(tmp_path):
    async with house_of(tmp_path) as (hub, gate, table):
        other = Hub(gate, bots=None)
        async with hub.visit(table) as here, other.visit(table) as there:
            await there.decide(pawn_on("b2"))
            await here.decide(lambda table, now: table.rename(1, "Zoë", now))
            await there.decide(lambda table, now: table.rename(2, "Aly", now))
            assert [event.kind for event in there.table.events[-3:]] == ["act", "name", "name"]
            assert (await gate.load(table)).events == there.table.events
        await other.close()


async def test_a_table_is_folded_once_for_all_who_ask_at_once(tmp_path):
    async with house_of(tmp_path) as (hub, gate, table):
        reads = []
        load = gate.load

        async def count(table_id):
            reads.append(table_id)
            return await load(table_id)

        gate.load = count
        async with asyncio.TaskGroup() as group:
            looks = [group.create_task(hub.peek(table)) for _ in range(5)]
            visits = [group.create_task(visited(hub, table)) for _ in range(5)]
        assert reads == [table]
        tables = {id(look.result()[0]) for look in looks} | {id(visit.result()) for visit in visits}
        assert len(tables) == 1


async def visited(hub, table):
    async with hub.visit(table) as live:
        await asyncio.sleep(0)
        return live.table


async def test_what_may_have_been_stored_is_looked_up_before_anything_else_is_decided(tmp_path):
    async with house_of(tmp_path) as (hub, gate, table), hub.visit(table) as live:
        before = live.table.number
        gate.loses_sight = gate.is_away = True
        with pytest.raises(Refused) as refused:
            await live.decide(pawn_on("a1"))
        assert (refused.value.code, live.table.number) == ("unsure", before)
        with pytest.raises(Refused) as refused:
            await live.decide(pawn_on("b2"))
        assert refused.value.code == "not_saved"
        gate.loses_sight = gate.is_away = False
        await live.decide(pawn_on("b2"))
        assert [event.text for event in live.table.events[before:]] == ["pawn a1", "pawn b2"]
        assert (await gate.load(table)).events == live.table.events
