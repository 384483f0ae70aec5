"""What is asked of SQLite: tables, entries of the directory, people."""

import sqlite3
from collections.abc import Iterable
from typing import Any

import msgspec

from tablee.people import Pass, Person, Session
from tablee.store.entries import entry
from tablee.store.rows import TableRows
from tablee.table.directory import Entry

# As bytes: SQLite would rather fail than hand out a text that is none.
_TABLE = "SELECT CAST(opening AS BLOB), seed FROM tables WHERE id = ?"
_LINES = "SELECT CAST(body AS BLOB) FROM events WHERE table_id = ? ORDER BY number"
_SITTERS = "SELECT sitter, person, seen FROM sitters WHERE table_id = ?"
_LATER = "SELECT CAST(body AS BLOB) FROM events WHERE table_id = ? AND number > ? ORDER BY number"
_NUMBERS = "SELECT table_id, number FROM directory WHERE table_id IN (SELECT value FROM json_each(?))"
_PASS = "SELECT digest, person, back, until FROM passes WHERE digest = ? AND until > ?"
_LEASE = "SELECT token FROM leases WHERE table_id = ? AND server = ?"
_SNAPSHOT = "SELECT body FROM snapshots WHERE table_id = ?"
_ENTRY = "SELECT CAST(body AS BLOB), status, number, turn, moved, due FROM directory WHERE table_id = ?"
_ENTRIES = """
    SELECT CAST(body AS BLOB), status, number, turn, moved, due, json_group_array(sitter)
    FROM sitters JOIN directory USING (table_id)
    WHERE person = ? AND (status IN ('waiting', 'playing') OR NOT ?)
    GROUP BY table_id ORDER BY moved DESC LIMIT ?
"""
_PERSON = """
    SELECT persons.id, name, persons.since FROM sessions JOIN persons ON persons.id = person WHERE sessions.id = ?
"""
_SESSIONS = "SELECT id, person, since, seen, device FROM sessions WHERE person = ? ORDER BY seen DESC, since DESC, id"


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


def later_rows(connection: sqlite3.Connection, table: str, number: int) -> tuple[list[bytes], list[Any]]:
    """The lines after an event, and the sitters, as they were at one moment."""
    connection.execute("BEGIN")
    try:
        lines = [line for (line,) in connection.execute(_LATER, (table, number)).fetchall()]
        return lines, connection.execute(_SITTERS, (table,)).fetchall()
    finally:
        connection.execute("COMMIT")


def numbers(connection: sqlite3.Connection, tables: Iterable[str]) -> dict[str, int]:
    """The latest events of tables."""
    return dict(connection.execute(_NUMBERS, (msgspec.json.encode(list(tables)).decode(),)).fetchall())


def one_entry(connection: sqlite3.Connection, table: str) -> Entry | None:
    """The entry of a table, if there is one."""
    row = connection.execute(_ENTRY, (table,)).fetchone()
    return entry(*row) if row else None


def entries_of(connection: sqlite3.Connection, person: str, unfinished: bool, most: int) -> list[Any]:
    """The rows of the tables that a person sits at."""
    found = connection.execute(_ENTRIES, (person, unfinished, most)).fetchall()
    return [(*row[:-1], msgspec.json.decode(row[-1])) for row in found]


def person_of(connection: sqlite3.Connection, session: str) -> Person | None:
    """The person of a session, if there is one."""
    row = connection.execute(_PERSON, (session,)).fetchone()
    return Person(*row) if row else None


def sessions_of(connection: sqlite3.Connection, person: str) -> list[Session]:
    """The sessions of a person."""
    return [Session(*row) for row in connection.execute(_SESSIONS, (person,)).fetchall()]


def find_pass(connection: sqlite3.Connection, digest: str, now: int) -> Pass | None:
    """The pass with that digest, if it holds."""
    row = connection.execute(_PASS, (digest, now)).fetchone()
    return Pass(*row) if row else None


def lease_token(connection: sqlite3.Connection, table: str, server: str) -> int | None:
    """The token of a lease, if that server holds it."""
    row = connection.execute(_LEASE, (table, server)).fetchone()
    return int(row[0]) if row else None
