"""Stores tournaments, who takes part, and the host's schedule."""

from collections.abc import Sequence
from typing import Any

import msgspec

from tablee.server.features.tournaments.model import MOST, Player, Schedule, TournamentSetup
from tablee.server.storage.rows import entry
from tablee.server.storage.sql import FeatureStore, json_rows
from tablee.server.table.directory import Entry

_TOURNAMENT = "SELECT id, status, coalesce(host, ''), secret, body, players FROM tournaments"
_ADD = (
    "INSERT INTO tournaments (id, status, starts, listed, host, club, secret, body, players) "
    "VALUES ($1, 'open', $2, $3, $4, $5, $6, $7, '[]') ON CONFLICT (id) DO NOTHING"
)
_BEGIN = "UPDATE tournaments SET status = $2, players = $3 WHERE id = $1 AND status = 'open' RETURNING id"
_END = "UPDATE tournaments SET status = $2 WHERE id = $1 AND status IN ('open', 'running')"
_GOING_ON = f"{_TOURNAMENT} WHERE status = 'running' OR (status = 'open' AND starts <= $1) ORDER BY starts, id"
_LISTED = f"""
    {_TOURNAMENT} WHERE
    ((listed = 1 AND club = '') OR id IN (SELECT tournament FROM tournament_players WHERE person = $1))
    AND status <> 'cancelled'
    ORDER BY status = 'over', CASE WHEN status = 'over' THEN -starts ELSE starts END, id LIMIT $2
"""
_OF_CLUB = f"""
    {_TOURNAMENT} WHERE club = $1 AND club <> '' AND status <> 'cancelled'
    ORDER BY status = 'over', CASE WHEN status = 'over' THEN -starts ELSE starts END, id LIMIT $2
"""
_PLAYERS = """
    SELECT number, coalesce(person, ''), coalesce(name, ''), withdrew
    FROM tournament_players LEFT JOIN persons ON persons.id = person WHERE tournament = $1 ORDER BY number
"""
_JOIN = """
    INSERT INTO tournament_players (tournament, number, person, joined, withdrew)
    SELECT tournaments.id, 1 + coalesce((SELECT max(number) FROM tournament_players WHERE tournament = $1), 0),
        persons.id, $3, 0
    FROM tournaments, persons WHERE tournaments.id = $1 AND status = 'open' AND persons.id = $2
    AND (SELECT count(*) FROM tournament_players WHERE tournament = $1) < $4
    ON CONFLICT (person, tournament) DO NOTHING RETURNING number
"""
_LEAVE = """
    DELETE FROM tournament_players WHERE tournament = $1 AND person = $2
    AND EXISTS (SELECT 1 FROM tournaments WHERE id = $1 AND status = 'open')
"""
_WITHDRAW = """
    UPDATE tournament_players SET withdrew = $3 WHERE tournament = $1 AND person = $2 AND withdrew = 0
    AND EXISTS (SELECT 1 FROM tournaments WHERE id = $1 AND status = 'running') RETURNING number
"""
_ENTRIES = """
    SELECT body, status, number, turn, moved, due FROM directory
    WHERE table_id IN (SELECT value ->> 0 FROM json_each(CAST($1 AS TEXT)))
"""
_KEEP_SCHEDULE = "INSERT INTO tournament_schedules (id, secret, body) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING"

_encode = msgspec.json.Encoder().encode


