"""People talk at a table, over real sockets: who hears what, in which language, and what is refused."""

import json
import sqlite3
import time
from contextlib import AsyncExitStack, asynccontextmanager

from websockets.asyncio.client import connect

from tablee.server.features.accounts.deletion import InactivityDeletion
from tablee.server.features.chat.model import ChatMessage
from tablee.server.table.clock import A_DAY
from tests.cases import each
from tests.server.house import Guest, House, Seat
from tests.server.realtime.peers.test_servers import hubs, servers

__all__ = ["servers"]


@asynccontextmanager
async def hearing(guest, table):
    """Somebody at a table who hears what is said; has heard already what was said before."""
    address = f"ws://localhost:{guest.house.port}/tables/{table}/live?as=events&talk=1"
    async with connect(address, additional_headers=guest.headers) as socket:
        seat = Seat(socket)
        seat.guest = guest
        seat.before = await seat.hear("talk", whole=True)
        yield seat


@asynccontextmanager
async def company(houses, *, spectators=0, languages=("en", "fr")):
    """Two who sit at a table, and some who look on; the houses are those that they come to."""
    people = [Guest(houses[place % len(houses)], language) for place, language in enumerate(languages)]
    people += [Guest(houses[place % len(houses)]) for place in range(spectators)]
    table = people[0].open(name="Zoé")
    async with AsyncExitStack() as stack:
        seats = []
        for place, guest in enumerate(people):
            seats.append(await stack.enter_async_context(hearing(guest, table)))
            if place == 1:
                await seats[1].sit()
                await seats[1].hear("talk", whole=True)  # now as one who sits
        while len((await seats[0].hear("table"))["sitters"]) < 2:
            pass
        await seats[0].say(do="start")
        for seat in seats:
            await seat.hear("events")
            seat.table = table
        yield seats


async def heard(seat):
    """The next line that somebody hears."""
    (line,) = (await seat.hear("talk", whole=False))["lines"]
    return line


async def words_heard(seat):
    """All that somebody has heard up to now."""
    await seat.say(do="ping")
    await seat.hear("pong")
    return [line["words"] for one in seat.received if one["say"] == "talk" for line in one["lines"] if not line["own"]]


async def write(*seats):
    """Let these people write freely."""
    for seat in seats:
        await seat.say(do="write", on=True)
        await seat.hear("talk", whole=True, writes=True)


async def test_a_phrase_arrives_in_the_language_of_each_who_reads_it(house):
    async with company([house], spectators=1) as (one, two, onlooker):
        await one.say(do="say", kind="phrase", body="well-played")
        assert [(await heard(seat))["words"] for seat in (one, two, onlooker)] == [
            "Well played!", "Bien joué\u202f!", "Well played!",
        ]  # fmt: skip
        await two.say(do="say", kind="gesture", body="tea")
        line = await heard(one)
        assert (line["gesture"], line["words"], line["own"], line["sitter"]) == ("tea", "has a cup of tea", False, 2)
        assert set(line) == {"id", "at", "sitter", "name", "words", "gesture", "aside", "own"}  # and no person's id
    async with hearing(Guest(house), one.table) as late:
        assert [line["words"] for line in late.before["lines"]] == ["Well played!", "has a cup of tea"]


async def test_what_is_said_stays_in_its_order_though_the_clock_stands_or_goes_back(timed_house):
    said = ["hello", "thank-you", "oops", "well-played"]
    async with company([timed_house]) as (one, two):
        for phrase in said:
            await one.say(do="say", kind="phrase", body=phrase)
            await heard(two)
            timed_house.pass_time(-1000)
    timed_house.pass_time(1000 * len(said))
    async with hearing(Guest(timed_house), one.table) as late:
        times = [line["at"] for line in late.before["lines"]]
        assert times == sorted(set(times))
        assert [line["words"] for line in late.before["lines"]] == ["Hello!", "Thank you!", "Oops!", "Well played!"]


async def test_who_has_not_asked_for_talk_hears_none(house):
    async with company([house]) as (one, _), Guest(house).at(one.table) as program:
        await program.hear("events")
        await one.say(do="say", kind="phrase", body="hello")
        await heard(one)
        assert await words_heard(program) == []


async def test_free_text_goes_between_two_who_have_it_on_and_to_nobody_else(house):
    async with company([house], spectators=1) as (one, two, onlooker):
        await one.say(do="say", kind="text", body="Hi there")
        assert (await one.hear("refused"))["code"] == "texts_off"
        await write(one, onlooker)
        await one.say(do="say", kind="text", body="Only I read this")
        await heard(one)
        assert await words_heard(two) == await words_heard(onlooker) == []
        await two.say(do="write", on=True)
        both = await two.hear("talk", whole=True, writes=True)
        assert [line["words"] for line in both["lines"]] == ["Only I read this"]  # what was said while it was off
        await two.say(do="say", kind="text", body="  Et   vous ? " + "x" * 40)
        assert (await heard(one))["words"] == "Et vous ? " + "x" * 30 + "\u200b" + "x" * 10
        assert await words_heard(onlooker) == []


