"""The log of a table: what is read equals what was stored, once, together or not at all."""

import asyncio

import msgspec
import pytest

from tablee.server.storage import Conflict, NotSaved, open_store
from tablee.server.storage.sql import BATCHES, COMMITS, ERRORS
from tablee.server.table.events import Act, Beginning, Opening, Sit, Start
from tests.server.storage.entries import entry

OPENING = Opening("t1", "isis", 1, 2, {"memory": "hidden"}, "c" * 64)


@pytest.fixture
async def store(store):
    await store.open_table(OPENING, b"seed", entry("t1"))
    return store


def sit(number, name="Zoé"):
    return Sit(number, 0, name)


async def test_what_was_stored_is_loaded_again(store):
    events = [sit(1), Start(2, 0, [1]), Act(3, 5, 0, "pawn a1")]
    await store.append("t1", events, entry("t1", 3), {1: "person"})
    loaded = await store.load("t1")
    assert (loaded.opening, loaded.seed, loaded.events, loaded.people) == (OPENING, b"seed", events, {1: "person"})


async def test_the_state_in_which_a_table_begins_is_kept(store):
    begins = Beginning({"game": "isis", "board": {"c4": "P0"}}, 1, source="table abc 12")
    opening = msgspec.structs.replace(OPENING, table="t2", begins=begins)
    await store.open_table(opening, b"seed", entry("t2"))
    assert (await store.load("t2")).opening == opening


async def test_there_is_no_table_of_an_unknown_id(store):
    assert await store.load("nowhere") is None


async def test_of_two_events_with_one_number_the_first_stays(store):
    await store.append("t1", [sit(1, "first")], entry("t1", 1))
    with pytest.raises(Conflict):
        await store.append("t1", [sit(1, "second")], entry("t1", 1, status="over"))
    assert (await store.load("t1")).events == [sit(1, "first")]
    assert (await store.entry("t1")).status == "waiting"


async def test_events_are_stored_together_or_not_at_all(store):
    await store.append("t1", [sit(1), sit(2)], entry("t1", 2))
    with pytest.raises(Conflict):
        await store.append("t1", [sit(2), sit(3)], entry("t1", 3), {3: "person"})
    loaded = await store.load("t1")
    assert (len(loaded.events), loaded.people, (await store.entry("t1")).number) == (2, {}, 2)


async def test_one_conflict_does_not_harm_what_is_committed_with_it(store, behind):
    await store.append("t1", [sit(1)], entry("t1", 1))
    before = store.writer.commits
    appends = [store.append(table, [sit(1)], entry(table, 1)) for table in ("t2", "t1", "t3")]
    good, bad, also_good = await asyncio.gather(*appends, return_exceptions=True)
    assert (good, also_good) == (None, None)
    assert isinstance(bad, Conflict)
    assert store.writer.commits - before > 1  # they were tried together first
    assert await behind("SELECT table_id FROM events ORDER BY table_id") == [("t1",), ("t2",), ("t3",)]


async def test_concurrent_tables_share_commits(store):
    before = store.writer.commits
    await asyncio.gather(
        *(store.append(f"table {index}", [sit(1)], entry(f"table {index}", 1)) for index in range(200))
    )
    assert store.writer.commits - before < 100


def counted():
    """How many commits there were, how many jobs in them, and how many errors."""
    sums = {one.suffix: one.value for one in BATCHES.family().samples}
    commits = COMMITS.family().samples[-1].value
    assert commits == sums["_count"]
    return commits, sums["_sum"], ERRORS.family().samples[0].value


async def test_commits_are_counted_and_a_conflict_is_no_error(store):
    commits, jobs, errors = counted()
    await store.append("t1", [sit(1)], entry("t1", 1))
    with pytest.raises(Conflict):
        await store.append("t1", [sit(1)], entry("t1", 1))
    assert counted() == (commits + 2, jobs + 2, errors)


