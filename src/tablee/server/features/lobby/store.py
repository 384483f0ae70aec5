"""Stores the lobby: tables that are open or may be watched, match requests, and invitations."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from tablee.server.features.lobby.model import (
    AWAY,
    DAYS,
    MATCH,
    TWICE,
    FoundTable,
    Invitation,
    Match,
    MatchRequest,
    find_match,
    find_matches,
    invitations_of,
)
from tablee.server.storage.rows import entry
from tablee.server.storage.sql import FeatureStore, Many, Rows, Transaction
from tablee.server.table.dice import new_id
from tablee.server.table.directory import Entry

THERE = 30_000
"""Milliseconds for which a table is listed after a participant was last seen there."""
KEPT = 14 * 86_400_000
"""Milliseconds after which a table that nobody has visited leaves the lobby."""
MOST_REQUESTS = 1000
"""Match requests that are searched for a match."""
MOST_TABLES = 40
"""Open tables that are searched for a seat."""
AT_ONCE = 100
"""Late invitations that are ended together."""
MOST_INVITATIONS = 20
"""Invitations of one person that are shown."""

_SHOW = (
    "INSERT INTO lobby_tables (table_id, is_open, watched, seen) VALUES ($1, $2, $3, $4) "
    "ON CONFLICT (table_id) DO NOTHING"
)
_HIDE_OLD = "DELETE FROM lobby_tables WHERE seen < $1"
_OPEN_UP = "UPDATE lobby_tables SET is_open = 1 WHERE table_id = $1"
_TABLES = (
    "SELECT body, status, number, turn, moved, is_open, watched FROM lobby_tables JOIN directory USING (table_id) "
    "WHERE seen > $1 AND ((is_open = 1 AND status = 'waiting') OR (watched = 1 AND status = 'playing')) "
    "ORDER BY moved DESC LIMIT $2"
)
_IS_OPEN = (
    "SELECT 1 FROM lobby_tables JOIN directory USING (table_id) "
    "WHERE table_id = $1 AND is_open = 1 AND status = 'waiting'"
)
_ASK = (
    "INSERT INTO match_requests (person, pace, body, since, seen) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (person) "
    "DO UPDATE SET pace = excluded.pace, body = excluded.body, since = excluded.since, seen = excluded.seen"
)
_REQUESTS = "SELECT body, since, seen FROM match_requests ORDER BY since LIMIT $1"
_REQUEST_OF = "SELECT body, since, seen FROM match_requests WHERE person = $1"
_END_REQUEST = "DELETE FROM match_requests WHERE person = $1"
_FOUND = "SELECT body FROM found_tables WHERE person = $1 AND terms = $2 AND at > $3"
_REMEMBER = (
    "INSERT INTO found_tables (person, terms, body, at) VALUES ($1, $2, $3, $4) ON CONFLICT (person) "
    "DO UPDATE SET terms = excluded.terms, body = excluded.body, at = excluded.at"
)
_OWN = "SELECT table_id FROM participants JOIN lobby_tables USING (table_id) WHERE person = $1"
_INVITE = (
    "INSERT INTO invitations (person, table_id, host, kind, body, at, until) VALUES ($1, $2, $3, $4, $5, $6, $7) "
    "ON CONFLICT (person, table_id) DO NOTHING"
)
_INVITATIONS = (
    "SELECT invitations.body, at, until, coalesce(name, ''), status FROM invitations LEFT JOIN persons ON id = host "
    "LEFT JOIN directory USING (table_id) WHERE person = $1 AND until > $2 ORDER BY at DESC LIMIT $3"
)
_COUNT_INVITATIONS = (
    "SELECT count(*) FROM invitations LEFT JOIN directory USING (table_id) "
    "WHERE person = $1 AND until > $2 AND (status IS NULL OR status = 'waiting')"
)
_END_INVITATION = "DELETE FROM invitations WHERE person = $1 AND table_id = $2 RETURNING person"
_REFUSE = "INSERT INTO refusals (person, other, since) VALUES ($1, $2, $3) ON CONFLICT (person, other) DO NOTHING"
_REFUSED = (
    "SELECT other, coalesce(name, '') FROM refusals LEFT JOIN persons ON id = other WHERE person = $1 "
    "ORDER BY refusals.since"
)
_END_INVITATIONS_OF = "DELETE FROM invitations WHERE person = $1 AND host = $2"
_ACQUAINTANCES = (
    "SELECT theirs.person, coalesce(max(name), ''), max(moved) AS latest FROM participants AS own "
    "JOIN participants AS theirs ON theirs.table_id = own.table_id AND theirs.person <> own.person "
    "JOIN directory ON directory.table_id = own.table_id "
    "JOIN persons ON persons.id = theirs.person "
    "WHERE own.person = $1 AND status IN ('playing', 'over') AND theirs.person NOT IN (SELECT id FROM bot_accounts) "
    "GROUP BY theirs.person ORDER BY latest DESC LIMIT $2"
)


class ListedTable(NamedTuple):
    """A table in the lobby."""

    entry: Entry
    is_open: bool
    watched: bool


class LobbyState(msgspec.Struct, frozen=True):
    """All that the lobby stores about one person."""

    request: MatchRequest | None
    invitations: list[Invitation]
    refused: list[tuple[str, str]]
    """Persons whose invitations are refused, and their names."""


class Swept(NamedTuple):
    """Who must be told after a sweep, and the matches that it has found."""

    people: list[str]
    matches: list[Match]


class LobbyStore(FeatureStore):
    """See the module. Times are in milliseconds since 1970."""

    # ---- tables --------------------------------------------------------------------------------------------

    async def list_table(self, table: str, *, is_open: bool, watched: bool, now: int) -> None:
        """Let a table be found: while it waits if it `is_open`, while it is played if it may be `watched`."""
        await self._database.write((_HIDE_OLD, now - KEPT), (_SHOW, table, int(is_open), int(watched), now))

    async def touch(self, tables: Iterable[str], now: int) -> None:
        """Remember that a participant is at these tables now; those that are not in the lobby stay out of it."""
        if here := Many((table, now) for table in tables):
            await self._database.write(("UPDATE lobby_tables SET seen = $2 WHERE table_id = $1 AND seen < $2", here))

    async def tables(self, now: int, most: int) -> list[ListedTable]:
        """Tables at which a participant is: open ones, and those that may be watched."""
        return _listed(await self._database.fetch(_TABLES, now - THERE, most))

    async def is_open(self, table: str) -> bool:
        """May anybody sit down at a table?"""
        return bool(await self._database.fetch(_IS_OPEN, table))

    # ---- matchmaking ---------------------------------------------------------------------------------------

    async def find_match(
        self,
        request: MatchRequest,
        now: int,
        fits: Callable[["ListedTable"], bool] = lambda _: False,
        full: Collection[str] = (),
    ) -> FoundTable:
        """Lead a person to the table they were just led to, to their match, or to an open table that fits.

        Otherwise store the request in place of the person's former one; if it matches, invite all of the match. `full`
        are tables without a seat. All in one transaction: who asks twice at once, at any servers, gets one answer.
        """
        return await self._database.transact(lambda: _find_match(request, now, fits, full), "exclusive")

    async def leave_matchmaking(self, person: str) -> None:
        """Drop the match request of a person."""
        await self._database.write((_END_REQUEST, person))

    async def people_waiting(self) -> set[str]:
        """All persons with a match request; some of them may have left."""
        return {person for (person,) in await self._database.fetch("SELECT person FROM match_requests")}

    async def saw_waiting(self, people: Iterable[str], now: int) -> None:
        """Note that these persons are online."""
        if here := Many((person, now) for person in people):
            await self._database.write(("UPDATE match_requests SET seen = $2 WHERE person = $1 AND seen < $2", here))

    # ---- invitations ---------------------------------------------------------------------------------------

    async def state_of(self, person: str, now: int) -> LobbyState:
        """The match request, the invitations and the refusals of a person."""
        return await self._database.transact(lambda: _state_of(person, now), "read")

    async def count_invitations(self, person: str, now: int) -> int:
        """How many invitations of a person can still be accepted."""
        [[count]] = await self._database.fetch(_COUNT_INVITATIONS, person, now)
        return int(count)

    async def invite(self, invitations: Sequence[Invitation]) -> list[str]:
        """Invite people to a table, except those who refuse invitations by its host; returns who was invited."""
        return await self._database.transact(lambda: _invite(invitations), "write")

    async def end_invitation(self, person: str, table: str) -> bool:
        """End an invitation that was answered; returns whether there was one."""
        [ended] = await self._database.execute((_END_INVITATION, person, table))
        return bool(ended)

    async def open_seat(self, table: str) -> None:
        """Open a table to anybody, because one of the invited does not come."""
        await self._database.write((_OPEN_UP, table))

    async def sweep(self, now: int) -> Swept:
        """Drop match requests of people who have left, end unanswered invitations and open their seats, and match
        people who have waited.
        """
        return await self._database.transact(lambda: _sweep(now), "exclusive")

    async def refuse(self, person: str, other: str, now: int) -> None:
        """Refuse all invitations by a person, and end those that there are."""
        await self._database.write((_REFUSE, person, other, now), (_END_INVITATIONS_OF, person, other))

    async def allow(self, person: str, other: str) -> None:
        """Allow invitations by a person again."""
        await self._database.write(("DELETE FROM refusals WHERE person = $1 AND other = $2", person, other))

    async def acquaintances(self, person: str, most: int) -> list[tuple[str, str]]:
        """The people with whom a person has played, and their names; those of the latest table first."""
        return [(other, name) for other, name, _ in await self._database.fetch(_ACQUAINTANCES, person, most)]


def _find_match(
    request: MatchRequest, now: int, fits: Callable[[ListedTable], bool], full: Collection[str]
) -> Transaction[FoundTable]:
    person, terms = request.person, _encode((request.games, request.players, request.pace, request.rated))
    before = yield from _found_before(person, terms, now)
    if before is not None and not before.waits and before.table not in full:
        return before
    found = yield from _seat_for(request, now, fits, full)
    if found is not None:
        yield _END_REQUEST, person
    else:
        yield _ASK, person, request.pace, _encode(request), now, now
        others = [_request_in(row) for row in (yield _REQUESTS, MOST_REQUESTS)]
        match = find_match(request, [one for one in others if one is not None], now)
        if match is not None:
            yield from _bring_together(match, now)
            found = FoundTable(match.table, match)
    found = found or before or FoundTable(new_id(), waits=True)
    yield _REMEMBER, person, terms, _encode(found), now
    return found


def _found_before(person: str, terms: str, now: int) -> Transaction[FoundTable | None]:
    """Where the same click has led, unless that table is over."""
    for (body,) in (yield _FOUND, person, terms, now - TWICE):
        found = msgspec.json.decode(body, type=FoundTable)
        status = yield "SELECT status FROM directory WHERE table_id = $1", found.table
        if not status or status[0][0] in ("waiting", "playing"):
            return found
    return None


def _seat_for(
    request: MatchRequest, now: int, fits: Callable[[ListedTable], bool], full: Collection[str]
) -> Transaction[FoundTable | None]:
    """The table of a match that was found for the person, or an open table."""
    for one in (yield from _state_of(request.person, now)).invitations:
        if one.answers(request) and one.table not in full:
            people = [one.host, request.person]
            return FoundTable(one.table, Match(one.table, one.game, one.players, people, one.pace, one.rated))
    unfit = {*full, *(table for (table,) in (yield _OWN, request.person))}
    for listed in _listed((yield _TABLES, now - THERE, MOST_TABLES)):
        if listed.entry.table not in unfit and fits(listed):
            return FoundTable(listed.entry.table)
    return None


def _bring_together(match: Match, now: int) -> Transaction[None]:
    for person in match.people:
        yield _END_REQUEST, person
    for invitation in invitations_of(match, now):
        yield _row_of(invitation)
    yield _SHOW, match.table, 0, 1, now


def _state_of(person: str, now: int) -> Transaction[LobbyState]:
    requests = [_request_in(row) for row in (yield _REQUEST_OF, person)]
    found = yield _INVITATIONS, person, now, MOST_INVITATIONS
    refused = yield _REFUSED, person
    request = next((one for one in requests if one is not None and one.is_there(now)), None)
    waiting = [
        invitation_in(body, at, until, name) for body, at, until, name, status in found if status in (None, "waiting")
    ]
    invitations = [one for one in waiting if one is not None]
    return LobbyState(request, invitations, [(other, name) for other, name in refused])


def _invite(invitations: Sequence[Invitation]) -> Transaction[list[str]]:
    told = []
    for invitation in invitations:
        if not (yield "SELECT 1 FROM refusals WHERE person = $1 AND other = $2", invitation.person, invitation.host):
            yield _row_of(invitation)
            told.append(invitation.person)
    return told


def _sweep(now: int) -> Transaction[Swept]:
    yield "DELETE FROM match_requests WHERE seen < $1 AND pace <> $2", now - AWAY, DAYS
    yield "DELETE FROM found_tables WHERE at <= $1", now - TWICE
    late = yield "SELECT person, table_id, kind FROM invitations WHERE until <= $1 LIMIT $2", now, AT_ONCE
    for person, table, kind in late:
        yield _END_INVITATION, person, table
        if kind == MATCH:
            yield _OPEN_UP, table
    requests = [_request_in(row) for row in (yield _REQUESTS, MOST_REQUESTS)]
    matches = find_matches([one for one in requests if one is not None], now)
    for match in matches:
        yield from _bring_together(match, now)
    told = [*(person for person, _, _ in late), *(person for match in matches for person in match.people)]
    return Swept(told, matches)


def _row_of(invitation: Invitation) -> tuple[Any, ...]:
    one = invitation
    return _INVITE, one.person, one.table, one.host, one.kind, _encode(one), one.at, one.until


def _listed(rows: Rows) -> list[ListedTable]:
    read = [(entry(*row), bool(is_open), bool(watched)) for *row, is_open, watched in rows]
    return [ListedTable(one, is_open, watched) for one, is_open, watched in read if one is not None]


def _request_in(row: Sequence[Any]) -> MatchRequest | None:
    body, since, seen = row
    try:
        return msgspec.structs.replace(msgspec.json.decode(body, type=MatchRequest), since=since, seen=seen)
    except msgspec.MsgspecError:
        return None


def invitation_in(body: str, at: int, until: int, name: str) -> Invitation | None:
    """The invitation in a row; None if it cannot be read."""
    try:
        return msgspec.structs.replace(msgspec.json.decode(body, type=Invitation), at=at, until=until, name=name)
    except msgspec.MsgspecError:
        return None


def _encode(thing: Any) -> str:
    return msgspec.json.encode(thing).decode()
