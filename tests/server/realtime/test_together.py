import asyncio
import re
import sys
from contextlib import asynccontextmanager

import pytest

from tablee.games import find_game
from tablee.server.table.export import read_export, verify
from tests.server.house import Guest, House, play_together

SLEEPER = [sys.executable, "-c", "import time; time.sleep(1000)"]
"""A bot that never answers."""


@pytest.fixture(scope="module")
def impatient_house(tmp_path_factory):
    """A server where nobody is waited for."""
    house = House(tmp_path_factory.mktemp("house"), message_rate=1e6, message_burst=1e6, opening_burst=1e6, absence=0.0)
    yield house
    house.kill()


@asynccontextmanager
async def two_on_one_device(house, feed="scenes", **form):
    """Zoé and Ali at one device, and the game has started."""
    person = Guest(house)
    table = person.open(name="Zoé", beside_1="Ali", **form)
    async with person.at(table, feed) as device:
        await device.say(do="start")
        await device.hear("frame" if feed == "scenes" else "events")
        device.guest = person
        yield device, table


def two_devices(house, feed="events", **form):
    """Two people, each with a device, and the game has started: in the order of their turns."""
    return play_together(Guest(house), Guest(house), feed, **form)


async def hears_away(other, seat):
    """Wait until somebody hears that the person of a seat is away."""
    while next(one for one in (await other.hear("table"))["sitters"] if one["seat"] == seat)["here"]:
        pass


async def next_table(seat):
    """Wait for the address of the next table; returns its id and the names of the seats at this one."""
    about = await seat.hear("table")
    while not about["next"]:
        about = await seat.hear("table")
    participants = sorted(about["sitters"], key=lambda participant: participant["seat"])
    return about["next"].removeprefix("/tables/"), [participant["name"] for participant in participants]


# ---- several people on one device ---------------------------------------------------------------------------


async def test_two_people_on_one_device_take_turns_without_a_curtain_where_nothing_is_secret(house):
    async with two_on_one_device(house) as (device, _):
        first = device.received[-1]
        assert (first["yours"], first["seat"], first["curtain"]) == (True, 0, None)
        await device.act("pawn a1")
        second = await device.hear("frame")
        assert (second["yours"], second["seat"], second["whole"]) == (True, 1, False)
        await device.act("pawn a2")
        assert (await device.hear("frame"))["seat"] == 0


async def test_people_on_one_device_get_no_hints_and_take_back_as_between_people(house):
    async with two_on_one_device(house) as (device, _):
        assert not any(message["hints"] for message in device.received if message["say"] == "table")
        await device.act("pawn a1")
        assert (await device.hear("frame"))["back"]
        await device.say(do="back", step=device.step)
        undone = await device.hear("frame")
        assert (undone["seat"], undone["back"]) == (0, False)
        await device.act("pawn a1")
        await device.hear("frame")
        await device.act("pawn a2")
        await device.hear("frame")
        await device.say(do="hint", step=device.step)
        assert (await device.hear("refused"))["code"] == "no_hints"


async def test_a_device_and_another_one_and_a_bot_play_together(house):
    async with Guest(house).at(table := (host := Guest(house)).open(name="Zoé", players=4)) as friend:
        await friend.sit()
        async with host.at(table) as device:
            await device.say(do="beside", name="Ali")
            await device.say(do="bot", level=1)
            while len((await device.hear("table"))["sitters"]) < 4:
                pass
            about = device.received[-1]
            assert len(about["you"]["sitters"]) == 2
            assert sum(not participant["bot"] for participant in about["sitters"]) == 3
            await device.say(do="start")
            seen = set()
            while len(seen) < 3:
                news = device.received[-1] if device.received[-1]["say"] == "events" else await device.hear("events")
                acting = device if news["actions"] else friend
                if acting is friend:
                    while friend.number < device.number:
                        await friend.hear("events")
                if not acting.received[-1]["actions"]:
                    await device.hear("events")
                    continue
                seen.add(news["to_act"])
                await acting.act_somewhere()
                await device.hear("events")


async def test_one_of_two_on_a_device_gives_up_by_name(house):
    async with two_on_one_device(house, players=2) as (device, _):
        await device.say(do="leave")
        assert (await device.hear("refused"))["code"] == "bad_message"
        await device.say(do="leave", seat=7)
        assert (await device.hear("refused"))["code"] == "not_seated"
        await device.say(do="leave", seat=1)
        assert (await device.hear("frame"))["log"][-1][1].endswith("resigns.")


