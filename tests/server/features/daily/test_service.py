"""The deal of the day: settled a day ahead, the same for everybody, once; and what others make of the same deal."""

import asyncio
from functools import partial
from itertools import chain, repeat

import pytest

from tablee.api.game import load
from tablee.bots.requests import Question
from tablee.games.brains.levels import STRONGEST
from tablee.games.brains.thoughts import Thought
from tablee.server.features.daily.model import GRACE, begin_of, is_sound, mixed, outcome_of
from tablee.server.features.daily.service import DailyService, can_be_sent
from tablee.server.realtime.hub import Guest, Hub
from tablee.server.realtime.rate_limits import HOUSE
from tablee.server.storage import open_store
from tablee.server.table.clock import A_DAY
from tablee.server.table.events import Act, Chance
from tablee.server.table.export import export, verify
from tests.server.realtime.peers.test_servers import until
from tests.server.storage.test_forgetting import person_called

ISIS_DAY = "2026-11-20"
NOON = begin_of(ISIS_DAY) + A_DAY // 2


class Thinkers:
    """Bots whose answers follow from the seeds they are given."""

    def __init__(self):
        self.asked: list[Question] = []

    async def choose(self, question):
        self.asked.append(question)
        legal = load(question.knowledge).legal()
        return Thought(legal[question.seed % len(legal)])


class Server:
    """A hub and its days, with a clock that is put."""

    def __init__(self, store):
        self.now = NOON
        self.bots = Thinkers()
        self.hub = Hub(store, self.bots, clock=lambda: self.now)
        self.days = DailyService(self.hub)

    async def sit_down(self, day, person, nonce=None):
        """Play the deal of a day as far as its start."""
        play = await self.days.play(day, person, "Zoé", HOUSE)
        if nonce:
            await self.decide(play.table, lambda table, now: table.add_nonce(1, nonce, now))
        return play

    async def decide(self, table_id, decision):
        async with self.hub.visit(table_id) as live:
            await live.decide(decision)

    async def play_out(self, table_id):
        """The person of a table always plays what comes last, until the game is over."""
        async with self.hub.visit(table_id) as live:
            while live.table.status == "playing":
                table = live.table
                if table.to_act is None or table.seats[table.to_act].level:
                    await asyncio.sleep(0)
                    continue
                seat, step, action = table.to_act, table.step, table.actions(table.to_act)[-1]
                await live.decide(lambda table, now: table.act(seat, step, action, now))  # noqa: B023
            return live.table


@pytest.fixture
async def server(store):
    server = Server(store)
    yield server
    await server.hub.close()


@pytest.fixture
async def people(store):
    return [await person_called(store, name) for name in ("Zoé", "Otto")]


def steps(table):
    return [(event.seat, event.text) for event in table.events if isinstance(event, Act | Chance)]


async def reference(server):
    """The table at which level 5 plays today's deal, as soon as there is one."""

    async def is_known():
        return (await server.days.today()).reference

    await until(is_known)
    return await is_known()


async def is_over(server, table_id):
    return (await server.hub.store.entry(table_id)).status == "over"


async def test_a_day_is_settled_the_day_before_and_gets_its_seed_when_it_begins(server):
    await server.days.look()
    tomorrow = await server.days.tomorrow()
    assert (tomorrow.day, tomorrow.seed, tomorrow.was_committed) == ("2026-11-21", b"", True)
    server.now = begin_of("2026-11-21") - 1
    assert (await server.days.today()).day == ISIS_DAY
    assert await server.days.past("2026-11-21") is None
    server.now += 1
    today = await server.days.today()
    assert (today.day, today.secret) == ("2026-11-21", tomorrow.secret)
    assert today.seed == mixed("2026-11-21", tomorrow.secret, [])


async def test_midnight_may_strike_while_somebody_asks_for_the_deal_of_the_day(server):
    midnight = begin_of("2026-11-21")
    readings = chain([midnight - 1], repeat(midnight))
    server.hub.clock = lambda: next(readings)
    assert (await server.days.past(ISIS_DAY)).day == ISIS_DAY
    assert (await server.hub.store.daily.day("2026-11-21")).day == "2026-11-21"
    assert await server.hub.store.daily.day("2026-11-22") is None


async def test_a_house_that_was_shut_the_day_before_does_not_claim_to_have_committed(server):
    assert not (await server.days.today()).was_committed


