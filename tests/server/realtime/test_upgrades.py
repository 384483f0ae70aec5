"""Programs with other games, or other rules, on one database: looking at a table never ends it."""

import contextlib
import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.engine.toy import OUR_SOURCES, install_heap, install_newer_heap
from tests.server.house import Guest, House

NO_BOTS = ("true",)
"""Nobody thinks here; without it every house would compile all games anew beside the one it has more."""


class Program:
    """The house as some version of it: with a game `heap` of some version, or without that game."""

    def __init__(self, folder: Path, database: Path, version: int | None, *older: int, **settings: Any) -> None:
        packages = folder / f"program {version} {older}"
        packages.mkdir(parents=True)
        if version == 1:
            install_heap(packages)
        elif version is not None:
            install_newer_heap(packages, version, older)
        paths = os.pathsep.join(map(str, [packages, OUR_SOURCES, *os.environ.get("PYTHONPATH", "").split(os.pathsep)]))
        environment = {"PYTHONPATH": paths, "NUMBA_DISABLE_JIT": "1"}
        self.house = House(database, environment, bot_command=NO_BOTS, **settings)


@pytest.fixture
def program(tmp_path):
    """Starts programs on one database; they end with the test."""
    with contextlib.ExitStack() as stack:

        def start(version, *older):
            started = Program(tmp_path, tmp_path, version, *older)
            stack.callback(started.house.kill)
            return started.house

        yield start


def moved(guest, house):
    """The same person, at another program."""
    guest.house = house
    return guest


async def play_heap(one, two, table):
    """Two people take from the heap once; returns how many events there are."""
    async with one.at(table) as first, two.at(table) as second:
        await first.sit()
        await second.sit()
        await first.hear("table", number=4)  # both have sat down, and given their nonces
        await first.say(do="start")
        heard = [await seat.hear("events") for seat in (first, second)]
        acting = next((seat, news) for seat, news in zip((first, second), heard, strict=True) if news["actions"])
        await acting[0].act(acting[1]["actions"][0])
        await first.hear("events")
        await second.hear("events")
        return first.number


async def goes_on(one, two, table, number):
    """Do both find the table as it was, and can the one whose turn it is play?"""
    async with one.at(table) as first, two.at(table) as second:
        heard = [await seat.hear("events") for seat in (first, second)]
        assert {news["number"] for news in heard} == {number}
        acting = next((seat, news) for seat, news in zip((first, second), heard, strict=True) if news["actions"])
        await acting[0].act(acting[1]["actions"][0])
        assert (await acting[0].hear("events"))["number"] > number
    return True


async def is_told_to_wait(guest, table):
    """Somebody is told in words that the table has to wait, and can do nothing at it."""
    async with guest.at(table, "scenes") as seat:
        about = await seat.hear("table")
        assert about["status"] == "closed"
        assert "Nothing is lost" in about["message"]
        await seat.say(do="act", step=0, action="take 1")
        assert (await seat.hear("refused"))["code"] in ("not_served", "not_seated")


async def is_not_served(guest, table, database):
    """Is somebody told that the table has to wait, and is nothing stored by looking?"""
    with sqlite3.connect(database) as stored:
        before = stored.execute("SELECT count(*), max(number) FROM events").fetchone()
    await is_told_to_wait(guest, table)
    for path in ("/", f"/tables/{table}", f"/tables/{table}/replay"):
        assert guest.house.request("GET", path, headers=guest.headers)[0] < 500
    with sqlite3.connect(database) as stored:
        assert stored.execute("SELECT count(*), max(number) FROM events").fetchone() == before
    return True


@pytest.mark.parametrize(("first", "second"), [(1, 2), (1, None)])
async def test_a_program_that_cannot_serve_a_table_leaves_it_as_it_is(program, first, second):
    house, other = program(first), program(second)
    one, two = Guest(house), Guest(house)
    table = one.open(game="heap")
    number = await play_heap(one, two, table)
    assert await is_not_served(moved(one, other), table, other.database)
    house.stop()
    assert await is_not_served(moved(two, other), table, other.database)
    house.start()
    assert await goes_on(moved(one, house), moved(two, house), table, number)


async def test_rules_that_still_play_an_older_version_go_on_with_its_tables(program):
    house = program(1)
    one, two = Guest(house), Guest(house)
    table = one.open(game="heap")
    number = await play_heap(one, two, table)
    house.stop()
    later = program(2, 1)
    assert await goes_on(moved(one, later), moved(two, later), table, number)
