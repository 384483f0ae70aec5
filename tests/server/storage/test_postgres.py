"""PostgreSQL as it breaks: connections cut, answers lost, locks held, a server stopped. Nothing is lost or doubled."""

import asyncio
import random
import sys
import time

import asyncpg
import pytest

from tablee.server.storage import Conflict, NotSaved, Unavailable, Unsure, open_store
from tablee.server.storage.postgres.pg_schema import MIGRATIONS, migrate
from tablee.server.table.events import Act, Opening
from tests.server.conftest import Behind
from tests.server.storage.entries import entry
from tests.server.storage.proxy import proxy_to

PATIENCE = 60.0
SHORT = 1.0
"""The patience of a store in which somebody is going to wait for it."""


@pytest.fixture
async def store(postgres_url):
    store = open_store(postgres_url, PATIENCE)
    yield store
    await store.close()


@pytest.fixture
async def behind(postgres_url):
    return Behind(postgres_url)


@pytest.fixture
async def admin(postgres_url):
    """Another connection to the same database."""
    connection = await asyncpg.connect(postgres_url)
    yield connection
    await connection.close()


def act(number, text="pawn a1"):
    return Act(number, 0, 0, text)


def append(store, table, number, **more):
    return store.append(table, [act(number)], entry(table, number), **more)


async def bodies(behind):
    return await behind("SELECT table_id, number FROM events ORDER BY table_id, number")


async def comes_true(question):
    """Wait until a question, asked again and again, is answered with something."""
    async with asyncio.timeout(PATIENCE):
        while True:
            if answer := await question():
                return answer
            await asyncio.sleep(0.01)


async def waiting_for_a_lock(behind, besides=0):
    """The process of the database in which somebody waits for a lock, as soon as there is one."""
    query = """
        SELECT pid FROM pg_stat_activity
        WHERE wait_event_type = 'Lock' AND datname = current_database() AND pid <> $1
    """
    ((pid,),) = await comes_true(lambda: behind(query, besides))
    return pid


# ---- connections --------------------------------------------------------------------------------------------


async def test_a_commit_whose_connection_is_killed_before_it_is_stored_is_made_again(store, admin, behind):
    await append(store, "t1", 1)
    async with admin.transaction():
        await admin.execute("LOCK TABLE events IN SHARE MODE")
        appends = [asyncio.create_task(append(store, *one)) for one in (("t1", 2), ("t2", 1))]
        pid = await waiting_for_a_lock(behind)
        assert await behind("SELECT pg_terminate_backend($1)", pid) == [(True,)]
        await waiting_for_a_lock(behind, besides=pid)
    await asyncio.gather(*appends)
    assert await bodies(behind) == [("t1", 1), ("t1", 2), ("t2", 1)]


async def test_no_event_is_stored_after_one_that_the_database_has_lost(store, behind):
    await append(store, "t1", 1)
    await append(store, "t1", 2)
    await behind("DELETE FROM events WHERE number = 2")
    both = await asyncio.gather(append(store, "t1", 3), append(store, "t2", 1), return_exceptions=True)
    assert isinstance(both[0], Conflict)
    assert await bodies(behind) == [("t1", 1), ("t2", 1)]


async def test_a_commit_that_was_stored_while_its_answer_got_lost_is_not_made_again(postgres_url, behind):
    async with proxy_to(postgres_url) as proxy:
        store = await asyncio.to_thread(open_store, proxy.url, PATIENCE)
        await append(store, "t1", 1)
        commits = store.writer.commits
        proxy.is_deaf = True
        opening = Opening("t2", "isis", 1, 2, {}, "")
        waiting = [
            asyncio.create_task(append(store, "t1", 2)),
            asyncio.create_task(store.open_table(opening, b"seed", entry("t2"))),
        ]
        await comes_true(lambda: behind("SELECT 1 FROM events WHERE number = 2"))
        assert not any(task.done() for task in waiting)
        proxy.is_deaf = False
        proxy.cut()
        await asyncio.gather(*waiting)
        assert store.writer.commits == commits + 1
        await append(store, "t1", 3)
        assert await bodies(behind) == [("t1", 1), ("t1", 2), ("t1", 3)]
        assert await store.entry("t2") == entry("t2")
        await store.close()


async def test_what_another_stored_under_the_same_number_meanwhile_is_a_conflict(postgres_url, admin, behind):
    async with proxy_to(postgres_url) as proxy:
        store, other = await asyncio.to_thread(open_store, proxy.url, PATIENCE), open_store(postgres_url)
        await append(store, "t1", 1)
        async with admin.transaction():
            await admin.execute("LOCK TABLE events IN SHARE MODE")
            mine = asyncio.create_task(append(store, "t1", 2))
            pid = await waiting_for_a_lock(behind)
            proxy.is_closed = True
            proxy.cut()
            await behind("SELECT pg_terminate_backend($1, 60000)", pid)  # else it would still be stored
        await other.append("t1", [act(2, "pawn f6")], entry("t1", 2))
        proxy.is_closed = False
        with pytest.raises(Conflict):
            await mine
        assert (await other.events_after("t1", 1)).events == [act(2, "pawn f6")]
        await store.close()
        await other.close()