async def test_nobody_is_seated_beside_who_only_watches_or_where_all_seats_are_taken(house):
    person = Guest(house)
    table = person.open(game="morfals", beside_1="Ali", beside_2="one too many")
    async with person.at(table) as device, Guest(house).at(table) as watcher:
        about = await device.hear("table")
        names = [participant["name"] for participant in about["sitters"]]
        assert names[1:] == ["Ali"]
        assert names[0].count(" ") == 1  # such as "Red Fox"
        await watcher.say(do="beside", name="Eve")
        assert (await watcher.hear("refused"))["code"] == "not_seated"
        await device.say(do="beside", name="Eve")
        assert (await device.hear("refused"))["code"] == "full"


async def test_there_is_room_for_all_on_the_device_even_if_fewer_seats_were_asked_for(house):
    person = Guest(house)
    async with person.at(person.open(players=2, beside_1="Ali", beside_3="Eve")) as device:
        about = await device.hear("table")
        assert (about["players"], len(about["you"]["sitters"])) == (3, 3)


async def test_a_table_of_two_on_one_device_stands_once_on_their_shelf(house):
    async with two_on_one_device(house) as (device, table):
        _, _, page = house.request("GET", "/", headers=device.guest.headers)
        assert page.count(f"/tables/{table}") == 1


# ---- the curtain --------------------------------------------------------------------------------------------

SECRETIVE = {"game": "morisi", "option_hands": "open", "option_predictions": "on"}


async def predict(device):
    """Predict the first city; returns its name."""
    action = next(text for texts in device.received[-1]["scene"]["offers"].values() for text in texts)
    assert action.startswith("predict ")
    await device.act(action)
    return action.removeprefix("predict ")


def tells_prediction(message):
    """Does a frame say what somebody has predicted?"""
    return any("predicts" in line for _, line in message["log"])


async def test_with_secrets_a_curtain_falls_and_nothing_secret_is_sent_before_it_is_lifted(house):
    async with two_on_one_device(house, **SECRETIVE) as (device, _):
        before = device.received[-1]
        assert (before["seat"], before["curtain"], before["yours"]) == (None, 0, False)
        assert before["scene"]["offers"] == {}
        await device.act("predict Paris")
        assert (await device.hear("refused"))["code"] == "curtain"
        await device.say(do="look_as", seat=1)
        assert (await device.hear("refused"))["code"] == "not_your_turn"
        await device.say(do="look_as", seat=0)
        mine = await device.hear("frame")
        assert (mine["seat"], mine["curtain"], mine["yours"], mine["whole"]) == (0, None, True, True)
        for _ in range(3):
            await predict(device)
            await device.hear("frame")
        assert tells_prediction(device.received[-1])
        curtain = await device.hear("frame", curtain=1)
        assert (curtain["seat"], curtain["whole"]) == (None, True)
        assert not tells_prediction(curtain)
        await device.say(do="look_as", seat=1)
        hers = await device.hear("frame", seat=1)
        assert not tells_prediction(hers)


async def test_a_page_that_is_loaded_anew_shows_the_curtain_again(house):
    async with two_on_one_device(house, **SECRETIVE) as (device, table):
        await device.say(do="look_as", seat=0)
        await device.hear("frame", seat=0)
        await predict(device)
        await device.hear("frame")
        async with device.guest.at(table, "scenes") as again:
            shown = await again.hear("frame", number=device.number)
            assert (shown["seat"], shown["curtain"]) == (None, 0)
            assert not any(tells_prediction(message) for message in again.received if message["say"] == "frame")
            await again.say(do="words", step=shown["step"])
            assert (await again.hear("words"))["actions"] == []


async def test_who_does_not_sit_there_lifts_no_curtain(house):
    async with two_on_one_device(house, **SECRETIVE) as (_, table), Guest(house).at(table, "scenes") as watcher:
        await watcher.say(do="look_as", seat=0)
        assert (await watcher.hear("refused"))["code"] == "not_seated"


# ---- somebody is absent -------------------------------------------------------------------------------------


async def test_the_seat_of_somebody_absent_is_played_by_a_bot_until_they_are_back(impatient_house):
    async with two_devices(impatient_house) as (one, two):
        table = one.table
        await one.act("pawn a1")
        await one.hear("events", to_act=1)
        await two.socket.close()
        about = await one.hear("table")
        absent = next(participant for participant in about["sitters"] if participant["seat"] == 1)
        assert (absent["here"], absent["away"], about["patience"]) == (False, 0, 0.0)
        await one.say(do="hand", seat=1)
        handed = await one.hear("table")
        assert [participant["stand_in"] for participant in handed["sitters"] if participant["seat"] == 1] == [3]
        await one.hear("events", to_act=0)
        async with two.guest.at(table) as back:
            await back.hear("events")
            assert "hand" in [text for _, _, text in back.received[-1]["events"]]
            await back.say(do="return")
            about = await back.hear("table")
            while any(participant["stand_in"] for participant in about["sitters"]):
                about = await back.hear("table")
            while one.number < about["number"]:
                await one.hear("events")
            await one.act_somewhere()
            assert (await back.hear("events", to_act=1))["actions"]


