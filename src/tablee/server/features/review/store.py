"""Stories of finished tables, one row a table: the same SQL for both databases.

Whoever makes a story claims its table for a while, so that of several servers one does the work, and another goes on
if that one is gone. A story names seats and never people: who is forgotten is not in it.
"""

import zlib
from typing import Any, NamedTuple

import msgspec

from tablee.store.shared_sql import Found, Transact, one_by_one, question
from tablee.study.story import VERSION, Story

WANTED, HALF, WHOLE = "wanted", "half", "whole"
"""How far a story is: asked for, told as far as a quick look goes, or told."""

_COLUMNS = "stories.table_id, status, version, game, level, at, body"
_WANT = (
    "INSERT INTO stories (table_id, status, version, game, level, at, body) VALUES ($1, 'wanted', 0, $2, 0, $3, $4) "
    "ON CONFLICT (table_id) DO NOTHING"
)
_CLAIM = (
    "UPDATE stories SET worker = $2, until = $4 WHERE table_id = $1 AND (until <= $3 OR worker = $2) "
    "AND (status <> 'whole' OR version < $5) RETURNING table_id"
)
_KEEP = (
    "UPDATE stories SET status = $3, version = $4, level = $5, at = $6, body = $7 "
    "WHERE table_id = $1 AND worker = $2 RETURNING table_id"
)
_RELEASE = "UPDATE stories SET worker = '', until = 0 WHERE table_id = $1 AND worker = $2"
_CLAIMED = "SELECT 1 FROM stories WHERE table_id = $1 AND until > $2"
_FORGET = "DELETE FROM stories WHERE table_id = $1 AND status = 'wanted'"
_FIND = f"SELECT {_COLUMNS} FROM stories WHERE table_id = $1"
_WAITING = "SELECT table_id FROM stories WHERE status <> 'whole' AND until <= $1 ORDER BY at, table_id LIMIT $2"
_OF = (
    f"SELECT {_COLUMNS} FROM stories WHERE status = 'whole' AND (game = $2 OR $2 = '') "
    "AND table_id IN (SELECT table_id FROM sitters WHERE person = $1) ORDER BY at, table_id"
)

_decode = msgspec.json.Decoder(Story).decode
_encode = msgspec.json.Encoder().encode


class Kept(NamedTuple):
    """What is kept of a table: how far its story is, how it was reckoned, by which level, when, and the story."""

    table: str
    status: str
    version: int
    game: str
    level: int
    at: int
    story: Story | None

    @property
    def is_current(self) -> bool:
        """Is it told, as it is reckoned today?"""
        return self.status == WHOLE and self.version >= VERSION


class Stories:
    """Raises `NotSaved` and `Unavailable` like the store that it is part of. Times are in milliseconds since 1970."""

    def __init__(self, transact: Transact) -> None:
        self._transact = transact

    async def want(self, table: str, game: str, now: int) -> None:
        """Ask for the story of a finished table, once."""
        await self._transact(lambda: one_by_one((_WANT, table, game, now, b"")), "write")

    async def find(self, table: str) -> Kept | None:
        """What is kept of a table, if anybody has asked for it."""
        found = await self._transact(lambda: question(_FIND, table), "read")
        return _kept(found[0]) if found else None

    async def waiting(self, now: int, most: int) -> list[str]:
        """Tables whose story is wanted, and which nobody is working on, the oldest wish first."""
        return [table for (table,) in await self._transact(lambda: question(_WAITING, now, most), "read")]

    async def claim(self, table: str, worker: str, now: int, until: int) -> bool:
        """Take the work on a story, or prolong it; not if it is told already, or another has it still."""
        return bool(await self._write(_CLAIM, table, worker, now, until, VERSION))

    async def is_claimed(self, table: str, now: int) -> bool:
        """Is somebody at work on the story of a table?"""
        return bool(await self._transact(lambda: question(_CLAIMED, table, now), "read"))

    async def keep(self, table: str, worker: str, status: str, story: Story, now: int) -> bool:
        """Keep a story, half or whole, if the work on it is still this worker's."""
        body = zlib.compress(_encode(story), 6)
        return bool(await self._write(_KEEP, table, worker, status, story.version, story.level, now, body))

    async def release(self, table: str, worker: str) -> None:
        """Let others have the work, if it still is this worker's."""
        await self._write(_RELEASE, table, worker)

    async def forget(self, table: str) -> None:
        """Want a story no more of which nothing is told."""
        await self._write(_FORGET, table)

    async def of(self, person: str, game: str = "") -> list[Kept]:
        """All stories that are told of tables at which a person sat, of one game or of every; the oldest first."""
        return [_kept(row) for row in await self._transact(lambda: question(_OF, person, game), "read")]

    async def _write(self, sql: str, *values: Any) -> Found:
        return await self._transact(lambda: question(sql, *values), "write")


def _kept(row: tuple[Any, ...]) -> Kept:
    table, status, version, game, level, at, body = row
    story = _decode(zlib.decompress(body)) if body else None
    return Kept(table, status, version, game, level, at, story)
