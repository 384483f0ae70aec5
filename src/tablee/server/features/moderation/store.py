"""Moderation: sanctions against people, notices of what hosts have done, and the load of each server.

Every server reads the notices every few seconds; nothing else is needed to reach all of them.
"""

import msgspec

from tablee.server.features.moderation.model import PlayerReport
from tablee.server.features.moderation.report_store import ANSWER, ReportStore
from tablee.server.storage.rows import entry
from tablee.server.storage.sql import Database, Query
from tablee.server.table.directory import Entry

SILENCED, REMOVED = "silenced", "removed"
"""Sanctions: a person may not chat, or may do nothing at all."""
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
_IMPOSE = (
    "INSERT INTO sanctions (person, sanction, since, why) VALUES ($1, $2, $3, $4) "
    "ON CONFLICT (person, sanction) DO UPDATE SET since = excluded.since, why = excluded.why"
)
_LIFT = "DELETE FROM sanctions WHERE person = $1 AND sanction = $2"
_SANCTIONS = "SELECT person, sanction FROM sanctions"
_SESSIONS = (
    "SELECT sessions.id FROM sessions LEFT JOIN bot_accounts ON bot_accounts.id = sessions.person "
    "JOIN sanctions ON sanctions.person IN (sessions.person, owner) WHERE sanction = $1"
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
_PARTICIPANTS = "SELECT participant, person FROM participants WHERE table_id = $1 ORDER BY participant"
_COUNT = "SELECT count(*) FROM directory WHERE status IN ('waiting', 'playing')"


class ModerationNotice(msgspec.Struct, frozen=True):
    """Something that a host has done; `about` is a table or a person."""

    id: int
    at: int
    kind: str
    about: str
    why: str


class ServerLoad(msgspec.Struct, frozen=True):
    """How a process that serves is doing."""

    people: int
    tables: int
    spectators: int
    queue: int
    memory: int
    version: str


class ModerationStore:
    """See the module. Raises `Unavailable` and `NotSaved`: a host or a server can ask again later."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.reports = ReportStore(database)

    async def _record(self, *queries: Query) -> None:
        """Run queries while nobody else records anything: notices are numbered in the order of their commits."""
        await self._database.execute(*queries, mode="exclusive")

    # ---- what a host does ----------------------------------------------------------------------------------

    async def note(self, kind: str, about: str, why: str, now: int) -> None:
        """Write down what was done, for every server to hear."""
        await self._record((_NOTE, now, kind, about, why))

    async def sanction(self, person: str, sanction: str, why: str, now: int) -> None:
        """Decide about a person, and note it."""
        await self._record((_IMPOSE, person, sanction, now, why), (_NOTE, now, sanction, person, why))

    async def lift(self, person: str, sanction: str, why: str, now: int) -> None:
        """Take that back, and note it."""
        await self._record((_LIFT, person, sanction), (_NOTE, now, f"not {sanction}", person, why))

    async def answer(self, report: PlayerReport, outcome: str, why: str, now: int) -> None:
        """Answer a report; an outcome that is a sanction holds from then on. All of it is noted, or nothing."""
        person, decided = report.person, outcome in (SILENCED, REMOVED)
        decision = [(_IMPOSE, person, outcome, now, why), (_NOTE, now, outcome, person, why)] if decided else []
        noted = (_NOTE, now, ANSWERED, person, f"{report.id} {outcome}: {why}")
        await self._record((ANSWER, report.id, now, why, outcome), *decision, noted)

    # ---- what a host looks at ------------------------------------------------------------------------------

    async def person(self, person: str) -> str | None:
        """The name of a person, or None if there is none."""
        found = await self._database.fetch(_PERSON, person)
        return str(found[0][1]) if found else None

    async def participants(self, table: str) -> dict[int, str]:
        """Which person each participant of a table is."""
        return dict(await self._database.fetch(_PARTICIPANTS, table))

    async def entries(self, most: int) -> tuple[list[Entry], int]:
        """The tables where something happened last, and how many there are that go on."""
        found = [entry(*row) for row in await self._database.fetch(_ENTRIES, most)]
        return [one for one in found if one is not None], (await self._database.fetch(_COUNT))[0][0]

    async def loads(self, now: int) -> dict[str, ServerLoad]:
        """How all servers are doing that have been heard of lately."""
        found = await self._database.fetch(_LOADS, now - RECENT)
        return {name: msgspec.json.decode(body, type=ServerLoad) for name, _, body in found}

    # ---- what a server does --------------------------------------------------------------------------------

    async def latest(self) -> int:
        """The number of the latest notice."""
        return int((await self._database.fetch(_LATEST))[0][0])

    async def notices(self, after: int = 0) -> list[ModerationNotice]:
        """What was noted after a notice."""
        return [ModerationNotice(*row) for row in await self._database.fetch(_NOTICES, after)]

    async def sanctions(self) -> tuple[frozenset[str], frozenset[str]]:
        """The persons who are silenced, and the sessions of those who are removed."""
        silenced = [person for person, sanction in await self._database.fetch(_SANCTIONS) if sanction == SILENCED]
        removed = [row[0] for row in await self._database.fetch(_SESSIONS, REMOVED)]
        return frozenset(silenced), frozenset(removed)

    async def tell(self, server: str, load: ServerLoad, now: int) -> None:
        """Say how a process is doing."""
        body = msgspec.json.encode(load).decode()
        await self._database.write((_LOAD, server, now, body), (_GONE, now - A_DAY, ""))

    async def leave(self, server: str) -> None:
        """A process is there no longer."""
        await self._database.write((_GONE, 0, server))
