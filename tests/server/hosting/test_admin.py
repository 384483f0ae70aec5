"""What a host does, at a house that is open, by the real command."""

import asyncio
import re

import pytest
from websockets.exceptions import ConnectionClosed

from tablee.cli import main
from tests.server.hosting.served import eventually
from tests.server.house import Guest
from tests.server.realtime.test_socket import table_for_two

REMOVED = 4410
FORM = {"game": "isis", "mode": "friends", "players": 2}


@pytest.fixture
def admin(served, capsys):
    """Runs `tablee admin` on the house; returns what it says."""

    async def run(*arguments: str, code: int = 0) -> str:
        url = f"sqlite:///{served.database}"
        assert await asyncio.to_thread(main, ["admin", *arguments, "--database-url", url]) == code
        told = capsys.readouterr()
        return told.err if code else told.out

    return run


async def test_a_closed_table_says_why_to_those_who_sit_there_and_stays_closed(served, admin):
    async with table_for_two(served) as ((one, two), table):
        assert f"{table} is closed" in await admin("close", table, "--why", "Please be kind.")
        for seat in (one, two):
            about = await seat.hear("table", status="closed")
            assert about["message"] == "The host has closed this table. Please be kind."
        await one.act("pawn a1")
        assert (await one.hear("refused"))["code"] in ("not_now", "stale", "not_your_turn")
    async with one.guest.at(table) as again:
        assert (await again.hear("table"))["status"] == "closed"
    assert f"/tables/{table}" not in served.request("GET", "/", headers=one.guest.headers)[2]
    assert "is over or closed already" in await admin("close", table, code=2)
    assert "nowhere is no table" in await admin("close", "nowhere", code=2)
    eventually(lambda: served.said(f"the host: closed {table}"))
    assert "kind" not in served.log  # why is for those who sit there, and for the record
    assert "Please be kind." in await admin("record")


async def test_a_removed_person_is_hung_up_on_and_opens_nothing_until_forgiven(served, admin):
    async with table_for_two(served) as ((one, two), table):
        listed = await admin("table", table)
        people = re.findall(r"^  ([0-9a-f]{32})", listed, re.M)
        assert len(people) == 2
        opener = people[0]  # who opened the table sits first
        mine, other = (one, two) if one.received[0]["you"]["sitter"] == 1 else (two, one)
        assert "is removed" in await admin("remove", opener, "--why", "flooding")
        with pytest.raises(ConnectionClosed) as closed:
            await mine.hear("never")
        assert closed.value.rcvd.code == REMOVED
        await other.say(do="ping")
        await other.hear("pong")  # who stays plays on
        await other.say(do="leave")
        while (await other.hear("events"))["result"] is None:
            pass
        await other.say(do="again")
        while not (about := await other.hear("table"))["next"]:
            pass
        people = re.findall(r"^  ([0-9a-f]{32})", await admin("table", about["next"].rpartition("/")[2]), re.M)
        assert len(people) == 1
        assert opener not in people
    status, _, body = served.request("POST", "/tables", FORM, mine.guest.headers)
    assert (status, "removed you from all tables" in body) == (403, True)
    async with mine.guest.at(table) as again:
        with pytest.raises(ConnectionClosed) as closed:
            await again.hear("table")
    assert closed.value.rcvd.code == REMOVED
    assert served.request("GET", "/", headers=mine.guest.headers)[0] == 200
    assert "no longer removed" in await admin("remove", opener, "--end")
    eventually(lambda: served.said(f"the host: not removed {opener}"))
    eventually(lambda: _can_open(served, mine.guest))


def _can_open(served, guest):
    return served.request("POST", "/tables", FORM, guest.headers)[0] == 303


async def test_a_silence_is_kept_and_taken_back(served, admin):
    table = Guest(served).open()
    (person,) = re.findall(r"[0-9a-f]{32}", await admin("table", table))
    assert f"({person}) is silenced" in await admin("silence", person)
    assert "is no longer silenced" in await admin("silence", person, "--end")
    assert "there is no person x" in await admin("silence", "x", code=2)
    record = await admin("record")
    assert re.search(f"  silenced  {person}.*\n.*  not silenced  {person}", record)


async def test_the_load_of_every_server_is_seen(served, admin):
    async with table_for_two(served):
        assert "not over" in await admin("load")
        told = await _until(admin, "2 people, 1 tables in memory")
    assert re.search(r"^\S+/1: 2 people, 1 tables in memory, 0 spectators, 0 waiting for a bot, \d+ MB", told, re.M)


async def _until(admin, words):
    for _ in range(300):
        if words in (told := await admin("load")):
            return told
        await asyncio.sleep(0.2)
    raise AssertionError(told)


async def test_tables_are_listed_with_who_sits_there(served, admin):
    table = Guest(served).open()
    assert table in await admin("tables")
    assert "and" in await admin("tables", "--most", "1")
    assert "there is no table x" in await admin("table", "x", code=2)
