"""The schema, as a list of steps. A step that has been released never changes: add another."""

import sqlite3
from collections.abc import Sequence

MIGRATIONS = (
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        opening TEXT NOT NULL,
        seed BLOB NOT NULL,
        opened INTEGER NOT NULL,
        ended INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    CREATE TABLE events (
        table_id TEXT NOT NULL,
        number INTEGER NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (table_id, number)
    ) WITHOUT ROWID;
    CREATE TABLE sitters (
        table_id TEXT NOT NULL,
        sitter INTEGER NOT NULL,
        person TEXT NOT NULL,
        seen INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (table_id, sitter)
    ) WITHOUT ROWID;
    CREATE INDEX sitters_by_person ON sitters (person);
    CREATE TABLE people (
        person TEXT PRIMARY KEY,
        name TEXT NOT NULL
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE snapshots (
        table_id TEXT PRIMARY KEY,
        number INTEGER NOT NULL,
        body BLOB NOT NULL
    ) WITHOUT ROWID;
    """,
)


def migrate(connection: sqlite3.Connection, migrations: Sequence[str] = MIGRATIONS) -> None:
    """Bring the schema up to date; each step is one transaction. Raises `ValueError` for a newer database."""
    while _take_step(connection, migrations):
        pass


def _take_step(connection: sqlite3.Connection, migrations: Sequence[str]) -> bool:
    """Take the next step, if there is one; two programs that start at once do not take the same."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version > len(migrations):
            raise ValueError(
                f"the database is of version {version}; this program knows versions up to {len(migrations)}"
            )
        if version == len(migrations):
            return False
        for statement in migrations[version].split(";"):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {version + 1}")
        connection.execute("COMMIT")
        return True
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
