"""The short form of all faults: each is really done to servers under load, and nothing acknowledged is lost."""

import asyncio
import contextlib
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import asyncpg
import pytest

from tests.conftest import CUT_OTHERS, drop
from tests.faults.players import visitor
from tests.faults.stage import SOON, FaultyHouse, behind, load, restart, serves_again, two_servers
from tests.server.house import Guest
from tests.server.realtime.peers.test_servers import at_the_other, until
from tests.server.realtime.test_upgrades import Program, goes_on, is_told_to_wait, play_heap

LEASE = 4.0
"""Seconds after which a lease has gone to another server."""
SAID = {"not_saved", "unsure", "1013"}
"""How a table says that nothing can be stored just now."""
AN_HOUR = 3600.0
SLOW_BOT = """
import json, sys, time
print(json.dumps({"ready": True}), flush=True)
for line in sys.stdin:
    time.sleep(0.7)
    print(json.dumps({"id": json.loads(line)["id"], "action": "anything"}), flush=True)
"""
"""As it cannot be played, another bot is asked: that is as slow, and then the house chooses."""


@pytest.fixture
def servers(own_postgres, tmp_path):
    with two_servers(tmp_path, own_postgres.url()) as houses:
        yield houses


# ---- servers ------------------------------------------------------------------------------------------------


async def test_when_a_server_is_killed_people_and_bots_go_on_at_the_other(servers, own_postgres):
    async with load(servers, own_postgres.url()) as crew:
        for place, house in enumerate(servers):
            moved, since = crew.at(place), time.monotonic()
            await asyncio.to_thread(house.kill)
            assert max(await crew.goes_on(since, moved)) < SOON
            await restart(house)


@pytest.mark.long
async def test_a_server_that_has_slept_through_its_leases_does_not_act_on_them(servers, own_postgres):
    async with load(servers, own_postgres.url()) as crew:
        moved, since = crew.at(0), time.monotonic()
        servers[0].send(signal.SIGSTOP)
        await asyncio.sleep(LEASE)  # longer than they hold
        assert max(await crew.goes_on(since, moved)) < SOON
        servers[0].send(signal.SIGCONT)
        await serves_again(crew, 0)


@pytest.mark.long
async def test_a_bot_that_was_thinking_when_its_server_fell_asleep_plays_once(own_postgres, tmp_path):
    slow = {"bot_command": [sys.executable, "-S", "-c", SLOW_BOT]}
    with two_servers(tmp_path, own_postgres.url(), **slow) as (one, other):
        guest = Guest(one)
        table = guest.open(mode="bots", players=2, level=1)
        async with guest.at(table) as seat, behind(own_postgres.url()) as database:
            await seat.sit()
            news = await seat.hear("events")
            while not news["actions"]:
                news = await seat.hear("events")
            await seat.act(next(action for action in news["actions"] if action != "draw"))
            await seat.hear("events", actions=[])
            holder = "SELECT server FROM leases WHERE table_id = $1"
            await until(lambda: database.fetchval(holder, table))
            asleep = await database.fetchval(holder, table)
            one.send(signal.SIGSTOP)
            async with at_the_other(guest, other).at(table, after=seat.number) as elsewhere:
                heard = await elsewhere.hear("events")
                while not heard["actions"]:
                    heard = await elsewhere.hear("events")
                before = heard["number"]
                assert await database.fetchval(holder, table) != asleep
                one.send(signal.SIGCONT)
                await seat.hear("events", number=before)  # it has woken, and knows what has happened
                await asyncio.sleep(1.0)  # for its bot to answer
                assert await database.fetchval("SELECT max(number) FROM events WHERE table_id = $1", table) == before


async def test_a_wall_clock_that_jumps_changes_nothing(servers, own_postgres):
    async with load(servers, own_postgres.url()) as crew, behind(own_postgres.url()) as database:
        for seconds in (AN_HOUR, -AN_HOUR):
            servers[0].set_clock(seconds)
            await crew.goes_on(time.monotonic())
            # For leases the database's own clock counts: had it jumped, they would end so much sooner or later.
            await database.execute("UPDATE leases SET until = until - $1", int(seconds * 1000))
            assert max(await crew.goes_on(time.monotonic())) < SOON


# ---- the database -------------------------------------------------------------------------------------------


async def test_when_the_database_is_stopped_tables_say_so_and_go_on_by_themselves(servers, own_postgres):
    async with load(servers, own_postgres.url()) as crew:
        await asyncio.to_thread(own_postgres.tell, "stop")
        async with asyncio.timeout(SOON):
            while not SAID & crew.ledger.refusals.keys():  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        await asyncio.to_thread(own_postgres.tell, "start")
        assert max(await crew.goes_on(time.monotonic())) < SOON


