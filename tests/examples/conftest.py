import pytest

from tests.browser.conftest import browser
from tests.examples.fresh import ROOT, UR, Fresh
from tests.server.house import House

__all__ = ["browser"]


@pytest.fixture(scope="session")
def fresh(tmp_path_factory):
    """A fresh environment with the house and the Royal Game of Ur."""
    return Fresh(tmp_path_factory.mktemp("fresh"), ROOT, UR)


@pytest.fixture(scope="session")
def house(fresh, tmp_path_factory):
    """A real server in that environment."""
    python = str(fresh.python)
    becomes = f"import os, sys; os.execv({python!r}, [{python!r}, '-m', 'tests.server.house', *sys.argv[1:]])"

    class FreshHouse(House):
        program = ("-c", becomes)

    house = FreshHouse(tmp_path_factory.mktemp("house"), {"PYTHONPATH": str(ROOT)}, message_rate=1e6, message_burst=1e6)
    yield house
    house.kill()
