"""Plans are played by whichever server has the table, once, though their owner is away; nobody else hears of them."""

import asyncio

import msgspec
import pytest

from tablee.server.realtime.clock_watch import BEAT, TOLERANCE
from tablee.server.storage import NotSaved
from tablee.server.table.clock import AN_HOUR
from tablee.server.table.export import export
from tablee.server.table.seat_plans import SeatPlan, settled
from tests.server.house import PATIENCE
from tests.server.realtime.test_clocks import Time, a_house, a_table, idle
from tests.server.table.clocked import DAYS, LIVE

OTHER = {0: 1, 1: 0}


@pytest.fixture
def time():
    return Time()


@pytest.fixture(params=["sqlite", "postgres"])
def url(request, tmp_path):
    return request.getfixturevalue("postgres_url") if request.param == "postgres" else f"sqlite:///{tmp_path}/t.db"


def pawns(table):
    return [text for text in table.actions(table.to_act) if text.startswith("pawn")]


async def stored(hub, table):
    known = await hub.peek(table)
    return known[0]


async def plan(hub, table_id, lines, *, forced=False, seat=None):
    """Whoever is not to act plans something; returns their seat and participant."""
    table = await stored(hub, table_id)
    seat = OTHER[table.to_act] if seat is None else seat
    made = msgspec.structs.replace(settled(table, seat, lines), forced=forced)
    await hub.store.plans.save(table_id, table.seats[seat].id, made)
    return seat, table.seats[seat].id


async def act(hub, table_id, text, *, asleep=False):
    """Whoever is to act plays; a server that is `asleep` dies before it looks at plans."""
    async with hub.visit(table_id) as live:
        if asleep:
            live.plans.wake = lambda: None
        seat = live.table.to_act
        await live.decide(lambda table, now: table.act(seat, table.step, text, now))
    await settle(hub)


async def settle(hub):
    async with asyncio.timeout(PATIENCE):
        while any(live.plans.task.under_way for live in hub.tables.values()):  # noqa: ASYNC110
            await asyncio.sleep(0.01)


def played(table):
    return [event.text for event in table.events if event.kind == "act"]


async def test_an_answer_is_played_at_once_though_nobody_is_connected(url, time):
    async with a_house(url, time) as hub:
        table_id = await a_table(hub, DAYS)
        a, b, c, d, *_ = pawns(await stored(hub, table_id))
        seat, owner = await plan(hub, table_id, [[a, b, c, d]])
        time.now += AN_HOUR
        await act(hub, table_id, a)
        await idle(hub)
        table = await stored(hub, table_id)
        assert played(table) == [a, b]
        assert table.events[-1].at == time.now  # the owner's clock has not run
        assert table.times.bank(seat, DAYS, time.now) == DAYS.bank
        time.now += 2 * AN_HOUR
        await act(hub, table_id, c)
        assert played(await stored(hub, table_id)) == [a, b, c, d]
        notes = (await hub.store.plans.of(table_id, owner)).notes
        assert [note.kind for note in notes] == ["played", "played"]


async def test_what_does_not_fit_is_void_and_says_so_to_its_owner(url, time):
    async with a_house(url, time) as hub:
        table_id = await a_table(hub, DAYS)
        a, b, c, *_ = pawns(await stored(hub, table_id))
        _, owner = await plan(hub, table_id, [[a, b]])
        await act(hub, table_id, c)
        assert played(await stored(hub, table_id)) == [c]
        left = await hub.store.plans.of(table_id, owner)
        assert [note.kind for note in left.notes] == ["void"]
        assert left.plan.lines == ()
        assert not left.active
        assert await hub.store.plans.waiting(10) == []


async def test_a_server_that_dies_before_it_could_answer_loses_nothing(url, time):
    async with a_house(url, time) as hub:
        table_id = await a_table(hub, DAYS)
        a, b, *_ = pawns(await stored(hub, table_id))
        await plan(hub, table_id, [[a, b]])
        await act(hub, table_id, a, asleep=True)
        assert played(await stored(hub, table_id)) == [a]
    async with a_house(url, time) as hub:
        await time.pass_at(hub, milliseconds=BEAT)
        await idle(hub)
        assert played(await stored(hub, table_id)) == [a, b]


async def test_a_server_that_dies_between_noting_and_playing_plays_it_once(url, time):
    async with a_house(url, time) as hub:
        table_id = await a_table(hub, DAYS)
        a, b, *_ = pawns(await stored(hub, table_id))
        _, owner = await plan(hub, table_id, [[a, b]])
        async with hub.visit(table_id) as live:

            async def die(_):
                raise asyncio.CancelledError

            live.decisions.decide_by_lease = die
            seat = live.table.to_act
            await live.decide(lambda table, now: table.act(seat, table.step, a, now))
            await settle(hub)
        assert [note.kind for note in (await hub.store.plans.of(table_id, owner)).notes] == ["played"]
    async with a_house(url, time) as hub:
        await time.pass_at(hub, milliseconds=BEAT)
        await idle(hub)
        assert played(await stored(hub, table_id)) == [a, b]
        assert [note.kind for note in (await hub.store.plans.of(table_id, owner)).notes] == ["played"]


