"""Moderation: reports by players, sanctions, notices of what hosts have done, and the load of each server.

Every server reads the notices every few seconds; nothing else is needed to reach all of them.
"""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from tablee.server.features.chat.model import ChatMessage
from tablee.server.features.moderation.model import PlayerReport
from tablee.server.storage.rows import entry
from tablee.server.storage.sql import Database, FeatureStore, Query, Transaction, in_turn
from tablee.server.table.clock import A_DAY
from tablee.server.table.directory import Entry

SILENCED, REMOVED = "silenced", "removed"
"""Sanctions: a person may not chat, or may not come to any table."""
DISMISSED, NOTED = "dismissed", "noted"
"""The outcomes of a report without a sanction."""
ANSWERED = "answered"
"""The kind of notice that says that a report about somebody was answered."""
RECENT = 30_000
"""Milliseconds for which a server counts as running after its last report."""

_NOTICES = "SELECT id, at, kind, coalesce(about, ''), why, host_name FROM notices WHERE id > $1 ORDER BY id"
_LATEST_NOTICES = "SELECT id, at, kind, coalesce(about, ''), why, host_name FROM notices ORDER BY id DESC LIMIT $1"
_NOTE = (
    "INSERT INTO notices (id, at, kind, about, why, host_name) "
    "VALUES ((SELECT coalesce(max(id), 0) + 1 FROM notices), $1, $2, $3, $4, $5)"
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
_SANCTIONED = (
    "SELECT person, coalesce(name, ''), sanction, sanctions.since, why "
    "FROM sanctions LEFT JOIN persons ON persons.id = person ORDER BY sanctions.since DESC, person LIMIT $1"
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
_ANSWER = "UPDATE reports SET answered = $2, answer = $3, outcome = $4 WHERE id = $1 AND answered = 0 RETURNING id"


class ModerationNotice(msgspec.Struct, frozen=True):
    """Something that a host has done; `about` is a table or a person, empty once the person is deleted."""

    id: int
    at: int
    kind: str
    about: str
    why: str
    host: str = ""
    """The name of the key to the host's page by which it was done; empty for the command line."""


class Sanctioned(NamedTuple):
    """A sanction in force."""

    person: str
    name: str
    sanction: str
    since: int
    why: str


class ServerLoad(msgspec.Struct, frozen=True):
    """The load of a server process."""

    people: int
    tables: int
    spectators: int
    queue: int
    memory: int
    version: str
    ahead: int = 0
    """Milliseconds by which its clock is ahead of the database's."""


class ReportStore(FeatureStore):
    """Raises `NotSaved` and `Unavailable` like the store that it is part of."""

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


class ModerationStore(FeatureStore):
    """See the module. Raises `Unavailable` and `NotSaved`: a host or a server can ask again later."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.reports = ReportStore(database)

    async def _record(self, *queries: Query) -> None:
        """Run queries while nobody else records anything: notices are numbered in the order of their commits."""
        await self._database.execute(*queries, mode="exclusive")

    # ---- hosts decide --------------------------------------------------------------------------------------

    # `host` is the name of the key to the host's page, or empty; see `ModerationNotice`.

    async def note(self, kind: str, about: str, why: str, now: int, host: str = "") -> None:
        """Record what was done, for every server to read."""
        await self._record(noting(kind, about, why, now, host))

    async def sanction(self, person: str, sanction: str, why: str, now: int, host: str = "") -> None:
        """Impose a sanction on a person, and note it."""
        await self._record(*_imposing(person, sanction, why, now, host))

    async def lift(self, person: str, sanction: str, why: str, now: int, host: str = "") -> None:
        """Lift a sanction, and note it."""
        await self._record((_LIFT, person, sanction), noting(f"not {sanction}", person, why, now, host))

    async def answer(self, report: PlayerReport, outcome: str, why: str, now: int, host: str = "") -> bool:
        """Answer a report, once: of two hosts the second gets False.

        An outcome that is a sanction holds from then on. All of it is noted, or nothing.
        """
        decision = _imposing(report.person, outcome, why, now, host) if outcome in (SILENCED, REMOVED) else []
        noted = noting(ANSWERED, report.person, f"{report.id} {outcome}: {why}", now, host)

        def answer() -> Transaction[bool]:
            answered = yield _ANSWER, report.id, now, why, outcome
            if answered:
                yield from in_turn(*decision, noted)
            return bool(answered)

        return await self._database.transact(answer, "exclusive")

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

    async def sanctioned(self, most: int) -> list[Sanctioned]:
        """The sanctions in force, the latest first."""
        return [Sanctioned(*row) for row in await self._database.fetch(_SANCTIONED, most)]

    async def latest_notices(self, most: int) -> list[ModerationNotice]:
        """What hosts have done last, the latest first."""
        return [ModerationNotice(*row) for row in await self._database.fetch(_LATEST_NOTICES, most)]

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


def noting(kind: str, about: str, why: str, now: int, host: str) -> Query:
    """The query that records what was done. It needs an exclusive transaction."""
    return (_NOTE, now, kind, about, why, host)


def _imposing(person: str, sanction: str, why: str, now: int, host: str) -> list[Query]:
    """Queries that impose a sanction and note it. Nobody is matched with who was removed."""
    imposed: list[Query] = [(_IMPOSE, person, sanction, now, why), noting(sanction, person, why, now, host)]
    return [*imposed, (_END_REQUEST, person)] if sanction == REMOVED else imposed
