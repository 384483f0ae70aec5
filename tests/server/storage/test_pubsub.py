"""What servers on one database hear of each other: who moved, what was announced, and when something may be missing."""

import asyncio

import pytest

from tablee.server.storage import LONGEST_ANNOUNCEMENT, Announcement, EventsStored, MessagesMissed, open_store
from tablee.server.table.events import Act, Name
from tablee.server.table.log import encode_event
from tests.server.conftest import Behind
from tests.server.storage.entries import entry

PATIENCE = 60.0
CUT_LISTENERS = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND query ~ 'LISTEN|pg_notify' AND pid <> pg_backend_pid()
"""


class Ear:
    """Hears news, and can wait for some."""

    def __init__(self):
        self.heard = []
        self._news = asyncio.Event()

    def __call__(self, news):
        self.heard.append(news)
        self._news.set()

    async def until(self, is_there):
        """Wait until what was heard is enough."""
        async with asyncio.timeout(PATIENCE):
            while not is_there(self.heard):
                self._news.clear()
                await self._news.wait()

    @property
    def numbers(self):
        """The latest event of every table of which anything was heard."""
        found = {}
        for news in self.heard:
            if isinstance(news, EventsStored):
                found |= news.numbers
        return found


@pytest.fixture
async def two(postgres_url):
    """Two open stores on one database, each with an ear."""
    stores = [open_store(postgres_url, PATIENCE) for _ in range(2)]
    ears = [Ear(), Ear()]
    for store, ear in zip(stores, ears, strict=True):
        await store.listen(ear)
    yield [*stores, *ears]
    for store in stores:
        await store.close()


def append(store, table, number):
    return store.append(table, [Act(number, 0, 0, "pawn a1")], entry(table, number))


async def test_a_server_hears_what_another_has_stored_and_not_what_it_has_stored_itself(two):
    here, there, own_ear, ear = two
    await append(here, "t1", 1)
    await append(here, "t1", 2)
    await ear.until(lambda _: ear.numbers == {"t1": 2})
    await append(there, "t2", 1)
    await own_ear.until(lambda _: own_ear.numbers)
    assert own_ear.numbers == {"t2": 1}
    assert ear.numbers == {"t1": 2}


async def test_listening_begins_with_the_word_that_something_may_have_been_missed(two):
    assert two[2].heard == [MessagesMissed()]


async def test_what_is_stored_can_be_read_when_it_is_heard_of(two):
    here, there, _, ear = two
    await append(here, "t1", 1)
    await ear.until(lambda _: ear.numbers)
    assert [event.number for event in (await there.events_after("t1", 0)).events] == [1]


async def test_moves_are_told_whole_as_far_as_there_are_not_too_many(two):
    here, _, _, ear = two
    await append(here, "t1", 1)
    await ear.until(lambda _: ear.numbers)
    (moved,) = (news for news in ear.heard if isinstance(news, EventsStored))
    assert moved == EventsStored({"t1": 1}, {"t1": [encode_event(Act(1, 0, 0, "pawn a1"))]})
    ear.heard.clear()
    many = [Act(number, 0, 0, "pawn a1") for number in range(2, 100)]
    await here.append("t1", many, entry("t1", 99))
    await ear.until(lambda _: ear.numbers)
    assert ear.heard == [EventsStored({"t1": 99})]


async def test_who_sits_where_is_not_told_but_read(two):
    here, _, _, ear = two
    await here.append("t1", [Name(1, 0, 1, "Zoé")], entry("t1", 1))
    await ear.until(lambda _: ear.numbers)
    assert ear.heard[-1] == EventsStored({"t1": 1})


async def test_what_nobody_waits_for_is_not_told_but_can_be_later(two):
    here, _, _, ear = two
    await here.append("t1", [Act(1, 0, 0, "pawn a1")], entry("t1", 1), tell=False)
    await append(here, "t2", 1)
    await ear.until(lambda _: ear.numbers)
    assert ear.numbers == {"t2": 1}
    here.tell_number("t1", 1)
    await ear.until(lambda _: ear.numbers == {"t1": 1, "t2": 1})


async def test_many_tables_that_move_at_once_are_all_told_of(two):
    here, _, _, ear = two
    names = [f"a table with a name of some length {index}" for index in range(900)]
    await asyncio.gather(*(append(here, name, 1) for name in names))
    await ear.until(lambda _: len(ear.numbers) == len(names))
    assert ear.numbers == dict.fromkeys(names, 1)
    assert here.pubsub.told < 50  # and not one by one


async def test_what_is_not_stored_can_be_announced_in_order(two):
    here, _, own_ear, ear = two
    said = [("presence", f"zoé est là {index}") for index in range(50)] + [
        ("ended", "x" * (LONGEST_ANNOUNCEMENT - 20))
    ] * 3
    for kind, payload in said:
        here.announce(kind, payload)
    await ear.until(lambda heard: sum(isinstance(news, Announcement) for news in heard) == len(said))
    assert [(news.kind, news.payload) for news in ear.heard if isinstance(news, Announcement)] == said
    assert own_ear.heard == [MessagesMissed()]


async def test_what_is_too_long_is_refused(two):
    with pytest.raises(ValueError, match="too long"):
        two[0].announce("presence", "é" * LONGEST_ANNOUNCEMENT)


async def test_after_a_lost_connection_it_is_said_that_something_may_have_been_missed(two, postgres_url):
    here, there, _, ear = two
    await append(here, "t1", 1)
    await ear.until(lambda _: ear.numbers)
    await Behind(postgres_url)(CUT_LISTENERS)
    await append(here, "t1", 2)
    await ear.until(lambda heard: heard.count(MessagesMissed()) == 2)
    assert [event.number for event in (await there.events_after("t1", 0)).events] == [1, 2]
    await append(here, "t1", 3)
    await ear.until(lambda _: ear.numbers.get("t1") == 3)


async def test_a_gap_in_what_a_server_tells_is_noticed(two):
    here, _, _, ear = two
    here.announce("presence", "one")
    await ear.until(lambda heard: Announcement("presence", "one") in heard)
    here.pubsub.told += 1  # as if one had got lost
    here.announce("presence", "two")
    await ear.until(lambda heard: Announcement("presence", "two") in heard)
    assert ear.heard == [
        MessagesMissed(),
        Announcement("presence", "one"),
        MessagesMissed(),
        Announcement("presence", "two"),
    ]


async def test_a_listener_that_fails_is_told_the_next_news_all_the_same(two):
    here, there, _, _ = two
    heard = asyncio.Event()
    calls = []

    def listen(news):
        calls.append(news)
        if len(calls) == 1:
            raise RuntimeError
        heard.set()

    await there.listen(listen)
    here.announce("presence", "one")
    await asyncio.sleep(0.05)
    here.announce("presence", "two")
    async with asyncio.timeout(PATIENCE):
        await heard.wait()


async def test_news_of_a_strange_kind_harm_nobody(two):
    here, there, _, ear = two
    await there.database.fetch("SELECT pg_notify('tablee', 'nonsense')")
    await there.database.fetch("SELECT pg_notify('tablee', '[3]')")
    await append(here, "t1", 1)
    await ear.until(lambda _: ear.numbers == {"t1": 1})


async def test_with_sqlite_there_is_nobody_to_hear_from(tmp_path):
    store = open_store(f"sqlite:///{tmp_path}/tables.db")
    ear = Ear()
    await store.listen(ear)
    store.announce("presence", "zoé")
    await append(store, "t1", 1)
    await store.close()
    assert ear.heard == []