@each(
    ("wish", "code"),
    [
        ({"kind": "phrase", "body": "buy now"}, "bad_message"),
        ({"kind": "gesture", "body": "hello"}, "bad_message"),
        ({"kind": "shout", "body": "hello"}, "bad_message"),
        ({"kind": "text", "body": "see spam.example"}, "talk_link"),
        ({"kind": "text", "body": "x" * 201}, "talk_long"),
        ({"kind": "text", "body": "a\u202eb"}, "talk_unseen"),
    ],
)
async def test_what_cannot_be_said_is_refused_and_nothing_is_kept(house, wish, code):
    async with company([house]) as (one, two):
        await write(one, two)
        await one.say(do="say", **wish)
        refused = await one.hear("refused")
        assert (refused["code"], bool(refused["message"])) == (code, True)
        assert await words_heard(two) == []
        assert kept(house, one.table) == []


def kept(house, table):
    with sqlite3.connect(house.database) as database:
        found = database.execute(
            "SELECT body FROM chat_messages WHERE table_id = ? ORDER BY at, id", (table,)
        ).fetchall()
    database.close()
    return [body for (body,) in found]


async def test_those_who_look_on_prompt_nobody_and_join_in_when_the_game_is_over(house):
    async with company([house], spectators=2) as (one, two, watcher, other):
        await watcher.say(do="say", kind="phrase", body="take-your-time")
        line = await heard(other)
        assert (line["words"], line["aside"], line["sitter"]) == ("Take your time.", True, 0)
        assert line["name"]
        assert await words_heard(one) == await words_heard(two) == []
        async with hearing(one.guest, one.table) as again:
            assert again.before["lines"] == []
        await one.say(do="leave")
        for seat in (one, two, watcher, other):
            await seat.hear("events", to_act=None)
        await watcher.say(do="say", kind="phrase", body="good-game")
        assert [(await heard(seat))["aside"] for seat in (one, two, other)] == [False] * 3
        assert await words_heard(one) == ["That was a fine game."]


async def test_who_is_muted_is_not_heard_on_any_device_until_forgiven(house):
    async with company([house]) as (one, two), hearing(two.guest, one.table) as phone:
        await one.say(do="say", kind="phrase", body="hello")
        participant = (await heard(two))["sitter"]
        await phone.say(do="mute", on=True, sitter=participant)
        for seat in (two, phone):
            told = await seat.hear("talk", whole=True, muted=[participant])
            assert told["lines"] == []
        await one.say(do="say", kind="phrase", body="oops")
        await heard(one)
        assert await words_heard(two) == ["Bonjour\u202f!"]
        assert "Zoé" in house.request("GET", "/me", headers=two.guest.headers)[2]
        await two.say(do="mute", on=False, sitter=participant)
        told = await phone.hear("talk", whole=True, muted=[])
        assert [line["words"] for line in told["lines"]] == ["Bonjour\u202f!", "Oups\u202f!"]
        for wish in ({"sitter": 99}, {"said": "nothing"}, {}, {"sitter": 2}):
            await two.say(do="mute", on=True, **wish)
            assert (await two.hear("refused"))["code"] == "bad_message"


async def test_the_page_about_oneself_lets_one_hear_somebody_again(house):
    async with company([house]) as (one, two):
        await two.say(do="mute", on=True, sitter=1)
        await two.hear("talk", whole=True, muted=[1])
        page = house.request("GET", "/me", headers=two.guest.headers)[2]
        handle = page.partition('name="other" value="')[2].partition('"')[0]
        assert house.request("POST", "/me/unmute", {"other": handle}, one.guest.headers)[0] == 303
        assert house.request("POST", "/me/unmute", {"other": "x"}, two.guest.headers)[0] == 303
        assert handle in house.request("GET", "/me", headers=two.guest.headers)[2]
        assert house.request("POST", "/me/unmute", {"other": handle}, two.guest.headers)[0] == 303
        await two.hear("talk", whole=True, muted=[])


async def test_a_flood_is_held_back_and_a_move_is_not(tmp_path):
    house = House(tmp_path, chat_rate=0.001, chat_burst=3.0)
    async with company([house]) as (one, two):
        for _ in range(5):
            await one.say(do="say", kind="phrase", body="hello")
        assert [(await one.hear("refused"))["code"] for _ in range(2)] == ["too_fast"] * 2
        assert len(await words_heard(two)) == 3
        await two.say(do="say", kind="phrase", body="hello")  # others may
        await heard(two)
    house.kill()


async def test_a_crash_loses_nothing_that_was_heard(tmp_path):
    house = House(tmp_path)
    async with company([house]) as (one, two):
        await one.say(do="say", kind="phrase", body="hello")
        await heard(two)
        house.kill()
    house.start()
    async with hearing(one.guest, one.table) as again:
        assert [line["words"] for line in again.before["lines"]] == ["Hello!"]
    house.kill()


