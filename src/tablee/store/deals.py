"""Deals of days, one row a day, and who plays which deal at which table: the same SQL for both databases."""

import json
from typing import Any

from tablee.store.entries import entry
from tablee.store.shared_sql import Found, Transact, one_by_one, question
from tablee.study.deals import Day, Play

_DAY = "SELECT day, game, players, level, secret, planned, nonces, seed, reference FROM days"
_PLAN = (
    "INSERT INTO days (day, game, players, level, secret, planned, nonces, seed, reference) "
    "VALUES ($1, $2, $3, $4, $5, $6, '[]', $7, '') ON CONFLICT (day) DO NOTHING"
)
_BEGIN = "UPDATE days SET nonces = $2, seed = $3 WHERE day = $1 AND length(seed) = 0"
_REFER = "UPDATE days SET reference = $2 WHERE day = $1 AND reference = ''"
_LATEST = f"{_DAY} WHERE day <= $1 ORDER BY day DESC LIMIT $2"
# Somebody who has just been forgotten plays no more.
_TAKE = (
    "INSERT INTO dealt (deal, person, table_id, card, at) SELECT $1, id, $3, $4, $5 FROM persons WHERE id = $2 "
    "ON CONFLICT (deal, person) DO NOTHING"
)
_PLAYS = """
    SELECT deal, dealt.person, CASE WHEN address IS NULL THEN '' ELSE name END, dealt.table_id, card, at,
        (SELECT max(ended) FROM results WHERE results.table_id = dealt.table_id),
        {body}, status, number, turn, moved
    FROM dealt LEFT JOIN persons ON persons.id = dealt.person LEFT JOIN profiles ON profiles.person = dealt.person
    LEFT JOIN directory ON directory.table_id = dealt.table_id
"""


class Deals:
    """Raises `NotSaved` and `Unavailable` like the store that it is part of. Times are in milliseconds since 1970."""

    def __init__(self, transact: Transact, body_as_bytes: str) -> None:
        self._transact = transact
        self._plays = _PLAYS.format(body=body_as_bytes)

    # ---- days ----------------------------------------------------------------------------------------------

    async def plan(self, day: Day) -> Day:
        """Keep what a day's deal will be, unless that is settled; returns what is."""
        told = (day.day, day.game, day.players, day.level, day.secret, day.planned, day.seed)
        _, found = await self._write((_PLAN, *told), (f"{_DAY} WHERE day = $1", day.day))
        return _day(found[0])

    async def begin(self, day: Day) -> Day:
        """Keep the seed of a day, unless it has one; returns the day as it is."""
        told = (day.day, json.dumps(day.nonces), day.seed)
        _, found = await self._write((_BEGIN, *told), (f"{_DAY} WHERE day = $1", day.day))
        return _day(found[0])

    async def refer(self, day: str, table: str) -> None:
        """Remember the table at which level 5 plays the deal of a day."""
        await self._write((_REFER, day, table))

    async def day(self, day: str) -> Day | None:
        """The deal of a day, if there is one."""
        found = await self._ask(f"{_DAY} WHERE day = $1", day)
        return _day(found[0]) if found else None

    async def latest(self, until: str, most: int) -> list[Day]:
        """The latest days up to one, that one first."""
        return [_day(row) for row in await self._ask(_LATEST, until, most)]

    # ---- who plays -----------------------------------------------------------------------------------------

    async def take(self, play: Play) -> Play | None:
        """Let a person play a deal at a table, or show it to others; once: returns what they have taken first.

        None if there is no such person.
        """
        told = (play.deal, play.person, play.table, play.card, play.at)
        where = f"{self._plays} WHERE deal = $1 AND dealt.person = $2"
        _, found = await self._write((_TAKE, *told), (where, play.deal, play.person))
        return _play(found[0]) if found else None

    async def play(self, deal: str, person: str) -> Play | None:
        """What a person made of a deal."""
        found = await self._ask(f"{self._plays} WHERE deal = $1 AND dealt.person = $2", deal, person)
        return _play(found[0]) if found else None

    async def shown_at(self, card: str) -> Play | None:
        """What somebody shows others under that address."""
        found = await self._ask(f"{self._plays} WHERE card = $1", card)
        return _play(found[0]) if found else None

    async def plays(self, deal: str, most: int) -> list[Play]:
        """Who plays or has played a deal, the first first."""
        query = f"{self._plays} WHERE deal = $1 ORDER BY at, card LIMIT $2"
        return [_play(row) for row in await self._ask(query, deal, most)]

    async def of(self, person: str, most: int) -> list[Play]:
        """What a person has made of deals, the latest first."""
        query = f"{self._plays} WHERE dealt.person = $1 ORDER BY at DESC, deal LIMIT $2"
        return [_play(row) for row in await self._ask(query, person, most)]

    async def _ask(self, sql: str, *values: Any) -> Found:
        return await self._transact(lambda: question(sql, *values), "read")

    async def _write(self, *asked: tuple[Any, ...]) -> list[Found]:
        return await self._transact(lambda: one_by_one(*asked), "write")


def _day(row: tuple[Any, ...]) -> Day:
    day, game, players, level, secret, planned, nonces, seed, reference = row
    return Day(day, game, players, level, bytes(secret), planned, tuple(json.loads(nonces)), bytes(seed), reference)


def _play(row: tuple[Any, ...]) -> Play:
    deal, person, name, table, card, at, ended, body, *rest = row
    return Play(deal, person, name, table, card, at, ended, entry(body, *rest) if body is not None else None)
