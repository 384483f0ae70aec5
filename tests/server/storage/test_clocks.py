"""What a store keeps for clocks: what is due at tables, written with the events, and when the house was open."""

import pytest

from tablee.server.storage import Conflict
from tablee.server.table.events import Act, Clock, Opening, Start
from tests.server.storage.entries import entry

CLOCK = Clock(bank=60_000)


async def opened(store, table, **more):
    """A table with a clock; returns its entry."""
    found = entry(table, clock=CLOCK, **more)
    await store.open_table(Opening(table, "isis", 1, 2, {}, "", clock=CLOCK), b"", found)
    return found


async def test_what_is_due_is_written_with_the_moves_and_found_the_soonest_first(store):
    for table, due in (("t1", 3_000), ("t2", 1_000), ("t3", 2_000)):
        await opened(store, table)
        await store.append(table, [Start(1, 0, [])], entry(table, 1, status="playing", clock=CLOCK, due=due))
    assert await store.due(10) == [("t2", 1_000), ("t3", 2_000), ("t1", 3_000)]
    assert await store.due(1) == [("t2", 1_000)]
    await store.append("t2", [Act(2, 0, 0, "pawn a1")], entry("t2", 2, status="playing", clock=CLOCK, due=9_000))
    assert await store.due(2) == [("t3", 2_000), ("t1", 3_000)]
    assert (await store.entry("t2")).due == 9_000


async def test_nothing_is_due_any_more_once_an_entry_says_so_or_where_there_is_no_clock(store):
    await opened(store, "t1")
    await store.append("t1", [Start(1, 0, [])], entry("t1", 1, status="playing", clock=CLOCK, due=3_000))
    await store.append("t1", [Act(2, 0, 0, "pawn a1")], entry("t1", 2, status="playing", clock=CLOCK))
    await store.open_table(Opening("t2", "isis", 1, 2, {}, ""), b"", entry("t2"))
    await store.append("t2", [Start(1, 0, [])], entry("t2", 1, status="playing"))
    assert await store.due(10) == []


async def test_what_could_not_be_stored_is_not_due_either(store):
    await opened(store, "t1")
    await store.append("t1", [Start(1, 0, [])], entry("t1", 1, status="playing", clock=CLOCK, due=3_000))
    with pytest.raises(Conflict):
        await store.append("t1", [Act(1, 0, 0, "pawn a1")], entry("t1", 1, clock=CLOCK, due=5_000))
    assert await store.due(10) == [("t1", 3_000)]


async def test_the_hours_of_the_house_are_prolonged_and_never_shortened(store):
    await store.note_hours(1_000, 2_000)
    await store.note_hours(1_000, 5_000)
    await store.note_hours(1_000, 4_000)
    await store.note_hours(9_000, 9_500)
    assert await store.hours(0) == [(1_000, 5_000), (9_000, 9_500)]
    assert await store.hours(5_000) == [(9_000, 9_500)]
