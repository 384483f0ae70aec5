"""Where events, the directory of tables and people live: SQLite by default."""

import sqlite3
from pathlib import Path

from tablee.store.interface import Conflict, NotSaved, Store, StoredTable
from tablee.store.sqlite.store import SqliteStore

__all__ = ["Conflict", "NotSaved", "Store", "StoredTable", "open_store"]


def open_store(url: str) -> Store:
    """The store that a `DATABASE_URL` names: `sqlite:///relative.db`, `sqlite:////absolute.db`. Else a `ValueError`."""
    scheme, _, rest = url.partition("://")
    if scheme == "sqlite" and rest.startswith("/") and len(rest) > 1:
        try:
            return SqliteStore(Path(rest[1:]))
        except (OSError, sqlite3.Error) as error:
            raise ValueError(f"{rest[1:]} cannot be used as a database: {error}") from None
    if scheme.startswith("postgres"):
        raise ValueError("PostgreSQL is not served yet; use sqlite:///path/to/tables.db")
    raise ValueError(f"DATABASE_URL {url!r} is not understood; use sqlite:///path/to/tables.db")
