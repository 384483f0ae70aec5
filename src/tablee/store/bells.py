"""Bells, and what was last rung: the same SQL for both databases."""

from typing import Any, NamedTuple

import msgspec

from tablee.people.bells import Bell, Kind, Mailbox, Wishes
from tablee.people.ringing import Turn
from tablee.people.seeking import Call
from tablee.store.entries import entry
from tablee.store.hall import call_in
from tablee.store.shared_sql import Statements

KEPT = 90 * 86_400_000
"""Milliseconds for which it is remembered at least what was rung at tables that are over."""
AT_ONCE = 500
"""Rows that are read together."""

_KEEP_KEY = "INSERT INTO house_keys (name, secret) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING"
_KEY = "SELECT secret FROM house_keys WHERE name = $1"

_BELL = "SELECT session, person, endpoint, p256dh, auth, language, home, since FROM bells"
_SAME_BELL = """
    DELETE FROM bells WHERE (session = $1 OR endpoint = $2)
    AND EXISTS (SELECT 1 FROM sessions WHERE id = $1 AND person = $3)
"""
_HANG = """
    INSERT INTO bells (session, person, endpoint, p256dh, auth, language, home, since)
    SELECT id, person, $3, $4, $5, $6, $7, $8 FROM sessions
    WHERE id = $1 AND person = $2 AND (SELECT count(*) FROM bells WHERE person = $2) < $9
    RETURNING session
"""
_TAKE_DOWN = "DELETE FROM bells WHERE session = $1 AND person = $2"
_GONE = "DELETE FROM bells WHERE endpoint = $1"

_MAILBOX = "SELECT person, address, language, home, since, confirmed, leave FROM mailboxes"
_ASK = """
    INSERT INTO mailboxes (person, address, language, home, since, confirmed, leave, code, until)
    SELECT id, $2, $3, $4, $5, 0, $6, $7, $8 FROM persons WHERE id = $1
    ON CONFLICT (person) DO UPDATE SET address = excluded.address, language = excluded.language, home = excluded.home,
        since = excluded.since, confirmed = 0, leave = excluded.leave, code = excluded.code, until = excluded.until
"""
_CONFIRM = """
    UPDATE mailboxes SET confirmed = $2, code = '', until = 0
    WHERE code = $1 AND until > $2 AND confirmed = 0 RETURNING person
"""
_LEAVE = "DELETE FROM mailboxes WHERE leave = $1 AND leave <> '' RETURNING person"
_REMOVE = "DELETE FROM mailboxes WHERE person = $1"

_WISHES = "SELECT wishes FROM ringing WHERE person = $1"
_WISH = """
    INSERT INTO ringing (person, wishes) SELECT id, $2 FROM persons WHERE id = $1
    ON CONFLICT (person) DO UPDATE SET wishes = excluded.wishes
"""

