"""`tablee doctor` says what is wrong with a house, and only that."""

import asyncio
import json
import sqlite3
from contextlib import closing
from importlib.metadata import version

import asyncpg
import pytest

from tablee.cli import main
from tablee.server.features.moderation.store import ServerLoad
from tablee.server.hosting import doctor
from tablee.server.hosting.doctor import OLD_REPORT, examine
from tablee.server.realtime.tasks import milliseconds_now
from tests.server.features.moderation.test_host_store import report
from tests.server.hosting.served import eventually


def test_a_house_that_is_open_is_well_and_one_that_has_stopped_is_not(serve, tmp_path, capsys):
    house = serve()
    house.write_config(port=house.port)

    def told():
        code = main(["doctor", "--config", str(house.config), "--json"])
        return code, json.loads(capsys.readouterr().out)

    eventually(lambda: told()[0] == 0)
    code, found = told()
    assert found["well"]
    assert {one["what"] for one in found["findings"]} >= {"versions", "answer", "servers", "clocks", "bots", "disk"}
    house.stop()
    code, found = told()
    assert code == 1
    assert {one["what"] for one in found["findings"] if one["verdict"] == "wrong"} == {"answer", "servers"}
    assert list(tmp_path.glob("*.part")) == []


async def verdicts(url):
    """What is not well."""
    return {(one.what, one.verdict): one.words for one in await examine(url, None) if one.verdict != "well"}


async def test_clocks_queues_versions_and_reports_are_looked_at(store, database_url):
    now = milliseconds_now()
    assert set(await verdicts(database_url)) == {("servers", "wrong")}
    await store.moderation.tell("a/1", ServerLoad(3, 2, 1, 2, 10**8, version("tablee"), ahead=-40), now)
    assert await verdicts(database_url) == {}
    await store.moderation.tell("b/1", ServerLoad(3, 2, 1, 9, 10**8, "0.0.9", ahead=15_000), now)
    await store.reports.keep(report(1, now - OLD_REPORT), [])
    found = await verdicts(database_url)
    assert set(found) == {("servers", "look"), ("clocks", "wrong"), ("bots", "look"), ("reports", "look")}
    assert "b/1 is 15.0 s ahead of the database" in found["clocks", "wrong"]
    assert "this program is" in found["servers", "look"]


@pytest.mark.usefixtures("store")
async def test_a_query_that_goes_on_and_on_is_named(database_url, monkeypatch):
    monkeypatch.setattr(doctor, "PATIENCE", 0.2)
    monkeypatch.setattr(doctor, "SLOW", 0.1)
    if database_url.startswith("sqlite"):
        with closing(sqlite3.connect(database_url.removeprefix("sqlite:///"))) as other:
            other.execute("BEGIN IMMEDIATE")
            found = await verdicts(database_url)
        assert "nobody could write" in found["queries", "wrong"]
        return
    other = await asyncpg.connect(database_url)
    sleeping = asyncio.create_task(other.execute("SELECT pg_sleep(60)"))
    async with asyncio.timeout(60):
        while ("queries", "look") not in (found := await verdicts(database_url)):
            pass
    assert "SELECT pg_sleep(60)" in found["queries", "look"]
    sleeping.cancel()
    await asyncio.gather(sleeping, return_exceptions=True)
    await other.close()
