"""Where events, the directory of tables and people live: SQLite by default, PostgreSQL for several servers.

Here stands what callers and both databases share: errors, leases, messages between servers, stored tables, jobs to be
stored, and `open_store`.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from tablee.server.table.clock import A_DAY
from tablee.server.table.events import Event, Opening

if TYPE_CHECKING:
    from tablee.server.storage.store import Store as Store
    from tablee.server.table.directory import Entry, Latest

PATIENCE = 5.0
"""Seconds after which callers are told that the database does not answer."""
KEPT_HOURS = 60 * A_DAY
"""Milliseconds for which the hours of servers are remembered."""
LONGEST_ANNOUNCEMENT = 4000
"""Bytes of JSON that `announce` takes at most."""


class Conflict(Exception):
    """An event of that number is there already: somebody else was faster.

    Or the one before it is missing: a replica that knew less has become the database.
    """


class NotSaved(Exception):
    """The database could not store something; it has not happened."""


class Unsure(NotSaved):
    """The connection was lost during a commit, and the database does not answer: it may have happened or not.

    Callers that hold stored state in memory must read it again before deciding anything else.
    """


class Fenced(Exception):
    """The lease under which something should be stored is another server's by now; it has not happened."""


class Unavailable(Exception):
    """The database does not answer just now, so something could not be read."""


class Unusable(Unavailable):
    """The database answers and refuses: it would be no better later."""


class DatabaseAbsent(ValueError):
    """There is no such database yet, or it cannot be reached: it may be there later."""


class Lease(msgspec.Struct, frozen=True):
    """One server's right to act for a table, for a while. The token grows whenever the holder changes."""

    table: str
    server: str
    token: int


class EventsStored(msgspec.Struct, frozen=True):
    """Other servers have stored events: tables, and the latest event of each."""

    numbers: dict[str, int]
    lines: dict[str, list[bytes]] = {}
    """The lines of the latest events, for tables with nothing but moves, if they are short enough."""


class Announcement(msgspec.Struct, frozen=True):
    """Another server has announced something that is not stored."""

    kind: str
    payload: str


class MessagesMissed(msgspec.Struct, frozen=True):
    """Something may have been missed: compare numbers."""


PubSubMessage = EventsStored | Announcement | MessagesMissed


class LaterEvents(msgspec.Struct, frozen=True):
    """What a log has after some event, and who sits at the table and has seen what by now; see `StoredTable`."""

    events: list[Event]
    people: dict[int, str]
    seen: dict[int, int]
    fault: str = ""


class StoredTable(msgspec.Struct, frozen=True):
    """A table as it was stored: `people` maps participants to persons, `seen` to the latest event each has seen."""

    opening: Opening
    seed: bytes
    events: list[Event]
    people: dict[int, str]
    seen: dict[int, int]
    fault: str = ""
    """Why the log cannot be read any further than `events`, if there is more of it."""
    snapshot: bytes = b""
    """What was kept last by `keep_snapshot`."""


class WriteJob:
    """What is stored together or not at all, and who waits for it."""

    fence: Lease | None = None  # the lease that must hold, or nothing is stored
    opening: tuple[str, bytes, bytes] | None = None  # a new table: its id, opening and seed
    lines: Sequence[tuple[str, int, bytes]] = ()  # events of one table: its id, their numbers and bodies
    entry: "Entry | Latest | None" = None  # the directory's entry of the table after these events
    just_moves = False  # do the events change nothing in the entry but what `Latest` says?
    is_told = True  # are other servers told at once?
    people: Mapping[int, str] | None = None  # the persons of new participants
    risen: Sequence[int] = ()  # participants who have stood up
    saw: tuple[str, int, int] | None = None  # a table, one of its participants, and the latest event they have seen
    moves = b""  # the events as rows of SQLite: JSON arrays, separated by commas
    work: Callable[[sqlite3.Connection], None] | None = None  # what SQLite's writer runs between the others

    def __init__(self, deadline: float) -> None:
        self.then: Callable[[Exception | None], None] = lambda _: None
        """Called in the event loop once it is stored (None), or with why it is not."""
        self.deadline = deadline
        """Of `time.monotonic`: afterwards the caller is told that nothing was stored."""
        self.is_settled = False

    def settle(self, refusal: Exception | None = None) -> None:
        """Say that it is stored, or why it is not; only the first call counts.

        `then` is called a moment later: whatever it does, the writer goes on.
        """
        if not self.is_settled:
            self.is_settled = True
            asyncio.get_running_loop().call_soon(self.then, refusal)


def future_of(job: WriteJob) -> "asyncio.Future[None]":
    """A future for somebody who waits for a job that is about to be written."""
    future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def settle(refusal: Exception | None) -> None:
        if future.done():
            return  # whoever waited has given up
        if refusal is None:
            future.set_result(None)
        else:
            future.set_exception(refusal)

    job.then = settle
    return future


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


def shown_url(url: str) -> str:
    """The address of a database without its password, to be shown.

    >>> shown_url("postgresql://zoe:secret@db/tablee?sslmode=require&password=secret"), shown_url("sqlite:////t.db")
    ('postgresql://zoe@db/tablee?sslmode=require', 'sqlite:////t.db')
    """
    scheme, _, rest = url.partition("://")
    if scheme == "sqlite" or not rest:
        return url
    place, query, fields = rest.partition("?")
    who, at, where = place.rpartition("@")
    kept = [field for field in fields.split("&") if field and "password" not in field.lower()]
    return f"{scheme}://{who.partition(':')[0]}{at}{where}{query if kept else ''}{'&'.join(kept)}"


def open_store(url: str, patience: float = PATIENCE) -> "Store":
    """The store that a `DATABASE_URL` names: `sqlite:///relative.db`, `sqlite:////absolute.db`, `postgresql://…`.

    Raises `ValueError` if there is none that can be used, `DatabaseAbsent` if it may be there later. Nobody waits for
    longer than `patience`, in seconds.
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