_CAN_BE_RUNG = (
    "(EXISTS (SELECT 1 FROM bells WHERE bells.person = ringing.person) OR "
    "EXISTS (SELECT 1 FROM mailboxes WHERE mailboxes.person = ringing.person AND confirmed > 0))"
)
_TURNS = f"""
    SELECT {{body}}, status, directory.number, turn, moved, due, ringing.person, wishes, rings.number
    FROM ringing JOIN sitters ON sitters.person = ringing.person
    JOIN directory ON directory.table_id = sitters.table_id AND turn = sitter
    LEFT JOIN rings ON rings.person = ringing.person AND rings.kind = $1 AND rings.table_id = directory.table_id
    WHERE status = 'playing' AND (rings.number IS NULL OR rings.number < directory.number) AND {_CAN_BE_RUNG}
    AND directory.table_id > $2 {{more}} ORDER BY directory.table_id LIMIT $3
"""
_SOON = "AND due <= $4"
_CALLED = f"""
    SELECT calls.body, calls.at, until, coalesce(name, ''), wishes
    FROM calls JOIN ringing ON ringing.person = calls.person LEFT JOIN persons ON persons.id = host
    LEFT JOIN rings ON rings.person = calls.person AND rings.kind = calls.kind AND rings.table_id = calls.table_id
    WHERE until > $1 AND rings.person IS NULL AND {_CAN_BE_RUNG} ORDER BY calls.at LIMIT $2
"""
_WAITING = """
    SELECT count(DISTINCT directory.table_id) FROM sitters
    JOIN directory ON directory.table_id = sitters.table_id AND turn = sitter WHERE person = $1 AND status = 'playing'
"""
_FIRST = """
    INSERT INTO rings (person, kind, table_id, number, at) SELECT person, $2, $3, $4, $5 FROM ringing WHERE person = $1
    ON CONFLICT (person, kind, table_id) DO NOTHING RETURNING number
"""
_NEXT = """
    UPDATE rings SET number = $4, at = $5
    WHERE person = $1 AND kind = $2 AND table_id = $3 AND number = $6 RETURNING number
"""
_ONCE = """
    INSERT INTO rings (person, kind, table_id, number, at) SELECT person, $2, $3, $4, $5 FROM ringing WHERE person = $1
    ON CONFLICT (person, kind, table_id) DO UPDATE SET number = excluded.number, at = excluded.at
    WHERE rings.number < excluded.number RETURNING number
"""
_RINGS = "SELECT kind, table_id, number, at FROM rings WHERE person = $1 ORDER BY at, kind, table_id"
_FORGET_RINGS = """
    DELETE FROM rings WHERE at < $1
    AND table_id NOT IN (SELECT table_id FROM directory WHERE status IN ('waiting', 'playing'))
"""
_FORGET_QUESTIONS = "DELETE FROM mailboxes WHERE confirmed = 0 AND until <= $1"


class Rung(NamedTuple):
    """What was last rung for somebody, or let be: of which kind, at which table and event, and when."""

    kind: str
    table: str
    number: int
    at: int


