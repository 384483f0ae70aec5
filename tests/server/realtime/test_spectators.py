"""Those who look on in a crowd get everything in order, and nobody else waits for them."""

import asyncio
import json

from tablee.server.realtime.broadcast import CROWD, SLICE, Spectators
from tablee.server.realtime.connection import Connection, Message
from tablee.server.table.events import Clock
from tests.server.house import Guest
from tests.server.realtime.test_clocks import Time, a_house, a_table
from tests.server.realtime.test_socket import play, table_for_two


class Reader:
    def __init__(self):
        self.read = []

    def send_together(self, messages):
        self.read += [message.text for message in messages]


async def test_everybody_gets_everything_in_order_a_few_at_a_time():
    gallery, readers = Spectators(), [Reader() for _ in range(3 * SLICE)]
    for text in "ab":
        gallery.send([(reader, [Message(text)]) for reader in readers])
    got = []
    while len(got) < 7:
        await asyncio.sleep(0)
        got.append(sum(len(reader.read) for reader in readers))
    assert got[:6] == [SLICE * slices for slices in range(1, 7)]
    assert all(reader.read == ["a", "b"] for reader in readers)


async def test_who_comes_while_others_wait_waits_behind_them():
    gallery = Spectators()
    assert not gallery.is_wide(CROWD)
    assert gallery.is_wide(CROWD + 1)
    gallery.send([(Reader(), [Message("a")]) for _ in range(SLICE + 1)])
    assert gallery.is_wide(1)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert not gallery.is_wide(1)


async def test_a_crowd_sees_every_move_of_a_game_in_order_whenever_each_of_them_has_come(own_house):
    async with table_for_two(own_house) as ((one, two), table), asyncio.TaskGroup() as crowd:
        told, came = [], asyncio.Semaphore(0)

        async def look_on():
            async with Guest(own_house).at(table) as seat:
                await seat.hear("events")
                came.release()
                while seat.number < last:
                    await seat.hear("events")
                told.append([text for one in seat.received if one["say"] == "events" for *_, text in one["events"]])

        last = one.number + 4
        for _ in range(CROWD + 10):
            crowd.create_task(look_on())
        for _ in range(CROWD + 10):
            await came.acquire()
        for place in (1, 2):
            await play(one, f"pawn a{place}", two)
            await play(two, f"pawn b{place}", one)
    assert {tuple(moves[-4:]) for moves in told} == {("pawn a1", "pawn b1", "pawn a2", "pawn b2")}, told[0]
    assert len({len(moves) for moves in told}) == 1
    assert len(told) == CROWD + 10


class Page(Connection):
    """A page at a table that reads at once."""

    def __init__(self, person=""):
        super().__init__(person, "en", scenes=False)
        self.person, self.read = person, []

    def send_together(self, messages):
        self.read += [json.loads(message.text)["say"] for message in messages]


async def test_players_are_told_of_a_move_and_the_clock_before_a_crowd_is(tmp_path):
    async with a_house(f"sqlite:///{tmp_path}/tables.db", Time()) as hub:
        table = await a_table(hub, Clock(300_000, 15_000))
        async with hub.visit(table) as live:
            crowd, players = [Page() for _ in range(3 * CROWD)], [Page("zoé"), Page("ali")]
            for page in (*crowd, *players):
                live.join(page)
                await live.welcome(page, 0)
            await until(lambda: crowd[-1].read.count("clock") > 1)  # everybody has been told who has come
            for page in (*crowd, *players):
                page.read.clear()
            await live.decide(lambda table, now: table.act(table.to_act, table.step, "pawn a1", now))
            for page in players:
                assert page.read == ["events", "clock"]
            assert sum(bool(page.read) for page in crowd) <= 2 * SLICE
            await until(lambda: crowd[-1].read == ["events", "clock"])
            assert all(page.read == ["events", "clock"] for page in crowd)
            for page in (*crowd, *players):
                live.quit(page)


async def until(happens):
    """Let the loop turn until something is so."""
    for _ in range(1_000_000):
        if happens():
            return
        await asyncio.sleep(0)
    raise AssertionError("it does not happen")


# ---- the big screen ---------------------------------------------------------------------------------------

WATCH = "scenes&watch=1"


async def test_who_only_watches_is_a_spectator_even_in_the_browser_of_a_player(house):
    async with table_for_two(house, feed="scenes") as ((one, two), table), one.guest.at(table, WATCH) as screen:
        assert (await screen.hear("table"))["you"]["sitter"] is None
        shown = await screen.hear("frame")
        assert (shown["seat"], shown["yours"], shown["back"]) == (None, False, False)
        await screen.act("pawn c4")
        assert (await screen.hear("refused"))["code"] == "not_seated"
        for wish in ({"do": "leave", "seat": 0}, {"do": "again"}, {"do": "look_as", "seat": 0}):
            await screen.say(**wish)
            assert (await screen.hear("refused"))["code"] == "not_seated"
        await one.act("pawn c4")
        moved = await screen.hear("frame")
        async with Guest(house).at(table, "scenes") as stranger:
            seen = await stranger.hear("frame")
            assert (moved["number"], moved["prompt"]) == (seen["number"], seen["prompt"])
        await two.hear("frame")


async def test_a_screen_holds_no_seat_for_a_player_who_has_gone(house):
    async with table_for_two(house) as ((one, two), table), one.guest.at(table, WATCH):
        await one.socket.close()
        gone = await two.hear("table", watching=1)
        while all(sitter["here"] for sitter in gone["sitters"]):
            gone = await two.hear("table")


async def test_a_screen_stays_a_spectator_when_its_browser_sits_down_elsewhere(house):
    visitor, table = Guest(house), Guest(house).open(players=3)
    async with visitor.at(table, WATCH) as screen, visitor.at(table) as seat:
        await seat.sit()
        told = await screen.hear("table")
        while len(told["sitters"]) < 2:
            told = await screen.hear("table")
        assert told["you"]["sitter"] is None
        await screen.sit()
        assert (await screen.hear("refused"))["code"] == "not_seated"


async def test_a_screen_speaks_the_language_of_its_address(house):
    async with Guest(house, "en").at(Guest(house).open(), f"{WATCH}&language=fr") as screen:
        await screen.act("pawn c4")
        assert (await screen.hear("refused"))["message"].startswith("Vous")
