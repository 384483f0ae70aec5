"""The host's desk: what a host has decided about people, what every server must hear of it, and how each is doing.

All servers look here every few seconds, so it works for one and for many, with nothing else between them. The same SQL
serves both databases: SQLite, too, takes `$1` for a parameter.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol

import msgspec

from tablee.store.interface import NotSaved, Unavailable
from tablee.store.reports import ANSWER, Reports
from tablee.store.shared_sql import Rows, named
from tablee.table.directory import Entry
from tablee.table.talk import Report

SILENCED, REMOVED = "silenced", "removed"
"""What a host may decide about a person: they may not talk, or nothing at all."""
ANSWERED = "answered"
"""The kind of notice that says that a report about somebody was answered."""
RECENT = 30_000
"""Milliseconds for which a server is believed to be there after it was last heard of."""
A_DAY = 86_400_000

_NOTICES = "SELECT id, at, kind, about, why FROM notices WHERE id > $1 ORDER BY id"
_LATEST = "SELECT coalesce(max(id), 0) FROM notices"
_NOTE = (
    "INSERT INTO notices (id, at, kind, about, why) "
    "VALUES ((SELECT coalesce(max(id), 0) + 1 FROM notices), $1, $2, $3, $4)"
)
_STAND = (
    "INSERT INTO standings (person, standing, since, why) VALUES ($1, $2, $3, $4) "
    "ON CONFLICT (person, standing) DO UPDATE SET since = excluded.since, why = excluded.why"
)
_FORGIVE = "DELETE FROM standings WHERE person = $1 AND standing = $2"
_STANDINGS = "SELECT person, standing FROM standings"
_SESSIONS = (
    "SELECT sessions.id FROM sessions LEFT JOIN programs ON programs.id = sessions.person "
    "JOIN standings ON standings.person IN (sessions.person, owner) WHERE standing = $1"
)
_LOAD = (
    "INSERT INTO servers (name, at, body) VALUES ($1, $2, $3) "
    "ON CONFLICT (name) DO UPDATE SET at = excluded.at, body = excluded.body"
)
_LOADS = "SELECT name, at, body FROM servers WHERE at > $1 ORDER BY name"
_GONE = "DELETE FROM servers WHERE at < $1 OR name = $2"
_PERSON = "SELECT id, name FROM persons WHERE id = $1"
_ENTRIES = (
    "SELECT body, status, number, turn, moved FROM directory WHERE status IN ('waiting', 'playing') "
    "ORDER BY moved DESC LIMIT $1"
)
_SITTERS = "SELECT sitter, person FROM sitters WHERE table_id = $1 ORDER BY sitter"
_COUNT = "SELECT count(*) FROM directory WHERE status IN ('waiting', 'playing')"


class Notice(msgspec.Struct, frozen=True):
    """Something that a host has done; `about` is a table or a person."""

    id: int
    at: int
    kind: str
    about: str
    why: str


class Load(msgspec.Struct, frozen=True):
    """How a process that serves is doing."""

    people: int
    tables: int
    onlookers: int
    queue: int
    memory: int
    version: str


class DeskRows(Rows, Protocol):
    """A database, as far as it matters here; what is done is done once, while nobody else does anything."""

    async def close(self) -> None:
        """Let go of it."""


class Desk:
    """See the module. Raises `Unavailable` and `NotSaved`: whoever asks is a host, or can ask again later."""

    def __init__(self, rows: DeskRows) -> None:
        self._rows = rows
        self.close = rows.close
        self.reports = Reports(rows)

    # ---- what a host does ----------------------------------------------------------------------------------

    async def note(self, kind: str, about: str, why: str, now: int) -> None:
        """Write down what was done, for every server to hear."""
        await self._rows.do((_NOTE, (now, kind, about, why)))

    async def stand(self, person: str, standing: str, why: str, now: int) -> None:
        """Decide about a person, and note it."""
        await self._rows.do((_STAND, (person, standing, now, why)), (_NOTE, (now, standing, person, why)))

    async def forgive(self, person: str, standing: str, why: str, now: int) -> None:
        """Take that back, and note it."""
        await self._rows.do((_FORGIVE, (person, standing)), (_NOTE, (now, f"not {standing}", person, why)))

    async def answer(self, report: Report, outcome: str, why: str, now: int) -> None:
        """Answer a report; an outcome that is a standing holds from then on. All of it is noted, or nothing."""
        person, decided = report.person, outcome in (SILENCED, REMOVED)
        standing = [(_STAND, (person, outcome, now, why)), (_NOTE, (now, outcome, person, why))] if decided else []
        noted = (_NOTE, (now, ANSWERED, person, f"{report.id} {outcome}: {why}"))
        await self._rows.do((ANSWER, (report.id, now, why, outcome)), *standing, noted)

    # ---- what a host looks at ------------------------------------------------------------------------------

    async def person(self, person: str) -> str | None:
        """The name of a person, or None if there is none."""
        found = await self._rows.ask(_PERSON, person)
        return str(found[0][1]) if found else None

    async def sitters(self, table: str) -> dict[int, str]:
        """Which person each sitter of a table is."""
        return dict(await self._rows.ask(_SITTERS, table))

    async def entries(self, most: int) -> tuple[list[Entry], int]:
        """The tables where something happened last, and how many there are that go on."""
        found = [_entry(*row) for row in await self._rows.ask(_ENTRIES, most)]
        return [entry for entry in found if entry is not None], (await self._rows.ask(_COUNT))[0][0]

    async def loads(self, now: int) -> dict[str, Load]:
        """How all servers are doing that have been heard of lately."""
        found = await self._rows.ask(_LOADS, now - RECENT)
        return {name: msgspec.json.decode(body, type=Load) for name, _, body in found}

    # ---- what a server does --------------------------------------------------------------------------------

    async def latest(self) -> int:
        """The number of the latest notice."""
        return int((await self._rows.ask(_LATEST))[0][0])

    async def notices(self, after: int = 0) -> list[Notice]:
        """What was noted after a notice."""
        return [Notice(*row) for row in await self._rows.ask(_NOTICES, after)]

    async def standings(self) -> tuple[frozenset[str], frozenset[str]]:
        """The persons who are silenced, and the sessions of those who are removed."""
        silenced = [person for person, standing in await self._rows.ask(_STANDINGS) if standing == SILENCED]
        removed = [row[0] for row in await self._rows.ask(_SESSIONS, REMOVED)]
        return frozenset(silenced), frozenset(removed)

    async def tell(self, server: str, load: Load, now: int) -> None:
        """Say how a process is doing."""
        body = msgspec.json.encode(load).decode()
        await self._rows.do((_LOAD, (server, now, body)), (_GONE, (now - A_DAY, "")))

    async def leave(self, server: str) -> None:
        """A process is there no longer."""
        await self._rows.do((_GONE, (0, server)))


def _entry(body: Any, status: str, number: int, turn: int | None, moved: int) -> Entry | None:
    try:
        entry = msgspec.json.decode(body, type=Entry)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    return msgspec.structs.replace(entry, status=status, number=number, turn=turn, moved=moved)


class SqliteRows:
    """A connection of its own to an SQLite file, used in threads."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def ask(self, sql: str, *values: Any) -> list[Any]:
        """What a query finds."""
        try:
            return await asyncio.to_thread(self._with, lambda house: house.execute(sql, named(values)).fetchall())
        except sqlite3.Error as error:
            raise Unavailable(str(error)) from None

    async def do(self, *statements: tuple[str, tuple[Any, ...]]) -> None:
        """Carry out statements, all or none."""

        def work(database: sqlite3.Connection) -> list[Any]:
            database.execute("BEGIN IMMEDIATE")
            for sql, values in statements:
                database.execute(sql, named(values))
            database.execute("COMMIT")
            return []

        try:
            await asyncio.to_thread(self._with, work)
        except sqlite3.Error as error:
            raise NotSaved(str(error)) from None

    def _with(self, work: Callable[[sqlite3.Connection], list[Any]]) -> list[Any]:
        with closing(sqlite3.connect(self._path, timeout=10.0, isolation_level=None)) as database:
            return work(database)

    async def close(self) -> None:
        """Nothing is held."""


def open_desk(url: str) -> Desk:
    """The desk of a house whose store has been opened before, so that all tables are there; see `open_store`."""
    scheme, _, rest = url.partition("://")
    if scheme == "sqlite" and rest.startswith("/") and len(rest) > 1:
        return Desk(SqliteRows(Path(rest[1:])))
    if scheme in ("postgresql", "postgres"):
        return Desk(_postgres_rows(url))
    raise ValueError(f"there is no host's desk in {scheme}")


def _postgres_rows(url: str) -> DeskRows:
    from tablee.store.postgres.desk import PostgresRows  # the store has been opened, so asyncpg is there

    return PostgresRows(url)
