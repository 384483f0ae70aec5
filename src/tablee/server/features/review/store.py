"""Stores the stories of finished tables, one row a table.

A server claims a story for a while, so that only one server makes it, and another continues if that one is gone.
Stories name seats and never people: deleting a person does not affect them.
"""

import zlib
from typing import Any, NamedTuple

import msgspec

from tablee.server.features.review.model import VERSION, Story
from tablee.server.storage.sql import FeatureStore, Rows

WANTED, HALF, WHOLE = "wanted", "half", "whole"
"""The status of a story: requested, first look, or complete."""

_COLUMNS = "stories.table_id, status, version, game, level, at, body"
_WANT = (
    "INSERT INTO stories (table_id, status, version, game, level, at, body) VALUES ($1, 'wanted', 0, $2, 0, $3, $4) "
    "ON CONFLICT (table_id) DO NOTHING"
)
_CLAIM = (
    "UPDATE stories SET worker = $2, until = $4 WHERE table_id = $1 AND (until <= $3 OR worker = $2) "
    "AND (status <> 'whole' OR version < $5) RETURNING table_id"
)
_RENEW = "UPDATE stories SET until = $3 WHERE table_id = $1 AND worker = $2 RETURNING table_id"
_KEEP = (
    "UPDATE stories SET status = $3, version = $4, level = $5, at = $6, body = $7 "
    "WHERE table_id = $1 AND worker = $2 RETURNING table_id"
)
_RELEASE = "UPDATE stories SET worker = '', until = 0 WHERE table_id = $1 AND worker = $2"
_WAITING = "SELECT table_id FROM stories WHERE status <> 'whole' AND until <= $1 ORDER BY at, table_id LIMIT $2"
_OF = (
    f"SELECT {_COLUMNS} FROM stories WHERE status = 'whole' AND (game = $2 OR $2 = '') "
    "AND table_id IN (SELECT table_id FROM participants WHERE person = $1) ORDER BY at, table_id"
)

_decode = msgspec.json.Decoder(Story).decode
_encode = msgspec.json.Encoder().encode


class StoredStory(NamedTuple):
    """The stored story of a table: status, version, evaluator's level, time, and the story."""

    table: str
    status: str
    version: int
    game: str
    level: int
    at: int
    story: Story | None

    @property
    def is_current(self) -> bool:
        """Is it complete, and of the current version?"""
        return self.status == WHOLE and self.version >= VERSION


class ReviewStore(FeatureStore):
    """A part of `Store`; raises `NotSaved` and `Unavailable`. Times are in milliseconds since 1970."""

    async def want(self, table: str, game: str, now: int) -> None:
        """Request the story of a finished table, once."""
        await self._database.write((_WANT, table, game, now, b""))

    async def find(self, table: str) -> StoredStory | None:
        """The stored story of a table, if anybody has requested it."""
        found = await self._database.fetch(f"SELECT {_COLUMNS} FROM stories WHERE table_id = $1", table)
        return _kept(found[0]) if found else None

    async def waiting(self, now: int, most: int) -> list[str]:
        """Tables with a requested story that nobody has claimed, the oldest request first."""
        return [table for (table,) in await self._database.fetch(_WAITING, now, most)]

    async def claim(self, table: str, worker: str, now: int, until: int) -> bool:
        """Claim a story; not if it is complete, or another server has claimed it."""
        return bool(await self._write(_CLAIM, table, worker, now, until, VERSION))

    async def renew(self, table: str, worker: str, until: int) -> bool:
        """Renew a claim; False if another server has claimed the story."""
        return bool(await self._write(_RENEW, table, worker, until))

    async def is_claimed(self, table: str, now: int) -> bool:
        """Has any server claimed the story of a table?"""
        return bool(await self._database.fetch("SELECT 1 FROM stories WHERE table_id = $1 AND until > $2", table, now))

    async def keep(self, table: str, worker: str, status: str, story: Story, now: int) -> bool:
        """Store a story, first look or complete, if the claim is still ours."""
        body = zlib.compress(_encode(story), 6)
        return bool(await self._write(_KEEP, table, worker, status, story.version, story.level, now, body))

    async def release(self, table: str, worker: str) -> None:
        """Release the claim, if it is still ours."""
        await self._write(_RELEASE, table, worker)

    async def forget(self, table: str) -> None:
        """Delete a request whose story has not begun."""
        await self._write("DELETE FROM stories WHERE table_id = $1 AND status = 'wanted'", table)

    async def of(self, person: str, game: str = "") -> list[StoredStory]:
        """All stories of a person's tables, of one game or of all; the oldest first."""
        return [_kept(row) for row in await self._database.fetch(_OF, person, game)]

    async def _write(self, sql: str, *values: Any) -> Rows:
        [found] = await self._database.write((sql, *values))
        return found


def _kept(row: tuple[Any, ...]) -> StoredStory:
    table, status, version, game, level, at, body = row
    story = _decode(zlib.decompress(body)) if body else None
    return StoredStory(table, status, version, game, level, at, story)
