"""Moderation: reports by players, sanctions, notices of what hosts have done, and the load of each server.

Every server reads the notices every few seconds; nothing else is needed to reach all of them.
"""

from collections.abc import Sequence

import msgspec

from tablee.server.features.chat.model import ChatMessage
from tablee.server.features.moderation.model import PlayerReport
from tablee.server.storage.rows import entry
from tablee.server.storage.sql import Database, Query
from tablee.server.table.directory import Entry

SILENCED, REMOVED = "silenced", "removed"
"""Sanctions: a person may not chat, or may not come to any table."""
ANSWERED = "answered"
"""The kind of notice that says that a report about somebody was answered."""
RECENT = 30_000
"""Milliseconds for which a server counts as running after its last report."""
A_DAY = 86_400_000

_NOTICES = "SELECT id, at, kind, coalesce(about, ''), why FROM notices WHERE id > $1 ORDER BY id"
_NOTE = (
    "INSERT INTO notices (id, at, kind, about, why) "
    "VALUES ((SELECT coalesce(max(id), 0) + 1 FROM notices), $1, $2, $3, $4)"
)
_IMPOSE = (
    "INSERT INTO sanctions (person, sanction, since, why) VALUES ($1, $2, $3, $4) "
    "ON CONFLICT (person, sanction) DO UPDATE SET since = excluded.since, why = excluded.why"
)
_LIFT = "DELETE FROM sanctions WHERE person = $1 AND sanction = $2"
_SANCTIONS = (
    "SELECT person, sanction FROM sanctions "
    "UNION SELECT bot_accounts.id, sanction FROM sanctions JOIN bot_accounts ON owner = person"
)
_SANCTIONS_OF = "SELECT sanction, since FROM sanctions WHERE person = $1"
_END_REQUEST = "DELETE FROM match_requests WHERE person = $1"
_LOAD = (
    "INSERT INTO servers (name, at, body) VALUES ($1, $2, $3) "
    "ON CONFLICT (name) DO UPDATE SET at = excluded.at, body = excluded.body"
)
_LOADS = "SELECT name, at, body FROM servers WHERE at > $1 ORDER BY name"
_GONE = "DELETE FROM servers WHERE at < $1 OR name = $2"
_ENTRIES = (
    "SELECT body, status, number, turn, moved FROM directory WHERE status IN ('waiting', 'playing') "
    "ORDER BY moved DESC LIMIT $1"
)
_PARTICIPANTS = "SELECT participant, person FROM participants WHERE table_id = $1 ORDER BY participant"
_COUNT = "SELECT count(*) FROM directory WHERE status IN ('waiting', 'playing')"
_REPORT = "id, at, table_id, reporter, person, name, why, words, answered, answer, outcome"
_KEEP_REPORT = (
    f"INSERT INTO reports ({_REPORT}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (id) DO NOTHING"
)
_KEEP_EVIDENCE = (
    "INSERT INTO evidence (report, id, person, at, kind, body, room) VALUES ($1, $2, $3, $4, $5, $6, $7) "
    "ON CONFLICT (report, id) DO NOTHING"
)
_REPORTS = f"SELECT {_REPORT} FROM reports WHERE answered = 0 OR $1 = 1 ORDER BY at, id"
_REPORTS_BY = f"SELECT {_REPORT} FROM reports WHERE reporter = $1 ORDER BY at DESC, id"
_EVIDENCE = "SELECT id, person, at, kind, body, room FROM evidence WHERE report = $1 ORDER BY at, id"
_FORGET_EVIDENCE = "DELETE FROM evidence WHERE report IN (SELECT id FROM reports WHERE answered > 0 AND answered < $1)"
_FORGET_REPORTS = "DELETE FROM reports WHERE answered > 0 AND answered < $1"
_ANSWER = "UPDATE reports SET answered = $2, answer = $3, outcome = $4 WHERE id = $1"


class ModerationNotice(msgspec.Struct, frozen=True):
    """Something that a host has done; `about` is a table or a person, empty once the person is deleted."""

    id: int
    at: int
    kind: str
    about: str
    why: str


class ServerLoad(msgspec.Struct, frozen=True):
    """The load of a server process."""

    people: int
    tables: int
    spectators: int
    queue: int
    memory: int
    version: str