async def test_while_nobody_can_tell_whether_it_was_stored_that_is_said(postgres_url, behind):
    async with proxy_to(postgres_url) as proxy:
        store = await asyncio.to_thread(open_store, proxy.url, SHORT)
        await append(store, "t1", 1)
        proxy.is_deaf = True
        append_unheard = asyncio.create_task(append(store, "t1", 2))
        await comes_true(lambda: behind("SELECT 1 FROM events WHERE number = 2"))
        proxy.is_closed = True
        proxy.cut()
        began = time.monotonic()
        with pytest.raises(Unsure):
            await append_unheard
        with pytest.raises(NotSaved) as refusal:
            await append(store, "t1", 3)
        assert not isinstance(refusal.value, Unsure)
        with pytest.raises(Unavailable):
            await store.load("t1")
        assert time.monotonic() - began < PATIENCE / 2
        proxy.is_closed = proxy.is_deaf = False
        with pytest.raises(Conflict):
            await append(store, "t1", 2)
        await append(store, "t1", 3)
        assert await bodies(behind) == [("t1", 1), ("t1", 2), ("t1", 3)]
        await store.close()


async def test_connections_of_readers_that_are_killed_are_replaced(store, admin):
    await store.rename("zoé", "Zoé", 1)
    ours = "datname = current_database() AND application_name ~ '^tablee'"  # other tests have other databases
    for _ in range(3):
        await admin.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {ours}")
        assert await asyncio.gather(*(store.name_of("zoé") for _ in range(8))) == ["Zoé"] * 8
        await store.rename("zoé", "Zoé", 1)


async def test_a_server_that_is_stopped_and_started_again_is_found_again(own_postgres):
    store = open_store(own_postgres.url(), SHORT)
    await append(store, "t1", 1)
    own_postgres.tell("stop")
    began = time.monotonic()
    later = [("t1", 2), *((f"t{index}", 1) for index in range(2, 6))]
    tasks = [append(store, *one) for one in later] + [store.entry("t1"), store.rename("zoé", "", 1)]
    refused = await asyncio.gather(*tasks, return_exceptions=True)
    assert [isinstance(one, NotSaved) for one in refused] == [True] * 5 + [False, True]
    assert isinstance(refused[5], Unavailable)
    assert time.monotonic() - began < PATIENCE / 2
    own_postgres.tell("start")
    await asyncio.gather(*(append(store, *one) for one in later))
    assert (await store.entry("t1")) is None
    assert len((await store.events_after("t1", 0)).events) == 2
    own_postgres.tell("kill")
    own_postgres.tell("start")
    await append(store, "t1", 3)  # nothing was going on: the lost connection is only noticed
    assert len((await store.events_after("t1", 0)).events) == 3
    await store.close()


async def test_a_server_that_sleeps_keeps_nobody_waiting_and_loses_nothing(own_postgres):
    store = open_store(own_postgres.url(), SHORT)
    await append(store, "t1", 1)
    own_postgres.tell("pause")
    began = time.monotonic()
    with pytest.raises(NotSaved):
        await append(store, "t1", 2)
    with pytest.raises(Unavailable):
        await store.numbers(["t1"])
    assert time.monotonic() - began < PATIENCE / 2
    own_postgres.tell("resume")
    again = await asyncio.gather(append(store, "t1", 2), return_exceptions=True)
    assert again == [None] or isinstance(again[0], Conflict)  # it may have carried out what it had been told
    assert [one.number for one in (await store.events_after("t1", 0)).events] == [1, 2]
    await store.close()


# ---- locks, and others who write ----------------------------------------------------------------------------


async def test_who_must_wait_for_a_lock_is_told_soon_and_the_others_go_on(postgres_url, admin, behind):
    store = open_store(postgres_url, SHORT)
    async with admin.transaction():
        await admin.execute("INSERT INTO events VALUES ('t2', 1, 'x')")
        names = [f"t{index}" for index in range(6)]
        refused = await asyncio.gather(*(append(store, name, 1) for name in names), return_exceptions=True)
        assert [type(one) for one in refused] == [type(None), type(None), NotSaved, *[type(None)] * 3]
    with pytest.raises(Conflict):
        await append(store, "t2", 1)
    assert len(await bodies(behind)) == 6
    await store.close()


async def test_everybody_is_told_soon_while_all_is_locked_for_long(postgres_url, admin, behind):
    store = open_store(postgres_url, SHORT)
    async with admin.transaction():
        await admin.execute("LOCK TABLE events, persons IN EXCLUSIVE MODE")
        began = time.monotonic()
        tasks = [append(store, f"t{index}", 1) for index in range(40)] + [store.rename("zoé", "Zoé", 1)]
        refused = await asyncio.gather(*tasks, return_exceptions=True)
        assert {type(one) for one in refused} == {NotSaved}
        assert time.monotonic() - began < PATIENCE / 2
    await asyncio.gather(*(append(store, f"t{index}", 1) for index in range(40)))
    assert len(await bodies(behind)) == 40
    await store.close()


