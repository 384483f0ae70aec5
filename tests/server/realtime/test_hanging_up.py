"""Somebody acts and hangs up at once: what was handed to the store is carried through and shown to all."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from tests.server.house import SLOW_STORE, House
from tests.server.realtime.test_socket import table_for_two

TRIES = 14
"""Of both players together: neither has more pawns than eight."""
SQUARES = [file + row for row in "12345" for file in "abcdef"]


@pytest.fixture
def slow_house(tmp_path):
    """A server whose disk is slow, so that one can hang up before it has answered."""
    house = House(tmp_path, {SLOW_STORE: "0.05"}, message_rate=1e6, message_burst=1e6)
    yield house
    house.kill()


async def act_and_hang_up(guest, table, action, tabs):
    """Somebody opens some tabs, acts in one of them and closes them all."""
    async with AsyncExitStack() as stack:
        opened = [await stack.enter_async_context(guest.at(table)) for _ in range(tabs)]
        await asyncio.gather(*(tab.hear("events") for tab in opened))
        await opened[0].act(action)
        await asyncio.gather(*(tab.socket.close() for tab in opened))


def placed(news):
    return [text for _, _, text in news["events"] if text.startswith("pawn")]


@pytest.mark.parametrize("tabs", [1, 3])
async def test_who_acts_and_closes_all_tabs_has_acted_for_everybody(slow_house, tabs):
    async with table_for_two(slow_house) as ((one, two), table):
        await one.socket.close()
        for action in (f"pawn {square}" for square in SQUARES[:TRIES:2]):
            await act_and_hang_up(one.guest, table, action, tabs)
            assert placed(await two.hear("events")) == [action]
            async with one.guest.at(table) as back:
                news = await back.hear("events")
                assert (placed(news)[-1], news["to_act"], news["actions"]) == (action, 1, [])
            answer = f"pawn {SQUARES[SQUARES.index(action[-2:]) + 1]}"
            await two.act(answer)
            assert placed(await two.hear("events")) == [answer]


async def test_what_was_begun_is_there_when_everybody_has_hung_up_and_comes_back(slow_house):
    async with table_for_two(slow_house) as ((one, two), table):
        guests = one.guest, two.guest
    for number, square in enumerate(SQUARES[:TRIES]):
        await act_and_hang_up(guests[number % 2], table, f"pawn {square}", 2)
        async with guests[1 - number % 2].at(table) as other:
            while not (news := await other.hear("events"))["actions"]:
                pass
            assert len(placed(news)) in (1, number + 1)  # all of it, or what was still under way
            assert placed(news)[-1] == f"pawn {square}"
