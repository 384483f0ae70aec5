"""A person is forgotten in PostgreSQL."""

import asyncpg
from asyncpg import Connection

from tablee.store.forgetting import NAMELESS, Forgotten, forgotten
from tablee.store.postgres.columns import turned

MOST_TRIES = 5
"""How often it is tried anew, if meanwhile somebody plays at one of the tables."""

_SITTERS = """
    SELECT table_id, sitter FROM sitters WHERE person = $1 UNION SELECT table_id, sitter FROM risen WHERE person = $1
"""
_LINES = """
    SELECT table_id, number, body FROM events WHERE table_id = ANY($1::text[])
    AND (position('"sit"'::bytea IN body) > 0 OR position('"name"'::bytea IN body) > 0)
"""
_ENTRIES = """
    SELECT table_id, body, (SELECT max(number) FROM events WHERE events.table_id = directory.table_id)
    FROM directory WHERE table_id = ANY($1::text[])
"""
# New events first: they decide whether anything was played meanwhile.
_ADD = "INSERT INTO events (table_id, number, body) SELECT * FROM unnest($1::text[], $2::bigint[], $3::bytea[])"
_CHANGE = """
    UPDATE events SET body = line FROM unnest($1::text[], $2::bigint[], $3::bytea[]) AS one (name, place, line)
    WHERE table_id = name AND number = place
"""
_ENTER = """
    UPDATE directory SET body = line, number = latest
    FROM unnest($1::text[], $2::bytea[], $3::bigint[]) AS one (name, line, latest) WHERE table_id = name
"""
_FORGET = (
    "DELETE FROM talk WHERE person = $1",
    "DELETE FROM writers WHERE person = $1",
    "DELETE FROM muted WHERE $1 IN (person, other)",
    "DELETE FROM evidence WHERE person = $1",
    "DELETE FROM evidence WHERE report IN (SELECT id FROM reports WHERE $1 IN (reporter, person))",
    "DELETE FROM reports WHERE $1 IN (reporter, person)",
    "DELETE FROM bells WHERE person = $1",
    "DELETE FROM mailboxes WHERE person = $1",
    "DELETE FROM ringing WHERE person = $1",
    "DELETE FROM rings WHERE person = $1",
    "DELETE FROM dealt WHERE person = $1",
    "DELETE FROM sitters WHERE person = $1",
    "DELETE FROM risen WHERE person = $1",
    "DELETE FROM passes WHERE person = $1",
    "DELETE FROM standings WHERE person = $1",
    "DELETE FROM seeks WHERE person = $1",
    "DELETE FROM ratings WHERE person = $1",
    NAMELESS.format(person="$1"),
    "DELETE FROM calls WHERE person = $1 OR host = $1",
    "DELETE FROM refusals WHERE person = $1 OR other = $1",
    "UPDATE notices SET about = '', why = '' WHERE about = $1",
    "DELETE FROM keys WHERE person = $1",
    "DELETE FROM profiles WHERE person = $1",
    "DELETE FROM challenges WHERE session IN (SELECT id FROM sessions WHERE person = $1)",
    "DELETE FROM sessions WHERE person = $1",
    "DELETE FROM programs WHERE $1 IN (id, owner)",
    "DELETE FROM persons WHERE id = $1",
)
UNSEEN = """
    SELECT persons.id FROM persons LEFT JOIN sessions ON person = persons.id
    GROUP BY persons.id HAVING coalesce(max(seen), persons.since) < $1 LIMIT $2
"""


async def forget(connection: Connection, person: str, now: int) -> dict[str, int]:
    """Forget a person in one transaction; returns the tables that were changed, and their latest events."""
    for _ in range(MOST_TRIES - 1):
        try:
            return await _forget(connection, person, now)
        except (asyncpg.UniqueViolationError, asyncpg.DeadlockDetectedError):
            pass  # somebody has played meanwhile
    return await _forget(connection, person, now)


async def _forget(connection: Connection, person: str, now: int) -> dict[str, int]:
    async with connection.transaction():
        changes = await _changes(connection, person, now)
        await connection.execute(_ADD, *turned(changes.new, 3))
        await connection.execute(_CHANGE, *turned(changes.changed, 3))
        await connection.execute(_ENTER, *turned(changes.entries, 3))
        for query in _FORGET:
            await connection.execute(query, person)
    return {table: number for table, _, number in changes.entries}


async def _changes(connection: Connection, person: str, now: int) -> Forgotten:
    sitters = [tuple(row) for row in await connection.fetch(_SITTERS, person)]
    tables = sorted({table for table, _ in sitters})
    lines, entries = await connection.fetch(_LINES, tables), await connection.fetch(_ENTRIES, tables)
    return forgotten(sitters, map(tuple, lines), [(table, body, number or 0) for table, body, number in entries], now)
