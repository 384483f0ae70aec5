"""The short form of all faults: each is really done to two servers under load, and nothing acknowledged is lost."""

import asyncio
import time

import pytest

from tests.faults.nursery import Nursery
from tests.faults.players import Crew
from tests.faults.stage import restart, two_servers

SOON = 5.0


@pytest.fixture(scope="module")
def nursery():
    nursery = Nursery()
    yield nursery
    nursery.close()


@pytest.fixture
def servers(nursery, own_postgres, tmp_path):
    with two_servers(nursery, tmp_path, own_postgres.url()) as houses:
        yield houses


async def test_when_a_server_is_killed_people_and_bots_go_on_at_the_other(servers, own_postgres):
    async with Crew(servers) as crew:
        for place, house in enumerate(servers):
            moved, since = crew.at(place), time.monotonic()
            await asyncio.to_thread(house.kill)
            took = await crew.goes_on(since, moved)
            assert max(took) < SOON
            await restart(house)
            await crew.goes_on(time.monotonic())
    verdict = await crew.ledger.compare(own_postgres.url())
    assert verdict.is_clean, verdict
    assert min(verdict.acknowledged, verdict.bot_actions) > 10
