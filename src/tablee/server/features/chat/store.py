"""What was said at tables, who writes freely, and who does not want to hear whom: the same SQL for both databases."""

from tablee.store.shared_sql import Rows
from tablee.table.talk import Manners, Saying

_KEEP = (
    "INSERT INTO talk (id, table_id, person, sitter, at, kind, body, room) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) "
    "ON CONFLICT (id) DO NOTHING"
)
_COLUMNS = "talk.id, table_id, person, sitter, at, kind, body, room, coalesce(name, '')"
_LATEST = (
    f"SELECT {_COLUMNS} FROM talk LEFT JOIN persons ON persons.id = person "
    "WHERE table_id = $1 ORDER BY at DESC, talk.id DESC LIMIT $2"
)
_BY = f"SELECT {_COLUMNS} FROM talk LEFT JOIN persons ON persons.id = person WHERE person = $1 ORDER BY at, talk.id"
_ONE = f"SELECT {_COLUMNS} FROM talk LEFT JOIN persons ON persons.id = person WHERE talk.id = $1 AND table_id = $2"
_FORGET = "DELETE FROM talk WHERE at < $1"
_WRITES = "SELECT 1 FROM writers WHERE person = $1"
_BEGIN_WRITING = "INSERT INTO writers (person, since) VALUES ($1, $2) ON CONFLICT (person) DO NOTHING"
_END_WRITING = "DELETE FROM writers WHERE person = $1"
_MUTED = "SELECT other, coalesce(name, '') FROM muted LEFT JOIN persons ON persons.id = other WHERE person = $1"
_MUTE = "INSERT INTO muted (person, other, since) VALUES ($1, $2, $3) ON CONFLICT (person, other) DO NOTHING"
_UNMUTE = "DELETE FROM muted WHERE person = $1 AND other = $2"

MOST_TOLD = 100
"""What of a table is told to somebody who comes."""


class Talk:
    """Raises `NotSaved` and `Unavailable` like the store that it is part of. Times are in milliseconds since 1970."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    async def keep(self, saying: Saying) -> None:
        """Keep what somebody has said."""
        one = saying
        values = (one.id, one.table, one.person, one.sitter, one.at, one.kind, one.body, one.room)
        await self._rows.do((_KEEP, values))

    async def latest(self, table: str, most: int = MOST_TOLD) -> list[Saying]:
        """What was said last at a table, the oldest of it first."""
        return [Saying(*row) for row in reversed(await self._rows.ask(_LATEST, table, most))]

    async def one(self, saying: str, table: str) -> Saying | None:
        """Something that was said at a table, by its id."""
        found = await self._rows.ask(_ONE, saying, table)
        return Saying(*found[0]) if found else None

    async def by(self, person: str) -> list[Saying]:
        """All that somebody has said."""
        return [Saying(*row) for row in await self._rows.ask(_BY, person)]

    async def forget(self, before: int) -> None:
        """Delete what was said before a time."""
        await self._rows.do((_FORGET, (before,)))

    # ---- manners -------------------------------------------------------------------------------------------

    async def manners_of(self, person: str) -> Manners:
        """How somebody likes to be talked with."""
        if not person:
            return Manners()
        writes = bool(await self._rows.ask(_WRITES, person))
        return Manners(writes, frozenset(await self.muted_by(person)))

    async def muted_by(self, person: str) -> dict[str, str]:
        """Those whom somebody does not want to hear, and their names."""
        return dict(await self._rows.ask(_MUTED, person))

    async def let_write(self, person: str, now: int, *, on: bool) -> None:
        """Let somebody write and read free text, or no more."""
        await self._rows.do((_BEGIN_WRITING, (person, now)) if on else (_END_WRITING, (person,)))

    async def mute(self, person: str, other: str, now: int, *, on: bool) -> None:
        """Let somebody not hear another person, or again."""
        await self._rows.do((_MUTE, (person, other, now)) if on else (_UNMUTE, (person, other)))
