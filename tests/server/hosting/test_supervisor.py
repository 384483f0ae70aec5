"""Several processes on one PostgreSQL, as a host has them: whoever lands where plays with everybody else."""

import asyncio
import os
import signal
import subprocess
import sys
from contextlib import AsyncExitStack, contextmanager

import pytest
from websockets.exceptions import ConnectionClosed

from tablee.cli import main
from tests.server.conftest import Behind
from tests.server.hosting.served import Served, eventually
from tests.server.hosting.test_admin import REMOVED
from tests.server.house import Guest
from tests.server.realtime.test_socket import play


@pytest.fixture
def served(tmp_path, postgres_url):
    settings = {"database_url": postgres_url, "processes": 2, "metrics_address": "127.0.0.1:0", "log_format": "json"}
    settings["hang_patience"] = 600  # tests put processes to sleep
    served = Served(tmp_path, {**settings, "trust_proxy": ["127.0.0.1", "::1"], "bot_workers": 1})
    yield served
    served.end()


@contextmanager
def asleep(process):
    """Who comes meanwhile lands elsewhere."""
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


def test_the_parent_holds_neither_the_engine_nor_the_pages():
    script = "import sys, tablee.server.hosting.supervisor; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout.split()
    assert "tablee.server.hosting.configuration" in loaded
    assert not {"numba", "numpy", "uvicorn", "starlette", "tablee.server.web.app"} & set(loaded)


async def test_two_play_at_two_processes_and_go_on_when_one_is_killed(served, postgres_url, capsys):
    here, there = served.children()
    first, second, third = Guest(served), Guest(served), Guest(served)
    table, other = first.open(), third.open()
    async with AsyncExitStack() as stack:
        with asleep(there):
            one, watching = [await stack.enter_async_context(guest.at(table)) for guest in (first, third)]
            await one.hear("table")
            await watching.hear("table")
        with asleep(here):
            two, elsewhere = [await stack.enter_async_context(guest.at(table)) for guest in (second, third)]
            await two.hear("table")
            await elsewhere.hear("table")
        numbers = served.metrics()
        assert [numbers[f'tablee_live_connections{{process="{process}"}}'] for process in (1, 2)] == [2, 2]
        [(removed,)] = await Behind(postgres_url)("SELECT person FROM participants WHERE table_id = $1", other)
        assert await asyncio.to_thread(main, ["admin", "remove", removed, "--database-url", postgres_url]) == 0
        for seat in (watching, elsewhere):
            with pytest.raises(ConnectionClosed):
                await seat.hear("never")
            assert seat.socket.close_code == REMOVED
        await two.sit()
        while len(two.received[-1].get("sitters", ())) < 2:
            await two.hear("table")
        await one.say(do="start")
        news = [await seat.hear("events") for seat in (one, two)]
        await play_on(one, two, news[0])

        os.kill(here, signal.SIGKILL)
        with pytest.raises(ConnectionClosed):
            await one.hear("never")
        one = await stack.enter_async_context(first.at(table))
        await play_on(one, two, await one.hear("events"))
        stored = await Behind(postgres_url)("SELECT number FROM events WHERE table_id = $1 ORDER BY number", table)
        assert [number for (number,) in stored] == list(range(1, one.number + 1))

        eventually(lambda: served.said("serves again"))
        assert await asyncio.to_thread(main, ["admin", "close", table, "--database-url", postgres_url]) == 0
        for seat in (one, two):
            await seat.hear("table", status="closed")
    assert f"{table} is closed" in capsys.readouterr().out
    assert await asyncio.to_thread(main, ["admin", "load", "--database-url", postgres_url]) == 0
    assert capsys.readouterr().out.count(" tables in memory") == 2


async def play_on(one, two, news):
    """Four actions, each heard by both."""
    for _ in range(4):
        to_act, other = (one, two) if one.received[-1]["actions"] else (two, one)
        news = await play(to_act, to_act.received[-1]["actions"][0], other)
    assert news["number"] == one.number == two.number


def test_a_proxy_that_is_trusted_names_requests(served):
    assert served.request("GET", "/health", headers={"x-request-id": "proxy-1"})[1]["x-request-id"] == "proxy-1"
    other = served.request("GET", "/health", headers={"x-request-id": "no id: spaces"})[1]["x-request-id"]
    assert len(other) == 16
