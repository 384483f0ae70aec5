"""What the rows of a database say: tables, entries of the directory, people."""

import logging
import sqlite3
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from tablee.people import Person, Session
from tablee.store.interface import StoredTable
from tablee.table.directory import Entry
from tablee.table.events import Opening
from tablee.table.log import read_log

logger = logging.getLogger("tablee")

UNFINISHED = ("waiting", "playing")
"""The statuses of tables that go on."""

_decode_opening = msgspec.json.Decoder(Opening).decode
_decode_entry = msgspec.json.Decoder(Entry).decode
# As bytes: SQLite would rather fail than hand out a text that is none.
_TABLE = "SELECT CAST(opening AS BLOB), seed FROM tables WHERE id = ?"
_LINES = "SELECT CAST(body AS BLOB) FROM events WHERE table_id = ? ORDER BY number"
_SITTERS = "SELECT sitter, person, seen FROM sitters WHERE table_id = ?"
_SNAPSHOT = "SELECT body FROM snapshots WHERE table_id = ?"
_ENTRY = "SELECT CAST(body AS BLOB), status, number, turn, moved FROM directory WHERE table_id = ?"
_ENTRIES = """
    SELECT CAST(body AS BLOB), status, number, turn, moved, json_group_array(sitter)
    FROM sitters JOIN directory USING (table_id)
    WHERE person = ? AND (status IN ('waiting', 'playing') OR NOT ?)
    GROUP BY table_id ORDER BY moved DESC LIMIT ?
"""
_PERSON = """
    SELECT persons.id, name, persons.since FROM sessions JOIN persons ON persons.id = person WHERE sessions.id = ?
"""
_SESSIONS = "SELECT id, person, since, seen, device FROM sessions WHERE person = ? ORDER BY seen DESC, since DESC, id"


class TableRows(NamedTuple):
    """All rows of a table."""

    id: str
    opening: bytes
    seed: bytes
    lines: list[bytes]
    sitters: list[tuple[int, str, int]]
    snapshot: bytes


def table_rows(connection: sqlite3.Connection, table: str) -> TableRows | None:
    """The rows of a table as they were at one moment."""
    connection.execute("BEGIN")
    try:
        row = connection.execute(_TABLE, (table,)).fetchone()
        if row is None:
            return None
        lines = [line for (line,) in connection.execute(_LINES, (table,)).fetchall()]
        sitters = connection.execute(_SITTERS, (table,)).fetchall()
        kept = connection.execute(_SNAPSHOT, (table,)).fetchone()
        return TableRows(table, row[0], row[1], lines, sitters, kept[0] if kept else b"")
    finally:
        connection.execute("COMMIT")


def stored_table(rows: TableRows) -> StoredTable:
    """A table as its rows say it; where they cannot be read, it says so itself."""
    opening, fault = read_opening(rows.id, rows.opening)
    events, unread = ([], "") if fault else read_log(rows.lines)
    return StoredTable(
        opening=opening,
        seed=rows.seed,
        events=events,
        people={sitter: person for sitter, person, _ in rows.sitters},
        seen={sitter: seen for sitter, _, seen in rows.sitters},
        fault=fault or unread,
        snapshot=rows.snapshot,
    )


def read_opening(table: str, text: bytes) -> tuple[Opening, str]:
    """The opening of a table; if it cannot be read, that of no game, and why."""
    try:
        return _decode_opening(text), ""
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return Opening(table, game="", rules=0, players=0, options={}, commitment=""), f"opening: {error}"


def one_entry(connection: sqlite3.Connection, table: str) -> Entry | None:
    """The entry of a table, if there is one."""
    row = connection.execute(_ENTRY, (table,)).fetchone()
    return _entry(*row) if row else None


def entries_of(connection: sqlite3.Connection, person: str, unfinished: bool, most: int) -> list[Any]:
    """The rows of the tables that a person sits at."""
    return connection.execute(_ENTRIES, (person, unfinished, most)).fetchall()


def own_entries(rows: Sequence[Any]) -> list[tuple[Entry, list[int]]]:
    """What those rows say; one that cannot be read is left out, and harms no other."""
    found = ((_entry(*row[:-1]), row[-1]) for row in rows)
    return [(entry, sorted(msgspec.json.decode(own))) for entry, own in found if entry is not None]


def _entry(body: bytes, status: str, number: int, turn: int | None, moved: int) -> Entry | None:
    """An entry: what changes with every move stands in columns of its own, the rest in the body."""
    try:
        entry = _decode_entry(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        logger.error("an entry of the directory cannot be read: %s", error)
        return None
    return msgspec.structs.replace(entry, status=status, number=number, turn=turn, moved=moved)


def person_of(connection: sqlite3.Connection, session: str) -> Person | None:
    """The person of a session, if there is one."""
    row = connection.execute(_PERSON, (session,)).fetchone()
    return Person(*row) if row else None


def sessions_of(connection: sqlite3.Connection, person: str) -> list[Session]:
    """The sessions of a person."""
    return [Session(*row) for row in connection.execute(_SESSIONS, (person,)).fetchall()]