async def test_connections_to_the_database_may_be_cut_at_any_moment(servers, own_postgres):
    async with load(servers, own_postgres.url()) as crew, behind(own_postgres.url()) as database:
        for _ in range(8):
            assert len(await database.fetch(CUT_OTHERS)) > 1
            await asyncio.sleep(0.1)  # amid what they begin anew
        assert max(await crew.goes_on(time.monotonic())) < SOON


# ---- the disk -----------------------------------------------------------------------------------------------


async def test_with_sqlite_on_a_full_disk_tables_say_so_and_go_on_when_there_is_room(tmp_path):
    house = FaultyHouse(tmp_path)
    try:
        async with load([house], f"sqlite:///{house.database}", tables=2, with_bots=0) as crew:
            fullest = max(file.stat().st_size for file in tmp_path.iterdir())
            limit = resource.prlimit(house.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(house.pid, resource.RLIMIT_FSIZE, (fullest, limit[1]))  # no file can grow beyond that
            async with asyncio.timeout(SOON):
                while not SAID & crew.ledger.refusals.keys():  # noqa: ASYNC110
                    await asyncio.sleep(0.02)
            resource.prlimit(house.pid, resource.RLIMIT_FSIZE, limit)
            await crew.goes_on(time.monotonic())
    finally:
        house.leave()


@pytest.fixture
def small_disk():
    """A disk of 24 MB on which PostgreSQL may write.

    It is not below `tmp_path`: each new run of pytest forbids others that folder, and PostgreSQL may run as
    another user.
    """
    folder = Path(tempfile.mkdtemp(prefix="tablee-small-disk-"))
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", folder], check=False, capture_output=True
    )
    if mounted.returncode:
        folder.rmdir()
        pytest.skip("no disk can be mounted here")
    folder.chmod(0o755)
    (folder / "space").mkdir()
    if os.geteuid() == 0:
        shutil.chown(folder / "space", "nobody")
    yield folder / "space"
    subprocess.run(["umount", "--lazy", folder], check=True)
    folder.rmdir()


async def test_with_postgresql_on_a_full_disk_tables_say_so_and_go_on_when_there_is_room(
    own_postgres, small_disk, tmp_path
):
    async with behind(own_postgres.url()) as above:
        await above.execute(f"CREATE TABLESPACE small LOCATION '{small_disk}'")
        await above.execute("CREATE DATABASE small TABLESPACE small")
        url = own_postgres.url("small")
        try:
            with two_servers(tmp_path, url) as houses:
                async with load(houses, url, tables=4, with_bots=1) as crew, behind(url) as database:
                    await _fill(database)
                    async with asyncio.timeout(2 * SOON):
                        while not SAID & crew.ledger.refusals.keys():
                            await _fill(database)
                    await database.execute("DROP TABLE ballast")
                    assert max(await crew.goes_on(time.monotonic())) < SOON
        finally:
            await drop(above, "DATABASE small WITH (FORCE)")
            await drop(above, "TABLESPACE small")


async def _fill(database):
    """Leave no room on the disk."""
    await database.execute("CREATE TABLE IF NOT EXISTS ballast (weight text STORAGE PLAIN)")
    with contextlib.suppress(asyncpg.DiskFullError):
        while True:
            await database.execute("INSERT INTO ballast SELECT repeat('x', 7000) FROM generate_series(1, 20)")
    await asyncio.sleep(0.1)


# ---- upgrades -----------------------------------------------------------------------------------------------


@pytest.mark.long
async def test_servers_are_upgraded_one_by_one_and_no_table_suffers(own_postgres, tmp_path):
    url = own_postgres.url()
    with contextlib.ExitStack() as stack:

        def start(name, *version):
            house = Program(tmp_path / name, tmp_path, *version, database_url=url).house
            stack.callback(house.kill)
            return house

        one, other, later = start("one", 1), start("other", 1), start("later", 2, 1)
        zoe, ali = Guest(one), Guest(other)
        old = zoe.open(game="heap")
        number = await play_heap(zoe, ali, old)
        ali.house = later  # the other server has been upgraded
        other.stop()
        new = ali.open(game="heap")
        assert await goes_on(zoe, ali, old, number)
        async with behind(url) as database:
            stored = await database.fetchval("SELECT count(*) FROM events")
            await is_told_to_wait(visitor(one, ali.cookie), new)
            assert await database.fetchval("SELECT count(*) FROM events") == stored
        one.stop()
        zoe.house = start("upgraded", 2, 1)
        number = await play_heap(ali, zoe, new)
        assert await goes_on(zoe, ali, new, number)
