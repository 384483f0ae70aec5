"""The database goes and comes back under a real server: people are told in words, and what they were told holds."""

import asyncio
import json

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.realtime.test_together import two_devices
from tests.server.web.strangers import WatchedHouse

TRY_LATER = 1013


@pytest.fixture
def house(own_postgres, tmp_path):
    house = WatchedHouse(tmp_path, database_url=own_postgres.url(), database_patience=1.0)
    yield house
    house.kill()
    house.errors.close()


async def looked_at(house, path, guest, language):
    headers = {**guest.headers, "accept-language": language}
    return await asyncio.to_thread(house.request, "GET", path, None, headers)


async def act_until_it_is_stored(seat, action):
    """Try again like somebody who is told to, until the house has its database back."""
    await seat.act(action)
    while (answer := await seat.hear())["say"] != "events":
        if answer["say"] == "refused":
            await seat.act(action)


async def test_a_house_on_postgresql_goes_on_by_itself_when_its_database_is_back(house, own_postgres):
    async with two_devices(house) as (one, two):
        path = f"/tables/{one.table}"
        await one.act("pawn a1")
        await two.hear("events", to_act=1)
        await asyncio.to_thread(own_postgres.tell, "stop")
        await two.act("pawn b2")
        assert (await two.hear("refused"))["code"] in ("not_saved", "unsure")
        for language, words in (
            ("en", "The database is not responding"),
            ("fr", "La base de données ne répond pas"),
        ):
            status, headers, page = await looked_at(house, path, one.guest, language)
            assert (status, words in page, "retry-after" in headers) == (503, True, True)
            assert "set-cookie" not in headers  # they are who they were
        form = {"game": "isis", "mode": "friends", "players": 2}
        status, headers, page = await asyncio.to_thread(house.request, "POST", "/tables", form, one.guest.headers)
        assert (status, "retry-after" in headers) == (503, True)
        assert "could not be saved" in page or "not responding" in page
        status, _, told = await asyncio.to_thread(house.request, "GET", "/ready")
        assert (status, json.loads(told)["database"]) == (503, "failed")
        for reason in ("503: the database could not be read: ", "not ready, /ready answers 503: the database does not"):
            assert reason in house.complaints()
        assert len([line for line in house.complaints().splitlines() if line.startswith("503: ")]) == 3
        async with one.guest.at(one.table) as late:
            with pytest.raises(ConnectionClosed) as closed:
                await late.hear("table")
            assert closed.value.rcvd.code == TRY_LATER
        await asyncio.to_thread(own_postgres.tell, "start")
        await act_until_it_is_stored(two, "pawn b2")
        assert (await one.hear("events", to_act=0))["events"][-1][2] == "pawn b2"
        assert (await looked_at(house, "/", one.guest, "en"))[2].count(path) == 1
