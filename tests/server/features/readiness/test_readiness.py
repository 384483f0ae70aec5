"""Pages come first: a real server with an empty cache."""

import contextlib
import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.features.readiness.unready_house import (
    GAME,
    READER,
    Neighbour,
    UnreadyHouse,
    compilers_into,
    until,
)
from tests.server.hosting.served import Served
from tests.server.house import Guest, House

pytestmark = pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are looked up in /proc")


@pytest.fixture
def unready(tmp_path: Path) -> Iterator[UnreadyHouse]:
    house = UnreadyHouse(tmp_path)
    yield house
    house.kill()
    assert until(lambda: not house.compilers), "a compiler has outlived its server"


def test_what_needs_no_rules_works_while_nothing_is_compiled_and_the_rest_waits(unready: UnreadyHouse) -> None:
    status, shelf = unready.page("/")
    assert status == 200
    assert f'data-readiness="{GAME}"' in shelf
    assert "Ready in about" in shelf
    for path in ("/me", f"/games/{GAME}/cover.svg", f"/games/{GAME}/ladder", "/readiness.json"):
        assert unready.page(path)[0] == 200, path
    status, book = unready.page(f"/games/{GAME}/rules")
    assert status == 200
    assert "<figure" in book
    assert not unready.wanted
    for path in ("lesson", "puzzles", "analysis"):
        status, page = unready.page(f"/games/{GAME}/{path}")
        assert (status, "is being set up" in page) == (202, True), path
    assert unready.wanted == {f"wanted {GAME} rules"}
    status, form = unready.page(f"/games/{GAME}/bots")
    assert status == 200
    assert 'value="5" disabled' in form
    assert 'value="1" disabled' not in form
    assert not unready.noted.exists()


def test_programs_are_told_to_come_again(unready: UnreadyHouse) -> None:
    status, headers, body = unready.request("POST", f"/games/{GAME}/lesson/1", {})
    assert (status, json.loads(body)["code"]) == (503, "not_ready")
    assert int(headers["retry-after"]) >= 1
    assert "is being set up" in json.loads(body)["message"]
    status, _, body = unready.request("GET", f"/games/{GAME}/picture.png", headers={"accept-language": "fr"})
    assert (status, "se prépare" in json.loads(body)["message"]) == (503, True)


def test_a_table_that_was_just_opened_says_in_the_log_why_programs_get_503(unready: UnreadyHouse) -> None:
    table = Guest(unready).open(game=GAME, mode="friends")
    assert unready.request("GET", f"/tables/{table}", headers={"accept": "*/*"})[0] == 503
    assert f"503: {GAME} is not ready: rules" in unready.log.read_text()


async def test_a_table_waits_for_its_game_and_begins_by_itself_whatever_happens_to_a_compiler(
    unready: UnreadyHouse,
) -> None:
    guest = Guest(unready)
    table = guest.open(game=GAME, mode="bots", level=1)
    reader = {**guest.headers, **READER}
    status, headers, page = unready.request("GET", f"/tables/{table}", headers=reader)
    assert status == 202
    assert int(headers["retry-after"]) >= 1
    assert f'data-onward="/tables/{table}"' in page
    with pytest.raises(ConnectionClosed) as closed:
        async with guest.at(table) as seat:
            await seat.hear()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1013

    unready.compile()
    os.kill(next(iter(until(lambda: unready.compilers))), signal.SIGKILL)
    until(lambda: "its process was killed (SIGKILL); another attempt follows" in unready.log.read_text())
    until(lambda: unready.request("GET", f"/tables/{table}", headers=reader)[0] == 200)
    async with guest.at(table) as seat:
        await seat.sit()
        first = await seat.hear("events")
        while not first["actions"]:
            first = await seat.hear("events")
        await seat.act(first["actions"][0])
        await seat.hear("events")
    status, lesson = unready.page(f"/games/{GAME}/lesson")
    assert (status, "is being set up" in lesson) == (200, False)
    status, book = unready.page(f"/games/{GAME}/rules")
    assert (status, "<figure" in book) == (200, True)

    unready.lose_cache()
    for path in (
        f"/tables/{table}",
        f"/tables/{table}/replay",
        f"/tables/{table}/story",
        f"/tables/{table}/export.json",
    ):
        assert unready.request("GET", path, headers=reader)[0] == 202, path
    assert unready.request("GET", f"/tables/{table}/picture.png", headers=guest.headers)[0] == 503
    status, _, shelf = unready.request("GET", "/", headers=reader)
    assert (status, f"/tables/{table}" in shelf) == (200, True)
    for path in ("/me", "/me/games", "/lobby"):
        assert unready.request("GET", path, headers=reader)[0] == 200, path
    today = unready.request("GET", "/day", headers=reader)[1]["location"]
    assert unready.request("GET", today, headers=reader)[0] == 200
    status, headers, _ = unready.request("POST", today, {"": ""}, reader)
    assert status == 303
    assert unready.request("GET", headers["location"], headers=reader)[0] == 202
    assert not unready.noted.exists(), unready.noted.read_text()


def test_of_servers_that_share_a_cache_one_compiles_and_another_goes_on_if_it_dies(
    unready: UnreadyHouse, tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = Neighbour(tmp_path_factory.mktemp("neighbour"), unready)
    try:
        unready.compile()
        until(lambda: unready.compilers)
        (first,) = set(unready.compilers.values())
        os.kill(first, signal.SIGKILL)
        until(lambda: set(unready.compilers.values()) == {other.process.pid, unready.process.pid} - {first})
    finally:
        other.kill()


def test_of_two_processes_of_a_server_one_compiles_and_both_serve_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "cache"
    monkeypatch.setenv("TABLEE_CACHE", str(cache))
    served = Served(tmp_path, {"processes": 2, "games": [GAME]}, "tests.server.hosting.two_processes")
    try:
        assert [served.request("GET", "/")[0] for _ in range(4)] == [200] * 4
        until(lambda: compilers_into(cache))
        assert len(set(compilers_into(cache).values())) == 1
        assert json.loads(served.request("GET", "/ready")[2])["games"] == "compiling"
    finally:
        served.stop()
    assert not compilers_into(cache)


def test_compilers_end_with_a_server_that_is_killed(unready: UnreadyHouse) -> None:
    unready.compile()
    compilers = until(lambda: unready.compilers)
    unready.process.kill()
    until(lambda: not any(_lives(pid) for pid in compilers))
    unready.process.wait()


def test_with_everything_compiled_nothing_is_said_or_asked_of_it(house: House) -> None:
    for path in ("/", "/games/isis/bots", "/games/isis/lesson"):
        status, _, page = house.request("GET", path, headers=READER)
        assert (status, "readiness" in page) == (200, False), path
    told = json.loads(house.request("GET", "/readiness.json?stage=all")[2])
    assert all(one["ready"] for one in told.values())


def _lives(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def test_a_server_that_stops_waits_for_no_compiler(unready: UnreadyHouse) -> None:
    unready.compile()
    compilers = until(lambda: unready.compilers)
    unready.process.terminate()
    assert unready.process.wait(60) in (0, -signal.SIGTERM)
    assert not any(_lives(pid) for pid in compilers)
