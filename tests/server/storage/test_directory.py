"""The directory: what is read equals what was written, with the events or not at all."""

import asyncio
import itertools

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablee.server.storage import Conflict
from tablee.server.table.directory import Entry, Seated
from tablee.server.table.events import Act, Opening, Over, Rise, Sit, Start
from tests.server.storage.entries import entry

texts = st.text(st.characters(blacklist_categories=["Cs"]), max_size=20)
numbers = st.integers(0, 2**52)
seated = st.builds(Seated, numbers, texts, st.integers(0, 5), st.none() | st.integers(0, 3), st.integers(0, 5))
entries = st.builds(
    Entry,
    table=st.just("t1"),
    game=texts,
    rules=numbers,
    players=st.integers(0, 4),
    options=st.dictionaries(texts, texts | numbers | st.booleans(), max_size=3),
    solo=st.booleans(),
    status=st.sampled_from(["waiting", "playing", "over", "closed"]),
    number=numbers,
    participants=st.lists(seated, max_size=4, unique_by=lambda one: one.participant),
    turn=st.none() | numbers,
    opened=numbers,
    moved=numbers,
    scores=st.lists(st.integers(-99, 99), max_size=4),
    winners=st.lists(st.integers(0, 3), max_size=4),
    reason=texts,
    next_table=texts,
)


def opening(table):
    return Opening(table, "isis", 1, 2, {}, "")


def act(number):
    return Act(number, 0, 0, "pawn a1")


for_every_entry = settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
ids = map("table {}".format, itertools.count())


@for_every_entry
@given(first=entries, second=entries)
async def test_what_is_read_is_what_was_written(store, first, second):
    table, person = next(ids), next(ids)
    first, second = (msgspec.structs.replace(one, table=table) for one in (first, second))
    await store.open_table(opening(table), b"", first)
    assert await store.entry(table) == first
    await store.append(table, [Start(1, 0, [])], second, {1: person})
    assert await store.entry(table) == second
    assert await store.entries_of(person, unfinished=False, most=9) == [(second, [1])]


@for_every_entry
@given(first=entries, moves=st.lists(st.tuples(st.none() | numbers, numbers), max_size=4))
async def test_moves_change_the_turn_the_latest_event_and_its_time_alone(store, first, moves):
    table = next(ids)
    expected = first = msgspec.structs.replace(first, table=table)
    await store.open_table(opening(table), b"", first)
    for number, (turn, moved) in enumerate(moves, start=1):
        expected = msgspec.structs.replace(first, number=number, turn=turn, moved=moved)
        await store.append(table, [act(number)], expected)
    assert await store.entry(table) == expected


async def test_there_is_no_entry_of_an_unknown_table(store):
    assert await store.entry("nowhere") is None


async def test_a_table_is_entered_when_it_is_opened_or_not_at_all(store):
    await store.open_table(opening("t1"), b"first", entry("t1"))
    with pytest.raises(Conflict):
        await store.open_table(opening("t1"), b"second", entry("t1", status="over"))
    assert (await store.entry("t1")).status == "waiting"


async def test_events_that_come_too_late_leave_the_directory_as_it_is(store):
    await store.open_table(opening("t1"), b"", entry("t1"))
    await store.append("t1", [act(1)], entry("t1", 1, turn=3, moved=10))
    for events in ([act(1)], [act(1), Over(2, 0, "points", [], [])]):
        with pytest.raises(Conflict):
            await store.append("t1", events, entry("t1", 2, status="over", moved=20), {5: "late"})
    found = await store.entry("t1")
    assert (found.number, found.turn, found.moved, found.status) == (1, 3, 10, "waiting")
    assert await store.entries_of("late", unfinished=False, most=9) == []


async def test_many_tables_that_move_at_once_are_all_entered(store):
    names = [f"table {index}" for index in range(60)]
    await asyncio.gather(*(store.open_table(opening(name), b"", entry(name)) for name in names))
    appends = [store.append(name, [act(1)], entry(name, 1, turn=7, moved=len(name))) for name in names]
    await asyncio.gather(*appends)
    found = [await store.entry(name) for name in names]
    assert [(one.number, one.turn, one.moved) for one in found] == [(1, 7, len(name)) for name in names]


async def test_one_finds_the_tables_one_sits_at_where_something_last_happened_first(store):
    for table, status, moved in (
        ("first", "playing", 30),
        ("second", "waiting", 10),
        ("third", "playing", 20),
        ("over", "over", 40),
        ("closed", "closed", 5),
    ):
        await store.open_table(opening(table), b"", entry(table))
        sits = [Sit(1, 0, "Zoé"), Sit(2, 0, "Ali"), Sit(3, 0, "Otto")]
        people = {1: "zoé", 2: "zoé", 3: "otto"}
        await store.append(table, sits, entry(table, 3, status=status, moved=moved), people)
    await store.append("second", [Rise(4, 0, 3)], entry("second", 4, moved=50))

    async def tables(person, unfinished, most=12):
        found = await store.entries_of(person, unfinished=unfinished, most=most)
        return [(entry.table, own) for entry, own in found]

    unfinished = [("second", [1, 2]), ("first", [1, 2]), ("third", [1, 2])]
    assert await tables("zoé", unfinished=True) == unfinished
    assert await tables("zoé", unfinished=True, most=2) == unfinished[:2]
    assert [table for table, _ in await tables("zoé", unfinished=False)] == [
        "second",
        "over",
        "first",
        "third",
        "closed",
    ]
    assert await tables("otto", unfinished=True) == [("first", [3]), ("third", [3])]
    assert await tables("stranger", unfinished=False) == []


@pytest.mark.parametrize("body", [b"", b"{", b'{"table":"t2"}', b'{"table":3}', b"\xff\xff"])
async def test_an_entry_that_cannot_be_read_harms_no_other(store, behind, body):
    for table in ("t1", "t2"):
        await store.open_table(opening(table), b"", entry(table))
        await store.append(table, [Sit(1, 0, "")], entry(table, 1), {1: "person"})
    await behind("UPDATE directory SET body = $1 WHERE table_id = 't2'", body)
    found = await store.entries_of("person", unfinished=True, most=12)
    assert [entry.table for entry, _ in found] == ["t1"]
    assert await store.entry("t2") is None


async def test_tables_that_are_over_are_listed_in_their_order_a_part_at_a_time(store):
    for table, status in (("c", "over"), ("a", "over"), ("b", "playing"), ("d", "closed"), ("e", "over")):
        await store.open_table(Opening(table, "isis", 1, 2, {}, ""), b"", entry(table, status=status))
    assert await store.finished_tables("", 2) == ["a", "c"]
    assert await store.finished_tables("c", 2) == ["e"]
    assert await store.finished_tables("e", 2) == []