async def test_what_browsers_add_today_is_in_tomorrows_seed_and_can_be_found_there(server, people):
    today = await server.days.today()
    for person, nonce in zip(people, ("ab" * 16, "cd" * 16), strict=True):
        play = await server.sit_down(today, person, nonce)
        server.now += 1
    named = (await server.hub.peek(play.table))[0].opening.deal.tomorrow
    server.now += A_DAY
    tomorrow = await server.days.today()
    assert tomorrow.nonces == ("ab" * 16, "cd" * 16)
    assert tomorrow.house == named
    assert is_sound(tomorrow.proof)


async def test_several_servers_come_to_one_seed(database_url):
    stores = [open_store(database_url) for _ in range(3)]
    servers = [Server(each) for each in stores]
    days = await asyncio.gather(*(server.days.today() for server in servers * 2))
    assert len({(day.secret, day.seed) for day in days}) == 1
    for server in servers:
        await server.hub.close()
        await server.hub.store.close()


async def test_everybody_gets_the_same_once(server, people):
    today = await server.days.today()
    plays = [
        await server.sit_down(today, person, nonce * 16) for person, nonce in zip(people, ("ab", "cd"), strict=True)
    ]
    one, two = [(await server.hub.peek(play.table))[0] for play in plays]
    assert plays[0].table != plays[1].table
    assert one.opening.deal == two.opening.deal
    assert [participant.level for participant in one.seats] == [participant.level for participant in two.seats]
    again = await asyncio.gather(*(server.sit_down(today, people[0]) for _ in range(4)))
    assert {play.table for play in again} == {plays[0].table}
    finished = [await server.play_out(play.table) for play in plays]
    assert steps(finished[0]) == steps(finished[1])
    assert {question.steady for question in server.bots.asked if question.level == today.level} == {True}
    outcomes = [outcome_of(play.entry) for play in await server.hub.store.daily.plays(today.day, 9)]
    assert outcomes[0] == outcomes[1] is not None


async def test_level_5_plays_it_in_everybodys_place_when_nobody_else_waits(server, people):
    today = await server.days.today()
    await server.sit_down(today, people[0], "ab" * 16)
    table_id = await reference(server)
    await until(partial(is_over, server, table_id))
    table = (await server.hub.peek(table_id))[0]
    assert [participant.level for participant in table.seats][table.opening.deal.seat] == STRONGEST
    assert outcome_of(await server.hub.store.entry(table_id)) is not None
    asked = [question for question in server.bots.asked if question.level == STRONGEST]
    assert asked
    assert all(question.can_wait for question in asked)


async def test_a_level_5_that_was_interrupted_goes_on(server, people, store):
    today = await server.days.today()
    await server.sit_down(today, people[0])
    table_id = await reference(server)
    await server.hub.close()
    later = Server(store)
    await later.days.look()
    await until(partial(is_over, later, table_id))
    await later.hub.close()


async def test_the_seed_of_a_day_is_in_no_file_before_everybody_had_time_to_finish(server, people):
    today = await server.days.today()
    play = await server.sit_down(today, people[0], "ab" * 16)
    table = await server.play_out(play.table)
    assert export(table, begin_of("2026-11-21") + GRACE - 1).seed == ""
    assert verify(export(table, begin_of("2026-11-21") + GRACE), table.definition) >= 1


async def test_a_finished_game_is_sent_to_a_friend_who_gets_the_same_dice_and_bots(server, people):
    zoe, otto = people
    isis = (await server.hub.peek((await server.sit_down(await server.days.today(), otto)).table))[0].definition
    first = await server.hub.open(isis, 2, {}, solo=True)
    await server.hub.seat(first, [Guest("Zoé", zoe), Guest("", level=1)])
    await server.decide(first, lambda table, now: table.add_nonce(1, "ab" * 16, now))
    assert await server.days.card((await server.hub.peek(first))[0], zoe, make=True) is None
    finished = await server.play_out(first)
    assert can_be_sent(finished)
    card = await server.days.card(finished, zoe, make=True)
    assert (await server.days.card(finished, zoe, make=True)).card == card.card
    play = await server.days.play_again(finished, otto, "Otto", HOUSE)
    await server.decide(play.table, lambda table, now: table.add_nonce(1, "cd" * 16, now))
    other = await server.play_out(play.table)
    assert [participant.name for participant in other.seats if participant.level] == [
        s.name for s in finished.seats if s.level
    ]
    assert steps(other) == steps(finished)
    assert verify(export(other), isis) >= 1
    assert {one.person for one in await server.hub.store.daily.plays(first, 9)} == {zoe, otto}
