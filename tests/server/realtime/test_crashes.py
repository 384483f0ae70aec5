"""The server is killed in the middle of what people do together: nothing acknowledged is lost, and all can go on."""

import pytest

from tests.server.house import House
from tests.server.realtime.test_together import SLEEPER, hears_away, next_table, two_devices


@pytest.fixture
def fragile_house(tmp_path):
    """A server to be killed, where nobody is waited for and no bot ever plays."""
    house = House(tmp_path, absence=0.0, bot_command=SLEEPER, bot_patience=1000.0)
    yield house
    house.kill()


def restart(house):
    house.kill()
    house.start()


def stand_ins(about):
    return {participant["seat"]: participant["stand_in"] for participant in about["sitters"]}


async def test_a_seat_handed_to_a_bot_stays_handed_and_can_be_taken_back_whenever_the_server_was_killed(fragile_house):
    async with two_devices(fragile_house) as (one, two):
        await two.socket.close()
        await hears_away(one, 1)
        await one.say(do="hand", seat=1)
        await one.hear("events")
    restart(fragile_house)
    async with two.guest.at(one.table) as back:
        assert stand_ins(await back.hear("table")) == {0: 0, 1: 3}
        await back.say(do="return")
        fragile_house.kill()
    fragile_house.start()
    async with two.guest.at(one.table) as back, one.guest.at(one.table) as first:
        await first.hear("events")
        await first.act("pawn a1")
        await back.hear("events", to_act=1)
        await back.act("pawn b2")  # and by playing it is back, if it was not yet
        assert (await first.hear("events", to_act=0))["events"][-1][2] == "pawn b2"


async def test_another_game_can_be_asked_for_whenever_the_server_was_killed(fragile_house):
    async with two_devices(fragile_house) as (one, two):
        await one.say(do="leave")
        await two.hear("events", to_act=None)
        await two.say(do="again")
        fragile_house.kill()
    fragile_house.start()
    async with two.guest.at(one.table) as back:
        about = await back.hear("table")
        if not about["next"]:
            await back.say(do="again")
            following, _ = await next_table(back)
        else:
            following = about["next"].removeprefix("/tables/")
    async with one.guest.at(following) as first, two.guest.at(following) as second:
        for person in (first, second):
            about = await person.hear("table")
            assert (len(about["sitters"]), about["you"]["sitter"] is None) == (2, False)
        await second.say(do="start")
        await first.hear("table", status="playing")
