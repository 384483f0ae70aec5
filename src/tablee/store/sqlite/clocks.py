"""What SQLite keeps for clocks: when something is due at a table, and when the house was open."""

import sqlite3

from tablee.store.interface import KEPT_HOURS
from tablee.store.sqlite.writer import Statement
from tablee.table.directory import Entry

_DUE = "SELECT table_id, due FROM directory WHERE due IS NOT NULL ORDER BY due LIMIT ?"
_EXPECT = "UPDATE directory SET due = ? WHERE table_id = ?"
_OPEN = """
    INSERT INTO hours (server, since, until) VALUES (?, ?, ?)
    ON CONFLICT (server, since) DO UPDATE SET until = max(until, excluded.until)
"""
_HOURS = "SELECT since, until FROM hours WHERE until > ? ORDER BY since"


def due(connection: sqlite3.Connection, most: int) -> list[tuple[str, int]]:
    """The tables at which something is due soonest."""
    return connection.execute(_DUE, (most,)).fetchall()


def expecting(entry: Entry) -> list[Statement]:
    """Write down when something is due: at tables with a clock, after everything that is stored of them."""
    return [(_EXPECT, (entry.due, entry.table))] if entry.clock is not None else []


def noting_hours(server: str, since: int, until: int) -> list[Statement]:
    """Write down that a server is open, and forget what is long past."""
    return [("DELETE FROM hours WHERE until < ?", (until - KEPT_HOURS,)), (_OPEN, (server, since, until))]


def hours(connection: sqlite3.Connection, after: int) -> list[tuple[int, int]]:
    """When servers were open."""
    return connection.execute(_HOURS, (after,)).fetchall()
