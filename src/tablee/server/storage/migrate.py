"""A whole house from one database to another: one snapshot of the source, and every row compared on arrival."""

import hashlib
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import NamedTuple, Protocol

import msgspec

from tablee.store.kinds import KINDS, Kind, Row
from tablee.store.sqlite.moving import sqlite_source, sqlite_target

CHUNK = 1000
"""Rows that are moved at a time."""

_encode = msgspec.msgpack.Encoder().encode


class CannotMove(Exception):
    """A move that cannot be made; the message says why, and nothing has changed."""


class Source(Protocol):
    """A database as it was at one moment."""

    async def count(self, kind: Kind) -> int:
        """How many rows there are."""

    def rows(self, kind: Kind, chunk: int) -> AsyncIterator[list[Row]]:
        """All rows, in the order of their key, so many at a time."""


class Target(Source, Protocol):
    """A database that takes rows in; all of it is stored in the end, or nothing."""

    async def take(self, kind: Kind, rows: Sequence[Row]) -> None:
        """Take rows in."""

    async def keep(self) -> None:
        """Store for good what was taken in."""


class Moved(NamedTuple):
    """What became of a kind of rows: how many there were and their digest, here and there."""

    kind: str
    left: tuple[int, str]
    arrived: tuple[int, str]

    @property
    def is_whole(self) -> bool:
        """Has everything arrived as it was?"""
        return self.left == self.arrived


class Digest:
    """Counts rows, and what is in them."""

    def __init__(self) -> None:
        self._count = 0
        self._hash = hashlib.sha256()

    def add(self, rows: Iterable[Row]) -> None:
        """Some more rows."""
        for row in rows:
            self._count += 1
            self._hash.update(_encode(row))

    @property
    def found(self) -> tuple[int, str]:
        """How many there were, and the digest of all of them."""
        return self._count, self._hash.hexdigest()


async def move(source_url: str, target_url: str, progress: Callable[[int, int], None]) -> list[Moved]:
    """Move all that a house keeps into an empty database, unless something is not there as it was.

    Whether it is, `is_whole` says of each kind of rows; if anything is not, the target stays empty. `progress` is told
    how many rows of how many have been moved or compared. Raises `CannotMove`.
    """
    async with _open(source_url, source=True) as source, _open(target_url, source=False) as target:
        for kind in KINDS:
            if count := await target.count(kind):
                raise CannotMove(f"the database to move to is not empty: it has {count} rows of {kind.name}")
        work = 2 * sum([await source.count(kind) for kind in KINDS])
        done = 0

        def advance(rows: Sequence[Row]) -> None:
            nonlocal done
            done += len(rows)
            progress(done, work)

        moved = [await _move_kind(source, target, kind, advance) for kind in KINDS]
        if all(one.is_whole for one in moved):
            await target.keep()
        return moved


async def _move_kind(source: Source, target: Target, kind: Kind, advance: Callable[[Sequence[Row]], None]) -> Moved:
    left, arrived = Digest(), Digest()
    async for rows in source.rows(kind, CHUNK):
        left.add(rows)
        await target.take(kind, rows)
        advance(rows)
    async for rows in target.rows(kind, CHUNK):
        arrived.add(rows)
        advance(rows)
    return Moved(kind.name, left.found, arrived.found)


@asynccontextmanager
async def _open(url: str, *, source: bool) -> AsyncIterator[Target]:
    """A database to move from or to; what is wrong with it is a `CannotMove`."""
    try:
        async with _opened(url, source=source) as found:
            yield found
    except (ValueError, OSError) as error:
        raise CannotMove(f"{'from' if source else 'to'} {_without_password(url)}: {error}") from None


def _opened(url: str, *, source: bool) -> AbstractAsyncContextManager[Target]:
    scheme, _, rest = url.partition("://")
    if scheme == "sqlite" and rest.startswith("/") and len(rest) > 1:
        return (sqlite_source if source else sqlite_target)(Path(rest[1:]))
    if scheme in ("postgresql", "postgres") and rest:
        return _opened_postgres(url, source=source)
    raise ValueError("use sqlite:///path/to/tables.db or postgresql://user:password@host/database")


def _opened_postgres(url: str, *, source: bool) -> AbstractAsyncContextManager[Target]:
    try:
        from tablee.store.postgres.moving import postgres_source, postgres_target
    except ModuleNotFoundError as error:
        if error.name != "asyncpg":
            raise
        raise ValueError("PostgreSQL needs asyncpg: pip install 'tablee[postgres]'") from None
    return (postgres_source if source else postgres_target)(url)


def _without_password(url: str) -> str:
    scheme, _, rest = url.partition("://")
    who, at, where = rest.rpartition("@")
    return f"{scheme}://{who.partition(':')[0]}{at}{where}"