class Bells:
    """Raises `NotSaved` and `Unavailable` like the store that it is part of. Times are in milliseconds since 1970."""

    def __init__(self, rows: Statements, body: str) -> None:
        """`body` is how one asks for the bodies of entries as bytes, whatever is in them."""
        self._rows = rows
        self._turns = _TURNS.format(body=body, more="")
        self._endings = _TURNS.format(body=body, more=_SOON)

    async def house_key(self, name: str, new: bytes) -> bytes:
        """A secret of the house: the one that is kept, or this new one from now on. All servers have the same."""
        await self._rows.do((_KEEP_KEY, (name, new)))
        [[secret]] = await self._rows.ask(_KEY, name)
        return bytes(secret)

    # ---- browsers ------------------------------------------------------------------------------------------

    async def hang(self, bell: Bell, most: int) -> bool:
        """Let a browser be rung, in the place of what it had before; not if its person has so many, or it has gone."""
        one = bell
        values = (one.session, one.person, one.endpoint, one.p256dh, one.auth, one.language, one.home, one.since, most)
        _, hung = await self._rows.do((_SAME_BELL, (one.session, one.endpoint, one.person)), (_HANG, values))
        return bool(hung)

    async def of(self, person: str) -> list[Bell]:
        """The browsers of somebody that can be rung."""
        return [
            Bell(*row) for row in await self._rows.ask(f"{_BELL} WHERE person = $1 ORDER BY since, session", person)
        ]

    async def take_down(self, person: str, session: str) -> None:
        """Ring a browser no more, if it is one of that person."""
        await self._rows.do((_TAKE_DOWN, (session, person)))

    async def gone(self, endpoint: str) -> None:
        """A push service knows a browser no more."""
        await self._rows.do((_GONE, (endpoint,)))

    # ---- letters -------------------------------------------------------------------------------------------

    async def mailbox_of(self, person: str) -> Mailbox | None:
        """The e-mail address of somebody, confirmed or not."""
        return await self._mailbox("person = $1", person)

    async def ask_mailbox(self, mailbox: Mailbox, code: str, until: int) -> None:
        """Keep an address that is to be confirmed by a link until then; of its secret `code` is the digest."""
        one = mailbox
        told = (one.person, one.address, one.language, one.home, one.since, one.leave, code, until)
        await self._rows.do((_ASK, told))

    async def mailbox_to_confirm(self, code: str, now: int) -> Mailbox | None:
        """The address that a link would confirm."""
        return await self._mailbox("code = $1 AND until > $2 AND confirmed = 0", code, now)

    async def confirm(self, code: str, now: int) -> bool:
        """Who reads an address has said yes; a link does so once."""
        [confirmed] = await self._rows.do((_CONFIRM, (code, now)))
        return bool(confirmed)

    async def mailbox_to_leave(self, secret: str) -> Mailbox | None:
        """The address that a link would take away."""
        return await self._mailbox("leave = $1 AND leave <> ''", secret)

    async def leave(self, secret: str) -> bool:
        """Write no more to an address, by the link that every letter has."""
        [left] = await self._rows.do((_LEAVE, (secret,)))
        return bool(left)

    async def remove_mailbox(self, person: str) -> None:
        """Write no more to somebody."""
        await self._rows.do((_REMOVE, (person,)))

    async def _mailbox(self, where: str, *values: Any) -> Mailbox | None:
        found = await self._rows.ask(f"{_MAILBOX} WHERE {where}", *values)
        return Mailbox(*found[0]) if found else None

    # ---- wishes --------------------------------------------------------------------------------------------

    async def wishes_of(self, person: str) -> Wishes | None:
        """What somebody wants to be called for; None if they have never wished for anything."""
        found = await self._rows.ask(_WISHES, person)
        return _wishes(found[0][0]) if found else None

    async def wish(self, person: str, wishes: Wishes) -> None:
        """Keep what somebody wants to be called for."""
        await self._rows.do((_WISH, (person, msgspec.json.encode(wishes).decode())))

    # ---- ringing -------------------------------------------------------------------------------------------

    async def turns(self, kind: Kind, after: str = "", due: int | None = None) -> tuple[list[Turn], str]:
        """Whose turn it is of those who can be rung, unless nothing has happened there since they were.

        In parts, by the ids of tables: also the id after which it goes on, empty if that is all. With `due` those alone
        whose time is up until then.
        """
        asked = (self._turns, kind, after, AT_ONCE) if due is None else (self._endings, kind, after, AT_ONCE, due)
        found = await self._rows.ask(*asked)
        read = [(entry(*row[:6]), row[6], _wishes(row[7]), row[8]) for row in found]
        turns = [Turn(one, person, wishes, rung) for one, person, wishes, rung in read if one is not None]
        return turns, turns[-1].entry.table if turns and len(found) == AT_ONCE else ""

    async def called(self, now: int) -> list[tuple[Call, Wishes]]:
        """Calls of the hall to those who can be rung, and have not been for it."""
        found = await self._rows.ask(_CALLED, now, AT_ONCE)
        read = [(call_in(*row[:4]), _wishes(row[4])) for row in found]
        return [(call, wishes) for call, wishes in read if call is not None]

    async def waiting(self, person: str) -> int:
        """At how many tables it is somebody's turn."""
        [[count]] = await self._rows.ask(_WAITING, person)
        return int(count)

    async def take(self, person: str, kind: Kind, table: str, number: int, rung: int | None, now: int) -> bool:
        """Take it upon oneself to ring somebody at an event, or to let them be; of all servers one may.

        `rung` is at which event that was done last: it is compared, so that two who know different events are not both
        told yes.
        """
        statement = _FIRST if rung is None else _NEXT
        more = () if rung is None else (rung,)
        [taken] = await self._rows.do((statement, (person, kind, table, number, now, *more)))
        return bool(taken)

    async def take_day(self, person: str, day: int, now: int) -> bool:
        """The same for what is told once a day."""
        [taken] = await self._rows.do((_ONCE, (person, "digest", "", day, now)))
        return bool(taken)

    async def rings_of(self, person: str) -> list[Rung]:
        """What was last rung for somebody."""
        return [Rung(*row) for row in await self._rows.ask(_RINGS, person)]

    async def forget(self, now: int) -> None:
        """Forget what is long past: rings at tables that are over, and questions that nobody has answered."""
        await self._rows.do((_FORGET_RINGS, (now - KEPT,)), (_FORGET_QUESTIONS, (now,)))


def _wishes(text: str) -> Wishes:
    try:
        return msgspec.json.decode(text, type=Wishes)
    except msgspec.MsgspecError:  # of another version of this program
        return Wishes(days="no", ending=False, live=False, hall=False)
