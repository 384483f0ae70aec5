"""Where events, the directory of tables and people live: SQLite by default, PostgreSQL for several servers."""

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tablee.server.storage.interface import (
    PATIENCE,
    Announcement,
    Conflict,
    EventsStored,
    Fenced,
    LaterEvents,
    Lease,
    MessagesMissed,
    NotSaved,
    PubSubMessage,
    StoredTable,
    Unavailable,
    Unsure,
)

if TYPE_CHECKING:
    from tablee.server.storage.store import Store

__all__ = [
    "Announcement",
    "Conflict",
    "EventsStored",
    "Fenced",
    "LaterEvents",
    "Lease",
    "MessagesMissed",
    "NotSaved",
    "PubSubMessage",
    "Store",
    "StoredTable",
    "Unavailable",
    "Unsure",
    "open_store",
]

_KNOWN = "use sqlite:///path/to/tables.db or postgresql://user:password@host/database"


def __getattr__(name: str) -> Any:
    """Import `Store` when it is asked for: it is made of the stores of features, which are built on this package."""
    if name == "Store":
        from tablee.server.storage.store import Store

        return Store
    raise AttributeError(name)


def open_store(url: str, patience: float = PATIENCE) -> "Store":
    """The store that a `DATABASE_URL` names: `sqlite:///relative.db`, `sqlite:////absolute.db`, `postgresql://…`.

    Else a `ValueError`, which says nothing of passwords. Nobody waits for longer than `patience`, in seconds.
    """
    from tablee.server.storage.sqlite.sqlite_store import SqliteStore

    scheme, _, rest = url.partition("://")
    if scheme == "sqlite" and rest.startswith("/") and len(rest) > 1:
        try:
            return SqliteStore(Path(rest[1:]), patience)
        except (OSError, sqlite3.Error) as error:
            raise ValueError(f"{rest[1:]} cannot be used as a database: {error}") from None
    if scheme in ("postgresql", "postgres") and rest:
        return _open_postgres(url, patience)
    raise ValueError(f"DATABASE_URL {scheme or url!r}… is not understood; {_KNOWN}")


def _open_postgres(url: str, patience: float) -> "Store":
    try:
        from tablee.server.storage.postgres.pg_store import PostgresStore
    except ModuleNotFoundError as error:
        if error.name != "asyncpg":
            raise
        raise ValueError("PostgreSQL needs asyncpg: pip install 'tablee[postgres]'") from None
    return PostgresStore(url, patience)