async def test_two_servers_play_it_once(postgres_url, time):
    async with a_house(postgres_url, time) as one, a_house(postgres_url, time) as other:
        table_id = await a_table(one, DAYS)
        a, b, *_ = pawns(await stored(one, table_id))
        await plan(other, table_id, [[a, b]])  # made at another server
        async with other.visit(table_id):
            await act(one, table_id, a)
            await time.pass_at(one, other, milliseconds=BEAT)
            await settle(one)
            await settle(other)
        assert played(await stored(one, table_id)) == [a, b]


async def test_both_may_plan_and_plans_answer_each_other(url, time):
    async with a_house(url, time) as hub:
        table_id = await a_table(hub, DAYS)
        table = await stored(hub, table_id)
        a, b, c, d, *_ = pawns(table)
        await plan(hub, table_id, [[a, b, c, d]])
        await plan(hub, table_id, [[a, b, c]], seat=table.to_act)
        await act(hub, table_id, a)
        assert played(await stored(hub, table_id)) == [a, b, c, d]


async def test_after_a_take_back_of_the_answer_nothing_is_played_again(url, time):
    async with a_house(url, time) as hub:
        table_id = await a_table(hub, DAYS)
        a, b, *_ = pawns(await stored(hub, table_id))
        seat, owner = await plan(hub, table_id, [[a, b]])
        await act(hub, table_id, a)
        async with hub.visit(table_id) as live:
            await live.decide(lambda table, now: table.take_back(seat, table.step, now))
        await settle(hub)
        await time.pass_at(hub, milliseconds=BEAT)
        table = await stored(hub, table_id)
        assert table.to_act == seat
        assert table.events[-1].kind == "back"
        assert (await hub.store.plans.of(table_id, owner)).plan.lines == ()


async def test_when_time_is_up_a_bot_plays_and_no_plan(url, time):
    async with a_house(url, time) as hub:
        table_id = await a_table(hub, DAYS)
        table = await stored(hub, table_id)
        a, b, *_ = pawns(table)
        late = table.to_act
        await plan(hub, table_id, [[a, b]], seat=late)
        await time.pass_at(hub, milliseconds=DAYS.bank + DAYS.turn + TOLERANCE)
        await idle(hub)
        assert (await stored(hub, table_id)).seats[late].stand_in


async def test_a_plan_is_kept_for_a_database_that_does_not_answer(tmp_path, time):
    async with a_house(f"sqlite:///{tmp_path}/t.db", time) as hub:
        table_id = await a_table(hub, DAYS)
        a, b, *_ = pawns(await stored(hub, table_id))
        await plan(hub, table_id, [[a, b]])
        change = hub.store.plans.change

        async def fail(_):
            raise NotSaved("full")

        hub.store.plans.change = fail
        await act(hub, table_id, a)
        assert played(await stored(hub, table_id)) == [a]
        hub.store.plans.change = change
        await time.pass_at(hub, milliseconds=BEAT)
        await idle(hub)
        assert played(await stored(hub, table_id)) == [a, b]


async def test_the_log_and_the_export_say_nothing_of_plans(url, time):
    async with a_house(url, time) as hub:
        table_id = await a_table(hub, DAYS)
        a, b, *_ = pawns(await stored(hub, table_id))
        await plan(hub, table_id, [[a, b]])
        await act(hub, table_id, a)
        async with hub.visit(table_id) as live:
            await live.decide(lambda table, now: table.leave(0, now))
        await settle(hub)
        table = await stored(hub, table_id)
        assert "plan" not in msgspec.json.encode(export(table)).decode()
        assert await hub.store.plans.waiting(10) == []


async def test_a_deleted_person_leaves_no_plan(url, time):
    async with a_house(url, time) as hub:
        table_id = await a_table(hub, DAYS)
        table = await stored(hub, table_id)
        a, b, *_ = pawns(table)
        _, owner = await plan(hub, table_id, [[a, b]])
        person = (await hub.peek(table_id))[1][owner]
        assert [one.table for one in await hub.store.plans.by(person)] == [table_id]
        await hub.store.forget_person(person, time.now)
        assert await hub.store.plans.of(table_id, owner) is None


async def test_at_a_table_with_a_live_clock_nothing_is_planned(url, time):
    async with a_house(url, time) as hub:
        table_id = await a_table(hub, LIVE)
        table = await stored(hub, table_id)
        a, b, *_ = pawns(table)
        await hub.store.plans.save(table_id, table.seats[OTHER[table.to_act]].id, SeatPlan(table.number, ((a, b),)))
        await act(hub, table_id, a)
        await time.pass_at(hub, milliseconds=BEAT)
        assert played(await stored(hub, table_id)) == [a]
