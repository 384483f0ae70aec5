"""Sessions at the table: who is made somebody by sitting down, and what becomes of a session that has ended."""

import asyncio
import json

import pytest

from tablee.games import find_game
from tablee.server.features.accounts.model import session_of
from tablee.server.realtime.hub import SESSION_ENDED, Guest, Hub
from tablee.server.realtime.settings import Settings
from tablee.server.realtime.socket import Live
from tablee.server.storage import open_store
from tests.server import house as houses

TOKEN = "t" * 43


class Socket:
    """The other side of one connection, as the server hears and speaks to it."""

    def __init__(self, live, table):
        self.wishes = asyncio.Queue()
        self.sent = asyncio.Queue()
        self.reads = asyncio.Event()
        self.reads.set()
        self.wishes.put_nowait({"type": "websocket.connect"})
        headers = [(b"cookie", f"person={TOKEN}".encode())]
        scope = {"path": f"/tables/{table}/live", "headers": headers, "query_string": b"as=events"}
        self.served = asyncio.create_task(live(scope, self.wishes.get, self._take))

    async def _take(self, message):
        await self.reads.wait()
        await self.sent.put(message)

    async def hear(self, kind):
        async with asyncio.timeout(houses.PATIENCE):
            while (message := await self.sent.get())["type"] != kind:
                pass
        return message

    def wish(self, **message):
        self.wishes.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})


class NoBots:
    async def choose(self, *_):
        raise AssertionError


@pytest.fixture
async def hub(tmp_path):
    store = open_store(f"sqlite:///{tmp_path}/tables.db")
    hub = Hub(store, NoBots())
    yield hub
    await hub.close()
    await store.close()


@pytest.fixture
async def seated(hub):
    """A table at which somebody sits, who is connected."""
    person = await hub.store.begin_session(session_of(TOKEN), None, 1, "")
    table = await hub.open(find_game("isis"), 2, {}, solo=False)
    await hub.seat(table, [Guest("Zoé", person.id)])
    socket = Socket(Live(hub, Settings(database_url="")), table)
    await socket.hear("websocket.send")
    yield person, table, socket
    socket.served.cancel()


async def end(hub, person):
    assert await hub.store.end_session(person.id, session_of(TOKEN))
    hub.end_session(session_of(TOKEN))


async def test_a_session_that_has_ended_is_hung_up(hub, seated):
    person, _, socket = seated
    await end(hub, person)
    assert (await socket.hear("websocket.close"))["code"] == SESSION_ENDED
    async with asyncio.timeout(houses.PATIENCE):
        await socket.served


async def test_one_that_does_not_read_is_granted_nothing_more(hub, seated):
    person, table, socket = seated
    socket.reads.clear()
    socket.wish(do="ping")  # its answer is not taken, so the delivery hangs
    socket.wish(do="name", name="Zoé B.")
    while (await hub.store.entry(table)).participants[0].name != "Zoé B.":
        pass
    await end(hub, person)
    socket.wish(do="name", name="Mallory")
    async with asyncio.timeout(houses.PATIENCE):
        await socket.served
    assert (await hub.store.entry(table)).participants[0].name == "Zoé B."
    assert await hub.store.name_of(person.id) == "Zoé B."


async def test_one_that_ends_while_it_is_let_in_is_hung_up_as_well(hub, seated):
    person, table, first = seated
    asked, answer = asyncio.Event(), asyncio.Event()
    person_of = hub.store.person_of

    async def slowly(session):
        found = await person_of(session)
        asked.set()
        await answer.wait()
        return found

    hub.store.person_of = slowly
    second = Socket(Live(hub, Settings(database_url="")), table)
    await asked.wait()
    await end(hub, person)
    answer.set()
    for socket in (first, second):
        assert (await socket.hear("websocket.close"))["code"] == SESSION_ENDED


async def test_a_stranger_who_only_looks_is_not_kept_and_one_who_sits_down_is(own_house):
    host, stranger = houses.Guest(own_house), houses.Guest(own_house)
    table = host.open()
    session = session_of(stranger.cookie.partition("=")[2])
    store = open_store(f"sqlite:///{own_house.database}")
    async with stranger.at(table) as seat, stranger.at(table) as other_tab:
        assert (await seat.hear("table"))["you"]["sitter"] is None
        await other_tab.hear("table")
        await seat.say(do="ping")
        await seat.hear("pong")
        assert await store.person_of(session) is None
        await seat.sit()
        about = await seat.hear("table")
        while about["you"]["sitter"] is None:
            about = await seat.hear("table")
        assert await store.person_of(session) is not None
        while (await other_tab.hear("table"))["you"]["sitter"] != about["you"]["sitter"]:
            pass
    await store.close()


async def test_two_tabs_of_a_stranger_that_sit_down_at_once_are_one_participant(own_house):
    host, stranger = houses.Guest(own_house), houses.Guest(own_house)
    table = host.open(players=4)
    async with stranger.at(table) as one, stranger.at(table) as two:
        await asyncio.gather(one.sit(), two.sit())
        for seat in (one, two):
            await seat.say(do="ping")
            await seat.hear("pong")
    async with host.at(table) as seat:
        assert len((await seat.hear("table"))["sitters"]) == 2
