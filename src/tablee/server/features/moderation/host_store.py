"""Keys to the host's page, announcements, and which reports its holders have not been told of."""

from typing import NamedTuple

import msgspec

from tablee.server.features.moderation.model import HostAnnouncement, HostKey, Reason
from tablee.server.features.moderation.store import noting
from tablee.server.storage.sql import FeatureStore, Transaction

MADE, OPENED, REVOKED = "host key created", "host key opened", "host key revoked"
ANNOUNCED, WITHDRAWN = "announced", "announcement withdrawn"
"""Kinds of notices; see `ModerationNotice`."""

_KEY = "SELECT id, digest, name, since, until, lasts, used, coalesce(person, '') FROM host_keys"
_ADD_KEY = "INSERT INTO host_keys (id, digest, name, since, until, lasts, used) VALUES ($1, $2, $3, $4, $5, $6, 0)"
_FORGET_KEYS = "DELETE FROM host_keys WHERE until <= $1"
_OPEN = """
    UPDATE host_keys SET digest = $3, used = $4, until = $4 + lasts, person = $5
    WHERE id = $1 AND digest = $2 AND used = 0 AND until > $4 RETURNING name
"""
_REVOKE = "DELETE FROM host_keys WHERE id = $1 RETURNING name"
_ANNOUNCEMENTS = "SELECT id, since, until, body FROM announcements WHERE until > $1 ORDER BY since, id"
_ANNOUNCE = "INSERT INTO announcements (id, since, until, body) VALUES ($1, $2, $3, $4)"
_FORGET_ANNOUNCEMENTS = "DELETE FROM announcements WHERE until <= $1"
_WITHDRAW = "DELETE FROM announcements WHERE id = $1 RETURNING id"
_UNTOLD = """
    SELECT DISTINCT reports.id, reports.why, host_keys.person FROM host_keys
    JOIN reports ON answered = 0 AND reports.at >= used
    LEFT JOIN sent_notifications AS sent
        ON sent.person = host_keys.person AND sent.kind = 'report' AND sent.table_id = reports.id
    WHERE used > 0 AND until > $1 AND host_keys.person IS NOT NULL AND sent.person IS NULL
    ORDER BY reports.id
"""


class UntoldReport(NamedTuple):
    """A report that a holder of a key has not been told of."""

    report: str
    why: Reason
    person: str


class HostStore(FeatureStore):
    """Raises `NotSaved` and `Unavailable` like the store that it is part of. Whatever it changes is in the record."""

    # ---- keys ----------------------------------------------------------------------------------------------

    async def add_key(self, key: HostKey) -> None:
        """Store a key; those that have ended are deleted."""
        told = (key.id, key.digest, key.name, key.since, key.until, key.lasts)
        note = noting(MADE, key.id, key.name, key.since, "")
        await self._database.execute((_FORGET_KEYS, key.since), (_ADD_KEY, *told), note, mode="exclusive")

    async def key(self, key_id: str) -> HostKey | None:
        """The key of that id."""
        found = await self._database.fetch(f"{_KEY} WHERE id = $1", key_id)
        return HostKey(*found[0]) if found else None

    async def keys(self, now: int) -> list[HostKey]:
        """The keys that have not ended, the oldest first."""
        return [HostKey(*row) for row in await self._database.fetch(f"{_KEY} WHERE until > $1 ORDER BY since, id", now)]

    async def open(self, key: HostKey, digest: str, person: str, now: int) -> bool:
        """Let a person use a key, once: its secret is another one from then on, with that digest."""

        def use() -> Transaction[bool]:
            opened = yield _OPEN, key.id, key.digest, digest, now, person
            if opened:
                yield noting(OPENED, key.id, "", now, key.name)
            return bool(opened)

        return await self._database.transact(use, "exclusive")

    async def revoke(self, key_id: str, now: int, host: str = "") -> bool:
        """Delete a key; returns whether there was one."""
        return await self._end(_REVOKE, REVOKED, key_id, now, host)

    # ---- announcements -------------------------------------------------------------------------------------

    async def announcements(self, now: int) -> list[HostAnnouncement]:
        """The announcements that have not ended, the oldest first."""
        found = await self._database.fetch(_ANNOUNCEMENTS, now)
        return [
            HostAnnouncement(one, since, until, msgspec.json.decode(body, type=dict[str, str]))
            for one, since, until, body in found
        ]

    async def announce(self, announcement: HostAnnouncement, host: str = "") -> None:
        """Store an announcement; those that have ended are deleted."""
        one, body = announcement, msgspec.json.encode(announcement.texts).decode()
        note = noting(ANNOUNCED, one.id, " / ".join(one.texts.values()), one.since, host)
        announced = (_ANNOUNCE, one.id, one.since, one.until, body)
        await self._database.execute((_FORGET_ANNOUNCEMENTS, one.since), announced, note, mode="exclusive")

    async def withdraw(self, announcement: str, now: int, host: str = "") -> bool:
        """Delete an announcement; returns whether there was one."""
        return await self._end(_WITHDRAW, WITHDRAWN, announcement, now, host)

    async def _end(self, sql: str, kind: str, one: str, now: int, host: str) -> bool:
        def end() -> Transaction[bool]:
            ended = yield sql, one
            if ended:
                yield noting(kind, one, "", now, host)
            return bool(ended)

        return await self._database.transact(end, "exclusive")

    # ---- reports -------------------------------------------------------------------------------------------

    async def untold_reports(self, now: int) -> list[UntoldReport]:
        """Reports that have come since a key was used, wait for an answer, and have not been told to its holder."""
        return [UntoldReport(*row) for row in await self._database.fetch(_UNTOLD, now)]
