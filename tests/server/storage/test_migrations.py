"""A database of the first version can be read, and steps bring it up to date."""

import sqlite3
import subprocess
import sys

import asyncpg
import pytest

from tablee.server.features.accounts.model import session_of
from tablee.server.storage import open_store
from tablee.server.storage.migrate import migrate_data
from tablee.server.storage.postgres import pg_schema
from tablee.server.storage.sqlite.sqlite_schema import MIGRATIONS, migrate
from tablee.server.table.directory import Seated
from tests.server.storage.entries import lay_out

ALL = 23
DAMAGED = {"damaged-line", "damaged-opening", "illegal-action", "lost-line", "newer-event", "damaged-and-over"}


def session(name):
    """The session of somebody's cookie."""
    return session_of((name + "-" * 43)[:43])


@pytest.fixture
async def store(tmp_path):
    lay_out(tmp_path / "tables.db")
    store = open_store(f"sqlite:///{tmp_path}/tables.db")
    yield store
    await store.close()


@pytest.mark.parametrize(
    ("who", "name", "tables"),
    [("zoe", "Zoé", ALL), ("otto", "Otto", 18), ("ada", "", 1), ("nobody-sits", "Solange", 0)],
)
async def test_everybody_is_known_by_their_cookie_and_keeps_name_and_seats(store, who, name, tables):
    person = await store.person_of(session(who))
    assert (person.id, person.name) == (session(who), name)
    assert [one.id for one in await store.sessions_of(person.id)] == [session(who)]
    assert len(await store.entries_of(person.id, unfinished=False, most=100)) == tables


async def test_who_sits_where_is_as_it_was(store):
    zoe, otto = session("zoe"), session("otto")
    assert (await store.load("playing")).people == {1: zoe, 3: otto}
    assert (await store.load("playing")).seen == {1: 9, 3: 0}
    assert (await store.load("shared-device")).people == {1: zoe, 3: zoe}
    assert (await store.load("risen")).people == {1: zoe}
    assert (await store.load("over")).events[-1].kind == "next"


@pytest.mark.parametrize(
    ("table", "status", "number", "turn", "participants"),
    [
        ("waiting", "waiting", 4, None, [Seated(1, "Zoé"), Seated(3, "Otto")]),
        ("risen", "waiting", 5, None, [Seated(1, "Zoé")]),
        ("waiting-solo", "waiting", 2, None, [Seated(1, "Zoé"), Seated(2, "Malo", level=2)]),
        ("playing", "playing", 12, 3, [Seated(1, "Zoé", seat=0), Seated(3, "Otto", seat=1)]),
        ("nameless", "playing", 8, 1, [Seated(1, "", seat=0), Seated(3, "Zoé B.", seat=1)]),
        ("handed", "playing", 11, 3, [Seated(1, "Zoé", seat=0), Seated(3, "Otto", seat=1, stand_in=3)]),
        (
            "shared-device",
            "playing",
            9,
            1,
            [Seated(1, "Zoé", seat=1), Seated(3, "Ali", seat=2), Seated(4, "Basile", level=4, seat=0)],
        ),
        ("dice", "playing", 13, 2, [Seated(1, "Puce", level=1, seat=1), Seated(2, "Zoé", seat=0)]),
        ("taken-back", "playing", 7, 1, [Seated(1, "Zoé", seat=0), Seated(3, "Otto", seat=1)]),
        ("next", "waiting", 2, None, [Seated(1, "Otto"), Seated(2, "Zoé")]),
        ("closed-playing", "playing", 10, 1, [Seated(1, "Zoé", seat=0), Seated(3, "Otto", seat=1)]),
        ("closed-waiting", "waiting", 5, None, [Seated(1, "Zoé"), Seated(3, "Otto")]),
        ("closed-otherwise", "closed", 5, None, [Seated(1, "Zoé"), Seated(3, "Otto")]),
        ("other-rules", "playing", 7, None, [Seated(1, "Zoé", seat=1), Seated(3, "Otto", seat=0)]),
        ("unknown-game", "playing", 7, None, [Seated(1, "Zoé", seat=1), Seated(3, "Otto", seat=0)]),
    ],
)
async def test_every_table_is_entered(store, table, status, number, turn, participants):
    entry = await store.entry(table)
    assert (entry.table, entry.status, entry.number, entry.turn, entry.participants) == (
        table,
        status,
        number,
        turn,
        participants,
    )


