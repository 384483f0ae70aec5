"""The short form: every route and every message a few times, on both databases, and the attacks that once succeeded."""

import asyncio
import re
import urllib.parse

import pytest

from tests.server.nonsense.driver import Driver, drive
from tests.server.nonsense.strategies import COMMANDS, targets

DEEP = "[" * 6000
FORM = {"days": "each", "zone": "UTC", "hour": "9"}
ATTACKS = {
    "an hour of 5,000 digits": ("/me/notifications/preferences", FORM | {"hour": "9" * 5000}),
    "an hour that is a digit and no number": ("/me/notifications/preferences", FORM | {"hour": "²"}),
    "players of 5,000 digits": ("/lobby/matchmaking", {"players": "9" * 5000, "pace": "steady", "game_isis": "yes"}),
    "a table for 5,000 digits": ("/tables", {"game": "isis", "mode": "friends", "players": "9" * 5000}),
    "a nul in a form": ("/lobby/allow", {"person": "a\0b"}),
    "a form that is no text": ("/me/name", b"name=\xff"),
    "a form that is no text, in percent": ("/me/name", b"name=%ff"),
    "a deep position": ("/games/isis/analysis", {"state": DEEP}),
    "a deep field of a position": ("/games/isis/analysis", {"state": '{"game":"isis","options":' + DEEP}),
    "a deep table": ("/games/isis/analysis/table", {"state": '{"a":' * 1000, "tried": DEEP}),
    "a deep try": ("/games/isis/analysis/try", b'{"state":{"a":' + DEEP.encode()),
    "deep options": ("/games/isis/analysis/try", b'{"state":{"game":"isis","options":' + 900 * b"[" + 900 * b"]"),
    "a nul for a table": ("/games/isis/analysis/try", b'{"source":"table \\u0000 1"}'),
    "a try that is no text": ("/games/isis/analysis/try", b'{"action":"\xff"}'),
    "a deep lesson": ("/games/isis/lesson/1", DEEP.encode()),
    "a deep subscription": ("/me/notifications", b'{"endpoint":"x","keys":' + DEEP.encode()),
    "a subscription that is no text": ("/me/notifications", b'{"endpoint":"\xff"}'),
    "a deep passkey": ("/sign-in/passkey", b'{"id":"x","response":' + DEEP.encode()),
}  # fmt: skip


@pytest.fixture(params=["sqlite", "postgres"])
def url(request):
    """A database in which triggers may be left behind."""
    return request.getfixturevalue("blank_postgres_url") if request.param == "postgres" else ""


@pytest.fixture
async def driver(url, tmp_path):
    driver = await asyncio.to_thread(Driver, tmp_path, url)
    yield driver
    await asyncio.to_thread(driver.close)
    assert not driver.faults


async def test_nonsense_is_refused_without_an_error_and_nothing_of_it_is_stored(driver):
    await asyncio.to_thread(drive, driver, 2)
    kinds = {f"live {one.__struct_config__.tag}" for one in COMMANDS}
    assert driver.asked.keys() >= {f"{one.method} {one.route}" for one in targets()} | kinds
    assert {"200", "303", "400", "404", "bad_message", "heard"} <= driver.answers.keys(), "some of it makes sense"
    assert not driver.faults


async def test_attacks_that_once_succeeded_are_refused_with_words(driver):
    for what, (path, body) in ATTACKS.items():
        data = body if isinstance(body, bytes) else urllib.parse.urlencode(body).encode()
        status, _, text = await asyncio.to_thread(driver.house.post, path, data, driver.guest.headers)
        assert 400 <= status < 500, what
        assert re.search("[a-z]{3,} [a-z]{2,}", text), what
    for target in targets():
        if target.method == "GET" and "{" in target.route:
            path = re.sub(r"\{\w+\}", "%00", target.route)
            assert (await asyncio.to_thread(driver.house.request, "GET", path))[0] == 404, path
