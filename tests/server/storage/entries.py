"""Entries of the directory for tests of the store, and databases of released versions."""

import sqlite3
from pathlib import Path
from typing import Any

from tablee.server.table.directory import Entry, Seated

DATABASES = Path(__file__).parent / "databases"


def entry(table: str, number: int = 0, **more: Any) -> Entry:
    """An entry in which nothing is of importance but what is said here."""
    fields: dict[str, Any] = {
        "game": "isis",
        "rules": 1,
        "players": 2,
        "options": {},
        "solo": False,
        "status": "waiting",
        "participants": [Seated(1, "Zoé")],
    }
    return Entry(table=table, number=number, **(fields | more))


def lay_out(path: Path, name: str = "version_1") -> None:
    """Make a database as a released version left it."""
    with sqlite3.connect(path) as database:
        database.executescript((DATABASES / f"{name}.sql").read_text("utf8"))
    database.close()
