import asyncio
import sqlite3
import time

import pytest

from tablee.server.storage import PATIENCE, NotSaved, Unavailable, open_store
from tablee.server.storage.sqlite.sqlite_schema import MIGRATIONS, migrate
from tablee.server.storage.sqlite.sqlite_store import connect
from tablee.server.table.events import Opening, Sit
from tests.cases import each
from tests.server.storage.entries import entry

OPENING = Opening("t1", "isis", 1, 2, {"memory": "hidden"}, "c" * 64)


@pytest.fixture
async def store(tmp_path):
    store = open_store(f"sqlite:///{tmp_path}/tables.db")
    await store.open_table(OPENING, b"seed", entry("t1"))
    yield store
    await store.close()


def sit(number, name="Zoé"):
    return Sit(number, 0, name)


async def test_nothing_returns_while_the_commit_is_held_back(store, tmp_path):
    other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    append = asyncio.create_task(store.append("t1", [sit(1)], entry("t1", 1)))
    done, _ = await asyncio.wait([append], timeout=0.3)
    assert not done
    assert (await store.load("t1")).events == []
    other.execute("COMMIT")
    other.close()
    await append
    assert (await store.load("t1")).events == [sit(1)]


async def test_while_another_program_writes_for_long_everybody_is_told_soon_and_nothing_is_stored(tmp_path):
    store = open_store(f"sqlite:///{tmp_path}/tables.db", 0.5)
    other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    began = time.monotonic()
    first = [asyncio.create_task(store.append(f"t{index}", [sit(1)], entry(f"t{index}", 1))) for index in range(30)]
    await asyncio.sleep(0.4)  # the others come while the first are waiting
    rest = [asyncio.create_task(store.append(f"s{index}", [sit(1)], entry(f"s{index}", 1))) for index in range(30)]
    refused = await asyncio.gather(*first, *rest, return_exceptions=True)
    took = time.monotonic() - began
    other.execute("COMMIT")
    other.close()
    assert {type(one) for one in refused} == {NotSaved}
    assert took < 20  # and not 60 times as long as one waits
    await store.append("t1", [sit(1)], entry("t1", 1))
    assert [event.number for event in (await store.events_after("t1", 0)).events] == [1]
    await store.close()


async def test_what_cannot_be_read_is_unavailable(store, tmp_path):
    with sqlite3.connect(tmp_path / "tables.db") as database:
        database.execute("ALTER TABLE directory RENAME TO elsewhere")
    database.close()
    with pytest.raises(Unavailable):
        await store.entry("t1")


async def test_every_commit_waits_for_the_disk(tmp_path):
    store = open_store(f"sqlite:///{tmp_path}/tables.db")
    connection = connect(tmp_path / "tables.db", PATIENCE)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    connection.close()
    await store.close()


async def test_a_full_disk_is_an_error_and_nothing_is_stored(store, tmp_path):
    small = connect(tmp_path / "tables.db", PATIENCE)
    (pages,) = small.execute("PRAGMA page_count").fetchone()
    small.execute(f"PRAGMA max_page_count = {pages}")  # SQLite's own limit stands for the end of the disk
    job = store.writer.job()
    job.moves, job.just_moves = [("t1", 1, "x" * 100_000, None, 0, None)], True
    ((_, error),) = store.writer.commit(small, [job])
    small.close()
    assert isinstance(error, NotSaved)
    assert (await store.load("t1")).events == []


async def test_what_cannot_be_written_is_an_error_and_later_writes_go_on(store):
    job = store.writer.job()
    job.moves, job.just_moves = [("t1", 1, object(), None, 0, None)], True
    with pytest.raises(NotSaved):
        await store.writer.write(job)
    async with asyncio.timeout(PATIENCE):
        await store.saw("t1", 1, 1)


async def test_the_version_of_a_database_is_known(tmp_path):
    for round_number in (1, 2, 3):
        store = open_store(f"sqlite:///{tmp_path}/tables.db")
        await store.append("t", [sit(round_number)], entry("t", round_number))
        await store.close()
    connection = sqlite3.connect(tmp_path / "tables.db")
    assert connection.execute("SELECT count(*) FROM events").fetchone() == (3,)
    assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)


def test_migrations_are_taken_one_by_one_and_a_failing_one_not_at_all(tmp_path):
    connection = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
    first = "CREATE TABLE a (x)"
    migrate(connection, [first])
    with pytest.raises(sqlite3.OperationalError):
        migrate(connection, [first, "CREATE TABLE b (x); CREATE NONSENSE"])
    assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("a",)]
    migrate(connection, [first, "CREATE TABLE b (x); CREATE TABLE c (x)"])
    assert connection.execute("PRAGMA user_version").fetchone() == (2,)
    assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("a",), ("b",), ("c",)]
    connection.close()


def test_a_migration_may_have_triggers(tmp_path):
    connection = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
    trigger = """
        CREATE TABLE a (x);
        CREATE TABLE b (x);
        CREATE TRIGGER t AFTER INSERT ON a BEGIN INSERT INTO b VALUES (new.x); INSERT INTO b VALUES (new.x); END;
    """
    migrate(connection, [trigger, "INSERT INTO a VALUES (3)"])
    assert connection.execute("SELECT x FROM b").fetchall() == [(3,), (3,)]
    assert connection.execute("PRAGMA user_version").fetchone() == (2,)
    connection.close()


def test_a_file_that_is_no_database_is_named(tmp_path):
    (tmp_path / "x.db").write_text("a shopping list, and not a short one: " + "milk, " * 100)
    with pytest.raises(ValueError, match="cannot be used as a database"):
        open_store(f"sqlite:///{tmp_path}/x.db")
    with pytest.raises(ValueError, match="cannot be used as a database"):
        open_store(f"sqlite:///{tmp_path}/x.db/inside.db")


def test_a_database_of_a_newer_program_is_left_alone(tmp_path):
    connection = sqlite3.connect(tmp_path / "tables.db")
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    with pytest.raises(ValueError, match="version 999"):
        open_store(f"sqlite:///{tmp_path}/tables.db")


@each("url", ["", "tables.db", "sqlite://", "sqlite:///", "mysql://x/y", "postgresql://", "postgre://x/y"])
def test_an_address_that_is_not_served_is_refused_with_a_word(url):
    with pytest.raises(ValueError, match="sqlite:///"):
        open_store(url)
