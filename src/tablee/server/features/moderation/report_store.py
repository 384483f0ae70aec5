"""What people report to the host, and what the host answers."""

from collections.abc import Sequence

from tablee.server.features.chat.model import ChatMessage
from tablee.server.features.moderation.model import PlayerReport
from tablee.server.storage.sql import Database

_COLUMNS = "id, at, table_id, reporter, person, name, why, words, answered, answer, outcome"
_KEEP = (
    f"INSERT INTO reports ({_COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) "
    "ON CONFLICT (id) DO NOTHING"
)
_KEEP_EVIDENCE = (
    "INSERT INTO evidence (report, id, person, at, kind, body, room) VALUES ($1, $2, $3, $4, $5, $6, $7) "
    "ON CONFLICT (report, id) DO NOTHING"
)
_LATEST = f"SELECT {_COLUMNS} FROM reports WHERE answered = 0 OR $1 = 1 ORDER BY at, id"
_ONE = f"SELECT {_COLUMNS} FROM reports WHERE id = $1"
_BY = f"SELECT {_COLUMNS} FROM reports WHERE reporter = $1 ORDER BY at DESC, id"
_EVIDENCE = "SELECT id, person, at, kind, body, room FROM evidence WHERE report = $1 ORDER BY at, id"
_FORGET_EVIDENCE = "DELETE FROM evidence WHERE report IN (SELECT id FROM reports WHERE answered > 0 AND answered < $1)"
_FORGET = "DELETE FROM reports WHERE answered > 0 AND answered < $1"
ANSWER = "UPDATE reports SET answered = $2, answer = $3, outcome = $4 WHERE id = $1"


class ReportStore:
    """Raises `NotSaved` and `Unavailable` like the store that it is part of."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, report: PlayerReport, evidence: Sequence[ChatMessage]) -> None:
        """Keep a report, and what was said at that table last: of it nothing is forgotten before the report is."""
        one = report
        told = (one.id, one.at, one.table, one.reporter, one.person, one.name, one.why, one.words)
        kept = [(report.id, said.id, said.person, said.at, said.kind, said.body, said.room) for said in evidence]
        statements = [(_KEEP, *told, one.answered, one.answer, one.outcome), *((_KEEP_EVIDENCE, *row) for row in kept)]
        await self._database.execute(*statements)

    async def all(self, *, answered: bool) -> list[PlayerReport]:
        """Those that wait for an answer, or also those `answered` already; the oldest first."""
        return [PlayerReport(*row) for row in await self._database.fetch(_LATEST, int(answered))]

    async def one(self, report: str) -> PlayerReport | None:
        """A report by its id."""
        found = await self._database.fetch(_ONE, report)
        return PlayerReport(*found[0]) if found else None

    async def by(self, person: str) -> list[PlayerReport]:
        """What somebody has reported, the latest first."""
        return [PlayerReport(*row) for row in await self._database.fetch(_BY, person)]

    async def evidence(self, report: PlayerReport) -> list[ChatMessage]:
        """What was said at the table before it was reported."""
        found = await self._database.fetch(_EVIDENCE, report.id)
        return [ChatMessage(one, report.table, person, 0, *told) for one, person, *told in found]

    async def forget(self, before: int) -> None:
        """Delete reports that were answered before a time, with what was kept for them."""
        await self._database.execute((_FORGET_EVIDENCE, before), (_FORGET, before))
