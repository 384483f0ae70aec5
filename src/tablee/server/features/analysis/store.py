"""Stores plans, one row for each participant who has made one. Nobody else is ever told of it."""

from collections.abc import Sequence

import msgspec

from tablee.server.storage.sql import FeatureStore
from tablee.server.table.seat_plans import PlanNote, SeatPlan, StoredPlan

_SELECT = "SELECT table_id, participant, body, notes, considered, active, version FROM plans"
_OF = f"{_SELECT} WHERE table_id = $1 AND participant = $2"
_BY = """
    SELECT table_id, participant, body, notes, considered, active, version
    FROM plans JOIN participants USING (table_id, participant) WHERE person = $1 ORDER BY table_id, participant
"""
_SAVE = """
    INSERT INTO plans (table_id, participant, body, notes, considered, active, version)
    VALUES ($1, $2, $3, '[]', 0, $4, 1) ON CONFLICT (table_id, participant) DO UPDATE
    SET body = excluded.body, considered = 0, active = excluded.active, version = plans.version + 1
"""
_CHANGE = """
    UPDATE plans SET body = $4, notes = $5, considered = $6, active = $7, version = version + 1
    WHERE table_id = $1 AND participant = $2 AND version = $3 RETURNING version
"""
_WAITING = """
    SELECT table_id FROM plans JOIN directory USING (table_id) WHERE active = 1
    AND (status <> 'playing' OR (turn = participant AND number > considered)) ORDER BY table_id LIMIT $1
"""
_RETIRE = """
    UPDATE plans SET active = 0 WHERE table_id = $1
    AND EXISTS (SELECT 1 FROM directory WHERE directory.table_id = plans.table_id AND status <> 'playing')
"""


class PlanStore(FeatureStore):
    """A part of `Store`; raises `NotSaved` and `Unavailable`."""

    async def of(self, table: str, participant: int) -> StoredPlan | None:
        """The plan of a participant, if there is one."""
        found = await self._database.fetch(_OF, table, participant)
        return _stored(found[0]) if found else None

    async def by(self, person: str) -> list[StoredPlan]:
        """All plans of a person."""
        return [_stored(row) for row in await self._database.fetch(_BY, person)]

    async def save(self, table: str, participant: int, plan: SeatPlan) -> None:
        """Store what somebody plans now; what has become of it so far stays."""
        body = msgspec.json.encode(plan).decode()
        await self._database.write((_SAVE, table, participant, body, int(bool(plan.lines or plan.forced))))

    async def change(self, plan: StoredPlan) -> bool:
        """Store what has become of a plan, unless it has been changed since it was read."""
        body, notes = msgspec.json.encode(plan.plan).decode(), msgspec.json.encode(plan.notes).decode()
        values = (plan.table, plan.participant, plan.version, body, notes, plan.considered, int(plan.active))
        [changed] = await self._database.execute((_CHANGE, *values))
        return bool(changed)

    async def waiting(self, most: int) -> list[str]:
        """Tables at which a plan may fit, or where the game is over: their plans must be looked at."""
        return list(dict.fromkeys(table for (table,) in await self._database.fetch(_WAITING, most)))

    async def retire(self, table: str) -> None:
        """Keep the plans of a table as they are, if its game is over."""
        await self._database.write((_RETIRE, table))


def _stored(row: Sequence[object]) -> StoredPlan:
    table, participant, body, notes, considered, active, version = row
    plan = msgspec.json.decode(str(body), type=SeatPlan)
    told = msgspec.json.decode(str(notes), type=tuple[PlanNote, ...])
    return StoredPlan(
        str(table), int(str(participant)), plan, told, int(str(considered)), bool(active), int(str(version))
    )