async def test_an_entry_has_what_was_fixed_at_the_opening_and_when_something_happened(store):
    entry = await store.entry("handed")
    assert (entry.game, entry.rules, entry.players, entry.solo) == ("isis", 1, 2, False)
    assert entry.options == {"reserve": "own", "memory": "hidden"}
    assert (entry.opened, entry.moved) == (1780002220000, 1780002880000)
    assert (await store.entry("dice")).solo


async def test_results_are_entered(store):
    over, left = await store.entry("over"), await store.entry("left")
    assert (over.status, over.scores, over.winners, over.reason, over.next_table) == (
        "over",
        [0, -1],
        [0],
        "points",
        "next",
    )
    assert (left.status, left.winners, left.reason) == ("over", [1], "left")


@pytest.mark.parametrize("table", sorted(DAMAGED))
async def test_a_damaged_log_is_entered_as_far_as_it_is_known(store, table):
    entry = await store.entry(table)
    assert (entry.status, entry.turn) == ("over" if "over" in table else "playing", None)
    assert entry.number == (82 if "over" in table else 10)
    assert {one.name for one in entry.participants} == {"Zoé", "Otto"}


@pytest.mark.parametrize("table", sorted(DAMAGED - {"illegal-action", "damaged-opening"}))
async def test_a_damaged_log_is_loaded_as_far_as_it_can_be_read(store, table):
    stored = await store.load(table)
    assert (len(stored.events), stored.fault.partition(":")[0]) == (7, "event 8")


TOY = "ALTER TABLE persons ADD COLUMN motto TEXT NOT NULL DEFAULT 'none'"


def test_a_step_brings_a_file_of_the_first_version_up_to_date(tmp_path):
    lay_out(tmp_path / "tables.db")
    database = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
    migrate(database, [*MIGRATIONS, TOY])
    assert database.execute("PRAGMA user_version").fetchone() == (2,)
    assert database.execute("SELECT motto FROM persons WHERE name = 'Solange'").fetchall() == [("none",)]
    database.close()
    with pytest.raises(ValueError, match="version 2; this program knows versions up to 1"):
        open_store(f"sqlite:///{tmp_path}/tables.db")


async def test_a_step_brings_a_postgresql_of_the_first_version_up_to_date(tmp_path, blank_postgres_url):
    lay_out(tmp_path / "tables.db")
    await migrate_data(f"sqlite:///{tmp_path}/tables.db", blank_postgres_url, lambda *_: None)
    database = await asyncpg.connect(blank_postgres_url)
    await pg_schema.migrate(database, [*pg_schema.MIGRATIONS, TOY])
    assert await database.fetchval("SELECT version FROM schema_version") == 2
    assert await database.fetchval("SELECT motto FROM persons WHERE name = 'Solange'") == "none"
    await database.close()
    with pytest.raises(ValueError, match="version 2; this program knows versions up to 1"):
        open_store(blank_postgres_url)


def test_a_new_file_is_what_the_first_version_was(tmp_path):
    lay_out(tmp_path / "old.db")
    both = [sqlite3.connect(tmp_path / name, isolation_level=None) for name in ("old.db", "new.db")]
    for database in both:
        migrate(database)
    query = "SELECT name, sql FROM sqlite_master ORDER BY name"
    old, new = (database.execute(query).fetchall() for database in both)
    for database in both:
        database.close()
    assert old == new


def test_programs_that_start_at_once_create_the_tables_once(tmp_path):
    program = "import sys; from tablee.server.storage import open_store; open_store(sys.argv[1]); print('open')"
    command = [sys.executable, "-c", program, f"sqlite:///{tmp_path}/tables.db"]
    programs = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(3)]
    assert [one.communicate(timeout=120)[0] for one in programs] == [b"open\n"] * 3