class ReportStore:
    """Raises `NotSaved` and `Unavailable` like the store that it is part of."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, report: PlayerReport, evidence: Sequence[ChatMessage]) -> None:
        """Store a report with the latest messages of its table; they are kept as long as the report."""
        one = report
        told = (one.id, one.at, one.table, one.reporter, one.person, one.name, one.why, one.words)
        kept = [(report.id, said.id, said.person, said.at, said.kind, said.body, said.room) for said in evidence]
        statements = [
            (_KEEP_REPORT, *told, one.answered, one.answer, one.outcome),
            *((_KEEP_EVIDENCE, *row) for row in kept),
        ]
        await self._database.execute(*statements)

    async def all(self, *, answered: bool) -> list[PlayerReport]:
        """The reports that wait for an answer, or also those `answered` already; the oldest first."""
        return [PlayerReport(*row) for row in await self._database.fetch(_REPORTS, int(answered))]

    async def one(self, report: str) -> PlayerReport | None:
        """A report by its id."""
        found = await self._database.fetch(f"SELECT {_REPORT} FROM reports WHERE id = $1", report)
        return PlayerReport(*found[0]) if found else None

    async def by(self, person: str) -> list[PlayerReport]:
        """The reports by a person, the latest first."""
        return [PlayerReport(*row) for row in await self._database.fetch(_REPORTS_BY, person)]

    async def evidence(self, report: PlayerReport) -> list[ChatMessage]:
        """The messages that were stored with a report."""
        found = await self._database.fetch(_EVIDENCE, report.id)
        return [ChatMessage(one, report.table, person, 0, *told) for one, person, *told in found]

    async def forget(self, before: int) -> None:
        """Delete reports that were answered before a time, with their messages."""
        await self._database.execute((_FORGET_EVIDENCE, before), (_FORGET_REPORTS, before))


class ModerationStore:
    """See the module. Raises `Unavailable` and `NotSaved`: a host or a server can ask again later."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.reports = ReportStore(database)

    async def _record(self, *queries: Query) -> None:
        """Run queries while nobody else records anything: notices are numbered in the order of their commits."""
        await self._database.execute(*queries, mode="exclusive")

    # ---- hosts decide --------------------------------------------------------------------------------------

    async def note(self, kind: str, about: str, why: str, now: int) -> None:
        """Record what was done, for every server to read."""
        await self._record((_NOTE, now, kind, about, why))

    async def sanction(self, person: str, sanction: str, why: str, now: int) -> None:
        """Impose a sanction on a person, and note it."""
        await self._record(*_imposing(person, sanction, why, now))

    async def lift(self, person: str, sanction: str, why: str, now: int) -> None:
        """Lift a sanction, and note it."""
        await self._record((_LIFT, person, sanction), (_NOTE, now, f"not {sanction}", person, why))

    async def answer(self, report: PlayerReport, outcome: str, why: str, now: int) -> None:
        """Answer a report; an outcome that is a sanction holds from then on. All of it is noted, or nothing."""
        decision = _imposing(report.person, outcome, why, now) if outcome in (SILENCED, REMOVED) else []
        noted = (_NOTE, now, ANSWERED, report.person, f"{report.id} {outcome}: {why}")
        await self._record((_ANSWER, report.id, now, why, outcome), *decision, noted)

    # ---- hosts look ----------------------------------------------------------------------------------------

    async def person(self, person: str) -> str | None:
        """The name of a person, or None if there is none."""
        found = await self._database.fetch("SELECT id, name FROM persons WHERE id = $1", person)
        return str(found[0][1]) if found else None

    async def participants(self, table: str) -> dict[int, str]:
        """The person of each participant of a table."""
        return dict(await self._database.fetch(_PARTICIPANTS, table))

    async def entries(self, most: int) -> tuple[list[Entry], int]:
        """The unfinished tables that changed last, and the number of all of them."""
        found = [entry(*row) for row in await self._database.fetch(_ENTRIES, most)]
        return [one for one in found if one is not None], (await self._database.fetch(_COUNT))[0][0]

    async def loads(self, now: int) -> dict[str, ServerLoad]:
        """The load of every server that has reported lately."""
        found = await self._database.fetch(_LOADS, now - RECENT)
        return {name: msgspec.json.decode(body, type=ServerLoad) for name, _, body in found}

    # ---- servers -------------------------------------------------------------------------------------------

    async def latest(self) -> int:
        """The number of the latest notice."""
        return int((await self._database.fetch("SELECT coalesce(max(id), 0) FROM notices"))[0][0])

    async def notices(self, after: int = 0) -> list[ModerationNotice]:
        """The notices after one, by their numbers."""
        return [ModerationNotice(*row) for row in await self._database.fetch(_NOTICES, after)]

    async def sanctions(self) -> tuple[frozenset[str], frozenset[str]]:
        """The persons who are silenced, and those who are removed; bot accounts with their owners."""
        found = await self._database.fetch(_SANCTIONS)
        silenced, removed = (frozenset(one for one, what in found if what == kind) for kind in (SILENCED, REMOVED))
        return silenced, removed

    async def sanctions_of(self, person: str) -> dict[str, int]:
        """The sanctions on a person, and since when they hold."""
        return dict(await self._database.fetch(_SANCTIONS_OF, person))

    async def tell(self, server: str, load: ServerLoad, now: int) -> None:
        """Store the load of a process."""
        body = msgspec.json.encode(load).decode()
        await self._database.write((_LOAD, server, now, body), (_GONE, now - A_DAY, ""))

    async def leave(self, server: str) -> None:
        """Delete the load of a process that ends."""
        await self._database.write((_GONE, 0, server))


def _imposing(person: str, sanction: str, why: str, now: int) -> list[Query]:
    """Queries that impose a sanction and note it. Nobody is matched with who was removed."""
    imposed: list[Query] = [(_IMPOSE, person, sanction, now, why), (_NOTE, now, sanction, person, why)]
    return [*imposed, (_END_REQUEST, person)] if sanction == REMOVED else imposed
