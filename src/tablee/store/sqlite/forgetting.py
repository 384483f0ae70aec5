"""A person is forgotten in SQLite."""

import sqlite3
from collections.abc import Callable

from tablee.store.forgetting import NAMELESS, forgotten

_SITTERS = """
    SELECT table_id, sitter FROM sitters WHERE person = :person
    UNION SELECT table_id, sitter FROM risen WHERE person = :person
"""
_OWN = f"table_id IN (SELECT table_id FROM ({_SITTERS}))"
_LINES = f"""
    SELECT table_id, number, CAST(body AS BLOB) FROM events
    WHERE {_OWN} AND (instr(body, '"sit"') OR instr(body, '"name"'))
"""
_ENTRIES = f"""
    SELECT table_id, CAST(body AS BLOB), (SELECT max(number) FROM events WHERE events.table_id = directory.table_id)
    FROM directory WHERE {_OWN}
"""
_CHANGE = "UPDATE events SET body = CAST(? AS TEXT) WHERE table_id = ? AND number = ?"
_ADD = "INSERT INTO events (table_id, number, body) VALUES (?, ?, CAST(? AS TEXT))"
_ENTER = "UPDATE directory SET body = CAST(? AS TEXT), number = ? WHERE table_id = ?"
_FORGET = (
    "DELETE FROM talk WHERE person = ?",
    "DELETE FROM writers WHERE person = ?",
    "DELETE FROM muted WHERE ? IN (person, other)",
    "DELETE FROM evidence WHERE person = ?",
    "DELETE FROM evidence WHERE report IN (SELECT id FROM reports WHERE ? IN (reporter, person))",
    "DELETE FROM reports WHERE ? IN (reporter, person)",
    "DELETE FROM bells WHERE person = ?",
    "DELETE FROM mailboxes WHERE person = ?",
    "DELETE FROM ringing WHERE person = ?",
    "DELETE FROM rings WHERE person = ?",
    "DELETE FROM dealt WHERE person = ?",
    "DELETE FROM sitters WHERE person = ?",
    "DELETE FROM risen WHERE person = ?",
    "DELETE FROM passes WHERE person = ?",
    "DELETE FROM keys WHERE person = ?",
    "DELETE FROM profiles WHERE person = ?",
    "DELETE FROM challenges WHERE session IN (SELECT id FROM sessions WHERE person = ?)",
    "DELETE FROM sessions WHERE person = ?",
    "DELETE FROM standings WHERE person = ?",
    "DELETE FROM seeks WHERE person = ?1",
    "DELETE FROM ratings WHERE person = ?1",
    NAMELESS.format(person="?1"),
    "DELETE FROM calls WHERE person = ?1 OR host = ?1",
    "DELETE FROM refusals WHERE person = ?1 OR other = ?1",
    "UPDATE notices SET about = '', why = '' WHERE about = ?",
    "DELETE FROM programs WHERE ? IN (id, owner)",
    "DELETE FROM persons WHERE id = ?",
)
UNSEEN = """
    SELECT persons.id FROM persons LEFT JOIN sessions ON person = persons.id
    GROUP BY persons.id HAVING coalesce(max(seen), persons.since) < ? LIMIT ?
"""


def forgetting(person: str, now: int, tables: list[str]) -> Callable[[sqlite3.Connection], int]:
    """What is to be carried out within a transaction; the tables that were changed are put into `tables`."""

    def forget(connection: sqlite3.Connection) -> int:
        who = {"person": person}
        found = [connection.execute(query, who).fetchall() for query in (_SITTERS, _LINES, _ENTRIES)]
        changes = forgotten(found[0], found[1], [(table, body, number or 0) for table, body, number in found[2]], now)
        connection.executemany(_CHANGE, [(line, table, number) for table, number, line in changes.changed])
        connection.executemany(_ADD, changes.new)
        connection.executemany(_ENTER, [(body, number, table) for table, body, number in changes.entries])
        tables[:] = [table for table, _, _ in changes.entries]
        return sum([connection.execute(query, (person,)).rowcount for query in _FORGET])

    return forget


def unseen_since(connection: sqlite3.Connection, before: int, most: int) -> list[str]:
    """Those who were last there before a time."""
    return [person for (person,) in connection.execute(UNSEEN, (before, most)).fetchall()]
