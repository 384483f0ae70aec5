"""`tablee serve`: opening, watching, replacing, closing, with real processes, signals and sockets."""

import http.client
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from websockets.exceptions import ConnectionClosed

from tablee.server.hosting.serve_settings import BAD_SETTING, NOT_YET
from tablee.server.storage.sqlite.sqlite_store import SqliteStore
from tests.server.hosting.served import Served, clean_environment, eventually
from tests.server.house import PATIENCE, Guest
from tests.server.realtime.test_socket import table_for_two

RESTARTING = 1012


def refused_serve(*arguments, code=BAD_SETTING, **environment):
    """What is said, in one line, by a command that cannot serve."""
    command = [sys.executable, "-m", "tablee.cli", "serve", *arguments]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE, env=clean_environment(**environment), check=False
    )
    assert (done.returncode, done.stdout) == (code, ""), done.stderr
    assert done.stderr.splitlines()[-1].startswith("tablee: ")
    assert "Traceback" not in done.stderr
    return done.stderr


def test_what_cannot_be_served_is_said_in_one_line(tmp_path):
    assert "--port: 'x' cannot be" in refused_serve("--port", "x")
    assert "TABLEE_LOGS: there is no such variable" in refused_serve(TABLEE_LOGS="x")
    assert "'proxy.local' is no address or network" in refused_serve(TABLEE_TRUST_PROXY="proxy.local")
    assert "this is no address of this machine" in refused_serve("--host", "192.0.2.7", code=NOT_YET)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert "Is Tablée running already?" in refused_serve("--port", str(taken.getsockname()[1]), code=NOT_YET)
    (tmp_path / "no.db").write_text("this is no database, and too long to be an empty one" * 40)
    words = refused_serve("--port", "0", "--database-url", f"sqlite:///{tmp_path}/no.db")
    assert "cannot be used as a database" in words


def test_a_database_that_is_not_there_yet_has_another_exit_code_than_one_that_lets_nobody_in(postgres_url):
    patience = {"TABLEE_PORT": "0", "TABLEE_DATABASE_PATIENCE": "0.2"}
    nowhere = "postgresql://tablee@127.0.0.1:1/tablee"
    assert "PostgreSQL cannot be reached" in refused_serve(code=NOT_YET, DATABASE_URL=nowhere, **patience)
    stranger = re.sub("//[^@/]*@", "//stranger@", postgres_url)
    assert "does not let us in" in refused_serve(code=BAD_SETTING, DATABASE_URL=stranger, **patience)


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


def test_a_process_that_hangs_is_replaced_and_keeps_nobody_waiting(serve):
    served = serve(hang_patience=2.0)
    (child,) = served.children()
    line = http.client.HTTPConnection("localhost", served.port, timeout=PATIENCE)
    with closing(line):
        line.request("GET", "/health")
        assert line.getresponse().read()
        os.kill(child, signal.SIGSTOP)
        line.request("GET", "/health")  # its socket is open, and nobody reads
        with pytest.raises(ConnectionError):
            line.getresponse()
    assert served.request("GET", "/health")[0] == 200
    assert served.children() != [child]
    assert served.said("process 1 gives no sign of life: it is killed")


def test_a_process_that_stops_slowly_is_not_taken_for_one_that_hangs(serve):
    served = serve(hang_patience=1.0, stop_notice=2.0)
    (child,) = served.children()
    os.kill(child, signal.SIGTERM)
    eventually(lambda: served.said("has died"))
    assert served.said("has died (exit code 0)")
    assert not served.said("no sign of life")


def test_settings_that_cannot_be_change_nothing(serve, tmp_path):
    served = serve()
    before = served.children()
    good = dict(served.settings)
    (tmp_path / "other.db").write_text("this is no database, and too long to be an empty one" * 40)
    with closing(sqlite3.connect(tmp_path / "hollow.db")) as hollow:
        hollow.execute("PRAGMA user_version = 1")  # it looks right, and has none of our tables
    for refused, words in (
        ({"prot": 1}, "there is no 'prot' to choose"),
        ({"port": 1}, "port cannot be changed without stopping"),
        ({"trust_proxy": ["proxy.local"]}, "'proxy.local' is no address or network of a proxy"),
        ({"games": ["chess"]}, "there is no game 'chess'"),
        ({"smtp_host": "mail.example.org"}, "smtp_host is set and smtp_from is not"),
        ({"database_url": f"sqlite:///{tmp_path}/other.db"}, "other.db cannot be used as a database"),
        ({"database_url": f"sqlite:///{tmp_path}/hollow.db"}, "hollow.db cannot be used as a database: it is no"),
        ({"database_url": "postgresql://tablee@127.0.0.1:1/x", "processes": 1, "database_patience": 0.2}, "be reached"),
    ):
        served.settings = {**good, **refused}
        served.write_config()
        served.send(signal.SIGHUP)
        eventually(lambda words=words: any(words in line for line in not_taken_over(served)))
        assert served.children() == before
        assert served.request("GET", "/health")[0] == 200
    assert len(not_taken_over(served)) == 8
    assert "Traceback" not in served.log


def not_taken_over(served):
    return [line for line in served.log.splitlines() if "the settings were not taken over" in line]


async def test_where_a_new_process_fails_after_all_the_old_settings_serve_again(serve, tmp_path):
    served = serve()
    await SqliteStore(tmp_path / "busy.db").close()
    with closing(sqlite3.connect(tmp_path / "busy.db", isolation_level=None)) as busy:
        busy.execute("PRAGMA journal_mode = DELETE")
        busy.execute("BEGIN IMMEDIATE")  # it can be looked at, and not opened as a house
        served.write_config(database_url=f"sqlite:///{tmp_path}/busy.db", database_patience=0.2)
        served.send(signal.SIGHUP)
        eventually(lambda: not_taken_over(served))
        assert served.request("GET", "/")[0] == 200
    assert "database is locked" in not_taken_over(served)[0]
    assert served.said("serves again")


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
