"""What SQLite has beside the tables that both databases share, and each migration that brings a file up to date."""

import sqlite3
from collections.abc import Iterator, Sequence

from tablee.server.storage.schema import check_version, for_sqlite

_NOTE_RESULTS = """
    INSERT OR IGNORE INTO results SELECT * FROM endings
    WHERE table_id = new.table_id AND NOT EXISTS (SELECT 1 FROM results WHERE table_id = new.table_id);
"""
_ONLY_SQLITE = f"""
-- Tables at which somebody asks to undo, or has asked: a move changes nothing in this index.
CREATE INDEX directory_undo ON directory (table_id) WHERE instr(body, '"undo":') > 0;
-- A lease's token is never given twice.
CREATE TABLE leases (
    token INTEGER PRIMARY KEY AUTOINCREMENT, table_id TEXT NOT NULL UNIQUE, server TEXT NOT NULL, until INTEGER NOT NULL
);
CREATE TRIGGER stand_up AFTER DELETE ON participants BEGIN
    INSERT OR REPLACE INTO former_participants VALUES (old.table_id, old.participant, old.person);
END;
CREATE TRIGGER end_subscription AFTER DELETE ON sessions BEGIN
    DELETE FROM push_subscriptions WHERE session = old.id;
END;

-- A row of `moves` is an event, and what it changes in the directory.
CREATE VIEW moves AS
    SELECT events.table_id, events.number, events.body, turn, moved, due FROM events JOIN directory USING (table_id);
CREATE TRIGGER move INSTEAD OF INSERT ON moves BEGIN
    INSERT INTO events VALUES (new.table_id, new.number, new.body);
    UPDATE directory SET number = new.number, turn = new.turn, moved = new.moved, due = new.due
    WHERE table_id = new.table_id;
END;

CREATE VIEW finished AS
    SELECT table_id, status, moved,
        CASE WHEN json_valid(CAST(body AS TEXT)) THEN CAST(body AS TEXT) ELSE '{{}}' END AS told
    FROM directory WHERE status IN ('over', 'closed');
CREATE VIEW seated AS
    SELECT table_id, status, moved, told,
        json_extract(one.value, '$.sitter') AS participant,
        json_extract(one.value, '$.level') AS level,
        json_extract(one.value, '$.seat') AS seat,
        json_extract(one.value, '$.seat') IN (SELECT value FROM json_each(told, '$.winners')) AS won
    FROM finished, json_each(told, '$.sitters') AS one
    WHERE one.type = 'object' AND json_type(one.value, '$.seat') = 'integer';
CREATE VIEW endings AS
    SELECT table_id, participant,
        coalesce(json_extract(told, '$.game'), '') AS game,
        moved AS ended,
        max(0, moved - coalesce(json_extract(told, '$.opened'), moved)) AS took,
        (SELECT count(*) FROM events WHERE table_id = own.table_id AND instr(body, '"act"')) AS moves,
        (SELECT count(*) FROM seated WHERE table_id = own.table_id AND level = 0) AS people,
        (SELECT count(*) FROM seated WHERE table_id = own.table_id AND level > 0) AS bots,
        CASE status WHEN 'over' THEN won END AS won,
        CASE status WHEN 'over' THEN json_extract(told, '$.scores[' || seat || ']') END AS points,
        coalesce((
            SELECT sum(DISTINCT 1 << level) FROM seated
            WHERE table_id = own.table_id AND own.won AND own.status = 'over' AND level > 0 AND NOT won
        ), 0) AS beaten
    FROM seated AS own WHERE level = 0 AND participant IS NOT NULL;
CREATE TRIGGER end_new AFTER INSERT ON directory WHEN new.status IN ('over', 'closed') BEGIN {_NOTE_RESULTS} END;
CREATE TRIGGER end_known AFTER UPDATE OF status ON directory WHEN new.status IN ('over', 'closed') BEGIN
    {_NOTE_RESULTS}
    DELETE FROM lobby_tables WHERE table_id = new.table_id;
END;
"""
MIGRATIONS = (for_sqlite() + _ONLY_SQLITE,)


def migrate(connection: sqlite3.Connection, migrations: Sequence[str] = MIGRATIONS) -> None:
    """Bring the schema up to date; raises `ValueError` for a newer database.

    Each step is one transaction. Of two programs that start at once, one takes it.
    """
    version = -1
    while version < len(migrations):
        connection.execute("BEGIN IMMEDIATE")
        try:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            check_version(version, len(migrations))
            if version < len(migrations):
                for statement in _statements(migrations[version]):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {version + 1}")
                connection.execute("COMMIT")
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")


def _statements(text: str) -> Iterator[str]:
    """The statements of a text. Triggers contain semicolons, too."""
    statement = ""
    for part in text.split(";"):
        statement += part + ";"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
