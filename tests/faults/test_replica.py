"""A replica takes the place of its PostgreSQL: nothing that anybody was shown is lost."""

import asyncio
import time

import pytest

from tests.faults.stage import SOON, behind, load, two_servers
from tests.postgres import Postgres

pytestmark = pytest.mark.long


@pytest.fixture
def primary():
    server = Postgres()
    yield server
    server.close()


@pytest.fixture
async def replica(primary):
    """It has stored whatever the primary acknowledges."""
    server = Postgres(standby_of=primary)
    async with behind(primary.url()) as database:
        await database.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
        await database.execute("SELECT pg_reload_conf()")
        async with asyncio.timeout(SOON):
            while await database.fetchval("SELECT sync_state FROM pg_stat_replication") != "sync":  # noqa: ASYNC110
                await asyncio.sleep(0.05)
    yield server
    server.close()


@pytest.fixture
def servers(primary, replica, tmp_path):
    """Both know both addresses, and take the one that can be written to."""
    url = f"{primary.url()},{replica.folder}&target_session_attrs=read-write"
    with two_servers(tmp_path, url) as houses:
        yield houses


async def test_when_a_replica_is_promoted_nothing_acknowledged_is_lost(servers, primary, replica):
    async with load(servers, replica.url()) as crew:
        await asyncio.to_thread(primary.tell, "kill")
        await asyncio.to_thread(replica.tell, "promote")
        assert max(await crew.goes_on(time.monotonic())) < SOON


async def test_what_a_replica_has_not_stored_is_not_acknowledged(servers, primary, replica):
    async with load(servers, replica.url()) as crew:
        await asyncio.to_thread(replica.tell, "kill")
        async with asyncio.timeout(SOON):
            while crew.ledger.refusals["unsure"] + crew.ledger.refusals["not_saved"] < 10:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        await asyncio.to_thread(primary.tell, "kill")
        await asyncio.to_thread(replica.tell, "start")
        await asyncio.to_thread(replica.tell, "promote")
        assert max(await crew.goes_on(time.monotonic())) < SOON
