"""The tables of a house, written once for SQLite and PostgreSQL.

The text below is SQLite's SQL; `for_postgres` changes the names of types. Triggers, views, functions and the steps of
migration stand in `sqlite/sqlite_schema.py` and `postgres/pg_schema.py`. What has been released never changes: a later
version adds a step.
"""

import re
import sqlite3
from contextlib import closing
from functools import cache
from typing import Any, NamedTuple

_TABLES = """
CREATE TABLE tables (id TEXT PRIMARY KEY, opening BLOB NOT NULL, seed BLOB NOT NULL);
CREATE TABLE events (
    table_id TEXT NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (table_id, number)
);
-- `merged` is 1 where a guest has signed in after the start: a rated game counts for who sat down.
CREATE TABLE participants (
    table_id TEXT NOT NULL, participant INTEGER NOT NULL, person ID NOT NULL, seen INTEGER NOT NULL DEFAULT 0,
    merged INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (table_id, participant)
);
CREATE INDEX participants_by_person ON participants (person);
-- People who stood up again are named in the log, too, and must be found when they are deleted.
CREATE TABLE former_participants (
    table_id TEXT NOT NULL, participant INTEGER NOT NULL, person ID NOT NULL, PRIMARY KEY (table_id, participant)
);
CREATE INDEX former_participants_by_person ON former_participants (person);
CREATE TABLE snapshots (table_id TEXT PRIMARY KEY, number INTEGER NOT NULL, body BLOB NOT NULL);

-- How each game ended, for every person who played. A trigger writes the results of a table with the directory's entry
-- that says it is over, unless there are results of it: so they are copied first when a house is migrated.
CREATE TABLE results (
    table_id TEXT NOT NULL, participant INTEGER NOT NULL, game TEXT NOT NULL, ended INTEGER NOT NULL,
    took INTEGER NOT NULL, moves INTEGER NOT NULL, people INTEGER NOT NULL, bots INTEGER NOT NULL,
    won INTEGER, points INTEGER, beaten INTEGER NOT NULL, PRIMARY KEY (table_id, participant)
);
-- What lists show of a table. Columns hold what changes with every move, the body the rest.
CREATE TABLE directory (
    table_id TEXT PRIMARY KEY, status TEXT NOT NULL, number INTEGER NOT NULL, turn INTEGER, moved INTEGER NOT NULL,
    due INTEGER, body BLOB NOT NULL
);
CREATE INDEX directory_by_due ON directory (due) WHERE due IS NOT NULL;
-- Of all tables a few are not over. A move changes nothing in this index.
CREATE INDEX directory_unfinished ON directory (status) WHERE status IN ('waiting', 'playing');
-- From when to when each server was open.
CREATE TABLE hours (
    server TEXT NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL, PRIMARY KEY (server, since)
);

CREATE TABLE persons (id ID PRIMARY KEY, name TEXT NOT NULL, since INTEGER NOT NULL);
CREATE TABLE sessions (
    id ID PRIMARY KEY, person ID NOT NULL, since INTEGER NOT NULL, seen INTEGER NOT NULL, device TEXT NOT NULL
);
CREATE INDEX sessions_by_person ON sessions (person);
CREATE TABLE sign_in_keys (
    id TEXT PRIMARY KEY, person ID NOT NULL, kind TEXT NOT NULL, secret BLOB NOT NULL, counter INTEGER NOT NULL,
    name TEXT NOT NULL, since INTEGER NOT NULL, used INTEGER NOT NULL
);
CREATE INDEX sign_in_keys_by_person ON sign_in_keys (person);
CREATE TABLE challenges (
    digest TEXT PRIMARY KEY, session ID NOT NULL, purpose TEXT NOT NULL, until INTEGER NOT NULL
);
-- What others may see of a person. Without an address there is no page; `parts` names what is shown.
CREATE TABLE profiles (person ID PRIMARY KEY, address TEXT UNIQUE, parts TEXT NOT NULL);
CREATE TABLE device_links (
    digest TEXT PRIMARY KEY, person ID NOT NULL, back TEXT NOT NULL, until INTEGER NOT NULL
);
CREATE UNIQUE INDEX device_links_by_person ON device_links (person);
CREATE TABLE bot_accounts (id ID PRIMARY KEY, owner ID NOT NULL, since INTEGER NOT NULL);
CREATE INDEX bot_accounts_by_owner ON bot_accounts (owner);
-- Tables at which bot accounts are about to sit down: each counts as a seat until then, or until the claim ends.
CREATE TABLE bot_account_claims (
    account ID NOT NULL, table_id TEXT NOT NULL, until INTEGER NOT NULL, PRIMARY KEY (account, table_id)
);

CREATE TABLE sanctions (
    person ID NOT NULL, sanction TEXT NOT NULL, since INTEGER NOT NULL, why TEXT NOT NULL,
    PRIMARY KEY (person, sanction)
);
-- What hosts have done, to a table or a person. `about` is NULL once the person is deleted. `host_name` is the name of
-- the key to the host's page by which it was done, empty for the command line.
CREATE TABLE notices (
    id INTEGER NOT NULL PRIMARY KEY, at INTEGER NOT NULL, kind TEXT NOT NULL, about ID, why TEXT NOT NULL,
    host_name TEXT NOT NULL DEFAULT ''
);
-- Keys to the host's page. `person` has opened it with the key, at `used`; it then holds for `lasts` milliseconds.
CREATE TABLE host_keys (
    id TEXT PRIMARY KEY, digest TEXT NOT NULL, name TEXT NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL,
    lasts INTEGER NOT NULL, used INTEGER NOT NULL, person ID
);
CREATE INDEX host_keys_by_person ON host_keys (person);
-- What the host tells everybody; `body` has a text for each language.
CREATE TABLE announcements (id TEXT PRIMARY KEY, since INTEGER NOT NULL, until INTEGER NOT NULL, body TEXT NOT NULL);
CREATE TABLE servers (name TEXT PRIMARY KEY, at INTEGER NOT NULL, body TEXT NOT NULL);
CREATE TABLE reports (
    id TEXT PRIMARY KEY, at INTEGER NOT NULL, table_id TEXT NOT NULL, reporter ID NOT NULL, person ID NOT NULL,
    name TEXT NOT NULL, why TEXT NOT NULL, words TEXT NOT NULL, answered INTEGER NOT NULL, answer TEXT NOT NULL,
    outcome TEXT NOT NULL
);
CREATE INDEX reports_by_reporter ON reports (reporter);
CREATE TABLE evidence (
    report TEXT NOT NULL, id TEXT NOT NULL, person ID NOT NULL, at INTEGER NOT NULL, kind TEXT NOT NULL,
    body TEXT NOT NULL, room TEXT NOT NULL, PRIMARY KEY (report, id)
);
CREATE INDEX evidence_by_person ON evidence (person);

CREATE TABLE chat_messages (
    id TEXT PRIMARY KEY, table_id TEXT NOT NULL, person ID NOT NULL, participant INTEGER NOT NULL,
    at INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL, room TEXT NOT NULL
);
CREATE INDEX chat_messages_by_table ON chat_messages (table_id, at);
CREATE INDEX chat_messages_by_person ON chat_messages (person);
CREATE INDEX chat_messages_by_time ON chat_messages (at);
-- People who write free text.
CREATE TABLE chat_writers (person ID PRIMARY KEY, since INTEGER NOT NULL);
CREATE TABLE muted (person ID NOT NULL, other ID NOT NULL, since INTEGER NOT NULL, PRIMARY KEY (person, other));

CREATE TABLE lobby_tables (
    table_id TEXT PRIMARY KEY, is_open INTEGER NOT NULL, watched INTEGER NOT NULL, seen INTEGER NOT NULL
);
CREATE INDEX lobby_tables_by_seen ON lobby_tables (seen);
CREATE TABLE match_requests (
    person ID PRIMARY KEY, pace TEXT NOT NULL, body TEXT NOT NULL, since INTEGER NOT NULL, seen INTEGER NOT NULL
);
-- Where matchmaking has just led a person: who clicks twice is led there twice.
CREATE TABLE found_tables (
    person ID PRIMARY KEY, terms TEXT NOT NULL, body TEXT NOT NULL, at INTEGER NOT NULL
);
CREATE INDEX found_tables_by_time ON found_tables (at);
CREATE TABLE invitations (
    person ID NOT NULL, table_id TEXT NOT NULL, host ID NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL,
    at INTEGER NOT NULL, until INTEGER NOT NULL, PRIMARY KEY (person, table_id)
);
CREATE INDEX invitations_by_host ON invitations (host);
CREATE INDEX invitations_by_end ON invitations (until);
-- Whose invitations a person refuses.
CREATE TABLE refusals (
    person ID NOT NULL, other ID NOT NULL, since INTEGER NOT NULL, PRIMARY KEY (person, other)
);
CREATE INDEX refusals_by_other ON refusals (other);

-- Tables opened as rated, in the order in which they were counted: `place` is 0 until then.
CREATE TABLE rated_tables (
    table_id TEXT PRIMARY KEY, place INTEGER NOT NULL, why TEXT NOT NULL, game TEXT NOT NULL, pace TEXT NOT NULL,
    ended INTEGER NOT NULL
);
CREATE INDEX rated_tables_by_place ON rated_tables (place);
CREATE TABLE rated_seats (
    table_id TEXT NOT NULL, participant INTEGER NOT NULL, account ID NOT NULL, mu_before INTEGER NOT NULL,
    sigma_before INTEGER NOT NULL, mu INTEGER NOT NULL, sigma INTEGER NOT NULL, PRIMARY KEY (table_id, participant)
);
CREATE INDEX rated_seats_by_account ON rated_seats (account);
CREATE TABLE ratings (
    person ID NOT NULL, game TEXT NOT NULL, pace TEXT NOT NULL, mu INTEGER NOT NULL, sigma INTEGER NOT NULL,
    games INTEGER NOT NULL, ended INTEGER NOT NULL, PRIMARY KEY (person, game, pace)
);
CREATE INDEX ratings_by_mu ON ratings (game, pace, mu);

CREATE TABLE server_keys (name TEXT PRIMARY KEY, secret BLOB NOT NULL);
CREATE TABLE push_subscriptions (
    session ID PRIMARY KEY, person ID NOT NULL, endpoint TEXT NOT NULL, p256dh TEXT NOT NULL, auth TEXT NOT NULL,
    language TEXT NOT NULL, home TEXT NOT NULL, since INTEGER NOT NULL
);
CREATE INDEX push_subscriptions_by_person ON push_subscriptions (person);
CREATE UNIQUE INDEX push_subscriptions_by_endpoint ON push_subscriptions (endpoint);
CREATE TABLE mailboxes (
    person ID PRIMARY KEY, address TEXT NOT NULL, language TEXT NOT NULL, home TEXT NOT NULL,
    since INTEGER NOT NULL, confirmed INTEGER NOT NULL, leave TEXT NOT NULL, code TEXT NOT NULL,
    until INTEGER NOT NULL
);
CREATE INDEX mailboxes_by_leave ON mailboxes (leave);
CREATE INDEX mailboxes_by_code ON mailboxes (code);
CREATE TABLE webhooks (
    person ID PRIMARY KEY, address TEXT NOT NULL, language TEXT NOT NULL, home TEXT NOT NULL, since INTEGER NOT NULL
);
CREATE TABLE notification_preferences (person ID PRIMARY KEY, preferences TEXT NOT NULL);
-- The latest notification of each kind that a person was sent about a table.
CREATE TABLE sent_notifications (
    person ID NOT NULL, kind TEXT NOT NULL, table_id TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (person, kind, table_id)
);

-- Tournaments. Their games follow from the row and its players: see `features/tournaments/model.py`.
CREATE TABLE tournaments (
    id TEXT PRIMARY KEY, status TEXT NOT NULL, starts INTEGER NOT NULL, listed INTEGER NOT NULL, host ID,
    club TEXT NOT NULL, secret BLOB NOT NULL, body TEXT NOT NULL, players TEXT NOT NULL
);
CREATE INDEX tournaments_by_status ON tournaments (status, starts);
CREATE INDEX tournaments_by_club ON tournaments (club) WHERE club <> '';
-- `person` is NULL once they are deleted.
CREATE TABLE tournament_players (
    tournament TEXT NOT NULL, number INTEGER NOT NULL, person ID, joined INTEGER NOT NULL, withdrew INTEGER NOT NULL,
    PRIMARY KEY (tournament, number)
);
CREATE UNIQUE INDEX tournament_players_by_person ON tournament_players (person, tournament);
CREATE TABLE tournament_schedules (id TEXT PRIMARY KEY, secret BLOB NOT NULL, body TEXT NOT NULL);

-- Clubs. The member who joined first organises one; with the last member it goes.
CREATE TABLE clubs (id TEXT PRIMARY KEY, link TEXT NOT NULL UNIQUE, name TEXT NOT NULL, since INTEGER NOT NULL);
CREATE TABLE club_members (
    club TEXT NOT NULL, person ID NOT NULL, joined INTEGER NOT NULL, called INTEGER NOT NULL,
    PRIMARY KEY (club, person)
);
CREATE INDEX club_members_by_person ON club_members (person);
CREATE TABLE club_tables (table_id TEXT PRIMARY KEY, club TEXT NOT NULL, at INTEGER NOT NULL);
CREATE INDEX club_tables_by_club ON club_tables (club);
-- When somebody is away, as the others at their tables by days are told: from the first day on until after the last.
CREATE TABLE holidays (person ID PRIMARY KEY, since INTEGER NOT NULL, until INTEGER NOT NULL);
-- What a participant wants to answer by itself: see `table/seat_plans.py`. `considered` is the event up to which it was
-- looked whether it fits; `active` is 0 once there is nothing more to play.
CREATE TABLE plans (
    table_id TEXT NOT NULL, participant INTEGER NOT NULL, body TEXT NOT NULL, notes TEXT NOT NULL,
    considered INTEGER NOT NULL, active INTEGER NOT NULL, version INTEGER NOT NULL, PRIMARY KEY (table_id, participant)
);
CREATE INDEX plans_active ON plans (table_id) WHERE active = 1;

-- Reviews of finished tables; `worker` makes one until `until`.
CREATE TABLE stories (
    table_id TEXT PRIMARY KEY, status TEXT NOT NULL, version INTEGER NOT NULL, game TEXT NOT NULL,
    level INTEGER NOT NULL, at INTEGER NOT NULL, body BLOB NOT NULL,
    worker TEXT NOT NULL DEFAULT '', until INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX stories_wanted ON stories (at) WHERE status <> 'whole';
CREATE TABLE daily_deals (
    day TEXT PRIMARY KEY, game TEXT NOT NULL, players INTEGER NOT NULL, level INTEGER NOT NULL, secret BLOB NOT NULL,
    planned INTEGER NOT NULL, nonces TEXT NOT NULL, seed BLOB NOT NULL, reference TEXT NOT NULL
);
CREATE TABLE deal_plays (
    deal TEXT NOT NULL, person ID NOT NULL, table_id TEXT NOT NULL, card TEXT NOT NULL UNIQUE, at INTEGER NOT NULL,
    PRIMARY KEY (deal, person)
);
CREATE INDEX deal_plays_by_person ON deal_plays (person, at);
"""
TABLES = re.sub(r"\b(\w+) ID\b", r"\1 TEXT CHECK (\1 <> '')", _TABLES)
"""The tables. An `ID` is a text that is never empty: what is nobody's is NULL, which matches no visitor."""