async def test_what_cannot_be_stored_is_counted_as_an_error(store, behind):
    *_, errors = counted()
    await behind("ALTER TABLE tables RENAME TO gone")
    try:
        with pytest.raises(NotSaved):
            await store.open_table(msgspec.structs.replace(OPENING, table="t2"), b"seed", entry("t2"))
    finally:
        await behind("ALTER TABLE gone RENAME TO tables")
    assert counted()[2] == errors + 1


async def test_what_somebody_has_seen_only_grows(store):
    await store.append("t1", [sit(1)], entry("t1", 1), {1: "person"})
    for number in (5, 3, 9, 4):
        await store.saw("t1", 1, number)
    assert (await store.load("t1")).seen == {1: 9}


async def test_a_snapshot_takes_the_place_of_earlier_ones_only(store):
    assert (await store.load("t1")).snapshot == b""
    for number, body in ((5, b"five"), (9, b"nine"), (7, b"seven")):
        await store.keep_snapshot("t1", number, body)
    assert (await store.load("t1")).snapshot == b"nine"


@pytest.mark.parametrize(
    "line",
    [b'{"number":2,"ki', b'{"number":2,"kind":"talk"}', b'{"number":3,"kind":"start"}', b"", b"\xff\xfe", b"{\xff}"],
)
async def test_a_line_that_cannot_be_read_is_a_fault_of_its_table_and_no_error(store, behind, line):
    await store.append("t1", [sit(1), sit(2), sit(3)], entry("t1", 3))
    await behind("UPDATE events SET body = $1 WHERE number = 2", line)
    for found in (await store.load("t1"), await store.events_after("t1", 0)):
        assert found.events == [sit(1)]
        assert found.fault.startswith("event 2: ")


async def test_an_opening_that_cannot_be_read_is_one_too(store, behind):
    await behind("UPDATE tables SET opening = $1", b"x")
    loaded = await store.load("t1")
    assert (loaded.opening.table, loaded.opening.game, loaded.events) == ("t1", "", [])
    assert loaded.fault.startswith("opening: ")


async def test_a_database_is_opened_again_with_what_it_holds(database_url, behind):
    for number in (1, 2, 3):
        store = open_store(database_url)
        await store.append("t", [sit(number)], entry("t", number))
        await store.close()
    assert await behind("SELECT count(*) FROM events") == [(3,)]


async def test_what_came_after_an_event_is_found_without_the_rest(store):
    events = [sit(1), Start(2, 0, [1]), Act(3, 5, 0, "pawn a1"), Act(4, 6, 0, "pawn a2")]
    await store.append("t1", events, entry("t1", 4), {1: "person"})
    await store.saw("t1", 1, 3)
    later = await store.events_after("t1", 2)
    assert (later.events, later.people, later.seen, later.fault) == (events[2:], {1: "person"}, {1: 3}, "")
    assert (await store.events_after("t1", 4)).events == []
    assert (await store.events_after("nowhere", 0)).events == []


async def test_the_latest_numbers_of_many_tables_are_found_at_once(store):
    names = [f"table {index}" for index in range(30)]
    await asyncio.gather(*(store.open_table(opening(name), b"", entry(name)) for name in names))
    for index, name in enumerate(names):
        acts = [Act(number, 0, 0, "pawn a1") for number in range(1, index + 1)]
        if acts:
            await store.append(name, acts, entry(name, index))
    assert await store.numbers([*names, "nowhere"]) == {name: index for index, name in enumerate(names)}
    assert await store.numbers([]) == {}


def opening(table):
    return Opening(table, "isis", 1, 2, {}, "")


async def test_what_cannot_be_written_is_not_saved_and_harms_nothing_beside_it(store):
    wrong = Act(1, 0, 0, "pawn \udc00")
    with pytest.raises((NotSaved, UnicodeEncodeError)):
        await store.append("t1", [wrong], entry("t1", 1))
    await store.append("t1", [sit(1)], entry("t1", 1))
    assert (await store.load("t1")).events == [sit(1)]
