"""The directory of tables that were there before it: each log is folded once."""

import logging
import sqlite3
from typing import NamedTuple

import msgspec
from tqdm import tqdm

from tablee.games import game_if_here
from tablee.store.rows import UNFINISHED, read_opening
from tablee.table.directory import Entry, entry_of
from tablee.table.log import read_log
from tablee.table.stored import stored_table

logger = logging.getLogger("tablee")

MANY = 300
"""Tables from which on it is shown how far it has come."""
LATEST = 2**52
"""When something can have happened at the latest: a damaged line may say anything."""

_FILL = "INSERT INTO directory (table_id, status, number, turn, moved, body) VALUES (?, ?, ?, ?, ?, ?)"


class _Row(NamedTuple):
    id: str
    opening: bytes
    seed: bytes
    opened: int
    ended: bool


def fill_directory(connection: sqlite3.Connection) -> None:
    """Enter every table that there is."""
    found = connection.execute("SELECT id, CAST(opening AS BLOB), seed, opened, ended FROM tables").fetchall()
    few = len(found) <= MANY
    for row in tqdm(map(_Row._make, found), "entering tables", len(found), unit="table", disable=few or None):
        entry = _entry(row, _lines(connection, row.id))
        body = msgspec.json.encode(entry).decode()
        connection.execute(_FILL, (row.id, entry.status, entry.number, entry.turn, entry.moved, body))


def _lines(connection: sqlite3.Connection, table: str) -> dict[int, bytes]:
    query = "SELECT number, CAST(body AS BLOB) FROM events WHERE table_id = ? ORDER BY number"
    return dict(connection.execute(query, (table,)).fetchall())


def _entry(row: _Row, lines: dict[int, bytes]) -> Entry:
    """What can be known of a table, however much of its log can be read."""
    opening, fault = read_opening(row.id, row.opening)
    events, unread = read_log(lines.values())
    table = stored_table(opening, row.seed, game_if_here(opening.game), events, fault=fault or unread)
    if table.fault:
        logger.warning("table %s cannot be read: %s", row.id, table.fault)
    entry = entry_of(table)
    return msgspec.structs.replace(
        entry,
        table=row.id,
        number=max(lines, default=0),
        status="over" if row.ended and table.fault and entry.status in UNFINISHED else entry.status,
        opened=row.opened * 1000,
        moved=min(max(entry.moved, row.opened * 1000), LATEST),
    )