BY_ROWID = ("stories", "notices")
"""Tables of SQLite that have large rows, or whose key is the row's id anyway; all others are sorted by their key."""
OFTEN_UPDATED = {"participants": 70, "directory": 50, "lobby_tables": 50}
"""Tables of PostgreSQL that leave room in their pages for rows to be updated in place: the fill factor, in per cent."""
OF_NOW = ("challenges", "bot_account_claims", "found_tables", "servers", "leases")
"""Tables that are not migrated: they matter only while a server runs."""

_TABLE = re.compile(r"CREATE TABLE (\w+) \((.*?)\);\n", re.DOTALL)


def for_sqlite() -> str:
    """The tables as SQLite creates them."""
    return _TABLE.sub(lambda found: found[0] if found[1] in BY_ROWID else found[0][:-2] + " WITHOUT ROWID;\n", TABLES)


def for_postgres() -> str:
    """The tables as PostgreSQL creates them: texts are compared byte by byte, as SQLite does."""
    tables = _TABLE.sub(
        lambda found: f"{found[0][:-2]} WITH (fillfactor = {OFTEN_UPDATED.get(found[1], 100)});\n", TABLES
    )
    for name, other in (("TEXT", 'text COLLATE "C"'), ("INTEGER", "bigint"), ("BLOB", "bytea")):
        tables = re.sub(rf"\b{name}\b", other, tables)
    return tables


def check_version(version: int, known: int) -> None:
    """Raise `ValueError` for a database of a newer version than this program knows."""
    if version > known:
        raise ValueError(f"the database is of version {version}; this program knows versions up to {known}")


Row = tuple[Any, ...]
"""A row as it is migrated: texts as bytes, too, so that a damaged one is copied as it is."""


class TableSchema(NamedTuple):
    """A table that is migrated: its columns with their types, and the columns of its key, separated by commas."""

    name: str
    columns: dict[str, str]
    key: str


@cache
def migrated_tables() -> tuple[TableSchema, ...]:
    """All tables that are migrated, in this order. Who works on a story just now is left out."""
    with closing(sqlite3.connect(":memory:")) as database:
        database.executescript(TABLES)
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found = {name: database.execute(f"PRAGMA table_info({name})").fetchall() for name in names}
    return tuple(
        TableSchema(
            name,
            {column: kind for _, column, kind, *_ in rows if (name, column) not in _OF_A_WORKER},
            ", ".join(column for *_, place, column in sorted((row[5], row[1]) for row in rows if row[5])),
        )
        for name, rows in found.items()
        if name not in OF_NOW
    )


_OF_A_WORKER = (("stories", "worker"), ("stories", "until"))
