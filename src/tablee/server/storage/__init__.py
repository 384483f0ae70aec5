"""Where events, the directory of tables and people live: SQLite by default, PostgreSQL for several servers."""

import sqlite3
from pathlib import Path

from tablee.store.interface import (
    PATIENCE,
    Conflict,
    Fenced,
    Later,
    Lease,
    Missed,
    Moved,
    News,
    NotSaved,
    Said,
    Store,
    StoredTable,
    Unavailable,
    Unsure,
)
from tablee.store.sqlite.store import SqliteStore

__all__ = [
    "Conflict",
    "Fenced",
    "Later",
    "Lease",
    "Missed",
    "Moved",
    "News",
    "NotSaved",
    "Said",
    "Store",
    "StoredTable",
    "Unavailable",
    "Unsure",
    "open_store",
]

_KNOWN = "use sqlite:///path/to/tables.db or postgresql://user:password@host/database"


def open_store(url: str, patience: float = PATIENCE) -> Store:
    """The store that a `DATABASE_URL` names: `sqlite:///relative.db`, `sqlite:////absolute.db`, `postgresql://…`.

    Else a `ValueError`, which says nothing of passwords. Nobody waits for longer than `patience`, in seconds.
    """
    scheme, _, rest = url.partition("://")
    if scheme == "sqlite" and rest.startswith("/") and len(rest) > 1:
        try:
            return SqliteStore(Path(rest[1:]), patience)
        except (OSError, sqlite3.Error) as error:
            raise ValueError(f"{rest[1:]} cannot be used as a database: {error}") from None
    if scheme in ("postgresql", "postgres") and rest:
        return _open_postgres(url, patience)
    raise ValueError(f"DATABASE_URL {scheme or url!r}… is not understood; {_KNOWN}")


def _open_postgres(url: str, patience: float) -> Store:
    try:
        from tablee.store.postgres.store import PostgresStore
    except ModuleNotFoundError as error:
        if error.name != "asyncpg":
            raise
        raise ValueError("PostgreSQL needs asyncpg: pip install 'tablee[postgres]'") from None
    return PostgresStore(url, patience)
