"""The hall: tables that are open to whoever comes or may be looked at, who looks for company, and who is called where.

What is done here is written once for both databases: see `shared_sql`.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from tablee.people.seeking import AWAY, DAYS, MATCH, Call, Match, Seek, calls_of, find_match, find_matches
from tablee.store.entries import entry
from tablee.store.shared_sql import Transact, Work, one_by_one, question
from tablee.table.directory import Entry

THERE = 30_000
"""Milliseconds for which a table counts as one where somebody is, after it was last said."""
KEPT = 14 * 86_400_000
"""Milliseconds after which a table where nobody has been is in the hall no longer."""
MOST_SEEKS = 1000
"""That are looked through for a match."""
MOST_CALLS = 20
"""Of one person at a time."""

_SHOW = "INSERT INTO hall (table_id, is_open, watched, seen) VALUES ($1, $2, $3, $4) ON CONFLICT (table_id) DO NOTHING"
_HIDE_OLD = "DELETE FROM hall WHERE seen < $1"
_OPEN_UP = "UPDATE hall SET is_open = 1 WHERE table_id = $1"
_KEEP = "UPDATE hall SET seen = $2 WHERE table_id = $1 AND seen < $2"
_TABLES = (
    "SELECT {body}, status, number, turn, moved, is_open, watched FROM hall JOIN directory USING (table_id) "
    "WHERE seen > $1 AND ((is_open = 1 AND status = 'waiting') OR (watched = 1 AND status = 'playing')) "
    "ORDER BY moved DESC LIMIT $2"
)
_IS_OPEN = (
    "SELECT 1 FROM hall JOIN directory USING (table_id) WHERE table_id = $1 AND is_open = 1 AND status = 'waiting'"
)
_SEEK = (
    "INSERT INTO seeks (person, pace, body, since, seen) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (person) "
    "DO UPDATE SET pace = excluded.pace, body = excluded.body, since = excluded.since, seen = excluded.seen"
)
_SEEKS = "SELECT body, since, seen FROM seeks ORDER BY since LIMIT $1"
_SEEK_OF = "SELECT body, since, seen FROM seeks WHERE person = $1"
_SEEKERS = "SELECT person FROM seeks"
_SAW_SEEKER = "UPDATE seeks SET seen = $2 WHERE person = $1 AND seen < $2"
_GONE = "DELETE FROM seeks WHERE seen < $1 AND pace <> $2"
_END_SEEK = "DELETE FROM seeks WHERE person = $1"
_CALL = (
    "INSERT INTO calls (person, table_id, host, kind, body, at, until) VALUES ($1, $2, $3, $4, $5, $6, $7) "
    "ON CONFLICT (person, table_id) DO NOTHING"
)
_CALLS = (
    "SELECT calls.body, at, until, coalesce(name, ''), status FROM calls LEFT JOIN persons ON id = host "
    "LEFT JOIN directory USING (table_id) WHERE person = $1 AND until > $2 ORDER BY at DESC LIMIT $3"
)
_END_CALL = "DELETE FROM calls WHERE person = $1 AND table_id = $2"
_LATE = "SELECT person, table_id, kind FROM calls WHERE until <= $1 LIMIT $2"
_REFUSES = "SELECT 1 FROM refusals WHERE person = $1 AND other = $2"
_REFUSE = "INSERT INTO refusals (person, other, since) VALUES ($1, $2, $3) ON CONFLICT (person, other) DO NOTHING"
_ALLOW = "DELETE FROM refusals WHERE person = $1 AND other = $2"
_REFUSED = (
    "SELECT other, coalesce(name, '') FROM refusals LEFT JOIN persons ON id = other WHERE person = $1 "
    "ORDER BY refusals.since"
)
_FORGET_CALLS_OF = "DELETE FROM calls WHERE person = $1 AND host = $2"
_ACQUAINTANCES = (
    "SELECT theirs.person, coalesce(max(name), ''), max(moved) AS latest FROM sitters AS own "
    "JOIN sitters AS theirs ON theirs.table_id = own.table_id AND theirs.person <> own.person "
    "JOIN directory ON directory.table_id = own.table_id "
    "JOIN persons ON persons.id = theirs.person "
    "WHERE own.person = $1 AND status IN ('playing', 'over') AND theirs.person NOT IN (SELECT id FROM programs) "
    "GROUP BY theirs.person ORDER BY latest DESC LIMIT $2"
)


class Listed(NamedTuple):
    """A table in the hall."""

    entry: Entry
    is_open: bool
    watched: bool


class Kept(msgspec.Struct, frozen=True):
    """All that the hall keeps of one person."""

    seek: Seek | None
    calls: list[Call]
    refused: list[tuple[str, str]]
    """Persons whose invitations are refused, and their names."""


class Hall:
    """See the module. Times are in milliseconds since 1970."""

    def __init__(self, transact: Transact, body: str) -> None:
        """`body` is how one asks for the bodies of entries as bytes, whatever is in them."""
        self._transact = transact
        self._tables = _TABLES.format(body=body)

    # ---- tables --------------------------------------------------------------------------------------------

    async def show(self, table: str, *, is_open: bool, watched: bool, now: int) -> None:
        """Let a table be found: while it waits if it `is_open`, while it is played if it may be `watched`."""
        await self._do((_HIDE_OLD, now - KEPT), (_SHOW, table, int(is_open), int(watched), now))

    async def keep(self, tables: Iterable[str], now: int) -> None:
        """Somebody who sits there is at each of these tables now; those that are not in the hall stay out of it."""
        await self._do(*((_KEEP, table, now) for table in tables))

    async def tables(self, now: int, most: int) -> list[Listed]:
        """The tables where somebody is: those that wait for whoever comes, and those that may be looked at."""
        return await self._transact(lambda: _tables(self._tables, now, most), "read")

    async def is_open(self, table: str) -> bool:
        """May whoever comes sit down at a table?"""
        return bool(await self._ask(_IS_OPEN, table))

    # ---- seeking -------------------------------------------------------------------------------------------

    async def seek(self, seek: Seek, now: int) -> Match | None:
        """Look for company, in the place of what one has looked for before; who is found is called, all at once."""
        return await self._transact(lambda: _seek(seek, now), "alone")

    async def end_seek(self, person: str) -> None:
        """Look no longer."""
        await self._do((_END_SEEK, person))

    async def seekers(self) -> set[str]:
        """All who look for company, or have and are gone."""
        return {person for (person,) in await self._ask(_SEEKERS)}

    async def saw(self, people: Iterable[str], now: int) -> None:
        """These are in the house now."""
        await self._do(*((_SAW_SEEKER, person, now) for person in people))

    # ---- being called --------------------------------------------------------------------------------------

    async def kept_of(self, person: str, now: int) -> Kept:
        """What somebody looks for, and where they are called."""
        return await self._transact(lambda: _kept(person, now), "read")

    async def invite(self, calls: Sequence[Call]) -> list[str]:
        """Call people to a table; those are left alone, quietly, who refuse to be by its host. Returns the others."""
        return await self._transact(lambda: _invite(calls), "write")

    async def answered(self, person: str, table: str) -> bool:
        """Somebody has answered a call, which is over; returns whether there was one."""
        return await self._transact(lambda: _answered(person, table), "write")

    async def open_up(self, table: str) -> None:
        """Somebody does not come: let whoever comes have the place."""
        await self._do((_OPEN_UP, table))

    async def sweep(self, now: int, most: int = 100) -> list[str]:
        """Forget who has gone, end calls that nobody has answered in time, and open those places; and bring those
        together who have found each other by waiting. Returns who must be told.
        """
        return await self._transact(lambda: _sweep(now, most), "alone")

    async def refuse(self, person: str, other: str, now: int) -> None:
        """Want no invitations by somebody any more."""
        await self._do((_REFUSE, person, other, now), (_FORGET_CALLS_OF, person, other))

    async def allow(self, person: str, other: str) -> None:
        """Take that back."""
        await self._do((_ALLOW, person, other))

    async def acquaintances(self, person: str, most: int) -> list[tuple[str, str]]:
        """Those with whom somebody has played, and their names; those of the latest table first."""
        return [(other, name) for other, name, _ in await self._ask(_ACQUAINTANCES, person, most)]

    # ---- asking --------------------------------------------------------------------------------------------

    async def _ask(self, sql: str, *values: Any) -> list[Any]:
        return await self._transact(lambda: question(sql, *values), "read")

    async def _do(self, *statements: tuple[Any, ...]) -> None:
        if statements:
            await self._transact(lambda: one_by_one(*statements), "write")


def _tables(sql: str, now: int, most: int) -> Work[list[Listed]]:
    found = yield sql, now - THERE, most
    read = [(entry(*row), bool(is_open), bool(watched)) for *row, is_open, watched in found]
    return [Listed(one, is_open, watched) for one, is_open, watched in read if one is not None]


def _seek(seek: Seek, now: int) -> Work[Match | None]:
    yield _SEEK, seek.person, seek.pace, _encode(seek), now, now
    others = [_seek_in(row) for row in (yield _SEEKS, MOST_SEEKS)]
    match = find_match(seek, [one for one in others if one is not None], now)
    if match is None:
        return None
    yield from _bring_together(match, now)
    return match


def _bring_together(match: Match, now: int) -> Work[None]:
    for person in match.people:
        yield _END_SEEK, person
    for call in calls_of(match, now):
        yield _row_of(call)
    yield _SHOW, match.table, 0, 0, now


def _kept(person: str, now: int) -> Work[Kept]:
    seeks = [_seek_in(row) for row in (yield _SEEK_OF, person)]
    calls = yield _CALLS, person, now, MOST_CALLS
    refused = yield _REFUSED, person
    seek = next((one for one in seeks if one is not None and one.is_there(now)), None)
    waiting = [call_in(body, at, until, name) for body, at, until, name, status in calls if status in (None, "waiting")]
    return Kept(seek, [call for call in waiting if call is not None], [(other, name) for other, name in refused])


def _invite(calls: Sequence[Call]) -> Work[list[str]]:
    told = []
    for call in calls:
        if not (yield _REFUSES, call.person, call.host):
            yield _row_of(call)
            told.append(call.person)
    return told


def _answered(person: str, table: str) -> Work[bool]:
    found = yield "SELECT 1 FROM calls WHERE person = $1 AND table_id = $2", person, table
    yield _END_CALL, person, table
    return bool(found)


def _sweep(now: int, most: int) -> Work[list[str]]:
    yield _GONE, now - AWAY, DAYS
    late = yield _LATE, now, most
    for person, table, kind in late:
        yield _END_CALL, person, table
        if kind == MATCH:
            yield _OPEN_UP, table
    seeks = [_seek_in(row) for row in (yield _SEEKS, MOST_SEEKS)]
    matches = find_matches([one for one in seeks if one is not None], now)
    for match in matches:
        yield from _bring_together(match, now)
    return [*(person for person, _, _ in late), *(person for match in matches for person in match.people)]


def _row_of(call: Call) -> tuple[Any, ...]:
    return _CALL, call.person, call.table, call.host, call.kind, _encode(call), call.at, call.until


def _seek_in(row: Sequence[Any]) -> Seek | None:
    body, since, seen = row
    try:
        return msgspec.structs.replace(msgspec.json.decode(body, type=Seek), since=since, seen=seen)
    except msgspec.MsgspecError:
        return None


def call_in(body: str, at: int, until: int, name: str) -> Call | None:
    """What a row says; None if it cannot be read."""
    try:
        return msgspec.structs.replace(msgspec.json.decode(body, type=Call), at=at, until=until, name=name)
    except msgspec.MsgspecError:
        return None


def _encode(thing: Any) -> str:
    return msgspec.json.encode(thing).decode()
