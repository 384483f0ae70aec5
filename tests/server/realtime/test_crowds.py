"""Too many, too slow, too fast, too late: what the server does when things get rough."""

import asyncio
import json
import sqlite3

import pytest
from websockets.exceptions import ConnectionClosed

from tablee.games import find_game
from tablee.server.realtime.connection import MOST_WAITING
from tablee.server.realtime.hub import Hub
from tablee.server.realtime.settings import Settings
from tablee.server.realtime.socket import Live
from tablee.server.storage import open_store
from tests.server.house import PATIENCE, Guest, House
from tests.server.realtime.test_socket import play, table_for_two


async def test_who_is_refused_again_and_again_is_cut_off_with_a_last_word(house):
    guest = Guest(house)
    async with guest.at(guest.open()) as seat:
        for _ in range(110):
            await seat.socket.send("garbage")
        with pytest.raises(ConnectionClosed) as closed:
            await seat.hear("what never comes")
    assert closed.value.rcvd.code == 4428
    assert sum(message["say"] == "refused" for message in seat.received) == 100


async def test_who_never_reads_is_cut_off(tmp_path):
    """A socket that takes nothing any more, without the megabytes it takes to fill a real one."""
    store = open_store(f"sqlite:///{tmp_path}/tables.db")
    hub = Hub(store, bots=None)
    table = await hub.open(find_game("isis"), 2, {}, solo=False)
    accepted, never = asyncio.Event(), asyncio.Event()

    async def receive():
        if accepted.is_set():
            await never.wait()
        return {"type": "websocket.connect"}

    async def send(message):
        if message["type"] == "websocket.send":
            await never.wait()
        accepted.set()

    scope = {"path": f"/tables/{table}/live", "headers": [], "query_string": b""}
    serving = asyncio.create_task(Live(hub, Settings(database_url=""))(scope, receive, send))
    await accepted.wait()
    (connection,) = hub.tables[table].broadcaster.connections
    for _ in range(MOST_WAITING + 2):
        connection.send(b"{}")
    async with asyncio.timeout(PATIENCE):
        await serving
    assert hub.tables == {}
    await store.close()


async def test_watchers_cannot_lock_a_player_out(tmp_path):
    house = House(tmp_path, most_watchers=4)
    try:
        async with table_for_two(house) as ((one, two), table):
            player = one.guest
            async with Guest(house).at(table) as first, Guest(house).at(table) as second:
                await first.hear("events")
                await second.hear("events")
                async with Guest(house).at(table) as third:
                    with pytest.raises(ConnectionClosed) as closed:
                        await third.hear()
                    assert closed.value.rcvd.code == 4429
                async with player.at(table) as again:
                    assert (await again.hear("events"))["actions"]
            await play(one, "pawn a1", two)
    finally:
        house.kill()


async def test_a_ping_is_answered(house):
    guest = Guest(house)
    async with guest.at(guest.open()) as seat:
        await seat.say(do="ping")
        assert await seat.hear("pong") == {"say": "pong"}


async def test_cookies_of_others_on_this_machine_make_nobody_a_stranger(house):
    guest = Guest(house)
    table = guest.open()
    guest.cookie = f'prefs={{"a":1}}; {guest.cookie}; x="y'
    async with guest.at(table) as seat:
        assert (await seat.hear("table"))["you"]["sitter"] == 1


async def test_a_stop_in_the_middle_of_a_bots_thought_plays_nothing_for_it(own_house):
    guest = Guest(own_house)
    table = guest.open(mode="bots", players=4, level=5)
    async with guest.at(table) as seat:
        await seat.sit()
        while not (news := await seat.hear("events"))["actions"]:
            pass
        await seat.act_somewhere()
        number = (await seat.hear("events"))["number"]
        assert news["number"] + 1 == number
        own_house.stop()
    with sqlite3.connect(own_house.database) as database:
        assert database.execute("SELECT max(number) FROM events WHERE table_id = ?", [table]).fetchone() == (number,)
    own_house.start()
    async with guest.at(table) as seat:
        while (await seat.hear("events"))["number"] == number:
            pass  # it thinks again


async def test_again_keeps_the_bots_and_seats_them_before_anyone_comes(house):
    guest = Guest(house)
    async with guest.at(guest.open(mode="bots", players=3, level=4)) as seat:
        await seat.sit()
        await seat.hear("events")
        await seat.say(do="leave")
        while (await seat.hear("events"))["result"] is None:
            pass
        await seat.say(do="again")
        while not (about := await seat.hear("table"))["next"]:
            pass
    async with guest.at(about["next"].removeprefix("/tables/")) as seat:
        about = await seat.hear("table")
        assert sorted(participant["bot"] for participant in about["sitters"]) == [0, 4, 4]
        await seat.sit()
        await seat.hear("events")


async def test_two_servers_on_one_database_never_both_accept_an_action(own_house, tmp_path):
    async with table_for_two(own_house) as ((one, two), table):
        other = House(tmp_path, message_rate=1e6, message_burst=1e6)
        try:
            elsewhere = one.guest
            elsewhere.house = other
            async with elsewhere.at(table) as stale:
                await stale.hear("events")
                await play(one, "pawn a1", two)
                await play(two, "pawn b1", one)
                # The other server knows nothing of this yet, and finds out when it tries to store something.
                await stale.act("pawn d1")
                assert (await stale.hear("refused"))["code"] == "stale"
                events = [event for message in stale.received for event in message.get("events", ())]
                assert [text for _, _, text in events[-2:]] == ["pawn a1", "pawn b1"]
                await stale.act("pawn d1")
                assert (await stale.hear("events"))["events"][0][2] == "pawn d1"
        finally:
            other.kill()


async def test_a_busy_pool_keeps_bots_waiting_and_kills_none(own_house):
    guests = [Guest(own_house) for _ in range(6)]

    async def play_one(guest):
        async with guest.at(guest.open(mode="bots", players=2, level=4)) as seat:
            await seat.sit()
            while not (await seat.hear("events"))["actions"]:
                pass
            await seat.act_somewhere()
            while not (await seat.hear("events"))["actions"]:
                pass

    await asyncio.gather(*map(play_one, guests))
    assert json.loads(own_house.request("GET", "/health")[2]) == {"status": "ok"}
