"""Where events, the directory of tables and people live: SQLite by default, PostgreSQL for several servers."""

import sqlite3
from importlib.util import find_spec
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


def __getattr__(name: str) -> Any:
    """Import `Store` when it is asked for: it is made of the stores of features, which are built on this package."""
    if name == "Store":
        from tablee.server.storage.store import Store

        return Store
    raise AttributeError(name)


def sqlite_path(url: str) -> Path | None:
    """The file that a `DATABASE_URL` names, or None for a PostgreSQL database; raises `ValueError` for anything else.

    The message of the error says nothing of passwords.
    """
    scheme, _, rest = url.partition("://")
    if scheme == "sqlite" and rest.startswith("/") and len(rest) > 1:
        return Path(rest[1:])
    if scheme not in ("postgresql", "postgres") or not rest:
        known = "use sqlite:///path/to/tables.db or postgresql://user:password@host/database"
        raise ValueError(f"DATABASE_URL {scheme or url!r}… is not understood; {known}")
    if find_spec("asyncpg") is None:
        raise ValueError("PostgreSQL needs asyncpg: pip install 'tablee[postgres]'")
    return None


def open_store(url: str, patience: float = PATIENCE) -> "Store":
    """The store that a `DATABASE_URL` names: `sqlite:///relative.db`, `sqlite:////absolute.db`, `postgresql://…`.

    Raises `ValueError` if there is none. Nobody waits for longer than `patience`, in seconds.
    """
    path = sqlite_path(url)
    if path is None:
        from tablee.server.storage.postgres.pg_store import PostgresStore

        return PostgresStore(url, patience)
    from tablee.server.storage.sqlite.sqlite_store import SqliteStore

    try:
        return SqliteStore(path, patience)
    except (OSError, sqlite3.Error) as error:
        raise ValueError(f"{path} cannot be used as a database: {error}") from None