class TournamentStore(FeatureStore):
    """A part of `Store`; raises `NotSaved` and `Unavailable`. Times are in milliseconds since 1970."""

    async def add(self, tournament: TournamentSetup) -> None:
        """Store a new tournament, unless there is one with that id."""
        one = tournament
        body = _encode(msgspec.structs.replace(one, secret=b"", host="")).decode()
        await self._database.write(
            (_ADD, one.id, one.starts, int(one.listed), one.host or None, one.club, one.secret, body)
        )

    async def find(self, tournament: str) -> TournamentSetup | None:
        """The tournament with that id."""
        found = await self._database.fetch(f"{_TOURNAMENT} WHERE id = $1", tournament)
        return _tournament(found[0]) if found else None

    async def going_on(self, now: int) -> list[TournamentSetup]:
        """Tournaments for which there is something to do: those that run, and those that are to start."""
        return [_tournament(row) for row in await self._database.fetch(_GOING_ON, now)]

    async def listed(self, person: str, most: int) -> list[TournamentSetup]:
        """The tournaments that everybody may find, and those of a person; what is over comes last, the latest first."""
        return [_tournament(row) for row in await self._database.fetch(_LISTED, person or None, most)]

    async def of_club(self, club: str, most: int) -> list[TournamentSetup]:
        """The tournaments of a club; what is over comes last, the latest first."""
        return [_tournament(row) for row in await self._database.fetch(_OF_CLUB, club, most)]

    async def begin(self, tournament: TournamentSetup) -> bool:
        """Store that an open tournament has started, with the order of its players, or is called off; only once."""
        one = tournament
        [begun] = await self._database.execute((_BEGIN, one.id, one.status, _encode(one.order).decode()))
        return bool(begun)

    async def end(self, tournament: str, status: str) -> None:
        """Store that a tournament is over, or cancelled."""
        await self._database.write((_END, tournament, status))

    async def players(self, tournament: str) -> list[Player]:
        """Who takes part, in the order in which they joined."""
        return [Player(*row) for row in await self._database.fetch(_PLAYERS, tournament)]

    async def join(self, tournament: str, person: str, now: int) -> bool:
        """Let a person take part, until it starts or is full; returns whether they do."""
        [joined] = await self._database.execute((_JOIN, tournament, person, now, MOST))
        return bool(joined) or any(one.person == person for one in await self.players(tournament))

    async def leave(self, tournament: str, person: str, now: int) -> int | None:
        """A person does not take part any more; returns their number if it runs already."""
        _, withdrawn = await self._database.execute((_LEAVE, tournament, person), (_WITHDRAW, tournament, person, now))
        return withdrawn[0][0] if withdrawn else None

    async def results(self, tables: Sequence[str]) -> dict[str, Entry]:
        """The directory's entries of tables, as far as they are open."""
        found = await self._database.fetch(_ENTRIES, json_rows((table,) for table in tables))
        read = [entry(*row) for row in found]
        return {one.table: one for one in read if one is not None}

    # ---- the schedule --------------------------------------------------------------------------------------

    async def schedules(self) -> list[Schedule]:
        """The host's schedule."""
        found = await self._database.fetch("SELECT id, secret, body FROM tournament_schedules ORDER BY id")
        return [_schedule(row) for row in found]

    async def add_schedule(self, schedule: Schedule) -> None:
        """Add to the host's schedule."""
        bare = msgspec.structs.replace(schedule.tournament, secret=b"")
        body = _encode(msgspec.structs.replace(schedule, tournament=bare)).decode()
        await self._database.write((_KEEP_SCHEDULE, schedule.id, schedule.tournament.secret, body))

    async def remove_schedule(self, schedule: str) -> None:
        """Remove from the host's schedule; what is open already stays."""
        await self._database.write(("DELETE FROM tournament_schedules WHERE id = $1", schedule))


def _tournament(row: Sequence[Any]) -> TournamentSetup:
    own_id, status, host, secret, body, players = row
    order = tuple(msgspec.json.decode(players, type=list[int]))
    read = msgspec.json.decode(body, type=TournamentSetup)
    return msgspec.structs.replace(read, id=own_id, status=status, host=host, secret=bytes(secret), order=order)


def _schedule(row: Sequence[Any]) -> Schedule:
    _, secret, body = row
    read = msgspec.json.decode(body, type=Schedule)
    return msgspec.structs.replace(read, tournament=msgspec.structs.replace(read.tournament, secret=bytes(secret)))