async def test_two_servers_that_race_for_the_same_tables_store_every_number_once(store, postgres_url, behind):
    other = open_store(postgres_url)
    names = [f"t{index}" for index in range(12)]

    async def play(server, mark, table):
        stored = []
        for number in range(1, 16):
            try:
                await server.append(table, [act(number, mark)], entry(table, number, moved=number))
                stored.append(number)
            except Conflict:
                pass
        return stored

    runs = [play(server, mark, name) for name in names for server, mark in ((store, "ours"), (other, "theirs"))]
    stored = await asyncio.gather(*runs)
    for name, ours, theirs in zip(names, stored[::2], stored[1::2], strict=True):
        assert sorted(ours + theirs) == list(range(1, 16))
        found = (await store.events_after(name, 0)).events
        assert [one.number for one in found if one.text == "ours"] == ours
        assert [one.number for one in found if one.text == "theirs"] == theirs
    assert len(await bodies(behind)) == 12 * 15
    await other.close()


async def test_a_full_disk_is_an_error_and_nothing_is_stored(own_postgres):
    store = open_store(own_postgres.url())
    await append(store, "t1", 1)
    own_postgres.tell("stop")
    own_postgres.tell("start small")
    refused = 0
    for number in range(2, 60):
        try:
            await store.append("t1", [act(number, random.Random(number).randbytes(500_000).hex())], entry("t1", number))
        except NotSaved:
            refused = number
            break
    assert refused
    assert len((await store.events_after("t1", 0)).events) == refused - 1
    own_postgres.tell("stop")
    own_postgres.tell("start")
    await append(store, "t1", refused)
    assert len((await store.events_after("t1", 0)).events) == refused
    await store.close()


# ---- opening ------------------------------------------------------------------------------------------------


async def test_what_is_stored_waits_for_the_disk_even_where_the_database_would_not(postgres_url, admin):
    name = await admin.fetchval("SELECT current_database()")
    await admin.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
    store = open_store(postgres_url)
    await append(store, "t1", 1)
    assert await store.writer._connection.fetchval("SHOW synchronous_commit") == "on"
    await admin.execute(f"ALTER DATABASE {name} RESET synchronous_commit")
    await store.close()


async def test_programs_that_start_at_once_migrate_once(blank_postgres_url):
    program = "import sys; from tablee.server.storage import open_store; open_store(sys.argv[1]); print('open')"
    command = [sys.executable, "-c", program, blank_postgres_url]
    programs = [await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE) for _ in range(3)]
    told = [(await one.communicate())[0] for one in programs]
    assert told == [b"open\n"] * 3
    assert await Behind(blank_postgres_url)("SELECT version FROM schema_version") == [(len(MIGRATIONS),)]


async def test_migrations_are_taken_one_by_one_and_a_failing_one_not_at_all(blank_postgres_url):
    connection = await asyncpg.connect(blank_postgres_url)
    first = "CREATE TABLE a (x integer)"
    await migrate(connection, [first])
    with pytest.raises(asyncpg.PostgresSyntaxError):
        await migrate(connection, [first, "CREATE TABLE b (x integer); CREATE NONSENSE"])
    tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
    assert [name for (name,) in await connection.fetch(tables)] == ["a", "schema_version"]
    await migrate(connection, [first, "CREATE TABLE b (x integer); CREATE TABLE c (x integer)"])
    assert [name for (name,) in await connection.fetch(tables)] == ["a", "b", "c", "schema_version"]
    assert await connection.fetchval("SELECT version FROM schema_version") == 2
    await connection.close()


async def test_a_database_of_a_newer_program_is_left_alone(blank_postgres_url):
    await open_store(blank_postgres_url).close()
    await Behind(blank_postgres_url)("UPDATE schema_version SET version = 999")
    with pytest.raises(ValueError, match="version 999"):
        open_store(blank_postgres_url)


@pytest.mark.parametrize(
    ("url", "word"),
    [
        ("postgresql://zoe:secret@127.0.0.1:1/tables", "cannot be reached"),
        ("postgres://zoe:secret@/tables?host=/nowhere", "cannot be reached"),
        ("postgresql://zoe:secret@/tables?sslmode=perhaps", "does not let us in"),
    ],
)
def test_one_that_cannot_be_reached_is_told_in_words_without_its_password(url, word):
    with pytest.raises(ValueError, match=word) as error:
        open_store(url, 0.2)
    assert "secret" not in str(error.value)


def test_one_that_does_not_exist_is_told_at_once(postgres):
    with pytest.raises(ValueError, match='"no_such_database" does not exist'):
        open_store(postgres.format("no_such_database"))


def test_a_missing_driver_is_told_in_words(monkeypatch):
    for module in [name for name in sys.modules if name.startswith(("asyncpg", "tablee.server.storage.postgres"))]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(ValueError, match=r"pip install 'tablee\[postgres\]'"):
        open_store("postgresql://localhost/tables")
