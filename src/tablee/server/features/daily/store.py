"""Stores the deals of the days, one row a day, and the plays of deals."""

import json
from typing import Any

from tablee.server.features.daily.model import Day, DealPlay
from tablee.server.storage.rows import entry
from tablee.server.storage.sql import FeatureStore

_DAY = "SELECT day, game, players, level, secret, planned, nonces, seed, reference FROM daily_deals"
_PLAN = (
    "INSERT INTO daily_deals (day, game, players, level, secret, planned, nonces, seed, reference) "
    "VALUES ($1, $2, $3, $4, $5, $6, '[]', $7, '') ON CONFLICT (day) DO NOTHING"
)
_BEGIN = "UPDATE daily_deals SET nonces = $2, seed = $3 WHERE day = $1 AND length(seed) = 0"
_REFER = "UPDATE daily_deals SET reference = $2 WHERE day = $1 AND reference = ''"
_LATEST = f"{_DAY} WHERE day <= $1 ORDER BY day DESC LIMIT $2"
# A person who was deleted meanwhile gets no play.
_TAKE = (
    "INSERT INTO deal_plays (deal, person, table_id, card, at) SELECT $1, id, $3, $4, $5 FROM persons WHERE id = $2 "
    "ON CONFLICT (deal, person) DO NOTHING"
)
_PLAYS = """
    SELECT deal, play.person, CASE WHEN address IS NULL THEN '' ELSE name END, play.table_id, card, at,
        (SELECT max(ended) FROM results WHERE results.table_id = play.table_id),
        body, status, number, turn, moved
    FROM deal_plays AS play LEFT JOIN persons ON persons.id = play.person
    LEFT JOIN profiles ON profiles.person = play.person
    LEFT JOIN directory ON directory.table_id = play.table_id
"""


class DailyStore(FeatureStore):
    """A part of `Store`; raises `NotSaved` and `Unavailable`. Times are in milliseconds since 1970."""

    # ---- days ----------------------------------------------------------------------------------------------

    async def plan(self, day: Day) -> Day:
        """Store a day's deal unless there is one; return the stored one."""
        told = (day.day, day.game, day.players, day.level, day.secret, day.planned, day.seed)
        _, found = await self._database.write((_PLAN, *told), (f"{_DAY} WHERE day = $1", day.day))
        return _day(found[0])

    async def begin(self, day: Day) -> Day:
        """Store the seed of a day unless it has one; return the stored day."""
        told = (day.day, json.dumps(day.nonces), day.seed)
        _, found = await self._database.write((_BEGIN, *told), (f"{_DAY} WHERE day = $1", day.day))
        return _day(found[0])

    async def refer(self, day: str, table: str) -> None:
        """Store the table at which level 5 plays the deal of a day."""
        await self._database.write((_REFER, day, table))

    async def day(self, day: str) -> Day | None:
        """The deal of a day, if there is one."""
        found = await self._database.fetch(f"{_DAY} WHERE day = $1", day)
        return _day(found[0]) if found else None

    async def latest(self, until: str, most: int) -> list[Day]:
        """The latest deals up to a day, the latest first."""
        return [_day(row) for row in await self._database.fetch(_LATEST, until, most)]

    # ---- plays ---------------------------------------------------------------------------------------------

    async def take(self, play: DealPlay) -> DealPlay | None:
        """Store that a person plays a deal at a table, or shares it; return the person's first play of the deal.

        None if there is no such person.
        """
        told = (play.deal, play.person, play.table, play.card, play.at)
        where = f"{_PLAYS} WHERE deal = $1 AND play.person = $2"
        _, found = await self._database.write((_TAKE, *told), (where, play.deal, play.person))
        return _play(found[0]) if found else None

    async def play(self, deal: str, person: str) -> DealPlay | None:
        """A person's play of a deal."""
        found = await self._database.fetch(f"{_PLAYS} WHERE deal = $1 AND play.person = $2", deal, person)
        return _play(found[0]) if found else None

    async def shown_at(self, card: str) -> DealPlay | None:
        """The play with that card address."""
        found = await self._database.fetch(f"{_PLAYS} WHERE card = $1", card)
        return _play(found[0]) if found else None

    async def plays(self, deal: str, most: int) -> list[DealPlay]:
        """The plays of a deal, the earliest first."""
        query = f"{_PLAYS} WHERE deal = $1 ORDER BY at, card LIMIT $2"
        return [_play(row) for row in await self._database.fetch(query, deal, most)]

    async def of(self, person: str, most: int) -> list[DealPlay]:
        """A person's plays, the latest first."""
        query = f"{_PLAYS} WHERE play.person = $1 ORDER BY at DESC, deal LIMIT $2"
        return [_play(row) for row in await self._database.fetch(query, person, most)]


def _day(row: tuple[Any, ...]) -> Day:
    day, game, players, level, secret, planned, nonces, seed, reference = row
    return Day(day, game, players, level, bytes(secret), planned, tuple(json.loads(nonces)), bytes(seed), reference)


def _play(row: tuple[Any, ...]) -> DealPlay:
    deal, person, name, table, card, at, ended, body, *rest = row
    return DealPlay(deal, person, name, table, card, at, ended, entry(body, *rest) if body is not None else None)
