"""Close a table for good, while people may be playing there."""

from tablee.server.realtime.decisions import load_table
from tablee.server.storage import Conflict, Store
from tablee.server.table.directory import entry_of
from tablee.server.table.events import Refused

TRIES = 20
"""Attempts to close a table while somebody plays there."""
CLOSED = "closed"
"""The kind of notice that says that a table was closed."""


class CannotClose(Exception):
    """A table was not closed; the message says why, and follows on the table's id."""


async def close(store: Store, table_id: str, why: str, now: int, host: str = "") -> None:
    """Close a table, and note it; its players read why. Raises `CannotClose`."""
    for _ in range(TRIES):
        try:
            await _close(store, table_id, why, now)
        except Conflict:  # somebody has played at this very moment
            continue
        await store.moderation.note(CLOSED, table_id, why, now, host)
        return
    raise CannotClose("is played at so fast that it could not be closed: try again")


async def _close(store: Store, table_id: str, why: str, now: int) -> None:
    loaded = await load_table(store, table_id)
    if loaded is None:
        raise CannotClose("is no table: there is none of that id")
    try:
        events = loaded.table.close(why, now)
    except Refused as refused:
        over = refused.code == "not_now"
        raise CannotClose(
            "is over or closed already" if over else "cannot be served here: its game is missing"
        ) from None
    await store.append(table_id, events, entry_of(loaded.table.ahead(*events)))
