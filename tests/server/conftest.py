from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.house import House


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that all tests may use that do no harm to it."""
    house = House(tmp_path_factory.mktemp("house"), message_rate=1e6, message_burst=1e6, opening_burst=1e6)
    yield house
    house.kill()


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    """A server for one test, which may kill it."""
    house = House(tmp_path, message_rate=1e6, message_burst=1e6, opening_burst=1e6)
    yield house
    house.kill()