async def test_nothing_of_it_is_in_the_log_the_export_the_replay_or_what_others_download(house):
    async with company([house]) as (one, two):
        await write(one, two)
        await one.say(do="say", kind="text", body="Sesame opens")
        await heard(two)
        await one.say(do="leave")
        await two.hear("events", to_act=None)
    for path in ("export.json", "replay.json?eyes=all", "replay"):
        status, _, body = house.request("GET", f"/tables/{one.table}/{path}")
        assert (status, "Sesame" in body) == (200, False)
    with sqlite3.connect(house.database) as database:
        for table in ("events", "directory", "snapshots"):
            assert "Sesame" not in str(database.execute(f"SELECT * FROM {table}").fetchall())
    database.close()
    mine, theirs = (house.request("GET", "/me/everything.json", headers=seat.guest.headers)[2] for seat in (one, two))
    assert [said["body"] for said in json.loads(mine)["said"]] == ["Sesame opens"]
    assert "Sesame" not in theirs


async def test_who_is_deleted_has_said_nothing(house):
    async with company([house]) as (one, two):
        await one.say(do="say", kind="phrase", body="hello")
        await heard(two)
        assert house.request("POST", "/me/delete", {"sure": "yes"}, one.guest.headers)[0] == 303
    assert kept(house, one.table) == []


async def test_open_pages_drop_what_was_said_by_who_is_deleted_on_whichever_server(servers):
    async with company(servers, spectators=2) as (one, two, *spectators):
        await two.say(do="say", kind="phrase", body="well-played")
        await one.say(do="say", kind="phrase", body="hello")
        for seat in (two, *spectators):
            while (await heard(seat))["words"] not in ("Hello!", "Bonjour\u202f!"):
                pass
        assert servers[0].request("POST", "/me/delete", {"sure": "yes"}, one.guest.headers)[0] == 303
        for seat in (two, *spectators):
            lines = (await seat.hear("talk", whole=True))["lines"]
            assert [line["words"] in ("Well played!", "Bien joué\u202f!") for line in lines] == [True]


async def test_it_is_forgotten_after_the_time_that_the_host_has_set(tmp_path):
    today = 100 * A_DAY
    async with hubs(f"sqlite:///{tmp_path}/t.db", 1) as (hub,):
        for number, age in enumerate((31, 29)):
            at = today - age * A_DAY
            await hub.store.chat.keep(ChatMessage(str(number), "t", "zoé", 1, at, "phrase", "hello", "table"))
        assert await InactivityDeletion(hub, 0, lambda: today, chat_days=30).forget_today()
        assert [one.id for one in await hub.store.chat.latest("t")] == ["1"]


# ---- reports ---------------------------------------------------------------------------------------------


async def test_a_report_is_kept_with_what_was_said_and_few_are_taken_a_day(tmp_path):
    house = House(tmp_path, report_rate=0.00005, report_burst=2.0)
    async with company([house]) as (one, two):
        await one.say(do="say", kind="phrase", body="oops")
        line = await heard(two)
        await two.say(do="report", why="talk", words=" Rude:  see spam.example ", sitter=line["sitter"])
        await two.hear("reported")
        await two.say(do="report", why="play", said=line["id"])
        await two.hear("reported")
        await two.say(do="report", why="play", sitter=1)
        assert (await two.hear("refused"))["code"] == "too_many_reports"
        await one.say(do="report", why="talk", sitter=1)  # oneself
        assert (await one.hear("refused"))["code"] == "bad_message"
        await one.say(do="report", why="weather", sitter=2)
        assert (await one.hear("refused"))["code"] == "bad_message"
        assert not any(said["say"] == "reported" for said in one.received)
    with sqlite3.connect(house.database) as database:
        reports = database.execute("SELECT name, why, words, answered FROM reports ORDER BY at, id").fetchall()
        evidence = database.execute("SELECT body FROM evidence").fetchall()
    database.close()
    assert sorted(reports) == [("Zoé", "play", "", 0), ("Zoé", "talk", "Rude: see spam.example", 0)]
    assert evidence == [("oops",)] * 2
    assert "No answer yet" in house.request("GET", "/me", headers=two.guest.headers | {"accept-language": "en"})[2]
    house.kill()


# ---- several servers -------------------------------------------------------------------------------------


async def test_two_on_different_servers_hear_each_other_at_once(servers):
    async with company(servers, spectators=1) as (one, two, onlooker):
        delays = []
        for _ in range(5):
            began = time.monotonic()
            await one.say(do="say", kind="phrase", body="hello")
            await heard(two)
            delays.append(time.monotonic() - began)
            assert (await heard(onlooker))["words"] == "Hello!"
            await heard(one)
        assert min(delays) < 0.5, delays  # busy machines let one wait, but not every time
        await write(one, two)
        await two.say(do="say", kind="text", body="Salut")
        assert (await heard(one))["words"] == "Salut"


async def test_who_mutes_somebody_at_one_server_has_muted_them_at_the_other(servers):
    async with company(servers) as (one, two):
        twin = Guest(servers[0])
        twin.cookie = two.guest.cookie
        async with hearing(twin, one.table) as elsewhere:
            await two.say(do="mute", on=True, sitter=1)
            assert (await elsewhere.hear("talk", whole=True, muted=[1]))["lines"] == []
