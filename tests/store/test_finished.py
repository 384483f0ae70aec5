"""Tables that are over can be read one after the other."""

from tablee.table.events import Opening
from tests.store.entries import entry


async def test_tables_that_are_over_are_listed_in_their_order_a_part_at_a_time(store):
    for table, status in (("c", "over"), ("a", "over"), ("b", "playing"), ("d", "closed"), ("e", "over")):
        await store.open_table(Opening(table, "isis", 1, 2, {}, ""), b"", entry(table, status=status))
    assert await store.finished.tables("", 2) == ["a", "c"]
    assert await store.finished.tables("c", 2) == ["e"]
    assert await store.finished.tables("e", 2) == []
