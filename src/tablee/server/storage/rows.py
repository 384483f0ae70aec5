"""Rows of the core tables as what they say: tables, later events, entries of the directory."""

import logging
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import UNSET

from tablee.server.storage import LaterEvents, StoredTable
from tablee.server.storage.sql import Rows
from tablee.server.table.directory import Entry
from tablee.server.table.events import Opening
from tablee.server.table.log import read_log

logger = logging.getLogger("tablee")

UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
OPENING, EVENT, PARTICIPANT, SNAPSHOT = range(4)
"""What a row of `_TABLE` is, see `store`: its first column."""

_decode_opening = msgspec.json.Decoder(Opening).decode
_decode_entry = msgspec.json.Decoder(Entry).decode


def stored_table(table: str, rows: Rows) -> StoredTable | None:
    """A table from all its rows, None if there is none; what cannot be read is named in `fault`."""
    if not rows or rows[0][0] != OPENING:
        return None
    _, _, opening_body, seed, *_ = rows[0]
    fault = ""
    try:
        opening = _decode_opening(opening_body)
    except UNREADABLE as error:
        opening = Opening(table, game="", rules=0, players=0, options={}, commitment="")
        fault = f"opening: {error}"
    found = LaterEvents([], *_people(rows)) if fault else later_events(rows, 0)
    snapshot = rows[-1][2] if rows[-1][0] == SNAPSHOT else b""
    return StoredTable(opening, seed, found.events, found.people, found.seen, fault or found.fault, snapshot)


def later_events(rows: Rows, after: int) -> LaterEvents:
    """The events after one of that number, and who sits at the table by now."""
    events, fault = read_log([row[2] for row in rows if row[0] == EVENT], after)
    return LaterEvents(events, *_people(rows), fault)


def _people(rows: Rows) -> tuple[dict[int, str], dict[int, int]]:
    found = [row for row in rows if row[0] == PARTICIPANT]
    return {row[1]: row[4] for row in found}, {row[1]: row[5] for row in found}


def entry(body: bytes, status: str, number: int, turn: int | None, moved: int, due: int | None = None) -> Entry | None:
    """An entry of the directory: columns hold what changes with every move, the body the rest. None if unreadable.

    Moves do not touch the body. They end a question whether to undo, so it holds only up to the body's own number.
    """
    try:
        found = _decode_entry(body)
    except UNREADABLE as error:
        logger.error("an entry of the directory cannot be read: %s", error)
        return None
    undo = found.undo if found.number == number else UNSET
    return msgspec.structs.replace(found, status=status, number=number, turn=turn, moved=moved, due=due, undo=undo)


def own_entries(rows: Iterable[tuple[Any, ...]]) -> list[tuple[Entry, list[int]]]:
    """Entries, each with the participants that a person is there, from rows of a table's id, its entry's columns and a
    participant. An entry that cannot be read is left out."""
    tables: dict[str, tuple[Entry | None, list[int]]] = {}
    for table, *columns, participant in rows:
        if table not in tables:
            tables[table] = entry(*columns), []
        tables[table][1].append(participant)
    return [(one, own) for one, own in tables.values() if one is not None]