async def test_who_is_back_takes_the_seat_by_playing(tmp_path):
    house = House(tmp_path, absence=0.0, bot_command=SLEEPER, bot_patience=1000.0)
    async with two_devices(house) as (one, two):
        await one.socket.close()
        await hears_away(two, 0)
        await two.say(do="hand", seat=0)
        await two.hear("events")
        async with one.guest.at(one.table) as back:
            await back.hear("events")
            await back.act("pawn b2")
            assert [text for _, _, text in (await back.hear("events"))["events"]] == ["return", "pawn b2"]
            assert not any(participant["stand_in"] for participant in (await back.hear("table"))["sitters"])
    house.kill()


async def test_a_seat_is_handed_only_by_those_who_play_and_only_if_its_person_is_absent(house):
    async with two_devices(house) as (one, two), Guest(house).at(one.table) as watcher:
        await one.say(do="hand", seat=1)
        assert (await one.hear("refused"))["code"] == "not_absent"
        await two.socket.close()
        await one.hear("table", watching=1)
        await one.say(do="hand", seat=1)
        assert (await one.hear("refused"))["code"] == "not_absent"  # only just
        await watcher.say(do="hand", seat=1)
        assert (await watcher.hear("refused"))["code"] == "not_seated"
        await one.say(do="hand", seat=9)
        assert (await one.hear("refused"))["code"] == "bad_message"


# ---- once more ----------------------------------------------------------------------------------------------


async def test_again_keeps_everybodys_seat_and_turns_the_order(house):
    async with two_devices(house, players=2) as (one, two):
        await one.say(do="leave")
        await two.hear("events", to_act=None)
        await two.say(do="again")
        following, names = await next_table(one)
        async with Guest(house).at(following) as stranger, one.guest.at(following) as first:
            await stranger.sit()
            assert (await stranger.hear("refused"))["code"] == "full"
            waiting = await first.hear("table")
            assert [participant["name"] for participant in waiting["sitters"]] == names[::-1]
            assert waiting["you"]["sitter"] == waiting["sitters"][1]["id"]
            await first.say(do="start")
            playing = await first.hear("table", status="playing")
            assert [participant["seat"] for participant in playing["sitters"]] == [0, 1]


async def test_of_two_who_ask_for_another_game_at_once_both_come_to_the_same_table(house):
    async with two_devices(house) as (one, two):
        await one.say(do="leave")
        for person in (one, two):
            await person.hear("events", to_act=None)
        await asyncio.gather(one.say(do="again"), two.say(do="again"))
        (following, _), (same, _) = await next_table(one), await next_table(two)
        assert following == same
        for person in (one, two):
            await person.say(do="ping")
            await person.hear("pong")
            assert not any(message["say"] == "refused" for message in person.received)
            _, _, shelf = house.request("GET", "/", headers=person.guest.headers)
            assert re.findall(r'href="/tables/([\w-]+)"', shelf) == [following, one.table]


async def test_two_on_one_device_come_along_and_the_new_game_is_verified(house):
    async with two_on_one_device(house) as (device, _):
        await device.say(do="leave", seat=0)
        await device.say(do="again")
        following, names = await next_table(device)
    async with device.guest.at(following, "scenes") as again:
        about = await again.hear("table")
        assert len(about["you"]["sitters"]) == 2
        assert [participant["name"] for participant in about["sitters"]] == names[::-1]
        await again.say(do="start")
        await again.hear("frame")
        await again.say(do="leave", seat=0)
        await again.hear("frame", turn=None)
        await again.hear("table", status="over")
    _, _, body = house.request("GET", f"/tables/{following}/export.json")
    assert verify(read_export(body.encode()), find_game("isis")) == 1


async def test_a_seat_kept_for_somebody_who_does_not_come_can_be_given_away(house):
    async with two_devices(house) as (one, two):
        await one.say(do="leave")
        await two.hear("events", to_act=None)
        await two.say(do="again")
        following, _ = await next_table(two)
        async with Guest(house).at(following) as stranger, two.guest.at(following) as host:
            kept = (await host.hear("table"))["sitters"][1]
            assert not kept["here"]
            await stranger.say(do="unseat", sitter=kept["id"])
            assert (await stranger.hear("refused"))["code"] == "not_seated"
            await host.say(do="unseat", sitter=kept["id"])
            while len((await host.hear("table"))["sitters"]) > 1:
                pass
