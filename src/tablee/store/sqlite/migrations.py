"""The schema, as a list of steps. A step that has been released never changes: add another."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence

from tablee.store.sqlite.filling import fill_directory

Step = str | Callable[[sqlite3.Connection], None]
"""Statements, or a function where statements do not suffice."""

MIGRATIONS: tuple[Step, ...] = (
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        opening TEXT NOT NULL,
        seed BLOB NOT NULL,
        opened INTEGER NOT NULL,
        ended INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    CREATE TABLE events (
        table_id TEXT NOT NULL,
        number INTEGER NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (table_id, number)
    ) WITHOUT ROWID;
    CREATE TABLE sitters (
        table_id TEXT NOT NULL,
        sitter INTEGER NOT NULL,
        person TEXT NOT NULL,
        seen INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (table_id, sitter)
    ) WITHOUT ROWID;
    CREATE INDEX sitters_by_person ON sitters (person);
    CREATE TABLE people (
        person TEXT PRIMARY KEY,
        name TEXT NOT NULL
    ) WITHOUT ROWID;
    """,
    # People become rows of their own. Until now a person was the digest of a cookie's token: that stays the person's
    # id, and becomes the id of their first session, so that everybody's cookie goes on working.
    """
    CREATE TABLE persons (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        since INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE sessions (
        id TEXT PRIMARY KEY,
        person TEXT NOT NULL,
        since INTEGER NOT NULL,
        seen INTEGER NOT NULL,
        device TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX sessions_by_person ON sessions (person);
    CREATE TEMPORARY TABLE known AS
        SELECT person, min(opened) * 1000 AS first, max(opened) * 1000 AS last
        FROM sitters JOIN tables ON id = table_id GROUP BY person;
    INSERT INTO known
        SELECT person, strftime('%s', 'now') * 1000, strftime('%s', 'now') * 1000
        FROM people WHERE person NOT IN (SELECT person FROM known);
    INSERT INTO persons SELECT known.person, coalesce(name, ''), first FROM known LEFT JOIN people USING (person);
    INSERT INTO sessions SELECT person, person, first, last, '' FROM known;
    DROP TABLE known;
    DROP TABLE people;
    """,
    # The directory says of every table what lists show. What changes with every move has columns of its own, so that a
    # move need not write all of it: `moves` takes an event and what follows from it for the directory as one row.
    """
    CREATE TABLE directory (
        table_id TEXT PRIMARY KEY,
        status TEXT NOT NULL,
        number INTEGER NOT NULL,
        turn INTEGER,
        moved INTEGER NOT NULL,
        body TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE snapshots (
        table_id TEXT PRIMARY KEY,
        number INTEGER NOT NULL,
        body BLOB NOT NULL
    ) WITHOUT ROWID;
    CREATE VIEW moves AS
        SELECT events.table_id, events.number, events.body, turn, moved FROM events JOIN directory USING (table_id);
    CREATE TRIGGER move INSTEAD OF INSERT ON moves BEGIN
        INSERT INTO events VALUES (new.table_id, new.number, new.body);
        UPDATE directory SET number = new.number, turn = new.turn, moved = new.moved WHERE table_id = new.table_id;
    END;
    """,
    fill_directory,
    # What the directory and the openings say need not be said twice.
    """
    UPDATE tables SET opening = json_set(opening, '$.opened', opened * 1000) WHERE json_valid(opening);
    ALTER TABLE tables DROP COLUMN opened;
    ALTER TABLE tables DROP COLUMN ended;
    """,
    # Passes to another device hold after a restart, too. A lease's token is never given twice.
    """
    CREATE TABLE passes (
        digest TEXT PRIMARY KEY,
        person TEXT NOT NULL,
        back TEXT NOT NULL,
        until INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX passes_by_person ON passes (person);
    CREATE TABLE leases (
        token INTEGER PRIMARY KEY AUTOINCREMENT,
        table_id TEXT NOT NULL UNIQUE,
        server TEXT NOT NULL,
        until REAL NOT NULL
    );
    """,
    # The host's desk (`desk.py`).
    """
    CREATE TABLE standings (
        person TEXT NOT NULL,
        standing TEXT NOT NULL,
        since INTEGER NOT NULL,
        why TEXT NOT NULL,
        PRIMARY KEY (person, standing)
    ) WITHOUT ROWID;
    CREATE TABLE notices (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        kind TEXT NOT NULL,
        about TEXT NOT NULL,
        why TEXT NOT NULL
    );
    CREATE TABLE servers (
        name TEXT PRIMARY KEY,
        at INTEGER NOT NULL,
        body TEXT NOT NULL
    ) WITHOUT ROWID;
    """,
    # Who has stood up again is in the log, too, and can be forgotten like others.
    """
    CREATE TABLE risen (
        table_id TEXT NOT NULL,
        sitter INTEGER NOT NULL,
        person TEXT NOT NULL,
        PRIMARY KEY (table_id, sitter)
    ) WITHOUT ROWID;
    CREATE INDEX risen_by_person ON risen (person);
    CREATE TRIGGER rise AFTER DELETE ON sitters BEGIN
        INSERT OR REPLACE INTO risen VALUES (old.table_id, old.sitter, old.person);
    END;
    """,
    # What is said at tables, apart from their logs; what people report to the host, with what was said before.
    """
    CREATE TABLE talk (
        id TEXT PRIMARY KEY,
        table_id TEXT NOT NULL,
        person TEXT NOT NULL,
        sitter INTEGER NOT NULL,
        at INTEGER NOT NULL,
        kind TEXT NOT NULL,
        body TEXT NOT NULL,
        room TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX talk_by_table ON talk (table_id, at);
    CREATE INDEX talk_by_person ON talk (person);
    CREATE INDEX talk_by_time ON talk (at);
    CREATE TABLE writers (
        person TEXT PRIMARY KEY,
        since INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE muted (
        person TEXT NOT NULL,
        other TEXT NOT NULL,
        since INTEGER NOT NULL,
        PRIMARY KEY (person, other)
    ) WITHOUT ROWID;
    CREATE TABLE reports (
        id TEXT PRIMARY KEY,
        at INTEGER NOT NULL,
        table_id TEXT NOT NULL,
        reporter TEXT NOT NULL,
        person TEXT NOT NULL,
        name TEXT NOT NULL,
        why TEXT NOT NULL,
        words TEXT NOT NULL,
        answered INTEGER NOT NULL,
        answer TEXT NOT NULL,
        outcome TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX reports_by_reporter ON reports (reporter);
    CREATE TABLE evidence (
        report TEXT NOT NULL,
        id TEXT NOT NULL,
        person TEXT NOT NULL,
        at INTEGER NOT NULL,
        kind TEXT NOT NULL,
        body TEXT NOT NULL,
        room TEXT NOT NULL,
        PRIMARY KEY (report, id)
    ) WITHOUT ROWID;
    CREATE INDEX evidence_by_person ON evidence (person);
    """,
    # Clocks: when something must happen by itself at a table, and when the house was open.
    """
    ALTER TABLE directory ADD COLUMN due INTEGER;
    CREATE INDEX directory_by_due ON directory (due) WHERE due IS NOT NULL;
    CREATE TABLE hours (
        server TEXT NOT NULL,
        since INTEGER NOT NULL,
        until INTEGER NOT NULL,
        PRIMARY KEY (server, since)
    ) WITHOUT ROWID;
    """,
    # Keys by which people come back, the page that others may see, and how each game ended, for every person who sat
    # there. A result is written with the entry that says so, and never changes; see `endings`.
    """
    CREATE TABLE keys (
        id TEXT PRIMARY KEY,
        person TEXT NOT NULL,
        kind TEXT NOT NULL,
        secret BLOB NOT NULL,
        counter INTEGER NOT NULL,
        name TEXT NOT NULL,
        since INTEGER NOT NULL,
        used INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX keys_by_person ON keys (person);
    CREATE TABLE challenges (
        digest TEXT PRIMARY KEY,
        session TEXT NOT NULL,
        purpose TEXT NOT NULL,
        until INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE profiles (
        person TEXT PRIMARY KEY,
        address TEXT NOT NULL UNIQUE
    ) WITHOUT ROWID;
    CREATE TABLE results (
        table_id TEXT NOT NULL,
        sitter INTEGER NOT NULL,
        game TEXT NOT NULL,
        ended INTEGER NOT NULL,
        took INTEGER NOT NULL,
        moves INTEGER NOT NULL,
        people INTEGER NOT NULL,
        bots INTEGER NOT NULL,
        won INTEGER,
        points INTEGER,
        beaten INTEGER NOT NULL,
        PRIMARY KEY (table_id, sitter)
    ) WITHOUT ROWID;
    CREATE VIEW finished AS
        SELECT table_id, status, moved, CASE WHEN json_valid(body) THEN body ELSE '{}' END AS told
        FROM directory WHERE status IN ('over', 'closed');
    CREATE VIEW seated AS
        SELECT table_id, status, moved, told,
            json_extract(one.value, '$.sitter') AS sitter,
            json_extract(one.value, '$.level') AS level,
            json_extract(one.value, '$.seat') AS seat,
            json_extract(one.value, '$.seat') IN (SELECT value FROM json_each(told, '$.winners')) AS won
        FROM finished, json_each(told, '$.sitters') AS one
        WHERE one.type = 'object' AND json_type(one.value, '$.seat') = 'integer';
    CREATE VIEW endings AS
        SELECT table_id, sitter,
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
        FROM seated AS own WHERE level = 0 AND sitter IS NOT NULL;
    INSERT OR IGNORE INTO results SELECT * FROM endings;
    CREATE TRIGGER ending AFTER INSERT ON directory WHEN new.status IN ('over', 'closed') BEGIN
        INSERT OR IGNORE INTO results SELECT * FROM endings
        WHERE table_id = new.table_id AND NOT EXISTS (SELECT 1 FROM results WHERE table_id = new.table_id);
    END;
    CREATE TRIGGER ending_later AFTER UPDATE OF status ON directory WHEN new.status IN ('over', 'closed') BEGIN
        INSERT OR IGNORE INTO results SELECT * FROM endings
        WHERE table_id = new.table_id AND NOT EXISTS (SELECT 1 FROM results WHERE table_id = new.table_id);
    END;
    """,
    # The hall (`store/hall.py`): tables that can be found, who looks for company, who is called where. A table that is
    # over leaves it. Whole entries are replaced here, so that is when it is seen.
    """
    CREATE TABLE hall (
        table_id TEXT PRIMARY KEY,
        is_open INTEGER NOT NULL,
        watched INTEGER NOT NULL,
        seen INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX hall_by_seen ON hall (seen);
    CREATE TRIGGER leave_hall AFTER INSERT ON directory WHEN new.status NOT IN ('waiting', 'playing') BEGIN
        DELETE FROM hall WHERE table_id = new.table_id;
    END;
    CREATE TABLE seeks (
        person TEXT PRIMARY KEY,
        pace TEXT NOT NULL,
        body TEXT NOT NULL,
        since INTEGER NOT NULL,
        seen INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE calls (
        person TEXT NOT NULL,
        table_id TEXT NOT NULL,
        host TEXT NOT NULL,
        kind TEXT NOT NULL,
        body TEXT NOT NULL,
        at INTEGER NOT NULL,
        until INTEGER NOT NULL,
        PRIMARY KEY (person, table_id)
    ) WITHOUT ROWID;
    CREATE INDEX calls_by_host ON calls (host);
    CREATE INDEX calls_by_end ON calls (until);
    CREATE TABLE refusals (
        person TEXT NOT NULL,
        other TEXT NOT NULL,
        since INTEGER NOT NULL,
        PRIMARY KEY (person, other)
    ) WITHOUT ROWID;
    CREATE INDEX refusals_by_other ON refusals (other);
    """,
    """
    CREATE TABLE programs (
        id TEXT PRIMARY KEY,
        owner TEXT NOT NULL,
        since INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX programs_by_owner ON programs (owner);
    """,
    # Ratings (`store/ratings.py`): tables that count in the order in which they were counted, 0 until then.
    """
    CREATE TABLE rated (
        table_id TEXT PRIMARY KEY,
        place INTEGER NOT NULL,
        why TEXT NOT NULL,
        game TEXT NOT NULL,
        pace TEXT NOT NULL,
        ended INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX rated_by_place ON rated (place);
    CREATE TABLE rated_seats (
        table_id TEXT NOT NULL,
        sitter INTEGER NOT NULL,
        account TEXT NOT NULL,
        mu_before INTEGER NOT NULL,
        sigma_before INTEGER NOT NULL,
        mu INTEGER NOT NULL,
        sigma INTEGER NOT NULL,
        PRIMARY KEY (table_id, sitter)
    ) WITHOUT ROWID;
    CREATE INDEX rated_seats_by_account ON rated_seats (account);
    CREATE TABLE ratings (
        person TEXT NOT NULL,
        game TEXT NOT NULL,
        pace TEXT NOT NULL,
        mu INTEGER NOT NULL,
        sigma INTEGER NOT NULL,
        games INTEGER NOT NULL,
        ended INTEGER NOT NULL,
        PRIMARY KEY (person, game, pace)
    ) WITHOUT ROWID;
    CREATE INDEX ratings_by_mu ON ratings (game, pace, mu);
    """,
    # Bells (`store/bells.py`): the house's key for push services, browsers and addresses that are rung, what for, and
    # what was last. A browser whose session ends, in whatever way, is rung no more.
    """
    CREATE TABLE house_keys (
        name TEXT PRIMARY KEY,
        secret BLOB NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE bells (
        session TEXT PRIMARY KEY,
        person TEXT NOT NULL,
        endpoint TEXT NOT NULL,
        p256dh TEXT NOT NULL,
        auth TEXT NOT NULL,
        language TEXT NOT NULL,
        home TEXT NOT NULL,
        since INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX bells_by_person ON bells (person);
    CREATE UNIQUE INDEX bells_by_endpoint ON bells (endpoint);
    CREATE TRIGGER bell_ends AFTER DELETE ON sessions BEGIN
        DELETE FROM bells WHERE session = old.id;
    END;
    CREATE TABLE mailboxes (
        person TEXT PRIMARY KEY,
        address TEXT NOT NULL,
        language TEXT NOT NULL,
        home TEXT NOT NULL,
        since INTEGER NOT NULL,
        confirmed INTEGER NOT NULL,
        leave TEXT NOT NULL,
        code TEXT NOT NULL,
        until INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX mailboxes_by_leave ON mailboxes (leave);
    CREATE INDEX mailboxes_by_code ON mailboxes (code);
    CREATE TABLE ringing (
        person TEXT PRIMARY KEY,
        wishes TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE rings (
        person TEXT NOT NULL,
        kind TEXT NOT NULL,
        table_id TEXT NOT NULL,
        number INTEGER NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (person, kind, table_id)
    ) WITHOUT ROWID;
    """,
    # Stories of finished tables (`store/stories.py`), and who works on one until when.
    """
    CREATE TABLE stories (
        table_id TEXT PRIMARY KEY,
        status TEXT NOT NULL,
        version INTEGER NOT NULL,
        game TEXT NOT NULL,
        level INTEGER NOT NULL,
        at INTEGER NOT NULL,
        body BLOB NOT NULL,
        worker TEXT NOT NULL DEFAULT '',
        until INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX stories_wanted ON stories (at) WHERE status <> 'whole';
    """,
    # Deals of days, and who plays which deal where (`store/deals.py`).
    """
    CREATE TABLE days (
        day TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        players INTEGER NOT NULL,
        level INTEGER NOT NULL,
        secret BLOB NOT NULL,
        planned INTEGER NOT NULL,
        nonces TEXT NOT NULL,
        seed BLOB NOT NULL,
        reference TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE dealt (
        deal TEXT NOT NULL,
        person TEXT NOT NULL,
        table_id TEXT NOT NULL,
        card TEXT NOT NULL UNIQUE,
        at INTEGER NOT NULL,
        PRIMARY KEY (deal, person)
    ) WITHOUT ROWID;
    CREATE INDEX dealt_by_person ON dealt (person, at);
    """,
)


def migrate(connection: sqlite3.Connection, migrations: Sequence[Step] = MIGRATIONS) -> None:
    """Bring the schema up to date; each step is one transaction. Raises `ValueError` for a newer database."""
    while _take_step(connection, migrations):
        pass


def _take_step(connection: sqlite3.Connection, migrations: Sequence[Step]) -> bool:
    """Take the next step, if there is one; two programs that start at once do not take the same."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version > len(migrations):
            raise ValueError(
                f"the database is of version {version}; this program knows versions up to {len(migrations)}"
            )
        if version == len(migrations):
            return False
        _carry_out(connection, migrations[version])
        connection.execute(f"PRAGMA user_version = {version + 1}")
        connection.execute("COMMIT")
        return True
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _carry_out(connection: sqlite3.Connection, step: Step) -> None:
    if isinstance(step, str):
        for statement in _statements(step):
            connection.execute(statement)
    else:
        step(connection)


def _statements(text: str) -> Iterator[str]:
    """The statements of a text; within a trigger there are semicolons, too."""
    statement = ""
    for part in text.split(";"):
        statement += part + ";"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
