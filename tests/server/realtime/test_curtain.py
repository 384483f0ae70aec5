"""Attacks on the curtain: what a shared device is sent while somebody else might be looking at it."""

import json

from tests.server.house import Guest
from tests.server.realtime.test_together import SECRETIVE, predict, two_on_one_device


def says(messages, city):
    """Is a city that somebody predicted named in anything but the map, which names them all?"""
    logs = [line for message in messages for _, line in message.get("log", [])]
    texts = [text for message in messages for _, _, text in message.get("events", [])]
    return city in json.dumps([logs, texts])


async def predicted(device):
    """The first seat looks, and predicts a city; returns its name."""
    await device.say(do="look_as", seat=0)
    await device.hear("frame", seat=0)
    city = await predict(device)
    await device.hear("frame")
    assert says(device.received, city)
    return city


async def test_a_second_tab_has_a_curtain_of_its_own(house):
    async with two_on_one_device(house, **SECRETIVE) as (device, table), device.guest.at(table, "scenes") as tab:
        await tab.hear("frame")
        city = await predicted(device)
        shown = await tab.hear("frame", number=device.number)
        assert (shown["seat"], shown["curtain"], shown["scene"]["offers"]) == (None, 0, {})
        assert not says(tab.received, city)
        await tab.act("predict Paris")
        assert (await tab.hear("refused"))["code"] == "curtain"


async def test_behind_the_curtain_nobody_looks_back_at_secrets(house):
    async with two_on_one_device(house, **SECRETIVE) as (device, table):
        await predicted(device)
        number = device.number
        await device.say(do="look", number=number)
        own = await device.hear("past")
        async with device.guest.at(table, "scenes") as again:
            await again.hear("frame", number=number)
            await again.say(do="look", number=number)
            hidden = await again.hear("past")
            await again.say(do="hint", step=number)
            assert (await again.hear("refused"))["code"] == "curtain"
        assert own["scene"]["set"] != hidden["scene"]["set"]
        async with Guest(house).at(table, "scenes") as onlooker:
            await onlooker.hear("frame", number=number)
            await onlooker.say(do="look", number=number)
            assert (await onlooker.hear("past"))["scene"]["set"] == hidden["scene"]["set"]


async def test_a_program_on_the_same_device_stands_behind_the_curtain_too(house):
    async with two_on_one_device(house, **SECRETIVE) as (device, table):
        city = await predicted(device)
        async with device.guest.at(table, "events") as program:
            news = await program.hear("events")
            assert (news["seat"], news["curtain"], news["actions"]) == (None, 0, [])
            await device.act("predict nowhere")
            await device.hear("refused")
            assert not says(program.received, city)
            await program.say(do="look_as", seat=0)
            assert (await program.hear("events"))["actions"]
