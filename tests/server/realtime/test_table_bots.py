"""Whose seat bots play, and when."""

import asyncio
from types import SimpleNamespace

import pytest

from tablee.games.brains.characters import character
from tablee.server.realtime.table_bots import TableBots
from tests.server.table.tables import NOW, happen, new_table, started


class Thinkers:
    """Bots that think for ever."""

    async def choose(self, *_):
        await asyncio.Event().wait()


async def may_act(_):
    return True


def bot_seats(table, *, somebody_is_here, bots=None):
    async def decide(decision):
        happen(table, decision(table))

    services = SimpleNamespace(bots=bots or Thinkers(), leases=SimpleNamespace(may_act=may_act))
    decisions = SimpleNamespace(table=table, people={}, decide_by_lease=decide)
    presence, broadcaster = SimpleNamespace(somebody_is_here=somebody_is_here), SimpleNamespace(connections=[])
    return TableBots(services, decisions, presence, broadcaster, lambda: None)


async def test_a_bot_plays_in_the_way_of_who_it_is():
    table = started(2, bots=2)
    asked = asyncio.Queue()

    class Listeners(Thinkers):
        async def choose(self, question):
            await asked.put(question.style)
            await super().choose()

    bots = bot_seats(table, somebody_is_here=True, bots=Listeners())
    bots.wake()
    style = await asked.get()
    await bots.task.stop()
    who = table.seats[table.to_act]
    assert style == character(who.name, who.level).style != ""


async def plays(table, *, somebody_is_here):
    """Does a bot think about its turn?"""
    bots = bot_seats(table, somebody_is_here=somebody_is_here)
    bots.wake()
    thinks = bots.task.under_way
    await bots.task.stop()
    return thinks


@pytest.mark.parametrize("somebody_is_here", [True, False])
async def test_with_all_people_gone_nobodys_seat_is_played(somebody_is_here):
    table = started(2)
    happen(table, table.hand(table.to_act, NOW))
    assert await plays(table, somebody_is_here=somebody_is_here) is somebody_is_here


@pytest.mark.parametrize("somebody_is_here", [True, False])
async def test_a_participant_that_is_a_bot_plays_its_turn_whoever_is_here(somebody_is_here):
    assert await plays(started(2, bots=2), somebody_is_here=somebody_is_here)


async def test_nobody_plays_for_people_who_play_for_themselves_or_before_the_start():
    assert not await plays(started(2), somebody_is_here=True)
    assert not await plays(new_table(2), somebody_is_here=True)
