"""Cuts of a real network, in a namespace of its own: between a server and its database, or its players."""

import time

import pytest

from tests.faults.network import Impossible, Network
from tests.faults.stage import SOON, load, serves_again, two_servers
from tests.postgres import Postgres

pytestmark = pytest.mark.long


@pytest.fixture
def network():
    """Skip the test where none can be made."""
    try:
        made = Network()
    except Impossible as error:
        pytest.skip(str(error))
    with made:
        yield made


@pytest.fixture
def database(network):
    server = Postgres(listen=network.database.here)
    yield server
    server.close()


@pytest.fixture
def servers(network, database, tmp_path):
    """The first is in the namespace, and reaches players and database by cables only."""
    apart = {"network": network, "database_url": f"postgresql://tablee@{network.database.here}/postgres"}
    with two_servers(tmp_path, database.url(), apart) as houses:
        yield houses


@pytest.mark.parametrize("cable", ["players", "database"])
async def test_when_the_network_of_a_server_is_cut_people_and_bots_go_on_at_the_other(
    cable, network, servers, database
):
    cut = getattr(network, cable)
    async with load(servers, database.url()) as crew:
        for break_off, mend in ((cut.lose_all, cut.lose_nothing), (cut.unplug, cut.plug_in)):
            await serves_again(crew, 0)
            moved, since = crew.at(0), time.monotonic()
            assert moved
            break_off()
            assert max(await crew.goes_on(since, moved)) < SOON
            mend()
            await serves_again(crew, 0)
