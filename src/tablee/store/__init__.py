"""Where events live: SQLite by default."""

from pathlib import Path

from tablee.store.interface import Conflict, NotSaved, Store, StoredTable
from tablee.store.sqlite import SqliteStore

__all__ = ["Conflict", "NotSaved", "Store", "StoredTable", "open_store"]


def open_store(url: str) -> Store:
    """The store that a `DATABASE_URL` names: `sqlite:///relative.db`, `sqlite:////absolute.db`."""
    scheme, _, rest = url.partition("://")
    if scheme == "sqlite" and rest.startswith("/") and len(rest) > 1:
        return SqliteStore(Path(rest[1:]))
    if scheme.startswith("postgres"):
        raise ValueError("PostgreSQL is not served yet; use sqlite:///path/to/tables.db")
    raise ValueError(f"DATABASE_URL {url!r} is not understood; use sqlite:///path/to/tables.db")
