"""Looking at a database changes nothing, and says whether a server could use it."""

import sqlite3
from contextlib import closing

import asyncpg
import pytest

from tablee.server.storage import DatabaseAbsent, open_store
from tablee.server.storage.inspection import inspect_database


async def test_a_database_in_use_is_found_up_to_date(database_url):
    store = open_store(database_url)
    found = await inspect_database(database_url)
    await store.close()
    assert found.exists
    assert found.version == found.newest
    assert found.program.startswith(("SQLite 3.", "PostgreSQL 1"))


async def test_a_file_that_is_not_there_is_not_created(tmp_path):
    found = await inspect_database(f"sqlite:///{tmp_path}/folder/tables.db")
    assert (found.exists, found.version) == (False, 0)
    assert list(tmp_path.iterdir()) == []


async def test_an_empty_postgres_is_left_empty(blank_postgres_url):
    found = await inspect_database(blank_postgres_url)
    assert (found.exists, found.version) == (True, 0)
    connection = await asyncpg.connect(blank_postgres_url)
    assert await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'") == []
    await connection.close()


async def test_what_a_server_could_not_use_is_refused(tmp_path, blank_postgres_url):
    (tmp_path / "text.db").write_text("no database" * 200)
    with closing(sqlite3.connect(tmp_path / "theirs.db")) as theirs:
        theirs.execute("CREATE TABLE bookmarks (url TEXT)")
    with closing(sqlite3.connect(tmp_path / "newer.db")) as newer:
        newer.execute("PRAGMA user_version = 99")
    (tmp_path / "folder.db").mkdir()
    for name, words in (
        ("text", "is not a database"),
        ("theirs", "it is the database of another program"),
        ("newer", "the database is of version 99"),
        ("folder", "cannot be used as a database"),
    ):
        with pytest.raises(ValueError, match=words):
            await inspect_database(f"sqlite:///{tmp_path}/{name}.db")
    with pytest.raises(ValueError, match="does not let us in"):
        await inspect_database(blank_postgres_url.replace("//tablee", "//stranger", 1), patience=0.5)
    with pytest.raises(DatabaseAbsent, match="cannot be reached"):
        await inspect_database("postgresql://tablee@127.0.0.1:1/x", patience=0.2)
    connection = await asyncpg.connect(blank_postgres_url)
    await connection.execute("CREATE TABLE schema_version AS SELECT 1 AS version")
    with pytest.raises(ValueError, match="it lacks"):
        await inspect_database(blank_postgres_url)
    await connection.close()
