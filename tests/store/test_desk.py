"""The host's desk, on both databases: what is noted is heard by everybody, once and in order."""

import asyncio

import asyncpg
import pytest

from tablee.store import NotSaved, Unavailable, open_store
from tablee.store.desk import RECENT, REMOVED, SILENCED, Load, open_desk
from tablee.store.postgres.migrations import MIGRATIONS, migrate
from tablee.table.events import Opening
from tests.store.entries import entry

LOAD = Load(3, 2, 1, 0, 200_000_000, "0.1.0")


@pytest.fixture
async def desk(store, database_url):
    desk = open_desk(database_url)
    yield desk
    await desk.close()
    assert store


async def test_what_a_host_decides_holds_until_it_is_taken_back(desk, behind):
    await behind("INSERT INTO sessions (id, person, since, seen, device) VALUES ('s', 'zoé', 1, 1, '')")
    await desk.stand("zoé", REMOVED, "flooding", 5)
    await desk.stand("otto", SILENCED, "rude", 6)
    await desk.stand("otto", SILENCED, "rude again", 7)
    assert await desk.standings() == (frozenset({"otto"}), frozenset({"s"}))
    await desk.forgive("zoé", REMOVED, "", 8)
    assert await desk.standings() == (frozenset({"otto"}), frozenset())
    told = [(one.id, one.at, one.kind, one.about, one.why) for one in await desk.notices()]
    assert told == [
        (1, 5, "removed", "zoé", "flooding"),
        (2, 6, "silenced", "otto", "rude"),
        (3, 7, "silenced", "otto", "rude again"),
        (4, 8, "not removed", "zoé", ""),
    ]


async def test_notices_of_many_hosts_at_once_are_numbered_without_a_gap(desk, database_url):
    others = [open_desk(database_url) for _ in range(4)]
    await asyncio.gather(*(one.note("closed", f"t{place}", "", 1) for place, one in enumerate([*others, desk] * 4)))
    assert [one.id for one in await desk.notices()] == list(range(1, 21))
    assert await desk.latest() == 20
    assert [one.id for one in await desk.notices(18)] == [19, 20]
    for one in others:
        await one.close()


async def test_servers_are_known_while_they_are_heard_of(desk):
    await desk.tell("a/1", LOAD, 1000)
    await desk.tell("a/2", LOAD, 1000)
    await desk.tell("a/2", LOAD, 2000)
    assert await desk.loads(2000) == {"a/1": LOAD, "a/2": LOAD}
    assert set(await desk.loads(1000 + RECENT)) == {"a/2"}
    await desk.leave("a/2")
    assert set(await desk.loads(2000)) == {"a/1"}


async def test_a_host_sees_tables_and_who_sits_there(desk, store, behind):
    for number, table in enumerate(("old", "new")):
        await behind("INSERT INTO sitters (table_id, sitter, person) VALUES ($1, 1, 'zoé')", table)
        await store.open_table(Opening(table, "isis", 1, 2, {}, "c" * 64), b"seed", entry(table, moved=number))
    await store.rename("zoé", "Zoé", 1)
    entries, count = await desk.entries(1)
    assert ([one.table for one in entries], count) == (["new"], 2)
    assert await desk.sitters("old") == {1: "zoé"}
    assert (await desk.person("zoé"), await desk.person("x")) == ("Zoé", None)


async def test_a_database_that_fails_is_said_and_nothing_is_half_done(desk, behind):
    await behind("ALTER TABLE notices RENAME TO gone")
    try:
        with pytest.raises(NotSaved):
            await desk.stand("otto", SILENCED, "", 1)
        with pytest.raises(Unavailable):
            await desk.notices()
    finally:
        await behind("ALTER TABLE gone RENAME TO notices")
    assert await desk.standings() == (frozenset(), frozenset())
    await desk.note("closed", "t", "", 1)  # and it goes on


async def test_of_who_is_forgotten_the_record_says_only_that_there_was_something(desk, store, behind):
    person = await store.begin_session("s", None, 1, "")
    await desk.stand(person.id, SILENCED, "rude to Otto", 5)
    await store.forget_person(person.id, 9)
    assert await desk.standings() == (frozenset(), frozenset())
    assert [(one.kind, one.about, one.why) for one in await desk.notices()] == [("silenced", "", "")]
    assert await behind("SELECT * FROM standings") == []


async def test_a_postgresql_without_a_desk_gets_one_and_keeps_what_it_has(blank_postgres_url):
    connection = await asyncpg.connect(blank_postgres_url)
    await migrate(connection, MIGRATIONS[:2])
    await connection.execute("INSERT INTO persons VALUES ('zoé', 'Zoé', 1)")
    await connection.close()
    await open_store(blank_postgres_url).close()
    desk = open_desk(blank_postgres_url)
    await desk.stand("zoé", SILENCED, "", 1)
    assert (await desk.person("zoé"), await desk.standings()) == ("Zoé", (frozenset({"zoé"}), frozenset()))
    await desk.close()
