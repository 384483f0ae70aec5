"""The host's moderation, on both databases: what is noted is heard by everybody, once and in order."""

import asyncio

import pytest

from tablee.server.features.moderation.store import RECENT, REMOVED, SILENCED, ServerLoad
from tablee.server.storage import NotSaved, Unavailable, open_store
from tablee.server.table.events import Opening
from tests.server.storage.entries import entry

LOAD = ServerLoad(3, 2, 1, 0, 200_000_000, "0.1.0")


@pytest.fixture
def moderation(store):
    return store.moderation


async def test_what_a_host_decides_holds_until_it_is_taken_back(moderation):
    await moderation.sanction("zoé", REMOVED, "flooding", 5)
    await moderation.sanction("otto", SILENCED, "rude", 6)
    await moderation.sanction("otto", SILENCED, "rude again", 7)
    assert await moderation.sanctions() == (frozenset({"otto"}), frozenset({"zoé"}))
    await moderation.lift("zoé", REMOVED, "", 8)
    assert await moderation.sanctions() == (frozenset({"otto"}), frozenset())
    told = [(one.id, one.at, one.kind, one.about, one.why) for one in await moderation.notices()]
    assert told == [
        (1, 5, "removed", "zoé", "flooding"),
        (2, 6, "silenced", "otto", "rude"),
        (3, 7, "silenced", "otto", "rude again"),
        (4, 8, "not removed", "zoé", ""),
    ]


async def test_notices_of_many_hosts_at_once_are_numbered_without_a_gap(moderation, database_url):
    others = [open_store(database_url) for _ in range(4)]
    await asyncio.gather(
        *(
            one.note("closed", f"t{place}", "", 1)
            for place, one in enumerate([*(other.moderation for other in others), moderation] * 4)
        )
    )
    assert [one.id for one in await moderation.notices()] == list(range(1, 21))
    assert await moderation.latest() == 20
    assert [one.id for one in await moderation.notices(18)] == [19, 20]
    for one in others:
        await one.close()


async def test_servers_are_known_while_they_are_heard_of(moderation):
    await moderation.tell("a/1", LOAD, 1000)
    await moderation.tell("a/2", LOAD, 1000)
    await moderation.tell("a/2", LOAD, 2000)
    assert await moderation.loads(2000) == {"a/1": LOAD, "a/2": LOAD}
    assert set(await moderation.loads(1000 + RECENT)) == {"a/2"}
    await moderation.leave("a/2")
    assert set(await moderation.loads(2000)) == {"a/1"}


async def test_a_host_sees_tables_and_who_sits_there(moderation, store, behind):
    for number, table in enumerate(("old", "new")):
        await behind("INSERT INTO participants (table_id, participant, person) VALUES ($1, 1, 'zoé')", table)
        await store.open_table(Opening(table, "isis", 1, 2, {}, "c" * 64), b"seed", entry(table, moved=number))
    await store.rename("zoé", "Zoé", 1)
    entries, count = await moderation.entries(1)
    assert ([one.table for one in entries], count) == (["new"], 2)
    assert await moderation.participants("old") == {1: "zoé"}
    assert (await moderation.person("zoé"), await moderation.person("x")) == ("Zoé", None)


async def test_a_database_that_fails_is_said_and_nothing_is_half_done(moderation, behind):
    await behind("ALTER TABLE notices RENAME TO gone")
    try:
        with pytest.raises(NotSaved):
            await moderation.sanction("otto", SILENCED, "", 1)
        with pytest.raises(Unavailable):
            await moderation.notices()
    finally:
        await behind("ALTER TABLE gone RENAME TO notices")
    assert await moderation.sanctions() == (frozenset(), frozenset())
    await moderation.note("closed", "t", "", 1)  # and it goes on


async def test_of_who_is_forgotten_the_record_says_only_that_there_was_something(moderation, store, behind):
    person = await store.begin_session("s", None, 1, "")
    await moderation.sanction(person.id, SILENCED, "rude to Otto", 5)
    await store.forget_person(person.id, 9)
    assert await moderation.sanctions() == (frozenset(), frozenset())
    assert [(one.kind, one.about, one.why) for one in await moderation.notices()] == [("silenced", "", "")]
    assert await behind("SELECT * FROM sanctions") == []
