"""`tablee serve`: opening, watching, replacing, closing, with real processes, signals and sockets."""

import json
import os
import re
import signal
import socket
import subprocess
import sys

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.hosting.served import Served, clean_environment, eventually
from tests.server.house import PATIENCE, Guest
from tests.server.realtime.test_socket import table_for_two

RESTARTING = 1012


def refused_serve(*arguments, **environment):
    """What is said by a command that cannot serve."""
    command = [sys.executable, "-m", "tablee.cli", "serve", *arguments]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE, env=clean_environment(**environment), check=False
    )
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr


def test_what_cannot_be_served_is_said_in_one_line(tmp_path):
    assert "--port: 'x' cannot be" in refused_serve("--port", "x")
    assert "TABLEE_LOGS: there is no such variable" in refused_serve(TABLEE_LOGS="x")
    assert "chess" in refused_serve("--games", "chess")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert "Is Tablée running already?" in refused_serve("--port", str(taken.getsockname()[1]))
    (tmp_path / "no.db").write_text("this is no database, and too long to be an empty one" * 40)
    words = refused_serve("--port", "0", "--database-url", f"sqlite:///{tmp_path}/no.db")
    assert "cannot be used as a database" in words


def test_health_and_readiness_are_told_as_json(served):
    assert json.loads(served.request("GET", "/health")[2]) == {"status": "ok"}
    status, _, body = served.request("GET", "/ready")
    assert status == 200
    assert json.loads(body) == {
        "ready": True,
        "database": "ready",
        "bots": "ready",
        "games": "ready",
        "stopping": False,
    }


def test_on_sqlite_it_says_why_there_is_one_process(served):
    assert len(served.children()) == 1
    assert served.said("SQLite is served by one process")


async def test_a_process_that_dies_is_replaced_and_nothing_is_lost(serve):
    served = serve()
    async with table_for_two(served) as ((one, two), table):
        await one.act("pawn a1")
        await two.hear("events")
        (child,) = served.children()
        os.kill(child, signal.SIGKILL)
        with pytest.raises(ConnectionClosed):
            await one.hear("never")
    assert served.request("GET", "/health")[0] == 200  # it waited at the address until there was another process
    assert served.children() != [child]
    assert served.said("SIGKILL")
    async with one.guest.at(table) as again:
        assert [text for _, _, text in (await again.hear("events"))["events"]] == ["start", "pawn a1"]


async def test_on_hangup_processes_are_replaced_with_new_settings_and_pages_are_told_to_come_back(serve):
    served = serve()
    before = served.children()
    async with table_for_two(served) as ((one, _), table):
        served.write_config(most_watchers=0)
        served.send(signal.SIGHUP)
        with pytest.raises(ConnectionClosed) as closed:
            await one.hear("never")
        assert closed.value.rcvd.code == RESTARTING
    async with one.guest.at(table) as again:  # waits at the address, and is let in
        assert (await again.hear("events"))["number"]
    assert served.children() != before
    stranger = Guest(served)
    async with stranger.at(table) as watching:
        with pytest.raises(ConnectionClosed) as closed:
            await watching.hear("table")
    assert closed.value.rcvd.code == 4429  # the new setting holds


def test_of_several_processes_some_always_serve_and_all_are_counted(tmp_path):
    served = Served(
        tmp_path, {"metrics_address": "127.0.0.1:0", "log_format": "json"}, "tests.server.hosting.two_processes"
    )
    try:
        before = served.children()
        assert len(before) == 2
        told = [name for name in served.metrics() if name.startswith("tablee_info")]
        assert {re.search('process="(.)"', name)[1] for name in told} == {"1", "2"}
        os.kill(before[0], signal.SIGKILL)
        assert all(served.request("GET", "/health")[0] == 200 for _ in range(20))  # the other one serves on
        eventually(lambda: served.said("serves again"))
        restarts = 'tablee_process_restarts_total{process="parent"}'
        assert served.metrics()[restarts] == 1
        before = served.children()
        served.send(signal.SIGHUP)
        while not served.said("all processes have been replaced"):
            assert served.request("GET", "/health")[0] == 200
        assert len(served.children()) == 2
        assert not {*served.children()} & {*before}
    finally:
        served.end()


def test_settings_that_cannot_be_change_nothing(serve):
    served = serve()
    before = served.children()
    served.config.write_text("prot = 1\n")
    served.send(signal.SIGHUP)
    eventually(lambda: served.said("the settings were not taken over"))
    served.write_config(port=1)
    served.send(signal.SIGHUP)
    eventually(lambda: served.said("port cannot be changed without stopping"))
    assert served.children() == before
    assert served.request("GET", "/health")[0] == 200


async def test_told_to_stop_it_says_so_hangs_up_gently_and_ends_well(serve):
    served = serve(stop_notice=5.0, stop_spread=0.2)
    async with table_for_two(served) as ((one, two), _):
        served.send(signal.SIGTERM)
        eventually(lambda: served.request("GET", "/ready")[0] == 503)
        assert json.loads(served.request("GET", "/ready")[2])["stopping"] is True
        await one.act("pawn a1")  # it serves on until the notice is over
        assert (await two.hear("events"))["events"][-1][2] == "pawn a1"
        for seat in (one, two):
            with pytest.raises(ConnectionClosed) as closed:
                await seat.hear("never")
            assert closed.value.rcvd.code == RESTARTING
    assert served.process.wait(PATIENCE) == 0
    assert "Traceback" not in served.log
    with pytest.raises(ConnectionRefusedError):
        served.request("GET", "/health")


def test_told_to_stop_twice_it_stops_at_once(serve):
    served = serve(stop_notice=600)
    (child,) = served.children()
    served.send(signal.SIGTERM)
    eventually(lambda: served.request("GET", "/ready")[0] == 503)
    served.send(signal.SIGINT)
    served.process.wait(PATIENCE)  # and not as long as was announced
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


def test_a_process_whose_parent_is_gone_ends_by_itself(serve):
    served = serve()
    (child,) = served.children()
    served.process.kill()
    served.process.wait(PATIENCE)

    def has_gone() -> bool:
        try:
            os.kill(child, 0)
        except ProcessLookupError:
            return True
        return False

    eventually(has_gone)
    assert served.said("stopped")
