"""A house that all attacks on the door share."""

import pytest

from tests.server.web.strangers import ROOM, SOON, WatchedHouse


@pytest.fixture(scope="module")
def watched(tmp_path_factory):
    """A house of little patience."""
    house = WatchedHouse(
        tmp_path_factory.mktemp("door"),
        head_patience=SOON,
        body_patience=2 * SOON,
        read_patience=2 * SOON,
        most_of_one_address=ROOM,
        message_burst=1e6,
        opening_burst=1e6,
    )
    yield house
    house.kill()
    house.errors.close()


@pytest.fixture(autouse=True)
def _is_well_afterwards(request):
    """Whatever happened, the house answers, and no error of a program has been written."""
    house = request.getfixturevalue("watched") if "watched" in request.fixturenames else None
    before = house.complaints() if house else ""
    yield
    if house:
        assert house.request("GET", "/health")[0] == 200
        assert "Traceback" not in house.complaints().removeprefix(before)
