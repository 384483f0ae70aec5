"""A table from the store: read, decoded and folded beside the event loop, as those who play must not wait for it."""

import msgspec

from tablee.games import game_if_here
from tablee.live.beside import beside
from tablee.store import Store, StoredTable
from tablee.table.snapshot import number_of
from tablee.table.stored import stored_table
from tablee.table.table import Table


class LoadedTable(msgspec.Struct, frozen=True):
    """A table and what is stored beside its log: `people` maps sitters to persons, `seen` to what each has seen."""

    table: Table
    people: dict[int, str]
    seen: dict[int, int]
    kept: int = 0
    """The event up to which there is a snapshot."""


async def load_table(store: Store, table_id: str) -> LoadedTable | None:
    """The table of that id, or None."""
    stored = await store.load(table_id)
    return None if stored is None else await beside(_fold, stored)


def _fold(stored: StoredTable) -> LoadedTable:
    opening, folder = stored.opening, game_if_here(stored.opening.game)
    table = stored_table(opening, stored.seed, folder, stored.events, fault=stored.fault, snapshot=stored.snapshot)
    return LoadedTable(table, stored.people, stored.seen, number_of(stored.snapshot))
