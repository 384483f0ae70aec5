"""The schema, as a list of steps. A step that has been released never changes: add another."""

import sqlite3

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
)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the schema up to date; each step is one transaction. Raises `ValueError` for a newer database."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        raise ValueError(f"the database is of version {version}; this program knows versions up to {len(MIGRATIONS)}")
    for number, step in enumerate(MIGRATIONS[version:], start=version + 1):
        connection.executescript(f"BEGIN IMMEDIATE; {step}; PRAGMA user_version = {number}; COMMIT;")
