"""What lies open for a moment is shown to each seat once: what was sent counts as shown, whatever the page says."""

import asyncio
import json

import pytest

from tablee.server.realtime.connection import Connection
from tests.server.house import PATIENCE
from tests.server.realtime.test_socket import table_for_two

LOOKS = 10


async def turn_up_and_place(seat):
    """A tile is turned up, and laid face down; returns its value as pictures and texts have it, and the last event."""
    await seat.act("draw")
    texts = [text for _, _, text in (await seat.hear("events"))["events"]]
    value = texts[-1].removeprefix("reveal ")
    await seat.act("place d4")
    return value, (await seat.hear("events"))["number"]


async def looks(guest, table, feed, last):
    """All that somebody is sent who connects and never says what was seen, until the table is as it is now."""
    async with guest.at(table, feed) as back:
        while back.number < last:
            await back.hear("frame" if feed == "scenes" else "events")
    return json.dumps(back.received, ensure_ascii=False)


def shows(text, value):
    """Does what was sent show the value of the tile?"""
    return f"reveal {value}" in text or f'"{value.replace("-", "−")}"' in text


@pytest.mark.parametrize("feed", ["scenes", "events"])
async def test_who_was_away_and_connects_again_and_again_is_shown_a_tile_once(house, feed):
    async with table_for_two(house) as ((one, two), table):
        await two.socket.close()
        value, last = await turn_up_and_place(one)
        seen = [shows(await looks(two.guest, table, feed, last), value) for _ in range(LOOKS)]
        assert seen == [True] + [False] * (LOOKS - 1)


@pytest.mark.parametrize("feed", ["scenes", "events"])
async def test_who_was_there_and_connects_again_and_again_is_not_shown_it_once_more(house, feed):
    async with table_for_two(house) as ((one, two), table):
        value, last = await turn_up_and_place(one)
        while two.number < last:
            await two.hear("events")
        assert shows(json.dumps(two.received), value)
        assert not any([shows(await looks(two.guest, table, feed, last), value) for _ in range(3)])
        await two.socket.close()
        assert not shows(await looks(two.guest, table, feed, last), value)


async def test_several_tabs_at_once_show_it_in_the_first_alone(house):
    async with table_for_two(house) as ((one, two), table):
        await two.socket.close()
        value, last = await turn_up_and_place(one)
        async with two.guest.at(table, "scenes") as first:
            while first.number < last:
                await first.hear("frame")
            assert shows(json.dumps(first.received, ensure_ascii=False), value)
            assert not shows(await looks(two.guest, table, "scenes", last), value)


async def test_it_is_not_shown_again_after_the_house_was_closed(own_house):
    async with table_for_two(own_house) as ((one, two), table):
        await two.socket.close()
        value, last = await turn_up_and_place(one)
        assert shows(await looks(two.guest, table, "scenes", last), value)
    own_house.stop()
    own_house.start()
    assert not shows(await looks(two.guest, table, "scenes", last), value)


async def test_a_frame_counts_as_shown_when_it_has_left_the_outbox():
    sent, never = asyncio.Event(), asyncio.Event()

    async def send(message):
        if message["text"] == "second":
            sent.set()
            await never.wait()

    connection = Connection("zoé", "en", scenes=True)
    connection.send(b"first", 7)
    connection.send(b"second", 9)
    connection.start(send)
    await sent.wait()
    connection.stop()
    await connection.closed(PATIENCE)
    assert connection.shown == 7
