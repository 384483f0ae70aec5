"""Chat messages, the people who write free text, and who has muted whom."""

from tablee.server.features.chat.model import ChatMessage, ChatPreferences
from tablee.server.storage.sql import FeatureStore

_KEEP = (
    "INSERT INTO chat_messages (id, table_id, person, participant, at, kind, body, room) "
    "SELECT $1, $2, $3, $4, $5, $6, $7, $8 WHERE NOT EXISTS (SELECT 1 FROM sanctions WHERE person = $3) "
    "ON CONFLICT (id) DO UPDATE SET at = excluded.at RETURNING id"
)
_SELECT = (
    "SELECT message.id, table_id, person, participant, at, kind, body, room, coalesce(name, '') "
    "FROM chat_messages AS message LEFT JOIN persons ON persons.id = person"
)
_LATEST = f"{_SELECT} WHERE table_id = $1 ORDER BY at DESC, message.id DESC LIMIT $2"
_BY = f"{_SELECT} WHERE person = $1 ORDER BY at, message.id"
_BEGIN_WRITING = "INSERT INTO chat_writers (person, since) VALUES ($1, $2) ON CONFLICT (person) DO NOTHING"
_END_WRITING = "DELETE FROM chat_writers WHERE person = $1"
_MUTED = "SELECT other, coalesce(name, '') FROM muted LEFT JOIN persons ON persons.id = other WHERE person = $1"
_MUTE = "INSERT INTO muted (person, other, since) VALUES ($1, $2, $3) ON CONFLICT (person, other) DO NOTHING"
_UNMUTE = "DELETE FROM muted WHERE person = $1 AND other = $2"

MOST_TOLD = 100
"""The latest messages of a table that a new connection is sent."""


class ChatStore(FeatureStore):
    """Raises `NotSaved` and `Unavailable` like the store that it is part of. Times are in milliseconds since 1970."""

    async def keep(self, saying: ChatMessage) -> bool:
        """Store a message, unless the host has silenced or removed its author; returns whether it is stored."""
        one = saying
        values = (one.id, one.table, one.person, one.participant, one.at, one.kind, one.body, one.room)
        [kept] = await self._database.execute((_KEEP, *values))
        return bool(kept)

    async def latest(self, table: str, most: int = MOST_TOLD) -> list[ChatMessage]:
        """The latest messages of a table, the oldest of them first."""
        return [ChatMessage(*row) for row in reversed(await self._database.fetch(_LATEST, table, most))]

    async def one(self, saying: str, table: str) -> ChatMessage | None:
        """A message of a table, by its id."""
        found = await self._database.fetch(f"{_SELECT} WHERE message.id = $1 AND table_id = $2", saying, table)
        return ChatMessage(*found[0]) if found else None

    async def by(self, person: str) -> list[ChatMessage]:
        """All messages of a person."""
        return [ChatMessage(*row) for row in await self._database.fetch(_BY, person)]

    async def forget(self, before: int) -> None:
        """Delete the messages before a time."""
        await self._database.execute(("DELETE FROM chat_messages WHERE at < $1", before))

    # ---- preferences ---------------------------------------------------------------------------------------

    async def manners_of(self, person: str) -> ChatPreferences:
        """The chat preferences of a person."""
        if not person:
            return ChatPreferences()
        writes = bool(await self._database.fetch("SELECT 1 FROM chat_writers WHERE person = $1", person))
        return ChatPreferences(writes, frozenset(await self.muted_by(person)))

    async def muted_by(self, person: str) -> dict[str, str]:
        """The persons whom a person has muted, and their names."""
        return dict(await self._database.fetch(_MUTED, person))

    async def let_write(self, person: str, now: int, *, on: bool) -> None:
        """Switch free text on or off for a person."""
        await self._database.execute((_BEGIN_WRITING, person, now) if on else (_END_WRITING, person))

    async def mute(self, person: str, other: str, now: int, *, on: bool) -> None:
        """Mute or unmute another person."""
        await self._database.execute((_MUTE, person, other, now) if on else (_UNMUTE, person, other))
